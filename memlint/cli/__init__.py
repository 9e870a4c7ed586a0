"""The command line: argv → one call for each command. Exit codes are pytest's."""

from __future__ import annotations

import atexit
import errno
import gc
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TextIO

from memlint import __version__
from memlint.errors import UsageError

_FULL = (errno.ENOSPC, errno.EFBIG, errno.EIO)
OK, FINDINGS, INTERRUPTED, INTERNAL_ERROR, USAGE_ERROR, NO_FILES = range(6)

COMMANDS = ("check", "show", "rule", "facts", "schema", "new", "init", "fix", "clean", "hook", "verify")
#: Words that later versions give a meaning to, and what to use until then.
LATER = {
    "server": "the language server comes with a later version",
}


def program() -> None:
    """Run memlint as the process that it was started as, and end it: taking Python down takes as long as starting it."""
    code = main()
    if sys.gettrace() is None and sys.getprofile() is None:  # who watches the run wants to see its end
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # there is nobody to tell it to
                stream.flush()
        os._exit(code)
    sys.exit(code)


def main(argv: Sequence[str] | None = None) -> int:
    """Run memlint with ``argv`` (by default the process's) and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _open_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a narrow locale loses no output
    try:
        code = _dispatch(words)
        sys.stdout.flush()
        _keep()
        return code
    except UsageError as error:
        _complain(str(error))
        return USAGE_ERROR
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away, which is no error of ours; what is left to flush goes nowhere.
        _drop(sys.stdout)
        return OK
    except Exception as error:  # noqa: BLE001 - Python's own exit code for a crash, 1, would say "findings"
        if isinstance(error, OSError) and error.filename is None and error.errno in _FULL:
            _complain(f"the output cannot be written: {error.strerror}")
            _drop(sys.stdout)
            return USAGE_ERROR  # as for an --output-file
        if isinstance(error, FileNotFoundError) and not _is_somewhere():
            _complain("the working directory is not there any more")
            return USAGE_ERROR
        import traceback

        for line in traceback.format_exc().splitlines():
            _complain(line)
        _complain("internal error: this is a bug of memlint, please report it with the lines above")
        return INTERNAL_ERROR


def _is_somewhere() -> bool:
    """Say whether the working directory is there: another process may have deleted it."""
    try:
        os.getcwd()
    except OSError:
        return False
    return True


def _dispatch(words: list[str]) -> int:
    first = words[0] if words else ""
    if words in (["--version"], ["-V"]):
        print(f"memlint {__version__}")
        return OK
    if first in LATER:
        raise UsageError(f"{first}: {LATER[first]} (for a file of that name write ./{first})")
    name = words.pop(0) if first in COMMANDS else "check"
    gc.disable()  # a run makes many small values and few cycles, from its first import on: collecting is a fifth of it
    import_module("memlint.cli.modules").install()
    code: int = import_module(f"memlint.cli.{name}").run(words)
    return code


def _keep() -> None:
    """Leave what Python compiled for this run to the next one: modules, and patterns."""
    for name in ("memlint.cli.modules", "memlint.source.patterns"):
        if name in sys.modules:
            sys.modules[name].keep()


def _open_streams() -> None:
    """Open what the process was started without: it prints into nothing then, and no file of ours gets the number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - to the end of the process


def _drop(stream: TextIO) -> None:
    """Send what is left to flush nowhere: Python would try once more at its end, and give an exit code of its own."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain(text: str) -> None:
    from memlint.report.visible import inert, shown

    try:
        print(f"memlint: {inert(shown(text))}", file=sys.stderr)
    except OSError:  # there is nobody to tell it to
        _drop(sys.stderr)
