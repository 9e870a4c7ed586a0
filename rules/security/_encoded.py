"""Text that stands in a file in another spelling: base64, hexadecimal, percent signs, escapes, numbers of characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from memlint import NamedTuple, Span, compile_once

_READ = 8_192  # characters of a blob that are decoded
_LEAST = 12  # characters that a blob must decode to
_DEPTH = 3  # blobs in blobs


class Blob(NamedTuple):
    """An encoded text: where it stands, in which spelling, and what it says."""

    span: Span
    kind: str
    text: str


@cache
def _blob() -> re.Pattern[str]:
    return compile_once(r"[A-Za-z0-9_+/-]{24,}+(?:\r?\n[ \t>]*+[A-Za-z0-9_+/-]{16,}+)*+={0,2}")


@cache
def _lists() -> tuple[tuple[str, re.Pattern[str], Callable[[str], bytes]], ...]:
    return (
        (
            "hexadecimal",
            compile_once(r"(?<!\w)(?:(?:0x)?[0-9A-Fa-f]{2}[ ,:]{1,2}){11,}+(?:(?:0x)?[0-9A-Fa-f]{2})?"),
            _hexadecimal,
        ),
        (
            "character codes",
            compile_once(r"(?<![\w.])(?:[0-9]{2,3} ?, ?){11,}+(?:[0-9]{2,3})?"),
            lambda text: _numbers(text, r"[0-9]+", 10),
        ),
    )


@cache
def _escapes() -> tuple[tuple[str, str, re.Pattern[str], Callable[[str], bytes]], ...]:
    """Return what each begins with, which is far cheaper to look for, its kind, how it is found and how it is read."""
    pair = "[0-9A-Fa-f]{2}"
    return (
        ("\\", "escapes", compile_once(rf"(?:\\(?:x|u00|u\{{){pair}\}}?){{8,}}+"), _hexadecimal),
        ("\\1", "octal escapes", compile_once(r"(?:\\[01][0-7]{2}){8,}+"), lambda text: _numbers(text, "[0-7]{3}", 8)),
        ("%", "percent signs", compile_once(rf"(?:%{pair}){{8,}}+"), _hexadecimal),
        ("&#", "HTML entities", compile_once(r"(?:&#(?:[xX][0-9A-Fa-f]{2,5}|[0-9]{2,6});){8,}+"), _entities),
    )


def blobs(text: str) -> Iterator[Blob]:
    """Yield what decodes to readable text, spelling by spelling. The time is linear in the text."""
    done = 0
    for start, _ in _runs(text, _of_base64(), 24):
        if start >= done and (found := _blob().match(text, start)):
            done = found.end()
            if all(character in "0123456789abcdefABCDEF" for character in found[0][:_READ]):
                yield from _said("hexadecimal", found, _hexadecimal)
            elif not found[0].islower():  # else it is a path
                yield from _said("base64", found, _base64)
    for start, end in _runs(text, _of_lists(), 34):
        for kind, pattern, decode in _lists():
            for found in pattern.finditer(text, start, end):
                yield from _said(kind, found, decode)
    for sign, kind, pattern, decode in _escapes():
        if sign in text:
            for found in pattern.finditer(text):
                yield from _said(kind, found, decode)


def _said(kind: str, found: re.Match[str], decode: Callable[[str], bytes]) -> Iterator[Blob]:
    said = _readable(decode(found[0][:_READ]))
    if said:
        yield Blob(Span(*found.span()), kind, said)


@cache
def _of_base64() -> bytes:
    return _table(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-")


@cache
def _of_lists() -> bytes:
    return _table(b"0123456789abcdefABCDEFx ,:")


def _table(characters: bytes) -> bytes:
    return bytes(b"x"[0] if code in characters else b"."[0] for code in range(256))


def _runs(text: str, table: bytes, least: int) -> Iterator[Span]:
    """Yield the runs of at least ``least`` characters of ``table``: a pattern would try at every letter."""
    marks = text.encode("ascii", "replace").translate(table)
    needle, at = b"x" * least, 0
    while (hit := marks.find(needle, at)) >= 0:
        end = marks.find(b".", hit)
        at = end if end >= 0 else len(marks)
        yield Span(hit, at)


@cache
def _unreadable() -> re.Pattern[str]:
    return compile_once(r"[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffc\U00010000-\U0010ffff\n\r\t]")


def unwrapped(blob: Blob) -> Iterator[str]:
    """Yield what ``blob`` says, and what blobs in it say."""
    texts = [blob.text]
    for _ in range(_DEPTH):
        yield from texts
        texts = [inner.text for text in texts for inner in blobs(text)]


def _base64(text: str) -> bytes:
    from binascii import a2b_base64

    digits = "".join(text.split()).replace(">", "").replace("=", "").replace("-", "+").replace("_", "/")
    return a2b_base64(digits[: len(digits) // 4 * 4] + _padded(digits[len(digits) // 4 * 4 :]))


def _padded(rest: str) -> str:
    return rest + "=" * (4 - len(rest)) if len(rest) > 1 else ""


def _hexadecimal(text: str) -> bytes:
    digits = re.sub(r"0x|\\u00|\\u\{|\\x|[^0-9A-Fa-f]", "", text)
    return bytes.fromhex(digits[: len(digits) // 2 * 2])


def _numbers(text: str, pattern: str, base: int) -> bytes:
    numbers = [int(number, base) for number in re.findall(pattern, text)]
    return bytes(numbers) if max(numbers) < 256 else b""


def _entities(text: str) -> bytes:
    from html import unescape

    return unescape(text[: text.rfind(";") + 1]).encode("utf-8", "replace")


def _readable(data: bytes) -> str:
    """Return the text that ``data`` begins with; "" where it is none, or only the start of other bytes."""
    if data[1:20:2].count(0) > 8:  # as PowerShell takes it
        text = data.decode("utf-16-le", "ignore")
    else:
        text = data.decode("utf-8", "replace")
    whole = len(text)
    pieces = _unreadable().split(text)
    if (len(pieces) - 1) * 5 > whole:
        text = pieces[0]
    return text if len(text) >= _LEAST and len(text) * 2 > whole else ""
