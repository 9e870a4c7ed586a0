"""The load plan for people: what the agent reads, in which order, what it costs, and what it never sees."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

from memlint.project.folders import is_inside
from memlint.project.plan import MOMENTS, LoadPlan, Moment, Totals
from memlint.project.project import Project
from memlint.report.plan import words
from memlint.report.plan.page import Look, Page
from memlint.report.plan.rows import Rows

_LATER: tuple[tuple[Moment, str], ...] = (
    ("directory", "file{s} by folder"),
    ("glob", "rule file{s} by path"),
    ("subagent", "file{s} of subagents"),
    ("recall", "file{s} by recall"),
)


def render(plan: LoadPlan, project: Project, look: Look, *, after_compact: bool = False) -> Iterator[str]:
    """Yield the lines. ``after_compact``: the plan holds what is in context then, and what is lost until its trigger."""
    target = project.session.target
    working_on = words.name(target.removeprefix(f"{plan.root.rstrip('/')}/"), plan.home)
    page = Page(look)
    yield from page.text(_about(plan, target, working_on), "bold")
    rows = Rows(plan, project)
    sections = [(moment, found) for moment in MOMENTS if (found := rows.at(moment))]
    for moment, found in sections:
        yield ""
        title = words.title(moment, project.facts, working_on, after_compact)
        yield from page.text(title, "warning" if moment == "never" else "bold")
        yield from page.table(found)
    yield ""
    if target and not any(moment in ("directory", "glob") for moment, _ in sections):
        outside = "" if is_inside(target, plan.cwd) else ": it lies outside the working directory"
        yield from page.text(f"Nothing more comes in with {working_on}{outside}")
    yield from _summary(plan, page, working_on, after_compact)


def _about(plan: LoadPlan, target: str, working_on: str) -> str:
    """Say where the session is and what it works on."""
    place, root = words.name(plan.cwd, plan.home), words.name(plan.root, plan.home)
    text = f"Claude Code {plan.version} in {place}"
    if target:
        text += f", working on {working_on}{'' if os.path.lexists(target) else ' (which does not exist yet)'}"
    return text if place == root else f"{text}; names are relative to {root}"


def _summary(plan: LoadPlan, page: Page, working_on: str, after_compact: bool) -> Iterator[str]:
    """Yield the last lines: what a session costs, what may come, and what is lost."""
    if not (plan.loads or working_on or after_compact):
        yield from page.text("No memory file: an agent that starts here reads none", "warning")
        return
    if after_compact:
        who, total = "After a compaction", plan.totals("launch")
    elif working_on:
        who, total = f"Working on {working_on}", _sum(plan, ("launch", "directory", "glob"))
    else:
        who, total = "Every session", plan.totals("launch")
    yield from page.text(f"{who}: {words.sizes(total) if total.files else 'no memory file is read'}", "bold")
    if after_compact or not working_on:
        found = [(plan.totals(moment), word) for moment, word in _LATER]
        more = [
            f"{words.counted(each.files, word)} ({words.tokens(each.tokens)})" for each, word in found if each.files
        ]
        if more:
            yield from page.text(f"{'Lost until used' if after_compact else 'On demand, at most'}: {', '.join(more)}")
    lost = words.losses(Counter(load.why_not for load in plan.loads))
    if lost:
        yield from page.text(f"Not read, or not whole: {lost}", "warning")


def _sum(plan: LoadPlan, moments: tuple[Moment, ...]) -> Totals:
    return Totals(*map(sum, zip(*map(plan.totals, moments), strict=True)))
