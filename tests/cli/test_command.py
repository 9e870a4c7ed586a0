"""Whole runs of the command: exit codes, what is refused, what is selected and what is read."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import pairwise

import pytest

from memlint import __version__
from memlint.cli import main
from tests.cli.shell import CLEAN, ERROR, INFO, WARNING, Shell

BOOM = '@rule("error")\ndef boom(project: Project):\n    raise ValueError("no such thing")\n    yield\n'
STOP = '@rule("error")\ndef stop(project: Project):\n    import signal\n    signal.raise_signal(signal.SIGINT)\n    yield\n'
TOLD = '@rule("warning")\ndef told(project: Project):\n    yield Finding(Span(0, 0), "a word", "CLAUDE.md")\n'


def rules_of(out: str) -> list[str]:
    """Return the rules that concise output names."""
    return re.findall(r"^\S+:\d+:\d+: \w+ (\S+) ", out, re.MULTILINE)


# --- exit codes


@pytest.mark.parametrize(("tree", "code"), [(CLEAN, 0), (INFO, 0), (WARNING, 1), (ERROR, 1)])
def test_findings_decide_the_exit_code(shell: Shell, tree: dict[str, str], code: int) -> None:
    shell.plant(tree)
    assert shell.run().code == code


def test_a_clean_run_prints_one_line(shell: Shell) -> None:
    shell.plant(CLEAN)
    run = shell.run()
    assert re.fullmatch(r"no findings in 2 files \(\d\.\d\d s\)\n", run.out)
    assert run.err == ""


def test_an_interrupt_gives_2(shell: Shell) -> None:
    environment = shell.plug_in("demo/stop", STOP)
    shell.plant({**ERROR, "memlint.toml": 'plugins = ["extra"]\n'})
    run = shell.run("--allow-plugins", env=environment)
    assert (run.code, run.out, run.err) == (2, "", "memlint: interrupted\n")


def test_a_crashing_rule_gives_3_and_loses_no_other_finding(shell: Shell) -> None:
    environment = shell.plug_in("demo/boom", BOOM)
    shell.plant({**ERROR, "memlint.toml": 'plugins = ["extra"]\n'})
    run = shell.run("--allow-plugins", "--output-format", "concise", env=environment)
    assert run.code == 3
    assert rules_of(run.out) == ["internal/rule-crash", "imports/missing-target"]
    assert "demo/boom crashed here with ValueError at boom.py:6" in run.out
    assert "please report it" in run.out
    assert "Traceback" not in run.err


@pytest.mark.parametrize("output_format", ["text", "json", "sarif"])
def test_a_crash_shows_in_every_format(shell: Shell, output_format: str) -> None:
    environment = shell.plug_in("demo/boom", BOOM)
    shell.plant({**CLEAN, "memlint.toml": 'plugins = ["extra"]\n'})
    run = shell.run("--allow-plugins", "--exit-zero", "--output-format", output_format, env=environment)
    assert run.code == 3
    assert "internal/rule-crash" in run.out


def test_a_bug_outside_of_a_rule_gives_3(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(words: list[str]) -> int:
        raise ZeroDivisionError("\x1b[31mred")

    monkeypatch.setattr("memlint.cli.facts.run", broken)
    assert main(["facts"]) == 3
    err = capsys.readouterr().err
    assert "ZeroDivisionError: \\x1b[31mred" in err
    assert "internal error" in err


def test_an_interrupt_outside_of_a_rule_gives_2(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(words: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("memlint.cli.facts.run", interrupted)
    assert main(["facts"]) == 2


def test_no_memory_file_is_loud_and_green(shell: Shell) -> None:
    shell.plant({"README.md": "# Project\n"})
    run = shell.run()
    assert run.code == 0
    assert run.err == "memlint: no memory file was found; nothing was checked\n"
    assert run.out.startswith("no findings in 0 files")


@pytest.mark.parametrize(("tree", "code"), [({"README.md": ""}, 5), (CLEAN, 0), (ERROR, 1)])
def test_require_files(shell: Shell, tree: dict[str, str], code: int) -> None:
    shell.plant(tree)
    assert shell.run("--require-files").code == code


@pytest.mark.parametrize(
    ("level", "codes"),
    [("error", (0, 0, 1)), ("warning", (0, 1, 1)), ("info", (1, 1, 1)), ("never", (0, 0, 0))],
)
def test_fail_on(shell: Shell, level: str, codes: tuple[int, int, int]) -> None:
    for number, (tree, code) in enumerate(zip((INFO, WARNING, ERROR), codes, strict=True)):
        folder = shell.plant(tree, f"project-{number}")
        assert shell.run("--fail-on", level, cwd=folder).code == code


def test_exit_zero_still_prints(shell: Shell) -> None:
    shell.plant(ERROR)
    run = shell.run("--exit-zero")
    assert run.code == 0
    assert "1 error in 1 file" in run.out


# --- wrong usage


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gone"], "no such file or folder: "),
        (["--selct", "imports"], 'unrecognized arguments: --selct; did you mean "--select"?'),
        (["--selct=imports"], 'did you mean "--select"?'),
        (["--zzz"], "unrecognized arguments: --zzz (see memlint --help)"),
        (["--sel", "imports"], "unrecognized arguments: --sel"),
        (["--select"], "argument --select: expected one argument"),
        (["--select", "import"], 'no rule or family is named "import"; did you mean "imports"?'),
        (["--ignore", "imports/missing-targt"], 'did you mean "imports/missing-target"?'),
        (["--extend-select", "missing-target"], 'did you mean "imports/missing-target"?'),
        (["-k", "imports and"], "-k: a rule's name is missing before 'the end'"),
        (["--output-format", "yaml"], "argument --output-format: invalid choice: 'yaml'"),
        (["--fail-on", "warn"], "argument --fail-on: invalid choice: 'warn'"),
        (["--preset", "strickt"], "argument --preset: invalid choice: 'strickt'"),
        (["--color", "maybe"], "argument --color: invalid choice: 'maybe'"),
        (["--today", "30.11.2026"], "argument --today: a date such as 2026-11-30, not '30.11.2026'"),
        (["--today", "2026-02-30"], "argument --today: a date such as 2026-11-30, not '2026-02-30'"),
        (["--target-version", "newest"], "target-version is a version such as 2."),
        (["--maxfail", "-1"], "argument --maxfail: a number from 0 on, not '-1'"),
        (["--durations", "many"], "argument --durations: a number from 0 on, not 'many'"),
        (["--config", "gone.toml"], "gone.toml: No such file or directory"),
        (["--config", "memlint.toml", "--isolated"], "--config and --isolated exclude each other"),
        (["-"], "- reads standard input only with --stdin-filename FILE"),
        (["--stdin-filename", "CLAUDE.md", "docs"], "--stdin-filename takes no paths"),
        (["rule", "imports/missing-targt"], 'did you mean "imports/missing-target"?'),
        (["rule", "import"], 'no rule or family is named "import"; did you mean "imports"?'),
        (["facts", "--output-format", "toml"], "invalid choice: 'toml'"),
        (["facts", "--target-version", "2.x"], "target-version is a version such as 2."),
        (["facts", "--target", "2.1"], "unrecognized arguments: --target"),
        (["schema", "now"], "unrecognized arguments: now"),
        *(
            ([flag, value], f"argument {flag}: the value is empty")
            for flag, value in (
                *(("--select", ""), ("--select", ","), ("--ignore", " , "), ("--extend-select", "")),
                *(("--config", ""), ("--baseline", ""), ("--output-file", ""), ("--junitxml", "")),
                *(("--add-suppressions", ""), ("--cache-dir", ""), ("--stdin-filename", "")),
            )
        ),
        (["--target-version", "-1"], "target-version is a version such as 2."),
        (["--target-version=+2"], "target-version is a version such as 2."),
        (["CLAUDE.md", "-q", "docs", "--zzz", "x"], "unrecognized arguments: docs --zzz x"),
        (["CLAUDE.md", "-q", "--", "-odd"], "no such file or folder: "),
        (["hook", "--install", "--deny"], "--deny goes without --install and --remove"),
        (["hook", "--verify", "LOG", "--remove"], "--verify goes without --install and --remove"),
        (["hook", "--install", "--remove"], "--install and --remove exclude each other"),
        (["hook", "--scope", "user"], "--scope go with --install or --remove"),
    ],
)
def test_wrong_usage(shell: Shell, words: list[str], said: str) -> None:
    shell.plant(CLEAN)
    run = shell.run(*words)
    assert (run.code, run.out) == (4, "")
    assert run.err.startswith("memlint: ")
    assert run.err.count("\n") == 1
    assert said in run.err


@pytest.mark.parametrize(
    "words",
    [
        ["server"],
    ],
)
def test_what_is_not_built_is_refused(shell: Shell, words: list[str]) -> None:
    shell.plant(CLEAN)
    run = shell.run(*words)
    assert (run.code, run.out) == (4, "")
    assert re.fullmatch(r"memlint: [\w-]+: .*later version.*\n", run.err)


@pytest.mark.parametrize("words", [["./show"], ["check", "show"], ["check", "./fix"], ["--", "./rule"]])
def test_a_file_may_have_the_name_of_a_command(shell: Shell, words: list[str]) -> None:
    tree = dict.fromkeys(("show/CLAUDE.md", "fix/CLAUDE.md", "rule/CLAUDE.md"), "")
    shell.plant({**tree, **dict.fromkeys(tree, ERROR["CLAUDE.md"])})
    run = shell.run(*words)
    assert run.code == 1
    assert "imports/missing-target" in run.out
    assert "1 error in 1 file " in run.out


def test_a_broken_pyproject_is_named_with_its_position(shell: Shell) -> None:
    shell.plant({**CLEAN, "pyproject.toml": '[tool.memlint]\nselect = ["imports"\nfail-on = "error"\n'})
    run = shell.run()
    assert run.code == 4
    assert re.search(r"/pyproject\.toml:3:1: [A-Z].*$", run.err, re.MULTILINE)


def test_somebody_elses_broken_pyproject_is_let_pass(shell: Shell) -> None:
    shell.plant({**CLEAN, "pyproject.toml": '[project]\ndependencies = ["agent-memlint"\n[x'})
    assert shell.run().code == 0


# --- which rules


def test_selection(shell: Shell) -> None:
    shell.plant({**ERROR, "memory/MEMORY.md": "# Index\n\n- [a](a.md) — a glaze\n"})
    concise = ("--output-format", "concise")
    both = ["imports/missing-target", "index/dangling-entry"]
    assert rules_of(shell.run(*concise).out) == both
    assert rules_of(shell.run(*concise, "--select", "index").out) == both[1:]
    assert rules_of(shell.run(*concise, "--select", "index,imports/missing-target").out) == both
    assert rules_of(shell.run(*concise, "--select", "index", "--select", "imports").out) == both
    assert rules_of(shell.run(*concise, "--select", "index", "--extend-select", "imports").out) == both
    assert rules_of(shell.run(*concise, "--select", "budget").out) == []
    assert rules_of(shell.run(*concise, "--ignore", "index").out) == both[:1]
    assert rules_of(shell.run(*concise, "--ignore", "all").out) == []
    assert rules_of(shell.run(*concise, "--ignore", "imports", "--select", "imports/missing-target").out) == both[:1]
    assert rules_of(shell.run(*concise, "-k", "missing").out) == both[:1]
    assert rules_of(shell.run(*concise, "-k", "not missing").out) == both[1:]
    assert rules_of(shell.run(*concise, "-k", "imports and not missing").out) == []


def test_strict_runs_what_is_off_by_default(shell: Shell) -> None:
    quiet = TOLD.replace('"warning"', '"warning", default=False')
    environment = shell.plug_in("demo/told", quiet)
    shell.plant({**CLEAN, "memlint.toml": 'plugins = ["extra"]\n'})
    assert shell.run("--allow-plugins", env=environment).code == 0
    assert shell.run("--allow-plugins", "--preset", "strict", env=environment).code == 1
    assert shell.run("--allow-plugins", "--extend-select", "demo", env=environment).code == 1


def test_plug_ins_are_not_imported_unasked(shell: Shell) -> None:
    environment = shell.plug_in("demo/told", "raise SystemExit(77)\n")
    shell.plant({**CLEAN, "memlint.toml": 'plugins = ["extra"]\n'})
    run = shell.run(env=environment)
    assert run.code == 0
    assert run.err == "memlint: plug-ins were not loaded (extra): pass --allow-plugins if you trust them\n"
    run = shell.run("--allow-plugins", env=environment)
    assert (run.code, "extra.demo.told: SystemExit: 77" in run.err) == (4, True)


def test_a_plug_in_that_is_not_there(shell: Shell) -> None:
    shell.plant({**CLEAN, "memlint.toml": 'plugins = ["nowhere"]\n'})
    run = shell.run("--allow-plugins")
    assert run.code == 4
    assert "the plug-in nowhere cannot be imported" in run.err


# --- what is read


def test_from_a_folder_below_the_same_paths_are_named(shell: Shell) -> None:
    root = shell.plant({"CLAUDE.md": "# Top\n", "app/CLAUDE.md": "See @gone.md\n"})
    (root / "app" / "src").mkdir()
    for folder, words in ((root, ()), (root / "app", ()), (root / "app" / "src", ("..",))):
        run = shell.run("--output-format", "concise", *words, cwd=folder)
        assert run.code == 1
        assert run.out.startswith("app/CLAUDE.md:1:5: error imports/missing-target ")


@pytest.mark.parametrize(
    "words", [["CLAUDE.md", "-q", "docs"], ["-q", "CLAUDE.md", "docs"], ["CLAUDE.md", "-q", "--", "docs"]]
)
def test_paths_stand_anywhere(shell: Shell, words: list[str]) -> None:
    shell.plant({"CLAUDE.md": "# Kiln\n", "docs/CLAUDE.md": "# Cones\n", "other/CLAUDE.md": "# Ash\n"})
    run = shell.run(*words)
    assert run.code == 0
    assert run.out.startswith("no findings in 2 files")


@pytest.mark.parametrize("words", [[], ["show"], ["clean"], ["hook", "--install"]])
def test_a_working_directory_that_is_gone(shell: Shell, words: list[str]) -> None:
    shell.plant(CLEAN)
    program = "import os, sys; os.rmdir(os.getcwd()); from memlint.cli import main; sys.exit(main(sys.argv[1:]))"
    for paths in ([], [str(shell.project)]) if not words else ([],):
        (shell.base / "gone").mkdir()
        done = subprocess.run(
            [sys.executable, "-c", program, *words, *paths],
            cwd=shell.base / "gone",
            env=shell.environment(),
            input=b"",
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (4, b"")
        assert done.stderr == b"memlint: the working directory is not there any more\n"


def test_a_folder_shows_what_is_in_it(shell: Shell) -> None:
    root = shell.plant({**ERROR, "app/CLAUDE.md": "# App\n"})
    run = shell.run(cwd=root / "app")
    assert run.code == 0
    assert "in 1 file " in run.out


def test_a_file_gets_the_findings_that_touch_it(shell: Shell) -> None:
    """The cycle is found because the whole project is read; its place is in another file than the one asked for."""
    shell.plant({**INFO, "app/CLAUDE.md": "See @gone.md\n"})
    run = shell.run("docs/a.md", "--output-format", "json")
    assert [finding["rule"] for finding in json.loads(run.out)["findings"]] == ["imports/cycle"]
    assert json.loads(run.out)["summary"]["files"] == 1
    other = shell.run("app/CLAUDE.md", "--output-format", "json")
    assert [finding["rule"] for finding in json.loads(other.out)["findings"]] == ["imports/missing-target"]


def test_two_projects_in_one_call(shell: Shell) -> None:
    first, second = shell.plant(ERROR, "first"), shell.plant(ERROR, "second")
    for words, cwd in (((first, second), shell.base), ((first / "CLAUDE.md", second), first)):
        run = shell.run(*words, "--output-format", "concise", cwd=cwd)
        assert run.code == 1
        assert len(rules_of(run.out)) == 2
        assert f"{second}/CLAUDE.md:1:5:" in run.out
        assert "2 errors in 2 files" in run.out


def test_standard_input_stands_for_a_file(shell: Shell) -> None:
    shell.plant(CLEAN)
    name = ("--stdin-filename", "CLAUDE.md", "--output-format", "concise")
    for words in (name, (*name, "-")):
        run = shell.run(*words, data=b"# Title\n\n@docs/gone.md\n")
        assert run.code == 1
        assert run.out.startswith("CLAUDE.md:3:1: error imports/missing-target ")
    assert shell.run(*name, data=b"@docs/a.md\n").code == 0


def test_standard_input_for_a_new_file(shell: Shell) -> None:
    shell.plant({"README.md": ""})
    run = shell.run("--stdin-filename", ".claude/rules/new.md", "--output-format", "concise", data=b"\xff\n")
    assert run.out.startswith(".claude/rules/new.md:1:1: error source/not-utf8 ")


def test_collect_only_lists_files_and_kinds(shell: Shell) -> None:
    shell.plant({**ERROR, ".claude/rules/tests.md": "# Tests\n", "memory/MEMORY.md": "", "AGENTS.md": "# A\n"})
    run = shell.run("--collect-only")
    assert run.code == 0
    assert run.out.splitlines() == [
        "rule_file    .claude/rules/tests.md",
        "instructions AGENTS.md",
        "instructions CLAUDE.md",
        "index        memory/MEMORY.md",
    ]


def test_isolated_and_config(shell: Shell) -> None:
    shell.plant({**ERROR, "memlint.toml": 'ignore = ["imports"]\n', "ci.toml": 'severity = {imports = "info"}\n'})
    assert shell.run().code == 0
    assert shell.run("--isolated").code == 1
    run = shell.run("--config", "ci.toml")
    assert run.code == 0
    assert "1 info in 1 file" in run.out


def test_which_configuration_counts(shell: Shell) -> None:
    """That of the paths' own repository; within it, that of the working directory."""
    quiet = {**ERROR, "memlint.toml": 'ignore = ["imports"]\n'}
    outer = shell.plant({**ERROR, "app/CLAUDE.md": ERROR["CLAUDE.md"], "app/memlint.toml": 'preset = "strict"\n'})
    shell.plant(quiet, "project/nested")
    for cwd, words, name in (
        (outer, (), ""),
        (outer, ("app",), ""),
        (outer / "app", (), "project/app/memlint.toml"),
        (outer / "app", ("..",), ""),
        (outer, ("nested",), "project/nested/memlint.toml"),
        (outer, ("nested/CLAUDE.md",), "project/nested/memlint.toml"),
        (outer / "app", ("../nested",), "project/nested/memlint.toml"),
        (shell.base, ("project/app",), "project/app/memlint.toml"),
    ):
        found = re.search(r"configuration (.*)", shell.run("-v", *words, cwd=cwd).err)
        assert found is not None
        assert found[1] == (str(shell.base / name) if name else "none")


