"""The import graph: where a path leads, what is followed, how many hops it takes."""

from __future__ import annotations

import builtins
import os
from pathlib import Path
from typing import Any

import pytest

from memlint import ImportEdge, Project
from memlint.harness.facts import for_version
from memlint.project.session import Session
from tests.trees import plant


def project(base: Path, files: dict[str, str], *, home: str = "/nowhere", user: bool = False) -> Project:
    plant(base, files)
    session = Session(str(base), user=user)
    return Project(str(base), home=home, config=f"{home}/.claude", facts=for_version(), session=session)


def edge(base: Path, token: str, files: dict[str, str], source: str = "CLAUDE.md") -> ImportEdge:
    (found,) = project(base, {**files, source: f"{token}\n"}, home=str(base.parent / "home")).imports(source)
    return found


@pytest.mark.parametrize(
    ("source", "token", "target"),
    [
        ("CLAUDE.md", "@docs/a.md", "docs/a.md"),
        ("CLAUDE.md", "@./docs/a.md", "docs/a.md"),
        ("CLAUDE.md", "@docs/../docs//a.md", "docs/a.md"),
        ("docs/CLAUDE.md", "@a.md", "docs/a.md"),
        ("apps/web/CLAUDE.md", "@../../docs/a.md", "docs/a.md"),
        (".claude/CLAUDE.md", "@../docs/a.md", "docs/a.md"),
        (".claude/rules/x.md", "@../../docs/a.md", "docs/a.md"),
        ("CLAUDE.local.md", "@docs/a.md#part", "docs/a.md"),
        ("CLAUDE.md", "@ways/a.md", "docs/a.md"),
        ("CLAUDE.md", "@docs/link.md", "docs/a.md"),
        ("CLAUDE.md", "@docs/with\\ blank.md", "docs/with blank.md"),
        ("CLAUDE.md", "@LICENSE", "LICENSE"),
        ("CLAUDE.md", "@docs/.env", "docs/.env"),
        ("CLAUDE.md", "@docs/UPPER.MD", "docs/UPPER.MD"),
    ],
)
def test_a_path_leads_to_a_file(source: str, token: str, target: str, tmp_path: Path) -> None:
    files = {f"docs/{name}": "" for name in ("a.md", "with blank.md", ".env", "UPPER.MD")}
    files |= {"LICENSE": "", "ways -> docs": "", "docs/link.md -> a.md": ""}
    found = edge(tmp_path / "p", token, files, source)
    assert (found.state, found.target, found.outside, found.hop) == ("file", target, False, 1)
    assert found.source == source
    assert found.real == str(tmp_path / "p" / target)


@pytest.mark.parametrize(
    ("token", "state"),
    [
        ("@docs", "directory"),
        ("@docs/", "directory"),
        ("@docs/gone.md", "missing"),
        ("@docs/pipe.md", "missing"),
        ("@docs/broken.md", "missing"),
        ("@docs/loop.md", "missing"),
        ("@a.md/b.md", "missing"),
        ("@a.md.", "missing"),
        ("@A.md", "missing"),
        ("@docs/a.mdx", "extension"),
        ("@docs/a.markdown", "extension"),
        ("@docs/a.PNG", "extension"),
        ("@" + "x/" * 3_000 + "a.md", "missing"),
        ("@a\0b.md", "missing"),
    ],
)
def test_a_path_leads_to_no_file(token: str, state: str, tmp_path: Path) -> None:
    base = plant(tmp_path / "p", {"docs/x": ""})
    os.mkfifo(base / "docs" / "pipe.md")
    files = {"a.md": "", "docs/a.mdx": "", "docs/a.markdown": "", "docs/a.PNG": ""}
    found = edge(base, token, files | {"docs/broken.md -> nowhere": "", "docs/loop.md -> loop.md": ""})
    assert (found.state, found.outside) == (state, False)


def test_what_lies_outside_is_known_by_its_real_place_and_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, other = tmp_path / "home", tmp_path / "other"
    for folder in (home, other):
        folder.mkdir()
        (folder / "a.md").write_text("@b.md\n")
    files = {
        "CLAUDE.md": f"@~/a.md\n@../other/a.md\n@{other}/a.md\n@docs/a.md\n@inner/gone.md\n@../other/gone.md\n",
        "CLAUDE.local.md": "@~/a.md\n",
        "docs -> ../other": "",
        "inner -> ../other": "",
    }
    opened: list[str] = []
    real = builtins.open

    def watched(path: str, *rest: Any, **more: Any) -> Any:
        opened.append(path)
        return real(path, *rest, **more)

    monkeypatch.setattr(builtins, "open", watched)
    found = project(tmp_path / "p", files, home=str(home))
    assert [(each.state, each.outside, each.real) for each in found.imports("CLAUDE.md")] == [
        ("file", True, f"{home}/a.md"),
        ("file", True, f"{other}/a.md"),
        ("file", True, f"{other}/a.md"),
        ("file", True, f"{other}/a.md"),
        ("missing", True, f"{other}/gone.md"),
        ("missing", True, f"{other}/gone.md"),
    ]
    assert [each.target for each in found.imports("CLAUDE.md")][3:5] == ["docs/a.md", "inner/gone.md"]
    assert {file.path for file in found.files} == {"CLAUDE.md", "CLAUDE.local.md"}
    assert f"{tmp_path}/p/CLAUDE.md" in opened
    assert not [path for path in opened if path.endswith("a.md")]


