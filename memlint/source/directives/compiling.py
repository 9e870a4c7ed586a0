"""From the YAML tables to ``tables.json``: macros spelled out, alternatives joined, literals found. Not for a run.

Only the shipped tables are made ahead; a team's own slots come this way when a run reads them.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any, TypeAlias

from memlint.source.directives.exponential import is_exponential
from memlint.source.directives.phrases import phrases
from memlint.source.directives.slot_schema import PATTERNS, problem
from memlint.source.directives.tables import expanded

#: The groups that a wording is found by, and further ones of which each match has a text.
_Needed: TypeAlias = tuple[list[list[str]], list[list[str]]]

_HERE = os.path.join(os.path.dirname(__file__), "tables")
_BRANCHES = 4  # alternatives that are told apart; of more, only what they have in common is looked for
_TEXTS = 12  # of a group; one of more is looked for only where there is no better one
_GROUPS = 2  # by which a wording is found; of the others, which only rule it out, each may have more texts
_MORE_TEXTS = 40
_ELSEWHERE = frozenset(("id", "kind", "values", "on", "off", "topic", "examples"))


def tables() -> str:
    """Return the text of ``tables.json``."""
    lists = {name: phrases(entries) for name, entries in _lists().items()}
    data = {
        "phrases": {name: [sorted(found.words), found.starts, found.texts] for name, found in lists.items()},
        "qualifiers": _read("qualifiers.yaml"),
        "macros": _macros(),
        **compiled(sources()),
    }
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {_lines(value)}" for key, value in data.items()) + "\n}\n"


def _lines(value: Any) -> str:
    """Write ``value`` with one line for each of its entries, so that changes can be seen."""

    def text(each: Any) -> str:
        return json.dumps(each, ensure_ascii=False, separators=(",", ":"))

    if isinstance(value, dict):
        return "{\n" + ",\n".join(f"{text(key)}: {text(each)}" for key, each in value.items()) + "\n}"
    return "[\n" + ",\n".join(map(text, value)) + "\n]"


def sources() -> tuple[dict[str, Any], ...]:
    """Return the slots as their files have them, by id."""
    names = sorted(os.listdir(os.path.join(_HERE, "slots")))
    return tuple(_read(os.path.join("slots", name)) for name in names)


def compiled(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return ``rows`` as ``Tables`` takes them. Raises ValueError, with the slot's id, for what is not right.

    "slots" has the id, the kind, the value of each wording with whether it says that this is wanted, and the rest as
    text in JSON; "groups" the texts of which one is needed; "needed" for each group which slots and wordings need it,
    what other groups these need too, and what further ones a match has.
    """
    found = [_slot(row) for row in rows]
    common = Counter(
        tuple(group)
        for _, wordings in found
        for alternatives in wordings
        for wording, _ in alternatives
        for group in wording
    )
    groups: dict[tuple[str, ...], int] = {}
    needed: dict[int, list[list[Any]]] = {}
    for number, (_, wordings) in enumerate(found):
        for form, alternatives in enumerate(wordings):
            for wording, further in alternatives:
                # The one with the longest texts is looked for first: it stands in the fewest sentences.
                rarest = sorted(map(tuple, wording), key=lambda group: (-_worth(group), common[group]))
                at, *rest = (groups.setdefault(group, len(groups)) for group in rarest)
                more = {groups.setdefault(group, len(groups)) for group in map(tuple, further)}
                entry = [number, form, sorted(set(rest)), sorted(more.difference(rest, (at,)))]
                if entry not in needed.setdefault(at, []):
                    needed[at].append(entry)
    return {
        "slots": [slot for slot, _ in found],
        "groups": list(groups),
        "needed": {str(at): entries for at, entries in needed.items()},
    }


@cache
def _languages() -> tuple[dict[str, Any], ...]:
    names = sorted(os.listdir(os.path.join(_HERE, "languages")))
    return tuple(_read(os.path.join("languages", name)) for name in names)


