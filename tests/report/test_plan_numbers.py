"""The numbers of the plan, recomputed from hand-stripped text with nothing of memlint's own.

Every file is written as pairs of what the loader keeps and what it takes away, so that the text that loads is known
without stripping anything.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.report.plans import document

MAX_LINES, MAX_SIZE = 200, 25_000
BASE = {"CLAUDE.md": "See @docs/notes.md\n", ".claude/agents/planner.md": "---\nname: planner\n---\nx\n"}
INDEX = ".claude/agent-memory/planner/MEMORY.md"
PLACES = ("CLAUDE.md", "docs/notes.md", ".claude/rules/style.md", "pkg/CLAUDE.local.md", INDEX)


class File(NamedTuple):
    """A file's bytes and the text of it that the loader keeps, before any cut."""

    data: bytes
    kept: str


class Gone(str):
    """A part that the loader takes away."""


def made(*parts: str, bom: bool = False) -> File:
    """Put a file together from its parts."""
    kept = "".join(part for part in parts if not isinstance(part, Gone))
    return File((b"\xef\xbb\xbf" if bom else b"") + "".join(parts).encode(), kept.strip())


HEADER = Gone("---\nname: x\ndescription: a — b\n---\n")
COMMENT = Gone("<!-- note\nfor people 🙂 -->\n")
FILES = {
    "plain": made("# Title\n\nText\n"),
    "no-final-newline": made("# Title\n\nText"),
    "one-line": made("x"),
    "blank-lines-around": made("\n\n  \n# Title\n\n\n\n"),
    "header": made(HEADER, "# Title\nText\n"),
    "header-and-blank-lines": made(HEADER, "\n\n# Title\nText\n\n"),
    "comment-first": made(COMMENT, "# Title\nText\n"),
    "comment-last": made("# Title\nText\n\n", COMMENT),
    "comment-between": made("# Title\n\n", COMMENT, "Text\n"),
    "header-and-comments": made(HEADER, COMMENT, "# Title\n\n", COMMENT, "Text\n\n", COMMENT),
    "comment-in-code": made("```html\n<!-- kept -->\n```\n"),
    "comment-in-a-line": made("Text <!-- kept --> text\n"),
    "comment-that-never-closes": made("# Title\n\n<!-- kept\ntext\n"),
    "crlf": made("# Title\r\n\r\nText\r\n"),
    "crlf-header": made(Gone("---\r\nname: x\r\n---\r\n"), "# Title\r\nText\r\n"),
    "crlf-comment": made(Gone("<!-- note -->\r\n"), "# Title\r\nText\r\n"),
    "bom": made("# Title\nText\n", bom=True),
    "cjk": made("# 标题\n\n这是一个规则。\n한국어 규칙\n"),
    "emoji": made("# 🙂🙂\n\n👨‍👩‍👧‍👦 e\u0301 ﷽\n"),
    "everything": made(HEADER, COMMENT, "# 标题 🙂\r\n\r\n", COMMENT, "Text é\r\nlast"),
    "empty": made(""),
    "blank": made("\n \n\t\n"),
    "only-a-comment": made(COMMENT),
    "only-a-header": made(HEADER),
    "exactly-200-lines": made("- line\n" * 200),
    "form-feeds-are-no-newlines": made("a\x0cb\x0bc\u2028d\x85e\n"),
}


def wc(text: str) -> tuple[int, int, int]:
    """Count lines, where a final newline starts no other, UTF-8 bytes and UTF-16 units."""
    lines = text.count("\n") + (1 if text and text[-1] != "\n" else 0)
    return lines, len(text.encode()), len(text.encode("utf-16-le")) // 2


def planted(base: Path, path: str, file: File) -> dict[str, Any]:
    """Return the plan's entry for ``file`` at ``path``."""
    place = base / "project" / path
    place.parent.mkdir(parents=True)
    (base / "project/pkg").mkdir(exist_ok=True)
    place.write_bytes(file.data)
    others = {name: text for name, text in BASE.items() if name != path}
    files = [entry for entry in document(base, others)["files"] if entry["path"] == path]
    return dict(files[0])


