"""What a rule reports: a finding at a span, with related places and, where there is one, a fix."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from memlint.source.records import NamedTuple
from memlint.source.spans import Span

Severity: TypeAlias = Literal["error", "warning", "info"]
Safety: TypeAlias = Literal["safe", "unsafe", "display"]

#: From the worst to the mildest.
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class Place(NamedTuple):
    """Another place that a finding talks about, with what is there."""

    path: str
    span: Span
    message: str


class Edit(NamedTuple):
    """Replace the text at ``span`` of the file at ``path``, "" for the finding's own.

    An empty span inserts, an empty ``text`` deletes.
    """

    span: Span
    text: str
    path: str = ""


class Fix(NamedTuple):
    """Edits that belong together: all are made or none, in whatever files. "display": shown, never applied."""

    title: str
    edits: tuple[Edit, ...]
    safety: Safety = "safe"


class Finding(NamedTuple):
    """One short story: where, what the agent does or does not see, and what else to look at.

    A rule gives ``span`` and ``message``, and ``path`` only for another file than the one it was asked about.
    ``severity`` overrides the rule's own for this finding. The engine fills ``rule``, ``path`` and ``severity``.
    ``sizes`` are what the rule has measured of the file, in an order of its own: a baseline lets them shrink only.
    """

    span: Span
    message: str
    path: str = ""
    severity: Severity | None = None
    related: tuple[Place, ...] = ()
    fix: Fix | None = None
    rule: str = ""
    sizes: tuple[int, ...] = ()


Findings: TypeAlias = Iterator[Finding]
