"""The command line for teams: MEMLINT_* variables, --max-warnings, --changed-since, former names, why rules are silent."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from memlint.engine.registry import load
from tests.cli.shell import CLEAN, ERROR, WARNING, Shell
from tests.cli.test_command import rules_of

CONCISE = ("--output-format", "concise")
OLD, NEW = "security/imported-credential-file", "imports/credential-file"


# --- variables


@pytest.mark.parametrize(
    ("env", "words", "code"),
    [
        ({}, (), 1),
        ({"MEMLINT_FAIL_ON": "error"}, (), 0),
        ({"MEMLINT_FAIL_ON": ""}, (), 1),
        ({"MEMLINT_FAIL_ON": "error"}, ("--fail-on", "warning"), 1),
        ({"MEMLINT_CONFIG": "quiet.toml"}, (), 0),
        ({"MEMLINT_CONFIG": "quiet.toml"}, ("--isolated",), 1),
        ({"MEMLINT_CONFIG": "quiet.toml"}, ("--config", "loud.toml"), 1),
        ({"MEMLINT_PRESET": "strict"}, (), 1),
        ({"MEMLINT_TARGET_VERSION": "2.1.280"}, (), 1),
        ({"MEMLINT_OTHER": "x"}, (), 1),
        ({"MEMLINT_FAIL_ON": "warn"}, (), 4),
        ({"MEMLINT_PRESET": "Strict"}, (), 4),
        ({"MEMLINT_TARGET_VERSION": "newest"}, (), 4),
        ({"MEMLINT_CONFIG": "gone.toml"}, (), 4),
    ],
)
def test_variables(shell: Shell, env: dict[str, str], words: tuple[str, ...], code: int) -> None:
    shell.plant({**WARNING, "quiet.toml": 'ignore = ["imports"]\n', "loud.toml": ""})
    assert shell.run(*words, env=env).code == code


def test_the_format_of_a_variable(shell: Shell) -> None:
    shell.plant({**ERROR, "memlint.toml": 'output-format = "json"\n'})
    env = {"MEMLINT_OUTPUT_FORMAT": "concise"}
    assert shell.run(env=env).out.startswith("CLAUDE.md:1:5: error ")
    assert shell.run("--output-format", "text", env=env).out.startswith("CLAUDE.md\n")
    run = shell.run(env={"MEMLINT_OUTPUT_FORMAT": "jsno"})
    assert (run.code, run.out) == (4, "")
    assert "MEMLINT_OUTPUT_FORMAT is one of text, " in run.err
    assert 'not "jsno"; did you mean "json"?' in run.err


# --- how many warnings


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 1),
        (("--max-warnings", "1"), 0),
        (("--max-warnings", "0"), 1),
        (("--max-warnings", "0", "--fail-on", "error"), 1),
        (("--max-warnings", "0", "--exit-zero"), 0),
        (("--max-warnings", "0", "-x"), 1),
        (("--max-warnings", "9", "--fail-on", "info"), 0),
        (("--max-warnings", "-1"), 4),
    ],
)
def test_max_warnings(shell: Shell, words: tuple[str, ...], code: int) -> None:
    shell.plant(WARNING)
    assert shell.run(*words).code == code


def test_max_warnings_lets_no_error_pass(shell: Shell) -> None:
    shell.plant({**WARNING, "z/CLAUDE.md": "@gone.md\n", "memlint.toml": "max-warnings = 5\n"})
    assert shell.run().code == 1
    assert shell.run("--ignore", "imports/missing-target").code == 0
    run = shell.run("--ignore", "imports/missing-target", "--max-warnings", "0")
    assert run.code == 1
    assert run.err == "memlint: warnings: 1, of which max-warnings lets 0 pass\n"


# --- former names


def test_a_former_name_is_told(shell: Shell) -> None:
    shell.plant({"CLAUDE.md": "See @.env for keys\n", ".env": "KILN=1\n"})
    for words in (("--select", OLD), ("--ignore", OLD), ("--extend-select", OLD)):
        today = shell.run(*(word.replace(OLD, NEW) for word in words), *CONCISE)
        run = shell.run(*words, *CONCISE)
        assert rules_of(run.out) == rules_of(today.out)
        assert (run.code, run.err) == (today.code, f"memlint: {OLD} is now {NEW}; both are understood\n")
        assert today.err == ""


# --- why rules are silent


def silent(shell: Shell, *words: str) -> dict[str, list[str]]:
    """Return the rules that -v names, by reason."""
    lines = [
        line.removeprefix("memlint: silent, ")
        for line in shell.run("-v", *words).err.splitlines()
        if "silent, " in line
    ]
    return {why: names.split(", ") for why, _, names in (line.partition(": ") for line in lines)}


def test_why_rules_are_silent(shell: Shell) -> None:
    comment = "<!-- memlint-disable-next-line imports/missing-target -- it comes with the build -->\n"
    config = 'ignore = ["links"]\nseverity = {"index" = "off"}\n[per-file-ignores]\n"docs/" = ["imports"]\n'
    shell.plant(
        {"CLAUDE.md": f"# A\n\n{comment}See @gone.md\n", "docs/CLAUDE.md": "@../docs/\n", "memlint.toml": config}
    )
    why = silent(shell)
    assert why["suppressed by a comment"] == ["imports/missing-target"]
    assert why["ignored in the file"] == ["imports/directory-target"]
    assert set(why["ignored"]) == {name for name in load() if name.startswith("links/")}
    assert set(why['severity "off"']) == {name for name in load() if name.startswith("index/")}
    assert "scope/dot-slash-glob" in why["no rule file here"]
    assert "frontmatter/missing" in why["no topic here"]
    assert set(why["off by default"]) <= {rule.name for rule in load().values() if not rule.default}
    assert "imports" not in " ".join(silent(shell, "--select", "imports")["not selected"])
    assert "not meant by -k" in silent(shell, "-k", "cycle")


def test_every_rule_has_a_reason(shell: Shell) -> None:
    shell.plant(CLEAN)
    why = silent(shell)
    counted = int(why.pop("nothing found")[0].split(" ")[0])
    assert counted + sum(map(len, why.values())) == len(load())


# --- what changed


def git(root: Path, *words: str) -> None:
    """Run git in ``root`` as somebody."""
    who = ("-c", "user.name=dana", "-c", "user.email=dana@kiln.invalid", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", root, *who, *words], check=True, capture_output=True)


@pytest.fixture
def repository(shell: Shell) -> Path:
    """Return a repository with a finding in app/CLAUDE.md, and imports that are well."""
    root = shell.plant(
        {
            "CLAUDE.md": "See @docs/api.md\n",
            "docs/api.md": "# Api\n",
            "app/CLAUDE.md": "See @gone.md\n",
            ".gitignore": "CLAUDE.local.md\n",
        }
    )
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "one")
    return root


def since(shell: Shell, revision: str = "main") -> list[str]:
    """Return the places that a narrowed run reports."""
    out = shell.run("--changed-since", revision, *CONCISE).out
    return [line.split(":")[0] for line in out.splitlines() if rules_of(line)]


def test_only_what_changed_is_reported(shell: Shell, repository: Path) -> None:
    run = shell.run("--changed-since", "main")
    assert run.code == 0
    assert run.err == "memlint: 0 files changed since main; 1 finding elsewhere is not shown\n"
    (repository / "lib").mkdir()
    (repository / "lib" / "CLAUDE.md").write_text("See @gone.md\n")
    assert since(shell) == ["lib/CLAUDE.md"]  # untracked
    git(repository, "add", "-A")
    assert since(shell) == ["lib/CLAUDE.md"]  # staged
    git(repository, "switch", "-q", "-c", "work")
    git(repository, "commit", "-q", "-m", "two")
    assert since(shell) == ["lib/CLAUDE.md"]  # committed
    (repository / "app" / "CLAUDE.md").write_text("See also @gone.md\n")
    assert since(shell) == ["app/CLAUDE.md", "lib/CLAUDE.md"]  # changed in the working tree
    (repository / "CLAUDE.local.md").write_text("See @gone.md\n")
    assert since(shell) == ["CLAUDE.local.md", "app/CLAUDE.md", "lib/CLAUDE.md"]  # in no commit ever


@pytest.mark.parametrize("words", [("rm", "-q", "docs/api.md"), ("mv", "docs/api.md", "docs/interface.md")])
def test_a_target_that_is_gone_counts(shell: Shell, repository: Path, words: tuple[str, ...]) -> None:
    """Case 152: the file that imports it did not change."""
    git(repository, *words)
    assert since(shell) == ["CLAUDE.md"]


def test_what_main_did_meanwhile_is_no_change(shell: Shell, repository: Path) -> None:
    git(repository, "switch", "-q", "-c", "work")
    git(repository, "switch", "-q", "main")
    (repository / "app" / "CLAUDE.md").write_text("See as well @gone.md\n")
    git(repository, "commit", "-qam", "two")
    git(repository, "switch", "-q", "work")
    assert since(shell) == []


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", "", "HEAD:CLAUDE.md"])
def test_a_revision_that_is_none(shell: Shell, repository: Path, revision: str) -> None:
    run = shell.run(f"--changed-since={revision}")
    assert (run.code, run.out) == (4, "")
    assert run.err == f'memlint: --changed-since: git knows no commit "{revision}" here\n'


def test_two_repositories(shell: Shell, repository: Path) -> None:
    other = shell.plant(ERROR, "other")
    git(other, "init", "-q", "-b", "main")
    git(other, "add", "-A")
    git(other, "commit", "-q", "-m", "one")
    (other / "CLAUDE.md").write_text("See also @docs/gone.md\n")
    git(repository, "rm", "-q", "docs/api.md")
    run = shell.run("--changed-since", "main", *CONCISE, ".", str(other))
    assert [line.split(":")[0] for line in run.out.splitlines() if rules_of(line)] == [
        f"{other}/CLAUDE.md",
        "CLAUDE.md",
    ]
    assert run.err == "memlint: 2 files changed since main; 1 finding elsewhere is not shown\n"


def test_without_a_repository(shell: Shell) -> None:
    shell.plant(ERROR)
    run = shell.run("--changed-since", "main")
    assert (run.code, run.out) == (4, "")
    assert "--changed-since needs a git repository" in run.err


@pytest.mark.parametrize("key", ["clean", "process"])
def test_the_repository_runs_nothing(shell: Shell, repository: Path, key: str) -> None:
    git(repository, "config", f"filter.evil.{key}", f"touch {shell.base}/ran")
    git(repository, "config", "filter.evil.required", "true")
    git(repository, "config", "diff.evil.command", f"touch {shell.base}/ran")
    git(repository, "config", "diff.evil.textconv", f"touch {shell.base}/ran")
    (repository / ".gitattributes").write_text("* filter=evil diff=evil\n")
    (repository / "app" / "CLAUDE.md").write_text("See @away.md\n")
    assert since(shell) == ["app/CLAUDE.md"]
    assert not (shell.base / "ran").exists()
