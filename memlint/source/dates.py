"""Relative dates in a sentence: "last week" where it tells what happened, and the day that it meant when it was written.

The words of a language, and what tells an event from a habit, a rule or the name of a button, are data:
``tables/dates/<language>.toml``. A table is read when a text has one of the language's ``date_hints``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from memlint.source import kept
from memlint.source.date_hints import languages
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple
from memlint.source.remembered import remembered
from memlint.source.spans import Span

if TYPE_CHECKING:
    from datetime import date

_REACH = 200  # characters around a date in which its sentence is read
_INVENTORY = 6  # dates in one part of a sentence: then it lists them, and tells nothing
_MARK = "§"  # stands for the words of the date where tables speak of its neighbours


class RelativeDate(NamedTuple):
    """Words that tell when something happened, or will, from where the writer stood.

    ``span`` counts the characters of the text that was asked about, ``words`` are those on one line. ``time`` names
    the kind, as in the tables. ``means`` is how the day is computed, "" for words without one ("recently").
    """

    span: Span
    words: str
    time: str
    means: str
    number: int = 0
    unit: str = ""
    weekday: int = 0

    def on(self, day: date) -> str:
        """Return what the words mean when ``day`` is today, as ISO 8601 writes it: 2026-11-30, 2026-W49, 2026-11, 2026.

        A quarter is 2026-Q4. "" for words that mean no time, and for one outside of the calendar.
        """
        from memlint.source.calendar import resolved

        return resolved(self.means, day, number=self.number, unit=self.unit, weekday=self.weekday)


@remembered
def relative_dates(text: str) -> tuple[RelativeDate, ...]:
    """Return the relative dates of one sentence that tells of an event, in order; at most one at each place.

    What is no prose (code, links) must be blanked before; the offsets are those of ``text``.
    """
    known = languages(text)
    if not known:
        return ()
    flat, places = _on_one_line(text)
    taken: list[RelativeDate] = []
    for language in known:
        for found in _table(language).found(flat):
            span = Span(places[found.span.start], places[found.span.end - 1] + 1)
            if "*" in text[slice(*span)]:
                continue  # to write over half of an emphasis would break it
            if all(span.start >= other.span.end or span.end <= other.span.start for other in taken):
                taken.append(found._replace(span=span))
    return tuple(sorted(taken))


def _on_one_line(text: str) -> tuple[str, Sequence[int]]:
    """Return ``text`` with single blanks and without asterisks, and where each of its characters was."""
    if "*" not in text and text == " ".join(text.split()):
        return text, range(len(text))
    places, blank = [], False
    for at, character in enumerate(text):
        if character.isspace():
            if not blank:
                places.append(at)
            blank = True
        elif character != "*":
            places.append(at)
            blank = False
    return "".join(" " if text[at].isspace() else text[at] for at in places), places


@cache
def _parts() -> re.Pattern[str]:
    return compile_once(r"[;；。！？]\s*|\s[—–]\s|[.!]['\")\]]*\s+(?=[^\W\d_])|\?['\")\]]*\s+")


@cache
def _colon() -> re.Pattern[str]:
    return compile_once(r"(?:[:：](?:\s+|(?<=：))|\s-\s)")


@cache
def _name_before() -> re.Pattern[str]:
    """What makes the word behind it a part of a name or a path."""
    return compile_once(r"[_/.@#$\\-]")


@cache
def _name_after() -> re.Pattern[str]:
    return compile_once(r"[_(/\\]|[-.]\w")


class _Time(NamedTuple):
    """What must and must not stand in a sentence with words of one kind."""

    evidence: re.Pattern[str] | None
    weak: re.Pattern[str] | None
    frame: re.Pattern[str] | None
    against: re.Pattern[str] | None

    def tells(self, part: str) -> bool:
        """Say whether a part of a sentence, with the mark for the date, tells of an event."""
        if self.against is not None and self.against.search(part):
            return False
        if self.evidence is not None and self.evidence.search(part):
            return True
        return bool(self.weak and self.weak.search(part)) and not (self.frame and self.frame.search(part))


class _Table:
    """The words of one language; patterns are compiled when they are first needed."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.words: list[dict[str, Any]] = data["words"]
        self._times: dict[str, _Time] = {}

    def found(self, text: str) -> Iterator[RelativeDate]:
        if self._missing_sign(text):
            return
        start = 0
        for end in (*(part.end() for part in _parts().finditer(text)), len(text)):
            matches = list(islice(self._forms.finditer(text, start, end), _INVENTORY))
            for match in matches if len(matches) < _INVENTORY else ():
                found = self._date(match, text, start, end)
                if found is not None:
                    yield found
            start = end

    def _missing_sign(self, text: str) -> bool:
        signs, other = self._common.get("sign"), self._common.get("other")
        return bool(signs and not signs.search(text)) or bool(other and other.search(text))

    def _date(self, match: re.Match[str], text: str, start: int, end: int) -> RelativeDate | None:
        if _name_before().match(text, max(match.start() - 1, 0), match.start()) or _name_after().match(
            text, match.end()
        ):
            return None
        first, last = max(start, match.start() - _REACH), min(end, match.end() + _REACH)
        before, after = text[first : match.start()], text[match.end() : last]
        part = f"{before}{_MARK}{after}".strip()
        after = _colon().split(after)[0]
        told, clause = f"{before}{_MARK}{after}", f"{_colon().split(before)[-1]}{_MARK}{after}".strip()
        row = self.words[next(at for at in range(len(self.words)) if match[f"w{at}"] is not None)]
        if self._silent(part, told, clause) or not self._time(row["time"]).tells(clause):
            return None
        means = row.get("means", "")
        if means == "weekday near":
            means = "weekday last" if self._time("past").tells(clause) else "weekday next"
        number, unit, weekday = self._values(match)
        return RelativeDate(Span(*match.span()), match[0], row["time"], means, number, unit, weekday)

    def _silent(self, part: str, told: str, clause: str) -> bool:
        common = self._common
        if common["against"].search(part) or any(common["imperative"].match(each) for each in (part, clause)):
            return True
        if part.endswith(("?", "？")):
            return True
        return bool(common["silent"].search(told)) and not ("reported" in common and common["reported"].search(part))

    def _values(self, match: re.Match[str]) -> tuple[int, str, int]:
        number, unit, weekday = 0, "", 0
        for name, value in match.groupdict().items():
            if value is None:
                continue
            lowered = value.lower()
            if name.startswith("n"):
                number = int(value) if value.isdigit() else self.data["numbers"][lowered]
            elif name.startswith("u"):
                unit = next(key for key, form in self.data["units"].items() if re.fullmatch(form, value, re.IGNORECASE))
            elif name.startswith("d"):
                days = self.data["weekdays"]
                weekday = next(at for at, form in enumerate(days) if re.fullmatch(form, value, re.IGNORECASE))
        return number, unit, weekday

    @cached_property
    def _forms(self) -> re.Pattern[str]:
        count = iter(range(1_000))
        return self._pattern(f"(?P<w{at}>{self._any(row['forms'], count)})" for at, row in enumerate(self.words))

    def _any(self, forms: Iterable[str], count: Iterator[int]) -> str:
        """Join forms; ``{n}``, ``{unit}`` and ``{weekday}`` become groups with names of their own."""

        def group(found: re.Match[str]) -> str:
            kind = found[1]
            if kind == "n":
                return rf"(?P<n{next(count)}>\d{{1,3}}|{'|'.join(self.data['numbers'])})"
            if kind == "unit":
                return f"(?P<u{next(count)}>{'|'.join(self.data['units'].values())})"
            return f"(?P<d{next(count)}>{'|'.join(self.data['weekdays'])})"

        return "|".join(re.sub(r"\{(n|unit|weekday)\}", group, form) for form in forms)

    def _pattern(self, forms: Iterable[str]) -> re.Pattern[str]:
        body = "|".join(map(self._expanded, forms))
        bounded = self.data.get("words-are-apart", True)
        return compile_once(rf"(?<!\w)(?:{body})(?!\w)" if bounded else body, re.IGNORECASE)

    def _expanded(self, form: str) -> str:
        lists = self.data.get("lists", {})
        while (name := re.search(r"\{([a-z]+)\}", form)) is not None:
            form = form[: name.start()] + "|".join(lists[name[1]]) + form[name.end() :]
        return form

    @cached_property
    def _common(self) -> dict[str, re.Pattern[str]]:
        """Return the patterns of a whole sentence."""
        common = dict(self.data["common"])
        before, verbs, noun = (
            "|".join(map(self._expanded, common.pop(key, ["(?!)"])))
            for key in ("before_imperative", "imperative", "after_noun")
        )
        end = rf"(?!\w)(?! (?:{noun})(?!\w))" if self.data.get("words-are-apart", True) else ""
        patterns = {key: self._pattern(forms) for key, forms in common.items()}
        patterns["imperative"] = compile_once(
            rf"[^\w{_MARK}]*(?:(?:{before})[\s*]*){{0,3}}(?:{verbs}){end}", re.IGNORECASE
        )
        return patterns

    def _time(self, name: str) -> _Time:
        if name not in self._times:
            data = self.data["times"][name]
            self._times[name] = _Time(*(self._pattern(data[key]) if key in data else None for key in _Time._fields))
        return self._times[name]


@cache
def _table(language: str) -> _Table:
    path = os.path.join(os.path.dirname(__file__), "tables", "dates", f"{language}.toml")
    status = os.stat(path)
    name, stamp = f"dates-{language}", (status.st_size, status.st_mtime_ns)
    data = kept.load(name, stamp)
    if data is None:
        import tomllib  # which takes longer than all that a small run does with the table

        with open(path, "rb") as stream:
            data = tomllib.load(stream)
        kept.save(name, stamp, data)
    return _Table(data)
