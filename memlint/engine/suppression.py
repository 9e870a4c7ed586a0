"""What a rule is told of a comment that suppresses findings: what it names, whether that did anything, how it goes."""

from __future__ import annotations

from typing import Literal, TypeAlias

from memlint.engine.finding import Edit
from memlint.source.records import NamedTuple
from memlint.source.spans import Span

#: "unjudged": one of the rules that are meant did not run, or not to its end, so nobody knows.
State: TypeAlias = Literal["used", "unused", "unjudged", "unknown"]
Held: TypeAlias = Literal["holds", "expired", "no-day"]


class Named(NamedTuple):
    """A rule or a family that a comment names, "" for all; ``hint`` says what an unknown one may have meant."""

    text: str
    span: Span
    state: State
    hint: str = ""


class Suppression(NamedTuple):
    """One comment that suppresses findings, once all other rules have run.

    ``form`` is its first word, such as "memlint-disable-line", or one that does not exist, for which ``hint`` says
    what may have been meant. ``names`` are what it names, one with the text "" where it names nothing. ``until`` is the
    last day on which it holds, as it is written; ``state`` says whether that has passed or is no day. ``hidden`` counts
    the findings that it suppresses, or would if it had not expired. ``whole`` is its own place with all marks, and
    ``removal`` what its line loses with it.
    """

    form: str
    hint: str
    names: tuple[Named, ...]
    until: str
    state: Held
    reason: str
    hidden: int
    span: Span
    removal: tuple[Edit, ...]

    @property
    def opens(self) -> bool:
        """Say whether it suppresses at all: an end of a region does not."""
        return self.form.startswith("memlint-disable") and not self.hint

    def without(self, names: tuple[Named, ...]) -> tuple[Edit, ...]:
        """Return the edits that take ``names`` out of the comment, and the comment too when it has no others."""
        gone = frozenset(names)
        kept = [name.text for name in self.names if name not in gone]
        if not kept:
            return self.removal
        return (Edit(Span(self.names[0].span.start, self.names[-1].span.end), ", ".join(kept)),)
