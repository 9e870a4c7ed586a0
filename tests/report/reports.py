"""Reports made by hand, so that a format is tested against findings that no rule has to give."""

from __future__ import annotations

from collections.abc import Iterable

from memlint import Finding, MemoryFile, Place, Report, Span
from memlint.engine.finding import Severity
from memlint.engine.registry import load
from memlint.report import render

RULE = "imports/missing-target"


def report(findings: Iterable[Finding], texts: dict[str, str], *, seconds: float = 0.214) -> Report:
    """Return a report about ``texts``, path → text, with all built-in rules."""
    files = tuple(MemoryFile(path, f"/project/{path}", "instructions") for path in sorted(texts))
    return Report(tuple(findings), "/project", files, texts, tuple(load().values()), {}, seconds)


def at(text: str, part: str, message: str = "a message", path: str = "CLAUDE.md", **more: object) -> Finding:
    """Return a finding on the first ``part`` in ``text``."""
    start = text.index(part)
    finding = Finding(Span(start, start + len(part)), message, path, "error", rule=RULE)
    return finding._replace(**more)  # type: ignore[arg-type]


def there(text: str, part: str, message: str, path: str) -> Place:
    """Return a related place at the first ``part`` in ``text``."""
    start = text.index(part)
    return Place(path, Span(start, start + len(part)), message)


def rendered(made: Report, output_format: str, *, colour: bool = False, quiet: bool = False) -> str:
    """Return all that a format prints."""
    return "".join(f"{line}\n" for line in render(made, output_format, colour=colour, quiet=quiet))


def several(count: int, severity: Severity = "error") -> Report:
    """Return a report with ``count`` findings, each on a line of its own."""
    text = "".join(f"- cone {number}: @gone{number}.md\n" for number in range(count))
    findings = [at(text, f"@gone{number}.md", f"message {number}", severity=severity) for number in range(count)]
    return report(findings, {"CLAUDE.md": text})
