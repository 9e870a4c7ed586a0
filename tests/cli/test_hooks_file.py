"""``.pre-commit-hooks.yaml``: its pattern takes every path that it promises, and what a hook runs sees what it must."""

from __future__ import annotations

import os
import re
import subprocess
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

from memlint import check
from memlint.harness.facts import asked_for
from tests.cli.shell import CLEAN, ERROR, Shell

ROOT = Path(__file__).parent.parent.parent
HOOKS: dict[str, Any] = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
PATTERN = re.compile(HOOKS["memlint"]["files"])
DEPTHS = ("", "kiln/", "apps/kiln/web/")
FACTS = asked_for("")

#: One of each kind that the specification names, below any folder.
NAMED = (
    *FACTS.words("names.instructions"),
    *FACTS.words("names.agents"),
    *FACTS.words("names.never-read"),
    *FACTS.words("names.settings"),
    *(f"{FACTS.text('names.rules')}/{name}" for name in ("glaze.md", "api/v2/glaze.md", "glaze.txt", "linked")),
    *(
        f"{store}/planner/{name}"
        for store in FACTS.words("names.agent-memory")
        for name in ("MEMORY.md", "a.md", "x/b.md")
    ),
    f"{FACTS.text('names.agents-folder')}/planner.md",
    f"{FACTS.text('names.agents-folder')}/kiln/planner.md",
    f"{FACTS.text('names.never-read-folder')}/glaze.md",
    FACTS.text("names.index"),
    f"notes/{FACTS.text('names.index')}",
    f"memory/{FACTS.text('names.team-index')}",
    *("memory/MEMORY.md", "memory/feedback_glazes.md", "memory/kiln/cones.md", "memories/cones.md"),
    *(".claude/memory/MEMORY.md", ".claude/memory/cones.md", ".claude/context/more.md"),
    *("claude.md", "Claude.MD", ".claude/Rules/glaze.md"),  # in another case, which is what is wrong with them
    *(".claude", ".claude/rules"),  # links that stand for a whole folder
)
OTHERS = (
    *("README.md", "docs/style.md", "docs/claude-setup.md", "my-CLAUDE.md", "CLAUDE.md.bak", "CLAUDE.mdx", "CLAUDE"),
    *("src/memory/alloc.c", "memory.py", "src/MEMORY.md.orig", "AGENTS.txt", "agents/planner.py", "rules/glaze.md"),
    *(".claude.json", ".claude/settings.toml", ".claude/hooks/stop.sh", ".clauderc/rules/x.md", "x.claude/rules/x.md"),
    *("memory.md/x.png", "settings.json", ".vscode/settings.json", "package.json", "CODEOWNERS", ".github/x.yml"),
)


@pytest.mark.parametrize("folder", DEPTHS)
@pytest.mark.parametrize("name", NAMED)
def test_pattern_takes_every_supported_path(folder: str, name: str) -> None:
    assert PATTERN.search(folder + name)


@pytest.mark.parametrize("folder", DEPTHS)
@pytest.mark.parametrize("name", OTHERS)
def test_pattern_leaves_other_paths(folder: str, name: str) -> None:
    assert not PATTERN.search(folder + name)


def test_whatever_discovery_finds_by_name_is_taken(tmp_path: Path) -> None:
    """The other way round: a kind of file that is found tomorrow and that nobody told the pattern about fails here."""
    header = "---\nname: a\ndescription: A.\nmetadata:\n  type: project\n---\nA.\n"
    for folder, name in product(DEPTHS, (*NAMED, *OTHERS)):
        place = tmp_path / folder / name
        text = "{}" if name.endswith(".json") else header * (name in NAMED)
        with suppress(OSError):  # some are both a file and a folder of others
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
    report = check([tmp_path], root=tmp_path, home=tmp_path / "home", collect_only=True)
    assert {"instructions", "rule_file", "agent", "settings", "index", "topic"} <= {file.kind for file in report.files}
    missed = [file.path for file in report.files if not PATTERN.search(file.path)]
    assert missed == []


def test_pattern_is_linear() -> None:
    assert not PATTERN.search("a/" * 20_000 + "memory/" * 5_000 + "x.py")


# --- what the tools are told


def test_no_kind_of_file_is_kept_from_the_hook() -> None:
    """By default pre-commit passes no links: a CLAUDE.md that links to AGENTS.md would never be looked at."""
    hook = HOOKS["memlint"]
    assert (hook["types"], hook["types_or"]) == ([], ["file", "symlink"])
    assert hook["require_serial"] is True  # the project is read once, not once for each part of the file list


def test_the_project_hook_needs_no_file() -> None:
    hook = HOOKS["memlint-project"]
    assert (hook["always_run"], hook["pass_filenames"]) == (True, False)
    assert "files" not in hook


