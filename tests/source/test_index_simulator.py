"""The simulated load of an index against a second computation that shares nothing with it (SPEC 4.3, R4).

A generated index is put together from parts that know themselves whether they load: headers, comments and what stands
between them. What should load, and where it should stop, is then worked out from those parts character by character,
without looking for headers or comments, without regular expressions and without encoding anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint.source.document import Document, parse
from memlint.source.measure import Cut

MAX_LINES, MAX_SIZE = 200, 25_000  # what the product loads
REAL, SMALL = 1_200, 800  # generated indexes in all: 2,000
Unit = Literal["utf-16", "utf-8"]

# What JavaScript's trim() takes away (ECMA-262, WhiteSpace and LineTerminator).
BLANK = {0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F}
BLANK |= {0x3000, 0xFEFF}


class Piece(NamedTuple):
    """Some text of a file and whether the loader keeps it."""

    text: str
    kept: bool


class Content(NamedTuple):
    """What loads of a whole file, and where each of its characters stands in the file."""

    text: str
    at: list[int]


# --- the second computation


def weight(character: str, unit: Unit) -> int:
    """Return the size of a character by its code point alone."""
    point = ord(character)
    if unit == "utf-16":
        return 1 if point < 0x1_0000 else 2
    return 1 if point < 0x80 else 2 if point < 0x800 else 3 if point < 0x1_0000 else 4


def size_of(text: str, unit: Unit) -> int:
    """Add up the weights of all characters."""
    return sum(weight(character, unit) * number for character, number in Counter(text).items())


def content(pieces: list[Piece]) -> Content:
    """Return the pieces that are kept, trimmed."""
    text, at = "", 0
    offsets: list[int] = []
    for piece in pieces:
        if piece.kept:
            text += piece.text
            offsets += range(at, at + len(piece.text))
        at += len(piece.text)
    first, last = 0, len(text)
    while first < last and ord(text[first]) in BLANK:
        first += 1
    while first < last and ord(text[last - 1]) in BLANK:
        last -= 1
    return Content(text[first:last], offsets[first:last])


class Load(NamedTuple):
    """How many characters and whole lines of the content load, and which limit stops it, "" for none."""

    characters: int
    lines: int
    limit: str


def load(text: str, max_lines: int, max_size: int, unit: Unit) -> Load:
    """Walk the lines as SPEC 4.3 says: so many lines, and if they are too large, back to the last newline that fits."""
    lines = text.split("\n")
    head = lines[:max_lines]
    sizes = [size_of(line, unit) for line in head]
    if sum(sizes) + len(head) - 1 <= max_size:
        more = len(lines) > max_lines  # the last of these newlines loads, but nothing is behind it
        return Load(sum(map(len, head)) + len(head) - 1 + more, len(head), "lines" if more else "")
    whole = used = count = 0
    for line, size in zip(head, sizes, strict=True):
        if used + size > max_size:
            break
        whole, used, count = whole + 1, used + size + 1, count + len(line) + 1
    if whole:
        return Load(count - 1, whole, "size")  # cut at the newline, which is not loaded
    for character in head[0]:  # not even the first line fits: as much of it as does
        used += weight(character, unit)
        if used > max_size:
            break
        count += 1
    return Load(count, 0, "size")


# --- generated indexes

WORDS = {
    "ascii": "kiln glaze cone ash",
    "accents": "éà ß öğ ñ",
    "cyrillic": "печь глазурь",
    "cjk": "窑釉 火候テスト가마",
    "emoji": "🏺🔥 🧱🪵",
    "rare": "𠀀𡃁 x",
    "mixed": "aé窑🔥 ",
}
alphabets = st.sampled_from(sorted(WORDS))


def words(alphabet: str, length: int) -> str:
    """Return text of ``length`` characters that starts and ends with a letter and means nothing to Markdown."""
    source = WORDS[alphabet]
    text = (source * (length // len(source) + 1))[:length]
    return text if not text.endswith(" ") else f"{text[:-1]}z"


@st.composite
def entries(draw: st.DrawFn, most: int, longest: int) -> list[Piece]:
    """Lines as an index has them, all of one length or nearly so."""
    number = draw(st.integers(1, most))
    length = draw(st.integers(1, longest))
    alphabet = draw(alphabets)
    start = draw(st.sampled_from(["- ", "- [a](b.md) — ", "* ", "1. ", "", "# "]))
    longer = draw(st.integers(0, 3))
    lines = (f"{start}{words(alphabet, length + row % (longer + 1))}\n" for row in range(number))
    return [Piece("".join(lines), True)]


@st.composite
def blanks(draw: st.DrawFn) -> list[Piece]:
    """Empty lines and lines of blanks between the others."""
    return [Piece(draw(st.sampled_from(["\n", "\n\n", " \n", "\u3000\n", "\u00a0 \n", "\n\n\n\n"])), True)]


@st.composite
def comments(draw: st.DrawFn) -> list[Piece]:
    """Comments that are blocks: they go with their lines and with the empty lines right below."""
    inside = draw(st.sampled_from(["", " a ", "\na\n\n- b\n", " 窑🔥 ", "\n# a\n```\n", " @a.md [a](b.md) "]))
    if inside == "":
        inside = " "
    indent = draw(st.sampled_from(["", "", " "]))
    form = draw(st.sampled_from(["alone", "alone", "empty lines", "two", "text behind", "between"]))
    comment = f"<!--{inside}-->"
    if form == "alone":
        return [Piece(f"{indent}{comment}\n", False)]
    if form == "empty lines":
        return [Piece(f"{indent}{comment} \n\n\n", False)]
    if form == "two":
        return [Piece(f"{indent}{comment} <!-- b -->\n", False)]
    tail = words(draw(alphabets), draw(st.integers(1, 9)))
    if form == "text behind":
        return [Piece(comment, False), Piece(f" {tail}\n", True)]
    return [Piece(comment, False), Piece(f" {tail} ", True), Piece("<!-- b -->", False), Piece("\n", True)]


@st.composite
def lookalikes(draw: st.DrawFn) -> list[Piece]:
    """Comments that stay: in code, or inside a line."""
    forms = ["```\n<!-- a -->\n```\n", "窑 <!-- a --> b\n", "a `<!-- b -->`\n", "~~~\n<!--\n~~~\n", "a <!-- 🔥 -->\n"]
    return [Piece(draw(st.sampled_from(forms)), True)]


HEADERS: list[list[Piece]] = [
    [],
    [],
    [Piece("---\nname: a\ndescription: 窑🔥\n---\n", False)],
    [Piece("--- \nname: a\nmetadata:\n  type: user\n--- \n", False)],
    [Piece("---\n---\n", False)],
    [Piece("---\na: [\n---\n", False)],  # no valid YAML, but a header
    [Piece("---\n# a\n<!-- a -->\n---\n", False)],
    [Piece("---\na: b ---", False), Piece(" c\n", True)],  # the first --- closes it, wherever it stands
    [Piece(" ", True), Piece("a\n", True)],
    [Piece("---\n", True)],  # nothing closes it: a rule line
    [Piece("---\nname: a\n", True)],
    [Piece("\n\n\u3000\n", True)],
]
ENDS: list[list[Piece]] = [
    [],
    [Piece("a", True)],
    [Piece("\n \n\n", True)],
    [Piece("\u2028\ufeff", True)],
    [Piece("\n", True), Piece("<!-- a -->", False)],
    [Piece("\n<!-- never closed\n窑\n", True)],
]


def settled(pieces: list[Piece]) -> Iterator[Piece]:
    """Give the empty lines right below a comment to the comment: for the loader's lexer they are one block."""
    before = ""
    for piece in pieces:
        rest = piece.text.lstrip("\n") if before.endswith("\n") and piece.kept else piece.text
        if rest != piece.text:
            yield Piece(piece.text[: len(piece.text) - len(rest)], False)
        if rest:
            yield Piece(rest, piece.kept)
            before = "" if piece.kept else rest


