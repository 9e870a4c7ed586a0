"""``memlint show [PATH]``: what the agent reads here, when, in which order, why, and how much of it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import TextIO

from memlint.cli import OK
from memlint.cli.parser import Parser
from memlint.errors import UsageError
from memlint.harness import claude
from memlint.harness.facts import asked_for
from memlint.project.folders import is_inside
from memlint.project.listing import find_root
from memlint.project.plan import LoadPlan
from memlint.project.project import Project
from memlint.project.session import SOURCES, Session
from memlint.report.paint import wants_colour


def _parser() -> Parser:
    parser = Parser(
        prog="memlint show",
        description="Show the load plan: what an agent that starts in PATH reads, when, why and how much of it.",
    )
    add = parser.add_argument
    add("path", nargs="?", metavar="PATH", help="where the agent starts; the project's root when there is none")
    add("--cwd", metavar="DIR", help="another folder of the project where the agent starts")
    add("--for", dest="target", metavar="FILE", help="what is in context once the agent works on FILE")
    add("--after-compact", action="store_true", help="what is in context after a compaction, and what is lost")
    add("--user", action="store_true", help="also your own files: ~/.claude and this project's auto memory")
    add("--add-dir", action="append", default=[], metavar="DIR", help="a folder that the agent is given besides")
    add("--setting-sources", default=",".join(SOURCES), metavar="NAMES", help="as the agent's flag of that name")
    add("--target-version", default="", metavar="VERSION", help="version of the agent product to show it for")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print it as JSON, with a stable schema")
    form.add_argument("--graph", choices=("mermaid", "dot"), help="print imports and links as a graph")
    add("--color", choices=("auto", "always", "never"), default="auto", help="NO_COLOR, FORCE_COLOR also count")
    return parser


def run(words: list[str]) -> int:
    """Print the load plan and return the exit code."""
    arguments = _parser().parse_args(words)
    path = _folder(arguments.path or ".")
    root = find_root(path) or path
    cwd = path if arguments.path else root
    how = Session(
        cwd=_folder(_place(arguments.cwd, path, root)) if arguments.cwd else cwd,
        target=_target(_place(arguments.target, path, root)) if arguments.target else "",
        machine=True,
        user=arguments.user,
        added=tuple(dict.fromkeys(_folder(each) for each in arguments.add_dir)),
        sources=_sources(arguments.setting_sources),
        environment=os.environ,
    )
    if not is_inside(how.cwd, root):
        raise UsageError(f"--cwd is a folder of the project: {how.cwd} is not in {root}")
    home = os.path.expanduser("~")
    facts = asked_for(arguments.target_version)
    project = Project(root, home=home, config=claude.config_directory(home), facts=facts, session=how)
    plan = project.plan
    if arguments.after_compact:
        plan = plan._replace(loads=tuple(load for load in plan.loads if load.after_compact))
    for line in _lines(plan, project, arguments):
        print(line)
    return OK


def _place(name: str, path: str, root: str) -> str:
    """Return what ``name`` means: seen from here, or from ``path`` where only that is in the project."""
    here, there = os.path.abspath(name), os.path.normpath(os.path.join(path, name))
    if is_inside(here, root):
        return here
    inside = os.path.relpath(os.path.realpath(here), os.path.realpath(root))  # by a link to the project
    if inside.split(os.sep)[0] != os.pardir:
        return os.path.normpath(os.path.join(root, inside))
    return there if is_inside(there, root) else here


def _lines(plan: LoadPlan, project: Project, arguments: argparse.Namespace) -> Iterator[str]:
    if arguments.json:
        from memlint.report.plan import json

        yield json.render(plan, project)
    elif arguments.graph:
        from memlint.report.plan import graph

        yield from graph.render(plan, project, arguments.graph)
    else:
        from memlint.report.plan import page, text

        look = page.Look(wants_colour(arguments.color, sys.stdout), _columns(), not _has_bars(sys.stdout))
        yield from text.render(plan, project, look, after_compact=arguments.after_compact)


def _columns() -> int:
    """Return the width of the terminal that is printed to, 0 for a file or a pipe."""
    told = os.environ.get("COLUMNS", "")
    if told.isascii() and told.isdecimal():
        return int(told)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return 0


def _has_bars(stream: TextIO) -> bool:
    try:
        "█░".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _folder(path: str) -> str:
    place = os.path.abspath(path)
    if not os.path.isdir(place):
        hint = " (it is a file: see --for)" if os.path.exists(place) else ""
        raise UsageError(f"no such folder: {place}{hint}")
    return place


def _target(place: str) -> str:
    if os.path.isdir(place):
        raise UsageError(f"--for takes a file: {place} is a folder")
    return place


def _sources(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in SOURCES:
            raise UsageError(f'no setting source "{name}" (there are: {", ".join(SOURCES)})')
    return names
