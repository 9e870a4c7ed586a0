"""The load plan for programs. The keys are stable: new ones may come, none goes or changes its meaning in version 1.

The document:

- ``version``: 1.
- ``cwd``: the absolute folder that the session starts in.
- ``root``: the absolute folder that paths are relative to.
- ``target_version``: the version of the agent product that the plan is for.
- ``totals``: for each of the moments launch, directory, glob, subagent and recall the sum of what it brings, each file
  once: ``files``; ``lines``, ``bytes``, ``utf16`` and ``tokens`` as loaded, in the units below. And ``lost``, how many
  of ``files`` have a ``why_not`` other than "duplicate".
- ``files``: everything that loads, or that somebody would expect to, in load order. With --for only what is in context
  then, with --after-compact only what is back or lost.

Each of ``files``; null means that it does not apply or is not known:

- ``path``: relative to the project's root (the top folder of its repository) with ``/``, absolute outside of it.
- ``kind``: instructions, rule_file, index, topic, imported, or of what is imported also agent and settings.
- ``tier``: managed, user, project, local, additional, auto-memory, team-memory, agent-memory or none.
- ``order``: the place in load order, from 1; it compares files of one moment.
- ``moment``: launch; directory (when a file in ``folder`` is used); glob (when a file there that ``globs`` match is
  used); subagent (when ``agent`` starts); recall (when it seems to help); never.
- ``reason``: session_start, nested_traversal, path_glob_match, include, agents_md, additional_directory, auto_memory,
  subagent_start or recall; null for what never loads.
- ``after_compact``: "back" or "lost" after a compaction, null for what a session does not carry.
- ``folder``: like ``path``, "." is the root; ``globs``: patterns as the loader matches them, relative to ``folder``.
- ``agent``: the name of the subagent whose memory it is.
- ``imported_by``: like ``path``, the file that imports it; ``hop``: imports between it and what loads by itself, 0 for
  what loads by itself.
- ``lines``, ``bytes``, ``utf16``, ``chars``: the file on disk in lines, UTF-8 bytes, UTF-16 code units and Unicode
  characters, a byte order mark included; null for what was not read, all but ``bytes`` for what could not be decoded.
- ``loaded_lines``, ``loaded_bytes``, ``loaded_utf16``: what the agent gets of it, without header and block comments,
  trimmed and cut; 0 for nothing. ``tokens``: an estimate for that.
- ``contributes``: some of its text reaches the agent at its moment.
- ``why_not``: what keeps all of it, or when it is "cut" the end of it, away (a word of ``memlint.project.plan.WhyNot``),
  null for nothing; ``detail``: the same for people, or how it was found.
- ``source``, ``origin``, ``scope_path``, ``outside_project``: as in claw-code's status (SPEC 8.1). ``source``: claude_md,
  claude_claude_md, claude_local_md, agents_md, claude_agents_md, rule_file, import, memory_index, memory_topic or
  settings. ``origin``: workspace, outside_project, home, parent_dir or ancestor. ``scope_path``: the absolute folder,
  links followed, that the file speaks for: above ``.claude``. ``outside_project``: its real place is not below the root.

Strings that come from files are exact, but for bytes that are no UTF-8; in ``detail`` credentials are masked.
"""

from __future__ import annotations

import json
import os
from typing import Any

from memlint.project.folders import is_inside
from memlint.project.plan import MOMENTS, Load, LoadPlan, Totals
from memlint.project.project import Project
from memlint.report.visible import shown, whole
from memlint.source.document import Document, Unread

#: The moments in the order in which a session comes to them; what never loads has no total.

_SOURCES = {"imported": "import", "index": "memory_index", "topic": "memory_topic"}


def render(plan: LoadPlan, project: Project) -> str:
    """Return the document as one text, ASCII only."""
    origins = _Origins(plan)
    return json.dumps(
        {
            "version": 1,
            "cwd": whole(plan.cwd),
            "root": whole(plan.root),
            "target_version": plan.version,
            "totals": {
                **{moment: _totals(plan.totals(moment)) for moment in MOMENTS[:-1]},
                "lost": sum(load.why_not not in ("", "duplicate") for load in plan.loads),
            },
            "files": [
                {**_how(load), **_sizes(load, project), **_outcome(load), **origins.of(load)} for load in plan.loads
            ],
        },
        indent=2,
    )


