"""What git says of paths: which are ignored or tracked, and the days of files and of their lines."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from memlint.project import agent_settings
from memlint.project.files import MemoryFile
from memlint.project.git import Git
from memlint.source.spans import Span
from tests.project.repositories import git, repository
from tests.trees import plant


def commit(base: Path, when: str) -> None:
    git(base, "add", "-A")
    env = {**os.environ, "GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": when}
    command = ["git", "-C", str(base), "-c", "user.name=dana", "-c", "user.email=d@kiln.invalid", "commit", "-qm", "x"]
    subprocess.run(command, check=True, env=env, capture_output=True)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    place = repository(tmp_path / "p", {"a.md": "one\r\ntwo\nsame\n", "b c.md": "b\n", ".gitignore": "*.log\nout/\n"})
    commit(place, "2026-03-01T23:30:00 -0800")
    (place / "a.md").write_text("one\r\nthree\nsame\nsame\n", newline="")
    commit(place, "2026-04-02T00:30:00 +0530")
    return place


PATHS = ["a.md", "b c.md", "x.log", "out/y.md", "gone.md", "/etc/x.log", "../x.log", "z\0.log"]


def test_ignored(base: Path, tmp_path: Path) -> None:
    """Also where git cannot be asked; paths outside are never asked about."""
    assert Git(str(base)).ignored(PATHS) == {"x.log", "out/y.md"}
    plain = plant(tmp_path / "plain", {".gitignore": "*.log\nout/\n"})
    assert Git(str(plain)).ignored(PATHS) == {"x.log", "out/y.md"}
    assert Git(str(base)).ignored(["a.md"]) == Git(str(base)).ignored([]) == frozenset()
    assert Git(str(plain)).ignored(["out"]) == frozenset()  # a file of that name


def test_tracked(base: Path, tmp_path: Path) -> None:
    assert Git(str(base)).tracked([*PATHS, "*.md", ":(glob)**"]) == {"a.md", "b c.md"}
    assert Git(str(base)).tracked(["/etc/passwd"]) == frozenset()
    assert Git(str(tmp_path)).tracked(PATHS) == frozenset()


def test_committed(base: Path, tmp_path: Path) -> None:
    """The last day of each, where it was committed."""
    assert Git(str(base)).committed(PATHS) == {"a.md": "2026-04-02", "b c.md": "2026-03-01"}
    assert Git(str(base)).committed(["gone.md"]) == Git(str(base)).committed([]) == {}
    assert Git(str(tmp_path)).committed(PATHS) == {}


def test_written(base: Path) -> None:
    """Of equal lines the newest counts, and the day is that of whoever wrote it."""
    assert Git(str(base)).written("a.md") == {"one": "2026-03-01", "three": "2026-04-02", "same": "2026-04-02"}
    assert Git(str(base)).written("b c.md") == {"b": "2026-03-01"}
    (base / "b c.md").write_text("b\nnot committed\n")
    assert Git(str(base)).written("b c.md") == {"b": "2026-03-01"}
    assert Git(str(base)).written("gone.md") == Git(str(base)).written("/etc/passwd") == {}


def test_written_in_a_clone_that_is_cut_short(base: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{base}", str(tmp_path / "short"))
    assert Git(str(tmp_path / "short")).written("a.md") == {}


TEXT = '{"kiln": {"cone": "6", "glazes": ["ash", "öl"]}, "cone": 7, "six": ["6"]}'


def test_settings_of_the_agent() -> None:
    found = agent_settings.read(b"\xef\xbb\xbf" + TEXT.encode(), "settings.json", "project")
    assert (found.path, found.scope, found.text) == ("settings.json", "project", TEXT)
    assert found.get("kiln", "cone") == "6"
    assert found.get("cone") == 7
    assert found.get("cone", "x") is found.get("gone") is found.get("kiln", "gone", "x") is None
    assert found.texts("six") == ("6",)
    assert found.texts("kiln") == found.texts("gone") == found.texts("cone") == ()


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("kiln",), '"kiln"'),
        (("kiln", "glazes", "öl"), '"öl"'),
        (("kiln", "cone", "6"), '"6"'),
        (("kiln", "gone"), '"kiln"'),  # as far as they are found
        (("gone",), ""),
    ],
)
def test_where_a_value_stands(words: tuple[str, ...], part: str) -> None:
    found = agent_settings.read(TEXT.encode(), "settings.json", "user")
    assert found.span(*words) == (Span(TEXT.index(part), TEXT.index(part) + len(part)) if part else Span(0, 0))
    last = found.span("six", "6")
    assert TEXT[slice(*last)] == '"6"'
    assert last.start > TEXT.index('"six"')
    escaped = agent_settings.read(b'{"a": "\\u00f6l"}', "x", "user")
    assert escaped.text[slice(*escaped.span("a", "öl"))] == '"\\u00f6l"'


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'"x"', b"\xff", b"[" * 100_000])
def test_settings_that_are_no_object_are_empty(data: bytes) -> None:
    assert agent_settings.read(data, "x", "local").data == {}


def test_settings_among_files(tmp_path: Path) -> None:
    plant(tmp_path, {"settings.json": '{"a": 1}', "settings.local.json": '{"b": 2}', "CLAUDE.md": "{}"})
    files = [
        MemoryFile("settings.json", f"{tmp_path}/settings.json", "settings"),
        MemoryFile("settings.local.json", f"{tmp_path}/settings.local.json", "settings"),
        MemoryFile("CLAUDE.md", f"{tmp_path}/CLAUDE.md", "instructions"),
        MemoryFile("given.json", f"{tmp_path}/given.json", "settings"),
        MemoryFile("gone.json", f"{tmp_path}/gone.json", "settings"),
    ]
    found = agent_settings.among(files, {f"{tmp_path}/given.json": b'{"c": 3}'}, "settings.local.json")
    assert [(each.path, each.scope, each.data) for each in found] == [
        ("settings.json", "project", {"a": 1}),
        ("settings.local.json", "local", {"b": 2}),
        ("given.json", "project", {"c": 3}),
    ]
