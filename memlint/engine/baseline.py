"""Findings that are known: a file of fingerprints, which lets sizes shrink and lines move, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

from memlint.config import named
from memlint.engine.finding import Finding
from memlint.engine.fingerprint import fingerprint, stable
from memlint.engine.rule import Rule
from memlint.engine.selection import former_names
from memlint.errors import UsageError
from memlint.source.records import NamedTuple

VERSION = 1


class Entry(NamedTuple):
    """A known finding, or ``times`` of them on equal lines. It holds no text of a file, only its hash.

    ``sizes`` are what the rule had measured: a finding with larger ones is not known.
    """

    path: str
    rule: str
    fingerprint: str
    times: int = 1
    sizes: tuple[int, ...] = ()


class Outcome(NamedTuple):
    """What a baseline did: the ``known`` findings, and how many entries are ``stale``.

    ``written`` are the entries for all that was found, ``pruned`` those of before without what is gone: of what a run
    did not look at both keep everything. None for several projects, which have no baseline in common.
    """

    known: tuple[Finding, ...]
    stale: int
    written: tuple[Entry, ...] | None
    pruned: tuple[Entry, ...] | None


class Scope(NamedTuple):
    """What a run has looked at: whether an ``entry`` would have been found again, and what findings it reports."""

    entry: Callable[[Entry], bool]
    finding: Callable[[Finding], bool]


def seen(
    findings: Iterable[Finding],
    rules: Mapping[str, Rule],
    ran: Container[str],
    complete: bool,
    wants: Callable[[str], bool],
    touches: Callable[[Finding], bool],
) -> Scope:
    """Return what a run has looked at: no entry of a rule that did not run, or of any when one has crashed.

    ``complete`` says that ``rules`` are all that there are, ``wants`` whether a path was asked for, ``touches`` whether
    a finding is about one.
    """
    crashed = any(finding.rule not in rules for finding in findings)
    former = former_names(rules)

    def looked_at(entry: Entry) -> bool:
        rule = former.get(entry.rule, entry.rule)
        path = os.path.expanduser(entry.path) if entry.path.startswith("~/") else entry.path
        return not crashed and (rule in ran if rule in rules else complete) and wants(path)

    return Scope(looked_at, touches)


def read(path: str) -> tuple[Entry, ...]:
    """Return the entries of a baseline; an empty file has none. Raises UsageError for one that cannot be read."""
    import json

    if path == os.devnull:  # none of what is known: a new baseline is being written
        return ()
    try:
        text = named(path).decode("utf-8-sig")
        data = json.loads(text) if text.strip() else {"version": VERSION, "findings": []}
    except OSError as error:
        hint = "; --write-baseline makes one" if isinstance(error, FileNotFoundError) else ""
        raise UsageError(f"{path}: {error.strerror}{hint}") from None
    except json.JSONDecodeError as error:
        what = "a merge conflict" if "<<<<<<<" in text else error.msg
        raise UsageError(f"{path}:{error.lineno}:{error.colno}: not JSON ({what})") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: not JSON ({error})") from None
    if not isinstance(data, dict) or not isinstance(data.get("findings"), list):
        raise UsageError(f"{path}: no baseline of memlint")
    if data.get("version") != VERSION:
        raise UsageError(f"{path}: a baseline of version {data.get('version')!r}; this memlint reads {VERSION}")
    try:
        return _joined(_entry(row) for row in data["findings"])
    except (LookupError, TypeError, ValueError):
        raise UsageError(f"{path}: an entry is not of the form that memlint writes") from None


def _entry(row: Any) -> Entry:
    path, rule, mark = row["path"], row["rule"], row["fingerprint"]
    count, sizes = row.get("count", 1), row.get("sizes", ())
    if not all(isinstance(value, str) for value in (path, rule, mark)):
        raise TypeError
    if not all(type(number) is int for number in (count, *sizes)):
        raise TypeError
    return Entry(path, rule, mark, max(count, 1), tuple(sizes))


def _joined(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return ``entries`` sorted, those that a merge left twice made one: the one that lets more pass."""
    found: dict[tuple[str, str, str], Entry] = {}
    for entry in entries:
        other = found.setdefault(entry[:3], entry)
        if other is not entry and len(entry.sizes) == len(other.sizes):
            sizes = tuple(map(max, entry.sizes, other.sizes))
            found[entry[:3]] = entry._replace(times=max(entry.times, other.times), sizes=sizes)
    return tuple(sorted(found.values()))


