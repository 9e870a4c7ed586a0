"""Parts of words that every relative date has one of, by language: a quick look, before any table is read."""

from __future__ import annotations

import re
from functools import cache

from memlint.source.literals import Literals, heads
from memlint.source.patterns import compile_once
from memlint.source.remembered import remembered_of_file

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
#: Every form in a table has one of its language's, in lower case: far cheaper to find than the forms themselves.
HINTS = {
    "en": (
        *("yesterday", " ago", "earlier", "today", "tomorrow", "tonight", "from now", "the other day", "the weekend", "just now"),
        *("recently", "lately", "soon", "this week", "this month", "this quarter", "this year", "this sprint"),
        *("this session", "this morning", "this afternoon", "this evening", "last ", "past few", "past couple"),
        *("past several", "coming ", "next ", "previous session", "later today", "in a few", "in several"),
        *(" days", " weeks", " months", " years", "a day", "one day", "a week", "one week", "a month", "one month"),
        *("a year", "one year", *(f"{word} {day}" for word in ("on", "this", "since", "until") for day in _WEEKDAYS)),
        *(f"{who} just " for who in ("we", "i", "user", "team", "they", "has", "have", "had", "was", "were", "ve")),
    ),
    "zh": (
        *("昨", "天前", "日前", "周前", "月前", "年前", "期前", "拜前", "週前", "久前", "今", "明", "后", "後", "这", "這", "去年"),
        *("前天", "前日", "前年", "前几", "前些", "前两", "前幾", "前阵", "前段", "时前", "钟前", "上周", "上週", "上个", "上個"),
        *("上星", "上礼", "上月", "上季", "上上", "上次", "上一次", "前一次", "下周", "下週", "下个", "下個", "下星", "下礼", "下月", "下季"),
        *("本周", "本週", "本月", "本季", "本星", "本次", "迭代", "冲刺", "刚", "剛", "近", "之前", "以前"),
    ),
    "ja": (
        *("昨", "きのう", "ゆうべ", "おと", "去年", "今", "本日", "きょう", "明", "あさ", "あした", "先", "来", "前", "後", "近"),
        *("さっき", "さきほど", "この間", "この前", "このセ", "たった", "ここ数", "まもなく", "もうすぐ", "翌四"),
    ),
    "ko": (
        *("어제", "그저께", "그제", "어젯밤", "오늘", "내일", "모레", "지난", "지지난", "저번", "다음", "내주", "이번", "금주", "이달"),
        *("작년", "내년", "올해", "전", "후", "뒤", "최근", "방금", "곧", "요즘", "조만간", "이전 세"),
    ),
    "es": (
        *("ayer", "antier", "anoche", "hoy", "mañana", "pasad", "próxim", "que viene", "la semana siguiente", "hace "),
        *("esta mañana", "esta tarde", "esta noche", "esta semana", "este mes", "este trimestre", "este año", "este fin"),
        *(" días", " semanas", " meses", " años", "un día", "una semana", "un mes", "un año", "recientemente"),
        *("últim", "pronto", "en breve", "esta sesión", "sesión anterior", "el otro día", *(f"este {day}" for day in ("lun", "mar", "mié", "jue", "vie", "sáb", "dom"))),
    ),
    "fr": (
        *("hier ", "hier,", "hier.", "hier:", "hier)", "aujourd", "demain", "derni", "passé", "prochain", "il y a", " jours", " semaines"),
        *(" mois", " ans", "un jour", "une semaine", "un an", "récemment", "bientôt", "sous peu", "précédente", "l'autre jour", "tout à l", "à l'instant"),
        *("ce matin", "ce soir", "cet après", "cette sem", "cette ses", "ce week", "ce trim", "cette ann", *(f"ce {day}" for day in ("lun", "mar", "mer", "jeu", "ven", "sam", "dim"))),
    ),
    "de": (
        *("gestern", "heute", "morgen", "letzt", "vorig", "vergangen", "nächst", "kommend", "diese", "heuer", "vor ein", "vor zwei"),
        *(" tagen", " wochen", " monaten", " jahren", " stunde", "einem tag", "einer woche", "einem monat", "einem jahr", "kürzlich"),
        *("neulich", " bald", "unlängst", "jüngst", "vorhin", "soeben", "vor kurzem", "demnächst", "in kürze"),
    ),
    "pt": (
        *("ontem", "noite passada", "hoje", "amanhã", "passad", "próxim", "que vem", "semana seguinte", "há ", "faz ", "atrás"),
        *("daqui", "esta semana", "este mês", "este trimestre", "este ano", "este fim", "esta manhã", "esta tarde", "esta noite"),
        *(" dias", " semanas", " meses", " anos", "um dia", "uma semana", "um mês", "um ano", "recentemente", "ultimamente"),
        *("últim", "em breve", "esta sessão", "sessão anterior", "outro dia"),
    ),
    "ru": (
        *("вчера", "сегодня", "завтра", "прошл", "следующ", "на этой неделе", "в эт", "назад", "через ", "недавно", "на днях"),
        *("только что", "скоро", "последн", "предыдущ", "так давно"),
    ),
}  # fmt: skip


#: Languages that need letters of their own; those with Latin letters have words that need no others.
_LETTERS = {"zh": "\u4e00-\u9fff", "ja": "\u3040-\u30ff\u4e00-\u9fff", "ko": "\uac00-\ud7a3", "ru": "\u0400-\u04ff"}


@cache
def _letters(letters: str) -> re.Pattern[str]:
    return compile_once(f"[{letters}]")


@cache
def _latin() -> Literals:
    """The hints of languages with Latin letters: far too many to look for each of them in each file."""
    return Literals(heads(hint for name, hints in HINTS.items() if name not in _LETTERS for hint in hints))


@remembered_of_file
def time_hints(text: str) -> tuple[str, ...]:
    """Return the parts of words for relative dates that stand in ``text``: a quick look, for a whole file."""
    return tuple(sorted(_found(_lowered(text))))


def mentions_time(text: str, hints: tuple[str, ...] | None = None) -> bool:
    """Say whether ``text`` may hold a relative date at all; ``hints`` are those of the file that it is from."""
    lowered = _lowered(text)
    return any(map(lowered.__contains__, hints)) if hints is not None else bool(_found(lowered))


def languages(text: str) -> tuple[str, ...]:
    """Return the languages whose words for relative dates may stand in ``text``."""
    found = _found(_lowered(text))
    return tuple(name for name, hints in HINTS.items() if not found.isdisjoint(hints)) if found else ()


def _found(lowered: str) -> set[str]:
    found = _latin().found(lowered)
    if not lowered.isascii() and _letters("".join(_LETTERS.values())).search(lowered):
        for name, letters in _LETTERS.items():
            if _letters(letters).search(lowered):
                found.update(hint for hint in HINTS[name] if hint in lowered)
    return found


def _lowered(text: str) -> str:
    return " ".join(text.lower().split()).replace("’", "'")
