"""Reports of several projects put together, field by field."""

from __future__ import annotations

from memlint import Edit, Finding, Fix, Place, Report, Span
from memlint.engine.baseline import Outcome
from memlint.engine.merging import merge
from memlint.project.files import MemoryFile


def finding(path: str, start: int = 0, *edits: Edit) -> Finding:
    fix = Fix("mend it", edits) if edits else None
    related = (Place("b.md", Span(1, 2), "and here"),)
    return Finding(Span(start, start + 1), "gone", path, "error", related, fix=fix, rule="imports/cycle")


def report(root: str, **fields: object) -> Report:
    empty = Report((), root, (), {}, (), {}, 0.0)
    return empty._replace(**fields)  # type: ignore[arg-type]


def test_paths_of_another_project_become_whole_wherever_they_stand() -> None:
    edits = (Edit(Span(0, 1), "x"), Edit(Span(0, 1), "y", "../up/b.md"))
    one = report(
        "/one", findings=(finding("a.md", 3),), texts={"a.md": "A"}, files=(MemoryFile("a.md", "/one/a.md", "index"),)
    )
    other = report(
        "/two",
        findings=(finding("a.md", 0, *edits), finding("/etc/c.md")),
        texts={"a.md": "B"},
        files=(MemoryFile("a.md", "/two/a.md", "index"),),
        suppressed=(finding("s.md"),),
        ignored=(finding("i.md"),),
    )  # fmt: skip
    made = merge([one, other])
    assert [each.path for each in made.findings] == ["/etc/c.md", "/two/a.md", "a.md"]
    assert [each.related[0].path for each in made.findings] == ["/two/b.md", "/two/b.md", "b.md"]
    fix = made.findings[1].fix
    assert fix is not None
    assert [edit.path for edit in fix.edits] == ["", "/up/b.md"]  # one without a path is of the finding's own file
    assert made.texts == {"a.md": "A", "/two/a.md": "B"}
    assert [file.path for file in made.files] == ["/two/a.md", "a.md"]
    assert ([each.path for each in made.suppressed], [each.path for each in made.ignored]) == (
        ["/two/s.md"],
        ["/two/i.md"],
    )
    assert made.root == "/one"


def test_another_report_on_the_same_project_keeps_its_paths_and_tells_nothing_twice() -> None:
    """Such as that on the trees of others, which a run may add."""
    one, other = (report("/one", findings=(finding("a.md"),), files=(MemoryFile("a.md", "/one/a.md", "index"),)) for _ in "12")  # fmt: skip
    made = merge([one, other._replace(findings=(finding("a.md"), finding("a.md", 5)))])
    assert [(each.path, each.span.start) for each in made.findings] == [("a.md", 0), ("a.md", 5)]
    assert [file.path for file in made.files] == ["a.md"]


def test_times_add_up_and_input_lacks_only_where_it_does_everywhere() -> None:
    one = report("/one", durations={"a/b": 1.0, "c/d": 2.0}, unmet={"a/b": "index", "c/d": "agent"})
    other = report("/two", durations={"a/b": 4.0, "e/f": 8.0}, unmet={"a/b": "index", "e/f": "topic"})
    made = merge([one, other])
    assert made.durations == {"a/b": 5.0, "c/d": 2.0, "e/f": 8.0}
    assert made.unmet == {"a/b": "index"}


def test_what_is_known_is_told_of_all_but_there_is_no_baseline_in_common() -> None:
    known = Outcome((finding("k.md"),), 3, (), ())
    made = merge([report("/one", baseline=known), report("/two", baseline=known), report("/three")])
    assert made.baseline is not None
    assert [each.path for each in made.baseline.known] == ["k.md", "/two/k.md"]
    assert (made.baseline.stale, made.baseline.written, made.baseline.pruned) == (0, None, None)
    assert merge([report("/one"), report("/two", baseline=known)]).baseline is None
