"""content/relative-date where a tree is not enough: its fix, what git knows, and hostile text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint import Finding, Report, Settings
from tests.conftest import Linter, told
from tests.project.repositories import git, repository
from tests.trees import plant
from tests.work import counted

RULE = "content/relative-date"
HEADER = "---\nname: kiln\ndescription: Which kiln fires what\nmetadata:\n  type: project\n  modified: 2026-03-18T09:00:00.000Z\n---\n"
INDEX = "- [Kiln](kiln.md) — which one fires\n"
TODAY = Settings(today="2026-11-30")


def found(lint: Linter, text: str) -> tuple[Finding, ...]:
    report: Report = lint({"memory/MEMORY.md": INDEX, "memory/kiln.md": text}, select=[RULE], settings=TODAY)
    return report.findings


def fixed(text: str, findings: tuple[Finding, ...]) -> str:
    for finding in reversed(findings):
        for edit in finding.fix.edits if finding.fix else ():
            text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def test_the_fix_writes_the_time_and_then_is_quiet(tmp_path: Path, lint: Linter) -> None:
    text = HEADER + "The sensor broke **yesterday**.\n\n- Sold the wheel last\n  week; it was recently cleaned.\n"
    findings = found(lint, text)
    assert [finding.fix and finding.fix.safety for finding in findings] == ["unsafe", "unsafe", None]
    better = fixed(text, findings)
    assert (
        better == HEADER + "The sensor broke **2026-03-17**.\n\n- Sold the wheel 2026-W11; it was recently cleaned.\n"
    )
    assert found(lint, better) == ()


@pytest.mark.parametrize("quote", ["", '"', "'"])
def test_the_description_that_recall_sees(lint: Linter, quote: str) -> None:
    text = HEADER.replace("Which kiln fires what", f"{quote}The small kiln was rewired last week{quote}") + "Cone 6.\n"
    (finding,) = found(lint, text)
    assert text[slice(*finding.span)] == "last week"
    assert "The small kiln was rewired 2026-W11" in fixed(text, (finding,))
    assert found(lint, text.replace("last week", "last week (2026-W11)")) == ()


@pytest.mark.parametrize(
    "text",
    [
        "The kiln broke on Friday the 13th.",
        "We switched a month ago today.",
        "We switched a week ago Friday.",
        "We moved the kiln yesterday evening.",
        "The kiln broke last Monday night.",
        "We rewired it in the last week.",
        "Gestern Abend haben wir umgestellt.",
        "昨天晚上我们迁移了。",
        "Ayer por la noche cambiamos el horno.",
    ],
)
def test_words_that_say_more_than_a_date_are_left_to_the_author(lint: Linter, text: str) -> None:
    findings = found(lint, f"{HEADER}{text}\n")
    assert findings
    assert [finding.fix for finding in findings] == [None] * len(findings)


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("Gestern haben wir umgestellt.", "2026-03-17 haben wir umgestellt."),
        ("Mañana cambiaremos el horno.", "2026-03-19 cambiaremos el horno."),
        ("Morgen stellen wir um.", "2026-03-19 stellen wir um."),
    ],
)
def test_words_that_are_a_day_and_a_part_of_one(lint: Linter, text: str, better: str) -> None:
    assert fixed(f"{HEADER}{text}\n", found(lint, f"{HEADER}{text}\n")) == f"{HEADER}{better}\n"


def test_a_time_zone_moves_the_day(lint: Linter) -> None:
    header = HEADER.replace("2026-03-18T09:00:00.000Z", "2026-03-18T23:30:00-05:00")
    (finding,) = found(lint, header + "The sensor broke yesterday.\n")
    assert finding.fix is not None
    assert finding.fix.edits[0].text == "2026-03-18"


def commit(base: Path, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_DATE", f"{day}T20:00:00-0800")
    git(base, "add", "-A")
    git(base, "commit", "-q", "-m", "notes")


def test_the_commit_of_the_line_tells_when(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lint: Linter) -> None:
    """The day is the author's own, and that of this line, not of the last commit of the file."""
    base = repository(tmp_path / "project", {"memory/MEMORY.md": INDEX})
    path = base / "memory" / "kiln.md"
    path.write_text("It was rewired last week.\n")
    commit(base, "2026-03-18", monkeypatch)
    path.write_text("# Kiln\n\nIt was rewired last week.\n\nThe sensor broke yesterday.\n")
    commit(base, "2026-05-04", monkeypatch)
    path.write_text(path.read_text() + "\nThe shelf broke yesterday, says Mira.\n")
    first, second, third = found(lint, path.read_text())
    assert [each.fix.edits[0].text for each in (first, second) if each.fix] == ["2026-W11", "2026-05-03"]
    assert "written on 2026-03-18, 257 days ago" in first.message
    assert third.fix is None  # not committed: who knows
    assert "nothing tells when it was written" in third.message


