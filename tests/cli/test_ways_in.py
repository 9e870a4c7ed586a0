"""Every way in, by the cases of users who met a gate that could not fail (151 to 169 of the collection of cases).

A planted error fails each of them, a clean tree passes each of them, and nothing to lint is said loudly.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable

import pytest
import yaml

from tests.cli.shell import CLEAN, ERROR, INFO, WARNING, Shell
from tests.cli.ways import ROOT, act

NOTHING = "no memory file was found; nothing was checked"
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}

Way = Callable[[Shell, str], tuple[int, str]]


def command(*words: str) -> Way:
    """``memlint`` in a terminal. A way takes where the planted file is, and returns the exit code and all output."""

    def run(shell: Shell, file: str) -> tuple[int, str]:
        done = shell.run(*(file if word == "FILE" else word for word in words))
        return done.code, done.out + done.err

    return run


def standard_input(shell: Shell, file: str) -> tuple[int, str]:
    """What an editor does."""
    data = (shell.project / file).read_bytes()
    done = shell.run("--stdin-filename", file, data=data)
    return done.code, done.out + done.err


def hook(name: str) -> Way:
    """What pre-commit runs, with the names that it would pass."""

    def run(shell: Shell, file: str) -> tuple[int, str]:
        names = () if HOOKS[name].get("pass_filenames") is False else (file,)
        done = shell.run(*HOOKS[name]["entry"].split()[1:], *names)
        return done.code, done.out + done.err

    return run


def action(**inputs: str) -> Way:
    """The step of a workflow."""

    def run(shell: Shell, file: str) -> tuple[int, str]:
        step = act(shell.project, shell.base, **inputs)
        assert step.outputs["exit-code"] == str(step.code)
        return step.code, step.out

    return run


def python(shell: Shell, file: str) -> tuple[int, str]:
    """A test of a project's own, as the README has it."""
    program = "import memlint; report = memlint.check(['.']); print(report.findings); raise SystemExit(bool(report.worst() in ('error', 'warning')))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=shell.project, env=shell.environment(), capture_output=True, check=False
    )
    return done.returncode, done.stdout.decode()


