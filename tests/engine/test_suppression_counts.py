"""How many findings each comment hides, and to what character it reaches."""

from __future__ import annotations

from datetime import date

import pytest

from memlint import Finding, Place, Span
from memlint.engine.registry import load
from memlint.engine.suppressions import Suppressions
from memlint.source.document import read
from tests.conftest import Linter
from tests.work import calls, counted

RULE, OTHER = "imports/missing-target", "links/broken-link"
TODAY = date(2026, 11, 30)


def finding(start: int, rule: str = RULE, path: str = "CLAUDE.md", related: tuple[Place, ...] = ()) -> Finding:
    return Finding(Span(start, start + 1), "gone", path, "error", related, rule=rule)


def hidden(text: str, *findings: Finding, counted: bool = True) -> list[tuple[int, list[str]]]:
    """Return for each comment how many findings it hides, and what is known of its names."""
    held = Suppressions([read(text, "CLAUDE.md")], load(), TODAY)
    held.split(list(findings), counted=counted)
    return [(told.hidden, [name.state for name in told.names]) for _, told in held.judged(frozenset(load()))]


def test_each_finding_counts() -> None:
    text = f"<!-- memlint-disable-next-line {RULE} -- why -->\n@a @b @c\n"
    at = text.index("@a")
    assert hidden(text) == [(0, ["unused"])]
    assert hidden(text, finding(at)) == [(1, ["used"])]
    assert hidden(text, finding(at), finding(at + 3), finding(at + 6)) == [(3, ["used"])]
    assert hidden(text, finding(at), finding(at + 3, OTHER)) == [(1, ["used"])]
    assert hidden(text, finding(at), counted=False) == [(0, ["used"])]


def test_names_are_judged_one_by_one() -> None:
    text = f"<!-- memlint-disable-next-line {RULE}, links, nothing/such -- why -->\n@a @b\n"
    at = text.index("@a")
    assert hidden(text, finding(at)) == [(1, ["used", "unused", "unknown"])]
    assert hidden(text, finding(at), finding(at, OTHER), finding(at + 3, OTHER)) == [(3, ["used", "used", "unknown"])]


def test_two_comments_hide_the_same() -> None:
    line = f"<!-- memlint-disable-next-line {RULE} -- why -->\n"
    text = f"{line}{line}@a\n"
    assert hidden(text, finding(text.index("@a"))) == [(1, ["used"]), (1, ["used"])]


@pytest.mark.parametrize(
    ("comment", "reached"),
    [
        (f"<!-- memlint-disable-next-line {RULE} -- w -->", "22"),
        (f"<!-- memlint-disable-file {RULE} -- w -->", "12223"),
        (f"<!-- memlint-disable {RULE} -- w -->", "2223"),
    ],
)
def test_the_first_and_the_last_character_that_it_reaches(comment: str, reached: str) -> None:
    text = f"1\n{comment}\n22\n\n2\n3"
    places = [at for at, letter in enumerate(text) if letter in "123"]
    held = Suppressions([read(text, "CLAUDE.md")], load(), TODAY)
    _, dropped = held.split([finding(at) for at in places])
    assert "".join(text[each.span.start] for each in dropped) == reached


def test_a_region_ends_where_the_next_end_stands() -> None:
    begin, end = f"<!-- memlint-disable {RULE} -- w -->", f"<!-- memlint-enable {RULE} -->"
    text = f"1\n{begin}\n2\n{end}\n3\n{begin}\n4\n"
    held = Suppressions([read(text, "CLAUDE.md")], load(), TODAY)
    _, dropped = held.split([finding(at) for at, letter in enumerate(text) if letter in "1234"])
    assert "".join(text[each.span.start] for each in dropped) == "24"


def test_a_finding_whose_other_places_are_all_hidden_is_hidden() -> None:
    text = f"a\n\n<!-- memlint-disable-next-line {RULE} -- why -->\nb\n"
    there, here = (
        Place("CLAUDE.md", Span(text.index("\nb") + 1, text.index("\nb") + 2), "x"),
        Place("x.md", Span(0, 1), "y"),
    )
    held = Suppressions([read(text, "CLAUDE.md")], load(), TODAY)
    kept, dropped = held.split([finding(0, related=(there,)), finding(0, related=(there, here))])
    assert [each.related for each in dropped] == [(there,)]
    assert [each.related for each in kept] == [(here,)]


def test_names_that_stand_there_often_are_worked_out_once() -> None:
    """One comment with 20,000 names held a run up for 8 seconds."""

    def judged(times: int) -> tuple[int, int]:
        text = "<!-- memlint-disable-line " + f"{RULE}, links, imports/gone, " * times + "-- why -->\nSee @a\n"
        held = Suppressions([read(text, "CLAUDE.md")], load(), TODAY)
        held.split([])
        ((_, told),) = held.judged(frozenset(load()))
        idle = tuple(name for name in told.names if name.state == "unused")
        counts, edits = counted(lambda: told.without(idle))
        assert edits[0].text == ", ".join(["imports/gone"] * times)
        known = [name.hint for name in told.names if name.state == "unknown"]
        assert len(known) == times
        return calls(lambda: list(held.judged(frozenset(load())))), counts.total()

    few, many = judged(10), judged(200)
    assert many[0] < 25 * few[0]
    assert many[1] < 25 * few[1]


def test_a_long_list_of_names_is_cut(lint: Linter) -> None:
    names = [name for name in load() if name.startswith(("imports/", "index/", "budget/"))]
    (told,) = lint(
        {"CLAUDE.md": f"<!-- memlint-disable-line {', '.join(names * 2)} -- why -->\nKiln.\n"},
        select=["suppress/unused", "imports", "index", "budget"],
    ).findings
    assert f", {names[9]} and {len(names) - 10} more: there is no such finding" in told.message