def _lists() -> dict[str, list[str]]:
    """All languages' phrases by name; those of one language alone also by ``name-language``."""
    found: dict[str, list[str]] = {}
    for language in _languages():
        for name, entries in language.items():
            if isinstance(entries, list):
                found.setdefault(name, []).extend(map(str, entries))
                found.setdefault(f"{name}-{language['language']}", []).extend(map(str, entries))
    return dict(sorted(found.items()))


@cache
def _macros() -> dict[str, str]:
    return {name: text for language in _languages() for name, text in language.get("macros", {}).items()}


def _read(name: str) -> Any:
    import yaml

    with open(os.path.join(_HERE, name), encoding="utf-8") as stream:
        return yaml.load(stream, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _slot(row: dict[str, Any]) -> tuple[list[Any], list[list[_Needed]]]:
    name = row.get("id", "?")
    wrong = problem(row)
    if wrong:
        raise ValueError(f"slot {name}: {wrong}")
    forms = [_spelled(form) for form in _forms(row)]
    try:
        texts = [row["knob"]] if row["kind"] == "number" else [form[1] for form in forms]
        further = _of_all(expanded(row.get("need") or "", _macros()))
        needed = [
            [(_first(groups), [*_further(groups), *further]) for groups in _required(expanded(text, _macros()))]
            for text in texts
        ]
        for pattern in (*texts, *(row[key] for key in PATTERNS if key in row), *row.get("parameters", {}).values()):
            re.compile(expanded(pattern, _macros()), re.IGNORECASE)
    except KeyError as error:
        known = ", ".join(sorted(_macros()))
        raise ValueError(f"slot {name}: there is no macro {error.args[0]}; there are {known}") from None
    except RecursionError:
        raise ValueError(f"slot {name}: a pattern is nested too deeply") from None
    except (re.error, ValueError, OverflowError) as error:
        raise ValueError(f"slot {name}: {error}") from None
    kept = {key: value for key, value in row.items() if key not in _ELSEWHERE}
    rest = {
        **kept,
        "ignores": row.get("ignores", []),
        "forms": [[text, needs_role] for _, text, _, needs_role in forms],
    }
    claims = [[value, wanted] for value, _, wanted, _ in forms]
    return [name, row["kind"], claims, json.dumps(rest, ensure_ascii=False, separators=(",", ":"))], needed


def endless(row: dict[str, Any]) -> str:
    """Return a pattern of the entry ``row`` that can take exponentially long, "" without one; macros are ours."""
    forms = (entry for _, entry, _ in _forms(row))
    wordings = [next(iter(form.values())) if isinstance(form, dict) else form for form in forms]
    more = (*(row[key] for key in PATTERNS if key in row), *row.get("parameters", {}).values())
    opaque = dict.fromkeys(_macros(), "\ue000")
    return next((text for text in (*wordings, *more) if is_exponential(expanded(text, opaque))), "")


def _forms(row: dict[str, Any]) -> Iterator[tuple[str, Any, bool | None]]:
    if row["kind"] == "choice":
        yield from ((str(value), form, None) for value, forms in row["values"].items() for form in forms)
    elif row["kind"] == "toggle":
        yield from (("on", form, False) for form in row.get("off", ()))
        yield from (("on", form, True) for form in row.get("on", ()))
        yield from (("on", form, None) for form in row.get("topic", ()))


def _spelled(form: tuple[str, Any, bool | None]) -> tuple[str, str, bool | None, bool]:
    value, entry, wanted = form
    needs_role = False
    if isinstance(entry, dict):
        (kind, entry), *_ = entry.items()
        needs_role = kind == "needs-role"
        wanted = {"whole": True, "never": False}.get(kind, wanted)
    text = str(entry)
    return value, text if wanted is not None else _bounded(text), wanted, needs_role


def _bounded(text: str) -> str:
    """A value's name is no part of a path, an address, a longer name or a member access; Korean and Japanese go on after it."""
    before = r"(?<![a-zA-Z0-9_À-ÿ.@-])" if re.match(r"[a-zA-Z0-9(]", text) else ""
    after = r"(?![a-zA-Z0-9_À-ÿ-])(?![.:][\w$])" if re.search(r"[a-zA-Z0-9)?*+]$", text) else ""
    return f"{before}(?:{text}){after}"


def required(pattern: str) -> list[list[list[str]]]:
    """Return, for each alternative of ``pattern``, groups of texts in lower case: its matches have one of each group.

    Raises ValueError for an alternative that needs no text.
    """
    return [_first(groups) for groups in _required(pattern)]


def _required(pattern: str) -> list[list[list[str]]]:
    """Return all groups of each alternative, those that tell most before the others."""
    import re._parser as parser  # type: ignore[import-not-found]

    whole = list(parser.parse(pattern, re.IGNORECASE))
    branches = list(islice(_alternatives(whole), _BRANCHES + 1))
    found = [_needed(branch) for branch in (branches if len(branches) <= _BRANCHES else [whole])]
    if not all(found):
        raise ValueError(f"no literal stands in every match of {pattern}")
    return found


def _first(groups: list[list[str]]) -> list[list[str]]:
    """Return the groups that a wording is found by."""
    return [groups[0], *(group for group in groups[1:_GROUPS] if len(group) <= _TEXTS)]


def _further(groups: list[list[str]]) -> list[list[str]]:
    return [group for group in groups[1:] if len(group) <= _MORE_TEXTS]


def _of_all(pattern: str) -> list[list[str]]:
    """Return the group of which all alternatives of ``pattern`` need a text, in a list; none where there is none."""
    try:
        texts = sorted({text for groups in _required(pattern) for text in groups[0]})
    except ValueError:
        return []
    return [texts] if len(texts) <= _MORE_TEXTS else []


def _alternatives(sequence: list[Any]) -> Iterator[list[Any]]:
    """Take apart what is one choice as a whole, and what stands before it."""
    for at, (operator, value) in enumerate(sequence):
        kind = str(operator)
        if kind == "SUBPATTERN":
            yield from _alternatives([*sequence[:at], *value[3], *sequence[at + 1 :]])
            return
        if kind == "BRANCH":
            for branch in value[1]:
                yield from _alternatives([*sequence[:at], *branch, *sequence[at + 1 :]])
            return
        if kind not in ("LITERAL", "AT", "ASSERT", "ASSERT_NOT"):
            break
    yield sequence


def _needed(sequence: list[Any]) -> list[list[str]]:
    return sorted(map(sorted, set(_groups(sequence))), key=lambda group: (len(group) > _TEXTS, -_worth(group), group))


def _worth(group: Iterable[str]) -> int:
    return min(len(text.encode()) for text in group)


def _groups(sequence: Any) -> Iterator[frozenset[str]]:
    """Yield, for a parsed sequence, sets of texts of which each match has one."""
    run: list[Any] = []  # of literals; the parser moves what all branches begin with before them
    for item in [*sequence, (None, None)]:
        if str(item[0]) == "LITERAL":
            run.append(item)
            continue
        text = "".join(chr(value) for _, value in run).lower()
        if _is_telling(text):
            yield frozenset((text,))
        if item[0] is not None:
            yield from _of(str(item[0]), item[1], run)
        run = []


def _of(operator: str, value: Any, run: list[Any]) -> Iterator[frozenset[str]]:
    if operator == "SUBPATTERN":
        inner = list(value[3])
        if run and inner and str(inner[0][0]) == "BRANCH":
            yield from _of("BRANCH", inner[0][1], run)
        yield from _groups(inner)
    elif operator == "BRANCH":
        branches = [max(_groups([*run, *branch]), key=_worth, default=None) for branch in value[1]]
        if all(branches):
            yield frozenset[str]().union(*(branch for branch in branches if branch))
    elif operator in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT") and value[0] >= 1:
        yield from _groups(value[2])


def _is_telling(text: str) -> bool:
    return len(text.strip()) >= 2 or (bool(text.strip()) and ord(text.strip()[0]) > 0x2000)


if __name__ == "__main__":
    print(tables(), end="")
