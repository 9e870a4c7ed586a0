"""What tells a finding from others for as long as it stays: its rule, its path and the text of its line, no number."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping

from memlint.engine.finding import Finding

_DIGITS = 32  # hexadecimal ones: 128 bits


def fingerprint(finding: Finding, text: str, occurrence: int = 0) -> str:
    """Return 32 hexadecimal digits that are the same on every machine, wherever in its file the finding has moved.

    ``text`` is that of the finding's file, of which only the line that its span starts on counts, and of that no
    spacing: a file saved with other line ends is the same. A finding about a file as a whole (an empty span at its
    start), or with sizes, is told by rule and path alone. ``occurrence`` counts, from 0, the findings of one rule on
    equal lines of one file; see :func:`fingerprints`.
    """
    from hashlib import sha256

    parts = (finding.rule, stable(finding.path), _line(finding, text), str(occurrence))
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def fingerprints(findings: Iterable[Finding], texts: Mapping[str, str]) -> list[str]:
    """Return the fingerprint of each of ``findings``, no two the same. ``texts`` are the files' texts by path."""
    seen: Counter[tuple[str, str, str]] = Counter()
    result = []
    for finding in findings:
        text = texts.get(finding.path, "")
        key = finding.rule, finding.path, _line(finding, text)
        result.append(fingerprint(finding, text, seen[key]))
        seen[key] += 1
    return result


def stable(path: str) -> str:
    """Return a finding's path without the name of the person whose files it is about."""
    if not os.path.isabs(path):
        return path
    home = os.path.expanduser("~")
    return "~" + path[len(home) :].replace(os.sep, "/") if path.startswith(home + os.sep) else path


def _line(finding: Finding, text: str) -> str:
    """Return the line that ``finding`` starts on, its blanks made one; "" for the file as a whole."""
    start, end = finding.span
    if finding.sizes or end == 0:
        return ""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    return " ".join(text[first : len(text) if last < 0 else last].split())
