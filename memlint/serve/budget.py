"""The budget of an index in three branches, as the product has them: near its limit, past it, back below its goal.

The first two are the findings of two rules, which know the thresholds and measure as the loader does; they are said at
every write of the index, not only at the first that causes them. The product itself says them only when its own tools
write; here a shell and an editor count too (SPEC 4.3).
"""

from __future__ import annotations

from collections.abc import Mapping

from memlint.engine.finding import Finding
from memlint.harness.facts import Facts
from memlint.serve.looking import Look
from memlint.source.measure import Measure

NEAR, OVER = "budget/index-near-limit", "budget/index-over-limit"


def share(size: Measure, facts: Facts) -> float:
    """Return how full an index is, in percent of the limit that is the nearer one."""
    lines, units = facts.number("index.max-lines"), facts.number("index.max-size")
    return 100 * max(size.lines / lines, size.utf8_bytes / units)


def shares(found: Look, facts: Facts) -> dict[str, float]:
    """Return the shares of all indexes by their absolute paths."""
    return {found.place(path): share(size, facts) for path, size in found.indexes.items()}


def noted(before: Mapping[str, float], found: Look, facts: Facts) -> dict[str, float]:
    """Return the shares to note after those noted ``before``.

    What was near its limit counts as that until it is back below the goal, however small the steps are.
    """
    near, goal = facts.number("index.near-percent"), facts.number("index.shrink-percent")
    result = shares(found, facts)
    for path, now in result.items():
        old = before.get(path, 0.0)
        if goal <= now < near <= old:
            result[path] = old
    return result


def standing(found: Look, path: str) -> list[Finding]:
    """Return what the rules of the budget say of the index at the absolute ``path``."""
    return [each for each in found.findings if each.rule in (NEAR, OVER) and found.place(each.path) == path]


def goal(facts: Facts) -> str:
    """Say how small the product asks an index to be that is past its limit."""
    percent = facts.number("index.shrink-percent")
    lines, size = (facts.number(name) * percent // 100 for name in ("index.max-lines", "index.max-size"))
    kilobytes = f"{size / facts.number('index.kilobyte'):.1f}KB"
    return f"The product's own reminder names {lines} lines and {kilobytes} ({percent}%) as the goal."


def back(found: Look, path: str, before: float | None, facts: Facts) -> str:
    """Say that the index at the absolute ``path`` is below the goal again, "" where it is not or never was above.

    ``before`` is its share of the budget, in percent, before the write.
    """
    sizes = {found.place(name): (name, size) for name, size in found.indexes.items()}
    if before is None or path not in sizes or not any(rule.name == NEAR for rule in found.report.rules):
        return ""
    name, size = sizes[path]
    now, goal = share(size, facts), facts.number("index.shrink-percent")
    if before < facts.number("index.near-percent") or now >= goal:
        return ""
    lines, units = facts.number("index.max-lines"), facts.number("index.max-size")
    return (
        f"{name} is at {int(now)}% of what loads of an index again, under the goal of {goal}%: {size.lines:,} of "
        f"{lines:,} lines, {size.utf8_bytes:,} of {units:,} bytes"
    )
