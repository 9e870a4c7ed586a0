"""``memlint verify [LOG]``: where the files that an agent really loaded differ from the load plan."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from memlint.cli import FINDINGS, OK
from memlint.cli.parser import Parser
from memlint.errors import UsageError
from memlint.harness import claude
from memlint.harness.facts import asked_for
from memlint.project.listing import find_root
from memlint.project.session import SOURCES, Session
from memlint.serve.instructions_loaded import default_log

if TYPE_CHECKING:
    from memlint.serve.verified import How, Verified


def _parser() -> Parser:
    parser = Parser(
        prog="memlint verify",
        description="Compare a log of InstructionsLoaded events, which `memlint hook --verify` or a hook such as "
        "`cat >> LOG` writes, with the load plan, and say where they differ.",
        epilog="Exit codes: 0 nothing differs, 1 something does, 4 wrong usage. What something else can explain as well "
        "is listed as perhaps, and does not count.",
    )
    add = parser.add_argument
    add(
        "log",
        nargs="?",
        metavar="LOG",
        help="the log, - for stdin; by default what `memlint hook --verify` logs, of this project",
    )
    add("--cwd", metavar="DIR", help="the folder here that stands for the one the sessions started in")
    add("--add-dir", action="append", default=[], metavar="DIR", help="a folder that the agent was given besides")
    add("--setting-sources", default=",".join(SOURCES), metavar="NAMES", help="as the agent's flag of that name")
    add("--target-version", default="", metavar="VERSION", help="version of the agent product that wrote the log")
    add("--strict", action="store_true", help="what is not proven counts as well")
    add("--output-format", choices=("text", "json"), default="text", help="default: text")
    return parser


def run(words: list[str]) -> int:
    """Print what differs and return the exit code."""
    arguments = _parser().parse_args(words)
    facts, home = asked_for(arguments.target_version), os.path.expanduser("~")
    from memlint.serve import verified as serve

    session = Session(
        cwd="",
        machine=True,
        user=True,
        added=tuple(dict.fromkeys(_folder(each) for each in arguments.add_dir)),
        sources=_sources(arguments.setting_sources),
        environment=os.environ,
    )
    folder = _folder(arguments.cwd) if arguments.cwd else ""
    here = "" if arguments.log or folder else find_root(os.getcwd()) or os.getcwd()
    how = serve.How(session, home, claude.config_directory(home), facts, folder, here)
    found = _verified(arguments, how)
    if not found.log.events:
        print("memlint: there is no InstructionsLoaded event in the log", file=sys.stderr)
    if arguments.output_format == "json":
        print(serve.render(found, facts))
    else:
        for line in serve.text(found, facts, home):
            print(line)
    return FINDINGS if found.total(certain=True) or (arguments.strict and found.total(certain=False)) else OK


def _verified(arguments: argparse.Namespace, how: How) -> Verified:
    """Read the log that was asked for. Raises UsageError when it cannot be."""
    from memlint.serve.verified import verify

    if arguments.log == "-":
        return verify(sys.stdin.buffer, 0, how)
    log = arguments.log or default_log()
    if not arguments.log and not os.path.exists(log):
        raise UsageError(f"there is no log yet at {log}: `memlint hook --verify` on InstructionsLoaded writes it")
    try:
        if not os.path.isfile(log):
            raise UsageError(f"{log} is {'no file' if os.path.exists(log) else 'not there'}")
        with open(log, "rb") as stream:
            return verify(stream, os.fstat(stream.fileno()).st_mtime, how)
    except OSError as error:
        raise UsageError(f"{log}: {error.strerror or error}") from None


def _folder(path: str) -> str:
    place = os.path.abspath(path)
    if not os.path.isdir(place):
        raise UsageError(f"no such folder: {place}")
    return place


def _sources(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in SOURCES:
            raise UsageError(f'no setting source "{name}" (there are: {", ".join(SOURCES)})')
    return names
