"""An argparse parser whose mistakes end with exit code 4 and a near miss, and the types of its arguments."""

from __future__ import annotations

import argparse
from typing import NoReturn

from memlint.errors import UsageError, nearest


class Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would exit with 2."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with ``message``."""
        word = message.removeprefix("unrecognized arguments: ").split(" ")[0].split("=")[0]
        hint = ""
        if message.startswith("unrecognized") and word.startswith("-"):
            hint = nearest(word, list(self._option_string_actions))
        raise UsageError(f"{message}{hint} (see {self.prog} --help)")


def count(text: str) -> int:
    """Read a number from 0 on. Raises ArgumentTypeError for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"a number from 0 on, not {text!r}")
    return int(text)
