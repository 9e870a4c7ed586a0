"""Findings as an agent is told them: the worst first, what to do, no secret, and never more than a hook may say."""

from __future__ import annotations

import json
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

    ``room`` is how many characters all texts of an answer may take together; what does not fit is counted.
    """

    def __init__(self, report: Report, findings: Iterable[Finding], room: int) -> None:
        self._report, self._atlas = report, Atlas(report.texts)
        told = list(findings)
        paths = {each.path for each in told} | {place.path for each in told for place in each.related}
        self._known = Known([report.texts[path] for path in sorted(paths) if path in report.texts])
        self._explained: set[str] = set()
        self._room = room - _FRAME

    def told(self, head: str, findings: Iterable[Finding], notes: Iterable[str] = ()) -> str:
        """Return ``head``, ``notes`` and ``findings``, the worst first, a paragraph each."""
        parts = [head] if head else []
        parts += (self.safe(note) for note in notes)
        self._room -= sum(_size(part) + 2 for part in parts)
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
            parts.append(f"{len(left)} more not shown here, in {shown(others[0])[:100]}{_and_more(len(others) - 1)}.")
        return "\n\n".join(parts)

    def line(self, finding: Finding) -> str:
        """Return where and what one finding is, in one line."""
        at = self._atlas[finding.path].at(finding.span.start).line
        return f"{visible(finding.path)}:{at}: {self.safe(finding.message)}"

    def _finding(self, finding: Finding) -> str:
        lines = [f"{severity(finding)}: {self.line(finding)} ({finding.rule})"]
        for place in finding.related[:_RELATED]:
            at = self._atlas[place.path].at(place.span.start).line
            lines.append(f"  {visible(place.path)}:{at}: {self.safe(place.message)}")
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
    """Return how many characters ``text`` takes in JSON."""
    return len(json.dumps(text, ensure_ascii=False))


def _and_more(number: int) -> str:
    return f" and {number} more file{'' if number == 1 else 's'}" if number else ""
