"""``memlint fix`` is ``memlint check --fix``: applies fixes, writes the files or shows a diff, and reports what is left."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

from memlint.cli import FINDINGS, INTERNAL_ERROR, OK
from memlint.engine.check import Report
from memlint.engine.run import CRASH
from memlint.errors import RefusedError, UsageError
from memlint.report.visible import inert, visible

if TYPE_CHECKING:
    from memlint.engine.fixing import Changed, Fixed

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
    from memlint.engine.fixing import fix

    fixed = fix(lint, contents, unsafe=arguments.unsafe_fixes)
    refused = {each.file.path: why for each in fixed.changed if (why := _outside(each, fixed.report.root))}
    changed = [each for each in fixed.changed if each.file.path not in refused]
    if arguments.diff:
        for each in changed:
            sys.stdout.writelines(f"{line}\n" for line in diff(each))
    elif contents:
        _give_back(changed, contents)
    else:
        for each in changed:
            why = _written(each)
            if why:
                refused[each.file.path] = why
    for why in refused.values():
        _say(f"not fixed: {why}")
    report = lint() if refused and not contents else fixed.report
    _summarise(fixed, refused, arguments)
    if arguments.diff:
        return FINDINGS if changed or refused else _crashed(report)
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


def _outside(changed: Changed, root: str) -> str:
    """Return why a file is not ours to write: its real place is not in the project."""
    real = os.path.realpath(changed.file.real)
    inside = real.startswith(os.path.realpath(root).rstrip(os.sep) + os.sep)
    return "" if inside else f"{changed.file.path} lies outside of the project"


def _written(changed: Changed) -> str:
    """Write one file as a whole, where a link leads and not the link; return why it was not."""
    from memlint.project.writing import Target, locked, put

    real = os.path.realpath(changed.file.real)
    try:
        with locked(os.path.dirname(real)):
            put(Target(real, changed.file.path, changed.old, changed.new))
    except RefusedError as error:
        return str(error)
    except OSError as error:
        return f"{changed.file.path}: {error.strerror or error}"
    return ""


def _give_back(changed: list[Changed], contents: dict[str, bytes]) -> None:
    """Write the text from standard input to standard output, fixed or as it was."""
    made = {changed[0].new} if changed else set(contents.values())
    sys.stdout.flush()
    for data in made:
        sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _summarise(fixed: Fixed, refused: dict[str, str], arguments: argparse.Namespace) -> None:
    done = [finding for finding in fixed.applied if finding.path not in refused]
    if arguments.show_fixes:
        for finding in done:
            title = finding.fix.title if finding.fix else ""
            _say(f"{finding.path}: {finding.rule}: {title}")
        for finding, why in fixed.refused:
            _say(f"{finding.path}: {finding.rule}: not fixed: {why}")
    files = len({finding.path for finding in done})
    if done:
        would = "would be fixed" if arguments.diff else "fixed"
        _say(f"{would}: {_counted(len(done), 'finding')} in {_counted(files, 'file')}")
    elif not fixed.refused and not refused:
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