def test_a_clone_cut_short_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lint: Linter) -> None:
    base = repository(tmp_path / "whole", {"memory/MEMORY.md": INDEX, "memory/kiln.md": "It was rewired last week.\n"})
    commit(base, "2026-03-18", monkeypatch)
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{base}", str(tmp_path / "project"))
    (finding,) = found(lint, "It was rewired last week.\n")
    assert finding.fix is None


def test_git_is_asked_only_where_there_is_something_to_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lint: Linter
) -> None:
    from memlint.project.git import Git

    asked: list[str] = []

    def written(self: Git, path: str) -> dict[str, str]:
        asked.append(path)
        return {}

    monkeypatch.setattr(Git, "written", written)
    assert found(lint, "The kiln fires on Tuesdays. Show what was fired yesterday.\n") == ()
    assert found(lint, HEADER + "The kiln broke yesterday.\n")
    assert asked == []
    found(lint, "The kiln broke yesterday.\n\nWe sold the wheel last week.\n")
    assert asked == ["memory/kiln.md"]


def test_severity_by_kind(lint: Linter) -> None:
    line = "We moved the recipes last week.\n"
    report = lint(
        {
            "CLAUDE.md": f"See @notes.md\n\n{line}",
            "notes.md": line,
            ".claude/rules/clay.md": line,
            "memory/MEMORY.md": f"{INDEX}- {line}",
            "memory/kiln.md": HEADER + line,
        },
        select=[RULE],
        settings=TODAY,
    )
    assert told(report) == [
        f".claude/rules/clay.md:1:22 info {RULE}",
        f"CLAUDE.md:3:22 info {RULE}",
        f"memory/MEMORY.md:2:24 info {RULE}",
        f"memory/kiln.md:8:22 warning {RULE}",
        f"notes.md:1:22 info {RULE}",
    ]


PARTS = (
    "We sold it last week. ",
    "`",
    "*",
    "\n",
    "\n\n",
    "- ",
    "> ",
    "[a](b) ",
    '"',
    "2026-03-01 ",
    "yesterday ",
    "was ",
    "昨天",
    "了。",
    "<!--",
    "-->",
    "|",
    "\r\n",
    "# ",
    "…",
)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(PARTS), max_size=24))
def test_spans_are_the_words_whatever_stands_around(lint: Linter, parts: list[str]) -> None:
    text = HEADER + "".join(parts)
    for finding in found(lint, text):
        words = text[slice(*finding.span)]
        assert " ".join(words.split()).lower() in ("last week", "yesterday", "昨天")
        assert finding.message.startswith(f'"{" ".join(words.split())}"')
        assert finding.fix is not None
        assert [edit.span for edit in finding.fix.edits] == [finding.span]


def test_work_grows_as_the_file(tmp_path: Path) -> None:
    from memlint import check

    def work(count: int) -> int:
        line = "We moved [recipe](https://example.org) `{0}` last week, said Mira.\n\n"
        text = HEADER + "".join(line.format(number) for number in range(count))
        base = plant(tmp_path / str(count), {"memory/MEMORY.md": INDEX, "memory/kiln.md": text})
        counts, report = counted(lambda: check([base], root=base, home=tmp_path, select=[RULE], settings=TODAY))
        assert len(report.findings) == count
        return counts.total()

    work(10)  # tables are loaded
    assert work(800) < 6 * work(200)


def test_the_last_day_of_all_has_no_tomorrow(lint: Linter) -> None:
    last = Settings(today="9999-12-31")
    files = {"memory/MEMORY.md": INDEX, "memory/kiln.md": HEADER + "The sensor broke yesterday.\n"}
    rules = [RULE, "frontmatter/modified-in-future"]
    assert told(lint(files, select=rules, settings=last)) == [f"memory/kiln.md:8:18 warning {RULE}"]
