"""The words with which memories tell of a workaround, speak against them all, or say when one ends."""

from __future__ import annotations

import re
from functools import cache

from memlint import compile_once

# Every cue below has one of these.
WORDS = (
    *("work-around", "workaround", "work around", "worked around", "known", "flaky", "ignore", "notlösung"),
    *("behelfslösung", "solución", "solução", "problema con", "contournement", "solution", "problème", "временное"),
    *("обходной", "известная", "临时", "变通", "规避", "已知", "回避", "既知", "暫定", "우회", "임시", "알려진"),
)


@cache
def workaround() -> re.Pattern[str]:
    return compile_once(
        r"(?i:\bwork-?arounds?\b\s*(?:for|is|are|[:*—–])|\b(?:as a|the) work-?around\b|\b(?:we|I) work(?:ed)? around\b)"
        r"|(?i:\bknown (?:issue|bug|flake)s?\b|\b(?:is|are|still|sometimes|known to be) flaky\b)"
        r"|临时(?:方案|解决)|变通(?:方案|办法)|规避方案|已知问题|回避策|回避方法|既知の(?:問題|不具合|バグ)|暫定対応"
        r"|우회 ?(?:방법|책)|임시 ?(?:방편|조치)|알려진 (?:문제|버그|이슈)"
        r"|(?i:\b(?:notlösung|behelfslösung|solución (?:temporal|provisional)|problema con(?:he|o)cido"
        r"|contournement|solution (?:temporaire|provisoire)|problème connu|solução (?:temporária|provisória)"
        r"|временное решение|обходной путь|известная (?:проблема|ошибка))\b)"
    )


@cache
def ignored() -> re.Pattern[str]:
    return compile_once(r"(?i)\bignore\b|\b(?:can|may) be (?:safely )?ignored\b|\bsafe to ignore\b")


@cache
def failure() -> re.Pattern[str]:
    """Words that say that something fails without a reason that counts."""
    return compile_once(
        r"(?i)\b(?:sometimes|occasionally|randomly|intermittently|although|even though|spurious(?:ly)?|false)\b"
        r"[^.!?\n]{0,80}\b(?:fail|exit|error|crash|hang|time|warn|red\b)"
        r"|\b(?:fail|exit|error|crash|hang|time|warn)\w*\b[^.!?\n]{0,80}"
        r"\b(?:sometimes|occasionally|randomly|intermittently|although|even though)\b"
    )


@cache
def against() -> re.Pattern[str]:
    """Words with which a sentence is against workarounds, or speaks of all of them."""
    return compile_once(
        r"(?i)\b(?:no|not|never|don['’]?t|doesn['’]?t|avoid|without|instead of|rather than|stop|refuse|forbid\w*|ban\w*"
        r"|cannot|can['’]t|reject|any|every|if|whenever|ask)\b|не\b|不要|禁止|避免|しない|금지|\bkein\w*|\bnicht\b|\bno\b"
    )


@cache
def exits() -> re.Pattern[str]:
    """A day, a ticket, a version or a condition that ends it."""
    return compile_once(
        r"\b(?:19|20)\d\d[-/.年]\s?\d|\b(?:Q[1-4]|January|February|March|April|May|June|July|August|September|October"
        r"|November|December)\s+(?:\d{1,2},?\s+)?20\d\d"
        r"|#\d+|\b[A-Z][A-Z0-9]{1,9}-\d+\b|https?://|\b(?i:issue|ticket|bug|PR|MR|pull request)\s?#?\d"
        r"|\bv?\d+\.\d+|\bv\d+\b|\b(?i:version|release|python|node|java|go|ios|android|macos|windows|debian|ubuntu)\s?\d"
        r"|(?i:\b(?:until|till|as soon as|as long as|no longer|once|expires?|revisit|re-?check|upstream)\b)"
        r"|(?i:\b(?:remove|drop|undo|revert|delete)\b[^.!?\n]{0,40}\b(?:when|once|after|if)\b)"
        r"|(?i:\b(?:when|after|if)\b[^.!?\n]{0,80}\b(?:fix|land|ship|releas|upgrad|merg|support|update|migrat|gone|solv))"
        r"|直到|之后|以后|修复后|升级后|まで|したら|修正され|까지|때까지"
        r"|(?i:\b(?:bis|sobald|solange|hasta|cuando|jusqu|dès que|até|assim que|quando)\b)|\bпока\b|до тех пор|после"
    )
