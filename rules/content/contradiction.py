"""content/contradiction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memlint import Finding, Findings, Place, Project, rule, spoken_in

if TYPE_CHECKING:
    from memlint import Atom, Conflict, Directive

_SHOWN = 8


@rule("warning", parts=lambda: (spoken_in,))
def contradiction(project: Project) -> Findings:
    """Two instructions that the agent has at the same time and cannot both follow.

    Memory files are joined, not merged: a newer line does not replace an older one, the person's own file does not
    give way to the project's, and what was noted in a memory stands beside the instructions. Where two lines disagree
    the agent picks one, now this, now that. Said only where both are sure to be in context together, about the same
    thing, and neither names a condition, an exception or what it overrides. A file for a folder or for some paths may
    say something else than one that always loads: that is what it is for.

    What to do: keep the one that holds, or say in one of them when it does.

    Bad:

        ==> CLAUDE.md
        Use pnpm, never npm.

        ==> .claude/rules/setup.md
        - Install packages with `npm install`.

    Good:

        ==> CLAUDE.md
        Use pnpm, never npm.

        ==> .claude/rules/release.md
        - Publish with `npm publish`.
    """
    for conflict in project.directions.conflicts:
        yield _finding(conflict, project)


def _finding(conflict: Conflict, project: Project) -> Finding:
    (one, first), (other, second) = conflict.first, conflict.second
    narrow = project.contexts.more_specific(one.path, other.path)
    if narrow == one.path:
        (one, first), (other, second) = conflict.second, conflict.first
    when = "both stand in this file" if one.path == other.path else project.contexts.meet(one.path, other.path)
    message = f"{conflict.slot.about}: {_told(second)} here but {_told(first)} {_where(one, other)}; {when}"
    related = [Place(one.path, one.sentence.span, _words(one))]
    related += [Place(each.path, each.sentence.span, _words(each)) for each, _ in conflict.others[:_SHOWN]]
    return Finding(other.sentence.span, message, other.path, related=tuple(related))


def _where(one: Directive, other: Directive) -> str:
    return "elsewhere" if one.path == other.path else f"in {one.path}"


def _told(atom: Atom) -> str:
    if atom.value == "on":
        return "wanted" if atom.wanted else "ruled out"
    sign = {"<=": "at most ", ">=": "at least "}.get(atom.relation, "") if atom.number else ""
    return f"{sign}{atom.value}" if atom.wanted else f"not {atom.value}"


def _words(directive: Directive) -> str:
    words = directive.sentence.words
    return words if len(words) <= 80 else f"{words[:79]}…"
