"""GitHub's own fingerprint of a line, computed as its upload action does: what tells alerts from each other.

The action (github/codeql-action, src/fingerprints.ts) hashes the 100 characters, UTF-16 units without blanks, from a
line's start on, and counts lines with equal hashes. It fills the hash in where it is missing; an upload through the API
lacks it, and GitHub would show every alert anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from operator import mul
from struct import unpack
from typing import Final

_WINDOW: Final = 100
_BASE: Final = 37
_BITS: Final = (1 << 64) - 1
_POWERS: Final = tuple(pow(_BASE, _WINDOW - 1 - place, 1 << 64) for place in range(_WINDOW))
_END: Final = "\uffff"  # what the action reads at the end of a file


def line_hashes(text: str, wanted: Collection[int]) -> dict[int, str]:
    """Return the hash of each of the lines ``wanted``, numbers from 1, of a file that holds ``text``.

    ``text`` has all that the file has, a byte order mark too, and no character that stands for undecodable bytes.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace(" ", "").replace("\t", "").split("\n")
    units = ("\n".join(lines) + _END + "\0" * _WINDOW).encode("utf-16-le", "surrogatepass")
    seen: Counter[bytes] = Counter()
    hashes: dict[int, str] = {}
    at = 0
    for number, line in enumerate(lines, 1):
        window = units[at : at + 2 * _WINDOW]
        seen[window] += 1
        if number in wanted:
            value = sum(map(mul, unpack(f"<{_WINDOW}H", window), _POWERS)) & _BITS
            hashes[number] = f"{value:x}:{seen[window]}"
        at += 2 * (len(line) if line.isascii() else len(line.encode("utf-16-le", "surrogatepass")) // 2) + 2
    return hashes
