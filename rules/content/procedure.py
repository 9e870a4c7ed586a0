"""content/procedure."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Finding, Findings, Project, Sentence, compile_once, rule

_KINDS = ("instructions", "rule_file")


@rule("info", default=False)
def procedure(document: Document, project: Project, *, steps: int = 5) -> Findings:
    """A procedure of many numbered steps in a file that loads in every session.

    Steps for one task cost context in all the sessions that do something else, and steps of a list that was read long
    ago are skipped or merged. A skill or a command brings the same steps at the moment when they are due. Counted are
    the numbered items under one heading, if the heading, the line before them or most of the items say what to do.

    What to do: move the steps into `.claude/skills/<name>/SKILL.md` and leave one line that says when to use it.

    Bad:

        ==> CLAUDE.md
        ## Releasing a glaze

        1. Run `make cones`.
        2. Update the colour chart.
        3. Write the recipe card.
        4. Tag the version.
        5. Tell the shop.

    Good:

        ==> CLAUDE.md
        ## Releasing a glaze

        Use the skill `release-glaze`.

        ==> .claude/skills/release-glaze/SKILL.md
        1. Run `make cones`.
        2. Update the colour chart.
        3. Write the recipe card.
        4. Tag the version.
        5. Tell the shop.
    """
    file = project.file(document.path)
    if file is None or file.kind not in _KINDS or not _numbered().search(document.text):
        return
    if not any(load.moment == "launch" for load in project.loads(document.path)):
        return
    for title, found in _lists(document, project).items():
        if len(found) >= steps and _orders(title, found):
            under = f' under "{title[-1]}"' if title else ""
            message = (
                f"{len(found):,} numbered steps{under} load in every session, also when something else is to be done"
            )
            yield Finding(found[0].span, message)


@cache
def _numbered() -> re.Pattern[str]:
    return compile_once(r"^[^\S\n]*+\d+[.)]\s", re.MULTILINE)


@cache
def _title() -> re.Pattern[str]:
    return compile_once(
        r"(?i)\b(?:steps?|workflow|process|procedure|how to|checklist|protocol|releas(?:e|ing)|deploy\w*|adding|creating|setup|setting up"
        r"|pasos|proceso|schritte|ablauf|vorgehen|étapes|procédure|passos|processo|шаги|порядок|инструкция)\b"
        r"|步骤|流程|操作|手順|流れ|절차|단계|순서"
    )


@cache
def _imperative() -> re.Pattern[str]:
    verbs = "add ask apply archive assign build bump check checkout choose clean clone close commit compare compile confirm copy"
    verbs += " create cut define delete deploy document download edit enable ensure export fetch find fix follow format generate"
    verbs += " get identify implement import inspect install invoke keep launch lint list load log make mark merge migrate monitor"
    verbs += " move notify open pick post prepare publish pull push put read rebase record refactor register release remove rename"
    verbs += " repeat replace report request restart return review rollback run save scan search select send set show sign start"
    verbs += (
        " stop submit switch sync tag take tell test then track trigger update upload use validate verify wait write"
    )
    return compile_once(rf"(?i)\W*(?:\[[ x]\]\s*)?(?:{'|'.join(verbs.split())})\b|\W*`")


def _lists(document: Document, project: Project) -> dict[tuple[str, ...], list[Sentence]]:
    """Return the first sentence of each numbered item, by the headings above it."""
    ordered = {(item.list_id, item.position) for item in document.items if item.ordered and item.depth == 1}
    found: dict[tuple[str, ...], list[Sentence]] = {}
    seen: set[tuple[int, int]] = set()
    for sentence in project.sentences(document.path):
        key = (sentence.list_id, sentence.position)
        if key in ordered and key not in seen:
            seen.add(key)
            found.setdefault(sentence.headings, []).append(sentence)
    return found


def _orders(title: tuple[str, ...], found: list[Sentence]) -> bool:
    """Say whether the items are steps: not a table of contents, a list of reading matter or of principles."""
    acts = sum(1 for sentence in found if _imperative().match(sentence.words))
    if acts * 2 > len(found):
        return True
    named = any(_title().search(text) for text in (*title[-1:], found[0].lead_in))
    return named and sum(map(_is_name, found)) * 2 <= len(found)


def _is_name(sentence: Sentence) -> bool:
    """Say whether an item is a word or two, as in a table of contents; languages without blanks are counted by letters."""
    return len(sentence.words.split()) <= 2 and (sentence.words.isascii() or len(sentence.words) <= 5)