@st.composite
def indexes(draw: st.DrawFn, most: int, longest: int, parts: int) -> list[Piece]:
    """All of a file: a header, parts and an end, with line ends of one kind."""
    pieces = list(draw(st.sampled_from(HEADERS)))
    body = st.one_of(entries(most, longest), entries(most, longest), blanks(), comments(), lookalikes())
    for part in draw(st.lists(body, min_size=1, max_size=parts)):
        pieces += part
    pieces += draw(st.sampled_from(ENDS))
    pieces = list(settled(pieces))
    if draw(st.booleans()):
        pieces = [Piece(piece.text.replace("\n", "\r\n"), piece.kept) for piece in pieces]
    return pieces


# --- both computations side by side


def loaded_until(document: Document, cut: Cut | None) -> str:
    """Return what the engine says that loads."""
    end = len(document.text) if cut is None else cut.offset
    return "".join(document.text[start : min(stop, end)] for start, stop in document.kept if start < end)


def compare(pieces: list[Piece], max_lines: int, max_size: int) -> set[str]:
    """Assert that both say the same of a file; return the limits that cut it."""
    text = "".join(piece.text for piece in pieces)
    document = parse(text.encode(), "memory/MEMORY.md")
    assert isinstance(document, Document)
    kept, at = content(pieces)
    assert loaded_until(document, None) == kept
    measured = document.loaded
    assert measured.lines == (kept.count("\n") + 1 if kept else 0)
    assert measured.characters == len(kept)
    assert measured.utf8_bytes == size_of(kept, "utf-8")
    assert measured.utf16_units == size_of(kept, "utf-16")
    limits = set()
    units: tuple[Unit, ...] = ("utf-16", "utf-8")
    for unit in units:
        expected = load(kept, max_lines, max_size, unit)
        cut = document.cut(max_lines=max_lines, max_size=max_size, unit=unit)
        limits.add(expected.limit)
        if not expected.limit:
            assert cut is None
            continue
        assert cut is not None
        assert loaded_until(document, cut) == kept[: expected.characters]
        assert (cut.limit, cut.lines) == (expected.limit, expected.lines)
        last = at[expected.characters - 1] if expected.characters else at[0] - 1
        assert cut.offset == last + 1
        assert document.line(cut.offset) == text[: last + 1].count("\n") + 1
    return limits