WAYS: dict[str, Way] = {
    "memlint": command(),
    "memlint .": command("."),
    "memlint check": command("check"),
    "memlint FILE": command("FILE"),
    "memlint --force-exclude FILE": command("--force-exclude", "FILE"),
    "quiet": command("-q"),
    **{
        name: command("--output-format", name)
        for name in ("concise", "json", "json-lines", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson")
    },
    "markdown": command("--output-format", "markdown"),
    "into a file": command("--output-format", "sarif", "--output-file", "memlint.sarif"),
    "standard input": standard_input,
    "hook memlint": hook("memlint"),
    "hook memlint-project": hook("memlint-project"),
    "action": action(),
    "action without annotations": action(annotations="false"),
    "action with SARIF": action(sarif_file="memlint.sarif"),
    "action with a list of paths": action(paths=".\n"),
    "python": python,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("tree", "code"), [(ERROR, 1), (CLEAN, 0)], ids=["error", "clean"])
def test_each_way_fails_on_what_is_wrong_alone(shell: Shell, way: str, tree: dict[str, str], code: int) -> None:
    """Case 162: errors were printed, and the exit code was 0 for years."""
    shell.plant(tree)
    assert WAYS[way](shell, "CLAUDE.md")[0] == code


@pytest.mark.parametrize("way", ["memlint", "hook memlint", "hook memlint-project", "action"])
@pytest.mark.parametrize(("tree", "code"), [(WARNING, 1), (INFO, 0)], ids=["warning", "info"])
def test_each_way_has_the_same_threshold(shell: Shell, way: str, tree: dict[str, str], code: int) -> None:
    shell.plant(tree)
    assert WAYS[way](shell, "CLAUDE.md")[0] == code


@pytest.mark.parametrize("way", WAYS)
def test_a_configuration_that_is_wrong_fails_each_way(shell: Shell, way: str) -> None:
    """A gate whose configuration is not understood must not pass."""
    shell.plant({**CLEAN, "memlint.toml": 'fail-no = "error"\n'})
    assert WAYS[way](shell, "CLAUDE.md")[0] == (1 if way == "python" else 4)


@pytest.mark.parametrize("way", [way for way in WAYS if way not in ("python", "standard input")])
def test_nothing_to_lint_is_said_loudly(shell: Shell, way: str) -> None:
    """Case 151: the hook reported "Passed", and had looked at nothing."""
    shell.plant({"README.md": "# Kiln\n\nSee @gone.md\n"})
    code, shown = WAYS[way](shell, "README.md")
    assert (code, NOTHING in shown) == (0, True)
    if not way.startswith(("hook", "action")):
        assert shell.run("--require-files").code == 5


# --- 152: files that nobody staged


def committed(shell: Shell, files: dict[str, str]) -> Callable[..., None]:
    """Plant a repository with one commit; return a function that runs git there."""
    shell.plant(files)
    (shell.project / ".git").rmdir()

    def git(*words: str) -> None:
        person = ["-c", "user.name=dana", "-c", "user.email=dana@kiln.invalid"]
        subprocess.run(["git", *person, *words], cwd=shell.project, env=shell.environment(), check=True)

    git("init", "-q")
    git("add", "-A")
    git("commit", "-q", "-m", "all")
    return git


@pytest.mark.parametrize("change", [("rm", "-q", "docs/a.md"), ("mv", "docs/a.md", "docs/b.md")])
@pytest.mark.parametrize("way", ["hook memlint-project", "action", "memlint ."])
def test_a_commit_without_memory_files_breaks_an_import(shell: Shell, way: str, change: tuple[str, ...]) -> None:
    """Case 152: the file that imports is in no part of the commit."""
    git = committed(shell, CLEAN)
    assert WAYS[way](shell, "")[0] == 0
    git(*change)
    code, shown = WAYS[way](shell, "")
    assert (code, "imports/missing-target" in shown) == (1, True)


# --- 155 to 158: whose findings nobody wants


OTHERS = (
    *(".claude/worktrees/glaze/CLAUDE.md", ".worktrees/glaze/CLAUDE.md"),  # case 155
    *("node_modules/kiln/AGENTS.md", ".venv/lib/kiln/CLAUDE.md", "vendor/kiln/CLAUDE.md", "out/CLAUDE.md"),  # 156
    *("README.md", "CONTRIBUTING.md", "docs/style.md", "wiki/Home.md"),  # 157
    *("templates/CLAUDE.md", "_template/CLAUDE.md", "tests/fixtures/CLAUDE.md"),  # 158
)


@pytest.mark.parametrize("way", ["memlint", "hook memlint-project", "action"])
def test_other_peoples_files_are_left_out(shell: Shell, way: str) -> None:
    text = "# {{PROJECT}}\n\nSee @docs/gone.md, TODO\n"
    shell.plant({**CLEAN, ".gitignore": "out/\n", **dict.fromkeys(OTHERS, text)})
    code, shown = WAYS[way](shell, "")
    assert (code, [place for place in OTHERS if place in shown]) == (0, []), shown


def test_naming_other_peoples_files_does_not_bring_them_in(shell: Shell) -> None:
    """What pre-commit does with --all-files: it passes whatever the pattern takes."""
    shell.plant({**CLEAN, ".gitignore": "out/\n", **dict.fromkeys(OTHERS, "See @docs/gone.md\n")})
    run = shell.run(*HOOKS["memlint"]["entry"].split()[1:], *OTHERS, "CLAUDE.md")
    assert (run.code, run.err) == (0, ""), run.out
    assert shell.run("tests/fixtures/CLAUDE.md").code == 1  # but without the hook's flag it does


# --- 159 to 169: what a team needs once it runs


def test_one_file_is_excepted_from_one_rule(shell: Shell) -> None:
    """Case 159."""
    tree = {"web/CLAUDE.md": "See @gone.md\n", "api/CLAUDE.md": "See @gone.md\n"}
    shell.plant({**tree, "memlint.toml": '[per-file-ignores]\n"web/**" = ["imports/missing-target"]\n'})
    for way in ("memlint", "hook memlint-project", "action"):
        code, shown = WAYS[way](shell, "")
        assert (code, "api/CLAUDE.md" in shown, "web/CLAUDE.md" in shown) == (1, True, False)
    assert WAYS["hook memlint"](shell, "web/CLAUDE.md")[0] == 0


def test_first_run_on_a_healthy_project_prints_nothing(shell: Shell) -> None:
    """Case 161."""
    topic = "---\nname: cones\ndescription: Which cone for which clay.\nmetadata:\n  type: reference\n---\nCone 6.\n"
    index = "# Memory\n\n- [Cones](cones.md) — which cone for which clay\n"
    rule = "---\npaths:\n  - src/**\n---\nName glazes after their colour.\n"
    more = {"memory/MEMORY.md": index, "memory/cones.md": topic, ".claude/rules/glaze.md": rule, "src/glaze.py": ""}
    shell.plant({**CLEAN, **more})
    run = shell.run("--fail-on", "info", "--output-format", "concise")
    assert (run.code, run.out.count("\n"), run.err) == (0, 1, ""), run.out


def test_the_state_of_a_file_counts_whoever_wrote_it(shell: Shell) -> None:
    """Case 163: the index grew through shell commands, past the guard on the editing tool."""
    entries = "".join(f"- [Note {n}](note.md) — what was learned\n" for n in range(220))
    topic = "---\nname: note\ndescription: What was learned.\nmetadata:\n  type: project\n---\nText.\n"
    shell.plant({"memory/MEMORY.md": f"# Memory\n\n{entries}", "memory/note.md": topic})
    for way in ("memlint", "hook memlint-project", "action"):
        code, shown = WAYS[way](shell, "")
        assert (code, "budget/index-over-limit" in shown) == (1, True)


def test_product_facts_are_dated_and_printed(shell: Shell) -> None:
    """Case 165."""
    shell.plant({})
    run = shell.run("facts", "--output-format", "json")
    assert run.code == 0
    assert len(json.loads(run.out)) > 0


def test_one_finding_about_a_set_is_one(shell: Shell) -> None:
    """Case 168: on the file to edit, and once in each format."""
    topic = "---\nname: cones\ndescription: {}.\nmetadata:\n  type: reference\n---\nText.\n"
    index = "# Memory\n\n- [A](a.md) — which cone\n- [B](b.md) — which clay\n- [C](c.md) — which glaze\n"
    topics = {f"memory/{name}.md": topic.format(f"About {name}") for name in "abc"}
    shell.plant({"memory/MEMORY.md": index, **topics})
    run = shell.run("--output-format", "concise")
    assert run.out.count("frontmatter/duplicate-name") == 1


def test_the_loaded_set_depends_on_settings(shell: Shell) -> None:
    """Case 169: what the settings keep out is not loaded, and has no findings about loading."""
    settings = json.dumps({"claudeMdExcludes": ["**/legacy/CLAUDE.md"]})
    shell.plant({**CLEAN, ".claude/settings.json": settings, "legacy/CLAUDE.md": "See @gone.md\n"})
    for way in ("memlint", "hook memlint-project", "action"):
        code, shown = WAYS[way](shell, "")
        assert (code, "imports/missing-target" in shown) == (0, False), shown