@pytest.mark.parametrize("name", HOOKS)
def test_hooks_run_what_the_package_installs(name: str, shell: Shell) -> None:
    hook = HOOKS[name]
    command, *words = hook["entry"].split()
    assert (hook["language"], command) == ("python", "memlint")
    shell.plant(ERROR)
    assert shell.run(*words).code == 1


# --- what the entries see


def hook(shell: Shell, *names: str, **more: Any) -> tuple[int, str, str]:
    """Run the hook ``memlint`` as pre-commit would for ``names``."""
    words = HOOKS["memlint"]["entry"].split()[1:]
    return shell.run(*words, "--output-format", "concise", *names, **more)


def test_findings_are_those_of_the_given_files(shell: Shell) -> None:
    shell.plant({"CLAUDE.md": "See @docs/gone.md\n", "web/CLAUDE.md": "See @gone.md\n", "docs/a.md": ""})
    code, out, _ = hook(shell, "web/CLAUDE.md")
    assert code == 1
    assert [line.partition(":")[0] for line in out.splitlines()[:-1]] == ["web/CLAUDE.md"]


def test_the_whole_project_is_read_for_one_file(shell: Shell) -> None:
    """A file alone says nothing wrong; what another one says makes it so."""
    index = "# Memory\n\n- [Cones](cones.md) — which cone for which clay\n- [Clay](clay.md) — where the clay is from\n"
    topic = "---\nname: cones\ndescription: Which cone.\nmetadata:\n  type: reference\n---\nSee [[clay]].\n"
    shell.plant({"memory/MEMORY.md": index, "memory/cones.md": topic})
    alone = hook(shell, "memory/cones.md")
    whole = shell.run("--output-format", "concise")
    assert "memory/cones.md" in whole.out
    mine = [line for line in whole.out.splitlines() if line.startswith("memory/cones.md:")]
    assert [line for line in alone[1].splitlines() if line.startswith("memory/cones.md:")] == mine


def test_a_finding_elsewhere_that_names_a_given_file_is_reported(shell: Shell) -> None:
    """What two files are about together is reported once, on one of them, and shows for either."""
    topic = "---\nname: cones\ndescription: {}.\nmetadata:\n  type: reference\n---\nText.\n"
    index = "# Memory\n\n- [A](a.md) — which cone for which clay\n- [B](b.md) — where the clay is from\n"
    shell.plant({"memory/MEMORY.md": index, "memory/a.md": topic.format("One"), "memory/b.md": topic.format("Two")})
    for name in ("memory/a.md", "memory/b.md"):
        code, out, _ = hook(shell, name)
        assert (code, out.count("frontmatter/duplicate-name")) == (1, 1), out


@pytest.mark.parametrize("excluded", ["tests/fixtures/CLAUDE.md", "templates/CLAUDE.md", "old/CLAUDE.md"])
def test_exclusions_hold_for_given_files(shell: Shell, excluded: str) -> None:
    shell.plant({**CLEAN, "memlint.toml": 'exclude = ["old/"]\n', excluded: "See @gone.md\n"})
    code, out, err = hook(shell, excluded)
    assert code == 0, out
    assert "no memory file was found; nothing was checked" in err
    code, out, err = hook(shell, excluded, "CLAUDE.md")
    assert (code, err) == (0, "")


def test_a_named_sample_is_read_without_the_flag(shell: Shell) -> None:
    shell.plant({**CLEAN, "tests/fixtures/CLAUDE.md": "See @gone.md\n"})
    assert shell.run("tests/fixtures/CLAUDE.md").code == 1


def test_a_given_link_is_looked_at(shell: Shell) -> None:
    shell.plant({"AGENTS.md": "See @gone.md\n", "CLAUDE.md -> AGENTS.md": "", ".claude/rules/broken.md -> ../x.md": ""})
    assert hook(shell, "CLAUDE.md")[0] == 1
    assert hook(shell, ".claude/rules/broken.md")[0] == 1


def test_a_commit_in_a_linked_worktree_is_checked_there(shell: Shell) -> None:
    """Git sets GIT_DIR and GIT_INDEX_FILE for hooks of a worktree: they must not lead the listing astray."""
    shell.plant(CLEAN)
    git = ["git", "-C", str(shell.project), "-c", "user.name=dana", "-c", "user.email=dana@kiln.invalid"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "a"], ["worktree", "add", "-q", "../tree"]):
        subprocess.run([*git, *words], check=True, env=shell.environment({"GIT_CONFIG_NOSYSTEM": "1"}))
    tree = shell.base / "tree"
    (tree / "CLAUDE.md").write_text("See @docs/gone.md\n")
    where = os.fsdecode(
        subprocess.run(["git", "-C", tree, "rev-parse", "--absolute-git-dir"], check=True, capture_output=True).stdout
    ).strip()
    environment = {"GIT_DIR": where, "GIT_INDEX_FILE": f"{where}/index"}
    run = shell.run("--output-format", "concise", cwd=tree, env=environment)
    assert (run.code, run.out.split()[1:4]) == (1, ["error", "imports/missing-target", "docs/gone.md"])