def test_at_the_limits_of_the_product() -> None:
    met: Counter[str] = Counter()

    @settings(max_examples=REAL)
    @given(indexes(most=110, longest=180, parts=5))
    def both(pieces: list[Piece]) -> None:
        met.update(compare(pieces, MAX_LINES, MAX_SIZE))

    both()
    assert min(met["lines"], met["size"], met[""]) > REAL // 50  # none of the outcomes is rare


def test_at_limits_that_few_lines_reach() -> None:
    met: Counter[str] = Counter()

    @settings(max_examples=SMALL)
    @given(indexes(most=4, longest=12, parts=6), st.integers(1, 12), st.integers(1, 160))
    def both(pieces: list[Piece], max_lines: int, max_size: int) -> None:
        met.update(compare(pieces, max_lines, max_size))

    both()
    assert min(met["lines"], met["size"], met[""]) > SMALL // 50


@pytest.mark.parametrize(
    ("letter", "unit", "most"), [("x", "utf-8", 124), ("窑", "utf-16", 124), ("窑", "utf-8", 41), ("🔥", "utf-16", 62)]
)
@pytest.mark.parametrize("more", [-1, 0, 1, 2])
@pytest.mark.parametrize("rows", [199, 200, 201])
def test_next_to_both_limits(letter: str, unit: Unit, most: int, more: int, rows: int) -> None:
    """As many letters a line as let 200 lines and their newlines fit, a step less and a step or two more."""
    limits = compare([Piece(f"{letter * (most + more)}\n" * rows, True)], MAX_LINES, MAX_SIZE)
    length = (most + more) * size_of(letter, unit) + 1
    too_large = length * min(rows, MAX_LINES) - 1 > MAX_SIZE
    assert ("size" if too_large else "lines" if rows > MAX_LINES else "") in limits