@pytest.mark.parametrize("path", PLACES)
@pytest.mark.parametrize("name", FILES)
def test_sizes(tmp_path: Path, name: str, path: str) -> None:
    file = FILES[name]
    entry = planted(tmp_path, path, file)
    disk = file.data.decode()  # a byte order mark is a character of it
    lines, size, units = wc(disk)
    assert (entry["lines"], entry["bytes"], entry["utf16"], entry["chars"]) == (lines, size, units, len(disk))
    loaded = (entry["loaded_lines"], entry["loaded_bytes"], entry["loaded_utf16"])
    assert loaded == wc(file.kept)
    assert (entry["contributes"], entry["why_not"]) == ((True, None) if file.kept else (False, "empty"))


# --- cuts


def cut(kept: str) -> tuple[str, int]:
    """Cut as SPEC 4.3 says: 200 lines, then the last newline at or before 25,000 UTF-16 units; with lines lost."""
    every = kept.split("\n")
    head = "\n".join(every[:MAX_LINES])
    units = head.encode("utf-16-le")
    if len(units) // 2 > MAX_SIZE:
        part = units[: (MAX_SIZE + 1) * 2].decode("utf-16-le", "ignore")
        head = part[: part.rindex("\n")] if "\n" in part else units[: MAX_SIZE * 2].decode("utf-16-le", "ignore")
    return head, len(every) - len(head.split("\n"))


ENTRY = "- [Title](file.md) — {}\n"
CUTS = {
    "201-lines": made("- line\n" * 201),
    "201-lines-no-final-newline": made("- line\n" * 200 + "last"),
    "header-does-not-count": made(HEADER, "- line\n" * 230),
    "comments-do-not-count": made("- a\n" * 150 + "\n", COMMENT, "- b\n" * 150),
    "by-size": made(ENTRY.format("h" * 230) * 120),
    "by-size-after-the-lines": made(ENTRY.format("h" * 130) * 230),
    "by-lines-though-large-below": made("- x\n" * 200 + ENTRY.format("h" * 30_000)),
    "emoji-are-two-units": made(ENTRY.format("🙂" * 100) * 130),
    "ideographs-are-one": made(ENTRY.format("记忆" * 80) * 180),
    "crlf": made("- line\r\n" * 230),
    "size-with-comments": made(HEADER, ENTRY.format("a" * 200) * 60, "\n", COMMENT, ENTRY.format("b" * 200) * 90),
    "first-line-too-long": made("x" * 26_000 + "\n- y\n"),
    "one-unit-over": made("x" * 24_990 + "\n" + "y" * 10),
    "newline-at-the-limit": made("x" * 25_000 + "\n" + "y" * 10),
    "blank-lines-at-the-cut": made("- x\n" * 199 + "\n\n\n\n- lost\n"),
}


@pytest.mark.parametrize("name", CUTS)
def test_cuts(tmp_path: Path, name: str) -> None:
    file = CUTS[name]
    entry = planted(tmp_path, INDEX, file)
    head, lost = cut(file.kept)
    loaded = (entry["loaded_lines"], entry["loaded_bytes"], entry["loaded_utf16"])
    assert loaded == (head.count("\n") + 1, *wc(head)[1:])
    assert (entry["contributes"], entry["why_not"]) == (True, "cut")
    assert f"{lost} line" in entry["detail"]
    first = file.kept[len(head) :].strip().split("\n")[0].split()  # shown in whole words
    assert " ".join(word for word in first if len(word) < 40)[:20] in entry["detail"]


@pytest.mark.parametrize("name", ["exactly-200-lines", "plain", "everything"])
def test_no_cut(tmp_path: Path, name: str) -> None:
    assert cut(FILES[name].kept) == (FILES[name].kept, 0)
    assert planted(tmp_path, INDEX, FILES[name])["why_not"] is None


def test_totals_are_sums(tmp_path: Path) -> None:
    root = tmp_path / "project"
    launch = {"CLAUDE.md": FILES["header"], ".claude/CLAUDE.md": FILES["cjk"], "CLAUDE.local.md": FILES["emoji"]}
    later = {"pkg/CLAUDE.md": FILES["crlf"], "pkg/deep/CLAUDE.md": FILES["empty"], "other/CLAUDE.md": FILES["bom"]}
    for path, file in (launch | later).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(file.data)
    totals = document(tmp_path, {})["totals"]
    for moment, files in (("launch", launch), ("directory", later)):
        sizes = [wc(file.kept) for file in files.values() if file.kept]
        found = totals[moment]
        assert (found["files"], found["lines"], found["bytes"], found["utf16"]) == (
            len(sizes),
            *map(sum, zip(*sizes, strict=True)),
        )
    assert totals["lost"] == 1
