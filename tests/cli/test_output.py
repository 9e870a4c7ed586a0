"""What the command prints and where: formats and files, colour, counts, and names that would break a terminal."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from memlint.cli.outputs import File, Format, Output, pair
from memlint.errors import UsageError
from tests.cli.shell import CLEAN, ERROR, WARNING, Shell

ESCAPE = "\x1b["


# --- formats and files


@pytest.mark.parametrize(
    ("words", "outputs"),
    [
        ([], [Output("text")]),
        ([Format("json")], [Output("json")]),
        ([File("a")], [Output("text", "a")]),
        ([Format("json"), File("a")], [Output("json", "a")]),
        ([File("a"), Format("json")], [Output("json", "a")]),
        ([Format("text"), Format("json"), File("a")], [Output("text"), Output("json", "a")]),
        ([Format("json"), File("a"), Format("text")], [Output("json", "a"), Output("text")]),
        ([File("a"), Format("json"), File("b"), Format("text")], [Output("json", "a"), Output("text", "b")]),
        ([Format("json"), File("a"), Format("sarif"), File("b")], [Output("json", "a"), Output("sarif", "b")]),
    ],
)
def test_a_file_belongs_to_the_format_beside_it(words: list[Format | File], outputs: list[Output]) -> None:
    assert pair(words, "text") == outputs


@pytest.mark.parametrize(
    "words",
    [
        [Format("json"), Format("text")],
        [Format("json"), Format("json")],
        [File("a"), File("b")],
        [Format("json"), File("a"), File("b")],
        [File("a"), Format("json"), File("b")],
        [Format("json"), Format("text"), Format("sarif"), File("a")],
    ],
)
def test_what_cannot_be_paired_is_refused(words: list[Format | File]) -> None:
    with pytest.raises(UsageError):
        pair(words, "text")


def test_text_to_the_screen_and_sarif_to_a_file(shell: Shell) -> None:
    root = shell.plant(ERROR)
    expected = shell.run("--output-format", "sarif").out
    for words in (
        ("--output-format", "text", "--output-format", "sarif", "--output-file", "out.sarif"),
        ("--output-format", "sarif", "--output-file", "out.sarif", "--output-format", "text"),
    ):
        run = shell.run(*words)
        assert run.code == 1
        assert "1 error in 1 file" in run.out
        assert (root / "out.sarif").read_text("utf-8") == expected
        (root / "out.sarif").unlink()


def test_wrong_pairs_are_refused_before_anything_is_written(shell: Shell) -> None:
    root = shell.plant(ERROR)
    run = shell.run("--output-file", "a", "--output-file", "b")
    assert (run.code, run.out) == (4, "")
    assert run.err == "memlint: there are more --output-file than --output-format\n"
    assert not (root / "a").exists()


def test_a_file_that_cannot_be_written(shell: Shell) -> None:
    shell.plant(ERROR)
    run = shell.run("--output-file", "gone/report.txt")
    assert run.code == 4
    assert run.err == "memlint: gone/report.txt: No such file or directory\n"


def test_the_format_of_the_configuration(shell: Shell) -> None:
    shell.plant({**ERROR, "memlint.toml": 'output-format = "concise"\n'})
    assert shell.run().out.startswith("CLAUDE.md:1:5: error ")
    assert shell.run("--output-format", "text").out.startswith("CLAUDE.md\n  1:5  error")


@pytest.mark.parametrize("output_format", ["json", "sarif"])
def test_documents_are_documents_whatever_else_is_asked(shell: Shell, output_format: str) -> None:
    for tree, folder in ((ERROR, "bad"), (CLEAN, "good"), ({"README.md": ""}, "none")):
        root = shell.plant(tree, folder)
        flags = ("-q", "-v", "--statistics", "--durations", "3", "--color", "always", "-x")
        json.loads(shell.run("--output-format", output_format, *flags, cwd=root).out)


# --- colour


@pytest.mark.parametrize(
    ("words", "env", "coloured"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": ""}, False),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "always"], {}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
        (["--color", "auto"], {"FORCE_COLOR": "1"}, True),
        (["--output-format", "json", "--color", "always"], {}, False),
        (["--output-format", "sarif", "--color", "always"], {}, False),
        (["--output-format", "concise"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour(shell: Shell, words: list[str], env: dict[str, str], coloured: bool) -> None:
    shell.plant(ERROR)
    assert (ESCAPE in shell.run(*words, env=env).out) is coloured


def test_a_file_is_coloured_only_when_told(shell: Shell) -> None:
    root = shell.plant(ERROR)
    shell.run("--output-file", "plain.txt", env={"FORCE_COLOR": "1"})
    assert ESCAPE not in (root / "plain.txt").read_text()
    shell.run("--output-file", "painted.txt", "--color", "always")
    assert ESCAPE in (root / "painted.txt").read_text()


# --- more and less


def test_quiet_prints_the_last_line_only(shell: Shell) -> None:
    shell.plant(ERROR)
    run = shell.run("-q")
    assert run.code == 1
    assert re.fullmatch(r"1 error in 1 file \(\d\.\d\d s\)\n", run.out)


def test_verbose_names_root_configuration_and_files(shell: Shell) -> None:
    root = shell.plant(CLEAN)
    told = [line for line in shell.run("-v").err.splitlines() if not line.startswith("memlint: silent, ")]
    assert told == [
        f"memlint: root {root}, configuration none",
        "memlint: instructions CLAUDE.md",
        "memlint: imported docs/a.md",
    ]
    (root / "memlint.toml").write_text("")
    assert f"configuration {root}/memlint.toml" in shell.run("-v").err
    assert shell.run().err == ""


def test_statistics_count_by_rule(shell: Shell) -> None:
    shell.plant({**ERROR, "a/CLAUDE.md": "@gone.md\n", "memory/MEMORY.md": "- [a](a.md) — a glaze\n"})
    run = shell.run("--statistics")
    assert run.err.splitlines() == ["memlint:      2 imports/missing-target", "memlint:      1 index/dangling-entry"]
    assert "3 errors in 3 files" in run.out


def test_durations_of_the_slowest_rules(shell: Shell) -> None:
    shell.plant(CLEAN)
    assert len(shell.run("--durations", "3").err.splitlines()) == 3
    every = shell.run("--durations", "0").err.splitlines()
    assert len(every) > 10
    assert all(re.fullmatch(r"memlint: +\d+\.\d ms \w[\w-]*/[\w-]+", line) for line in every)
    assert shell.run().err == ""


@pytest.mark.parametrize(("words", "number"), [(["-x"], 1), (["--maxfail", "2"], 2), (["--maxfail=2"], 2)])
def test_stopping_early_is_said(shell: Shell, words: list[str], number: int) -> None:
    shell.plant({"CLAUDE.md": "@a.md @b.md @c.md @d.md\n"})
    run = shell.run(*words, "--output-format", "concise")
    assert run.code == 1
    assert run.out.count("imports/missing-target") == number
    assert run.err == f"memlint: stopped after {number}: {4 - number} more findings are not shown\n"


@pytest.mark.parametrize("words", [[], ["--maxfail", "0"], ["--maxfail", "4"], ["--maxfail", "9"]])
def test_not_stopping_early_says_nothing(shell: Shell, words: list[str]) -> None:
    shell.plant({"CLAUDE.md": "@a.md @b.md @c.md @d.md\n"})
    run = shell.run(*words, "--output-format", "concise")
    assert run.out.count("imports/missing-target") == 4
    assert run.err == ""


def test_stopping_early_hides_no_worse_severity_from_the_exit_code(shell: Shell) -> None:
    shell.plant({**WARNING, "z/CLAUDE.md": "@gone.md\n"})
    assert shell.run("-x", "--fail-on", "error").code == 1


# --- names that would break a terminal

NAMES = [
    b"two\nlines",
    b"bell\x07",
    b"not\xffutf8",
    "ze\u200bro".encode(),
    "rtl\u202e".encode(),
    b"a b'\"",
    "名".encode(),
]


def hostile(shell: Shell, name: bytes) -> bytes:
    """Plant a project with an error in a folder called ``name``."""
    folder = os.path.join(os.fsencode(shell.plant({"README.md": ""})), name)
    os.mkdir(folder)
    Path(os.fsdecode(folder), "CLAUDE.md").write_text("@gone.md\n")
    return folder


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("output_format", ["text", "concise", "json", "sarif"])
def test_hostile_names_in_every_format(shell: Shell, name: bytes, output_format: str) -> None:
    hostile(shell, name)
    run = shell.run("--output-format", output_format, "-v", "--statistics")
    assert run.code == 1
    for character in "\x07\u200b\u202e\udcff":
        assert character not in run.out + run.err
    if output_format == "concise":
        assert len(run.out.splitlines()) == 2
    if output_format == "json":
        (finding,) = json.loads(run.out)["findings"]
        expected = name.decode("utf-8", "backslashreplace") + "/CLAUDE.md"
        assert finding["path"] == expected
        finding["path"].encode()


def test_hostile_names_on_the_command_line(shell: Shell) -> None:
    folder = hostile(shell, b"not\xffutf8\n")
    for words in ((folder,), (os.path.join(folder, b"CLAUDE.md"),)):
        run = shell.run(*words, "--output-format", "concise")
        assert run.out.startswith("not\\xffutf8\\x0a/CLAUDE.md:1:1: error imports/missing-target")
    gone = shell.run(b"gone\xff\n")
    assert gone.code == 4
    assert gone.err.endswith("/gone\\xff\\x0a\n")
    assert shell.run("--collect-only").out == "instructions not\\xffutf8\\x0a/CLAUDE.md\n"


def test_a_narrow_terminal_loses_nothing(shell: Shell) -> None:
    shell.plant({"CLAUDE.md": "Siehe @größe/名.md\n"})
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for words in ((), ("--collect-only",), ("rule", "--all"), ("facts",)):
        run = shell.run(*words, env=ascii_only)
        assert run.code == (1 if not words else 0)
        assert run.out.isascii()
    assert "gr\\xf6\\xdfe/\\u540d.md" in shell.run(env=ascii_only).out


def test_a_secret_is_not_printed(shell: Shell) -> None:
    key = "gh" + "p_" + "a1B2" * 9
    shell.plant({"CLAUDE.md": f"Login with {key} at @docs/gone.md, or @docs/{key}.md\n"})
    for output_format in ("text", "concise", "json", "sarif"):
        run = shell.run("--output-format", output_format, "-v")
        assert run.code == 1
        assert key not in run.out + run.err
