"""Checks what a plug-in's rule yields, before anything reads it: a wrong type would end the run far from the rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memlint.engine.finding import SEVERITIES, Edit, Finding, Fix, Place
from memlint.source.spans import Span

_SAFETIES = ("safe", "unsafe", "display")


class FindingError(TypeError):
    """A rule has yielded what is no finding; the message says why."""


def checked(finding: Finding) -> Finding:
    """Return ``finding``. Raises FindingError where a field is not of its type."""
    wrong = next(_wrong(finding), "")
    if wrong:
        raise FindingError(wrong)
    return finding


def _wrong(finding: Any) -> Iterator[str]:
    if not isinstance(finding, Finding):
        yield f"a {type(finding).__name__} is no Finding"
        return
    yield from _span("span", finding.span)
    yield from _text("message", finding.message)
    yield from _text("path", finding.path)
    if finding.severity is not None and finding.severity not in SEVERITIES:
        yield f"severity is None or one of {', '.join(SEVERITIES)}"
    yield from _all("related", finding.related, Place)
    for place in finding.related:
        yield from _text("related path", place.path)
        yield from _span("related span", place.span)
        yield from _text("related message", place.message)
    yield from _all("sizes", finding.sizes, int)
    if finding.fix is None:
        return
    if not isinstance(finding.fix, Fix):
        yield f"fix is None or a Fix, not a {type(finding.fix).__name__}"
        return
    yield from _text("title of the fix", finding.fix.title)
    yield from _all("edits of the fix", finding.fix.edits, Edit)
    for edit in finding.fix.edits:
        yield from _span("span of an edit", edit.span)
        yield from _text("text of an edit", edit.text)
        yield from _text("path of an edit", edit.path)
    if finding.fix.safety not in _SAFETIES:
        yield f"safety of the fix is one of {', '.join(_SAFETIES)}"


def _text(what: str, value: object) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"{what} is a str, not a {type(value).__name__}"


def _span(what: str, value: object) -> Iterator[str]:
    if not isinstance(value, Span):
        yield f"{what} is a Span, not a {type(value).__name__}"
    elif not (isinstance(value.start, int) and isinstance(value.end, int) and 0 <= value.start <= value.end):
        yield f"{what} has a start from 0 on and an end from there on"


def _all(what: str, values: object, kind: type) -> Iterator[str]:
    if not isinstance(values, tuple) or not all(isinstance(value, kind) for value in values):
        yield f"{what} is a tuple of {kind.__name__}"
