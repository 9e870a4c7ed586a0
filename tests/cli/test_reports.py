"""Several reports of one run: --junitxml, the step summary of GitHub Actions, what is said of a report that is cut."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from memlint.config import FORMATS
from tests.cli.shell import CLEAN, ERROR, INFO, Shell


def cases(path: Path) -> list[list[str]]:
    """Return the tags in each test case of a JUnit report."""
    return [[child.tag for child in case] for case in ElementTree.parse(path).iter("testcase")]


def test_junitxml_is_written_beside_the_text(shell: Shell) -> None:
    root = shell.plant(ERROR)
    run = shell.run("--junitxml", "report.xml")
    assert run.code == 1
    assert run.out.startswith("CLAUDE.md\n  1:5  error")
    assert cases(root / "report.xml") == [["failure"]]


def test_junitxml_of_a_clean_run_has_a_passing_case(shell: Shell) -> None:
    root = shell.plant(CLEAN)
    assert shell.run("--junitxml", "report.xml").code == 0
    assert cases(root / "report.xml") == [[]]


def test_one_run_writes_many_reports(shell: Shell) -> None:
    root = shell.plant(ERROR)
    words = [word for each in FORMATS for word in ("--output-format", each, "--output-file", f"out.{each}")]
    run = shell.run(*words, "--junitxml", "report.xml")
    assert (run.code, run.out, run.err) == (1, "", "")
    assert (root / "out.junit").read_bytes() == (root / "report.xml").read_bytes()
    assert len(json.loads((root / "out.sarif").read_text())["runs"][0]["results"]) == 1


def test_two_reports_in_one_file_are_refused(shell: Shell) -> None:
    shell.plant(CLEAN)
    run = shell.run("--output-format", "json", "--output-file", "a", "--junitxml", "./a")
    assert (run.code, run.err) == (4, "memlint: two reports would go to one file\n")


def test_the_step_summary_is_added_to(shell: Shell) -> None:
    shell.plant(ERROR)
    summary = shell.base / "summary.md"
    summary.write_text("before\n")
    environment = {"GITHUB_STEP_SUMMARY": str(summary)}
    run = shell.run("--output-format", "github", env=environment)
    assert run.out.startswith("::error title=imports/missing-target,file=CLAUDE.md,line=1,col=5,endColumn=18::")
    assert summary.read_text().startswith("before\n### memlint: 1 error in 1 file")
    assert "| error | <code>CLAUDE.md" in summary.read_text()


@pytest.mark.parametrize(
    "words", [(), ("--output-format", "sarif"), ("--output-format", "github", "--output-file", "x")]
)
def test_other_reports_leave_the_step_summary_alone(shell: Shell, words: tuple[str, ...]) -> None:
    shell.plant(ERROR)
    summary = shell.base / "summary.md"
    shell.run(*words, env={"GITHUB_STEP_SUMMARY": str(summary)})
    assert not summary.exists()


def test_a_step_summary_that_cannot_be_written_is_said(shell: Shell) -> None:
    shell.plant(CLEAN)
    run = shell.run("--output-format", "github", env={"GITHUB_STEP_SUMMARY": str(shell.base / "gone" / "x")})
    assert run.code == 4
    assert "GITHUB_STEP_SUMMARY" in run.err


def test_what_a_report_leaves_out_is_said(shell: Shell) -> None:
    shell.plant(
        {
            "CLAUDE.md": "# A\n\n"
            + "".join(f"- Fire @cones/{number}.md, then @glazes/{number}.md\n" for number in range(190))
        }
    )
    run = shell.run("--output-format", "markdown", "--output-file", "summary.md")
    assert run.err.startswith("memlint: markdown: ")
    assert "findings are left out, the mildest ones" in run.err


@pytest.mark.parametrize("output_format", FORMATS)
def test_every_format_writes_a_clean_run_and_one_with_an_info(shell: Shell, output_format: str) -> None:
    shell.plant(CLEAN)
    run = shell.run("--output-format", output_format)
    assert (run.code, run.err) == (0, "")
    shell.plant(INFO)
    run = shell.run("--output-format", output_format)
    assert (run.code, run.err) == (0, "")
    assert run.out.endswith("\n")
