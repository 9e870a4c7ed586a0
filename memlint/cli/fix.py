"""``memlint fix`` is ``memlint check --fix``: applies fixes, writes the files or shows a diff, and reports what is left."""

from __future__ import annotations

import argparse
import gc
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import partial
from typing import TYPE_CHECKING

from memlint.cli import FINDINGS, INTERNAL_ERROR, OK
from memlint.engine.check import Report
from memlint.engine.run import CRASH
from memlint.errors import RefusedError, UsageError
from memlint.report.visible import inert, visible

if TYPE_CHECKING:
    from memlint.engine.fixing import Changed, Fixed
    from memlint.project.files import MemoryFile

_ALONE = ("watch", "collect_only", "vendored", "changed_since", "write_baseline", "prune_baseline", "add_suppressions")


def run(words: list[str]) -> int:
    """Run ``memlint check --fix`` with ``words``."""
    from memlint.cli import check

    return check.run(["--fix", *words])


def apply(
    lint: Callable[..., Report],
    contents: dict[str, bytes],
    arguments: argparse.Namespace,
    tell: Callable[[Report], int],
) -> int:
    """Fix what ``lint`` finds and return the exit code; ``tell`` prints a report and returns its code.

    ``contents`` is the text from standard input by its absolute path, which then goes to standard output; {} for files.
    Raises UsageError for flags that do not go together.
    """
    if not (arguments.fix or arguments.fix_only or arguments.diff):
        flag = "--unsafe-fixes" if arguments.unsafe_fixes else "--show-fixes"
        raise UsageError(f"{flag} goes with --fix, --fix-only or --diff")
    flag = "--fix" if arguments.fix else "--fix-only" if arguments.fix_only else "--diff"
    wrong = [name for name in _ALONE if getattr(arguments, name) not in (None, False)]
    if wrong:
        raise UsageError(f"{flag} and --{wrong[0].replace('_', '-')} exclude each other")
    gc.enable()  # the project is read again and again
    from memlint.engine.fixing import fix

    refused: dict[str, str] = {}
    barred = partial(_barred, only=contents, refused=refused)
    fixed = fix(lint, contents, unsafe=arguments.unsafe_fixes, barred=barred)
    if arguments.diff:
        for each in fixed.changed:
            sys.stdout.writelines(f"{line}\n" for line in diff(each))
    elif contents:
        _give_back(fixed.changed, contents)
    else:
        _keep(fixed)
        refused |= {each.file.path: why for bundle in fixed.bundles if (why := _written(bundle)) for each in bundle}
    for why in dict.fromkeys(refused.values()):
        _say(f"not fixed: {why}")
    unwritten = {each.file.path for each in fixed.changed if each.file.path in refused}
    report = lint() if unwritten and not contents else fixed.report
    _summarise(fixed, unwritten, arguments)
    if arguments.diff:
        return FINDINGS if fixed.changed or refused else _crashed(report)
    if arguments.fix_only:
        return FINDINGS if refused else _crashed(report)
    if not contents:
        code = tell(report)
    else:
        with redirect_stdout(sys.stderr):
            code = tell(report)
    return code or (FINDINGS if refused else OK)


def diff(changed: Changed) -> Iterator[str]:
    """Yield the lines of a unified diff, with credentials masked and what cannot be seen escaped."""
    from difflib import unified_diff

    from memlint.source.masking import Known, masked

    old, new = (_lines(data.decode()) for data in (changed.old, changed.new))
    known = Known([changed.old.decode()])
    for line in unified_diff(old, new, f"a/{changed.file.path}", f"b/{changed.file.path}"):
        mark, body = (line[:1], line[1:]) if line[:3] not in ("---", "+++") else ("", line)
        bare = body.rstrip("\r\n")
        first = "\ufeff" if bare.startswith("\ufeff") else ""  # a byte order mark, without which no tool can apply it
        end = "\r" if body.endswith("\r\n") else ""
        yield mark + first + inert(visible(masked(bare[len(first) :], known))) + end
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _barred(file: MemoryFile, report: Report, *, only: dict[str, bytes], refused: dict[str, str]) -> str:
    """Return why a file is not ours to write, "" when it is, and note it in ``refused``.

    Its real place may be outside of the project, it may be read-only, or not the one that came by standard input.
    """
    from memlint.project.writing import contents

    real = os.path.realpath(file.real)
    why = ""
    if only:
        return "" if file.real in only else f"{file.path} did not come by standard input"
    if not real.startswith(os.path.realpath(report.root).rstrip(os.sep) + os.sep):
        why = f"{file.path} lies outside of the project"
    else:
        try:
            contents(real, file.path)
        except RefusedError as error:
            why = str(error)
    if why:
        refused[file.path] = why
    return why


def _keep(fixed: Fixed) -> None:
    """Keep the old text of what will be written where git does not have it."""
    from memlint.project.keeping import keep

    try:
        folder = keep(fixed.report.root, {each.file.path: each.old for each in fixed.changed})
    except OSError as error:
        _say(f"the old text could not be kept: {error.strerror or error}")
        return
    if folder:
        _say(f"the old text, which git does not have, is in {folder}")


def _written(bundle: tuple[Changed, ...]) -> str:
    """Write the files of one bundle as a whole, where links lead and not the links; return why they were not."""
    from memlint.project.writing import Target, put_together

    for each in bundle:
        if len(each.old) - len(each.new) > each.removed:  # never by our own doing: the last door before the disk
            return f"{each.file.path} would lose more than its fixes take out"
    targets = [Target(os.path.realpath(each.file.real), each.file.path, each.old, each.new) for each in bundle]
    try:
        put_together(targets)
    except RefusedError as error:
        return str(error)
    except OSError as error:
        return f"{bundle[0].file.path}: {error.strerror or error}"
    return ""


def _give_back(changed: tuple[Changed, ...], contents: dict[str, bytes]) -> None:
    """Write the text from standard input to standard output, fixed or as it was."""
    made = {changed[0].new} if changed else set(contents.values())
    sys.stdout.flush()
    for data in made:
        sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _summarise(fixed: Fixed, unwritten: set[str], arguments: argparse.Namespace) -> None:
    from memlint.engine.edits import by_path

    done = [finding for finding in fixed.applied if unwritten.isdisjoint(by_path(finding))]
    if arguments.show_fixes:
        for finding in done:
            title = finding.fix.title if finding.fix else ""
            _say(f"{finding.path}: {finding.rule}: {title}")
        for finding, why in fixed.refused:
            _say(f"{finding.path}: {finding.rule}: not fixed: {why}")
    files = len({path for finding in done for path in by_path(finding)})
    if done:
        would = "would be fixed" if arguments.diff else "fixed"
        _say(f"{would}: {_counted(len(done), 'finding')} in {_counted(files, 'file')}")
    elif not fixed.refused and not unwritten:
        _say("nothing to fix")
    if fixed.refused and not arguments.show_fixes:
        _say(f"not fixed: {_counted(len(fixed.refused), 'finding')}; --show-fixes tells why")
    if fixed.unsafe:
        _say(f"fixed with --unsafe-fixes: {_counted(fixed.unsafe, 'finding')} more, which change what the agent reads")


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _crashed(report: Report) -> int:
    return INTERNAL_ERROR if any(finding.rule == CRASH for finding in report.findings) else OK


def _say(text: str) -> None:
    from memlint.source.masking import masked

    print(f"memlint: {inert(visible(masked(text)))}", file=sys.stderr)
