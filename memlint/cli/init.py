"""``memlint init``: writes the configuration, the pre-commit hook and the workflow; never over a file that exists."""

from __future__ import annotations

import os
import sys

from memlint.cli import FINDINGS, OK
from memlint.cli.parser import Parser
from memlint.cli.templates import CONFIGURATION, HOOK, HOOKS, REPOSITORY, WORKFLOW
from memlint.config import find_file
from memlint.errors import RefusedError, UsageError
from memlint.project.files import display
from memlint.project.listing import find_root
from memlint.project.writing import Target, put
from memlint.report.visible import shown, visible
from memlint.source.records import NamedTuple

PARTS = ("config", "pre-commit", "workflow")
_HOOK_FILES = (".pre-commit-config.yaml", ".pre-commit-config.yml")
_WORKFLOW_FILE = ".github/workflows/memlint.yml"


class Part(NamedTuple):
    """One file of the project: what it shall hold, or with ``done`` why it is left as it is, with ``add`` to add."""

    file: str
    text: str
    done: str = ""
    add: str = ""


def _parser() -> Parser:
    parser = Parser(
        prog="memlint init",
        description="Write memlint.toml, a pre-commit hook and a GitHub workflow for a project. Each file is shown "
        "before it is written; none that exists is changed.",
        epilog="Exit codes: 0 all is there, 1 a file could not be written, 4 wrong usage.",
    )
    add = parser.add_argument
    # No choices here: argparse holds the empty list against them.
    add("parts", nargs="*", metavar="PART", help=f"only these: {', '.join(PARTS)}")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--dry-run", action="store_true", help="show the files and write nothing")
    how.add_argument("-y", "--yes", action="store_true", help="write without asking")
    return parser


def run(words: list[str]) -> int:
    """Show each file, write those that are wanted and not there yet, and return the exit code."""
    arguments = _parser().parse_args(words)
    for name in arguments.parts:
        if name not in PARTS:
            raise UsageError(f'no part is named "{name}" (there are: {", ".join(PARTS)})')
    asked = not (arguments.yes or arguments.dry_run)
    if asked and not (sys.stdin and sys.stdin.isatty()):
        raise UsageError("there is nobody to ask: say --yes, or --dry-run to see what would be written")
    here = os.getcwd()
    root = find_root(here) or here
    code = OK
    for name in PARTS:
        if arguments.parts and name not in arguments.parts:
            continue
        part = _MAKERS[name](root)
        if _settled(part):
            continue
        print(f"==> {part.file}" + (" would be written" if arguments.dry_run else ""))
        print(part.text)
        if arguments.dry_run or (asked and not _agreed(part.file)):
            continue
        try:
            _put(root, part)
        except RefusedError as error:
            print(f"memlint: {shown(str(error))}", file=sys.stderr)
            code = FINDINGS
        else:
            print(f"wrote {part.file}\n")
    return code


def _settled(part: Part) -> bool:
    """Say what is there already, and what is to be added by hand."""
    if not part.done:
        return False
    print(visible(f"==> {part.file} {part.done}"))
    print(part.add)
    return True


def _agreed(file: str) -> bool:
    print(f"write {file}? [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _put(root: str, part: Part) -> None:
    """Write a new file. Raises RefusedError where its folder leads out of the project, or cannot be made."""
    place = os.path.join(root, *part.file.split("/"))
    folder = os.path.dirname(place)
    real = os.path.realpath(folder)
    if real != os.path.realpath(root) and os.path.isabs(display(real, os.path.realpath(root))):
        raise RefusedError(f"{part.file}: its folder is a link to {real}, out of the project")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise RefusedError(f"{part.file}: {error.strerror}") from None
    put(Target(place, part.file, None, part.text.encode()))


def _config(root: str) -> Part:
    try:
        known = find_file(root, root)
    except UsageError:  # no file has that name, which stays as it is
        known = None
    if known:
        return Part(display(known, root), "", "is the configuration: it stays as it is")
    return _new("memlint.toml", CONFIGURATION, root)


def _hook(root: str) -> Part:
    for file in _HOOK_FILES:
        text = _text(os.path.join(root, file))
        if text is None:
            continue
        if REPOSITORY in text or "id: memlint" in text:
            return Part(file, "", "runs memlint: it stays as it is")
        return Part(file, "", "exists: it stays as it is. Add below its line `repos:`", f"\n{HOOK}")
    return _new(_HOOK_FILES[0], HOOKS, root)


def _workflow(root: str) -> Part:
    return _new(_WORKFLOW_FILE, WORKFLOW, root)


def _new(file: str, text: str, root: str) -> Part:
    there = os.path.lexists(os.path.join(root, *file.split("/")))
    return Part(file, text, "exists: it stays as it is" if there else "")


def _text(path: str) -> str | None:
    """Return a file's text, "" for one that cannot be read; None where there is none."""
    if not os.path.lexists(path):
        return None
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except OSError:
        return ""


_MAKERS = {"config": _config, "pre-commit": _hook, "workflow": _workflow}
