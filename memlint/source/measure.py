"""How large a memory file is, raw and as the loader counts it, and where a limit cuts it (SPEC 4.3, 1.7)."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, TypeAlias

from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple
from memlint.source.spans import Span

Limit: TypeAlias = Literal["lines", "size"]

# Tokens a character: ideographs, kana and hangul cost 1 to 1.5 tokens each, other text about 0.25
# (case 15: 59 k estimated by characters / 4, 174 k billed). Middle of the range; an estimate, never a limit.
_WIDE_TOKENS = 1.25
_OTHER_TOKENS = 0.25


class Measure(NamedTuple):
    """A size in every unit that some limit counts. A final newline does not start another line."""

    lines: int
    utf8_bytes: int
    utf16_units: int
    characters: int
    tokens: int


class Cut(NamedTuple):
    """Where loading stops: ``offset`` in the document's text, after ``lines`` whole loaded lines.

    ``limit`` names the one that binds.
    """

    offset: int
    lines: int
    limit: Limit


@cache
def _wide() -> re.Pattern[str]:
    return compile_once(
        r"[\u1100-\u11ff\u2e80-\u30ff\u3130-\u318f\u31f0-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]"
    )


def utf16_units(text: str) -> int:
    """Count the UTF-16 code units of ``text``, which is JavaScript's ``length``."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def tokens(text: str) -> int:
    """Estimate the tokens of ``text``; see the constants for the weights."""
    wide = 0 if text.isascii() else len(_wide().findall(text))
    return round(wide * _WIDE_TOKENS + (len(text) - wide) * _OTHER_TOKENS)


def measure(text: str, *, extra_bytes: int = 0) -> Measure:
    """Measure ``text``; ``extra_bytes`` are bytes on disk that are no part of it (a BOM)."""
    lines = text.count("\n") + (not text.endswith("\n") if text else 0)
    size = len(text) if text.isascii() else len(text.encode())
    return Measure(lines, size + extra_bytes, utf16_units(text), len(text), tokens(text))


def loaded(text: str, kept: tuple[Span, ...]) -> str:
    """Join the parts of ``text`` that the loader keeps."""
    return text if kept == (Span(0, len(text)),) else "".join(text[start:end] for start, end in kept)


def cut(
    text: str, kept: tuple[Span, ...], *, max_lines: int, max_size: int, unit: Literal["utf-16", "utf-8"]
) -> Cut | None:
    """Say where the loader stops reading an index, or None when all of it loads.

    The first ``max_lines`` lines stay; if they are still larger than ``max_size`` (counted in ``unit``), the text is
    cut at the last newline at or before it. ``kept`` are the parts of ``text`` that the loader keeps.
    """
    content = loaded(text, kept)
    at, lines = 0, 0
    while lines < max_lines and at >= 0:
        at = content.find("\n", at) + 1 or -1
        lines += 1
    whole = at < 0
    head = content if whole else content[: at - 1]
    size = len(head.encode(f"{unit}-le" if unit == "utf-16" else unit)) // (2 if unit == "utf-16" else 1)
    if size > max_size:
        piece = _prefix(head, max_size, unit)
        newline = head.rfind("\n", 0, len(piece) + 1)
        if newline <= 0:  # the first line is too long on its own
            return Cut(_source_offset(kept, len(piece)), 0, "size")
        return Cut(_source_offset(kept, newline), head.count("\n", 0, newline) + 1, "size")
    return None if whole else Cut(_source_offset(kept, at), max_lines, "lines")


def _prefix(text: str, size: int, unit: Literal["utf-16", "utf-8"]) -> str:
    if unit == "utf-16":
        return text.encode("utf-16-le")[: size * 2].decode("utf-16-le", "ignore")
    return text.encode()[:size].decode("utf-8", "ignore")


def _source_offset(kept: tuple[Span, ...], offset: int) -> int:
    for start, end in kept:
        if offset <= end - start:
            return start + offset
        offset -= end - start
    return kept[-1].end if kept else 0