def text(entries: Iterable[Entry]) -> str:
    """Return the file for ``entries``: sorted, one a line, so that two branches rarely touch the same line."""
    import json

    rows = [json.dumps(_row(entry)) for entry in _joined(entries)]
    body = "".join(f"\n  {row}{',' if number < len(rows) else ''}" for number, row in enumerate(rows, 1))
    return f'{{\n "version": {VERSION},\n "findings": [{body}\n ]\n}}\n'


def _row(entry: Entry) -> dict[str, Any]:
    row: dict[str, Any] = {"path": entry.path, "rule": entry.rule, "fingerprint": entry.fingerprint}
    if entry.times > 1:
        row["count"] = entry.times
    if entry.sizes:
        row["sizes"] = list(entry.sizes)
    return row


def compare(
    findings: list[Finding],
    file: str,
    texts: Mapping[str, str],
    rules: Mapping[str, Rule],
    scope: Scope,
) -> tuple[list[Finding], Outcome]:
    """Return the ``findings`` that the baseline ``file`` does not have, and what became of its entries.

    ``findings`` are those of the whole project, which ``scope`` then narrows: what is known does not depend on what
    was asked for. ``rules`` tell former names. Raises UsageError as :func:`read` does.
    """
    entries = read(file)
    left = {entry[:3]: entry for entry in entries}
    used: dict[tuple[str, str, str], Entry] = {}  # with the number and the sizes that were found
    kept: list[Finding] = []
    known: list[Finding] = []
    written: list[Entry] = []
    for finding in findings:
        if finding.rule not in rules:  # a crash is never known
            kept.append(finding)
            continue
        line = texts.get(finding.path, "")
        own = Entry(stable(finding.path), finding.rule, fingerprint(finding, line), 1, finding.sizes)
        key = _key(own, finding, line, rules[finding.rule].aliases, left)
        entry = left.get(key)
        grown = _grown(finding.sizes, entry.sizes) if entry else ""
        taken = used[key].times if key in used else 0
        if entry is not None and taken < entry.times:
            used[key] = own._replace(times=taken + 1, sizes=entry.sizes if grown else finding.sizes)
        if entry is None or taken >= entry.times or grown:
            kept.append(finding._replace(message=finding.message + grown))
        else:
            known.append(finding)
        if scope.finding(finding):
            written.append(own)
        elif entry is not None and taken < entry.times:
            written.append(own._replace(sizes=entry.sizes))
    gone = [entry for entry in entries if used.get(entry[:3], _NONE).times < entry.times]
    stale = [entry for entry in gone if scope.entry(entry)]
    unseen = [entry for entry in gone if not scope.entry(entry)]
    return kept, Outcome(
        known=tuple(filter(scope.finding, known)),
        stale=len(stale),
        written=_joined((*_counted(written), *unseen)),
        pruned=_joined((*used.values(), *unseen)),
    )


_NONE = Entry("", "", "", 0)


def _key(
    own: Entry, finding: Finding, line: str, aliases: tuple[str, ...], left: Mapping[tuple[str, str, str], Entry]
) -> tuple[str, str, str]:
    """Return the entry's key for a finding: under the rule's name, or under a former one that the baseline has."""
    for alias in aliases:
        former = own.path, alias, fingerprint(finding._replace(rule=alias), line)
        if former in left:
            return former
    return own[:3]


def _grown(now: tuple[int, ...], before: tuple[int, ...]) -> str:
    """Say which sizes are larger than ``before``, "" when none is or the rule measures something else by now."""
    if len(now) != len(before):
        return ""
    more = [f"{old:,} → {new:,}" for old, new in zip(before, now, strict=True) if new > old]
    return f"; grown since the baseline: {', '.join(more)}" if more else ""


def _counted(entries: Iterable[Entry]) -> Iterable[Entry]:
    found: dict[tuple[str, str, str], Entry] = {}
    for entry in entries:
        before = found.get(entry[:3])
        found[entry[:3]] = entry if before is None else before._replace(times=before.times + 1)
    return found.values()
