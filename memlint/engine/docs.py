"""Reads a rule's docstring: the problem, why it matters, what to do, and the examples that the tests run."""

from __future__ import annotations

import re

from memlint.engine.rule import Rule
from memlint.source.records import NamedTuple


class Example(NamedTuple):
    """A small tree: path → text. ``bad`` says whether the rule fires on it."""

    bad: bool
    files: dict[str, str]


class Docs(NamedTuple):
    """``summary`` is the problem as a fact, ``why`` the paragraphs after it, ``to_do`` what a person can do."""

    summary: str
    why: str
    to_do: str
    examples: tuple[Example, ...]


def read(rule: Rule) -> Docs:
    """Split the docstring of ``rule`` into its parts; see CONTRIBUTING.md for its form."""
    text = _dedented(rule.check.__doc__ or "")
    prose, *rest = re.split(r"^(?=(?:Bad|Good):$)", text, flags=re.MULTILINE)
    paragraphs = [" ".join(part.split()) for part in prose.split("\n\n") if part.strip()]
    to_do = next((part for part in paragraphs if part.startswith("What to do: ")), "")
    why = [part for part in paragraphs[1:] if part != to_do]
    return Docs(
        summary=paragraphs[0] if paragraphs else "",
        why="\n\n".join(why),
        to_do=to_do.removeprefix("What to do: "),
        examples=tuple(_example(part) for part in rest),
    )


def _dedented(text: str) -> str:
    from inspect import cleandoc  # 5 ms that a clean run does not need

    return cleandoc(text)


def _example(part: str) -> Example:
    title, _, body = part.partition("\n")
    return Example(title.startswith("Bad"), sections(_dedented("\n" + body) + "\n"))


def sections(text: str) -> dict[str, str]:
    """Read ``==> path`` sections into path → text; the blank line that ends a section is no part of it.

    ``(200 such lines)`` stands for the line above it that many times in all.
    """
    files: dict[str, str] = {}
    for part in re.split(r"^==> ", text, flags=re.MULTILINE)[1:]:
        path, _, body = part.partition("\n")
        body = body[:-1] if body.endswith("\n\n") or body == "\n" else body
        files[path.strip()] = re.sub(
            r"^(.*\n)\((\d+) such lines\)\n?", lambda found: found[1] * int(found[2]), body, flags=re.MULTILINE
        )
    return files


def url(rule_name: str) -> str:
    """Return where the rule is documented, as it appears in reports."""
    return f"https://github.com/memlint/memlint/blob/main/rules/README.md#{rule_name.replace('/', '')}"