def _totals(totals: Totals) -> dict[str, int]:
    return {
        "files": totals.files,
        "lines": totals.lines,
        "bytes": totals.utf8_bytes,
        "utf16": totals.utf16_units,
        "tokens": totals.tokens,
    }


def _how(load: Load) -> dict[str, Any]:
    agent = load.tier == "agent-memory"
    return {
        "path": whole(load.path),
        "kind": load.kind,
        "tier": load.tier,
        "order": load.order,
        "moment": load.moment,
        "reason": load.reason or None,
        "after_compact": load.after_compact or None,
        "folder": None if agent else whole(load.scope) or None,
        "globs": [whole(glob) for glob in load.globs],
        "agent": whole(load.scope) or None if agent else None,
        "imported_by": whole(load.imported_by) or None,
        "hop": load.hop,
    }


def _sizes(load: Load, project: Project) -> dict[str, Any]:
    raw, loaded = load.raw, load.loaded
    value = _outcome_of(load, project)
    mark = isinstance(value, Document) and value.bom  # which is no part of a document's text
    size = value.size if isinstance(value, Unread) and value.size >= 0 else None
    return {
        "lines": raw.lines if raw else None,
        "bytes": raw.utf8_bytes if raw else size,
        "utf16": raw.utf16_units + mark if raw else None,
        "chars": raw.characters + mark if raw else None,
        "loaded_lines": loaded.lines if loaded else 0,
        "loaded_bytes": loaded.utf8_bytes if loaded else 0,
        "loaded_utf16": loaded.utf16_units if loaded else 0,
        "tokens": loaded.tokens if loaded else 0,
    }


def _outcome_of(load: Load, project: Project) -> Document | Unread | None:
    file = project.file(load.path)
    return project.outcome(file) if file is not None else None


def _outcome(load: Load) -> dict[str, Any]:
    return {
        "contributes": load.contributes,
        "why_not": load.why_not or None,
        "detail": shown(load.detail) or None,
    }


class _Origins:
    """What claw-code's status command says about where a file is."""

    def __init__(self, plan: LoadPlan) -> None:
        self.root = plan.root
        self.real_root, self.cwd, self.home = map(os.path.realpath, (plan.root, plan.cwd, plan.home or "/"))
        self.folders: dict[str, str] = {}

    def of(self, load: Load) -> dict[str, Any]:
        real = self.real(load.path)
        scope = _scope(os.path.dirname(real))
        outside = not is_inside(real, self.real_root)
        return {
            "source": _source(load),
            "origin": self.origin(scope, outside),
            "scope_path": whole(scope),
            "outside_project": outside,
        }

    def real(self, path: str) -> str:
        """Return the absolute path with its links followed; a folder's are followed once."""
        folder, name = os.path.split(os.path.normpath(os.path.join(self.root, path)))
        if "\0" in path:
            return os.path.join(folder, name)
        if folder not in self.folders:
            self.folders[folder] = os.path.realpath(folder)
        place = os.path.join(self.folders[folder], name)
        return os.path.realpath(place) if os.path.islink(place) else place

    def origin(self, scope: str, outside: bool) -> str:
        """Test in claw-code's order."""
        tests = (
            (scope == self.cwd, "workspace"),
            (outside, "outside_project"),
            (scope == self.home, "home"),
            (scope == os.path.dirname(self.cwd), "parent_dir"),
            (is_inside(self.cwd, scope), "ancestor"),
        )
        return next((word for holds, word in tests if holds), "workspace")


def _scope(folder: str) -> str:
    """Return the folder above ``.claude``, or ``folder`` itself; a worktree in there is a project of its own."""
    above, found, below = f"{folder}/".rpartition("/.claude/")
    return (above or "/") if found and not below.startswith("worktrees/") else folder


def _source(load: Load) -> str:
    """Return the kind of a file as claw-code names it, or in its manner where it has no name."""
    folder, _, name = load.path.rpartition("/")
    if load.kind != "instructions":
        return _SOURCES.get(load.kind, load.kind)
    stem = name.removesuffix(".md").lower().replace(".", "_") + "_md"
    return f"claude_{stem}" if folder.rpartition("/")[2] == ".claude" else stem
