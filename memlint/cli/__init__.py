"""The command line: argv → one call for each command. Exit codes are pytest's."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from memlint import __version__
from memlint.errors import UsageError

OK, FINDINGS, INTERRUPTED, INTERNAL_ERROR, USAGE_ERROR, NO_FILES = range(6)

COMMANDS = ("check", "rule", "facts", "schema")
#: Words that later versions give a meaning to, and what to use until then.
LATER = {
    "fix": "fixes come with a later version",
    "hook": "the agent hook comes with a later version",
    "init": "it comes with a later version; see the README for the configuration",
    "server": "the language server comes with a later version",
    "show": "the load plan comes with a later version",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run memlint with ``argv`` (by default the process's) and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words in (["--version"], ["-V"]):
        print(f"memlint {__version__}")
        return OK
    name = words.pop(0) if words and words[0] in COMMANDS else "check"
    try:
        if words and words[0] in LATER and name == "check":
            raise UsageError(f"{words[0]}: {LATER[words[0]]} (for a file of that name write ./{words[0]})")
        code: int = import_module(f"memlint.cli.{name}").run(words)
        sys.stdout.flush()
        return code
    except UsageError as error:
        print(f"memlint: {_safe(str(error))}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        print("memlint: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output went away, which is no error of ours
        return OK


def _safe(text: str) -> str:
    from memlint.report.visible import visible

    return visible(text)
