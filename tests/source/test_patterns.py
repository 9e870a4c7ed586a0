"""Patterns that are kept between runs match as those that are compiled anew, and a bad file costs nothing but time."""

from __future__ import annotations

import marshal
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from memlint.source import kept as kept_values
from memlint.source import patterns

STAMP = (sys.hexversion, patterns._STAMP)
TEXTS = [
    (r"\b(?P<name>clay|glaze)\b", re.IGNORECASE, "A Glaze pot"),
    (r"(?<!\w)kiln(?=[\s.])", 0, "the kiln."),
    (r"^-+$", re.MULTILINE, "a\n---\nb"),
    (r"[а-яё]{3}|[\u4e00-\u9fff]", re.IGNORECASE, "ПЕЧЬ 窯"),
    (r"(a)(?:b)?(?P<last>c)", 0, "ac"),
    (r"(?i:cone) \d", 0, "CONE 6"),
]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept_values, "_FOLDER", str(tmp_path))
    monkeypatch.setattr(patterns, "_STORE", patterns._Store())
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return Path(kept_values._file("patterns"))


def again(monkeypatch: pytest.MonkeyPatch) -> patterns._Store:
    """Return the store of a new run."""
    store = patterns._Store()
    monkeypatch.setattr(patterns, "_STORE", store)
    return store


def test_kept_patterns_match_as_fresh_ones(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for text, flags, _ in TEXTS:
        patterns.compile_once(text, flags)
    patterns.keep()
    again(monkeypatch)
    monkeypatch.setattr(re, "compile", None)  # nothing is compiled in the second run
    for text, flags, sample in TEXTS:
        found = patterns.compile_once(text, flags)
        match = found.search(sample)
        assert match is not None
        assert found.pattern == text


def test_kept_patterns_are_equal_to_compiled_ones(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = [patterns.compile_once(text, flags) for text, flags, _ in TEXTS]
    patterns.keep()
    again(monkeypatch)
    assert [patterns.compile_once(text, flags) for text, flags, _ in TEXTS] == fresh
    assert [found.groupindex for found in fresh] == [re.compile(text, flags).groupindex for text, flags, _ in TEXTS]


def test_a_pattern_is_compiled_once(kept: Path) -> None:
    assert patterns.compile_once("clay") is patterns.compile_once("clay")
    assert patterns.compile_once("clay") is not patterns.compile_once("clay", re.IGNORECASE)


def shelf(stamp: Any, values: dict[tuple[str, int], Any]) -> bytes:
    """Return the content of a shelf's file."""
    parts = [marshal.dumps(value) for value in values.values()]
    starts = [sum(map(len, parts[:at])) for at in range(len(parts))]
    places = dict(zip(values, zip(starts, map(len, parts), strict=True), strict=True))
    head = marshal.dumps((stamp, places))
    return len(head).to_bytes(8, "little") + head + b"".join(parts)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"clay",
        b"\xff" * 64,
        (2).to_bytes(8, "little") + marshal.dumps(7),
        shelf("another Python", {}),
        shelf((0,), {("clay", 0): (0, b"", 0, {}, ())}),
        shelf(STAMP, {("clay", 0): (0, b"\1\2\3", 0, {}, ())}),
        shelf(STAMP, {("clay", 0): (0, b"\xff" * 64, 0, {}, ())}),
        shelf(STAMP, {("clay", 0): "clay"}),
        shelf(STAMP, {("clay", 0): "clay"})[:-3],
    ],
)
@pytest.mark.parametrize("held", [True, False])
def test_a_foreign_or_broken_file_is_not_believed(
    kept: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, held: bool
) -> None:
    if not held:
        monkeypatch.delattr("os.pread", raising=False)  # as on Windows, where an open file cannot be replaced
    kept.write_bytes(data)
    again(monkeypatch)
    assert patterns.compile_once("clay").search("red clay") is not None
    patterns.keep()
    again(monkeypatch)
    monkeypatch.setattr(re, "compile", None)
    if patterns._key("clay", 0) in patterns._kept():  # what was broken is compiled anew and kept in its place
        assert patterns.compile_once("clay").search("red clay") is not None


def test_two_runs_add_up(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patterns.compile_once("clay")
    other = again(monkeypatch)
    other.get("glaze", 0)
    patterns.keep()
    third = again(monkeypatch)
    third.get("cone", 0)
    patterns.keep()
    assert set(patterns._kept()) == {patterns._key("glaze", 0), patterns._key("cone", 0)}
    assert list(kept.parent.iterdir()) == [kept]


def test_nothing_is_written_where_python_writes_no_bytecode(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    patterns.compile_once("clay")
    patterns.keep()
    assert not kept.exists()


def test_a_folder_that_cannot_be_written_is_let_be(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (kept.parent / "file").touch()
    monkeypatch.setattr(kept_values, "_FOLDER", str(kept.parent / "file" / "missing"))
    patterns.compile_once("clay")
    patterns.keep()
    assert [path.name for path in kept.parent.iterdir()] == ["file"]


def test_nothing_is_kept_in_the_package(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pip takes away what it installed and its bytecode: what is left of a package would hide the next one."""
    monkeypatch.undo()
    package = Path(kept_values.__file__).parent.parent
    assert Path(kept_values._FOLDER) == package.parent / "__pycache__"


def test_what_is_no_pattern_is_refused(kept: Path) -> None:
    with pytest.raises(re.error):
        patterns.compile_once("(clay")
