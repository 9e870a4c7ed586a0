"""Sentences that forbid a command or a path, or tie it to leave, read as permission rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import NamedTuple

from ._targets import ANY, COMMAND, FLAG, PATH, Marked, Target
from ._wording import ACTIONS, UNSPACED, has, pattern, says, words

_START = r"(?:^|[.;:!—–,(>]\s*|\s-\s|\u2192\s*)"
_AND = r"(?:(?:and|but|please|so|also|always|strictly|absolutely|then|y|et|und|и|e)\s+)?"
#: Each English sentence about leave has one of these.
_LEAVE = r"ask|confirm|check with|permission|approv|consent|sign-off|go-ahead|authoriz|told|tell|request|instruct|say so|says so"
_OUTLAWED = r"forbidden|prohibited|banned|not\s+(?:allowed|permitted)"
_DEEDS = ("acommit", "apush")
_CONDITION = r"\b(?:unless|except|without|if you|when|until|außer|sauf|salvo|exceto|кроме|если)\b|除非"
_CASE = (
    r"(?:^|[.;:]\s*)(?:\W*\[[^\]]*\])*\W*"
    r"(?:(?:if|when|while|in|on|during|for|wenn|si|se|если|пример|e\.g|example)\b|예:|例[:：])[^.;]*$"
)
_BRANCH = r"(?<![\w/-])(?:main|master|production|develop|trunk)(?![A-Za-z0-9_/-])"


class Order(NamedTuple):
    """What a sentence asks for: ``how`` deals with ``actions`` (edit, read, delete, run, commit) on ``targets``.

    ``how`` is "deny" or "ask"; without targets, ``actions`` are commands themselves (see ``deeds``).
    """

    how: str
    actions: tuple[str, ...]
    targets: tuple[Target, ...]


def order(marked: Marked, languages: tuple[str, ...]) -> Order | None:
    """Return what ``marked`` forbids or ties to leave, None for nothing that permissions can hold."""
    for language in languages:
        found = _ask(marked, language)
        if found is not None:
            return found
    for language in languages:
        found = next(_denied(marked, language), None)
        if found is not None and not says(language, "asked", marked.text) and not _ask_words(marked.text, language):
            return found
    return None


# --- forbidding


def _denied(marked: Marked, language: str) -> Iterator[Order]:
    if not pattern(ANY).search(marked.text):
        return
    forbids = (
        says(language, "never", marked.text) or has(language, "around") or bool(pattern(_OUTLAWED).search(marked.text))
    )
    for shape in _shapes(language) if forbids else ():
        for found in shape.finditer(marked.text):
            if not _ends(marked.text, found.start(), found.end(), language):
                continue
            start, end = found.span("it")
            targets = marked.within(start, end)
            actions = tuple(name for name in ACTIONS if says(language, name, found["verb"] or ""))
            if not actions and not found["verb"]:
                actions = ("run",)
            yield from _fitting(actions, targets)
    for action in ACTIONS:
        yield from _banned(marked, language, action)
    if language == "en" and says("en", "never", marked.text):
        yield from _flagged(marked)


@cache
def _shapes(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(pattern, _expressions(language)))


def _expressions(language: str) -> Iterator[str]:
    """Yield the forms with a verb: never edit x, niemals x bearbeiten, ne modifie jamais x."""
    verb, fill, never = words(language, *ACTIONS), words(language, "fill"), words(language, "never")
    blank = r"\s*" if language in UNSPACED else r"\s+"
    verbs = rf"(?P<verb>{verb}(?:(?:\s*(?:[,/、或]|or|and|nor|y|o|ni|et|ou|und|oder|e|и|или))+\s*{verb})*)"
    more = rf"(?:{blank}{fill}|\s*[,/、]|\s*{ANY})*+"  # possessive: one word may be in two lists
    it = rf"(?P<it>(?:(?:{blank}{fill}|\s*[,/、])*+\s*{ANY})+)"
    subject = rf"(?:{words(language, 'subject')}\s+)?" if has(language, "subject") else ""
    if has(language, "never"):
        begin = "" if language in UNSPACED else _START + _AND + subject
        adverb = "" if language in UNSPACED else r"(?:,?\s+(?:under any circumstances,?|ever|directly|manually|hand))?"
        yield rf"{begin}{never}{adverb}{blank}{verbs}{it}"
        if language == "en":
            yield rf"(?:^|[.;:—–]\s*|\s-\s){_AND}(?:never|no)\s+(?P<verb>)(?P<it>{COMMAND})"
            run = words("en", "run")
            yield rf"{_START}{_AND}{subject}{never}\s+(?P<verb>{run})\s+(?:[\w-]+\s+){{1,4}}(?:with|via|using|through)\s+(?P<it>{COMMAND})"
            yield rf"(?:^|[.;:—–]\s*)(?P<verb>{verb}){it}\s+(?:is|are)\s+(?:strictly\s+)?(?:{_OUTLAWED})"
    if has(language, "verb_last"):
        yield rf"{never}{it}{more}\s+{verbs}"
        yield rf"{_START}{verbs}\s+{never}{it}"
    if has(language, "around"):
        yield rf"interdi\w*\s+d['’]{verbs}{it}"
        yield rf"(?:ne\s+|n['’]){verbs}\s+(?:jamais|pas|plus)\b{it}"


def _banned(marked: Marked, language: str, action: str) -> Iterator[Order]:
    """Yield what is said of a target that comes first: x must not be edited, x は編集禁止."""
    name = "banned" if action == "edit" else f"banned_{action}"
    if not has(language, name) or not says(language, name, marked.text):
        return
    for found in _said_of(language, name).finditer(marked.text):
        before = marked.text[: found.start()].rstrip()
        if _ends(marked.text, found.start(), found.end(), language) and not before.endswith(("if", "as")):
            yield from _fitting((action,), marked.within(*found.span("it")))


@cache
def _said_of(language: str, name: str) -> re.Pattern[str]:
    blank = r"\s*" if language in UNSPACED else r"\s+"
    space = r"\s*" if language in UNSPACED else r"\s+(?:[—–:-]\s+)?"
    more = rf"(?:{blank}{words(language, 'fill')}|\s*[,/、]|\s*{ANY})*+"
    kind = COMMAND if name == "banned_run" else PATH
    return pattern(rf"(?P<it>{kind}{more}){space}{words(language, name)}")


def _flagged(marked: Marked) -> Iterator[Order]:
    """Yield what is said of a flag: never bypass the hooks with --no-verify."""
    for shape in _flag_shapes():
        found = shape.search(marked.text)
        if found and not _conditional(marked.text, found.start(), found.end()):
            yield from _fitting(("run",), marked.within(*found.span("it")))


@cache
def _flag_shapes() -> tuple[re.Pattern[str], ...]:
    never, verb = words("en", "never"), r"(?:bypass|skip|use|commit|push|pass|circumvent|run|disable|add)\w*"
    flag = rf"{_START}{_AND}{never}\s+{verb}(?:\s+[\w-]+){{0,5}}\s*\(?(?P<it>{FLAG})"
    plain = rf"{_START}{_AND}{never}\s+(?:ever\s+)?(?P<it>{COMMAND})(?=$|[.;:!,]|\s+(?:to|on)\b)"
    return pattern(flag), pattern(plain)


def _fitting(actions: tuple[str, ...], targets: tuple[Target, ...]) -> Iterator[Order]:
    """Yield the order if its actions go with its targets: commands are run, paths are read, edited and so on."""
    names = set(actions) - {"run"}
    paths = tuple(target for target in targets if target.kind == "path") if names else ()
    others = tuple(target for target in targets if target.kind != "path") if "run" in actions else ()
    if paths or others:
        kept = (*(("run",) if others else ()), *(name for name in actions if paths and name in names))
        yield Order("deny", kept, (*others, *paths))


def _ends(text: str, begin: int, at: int, language: str) -> bool:
    """Say whether no condition is around what was found; the rest of the clause is one of the harmless ones."""
    rest = pattern(r"[^.;:!?。；！—–(,，、]*").match(text, at)
    clause = rest[0].strip(" '’*_)\"") if rest else ""
    if _conditional(text, begin, rest.end() if rest else at):
        return False
    if language in UNSPACED:
        return len(clause) <= 10 and not pattern(r"场合|とき|場合|때|경우").search(clause)
    return not clause or bool(_rest(language).fullmatch(clause))


@cache
def _rest(language: str) -> re.Pattern[str]:
    rest = words(language, "rest")
    return pattern(rf"{rest}(?:[\s,]+{rest}){{0,2}}")


def _conditional(text: str, begin: int, end: int) -> bool:
    """Say whether the sentence holds in some cases or places only: words before ``begin`` or after ``end`` say so."""
    after = re.split(r"[.;!?。]", text[end:])[0]
    return bool(pattern(_CONDITION).search(after) or pattern(_CASE).search(text[:begin]))


# --- asking first


def _ask(marked: Marked, language: str) -> Order | None:
    text = marked.text
    if len(text) > 240:
        return None
    if language == "en":
        return _ask_english(marked)
    if not (says(language, "asked", text) or _ask_words(text, language)):
        return None
    return _asked_for(marked, language, text)


def _ask_words(text: str, language: str) -> bool:
    if language == "en":
        return bool(pattern(_LEAVE).search(text) and _without_leave().search(text))
    return bool(says(language, "ask", text) and says(language, "before", text))


@cache
def _without_leave() -> re.Pattern[str]:
    return pattern(rf"{words('en', 'before')}\s+(?:[\w'’]+\s+){{0,3}}{words('en', 'ask')}")


def _asked_for(marked: Marked, language: str, text: str) -> Order | None:
    targets = marked.within(0, len(marked.text))
    if targets:
        return Order("ask", ("run", "edit"), targets)
    deeds = tuple(name for name in _DEEDS if says(language, name, text))
    deeds = deeds or (("anything",) if says(language, "anything", text) else ())
    return Order("ask", deeds, ()) if deeds and len(text) <= 90 else None


def _ask_english(marked: Marked) -> Order | None:
    text = marked.text
    if not pattern(_LEAVE).search(text):
        return None
    forms = _english()
    before = "before" in text or "prior" in text  # four forms have it, and few sentences
    for name in ("before it", "first ask", "never it", "it needs") if before else ("never it", "it needs"):
        found = pattern(forms[name]).search(text)
        if found:
            return Order("ask", ("run", "edit"), marked.within(*found.span()))
    for name in ("never deed", "before deed") if before else ("never deed",):
        found = pattern(forms[name]).search(text)
        if found:
            return Order("ask", tuple(deed for deed in _DEEDS if says("en", deed, found["deeds"])), ())
    return Order("ask", ("anything",), ()) if before and pattern(forms["before anything"]).search(text) else None


@cache
def _english() -> dict[str, str]:
    """Return the forms in which leave is asked for: before, never without, only when."""
    ask, deed, act = words("en", "ask"), words("en", "acommit", "apush"), words("en", "askverb")
    first = r"(?:always|must|please|you must|should|first|get|obtain|request|require|seek)\s+"
    whom = (
        r"(?:for|with|from|to|the|my|a|me|us|user|explicit|first|approval|permission|confirmation|consent|team|human)"
    )
    begin = (
        rf"{_START}(?:{first})*(?:my\s+|the\s+user['’]s\s+)?{ask}(?:,?\s+{whom}){{0,6}},?\s+(?:before|prior\s+to)\s+"
    )
    never = rf"{_START}{_AND}{words('en', 'never')}\s+(?:ever\s+)?"
    several = rf"(?P<deeds>(?:\w+\s+or\s+)?{deed}(?:\s*(?:,|/|or|and)\s*{deed})*(?:\s+(?:changes|code|anything|to\s+\w+|it)){{0,2}})"
    every = r"(?:(?:taking|making|executing|running|performing)\s+)?(?:any|every|each|all)|doing\s+anything"
    thing = r"(?:tool\s+(?:use|call)s?|actions?|commands?|changes?|edits?|steps?|tools?)"
    return {
        "before it": rf"{begin}(?:you\s+|i\s+)?(?:(?:ever\s+)?{act}[^.;:]{{0,30}}?{ANY}|{COMMAND})",
        "first ask": rf"{_START}(?:before|prior\s+to)\s+(?:you\s+)?{act}[^.;:]{{0,30}}?{ANY}[^.;:]{{0,20}}?,\s*(?:{first})*{ask}",
        "never it": rf"{never}{act}[^.;:]{{0,40}}?{ANY}[^.;:]{{0,20}}?{words('en', 'asked')}",
        "it needs": rf"(?:^|[.;:]\s*){COMMAND}[^.;:]{{0,20}}\b(?:needs?|requires?)\s+{ask}",
        "never deed": rf"(?:{never}|{_START}only\s+){several},?\s+{words('en', 'asked')}",
        "before deed": rf"{begin}{several}\s*(?:$|[.;:!])",
        "before anything": rf"{begin}(?:{every})(?:\s+{thing})?\s*(?:$|[.;:!,])",
    }


def to_branch(marked: Marked, languages: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """Return the deeds (acommit, apush) that ``marked`` forbids on a branch, and that branch; nothing for none."""
    text = marked.text
    branch = pattern(_BRANCH).search(text)
    if (
        branch is None
        or len(text) > 110
        or pattern(r"\b(?:without|unless|except|if|when|rebase|ohne|sans|sin|sem|без)\b").search(text)
    ):
        return (), ""
    for language in languages:
        deeds = tuple(name for name in _DEEDS if says(language, name, text))
        if deeds and _branch(language).search(text):
            return deeds, branch[0].lower()
    return (), ""


@cache
def _branch(language: str) -> re.Pattern[str]:
    near, never = words(language, *_DEEDS, "commit", "push"), words(language, "never")
    gap = r"[^.;:。]{0,24}?"
    if language in UNSPACED:
        ends = r"(?:しない|禁止|不可|않|금지|마)"
        return pattern(rf"{never}{gap}{near}{gap}(?:main|master)|(?:main|master){gap}{near}{gap}{ends}")
    deed = rf"{near}(?:\s*(?:,|/|or)\s*{near})?"
    return pattern(rf"{never}\s*(?:ever\s+)?{deed}{gap}{_BRANCH}|{never}{gap}{_BRANCH}{gap}{near}")
