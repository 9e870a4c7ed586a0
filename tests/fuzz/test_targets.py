"""What is fuzzed holds for the texts that fuzzing starts from, for some mutations of them, and for all that it found."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest

from tests.fuzz.run import ALIKE, _Keeper
from tests.fuzz.seeds import WORDS, dictionary, seeds
from tests.fuzz.targets import TARGETS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="trees with names of POSIX")
#: Inputs that once failed, named ``TARGET-…``.
FOUND = sorted((Path(__file__).parent / "found").glob("*-*"))
INPUTS = 40  # of a target


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_and_mutations(name: str) -> None:
    every, chance = list(seeds(name)), random.Random(name)
    assert every
    for data in every[:: max(1, len(every) // INPUTS)]:
        TARGETS[name](data)
        TARGETS[name](mutated(data, chance.choice(every), chance))


def mutated(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """Return ``data`` with a word put in, a part taken out, one byte changed and a part of ``other`` behind it."""
    made = bytearray(data)
    at = chance.randrange(len(made) + 1)
    made[at:at] = chance.choice(WORDS).encode()
    at = chance.randrange(len(made))
    made[at] = chance.randrange(256)
    del made[at + 1 : at + chance.randrange(1, 9)]
    return bytes(made) + other[: chance.randrange(60)]


@pytest.mark.parametrize("path", FOUND or [None], ids=lambda path: path.name if path else "nothing")
def test_what_was_found_stays_mended(path: Path | None) -> None:
    if path is not None:
        TARGETS[path.name.partition("-")[0]](path.read_bytes())


def test_the_dictionary_is_what_libfuzzer_reads() -> None:
    rows = dictionary().splitlines()
    assert len(rows) == len(set(rows)) > 80
    assert [row for row in rows if not re.fullmatch(r'"(\\x[0-9a-f]{2})+"', row)] == []


def test_failures_are_kept_by_kind(tmp_path: Path) -> None:
    def target(data: bytes) -> None:
        if data.startswith(b"a"):
            raise ValueError(f"offset {len(data)}")

    (tmp_path / "found").mkdir()
    keeper = _Keeper("decoder", target, tmp_path, limit=9)
    for number in range(9):
        keeper(b"a" * number)
        keeper(b"b" * number)
    kept = [path.read_bytes() for path in (tmp_path / "found").iterdir()]
    assert len(kept) == ALIKE
    assert all(data.startswith(b"a") for data in kept)
    assert all(path.name.startswith("decoder-crash-") for path in (tmp_path / "found").iterdir())