def test_a_persons_own_files_are_followed_anywhere(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / ".claude").mkdir(parents=True)
    (home / ".claude" / "CLAUDE.md").write_text("@../notes.md\n")
    (home / "notes.md").write_text("@gone.md\n")
    found = project(tmp_path / "p", {"AGENTS.md": ""}, home=str(home), user=True)
    assert [(file.path, file.kind, file.scope) for file in found.files if file.path != "AGENTS.md"] == [
        (f"{home}/.claude/CLAUDE.md", "instructions", "user"),
        (f"{home}/notes.md", "imported", "user"),
    ]
    assert [each.state for each in found.imports(f"{home}/notes.md")] == ["missing"]


def test_hops_and_chains_go_the_shortest_way(tmp_path: Path) -> None:
    """Case 31: deep first, shallow later; also a diamond and a circle."""
    files = {
        "CLAUDE.md": "@a.md\n@d.md\n",
        "a.md": "@b.md\n",
        "b.md": "@c.md\n",
        "c.md": "@d.md\n@a.md\n",
        "d.md": "@e.md\n@CLAUDE.md\n",
        "e.md": "End.\n",
        "apps/AGENTS.md": "@../c.md\n",
        "lonely.md": "@e.md\n",
    }
    found = project(tmp_path / "p", files)
    hops = {name: found.hops(name) for name in files}
    assert hops == {
        "CLAUDE.md": 0,
        "apps/AGENTS.md": 0,
        "a.md": 1,
        "b.md": 2,
        "c.md": 1,
        "d.md": 1,
        "e.md": 2,
        "lonely.md": None,
    }
    assert found.chain("e.md") == ("CLAUDE.md", "d.md", "e.md")
    assert found.chain("c.md") == ("apps/AGENTS.md", "c.md")
    assert found.chain("CLAUDE.md") == ("CLAUDE.md",)
    assert [(each.target, each.hop) for each in found.imports("d.md")] == [("e.md", 2), ("CLAUDE.md", 2)]
    assert {file.path for file in found.files if file.kind == "imported"} == {"a.md", "b.md", "c.md", "d.md", "e.md"}
    assert [each.source for each in found.import_edges()] == [
        "CLAUDE.md", "CLAUDE.md", "a.md", "apps/AGENTS.md", "b.md", "c.md", "c.md", "d.md", "d.md",
    ]  # fmt: skip


def test_a_long_circle_ends(tmp_path: Path) -> None:
    files = {f"n{number}.md": f"@n{(number + 1) % 1_000}.md\n" for number in range(1_000)}
    found = project(tmp_path / "p", {"CLAUDE.md": "@n0.md\n", **files})
    assert found.hops("n999.md") == 1_000
    assert len(found.chain("n999.md")) == 1_001


@pytest.mark.parametrize(
    ("name", "read"), [("a.md", True), ("a.txt", True), ("NOTES", True), ("a.py", False), ("a.json", False)]
)
def test_only_texts_are_followed(name: str, read: bool, tmp_path: Path) -> None:
    found = project(tmp_path / "p", {"CLAUDE.md": f"@{name}\n", name: "@gone.md\n"})
    assert bool(found.imports(name)) is read
    assert (found.file(name) is not None) is read
    assert (found.hops(name) == 1) is read


def test_memories_import_nothing_unless_they_are_imported(tmp_path: Path) -> None:
    files = {"memory/MEMORY.md": "@a.md\n", "memory/a.md": "@gone.md\n"}
    found = project(tmp_path / "p", files)
    assert found.imports("memory/MEMORY.md") == ()
    found = project(tmp_path / "q", {**files, "CLAUDE.md": "@memory/MEMORY.md\n"})
    assert [(each.source, each.state) for each in found.import_edges()] == [
        ("CLAUDE.md", "file"), ("memory/MEMORY.md", "file"), ("memory/a.md", "missing"),
    ]  # fmt: skip
    assert {file.path: file.kind for file in found.files}["memory/a.md"] == "topic"


def test_one_token_twice_is_one_import(tmp_path: Path) -> None:
    found = project(tmp_path / "p", {"CLAUDE.md": "@a.md @a.md @./a.md\n", "a.md": ""})
    assert [each.node.path for each in found.imports("CLAUDE.md")] == ["a.md", "./a.md"]


def test_a_linked_file_may_mean_either_folder(tmp_path: Path) -> None:
    files = {"docs/agent.md": "@a.md\n@b.md\n@gone.md\n", "CLAUDE.md -> docs/agent.md": "", "docs/a.md": "", "b.md": ""}
    found = project(tmp_path / "p", files)
    assert [(each.target, each.state) for each in found.imports("docs/agent.md")] == [
        ("docs/a.md", "file"), ("b.md", "file"), ("docs/gone.md", "missing"),
    ]  # fmt: skip


def test_an_import_of_what_cannot_be_read_is_said_once(tmp_path: Path) -> None:
    found = project(tmp_path / "p", {"CLAUDE.md": "@a.md\n@./a.md\n", "a.md": "caf\\xe9"})
    assert [(unread.path, unread.reason) for unread in found.unread] == [("a.md", "not-utf8")]


def test_what_no_system_takes_for_a_path_is_not_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.path.realpath
    asked: list[str] = []

    def noted(path: str, **options: Any) -> str:
        asked.append(path)
        return real(path, **options)

    monkeypatch.setattr(os.path, "realpath", noted)
    assert edge(tmp_path, f"@{'../' * 5_000}a.md", {}).state == "missing"
    assert max(map(len, asked)) < 4_096
