"""frontmatter/missing-how-to-apply."""

from __future__ import annotations

import re
from functools import cache

from memlint import Findings, Project, compile_once, rule

from ._reasons import lacking


@cache
def _words() -> re.Pattern[str]:
    return compile_once(
        r"\bappl(?:y|ies|ied|ication|ying)\b|\bhow to\b|\bwhat to do\b|\bin practice\b|\bwhen to\b|\busage\b|\baction(?:s|able)?\b|\bsteps?\b"
        r"|\binstead\b|\bfix(?:es)?\b|\brecommend|\brule of thumb\b|\banwend|\bumsetz|\bappliquer\b|\baplicar\b|\bapplicare\b|примен|как использовать"
        r"|应用|應用|怎么做|如何|適用|使い方|やり方|적용|방법"
    )


@rule("info", where="topic")
def missing_how_to_apply(project: Project) -> Findings:
    """A feedback or project memory does not say how to apply it.

    Below the fact and its reason the agent writes a `**How to apply:**` line: with it the memory is used in new places
    as it was meant. Other words and languages count too, and a directory in which few memories have the line is let
    pass.

    What to do: add a line that says when it matters and what to do then.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy
        - [Reviews](reviews.md) — who reads what
        - [Tests](tests.md) — run them first

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
        ---
        On Tuesdays.

        ==> memory/reviews.md
        ---
        name: reviews
        description: Who reads what
        metadata:
          type: project
        ---
        Two people read each change.

        **Why:** one of them is often away.

        **How to apply:** ask for both at once.

        ==> memory/tests.md
        ---
        name: tests
        description: Run the tests first
        metadata:
          type: feedback
        ---
        Run the tests before each push.

        **Why:** two releases were broken in the spring.

        **How to apply:** `make check` before `git push`.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy
        - [Reviews](reviews.md) — who reads what
        - [Tests](tests.md) — run them first

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
        ---
        On Tuesdays.

        **Why:** then those who can repair things are there.

        **How to apply:** put off what is ready on a Friday.

        ==> memory/reviews.md
        ---
        name: reviews
        description: Who reads what
        metadata:
          type: project
        ---
        Two people read each change.

        **Why:** one of them is often away.

        **How to apply:** ask for both at once.

        ==> memory/tests.md
        ---
        name: tests
        description: Run the tests first
        metadata:
          type: feedback
        ---
        Run the tests before each push.

        **Why:** two releases were broken in the spring.

        **How to apply:** `make check` before `git push`.
    """
    yield from lacking(project, 1, _words())
