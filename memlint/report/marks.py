"""The fingerprints of a report, for the formats that have them: made once for all that are written of one run."""

from __future__ import annotations

from functools import lru_cache

from memlint.engine.check import Report
from memlint.engine.fingerprint import fingerprints


def marks(report: Report) -> list[str]:
    """Return the fingerprint of each finding of ``report``, in their order; no two are the same."""
    return _made(_Same(report))


@lru_cache(maxsize=1)
def _made(same: _Same) -> list[str]:
    return fingerprints(same.report.findings, same.report.texts)


class _Same:
    """A report as a key: equal to nothing but itself, since to hash all of it costs more than what is kept."""

    __slots__ = ("report",)

    def __init__(self, report: Report) -> None:
        self.report = report

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.report is other.report

    def __hash__(self) -> int:
        return id(self.report)
