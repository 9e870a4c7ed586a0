"""``memlint hook``: an event of the agent on standard input → what it is told, or nothing."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from memlint.errors import UsageError

if TYPE_CHECKING:
    import argparse

    from memlint.cli.parser import Parser


def run(words: list[str]) -> int:
    """Answer the event on standard input, or with ``--install`` put memlint into the agent's settings.

    The exit code is 0 whatever the event is: any other would be told, and 2 would stop the agent.
    """
    log, deny = None, False
    if words:
        arguments = _parser().parse_args(words)
        if arguments.install or arguments.remove:
            wrong = [flag for flag, given in _apart(arguments) if given]
            if wrong:
                raise UsageError(
                    f"{' and '.join(wrong)} {'go' if wrong[1:] else 'goes'} without --install and --remove"
                )
            if arguments.install and arguments.remove:
                raise UsageError("--install and --remove exclude each other")
            from memlint.project.listing import find_root
            from memlint.serve.installing import install

            here = os.getcwd()
            root = find_root(here) or here
            scope = arguments.scope or "project"
            return install(root, scope, dry_run=arguments.dry_run, yes=arguments.yes, remove=arguments.remove)
        if arguments.dry_run or arguments.yes or arguments.scope:
            raise UsageError("--dry-run, --yes and --scope go with --install or --remove")
        log, deny = arguments.verify, arguments.deny
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("memlint hook reads the event of an agent from standard input; --install makes agents call it")
    from memlint.serve import hook

    return hook.run(sys.stdin.buffer.read(), log=log or None, deny=deny)


def _apart(arguments: argparse.Namespace) -> tuple[tuple[str, bool], ...]:
    """Return the flags that say how an event is answered: the hooks that are installed have none of them."""
    return ("--deny", arguments.deny), ("--verify", arguments.verify is not None)


def _parser() -> Parser:
    from memlint.cli.parser import Parser  # no event pays for argparse

    parser = Parser(
        prog="memlint hook",
        description="Answer an event of Claude Code, given as JSON on standard input: what a write to a memory file "
        "broke, before or after it (PreToolUse, PostToolUse), what is wrong when a session starts (SessionStart), "
        "what is newly wrong when the agent stops (Stop) or a file changes (FileChanged), which files loaded "
        "(InstructionsLoaded). Silent when there is nothing to say.",
        epilog="Exit codes: 0 whatever the event is, 4 wrong usage.",
    )
    add = parser.add_argument
    add("--deny", action="store_true", help="refuse a write that would cause an error (PreToolUse)")
    add("--verify", metavar="LOG", nargs="?", const="", help="the file that InstructionsLoaded is written to")
    settings = parser.add_argument_group("the agent's settings")
    flag = settings.add_argument
    flag("--install", action="store_true", help="show the hooks and write them into the settings")
    flag("--remove", action="store_true", help="take them out again")
    flag("--scope", choices=("project", "user", "local"), help="which settings (project)")
    flag("--dry-run", action="store_true", help="show what would be written and write nothing")
    flag("-y", "--yes", action="store_true", help="write without asking")
    return parser
