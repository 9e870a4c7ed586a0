"""Directives that cannot both be followed: compared within cells of one knob, never pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Literal, TypeAlias

from memlint.source.directives.atoms import Atom, Directive
from memlint.source.directives.tables import Slot, Tables
from memlint.source.records import NamedTuple

Witness: TypeAlias = tuple[Directive, Atom]
_TRIED = 6  # witnesses of each side that are paired; a cell's cost does not grow with its size
_INVENTORY = 3  # values that are wanted in one cell, from which it is a list of what there is and no policy


class Conflict(NamedTuple):
    """Two directives that turn one knob to two values. ``others`` say the same as one of them."""

    slot: Slot
    kind: Literal["values", "wanted-and-not", "numbers"]
    first: Witness
    second: Witness
    others: tuple[Witness, ...]


def conflicts(
    directives: Iterable[Directive],
    tables: Tables,
    scope: Callable[[str], Hashable] = lambda path: None,
    meet: Callable[[str, str], bool] = lambda one, other: True,
) -> Iterator[Conflict]:
    """Yield one conflict for each cell that has one.

    Only directives whose paths have one ``scope`` are compared, and only paths that ``meet`` are a conflict's places.
    """
    slots = {slot.id: slot for slot in tables.slots}
    cells: dict[Hashable, list[Witness]] = {}
    for directive in directives:
        several = _several(directive)
        for atom in directive.atoms:
            if not (atom.flags - {"permission"}) and not (atom.wanted and (atom.slot, atom.parameter) in several):
                key = (atom.slot, atom.parameter, atom.qualifiers, scope(directive.path))
                cells.setdefault(key, []).append((directive, atom))
    told = set[Hashable]()  # two sentences can disagree about several parts of one knob
    for cell in cells.values():
        if len(cell) > 1:
            found = _cell(slots[cell[0][1].slot], cell, meet)
            places = (found.slot.id, found.first[0], found.second[0]) if found else None
            if found and places not in told:
                told.add(places)
                yield found


def _several(directive: Directive) -> set[tuple[str, str]]:
    """Return the knobs for which one directive wants several values: it chooses none."""
    wanted: dict[tuple[str, str], set[str]] = {}
    for atom in directive.atoms:
        if atom.wanted and not atom.number:
            wanted.setdefault((atom.slot, atom.parameter), set()).add(atom.value)
    return {key for key, values in wanted.items() if len(values) > 1}


def _cell(slot: Slot, cell: list[Witness], meet: Callable[[str, str], bool]) -> Conflict | None:
    groups: dict[Hashable, list[Witness]] = {}
    for witness in cell:
        atom = witness[1]
        groups.setdefault((atom.number, atom.relation) if atom.number else (atom.value, atom.wanted), []).append(
            witness
        )
    for witnesses in groups.values():
        witnesses.sort(key=lambda witness: "permission" in witness[1].flags)  # who may can also be told to
    if len(groups) < 2 or _is_inventory(groups):
        return None
    kinds = list(groups.values())
    for at, ones in enumerate(kinds):
        for others in kinds[at + 1 :]:
            kind = _clash(slot, ones[0][1], others[0][1])
            pair = _apart(ones, others, meet) if kind else None
            if kind and pair:
                rest = tuple(witness for witness in (*ones, *others) if witness not in pair)
                return Conflict(slot, kind, *pair, rest)
    return None


def _is_inventory(groups: dict[Hashable, list[Witness]]) -> bool:
    atoms = [witnesses[0][1] for witnesses in groups.values()]
    values = {atom.value for atom in atoms if atom.wanted and not atom.number}
    numbers = {atom.number for atom in atoms if atom.number}
    return len(values) >= _INVENTORY or len(numbers) >= _INVENTORY


def _clash(slot: Slot, one: Atom, other: Atom) -> Literal["values", "wanted-and-not", "numbers"] | None:
    if one.number:
        return "numbers" if _numbers_clash(one, other) else None
    if one.value == other.value:
        return "wanted-and-not" if one.wanted != other.wanted else None
    if one.wanted and other.wanted and not {"permission"} & (one.flags | other.flags):
        return None if slot.together(one.value, other.value) else "values"
    return None


def _numbers_clash(one: Atom, other: Atom) -> bool:
    if one.number == other.number:
        return False
    if len(one.number) == 2:
        return _versions_clash(one, other)
    low, high = (one, other) if one.relation == ">=" else (other, one)
    if low.relation == ">=" and high.relation != ">=":
        return low.number > high.number
    return True  # one knob, two limits


def _versions_clash(one: Atom, other: Atom) -> bool:
    (major, minor), (major2, minor2) = one.number, other.number
    if major == major2 and -1 in (minor, minor2):
        return False  # "Python 3" says nothing against 3.12
    if one.relation == other.relation:
        return one.relation == "="  # two minimums are one requirement
    low, exact = (one, other) if one.relation == ">=" else (other, one)
    return exact.number < low.number


def _apart(
    ones: list[Witness], others: list[Witness], meet: Callable[[str, str], bool]
) -> tuple[Witness, Witness] | None:
    """Return the first witnesses of both that meet and are no neighbours in one enumeration."""
    for one in ones[:_TRIED]:
        for other in others[:_TRIED]:
            if not _neighbours(one[0], other[0]) and meet(one[0].path, other[0].path):
                return one, other
    return None


def _neighbours(one: Directive, other: Directive) -> bool:
    if one.path != other.path:
        return False
    first, second = one.sentence, other.sentence
    if first.span == second.span:
        return True
    listed = first.list_id >= 0 and first.list_id == second.list_id
    return listed and abs(first.position - second.position) <= 1
