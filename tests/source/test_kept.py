"""Values that are kept between runs are those of the files that they were made of."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from memlint.source import kept


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "kept"
    place.mkdir()
    monkeypatch.setattr(kept, "_FOLDER", str(place))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return place


def write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")
    os.utime(path, ns=(0, 0))  # so that size and place alone tell files apart


def test_a_table_is_read_once(tmp_path: Path) -> None:
    value = {"cones": [6, 10.5, None, True], "glaze": {"è": "\ud800"}}
    write(tmp_path / "kiln.json", value)
    assert kept.table("kiln", str(tmp_path / "kiln.json")) == value
    (tmp_path / "kiln.json").write_bytes(b"!" * (tmp_path / "kiln.json").stat().st_size)
    os.utime(tmp_path / "kiln.json", ns=(0, 0))
    assert kept.table("kiln", str(tmp_path / "kiln.json")) == value


def test_a_table_that_changed_is_read_anew(tmp_path: Path) -> None:
    for number in (1, 22, 333):
        write(tmp_path / "kiln.json", number)
        assert kept.table("kiln", str(tmp_path / "kiln.json")) == number


def test_two_installations_do_not_share_a_table(tmp_path: Path) -> None:
    for name, value in (("a", [1]), ("b", [2]), ("a", [1])):
        write(tmp_path / f"{name}.json", value)
        assert kept.table("kiln", str(tmp_path / f"{name}.json")) == value


@pytest.mark.parametrize("data", [b"", b"\0", b"kept"])
def test_a_broken_copy_costs_nothing_but_time(tmp_path: Path, folder: Path, data: bytes) -> None:
    write(tmp_path / "kiln.json", [1])
    kept.table("kiln", str(tmp_path / "kiln.json"))
    (made,) = folder.iterdir()
    made.write_bytes(data)
    assert kept.table("kiln", str(tmp_path / "kiln.json")) == [1]


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        kept.table("kiln", str(tmp_path / "kiln.json"))
    (tmp_path / "kiln.json").write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match="Expecting"):
        kept.table("kiln", str(tmp_path / "kiln.json"))


def test_nothing_is_saved_where_python_may_write_no_bytecode(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept.can_save()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert not kept.can_save()
    write(tmp_path / "kiln.json", [1])
    assert kept.table("kiln", str(tmp_path / "kiln.json")) == [1]
    assert list(folder.iterdir()) == []
