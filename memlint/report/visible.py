"""Text that is safe to print: nothing invisible, nothing that moves the cursor, no secret as a whole."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

# Categories that show nothing or change what is shown: controls, formats, surrogates, private use, separators.
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_SELECTORS = ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF), (0x115F, 0x1160), (0x3164, 0x3164), (0x180B, 0x180F))


def visible(text: str) -> str:
    """Return ``text`` with every character that would not be seen written as an escape; a tab becomes a blank."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character == "\t":
        return " "
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if unicodedata.category(character) not in _HIDDEN and not any(low <= code <= high for low, high in _SELECTORS):
        return character
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


@cache
def _secret() -> re.Pattern[str]:
    return re.compile(
        r"""(?x)
        (?P<prefix>\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}|\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{12,}
          |\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[a-z]-[\w-]{10,}
          |\bnpm_[A-Za-z0-9]{20,}|\bpypi-[\w-]{20,}|\bhf_[A-Za-z0-9]{20,}
          |\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bAIza[\w-]{30,}|\beyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]+)?)
        |(?P<url>(?<=://)[^\s:/@]+:[^\s/@]+(?=@))
        |(?P<header>(?i:\b(?:bearer|basic)\s+)[A-Za-z0-9._~+/=-]{16,})
        |(?P<value>(?i:(?:password|passwd|passphrase|secret|token|api[_-]?key|pass|pwd)["']?\s*[:=]\s*["']?)[^\s"'`,;)]{6,})
        |(?P<blob>(?<![\w/+])(?=[\w/+]*[a-z])(?=[\w/+]*[A-Z])(?=[\w/+]*\d)[A-Za-z0-9/+_]{40,}={0,2}(?![\w/+]))
        |(?P<key>-----BEGIN[^-\n]*PRIVATE\ KEY-----[^-]*(?:-----END[^-\n]*-----)?)
        """
    )


def masked(text: str) -> str:
    """Return ``text`` with what looks like a credential cut to its first 4 characters; lengths change."""
    if len(text) < 8:
        return text
    return _secret().sub(_mask, text)


def _mask(found: re.Match[str]) -> str:
    text = found[0]
    if found["value"]:
        head = re.match(r"(?i).*?[:=]\s*[\"']?", text)
        kept = head.end() if head else 0
        value = text[kept:]
        if value.startswith(("$", "<", "{", "op://", "os.", "process.")) or len(set(value)) < 4:
            return text  # a reference or a placeholder
        return text[:kept] + value[:2] + "…"
    if found["header"]:
        word, _, value = text.partition(" ")
        return f"{word} {value.strip()[:4]}…"
    return text[:4] + "…"


def width(text: str) -> int:
    """Return how many columns ``text`` takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )
