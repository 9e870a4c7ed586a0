"""Workflow commands, read back as the runner reads them."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from memlint import Finding, Span
from memlint.engine.run import CRASH
from tests.report.reports import RULE, at, rendered, report, several, there


class Command(NamedTuple):
    """What the runner makes of a line."""

    name: str
    properties: dict[str, str]
    data: str


def _unescaped(text: str, *escapes: tuple[str, str]) -> str:
    for escape, character in (*escapes, ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(escape, character)
    return text


def command(line: str) -> Command | None:
    """Read a line as actions/runner does (ActionCommand.cs): None for one that is no command."""
    line = line.lstrip()
    if not line.startswith("::") or "::" not in line[2:]:
        return None
    head, _, data = line[2:].partition("::")
    name, _, rest = head.partition(" ")
    pairs = (part.split("=", 1) for part in rest.split(",") if part)
    properties = {key: _unescaped(value, ("%3A", ":"), ("%2C", ",")) for key, value in pairs}
    return Command(name, properties, _unescaped(data))


def commands(out: str) -> list[Command]:
    """Return the commands of an output."""
    return [found for line in out.splitlines() if (found := command(line))]


def test_an_annotation() -> None:
    text, other = "# A\n\nSee 日本 @gone.md\n", "x @gone.md\n"
    finding = at(text, "@gone.md", "100% gone", related=(there(other, "@gone.md", "also here", "b/CLAUDE.md"),))
    out = rendered(report([finding], {"CLAUDE.md": text, "b/CLAUDE.md": other}), "github")
    assert out == (
        "::error title=imports/missing-target,file=CLAUDE.md,line=3,col=8,endColumn=16"
        "::100%25 gone%0Ab/CLAUDE.md:1:3: also here\n"
        "1 error in 2 files (0.21 s)\n"
    )


@pytest.mark.parametrize(("severity", "name"), [("error", "error"), ("warning", "warning"), ("info", "notice")])
def test_levels(severity: str, name: str) -> None:
    (found,) = commands(rendered(report([at("x", "x", severity=severity)], {"CLAUDE.md": "x"}), "github"))
    assert found.name == name


@pytest.mark.parametrize(
    "path", ["a, b.md", "c:d.md", "e=f.md", "100%.md", "two\nlines.md", "%0A.md", "日本.md", "::x.md"]
)
def test_paths_come_back_as_they_are(path: str) -> None:
    (found,) = commands(rendered(report([Finding(Span(0, 0), "m", path, "error", rule=RULE)], {}), "github"))
    assert found.properties["file"] == path


def test_several_lines_have_no_columns() -> None:
    text = "a\nbc\nd\n"
    made = report([at(text, "bc\nd"), at(text, "bc\n")], {"CLAUDE.md": text})
    first, second = commands(rendered(made, "github"))
    assert first.properties == {"title": RULE, "file": "CLAUDE.md", "line": "2", "endLine": "3"}
    assert second.properties == {"title": RULE, "file": "CLAUDE.md", "line": "2", "col": "1"}


def test_a_crash_has_no_file() -> None:
    crash = Finding(Span(0, 0), "the rule x/y crashed here", ".", "error", rule=CRASH)
    (found,) = commands(rendered(report([crash], {}), "github"))
    assert found.properties == {"title": CRASH}


def test_ten_of_each_level_and_the_others_in_a_group() -> None:
    errors, warnings = several(12), several(11, "warning")
    made = errors._replace(findings=tuple(warnings.findings + errors.findings))
    lines = rendered(made, "github").splitlines()
    told = [found.name for line in lines if (found := command(line))]
    assert told == ["error"] * 10 + ["warning"] * 10 + ["group", "endgroup"]
    assert lines[20] == "::group::3 more findings, for which GitHub shows no annotations"
    assert lines[21] == "CLAUDE.md:11:12: error imports/missing-target message 10"
    assert lines[-1] == "12 errors, 11 warnings in 1 file (0.21 s)"


def test_what_is_left_over_starts_no_command() -> None:
    made = several(12)
    hostile = [finding._replace(path="::stop-commands::x", message="##[add-mask]y") for finding in made.findings]
    out = rendered(made._replace(findings=tuple(hostile)), "github")
    assert [found.name for found in commands(out)] == ["error"] * 10 + ["group", "endgroup"]
    assert "##[" not in out


def test_nothing_found_and_quiet() -> None:
    assert rendered(report([], {"CLAUDE.md": ""}), "github") == "no findings in 1 file (0.21 s)\n"
    assert rendered(several(3), "github", quiet=True) == "3 errors in 1 file (0.21 s)\n"
