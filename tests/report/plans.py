"""Load plans of planted trees, and what the formats print of them, without a process of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from memlint.harness.facts import for_version
from memlint.project.plan import LoadPlan
from memlint.project.project import Project
from memlint.project.session import Session
from memlint.report.plan import json as json_format
from memlint.report.plan import text
from memlint.report.plan.page import Look
from tests.trees import plant


def planned(
    base: Path, files: dict[str, str], *, cwd: str = "", version: str = "", home: Path | None = None, **how: Any
) -> tuple[LoadPlan, Project]:
    """Plant ``files`` in ``base``/project and plan a session there; nothing else of this machine counts.

    ``cwd`` and ``target`` are relative to the project; the person's ``home`` is ``base``/home.
    """
    root, own = str(plant(base / "project", files)), str(home or base / "home")
    if "target" in how:
        how["target"] = f"{root}/{how['target']}"
    session = Session(cwd=f"{root}/{cwd}".rstrip("/"), **how)
    project = Project(root, home=own, config=f"{own}/.claude", facts=for_version(version), session=session)
    return project.plan, project


def drawn(
    base: Path,
    files: dict[str, str],
    *,
    colour: bool = False,
    columns: int = 0,
    plain: bool = False,
    after_compact: bool = False,
    **how: Any,
) -> list[str]:
    """Return the lines of the text; ``how`` is for ``planned``."""
    plan, project = planned(base, files, **how)
    if after_compact:
        plan = plan._replace(loads=tuple(load for load in plan.loads if load.after_compact))
    look = Look(colour=colour, columns=columns, ascii=plain)
    return list(text.render(plan, project, look, after_compact=after_compact))


def document(base: Path, files: dict[str, str], **how: Any) -> dict[str, Any]:
    """Return the JSON document; ``how`` is for ``planned``."""
    found: dict[str, Any] = json.loads(json_format.render(*planned(base, files, **how)))
    return found


def index(lines: int, hook: str = "a hook") -> str:
    """Return an index with so many entries."""
    return "".join(f"- [T{number}](t{number}.md) — {hook}\n" for number in range(lines))
