"""``memlint clean [PATH]``: deletes what earlier runs kept."""

from __future__ import annotations

import os
import sys

from memlint.cli import OK
from memlint.cli.parser import Parser
from memlint.engine.outcome import FOLDER
from memlint.errors import UsageError
from memlint.project.listing import find_root


def run(words: list[str]) -> int:
    """Delete the cache of a project and return the exit code. Raises UsageError when it cannot be deleted."""
    parser = Parser(prog="memlint clean", description="Delete what earlier runs kept about a project.")
    parser.add_argument("path", nargs="?", default=".", metavar="PATH", help="a folder of the project")
    parser.add_argument(
        "--cache-dir", metavar="DIR", help="where it was kept; .memlint_cache in the project by default"
    )
    arguments = parser.parse_args(words)
    from memlint.engine.cache_folder import clean

    root = find_root(os.path.abspath(arguments.path)) or os.path.abspath(arguments.path)
    folder = arguments.cache_dir or os.environ.get("MEMLINT_CACHE_DIR") or os.path.join(root, FOLDER)
    try:
        found = clean(folder)
    except OSError as error:
        raise UsageError(f"{folder}: {error.strerror or error}") from None
    print(f"memlint: {'deleted' if found else 'there is no cache in'} {folder}", file=sys.stderr)
    return OK
