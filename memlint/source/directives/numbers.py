"""Numbers that a sentence sets a knob to: limits, thresholds, versions, ports."""

from __future__ import annotations

import re
from functools import cache

from memlint.source.directives.atoms import Relation
from memlint.source.directives.phrases import Words
from memlint.source.directives.tables import Slot, Tables
from memlint.source.patterns import compile_once

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER = r"(\d+(?:[.,]\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|single(?= ))(?![\w.]*\d)"
_NOT = r"\b(?:no|not|never|cannot|(?:must|should|do)n['’]?t)\b[^.;\d]{0,40}?\b"
_VERSION_WORDS = 9  # a longer sentence with a version in it tells a story


@cache
def _number_with(unit: str) -> re.Pattern[str]:
    return compile_once(rf"(?<![a-zA-Z0-9_.$/-]){_NUMBER}\s?-?{unit}", re.IGNORECASE)


@cache
def _number_after(knob: str) -> re.Pattern[str]:
    return compile_once(
        rf"(?:{knob})[^\d\n\w]{{0,4}}(?:(?:version|版本|バージョン|버전)\W{{0,3}})?(?:is |on |must be |should be |(?:必须|应)?[为是] ?|は ?|[은는] ?)?(?:port )?v?{_NUMBER}(\+| or (?:later|newer|above|higher))?",
        re.IGNORECASE,
    )


@cache
def _relations() -> re.Pattern[str]:
    return compile_once(
        rf"(?P<ge>{_NOT}(?:below|under|less than|fewer than)|at least|minimum|\bmin\b|no (?:less|fewer|lower) than|above|more than|exceed\w* (?=\d)|>=|≥|\d ?%?\+|or (?:later|newer|above|higher|more)"
        r"|不低于|至少|不少于|以上|最小|最低|이상|최소"
        r"|al menos|como mínimo|mínim[oa]|au moins|minim(?:um|al)|mindestens|pelo menos|no mínimo|не менее|не ниже|минимум)"
        rf"|(?P<le>{_NOT}(?:more than|above|over|beyond|exceed\w*)|at most|max(?:imum)?|no (?:more|longer|larger|bigger) than|under|below|up to|less than|fewer than|limit\w*|within|<=|≤|not exceed"
        r"|不超过|最多|最长|以内|以下|不得超过|最大|넘지|이하|이내|최대"
        r"|como máximo|máxim[oa]|au plus|maximal|höchstens|не более|не больше|не длиннее|максимум|dépasser|superar|überschreiten)",
        re.IGNORECASE,
    )


def number(slot: Slot, sentence: Words, cut: int, tables: Tables) -> tuple[str, tuple[float, ...], Relation] | None:
    """Return what ``sentence`` up to ``cut`` sets the knob of ``slot`` to: as written, as a number, and how it bounds."""
    words, knob = sentence.text, slot.pattern("knob")
    found_knob = knob.search(words) if knob else None
    if found_knob is None or not (_is_limit(sentence, tables) or _is_followed(slot, words)):
        return None
    exempt = slot.pattern("exempt")
    found = None if exempt and exempt.search(words) else _only(slot, words)
    if found is None or found.start() >= cut:
        return None
    text = found[1].lower()
    relation = _relation(words)
    if slot.flag("version"):
        return _version(words, found_knob.start(), found, relation)
    value = float(_WORDS.index(text) if text in _WORDS else text.replace("single", "1").replace(",", ""))
    low, high = slot.row.get("between", (0, float("inf")))
    if not low <= value <= high:
        return None
    scaled = value * _scale(found[0])
    return text, (scaled,), relation


def _is_followed(slot: Slot, words: str) -> bool:
    """Say whether the number stands right behind a knob that says it all: "Line length 100"."""
    bare = slot.pattern("bare")
    found = bare.search(words) if bare else None
    return found is not None and words[found.end() :].lstrip(" =(`").removeprefix("of ")[:1].isdigit()


def _is_limit(sentence: Words, tables: Tables) -> bool:
    told = sentence.has(tables.phrases("threshold")) or ":" in sentence.text or "：" in sentence.text
    return told and not sentence.has(tables.phrases("inexact")) and "~" not in sentence.text


def _only(slot: Slot, words: str) -> re.Match[str] | None:
    """Return the one number with the slot's unit; several are several things."""
    unit = slot.row.get("unit", "")
    if slot.flag("after-knob"):
        if slot.flag("version") and len(words.split()) > _VERSION_WORDS:
            return None
        return _number_after(slot.row["knob"]).search(words)
    matches = list(_number_with(unit).finditer(words))
    bare = slot.pattern("bare")
    if bare is not None and not bare.search(words):  # the unit may be missing only where the knob says it all
        matches = [found for found in matches if found[0].strip() != found[1] or _is_led(words[: found.start()])]
    if len(matches) != 1 or _several().search(words[: matches[0].start()]):
        return None
    return matches[0]


@cache
def _several() -> re.Pattern[str]:
    return compile_once(r"\d\s*(?:or|and|to|[-–/])\s*\Z")


def _is_led(before: str) -> bool:
    return bool(re.search(r"(?:wrap|under|below|at|exceed)\b[^.;\d]{0,20}$", before, re.IGNORECASE))


def _scale(text: str) -> float:
    """Times are compared in seconds."""
    if re.search(r"ms\b|millisecond|毫秒", text, re.IGNORECASE):
        return 0.001
    return 60 if re.search(r"min(?:ute)?s?\b|分", text, re.IGNORECASE) else 1


def _relation(words: str) -> Relation:
    found = {match.lastgroup for match in _relations().finditer(words)}
    if found == {"ge"}:
        return ">="
    return "<=" if found == {"le"} else "="


def _version(
    words: str, start: int, found: re.Match[str], relation: Relation
) -> tuple[str, tuple[float, ...], Relation] | None:
    if len(re.findall(r"\d+(?:\.\d+)?", words[start:])) > 1 or relation == "<=":
        return None
    if re.search(r"supports?|compatib", words, re.IGNORECASE) and not re.search(r"\bonly\b", words, re.IGNORECASE):
        relation = ">="
    major, _, minor = found[1].partition(".")
    if not major.isdigit():
        return None
    return found[1], (float(major), float(minor) if minor else -1.0), relation
