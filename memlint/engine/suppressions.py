"""Which findings the comments of a project's files suppress, and which of the comments did nothing.

A finding is suppressed where its span starts in what a comment is about. One with related places is told without those
that a comment of the rule's, or the family's, covers, and not at all once none is left. ``all`` and a comment without
names do not reach the family ``security``, which must be named, nor ``suppress``. A crash is never suppressed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from itertools import accumulate

from memlint.engine.finding import Edit, Finding
from memlint.engine.rule import Rule
from memlint.engine.selection import ALL, names
from memlint.engine.suppression import Held, Named, State, Suppression
from memlint.engine.suppression_comments import FORMS, Comment, read
from memlint.errors import nearest
from memlint.source.document import Document
from memlint.source.spans import Span

_BY_NAME_ONLY = ("security", "suppress")
_HINTS = 200  # names after which nobody is told what an unknown one may have meant: finding that takes longest


class Suppressions:
    """The comments of ``documents``. ``rules`` are all that there are by name; ``complete``: and there are no others."""

    def __init__(
        self, documents: Iterable[Document], rules: Mapping[str, Rule], today: date, *, complete: bool = True
    ) -> None:
        self._rules, self._today, self._complete = rules, today, complete
        self._files = {each.path: _File(each, comments) for each in documents if (comments := read(each))}
        self._meant: dict[str, frozenset[str]] = {}
        self._idle: dict[tuple[str, frozenset[str]], tuple[State, str]] = {}

    def split(self, findings: Iterable[Finding], *, counted: bool = True) -> tuple[list[Finding], list[Finding]]:
        """Return the findings that stay, and those that comments suppress. What did so is remembered.

        ``counted``: the findings are reported where nothing suppresses them.
        """
        given = list(findings)
        hits: dict[tuple[str, str], list[tuple[int, int, int]]] = {}  # by path and rule: offset, finding, place
        for number, finding in enumerate(given):
            if finding.rule not in self._rules:
                continue  # a crash
            places = [(finding.path, finding.span)] + [(place.path, place.span) for place in finding.related]
            for at, (path, span) in enumerate(places):
                if path in self._files:
                    hits.setdefault((path, finding.rule), []).append((span.start, number, at - 1))
        covered: set[tuple[int, int]] = set()  # findings and places, -1 for the finding's own
        for (path, rule), places_hit in hits.items():
            covered.update(self._covered(self._files[path], rule, sorted(places_hit), counted))
        kept: list[Finding] = []
        dropped: list[Finding] = []
        for number, finding in enumerate(given):
            related = tuple(place for at, place in enumerate(finding.related) if (number, at) not in covered)
            if (number, -1) in covered or (finding.related and not related):
                dropped.append(finding)
            else:
                kept.append(finding._replace(related=related) if len(related) < len(finding.related) else finding)
        return kept, dropped

    def _covered(
        self, file: _File, rule: str, hits: list[tuple[int, int, int]], counted: bool
    ) -> Iterator[tuple[int, int]]:
        """Yield which of ``hits`` the comments of ``file`` that mean ``rule`` cover."""
        offsets = [offset for offset, _, _ in hits]
        primary = [0, *accumulate(at < 0 for _, _, at in hits)]
        own, others = [0] * (len(hits) + 1), [0] * (len(hits) + 1)
        for comment, word, span in self._reaches(file, rule):
            first, last = bisect_left(offsets, span.start), bisect_left(offsets, span.end)
            named = file.names(comment)[word] not in ("", ALL)
            count = primary[last] - primary[first] or (last - first if named else 0)
            if not count:
                continue
            file.used[comment, word] = file.used.get((comment, word), 0) + count * counted
            if _state(file.comments[comment], self._today) != "expired":
                for steps in (own, others) if named else (own,):
                    steps[first] += 1
                    steps[last] -= 1
        for (_, number, at), mine, theirs in zip(hits, accumulate(own), accumulate(others), strict=False):
            if mine if at < 0 else theirs:
                yield number, at

    def _reaches(self, file: _File, rule: str) -> Iterator[tuple[int, int, Span]]:
        """Yield the comments of ``file`` that mean ``rule``, the word that does, and what they are about."""
        ends = [
            comment.span.start
            for number, comment in enumerate(file.comments)
            if comment.scope == "end" and any(self._means(name, rule) for name in file.names(number))
        ]
        for number, comment in enumerate(file.comments):
            if comment.scope in ("", "end"):
                continue
            span = comment.covers
            if comment.scope == "begin":
                following = bisect_left(ends, comment.span.end)
                span = Span(span.start, ends[following]) if following < len(ends) else span
            for at, name in enumerate(file.names(number)):
                if self._means(name, rule):
                    yield number, at, span

    def _means(self, name: str, rule: str) -> bool:
        return rule in self._rules_of(name)

    def _rules_of(self, name: str) -> frozenset[str]:
        if name not in self._meant:
            self._meant[name] = self._found(name)
        return self._meant[name]

    def _found(self, name: str) -> frozenset[str]:
        """Return the rules that ``name`` stands for: a rule, a former name, a family, or all."""
        if name in ("", ALL):
            return frozenset(rule.name for rule in self._rules.values() if rule.family not in _BY_NAME_ONLY)
        return frozenset(rule.name for rule in self._rules.values() if name in names(rule))

    def judged(self, ran: frozenset[str]) -> Iterator[tuple[str, Suppression]]:
        """Yield each comment with its path. ``ran`` are the rules that looked at everything there is."""
        for path, file in sorted(self._files.items()):
            for number, comment in enumerate(file.comments):
                yield path, self._judge(file, number, comment, ran)

    def _judge(self, file: _File, number: int, comment: Comment, ran: frozenset[str]) -> Suppression:
        spans = [word.span for word in comment.words] or [comment.span]
        named = tuple(
            Named(name, span, *self._known(file, number, at, name, ran))
            for at, (name, span) in enumerate(zip(file.names(number), spans, strict=True))
        )
        return Suppression(
            form=comment.form,
            hint="" if comment.scope else nearest(comment.form, list(FORMS)) or f" (there are: {', '.join(FORMS)})",
            names=named,
            until=comment.until,
            state=_state(comment, self._today),
            reason=comment.reason,
            hidden=sum(file.used.get((number, at), 0) for at in range(len(named))),
            span=comment.span,
            removal=tuple(_removal(file, number)),
        )

    def _known(self, file: _File, number: int, at: int, name: str, ran: frozenset[str]) -> tuple[State, str]:
        if (number, at) in file.used:
            return "used", ""
        if (name, ran) not in self._idle:  # a comment may name one thing 20,000 times
            self._idle[name, ran] = self._without_use(name, ran)
        state, hint = self._idle[name, ran]
        return ("unjudged" if state == "unused" and file.comments[number].scope == "end" else state), hint

    def _without_use(self, name: str, ran: frozenset[str]) -> tuple[State, str]:
        """Return the state of a ``name`` that has suppressed nothing, and what an unknown one may have meant."""
        meant = self._rules_of(name)
        if meant:
            mine = any(self._rules[rule].family == "suppress" for rule in meant)
            return ("unused" if meant <= ran and not mine else "unjudged"), ""
        if not self._complete:
            return "unjudged", ""
        if len(self._idle) >= _HINTS:
            return "unknown", ""
        known = [*self._rules, *sorted({rule.family for rule in self._rules.values()}), ALL]
        alike = [other for other in known if other.partition("/")[2] == name]
        return "unknown", nearest(name, known) or (f'; did you mean "{alike[0]}"?' if alike else "")


class _File:
    """The comments of one document; ``used`` counts findings by comment and name, numbered from 0, if they did anything."""

    def __init__(self, document: Document, comments: list[Comment]) -> None:
        self.document, self.comments = document, comments
        self.used: dict[tuple[int, int], int] = {}
        self._names = [tuple(word.text for word in comment.words) or ("",) for comment in comments]

    def names(self, number: int) -> tuple[str, ...]:
        """Return what a comment names, "" for all."""
        return self._names[number]

    @cached_property
    def partners(self) -> dict[int, Comment | None]:
        """The next end of a region, or beginning of another, with the same names, for each that begins or ends one."""
        following: dict[frozenset[str], Comment] = {}
        found: dict[int, Comment | None] = {}
        for number, comment in reversed([*enumerate(self.comments)]):
            if comment.scope in ("begin", "end"):
                names = frozenset(word.text for word in comment.words)
                found[number] = following.get(names)
                following[names] = comment
        return found


def _state(comment: Comment, today: date) -> Held:
    if not comment.until:
        return "holds"
    try:
        return "expired" if date.fromisoformat(comment.until) < today else "holds"
    except ValueError:
        return "no-day"


def _removal(file: _File, number: int) -> Iterator[Edit]:
    """Yield what takes a comment out: its line when nothing else stands there, and the end of a region that it begins."""
    comment = file.comments[number]
    gone = _with_line(file.document, comment.whole)
    yield Edit(gone, "")
    if comment.scope != "begin":
        return
    other = file.partners[number]
    if other is not None and other.scope == "end":
        end = _with_line(file.document, other.whole)
        yield Edit(Span(max(end.start, gone.end), end.end), "")


def _with_line(document: Document, span: Span) -> Span:
    """Return ``span`` with its line where that holds nothing else: with the newline behind it, or before the last one."""
    text = document.text
    first, found = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    last = len(text) if found < 0 else found
    if text[first : span.start].strip() or text[span.end : last].strip():
        return Span(first + len(text[first : span.start].rstrip(" \t")), span.end)
    if found < 0:
        return Span(len(text[:first].removesuffix("\n").removesuffix("\r")), last)
    if _would_join(document, first, last + 1):
        return Span(first, first + len(text[first:last].removesuffix("\r")))
    return Span(first, last + 1)


def _would_join(document: Document, start: int, end: int) -> bool:
    """Say whether what stands around a line would be one paragraph, or a heading, without an empty line in its place."""
    if not 0 < start < end < len(document.text):
        return False
    above, below = document.block_at(start - 1), document.block_at(end)
    if above.kind != "paragraph" or below.kind == "blank":
        return False
    begins = document.text[below.span.start : below.content.start].strip() or document.text[below.content.start] == "#"
    return below.quoted or not begins
