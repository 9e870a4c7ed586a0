"""Reality against the model: the files that loaded in logged sessions, compared with the load plan (SPEC 7.3)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Literal, TypeAlias

from memlint.harness.facts import Facts
from memlint.harness.rule_paths import expand
from memlint.project.plan import Load
from memlint.serve.event_log import Event, EventLog
from memlint.serve.expected import LAZY, TYPES, Expected, key_of, modified
from memlint.serve.instructions_loaded import fingerprint
from memlint.source.records import NamedTuple

Kind: TypeAlias = Literal["unplanned", "missing", "reason", "trigger", "parent", "memory_type", "globs", "order"]
Start: TypeAlias = Literal["whole", "broken", "none"]

_EXPECTED = {"additional_directory": "session_start"}  # what the event calls it
_LAUNCH = ("session_start", "include")
_OPEN = ("needs-approval", "empty")  # the plan does not know whether such a file loads, or whether the event is fired


class Difference(NamedTuple):
    """One place where reality and the model differ.

    ``certain`` is False where something else can explain it as well; ``text`` says it for people. ``path`` is like a
    finding's, ``line`` that of the event in the log, 0 for none; ``logged`` and ``planned`` are the two values.
    """

    kind: Kind
    certain: bool
    path: str
    line: int
    logged: str
    planned: str
    text: str


class Compared(NamedTuple):
    """What was found about one session.

    ``cwd`` as the log has it, ``root`` the repository's folder here; ``events`` is their number. ``why_not``: what kept
    it from being compared, "" for nothing. ``start``: whether the log has the session's launch. ``notes`` are facts
    about the files, such as those that have changed since.
    """

    session: str
    cwd: str
    root: str
    events: int
    start: Start
    why_not: str
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]


def compare(session: str, events: Sequence[Event], log: EventLog, written: float, expected: Expected) -> Compared:
    """Compare the events of one session. ``written``: when the log was, in seconds since 1970, 0 for not known."""
    found = _Comparison(events, log, written, expected)
    differences = sorted(found.differences(), key=lambda each: (not each.certain, each.line or 1 << 60, each.path))
    start = _start(events, log)
    return Compared(
        session, events[0].cwd, expected.root, len(events), start, "", tuple(differences), tuple(found.notes)
    )


def _start(events: Sequence[Event], log: EventLog) -> Start:
    """Say whether the launch is wholly in the log: it is there, and no malformed line may be a part of it."""
    if not any(event.reason == "session_start" for event in events):
        return "none"
    lines = [event.line for event in takewhile(lambda event: event.reason in _LAUNCH, events)] or [events[0].line]
    return "broken" if any(lines[0] - 1 <= number <= lines[-1] + 1 for number in log.broken) else "whole"


class _Comparison:
    def __init__(self, events: Sequence[Event], log: EventLog, written: float, expected: Expected) -> None:
        self.events, self.log, self.written, self.expected = events, log, written, expected
        self.began = min((event.at for event in events if event.at), default=0.0)
        self.places = {event: expected.place(event.path, event.cwd) for event in events}
        self.keys = {event: key_of(place) if place else "" for event, place in self.places.items()}
        self.changed = {self.keys[event]: self._changed(event) for event in events if self.keys[event]}
        self.notes = list(self._noted())

    def differences(self) -> Iterator[Difference]:
        seen: set[tuple[str, str, str, str]] = set()  # a session that goes on, or two hooks, log a file again
        for event in self.events:
            same = (self.keys[event], event.reason, event.trigger, event.parent)
            if self.keys[event] and same not in seen:
                seen.add(same)
                yield from self._event(event)
        if _start(self.events, self.log) == "whole":
            yield from self._missing()
            yield from self._order()
        yield from self._missing_on_demand()

    # --- what has changed since

    def _changed(self, event: Event) -> str:
        """Say what happened to the file since it loaded, "" for nothing that is known."""
        place = self.places[event]
        if not os.path.exists(place):
            return "is gone"
        if event.sha256:
            return "" if fingerprint(place)[1] == event.sha256 else "has changed"
        return "has changed" if self.written and modified(place) > self.written else ""

    def _noted(self) -> Iterator[str]:
        for place, key in dict(zip(self.places.values(), self.keys.values(), strict=True)).items():
            if key and self.changed[key]:
                yield f"{self.expected.name(place)} {self.changed[key]} since the log was written"
        elsewhere = sum(not place for place in self.places.values())
        if elsewhere:
            yield f"{elsewhere} {'event tells' if elsewhere == 1 else 'events tell'} of files outside of this checkout"

    def _is_newer(self, place: str) -> bool:
        """Say whether a file may be younger than the launch of this session."""
        time = self.began or self.written
        return bool(time) and modified(place) > time

    # --- an event

    def _event(self, event: Event) -> Iterator[Difference]:
        key, expected = self.keys[event], self.expected
        make = self._maker(event, not self.changed[key] and not self.changed.get(self._parent(event), ""))
        known = expected.loads.get(key, [])
        loads = [load for load in known if load.contributes and load.moment in ("launch", "directory", "glob")]
        reasons = expected.facts.words("hooks.load-reasons")
        if event.reason not in reasons:
            text = f"loaded as {event.reason}, a reason that is not known"
            yield make("reason", event.reason, ", ".join(reasons), text)
        if not loads:
            yield from self._unplanned(event, known, make)
            return
        same = [load for load in loads if _fits(event.reason, load)]
        if not same:
            if event.reason in reasons:
                planned = " or ".join(dict.fromkeys(_reason(load) for load in loads))
                yield make("reason", event.reason, planned, f"loaded as {event.reason}; the plan has it as {planned}")
            return
        yield from self._trigger(event, key, make)
        yield from self._parents(event, same, make)
        yield from self._details(event, same, make)

    def _maker(self, event: Event, certain: bool) -> Callable[[Kind, str, str, str], Difference]:
        path = self.expected.name(self.places[event])

        def make(kind: Kind, logged: str, planned: str, text: str) -> Difference:
            return Difference(kind, certain, path, event.line, logged, planned, text)

        return make

    def _unplanned(
        self, event: Event, known: list[Load], make: Callable[[Kind, str, str, str], Difference]
    ) -> Iterator[Difference]:
        """Tell of a file that loaded and should not have."""
        barred = next((load for load in known if load.why_not and load.why_not != "duplicate"), None)
        if barred is not None and barred.why_not in _OPEN:
            return
        if barred is None:
            why = self.expected.why_unread(self.places[event])
            text = f"loaded as {event.reason}; the plan does not have it{f': {why}' if why else ''}"
            difference = make("unplanned", event.reason, "", text)
            yield difference._replace(certain=difference.certain and not why)
        else:
            detail = f"switched off by {barred.detail}" if barred.why_not == "switched-off" else barred.detail
            text = f"loaded as {event.reason}; the plan leaves it out: {detail}"
            yield make("unplanned", event.reason, barred.why_not, text)

    def _trigger(
        self, event: Event, key: str, make: Callable[[Kind, str, str, str], Difference]
    ) -> Iterator[Difference]:
        trigger = self.expected.place(event.trigger, event.cwd) if event.trigger else ""
        if event.reason in LAZY and trigger:
            loads = self.expected.with_trigger(trigger)
            if not any(self.expected.key(load) == key and load.contributes for load in loads):
                name = self.expected.name(trigger)
                yield make("trigger", name, "", f"loaded for {name}; by the plan that file does not bring it in")

    def _parents(
        self, event: Event, loads: list[Load], make: Callable[[Kind, str, str, str], Difference]
    ) -> Iterator[Difference]:
        parent = self._parent(event)
        if event.reason == "include" and parent and parent not in map(self.expected.imported_by, loads):
            logged = self.expected.name(self.expected.place(event.parent, event.cwd))
            planned = loads[0].imported_by
            yield make("parent", logged, planned, f"imported by {logged}; by the plan, by {planned}")

    def _details(
        self, event: Event, loads: list[Load], make: Callable[[Kind, str, str, str], Difference]
    ) -> Iterator[Difference]:
        types = {TYPES.get(load.tier, "") for load in loads}
        if event.memory_type and "" not in types and event.memory_type not in types:
            planned = " or ".join(sorted(types))
            text = f"loaded with the memory type {event.memory_type}; by the plan it is {planned}"
            difference = make("memory_type", event.memory_type, planned, text)
            # What type an imported file has is documented nowhere.
            yield difference._replace(certain=difference.certain and event.reason != "include")
        if event.reason == "path_glob_match" and event.globs is not None:
            facts = self.expected.facts
            wanted = [load.globs for load in loads]
            if _normal(event.globs, facts) not in [_normal(globs, facts) for globs in wanted]:
                logged, planned = ", ".join(event.globs), ", ".join(wanted[0])
                yield make("globs", logged, planned, f"loaded for the globs {logged}; by the plan they are {planned}")

    def _parent(self, event: Event) -> str:
        place = self.expected.place(event.parent, event.cwd) if event.parent else ""
        return key_of(place) if place else ""

    # --- what is not in the log

    def _missing(self) -> Iterator[Difference]:
        loaded = set(self.keys.values())
        settings = self._is_newer_time(self.expected.settings_time())
        imports = any(event.reason == "include" for event in self.log.events)
        for load in self.expected.at_launch:
            importer = self.expected.imported_by(load)
            if self.expected.key(load) in loaded or (importer and importer not in loaded):
                continue
            doubt = settings or self._is_newer(os.path.join(self.expected.root, load.path))
            doubt = doubt or bool(importer and (self.changed.get(importer) or not imports))
            text = f"the plan has it at launch as {_reason(load)}, and it did not load"
            yield Difference("missing", not doubt, load.path, 0, "", _reason(load), text)

    def _is_newer_time(self, time: float) -> bool:
        began = self.began or self.written
        return bool(began) and time > began

    def _missing_on_demand(self) -> Iterator[Difference]:
        """Tell of what a trigger should have brought in too; what the agent opened by itself before is not sent."""
        loaded, told = set(self.keys.values()), set[str]()
        for event in self.events:
            trigger = self.expected.place(event.trigger, event.cwd) if event.trigger else ""
            if event.reason not in LAZY or not trigger:
                continue
            for load in self.expected.on_demand(trigger):
                if self.expected.key(load) not in loaded and load.path not in told:
                    told.add(load.path)
                    name = self.expected.name(trigger)
                    text = f"the plan has it with {name}, and it did not load"
                    yield Difference("missing", False, load.path, 0, "", _reason(load), text)

    def _order(self) -> Iterator[Difference]:
        """Tell of the first file that came before one which the plan has before it.

        The event is asynchronous: what a log has first need not have loaded first.
        """
        place = {self.expected.key(load): number for number, load in enumerate(self.expected.at_launch)}
        last, before = -1, None
        seen: set[str] = set()
        for event in self.events:
            key = self.keys[event]
            if event.reason not in _LAUNCH or key in seen or key not in place:
                continue
            seen.add(key)
            if before is not None and place[key] < last:
                first, second = (self.expected.name(self.places[each]) for each in (before, event))
                text = f"comes after {first} in the log; the plan has it before that"
                yield Difference("order", False, second, event.line, f"{first}, {second}", f"{second}, {first}", text)
                return
            last, before = place[key], event


def _fits(reason: str, load: Load) -> bool:
    if reason == "compact":
        return load.moment == "launch"
    return reason == _reason(load)


def _reason(load: Load) -> str:
    return _EXPECTED.get(load.reason, load.reason)


def _normal(globs: tuple[str, ...], facts: Facts) -> frozenset[str]:
    """Return patterns as a set, braces expanded, without the tail that the loader takes off."""
    expanded = (each.strip() for each in expand(globs, facts))
    return frozenset(each if each.startswith("!") else each.removesuffix("/**") for each in expanded)
