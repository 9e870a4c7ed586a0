"""The table of flags says the same to a run without flags as to argparse."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlint.cli.check import _parser
from memlint.cli.flags import GROUPS, plain
from memlint.errors import UsageError


@given(st.lists(st.text(max_size=4).filter(lambda word: not word.startswith("-")), max_size=4))
def test_paths_alone_need_no_parser(words: list[str]) -> None:
    given_words = plain(words)
    assert given_words is not None
    assert vars(given_words) == vars(_parser().parse_args(words))


@pytest.mark.parametrize("words", [["-q"], ["a", "--fix"], ["-"], ["--"], ["--", "a"]])
def test_flags_are_parsed(words: list[str]) -> None:
    assert plain(words) is None


def test_no_two_flags_are_alike() -> None:
    words = [word for _, flags in GROUPS for flag in flags for word in flag.words]
    assert len(set(words)) == len(words)


def test_a_program_ends_as_python_would() -> None:
    program = "import atexit, sys; atexit.register(print, 'end'); from memlint.cli import program; program()"
    done = subprocess.run([sys.executable, "-c", program, "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[1:]) == (0, ["end"])
    wrong = subprocess.run([sys.executable, "-c", program, "--nonsense"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout) == (4, "end\n")
    assert "unrecognized arguments" in wrong.stderr


def test_a_path_with_a_nul_is_refused() -> None:
    """No shell passes one, but a caller of `main` may."""
    with pytest.raises(UsageError, match="argument --baseline: no path and no name has a NUL"):
        _parser().parse_around(["--baseline", "a\0b"])
