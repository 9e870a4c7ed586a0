"""frontmatter/missing-why."""

from __future__ import annotations

import re
from functools import cache

from memlint import Findings, Project, compile_once, rule

from ._reasons import lacking


@cache
def _words() -> re.Pattern[str]:
    return compile_once(
        r"\bbecause\b|\breasons?\b|\brationale\b|\bmotivat|\bbackground\b|\bcontext\b|\bsince\b|\bcause[sd]?\b|\bso that\b"
        r"|\bdue to\b|\bwarum\b|\bgr(?:u|ü)nd|\bweil\b|\bpourquoi\b|\braison|\bcar\b|\bpor ?qu[eé]\b|\bmotivo|\braz[oó]n|\bperch[eé]\b"
        r"|почему|причин|потому|为什么|為什麼|为何|原因|理由|因为|因為|背景|なぜ|이유|왜|때문|배경"
    )


@rule("info", where="topic")
def missing_why(project: Project) -> Findings:
    """A feedback or project memory does not say why.

    The agent leads with the fact and writes a `**Why:**` line below it: with the reason it can tell where the fact
    holds. Other words and languages count too, and a directory in which few memories have the line is let pass.

    What to do: add a line that says what led to it.

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
    yield from lacking(project, 0, _words())
