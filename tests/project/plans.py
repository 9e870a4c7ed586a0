"""Load plans in a few words: a small machine on disk, and what a session on it loads, a line for each row.

A machine is a folder with a project in ``work/kiln``, a home in ``home/dana`` and an organisation's files in
``etc/claude-code``. Names of files are relative to the project, begin with ``~/`` for the home, or with ``/`` for the
machine; ``$SLUG`` in one is the project's folder in the person's ``projects``, ``$TMP`` in a text the machine's folder.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memlint import Project
from memlint.harness.facts import Facts, held, newest
from memlint.project.plan import Load, LoadPlan
from memlint.project.session import Session
from tests.trees import plant

PROJECT, HOME, MANAGED = "work/kiln", "home/dana", "etc/claude-code"


def facts_of(disk: Path, version: str = "", **changed: object) -> Facts:
    """Return the facts for ``version`` with the machine's managed directory; ``changed`` has ``_`` for ``.`` and ``-``."""
    places = [f"linux={disk}/{MANAGED}"]
    values = {"names_managed_directories": places, **changed}
    name = version or newest()
    found = (fact._replace(value=values.get(re.sub("[.-]", "_", fact.id), fact.value)) for fact in held(name))
    return Facts(name, tuple(found))


def build(disk: Path, files: Mapping[str, str]) -> Path:
    """Put ``files`` on the machine and return the project's folder."""
    base = disk / PROJECT
    planted = {}
    for name, text in files.items():
        place = re.sub("^~/", f"/{HOME}/", name).replace("$SLUG", slug(base))
        arrow = place.replace("$TMP", str(disk)) if " -> " in place else place
        planted[f"../..{arrow}" if arrow.startswith("/") else arrow] = text.replace("$TMP", str(disk))
    return plant(base, planted)


def slug(base: Path) -> str:
    """Return how the person's ``projects`` names the folder ``base``: all but ASCII letters and digits is ``-``."""
    return re.sub("[^A-Za-z0-9]", "-", str(base))


def load_plan(
    disk: Path,
    files: Mapping[str, str],
    *,
    version: str = "",
    root: str = "",
    cwd: str = "",
    target: str = "",
    config: str = f"{HOME}/.claude",
    added: tuple[str, ...] = (),
    facts: Mapping[str, object] | None = None,
    **session: Any,
) -> LoadPlan:
    """Return the plan of a session on a machine with ``files``.

    ``root``, if the project is a folder below its place, ``cwd``, ``target`` and ``added`` are relative to that place.
    """
    base = build(disk, files)
    how = Session(
        os.path.normpath(base / (cwd or root)),
        target=os.path.normpath(base / target) if target else "",
        added=tuple(os.path.normpath(base / each) for each in added),
        platform="linux",
        **session,
    )
    found = facts_of(disk, version, **(facts or {}))
    top = os.path.normpath(base / root)
    project = Project(top, home=f"{disk}/{HOME}", config=f"{disk}/{config}", facts=found, session=how)
    return checked(project.plan)


def checked(plan: LoadPlan) -> LoadPlan:
    """Return ``plan``, whose rows agree with themselves."""
    assert [load.order for load in plan.loads] == list(range(1, len(plan.loads) + 1))
    for load in plan.loads:
        assert load.contributes == (load.moment != "never" and load.why_not in ("", "cut")), load
        assert (load.hop > 0) == bool(load.imported_by), load
        assert bool(load.detail) or not load.why_not, load
    return plan


def rows(plan: LoadPlan, disk: Path) -> list[str]:
    """Return the plan's rows: moment, hops, file, who imports it, for which folder and globs, and what keeps it away."""
    return [_row(load, disk) for load in plan.loads]


def _row(load: Load, disk: Path) -> str:
    words = [load.moment, str(load.hop) if load.hop else "", short(load.path, disk)]
    words += ["<-", short(load.imported_by, disk)] if load.imported_by else []
    words += ["in", short(load.scope, disk)] if load.scope else []
    words += ["for", ",".join(load.globs)] if load.globs else []
    return " ".join(filter(None, (*words, load.why_not)))


def short(path: str, disk: Path) -> str:
    """Return ``path`` as the names of ``build`` are written."""
    path = path.replace(slug(disk / PROJECT), "$SLUG")
    for place, name in ((HOME, "~"), ("work", ".."), ("", "")):
        folder = f"{disk}/{place}".rstrip("/")
        if path == folder or path.startswith(f"{folder}/"):
            return name + path.removeprefix(folder)
    return path


def plan_of(disk: Path, files: Mapping[str, str], **options: Any) -> list[str]:
    """Return the rows of ``load_plan``."""
    return rows(load_plan(disk, files, **options), disk)


def launched(disk: Path, files: Mapping[str, str], **options: Any) -> list[str]:
    """Return the files whose text is in context at the start, in order."""
    return [short(load.path, disk) for load in load_plan(disk, files, **options).in_context()]


def settings(**values: object) -> str:
    """Return the text of a settings file."""
    return json.dumps(values)
