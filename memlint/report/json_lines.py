"""JSON Lines: one finding a line, each an object as in the JSON report; nothing at all when nothing is found."""

from __future__ import annotations

import json
from collections.abc import Iterator

from memlint.engine.check import Report
from memlint.report.json import as_json
from memlint.report.places import Atlas


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield a line for each finding. ``colour`` and ``quiet`` change nothing: this is for programs."""
    atlas = Atlas(report.texts)
    for finding in report.findings:
        yield json.dumps(as_json(finding, atlas))
