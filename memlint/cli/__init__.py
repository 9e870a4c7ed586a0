"""The command line: argv → one call for each command. Exit codes are pytest's."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from memlint import __version__
from memlint.errors import UsageError

OK, FINDINGS, INTERRUPTED, INTERNAL_ERROR, USAGE_ERROR, NO_FILES = range(6)

COMMANDS = ("check", "show", "rule", "facts", "schema", "new", "init", "fix")
#: Words that later versions give a meaning to, and what to use until then.
LATER = {
    "hook": "the agent hook comes with a later version",
    "server": "the language server comes with a later version",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run memlint with ``argv`` (by default the process's) and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a narrow locale loses no output
    try:
        code = _dispatch(words)
        sys.stdout.flush()
        _keep_patterns()
        return code
    except UsageError as error:
        _complain(str(error))
        return USAGE_ERROR
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away, which is no error of ours; what is left to flush goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception:  # noqa: BLE001 - Python's own exit code for a crash, 1, would say "findings"
        import traceback

        for line in traceback.format_exc().splitlines():
            _complain(line)
        _complain("internal error: this is a bug of memlint, please report it with the lines above")
        return INTERNAL_ERROR


def _dispatch(words: list[str]) -> int:
    first = words[0] if words else ""
    if words in (["--version"], ["-V"]):
        print(f"memlint {__version__}")
        return OK
    if first in LATER:
        raise UsageError(f"{first}: {LATER[first]} (for a file of that name write ./{first})")
    name = words.pop(0) if first in COMMANDS else "check"
    code: int = import_module(f"memlint.cli.{name}").run(words)
    return code


def _keep_patterns() -> None:
    """Leave the patterns that this run had to compile to the next one."""
    patterns = sys.modules.get("memlint.source.patterns")
    if patterns is not None:
        patterns.keep()


def _complain(text: str) -> None:
    from memlint.report.visible import inert, shown

    print(f"memlint: {inert(shown(text))}", file=sys.stderr)