def test_target_version(shell: Shell) -> None:
    shell.plant(ERROR)
    assert shell.run("--target-version", "2.1.280").code == 1
    assert shell.run("--no-cache").code == 1


# --- the other commands


def test_version() -> None:
    for flag in ("--version", "-V"):
        run = subprocess.run([sys.executable, "-m", "memlint", flag], capture_output=True, text=True, check=True)
        assert (run.stdout, run.stderr) == (f"memlint {__version__}\n", "")


@pytest.mark.parametrize("words", [["--help"], ["check", "-h"], ["rule", "--help"], ["facts", "-h"], ["schema", "-h"]])
def test_help(shell: Shell, words: list[str]) -> None:
    shell.plant({})
    run = shell.run(*words)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("usage: memlint")


def test_rule_lists_and_explains(shell: Shell) -> None:
    shell.plant({})
    listed = shell.run("rule").out
    assert re.search(r"^imports/missing-target +error +An import whose target does not exist\.$", listed, re.MULTILINE)
    one = shell.run("rule", "imports/missing-target").out
    assert one.startswith("## imports/missing-target\n")
    assert "**What to do:**" in one
    assert "==> CLAUDE.md" in one
    family = shell.run("rule", "imports").out
    assert re.findall(r"^## (\S+)$", family, re.MULTILINE) == re.findall(r"^(imports/\S+)", listed, re.MULTILINE)
    everything = shell.run("rule", "--all").out
    assert re.findall(r"^## (\S+/\S+)$", everything, re.MULTILINE) == re.findall(r"^(\S+/\S+)", listed, re.MULTILINE)


