"""What is true of every project: trees of files with random names, kinds, contents, links, circles and odd bytes."""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint import Finding, Report, Settings, check
from memlint.config import FORMATS
from memlint.engine.run import CRASH
from memlint.report import render

steady = settings(
    max_examples=60,
)
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="names and links of POSIX")

#: Files as bytes by path; a link is the text that it leads to.
Tree: TypeAlias = dict[bytes, "bytes | str"]

FOLDERS = [
    b"",
    b"docs/",
    b"pkg/",
    b"memory/",
    b".claude/",
    b".claude/rules/",
    b".claude/agents/",
    b".claude/agent-memory/a/",
]
NAMES = [
    *(b"CLAUDE.md", b"CLAUDE.local.md", b"AGENTS.md", b"MEMORY.md", b"a.md", b"b.md", b"A.md", b"c d.md", b"kiln.py"),
    *(
        b"settings.json",
        b"package.json",
        b".gitignore",
        b"memlint-notes.md",
        b"x\ny.md",
        b"\xff\xfe.md",
        b"\xe6\x96\x87.md",
    ),
    *(b"-v.md", b"::error::.md", b"a.md.", b"[a].md", b"{a,b}.md", b"*.md", b"~", b"\xe2\x80\xae.md", b"e\xcc\x81.md"),
]
LINES = [
    *(
        "# Rules",
        "## Firing",
        "",
        "---",
        "Use 4 spaces.",
        "Use tabs.",
        "- Never fire the kiln.",
        "Always run `npm test`.",
    ),
    *("@docs/a.md", "@a.md", "@../CLAUDE.md", "@~/x.md", "@gone.md", "@pkg/", "See @docs/a.md, and ask.", "@CLAUDE.md"),
    *("- [A](a.md) — which glaze", "- [B](b.md)", "[[a]]", "[[gone]]", "[x](docs/a.md#y)", "[r]: b.md", "![i](i.png)"),
    *(
        "name: a",
        "description: A note",
        "metadata:",
        "  type: project",
        "paths: '**/*.py'",
        "paths: [docs/**]",
        "a: [",
        "x: &y z",
    ),
    *(
        "<!-- memlint-disable imports -->",
        "<!-- memlint-enable imports -->",
        "<!-- BEGIN x -->",
        "<!-- END x -->",
        "<!--",
        "-->",
    ),
    *(
        "<!-- memlint-disable-next-line all -- why -->",
        "```",
        "| a | b |",
        "|---|---|",
        "> quoted",
        "    code",
        "1. one",
        "  - two",
    ),
    *(
        "We moved it last week.",
        "token = 'kJ8dxQ2zPq7Lw3'",
        "Use `src/kiln.py`.",
        "/home/dana/kiln",
        "Use the a agent.",
        "\u202eabc",
    ),
    *(
        '{"hooks": {}, "claudeMdExcludes": ["docs/**"]}',
        '{"scripts": {"test": "x"}}',
        "*.md",
        "!a.md",
        "\ufeff",
        "\0",
        "\r",
        "e\u0301",
    ),
]
paths = st.builds(bytes.__add__, st.sampled_from(FOLDERS), st.sampled_from(NAMES))
texts = st.lists(st.sampled_from(LINES), max_size=14).map("\n".join)
headed = st.builds("---\nname: {}\ndescription: A note\nmetadata:\n  type: {}\n---\n{}\n".format, st.sampled_from("ab"),
                   st.sampled_from(["project", "user", "x"]), texts)  # fmt: skip
data = st.one_of(
    texts.map(str.encode),
    headed.map(str.encode),
    texts.map(lambda text: text.replace("\n", "\r\n").encode()),
    texts.map(lambda text: b"\xef\xbb\xbf" + text.encode()),
    st.binary(max_size=60),
)
links = st.builds(os.fsdecode, st.one_of(paths, st.sampled_from([b".", b"..", b"docs", b"/dev/null", b"gone"])))
trees = st.dictionaries(paths, st.one_of(data, data, data, links), max_size=9)


@contextmanager
def planted(tree: Tree) -> Iterator[Path]:
    """Put ``tree`` on disk; a name that cannot be, as a folder is there, is left out."""
    base = Path(tempfile.mkdtemp(prefix="memlint-any-"))
    root = base / "p"
    (root / ".git").mkdir(parents=True)
    try:
        for name, held in tree.items():
            place = root / os.fsdecode(name)
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
                if isinstance(held, bytes):
                    place.write_bytes(held)
                else:
                    place.symlink_to(os.path.relpath(root / held, place.parent) if held[:1] != "/" else held)
            except OSError:
                continue
        yield root
    finally:
        shutil.rmtree(base, ignore_errors=True)


def linted(root: Path, *paths: Path) -> Report:
    return check(
        paths or [root], root=root, home=root.parent / "home", select=["all"], settings=Settings(today="2026-11-30")
    )


def assert_sound(report: Report) -> None:
    """No rule crashes, every place is in its file, and the order is that of reports."""
    for finding in (*report.findings, *report.suppressed):
        assert finding.rule != CRASH, finding.message
        for path, span in [(finding.path, finding.span), *((place.path, place.span) for place in finding.related)]:
            assert 0 <= span.start <= span.end
            assert span.end == 0 or span.end <= len(report.texts[path]), (finding.rule, path, span)
    assert list(report.findings) == sorted(
        report.findings, key=lambda each: (each.path, each.span, each.rule, each.message)
    )


@steady
@given(trees)
def test_any_project_is_linted(tree: Tree) -> None:
    with planted(tree) as root:
        report = linted(root)
        assert_sound(report)
        assert linted(root)._replace(seconds=0, durations={}) == report._replace(seconds=0, durations={})
        for form in FORMATS:
            for line in render(report, form):
                line.encode()


@steady
@given(trees, st.integers(0, 1000))
def test_the_order_of_paths_does_not_count(tree: Tree, seed: int) -> None:
    with planted(tree) as root:
        report = linted(root)
        asked = sorted({Path(file.real) for file in report.files if not os.path.islink(file.real)})
        if not asked:
            return
        shuffled = [*asked, *asked[:1]]
        random.Random(seed).shuffle(shuffled)
        assert linted(root, *asked).findings == linted(root, *shuffled).findings


@steady
@given(trees, st.integers(0, 1000))
def test_one_file_gets_the_findings_that_the_whole_gives_it(tree: Tree, number: int) -> None:
    with planted(tree) as root:
        report = linted(root)
        files = [file for file in report.files if not file.twins]
        if not files:
            return
        file = files[number % len(files)]
        assert about(linted(root, root / file.path).findings, file.path) == about(report.findings, file.path)


def about(findings: tuple[Finding, ...], path: str) -> list[Finding]:
    return [finding for finding in findings if finding.path == path]


@steady
@given(trees, trees)
def test_a_tree_that_changes_while_it_is_linted(before: Tree, after: Tree) -> None:
    """Files vanish, change and come between two rules: what is found then may be of either, and nothing breaks."""
    with planted(before) as root:
        calls = 0

        def change(_: object) -> None:
            nonlocal calls
            calls += 1
            if calls % 20 == 3:
                for name, held in after.items():
                    place = root / os.fsdecode(name)
                    if place.is_symlink() or place.is_file():
                        place.unlink()
                    elif place.is_dir():
                        shutil.rmtree(place)
                    elif place.parent.is_dir() and isinstance(held, bytes):
                        place.write_bytes(held)

        report = check([root], root=root, home=root.parent / "home", select=["all"], before=change)
        assert [finding.message for finding in report.findings if finding.rule == CRASH] == []
