"""What the budget rules say: numbers, lost lines and wording; and sizes that no case file can hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memlint import Finding, check
from memlint.engine.docs import sections
from tests.conftest import Linter
from tests.rules.test_cases import CASES, configured
from tests.trees import plant

ENTRY = "- [Glaze](kiln:glaze) — how the blue glaze is fired\n"
BUDGET = sorted((CASES / "budget").rglob("*.txt"))


def only(lint: Linter, files: dict[str, str], rule: str) -> Finding:
    (finding,) = lint(files, select=[f"budget/{rule}"]).findings
    return finding


def test_each_lost_line_is_named(lint: Linter) -> None:
    """Case 1: the newest entries stand at the end, so they are the ones that are lost."""
    newest = "".join(f"- [Firing {number}](kiln:{number}) — what went wrong\n" for number in range(201, 239))
    finding = only(lint, {"memory/MEMORY.md": ENTRY * 200 + newest}, "index-over-limit")
    assert finding.message == ("238 lines, 200 load: 38 lines of text are never seen; the first one lost is line 201")
    assert len(finding.related) == 38
    assert finding.related[0].message == "lost: - [Firing 201](kiln:201) — what went wrong"
    assert finding.related[-1].message == "lost: - [Firing 238](kiln:238) — what went wrong"


def test_lost_lines_past_the_option_are_counted(lint: Linter) -> None:
    finding = only(lint, {"memory/MEMORY.md": ENTRY * 350}, "index-over-limit")
    assert len(finding.related) == 101
    assert finding.related[-1].message == "and 50 more lines, to the end"


@pytest.mark.parametrize(
    ("text", "severity", "words"),
    [
        pytest.param("x" * 99 + "\n", "", "", id="under both"),
        pytest.param(ENTRY * 201, "error", "201 lines, 200 load: 1 line of text is never seen", id="lines only"),
        pytest.param(
            ("x" * 249 + "\n") * 110,
            "error",
            "27,499 UTF-16 units (26.9KB), 25,000 (24.4KB) load, which is 100 lines: 10 lines of text",
            id="size only",
        ),
        pytest.param(
            ("x" * 110 + "\n") * 260,
            "error",
            "260 lines, 200 load (the lines bind; 28,859 UTF-16 units are over 25,000 too): 60 lines",
            id="over both, lines bind",
        ),
        pytest.param(
            ("x" * 150 + "\n") * 260,
            "error",
            "25,000 (24.4KB) load, which is 165 lines (the size binds; 260 lines are over 200 too): 95 lines",
            id="over both, size binds",
        ),
        pytest.param(
            ("窑" * 100 + "\n") * 100, "warning", "30,099 UTF-8 bytes (29.4KB) are over the limit", id="bytes only"
        ),
        pytest.param("x" * 30_000, "error", "load, which is not even the first line: 1 line of text", id="one line"),
        pytest.param(("窑" * 122 + "\n") * 200, "warning", "24,599 UTF-16 units are not", id="case 3, ideographs"),
        pytest.param(("🔥" * 126 + "\n") * 199, "error", "which is 98 lines: 101 lines", id="case 3, emoji"),
    ],
)
def test_limits_apart_and_together(lint: Linter, text: str, severity: str, words: str) -> None:
    """Cases 2, 3 and 5."""
    findings = lint({"memory/MEMORY.md": text}, select=["budget/index-over-limit"]).findings
    assert [finding.severity for finding in findings] == ([severity] if severity else [])
    assert all(words in finding.message for finding in findings)


def test_disguised_header_hides_nothing(lint: Linter) -> None:
    """Case 4: a rule line at the top that nothing closes is no header."""
    assert only(lint, {"memory/MEMORY.md": "---\n" + ENTRY * 240}, "index-over-limit").severity == "error"


def test_near_the_limit_both_measures_are_told(lint: Linter) -> None:
    """Case 7, with the sizes as the product prints them: KB of 1024, and the goal of its reminder."""
    text = ("x" * 159 + "\n") * 140
    finding = only(lint, {"memory/MEMORY.md": text}, "index-near-limit")
    assert finding.message.startswith(
        "22,399 of 25,000 bytes (21.9KB of 24.4KB, 90%) load, and 140 of 200 lines (70%): all is seen"
    )
    assert finding.message.endswith("names 17.1KB as its goal")


def test_large_files_are_told_by_section(lint: Linter) -> None:
    """Case 9: which part of an assembled file is the large one."""
    text = "# Kiln\n\n## Glazes\n" + "- Note it.\n" * 150 + "\n## Cones\n- Note it.\n\n## Clay\n" + "- Note it.\n" * 60
    finding = only(lint, {"CLAUDE.md": "<!-- Generated. Do not edit. -->\n" + text}, "instructions-too-long")
    assert [place.message for place in finding.related] == [
        "1,659 units in 151 lines of this section",
        "667 units in 61 lines of this section",
        "19 units in 2 lines of this section",
    ]


def test_startup_total_names_the_largest_first(lint: Linter) -> None:
    """Case 10: ten files that are short each."""
    files = {f".claude/rules/{number:02}.md": f"- Rule {number:02}.\n" * (80 + number) for number in range(40, 60)}
    finding = only(lint, {"CLAUDE.md": ("x" * 99 + "\n") * 190, **files}, "startup-total")
    assert finding.path == "CLAUDE.md"
    assert [place.path for place in finding.related[:3]] == ["CLAUDE.md", ".claude/rules/59.md", ".claude/rules/58.md"]
    assert len(finding.related) == 11
    assert finding.related[0].message == "18,999 units, 40%"
    assert finding.related[-1].message.startswith("and 11 smaller files with ")
    assert finding.message.endswith("tokens by estimate")


@pytest.mark.parametrize(("number", "found"), [(200, 0), (201, 1)])
def test_recall_looks_at_200_topics(lint: Linter, number: int, found: int) -> None:
    files = {f"memory/firing-{each}.md": "It went well.\n" for each in range(number)}
    findings = lint(files | {"memory/MEMORY.md": ENTRY}, select=["budget/too-many-topics"]).findings
    assert len(findings) == found
    assert all("201 topic files" in each.message and "so 1 older one cannot" in each.message for each in findings)


def test_header_of_more_than_64_kib(lint: Linter) -> None:
    header = "---\nname: glaze\ndescription: The blue glaze\ntype: project\n# {}\n---\nIt runs.\n"
    files = {"memory/MEMORY.md": ENTRY, "memory/glaze.md": header.format("窑" * 22_000)}
    assert "recall reads the first 65,536" in only(lint, files, "header-too-long").message
    files["memory/glaze.md"] = header.format("窑" * 21_000)
    assert not lint(files, select=["budget/header-too-long"]).findings


@pytest.mark.parametrize("case", BUDGET, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_nothing_is_proposed_to_be_deleted(case: Path, tmp_path: Path) -> None:
    """Case 16: a nag made an agent drop entries that mattered."""
    files = sections(case.read_text("utf-8"))
    del files["expect"]
    base = plant(tmp_path / "project", files)
    report = check([base], root=base, home=tmp_path / "home", select=["budget"], settings=configured(base))
    for finding in report.findings:
        words = " ".join(
            (finding.message, *(place.message for place in finding.related if "lost:" not in place.message))
        )
        assert not re.search(r"(?i)\b(?:delet|remov|trim|drop|prun|shrink|compact|must|should)\w*", words), words


def test_thousands_of_entries_take_no_time(lint: Linter) -> None:
    """Lines and entries are counted once, also when all of them stand on one line."""
    long = " ".join(f"[a{number}](glaze-{number}.md)" for number in range(20_000))
    text = f"{long}\n" + "".join(f"- [Glaze {n}](glaze-{n}.md) — {'how it is fired ' * 20}\n" for n in range(5_000))
    report = lint({"memory/MEMORY.md": text}, select=["budget"])
    assert sum(report.durations.values()) < 2
    assert {finding.rule for finding in report.findings} == {"budget/index-over-limit", "budget/index-line-too-long"}
