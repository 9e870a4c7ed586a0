"""grounding/drifted-twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memlint import Finding, Findings, Place, Project, rule

if TYPE_CHECKING:
    from ._twins import Twins

_SHOWN = 5


@rule("warning")
def drifted_twin(project: Project) -> Findings:
    """A CLAUDE.md and an AGENTS.md beside it that were the same text and are no longer.

    Two copies are kept by hand; one of them gained a step or lost a guard. Agents then behave differently by which of
    the two they read, and nobody sees it. Said when at least 60 % of the lines are the same; the names of agents do
    not count. Links, a line `@AGENTS.md`, regions that a tool owns, and files that say they diverge on purpose are let
    pass.

    What to do: bring the two together, or let one of them be a link to the other or import it with `@AGENTS.md`.

    Bad:

        ==> CLAUDE.md
        Run the tests with `make check`.
        Mix the glaze first.
        Never above 1280 degrees.
        Cool it down slowly.
        Open it below 80 degrees.
        Wear gloves.

        ==> AGENTS.md
        Run the tests with `make check`.
        Mix the glaze first.
        Never above 1280 degrees.
        Cool it down slowly.
        Open it below 80 degrees.

    Good:

        ==> CLAUDE.md
        @AGENTS.md
        Wear gloves.

        ==> AGENTS.md
        Run the tests with `make check`.
        Mix the glaze first.
        Never above 1280 degrees.
        Cool it down slowly.
        Open it below 80 degrees.
    """
    if len(list(project.instructions())) < 2:
        return
    from ._twins import drifted

    for twins in drifted(project):
        document, span = next((hunk for hunk in twins.hunks if hunk[0] is twins.first), twins.hunks[0])
        related = tuple(
            Place(other.path, place, f"only here: {_words(other.text[slice(*place)])}")
            for other, place in twins.hunks[:_SHOWN]
            if place is not span
        )
        yield Finding(span, _message(twins), document.path, related=related)


def _message(twins: Twins) -> str:
    one, two = twins.alone
    first, second = twins.first.path, twins.second.path
    return (
        f"{first} and {second} have {twins.shared:,} lines in common; {_lines(one)} in {first} alone and"
        f" {_lines(two)} in {second} alone, so agents are told different things"
    )


def _lines(number: int) -> str:
    return f"{number:,} line{'' if number == 1 else 's'} {'is' if number == 1 else 'are'}"


def _words(text: str) -> str:
    line = text.split("\n", 1)[0]
    return line if len(line) <= 60 else f"{line[:59]}…"