def test_rule_as_json(shell: Shell) -> None:
    shell.plant({})
    (one,) = json.loads(shell.run("rule", "budget/instructions-too-long", "--output-format", "json").out)
    assert list(one) == ["name", "severity", "default", "summary", "why", "what_to_do", "options", "examples", "url"]
    assert set(one["options"]) == {"max-lines", "max-units"}
    assert {example["bad"] for example in one["examples"]} == {True, False}
    assert len(json.loads(shell.run("rule", "--output-format", "json").out)) > 10


def test_facts(shell: Shell) -> None:
    shell.plant({})
    text = shell.run("facts").out
    assert text.startswith("Checked against Claude Code 2.")
    assert re.search(r"^  fact +value +since +until +source +date +confidence$", text, re.MULTILINE)
    row = r"^  instructions.max-bytes +4194304 UTF-8 bytes +always +DOC-MEM +2026-10-02 +high$"
    assert re.search(row, text, re.MULTILINE)
    assert "\n      a larger memory file is skipped as a whole\n" in text
    assert "\n      DOC-MEM: code.claude.com/docs/en/memory" in text
    table = json.loads(shell.run("facts", "--output-format", "json").out)
    assert set(table) == {"product", "facts", "sources"}
    assert {fact["source"] for fact in table["facts"]} <= set(table["sources"])
    keys = ["id", "value", "unit", "text", "since", "until", "date", "source", "confidence"]
    assert all(list(fact) == keys for fact in table["facts"])


