"""An argparse parser whose mistakes end with exit code 4 and a near miss, and the types of its arguments."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import NoReturn

from memlint.errors import UsageError, nearest


class Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would exit with 2. Flags are never abbreviated."""

    def __init__(self, *, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog, description=description, epilog=epilog, allow_abbrev=False, formatter_class=_Formatter
        )

    def parse_around(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse ``words``, of which paths may stand before, between and behind the flags."""
        end = words.index("--") if "--" in words else len(words)
        found, more = self.parse_known_args(words[:end])
        if any(word.startswith("-") and word != "-" for word in more):
            self.error(f"unrecognized arguments: {' '.join(more)}")
        found.paths += [*more, *words[end + 1 :]]
        return found

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with ``message``."""
        word = message.removeprefix("unrecognized arguments: ").split(" ")[0].split("=")[0]
        hint = ""
        if message.startswith("unrecognized") and word.startswith("-"):
            hint = nearest(word, list(self._option_string_actions))
        raise UsageError(f"{message}{hint} (see {self.prog} --help)")


class _Formatter(argparse.HelpFormatter):
    """Knows the terminal's width by itself: argparse asks shutil, whose import costs 4 ms, for every flag."""

    def __init__(self, prog: str) -> None:
        try:
            columns = os.get_terminal_size().columns or 80
        except OSError:
            columns = 80
        super().__init__(prog, width=columns - 2)


def count(text: str) -> int:
    """Read a number from 0 on. Raises ArgumentTypeError for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"a number from 0 on, not {text!r}")
    return int(text)


def filled(text: str) -> str:
    """Read a text, or names. Raises ArgumentTypeError for one that says nothing, such as that of an unset variable."""
    if not text.strip(", \t\n"):
        raise argparse.ArgumentTypeError("the value is empty")
    if "\0" in text:
        raise argparse.ArgumentTypeError("no path and no name has a NUL")
    return text


def day(text: str) -> str:
    """Read a date such as 2026-11-30. Raises ArgumentTypeError for anything else."""
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"a date such as 2026-11-30, not {text!r}") from None


def workers(text: str) -> int:
    """Read a number of processes; "auto" is 0, one for each processor. Raises ArgumentTypeError for anything else."""
    return 0 if text == "auto" else max(count(text), 1)
