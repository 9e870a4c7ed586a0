"""Sentences that tie a check to a moment, read as hooks: before each commit run the tests."""

from __future__ import annotations

import re
from functools import cache

from memlint import NamedTuple

from ._targets import COMMAND, FLAG, OTHER, PATH, Marked
from ._wording import UNSPACED, pattern, says, table, words

#: The lists of words for each moment, from the one that says most.
MOMENTS = ("on_commit", "on_push", "on_pr", "on_stop", "on_start", "on_edit")
_LONG = 140  # characters; a longer sentence without a command explains
#: Kinds of checks, with what the words for them have in common.
_KINDS = (
    ("test", ("测试", "テスト", "테스트", "prueba", "teste", "тест", "test")),
    ("lint", ("检查", "リント", "린트", "lint", "линтер")),
    ("format", ("格式", "フォーマ", "整形", "포맷", "format")),
    ("typecheck", ("类型", "型チェ", "타입", "typ", "тип")),
    ("build", ("ビルド", "빌드", "build", "сборк")),
)


class Check(NamedTuple):
    """A check and its moment: ``commands`` as written, else a ``tool`` by its command, else the kind of check.

    ``paths`` are those whose edits it is about.
    """

    moment: str
    commands: tuple[str, ...]
    tool: str
    kind: str
    paths: tuple[str, ...]


def check(marked: Marked, languages: tuple[str, ...]) -> Check | None:
    """Return the check that ``marked`` demands at a moment that a hook can catch, None for none."""
    text = marked.text
    for language in languages:
        if not says(language, "acts", text):  # most sentences: nothing is run
            continue
        moment = next((name for name in MOMENTS if says(language, name, text)), "")
        if moment and _demands(text, language) and not says(language, "unhook", text):
            if moment == "on_edit" and not _any_edit(text, language):
                continue
            commands, tool = _commands(marked, language, moment), _tool(marked)
            kind = "" if commands or tool or OTHER in text or len(text) > _LONG else _kind(text, language)
            if commands or tool or kind:
                paths = (target.text for target in marked.targets if target.kind == "path")
                return Check(moment, commands, tool, kind, tuple(paths) if moment == "on_edit" else ())
    return None


def _demands(text: str, language: str) -> bool:
    """Say whether something must be done: an absolute word, or an order at the start."""
    if language in UNSPACED or says(language, "always", text):
        return True
    return bool(_order(language).search(text))


@cache
def _order(language: str) -> re.Pattern[str]:
    return pattern(rf"(?:^|[:—–]\s*)\W*{words(language, 'starts')}")


def _any_edit(text: str, language: str) -> bool:
    """Say whether any edit is meant, or that of a path: not that of a thing which no hook can see."""
    found = says(language, "on_edit", text)
    if language in UNSPACED:
        before = text[: found.start()].rstrip() if found else "?"
        return not before or bool(
            pattern(rf"(?:{words(language, 'any')}|{PATH}\s*[을를を]?|[.。,，:：、*\-—])$").search(before)
        )
    if language != "en":
        return found is not None
    return found is not None and bool(_edits_any().match(text, found.end()))


@cache
def _edits_any() -> re.Pattern[str]:
    """What may stand behind an English word for editing until the sentence goes on."""
    some = r"(?:any|each|every|the|a|all|your|of|these|some|source|code|files?|it|them|you|touch|changes?|edits?|to|in|[a-z]+\s+(?:files?|code))"
    end = rf"(?:$|[.,;:!)]|\b(?:you\s+)?(?:must|always|run|format|regenerate|lint|execute)\b|{COMMAND})"
    return pattern(rf"(?:\s*\b{some}\b|\s*{PATH}|\s*{OTHER}\s+files?|\s*or\b){{0,9}}\s*{end}")


def _commands(marked: Marked, language: str, moment: str) -> tuple[str, ...]:
    """Return the commands to run: those of the clause that names the moment, if it has any."""
    start, end = _clause(marked.text, says(language, moment, marked.text))
    for targets in (marked.within(start, end), marked.targets):
        found = [target.text for target in targets if target.kind == "command"]
        kept = [text for text in found if not text.startswith(("git commit", "git push", "gh pr", "git merge"))]
        if kept:
            return tuple(dict.fromkeys(kept))[:6]
    return ()


def _clause(text: str, moment: re.Match[str] | None) -> tuple[int, int]:
    if moment is None:
        return 0, len(text)
    ends = [
        (found.start(), found.end()) for found in pattern(r"[;。；]|\.\s|,\s+and\s+(?=the\b)|\s[—–]\s").finditer(text)
    ]
    start = max((end for _, end in ends if end <= moment.start()), default=0)
    return start, min((begin for begin, _ in ends if begin >= moment.end()), default=len(text))


def _tool(marked: Marked) -> str:
    """Return the command of a tool that is named without one, with the flag that the sentence gives it."""
    tools: dict[str, str] = table()["tools"]
    named = _tools().search(marked.text)
    if named is None:
        return ""
    flags = [target.text for target in marked.targets if target.kind == "flag"]
    command = tools[named[0].lower()]
    return f"{command.removesuffix(' .')} {flags[0]} ." if flags and FLAG in marked.text else command


@cache
def _tools() -> re.Pattern[str]:
    names = "|".join(name.replace("-", r"\-") for name in table()["tools"])
    return pattern(rf"(?<![\w/.-])(?:{names})(?![\w-])")


def _kind(text: str, language: str) -> str:
    found = _checked(language).search(text)
    lowered = (found["a"] or found["b"] if found else "").lower()
    if not lowered and pattern(r"\bformat\b|\blint\b|格式化|フォーマット|整形|포맷").search(text):
        lowered = text.lower()
    return next((kind for kind, cues in _KINDS if any(cue in lowered for cue in cues)), "")


@cache
def _checked(language: str) -> re.Pattern[str]:
    acts, checks = words(language, "acts"), words(language, "checks")
    return pattern(rf"{acts}.{{0,30}}?(?P<a>{checks})|(?P<b>{checks}).{{0,40}}?{acts}")
