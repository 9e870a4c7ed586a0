"""Findings as an agent is told them: the worst first, what to do, no secret, and never more than a hook may say."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable

from memlint.engine import docs
from memlint.engine.check import Report
from memlint.engine.finding import SEVERITIES, Finding
from memlint.report.places import Atlas
from memlint.report.ranking import severity, worst_first
from memlint.report.visible import shown, visible
from memlint.source.masking import Known, masked

_FRAME = 400  # characters of an answer besides its texts: braces, names, the sentence about what is left out
_RELATED = 3  # related places of a finding that are named; the rest is counted


class Teller:
    """Tells findings of one look. Secrets of the files that are spoken of are hidden, also where they stand alone.

    ``room`` is how many characters all texts of an answer may take together; what does not fit is counted. ``root`` is
    the folder that the reader takes paths from: those of another project are told whole.
    """

    def __init__(self, report: Report, findings: Iterable[Finding], room: int, root: str) -> None:
        self._report, self._atlas = report, Atlas(report.texts)
        self._elsewhere = "" if report.root == root else report.root
        told = list(findings)
        paths = {each.path for each in told} | {place.path for each in told for place in each.related}
        self._known = Known([report.texts[path] for path in sorted(paths) if path in report.texts])
        self._explained: set[str] = set()
        self._room = room - _FRAME

    def told(self, head: str, findings: Iterable[Finding], notes: Iterable[str] = ()) -> str:
        """Return ``head``, ``notes`` and ``findings``, the worst first, a paragraph each."""
        parts = [head] if head else []
        self._room -= sum(_size(part) + 2 for part in parts)
        waiting = [self.safe(note) for note in notes]
        while waiting and _size(waiting[0]) + 2 <= self._room:
            self._room -= _size(waiting[0]) + 2
            parts.append(waiting.pop(0))
        parts += [f"{len(waiting)} more not shown here."] if waiting else []
        left = worst_first(findings)
        while left:
            text = self._finding(left[0])
            if _size(text) + 2 > self._room:
                break
            self._room -= _size(text) + 2
            parts.append(text)
            self._explained.add(left.pop(0).rule)
        if left:
            others = sorted({finding.path for finding in left})
            first = self.safe(shown(others[0]))[:100]
            parts.append(f"{len(left)} more not shown here, in {first}{_and_more(len(others) - 1)}.")
        return "\n\n".join(parts)

    def line(self, finding: Finding) -> str:
        """Return where and what one finding is, in one line."""
        return f"{self._place(finding.path, finding.span.start)}: {self.safe(finding.message)}"

    def _place(self, path: str, offset: int) -> str:
        name = os.path.join(self._elsewhere, path)
        return f"{self.safe(name)}:{self._atlas[path].at(offset).line}"

    def _finding(self, finding: Finding) -> str:
        lines = [f"{severity(finding)}: {self.line(finding)} ({finding.rule})"]
        for place in finding.related[:_RELATED]:
            lines.append(f"  {self._place(place.path, place.span.start)}: {self.safe(place.message)}")
        if len(finding.related) > _RELATED:
            lines.append(f"  and {len(finding.related) - _RELATED} more places")
        if finding.fix is not None:
            label = {"safe": "", "unsafe": " (it changes what loads)"}.get(finding.fix.safety, " (by hand)")
            lines.append(f"  A repair{label}: {self.safe(finding.fix.title)}")
        if finding.rule not in self._explained:
            rule = next((rule for rule in self._report.rules if rule.name == finding.rule), None)
            to_do = visible(docs.read(rule).to_do) if rule else ""
            lines += [f"  What to do: {to_do}"] if to_do else []
        return "\n".join(lines)

    def safe(self, text: str) -> str:
        """Return ``text`` with nothing invisible in it and no credential as a whole."""
        return visible(masked(text, self._known))


def counted(findings: Iterable[Finding]) -> str:
    """Return "2 errors, 1 warning"."""
    levels = [severity(finding) for finding in findings]
    numbers = [(levels.count(level), level) for level in SEVERITIES]
    return ", ".join(f"{number} {level}{'' if number == 1 else 's'}" for number, level in numbers if number)


def _size(text: str) -> int:
    """Return how many characters, UTF-16 units as the agent counts them, ``text`` takes in JSON."""
    return len(json.dumps(text, ensure_ascii=False).encode("utf-16-le", "surrogatepass")) // 2


def _and_more(number: int) -> str:
    return f" and {number} more file{'' if number == 1 else 's'}" if number else ""