def test_facts_as_a_table(shell: Shell) -> None:
    shell.plant({})
    lines = shell.run("facts").out.splitlines()
    assert max(map(len, lines)) <= 120
    heading = lines[2]
    facts = json.loads(shell.run("facts", "--output-format", "json").out)["facts"]
    starts = [heading.index(word) for word in ("value", "since", "until", "source", "date", "confidence")]
    rows = [line for line in lines if re.match(r"  [a-z]+\.[a-z-]+ ", line)]
    assert [line.split()[0] for line in rows] == [fact["id"] for fact in facts]
    for line in rows:
        assert {line[start - 1] for start in starts} == {" "}
        assert line[starts[-1] :] in ("high", "medium", "low")
    for fact in facts:  # what is too long for the column stands below
        for word in fact["value"] if isinstance(fact["value"], list) else ():
            assert any(word in line for line in lines)
    groups = {line for before, line in pairwise(lines) if not before and line.isalpha()}
    assert groups == {fact["id"].split(".")[0] for fact in facts}


def test_facts_of_a_version(shell: Shell) -> None:
    shell.plant({})
    for target, tools in (("2.1.287", ["Read"]), ("2.1.288", ["Read", "Write", "Edit"])):
        run = shell.run("facts", "--target-version", target, "--output-format", "json")
        table = json.loads(run.out)
        assert [fact["value"] for fact in table["facts"] if fact["id"] == "trigger.rules"] == [tools]
        assert set(table) == {"product", "facts", "sources"}
    old = shell.run("facts", "--target-version", "2.1.71").out
    assert "These hold for 2.1.71." in old.splitlines()[0]
    assert "comments.hidden" not in old
    assert "comments.hidden" in shell.run("facts", "--target-version", "2.1.72").out


def test_schema(shell: Shell) -> None:
    shell.plant({})
    run = shell.run("schema")
    assert json.loads(run.out)["additionalProperties"] is False


# --- pipes


@pytest.mark.parametrize("words", [["CLAUDE.md"], ["rule", "--all"], ["--version"], ["--collect-only"]])
def test_a_reader_that_went_away_is_no_error(shell: Shell, words: list[str]) -> None:
    shell.plant(ERROR)
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "memlint", *words]
    run = subprocess.run(
        command, cwd=shell.project, env=shell.environment(), stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)
    assert (run.returncode, run.stderr) == (0, b"")
