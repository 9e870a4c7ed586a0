"""Whether a decoded text tells an agent what to do. It was hidden: so few words are enough."""

from __future__ import annotations

import re
from functools import cache

from memlint import compile_once

_READ = 4_096  # characters that are looked at

_VERBS = (
    "ignore|disregard|forget|override|bypass|skip|disable|send|upload|post|fetch|download|run|execute|read|write|print"
    "|reveal|hide|conceal|tell|mention|append|copy|approve|allow|leak|email|install|commit|push|merge|delete|remove|add"
    "|insert|include|replace|answer|reply|respond|call|open|use"
)


@cache
def _command() -> re.Pattern[str]:
    return compile_once(
        r"\b(?:curl|wget|powershell|pwsh|Invoke-(?:WebRequest|RestMethod|Expression)|iwr|iex|chmod|sudo|netcat|scp)\b"
        r"|\brm\s+-\w*[rf]|\b(?:python3?|node|perl|ruby|php|bash|sh|zsh)\s+-[a-z]*[ce]\b|\|\s*(?:ba|z|da)?sh\b|/bin/(?:ba|z)?sh\b"
        r"|\bbase64\s+(?:-d|-D|--decode)\b|\b(?:eval|exec|system)\s*\(|/dev/tcp/|\bnc\s+-|\bsource\s+<\("
        r"|\b(?:npm|npx|pip|pipx|uvx|brew|cargo|git)\s+(?:install|i|add|exec|run|clone|push|-y)\b",
    )


@cache
def _asking() -> re.Pattern[str]:
    return compile_once(
        rf"(?i)\b(?:{_VERBS}|never|always|must|should|do not|don['’]t|instead|you are|your|system prompt|instructions?"
        r"|previous|assistant|user|rules?|secrets?|tokens?|passwords?|credentials?)\b"
        r"|忽略|无视|執行|执行|不要|必须|告诉|發送|发送|無視|実行|送信|무시|실행|전송|игнорир|выполни|отправ|никогда"
    )


def order(text: str) -> str:
    """Say what kind of order ``text`` gives: "a command", "an instruction", or "" for none."""
    text = text[:_READ]
    if _command().search(text):
        return "a command"
    if text.startswith(("<", "{", "[")) or (text.isascii() and len(text.split()) < 4):
        return ""  # data, or a name
    found = list(_asking().finditer(text))
    begins = bool(found) and not text[: found[0].start()].strip(" \n\t-*#\"'")
    several = len({match[0].lower() for match in found}) > 1
    return "an instruction" if begins or several else ""
