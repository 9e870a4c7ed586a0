"""Indexes and topic files: entries, headers, names, and what a link may mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from memlint import Index, Project, Topic
from memlint.harness.facts import for_version
from memlint.project.files import MemoryDirectory
from memlint.project.memory import folded, is_template, link_targets, stem, without_type
from memlint.project.near_names import NearNames
from memlint.source.document import read
from tests.trees import plant


def project(base: Path, files: dict[str, str]) -> Project:
    return Project(str(plant(base, files)), home="/nowhere", config="/nowhere/.claude", facts=for_version())


@pytest.mark.parametrize(
    ("target", "paths"),
    [
        ("a.md", ("a.md",)),
        ("./a.md", ("./a.md",)),
        ("a.md#part", ("a.md",)),
        ("a.md?raw=1", ("a.md",)),
        ("a%20b.md", ("a b.md", "a%20b.md")),
        ("caf%C3%A9.md", ("café.md", "caf%C3%A9.md")),
        ("100%.md", ("100%.md",)),
        ("a%zz.md", ("a%zz.md",)),
        ("caf%E9.md", ("caf%E9.md",)),
        ("a%00b.md", ("a%00b.md",)),
        ("文档.md", ("文档.md",)),
        ("#part", ()),
        ("", ()),
        ("?x", ()),
        ("https://kiln.invalid/a.md", ()),
        ("app://connector/a.md", ()),
        ("mailto:dana@kiln.invalid", ()),
        ("//kiln.invalid/a.md", ()),
        ("file.md", ()),
        ("<name>.md", ()),
        ("${ROOT}/a.md", ()),
        ("docs/*.md", ()),
        ("notes-YYYY-MM.md", ()),
        ("….md", ()),
    ],
)
def test_link_targets(target: str, paths: tuple[str, ...]) -> None:
    assert link_targets(target) == paths


@pytest.mark.parametrize("target", ["profile.md", "topics.md", "my-topic.md", "example-kiln.md", "N1.md", "fools.md"])
def test_real_names_are_no_templates(target: str) -> None:
    assert not is_template(target)


@pytest.mark.parametrize("name", ["red-clay", "Red Clay", "red_clay", "red-clay.md", " RED_clay "])
def test_names_are_compared_folded(name: str) -> None:
    assert folded(name) == "red-clay"


@pytest.mark.parametrize(
    ("key", "rest"),
    [
        *(("feedback-glazes", "glazes"), ("user-a-b", "a-b"), ("feedback", "feedback"), ("feedback-", "feedback-")),
        *(("glazes-feedback", "glazes-feedback"), ("glazes", "glazes"), ("", "")),
    ],
)
def test_without_the_type_that_it_begins_with(key: str, rest: str) -> None:
    assert without_type(key, ("user", "feedback")) == rest


def test_stem() -> None:
    assert [stem(path) for path in ("a.md", "memory/b.c.md", "x", "d/.md")] == ["a", "b.c", "x", ""]


def topic(header: str) -> Topic:
    return Topic(read(f"---\n{header}\n---\nText.\n", "memory/clay.md"), MemoryDirectory("memory", None, ()))


def test_a_header_is_read_at_the_top_and_under_metadata() -> None:
    both = topic("name: ' red clay '\ntype: user\nmetadata:\n  type: project\n  modified: 2026-07-29")
    assert (both.name, both.stem) == ("red clay", "clay")
    assert [field.text if (field := both.field(name)) else None for name in ("type", "modified", "gone")] == [
        "user",
        "2026-07-29",
        None,
    ]
    assert topic("description: x").name == ""
    assert Topic(read("No header.\n", "a.md"), both.directory).field("name") is None


def only_index(base: Path, files: dict[str, str]) -> Index:
    (index,) = project(base, files).memories.indexes
    return index


def test_entries(tmp_path: Path) -> None:
    text = (
        "# Index\n- [A](a.md) — one\n- ![no](a.md) <https://kiln.invalid/a.md> `[no](a.md)`\n"
        "- [B](deep/b%20c.md#part) and [C](/docs/c.md) and [D](../docs/d.md)\n- [E][e]\n<!-- [F](f.md) -->\n\n[e]: e.md\n"
    )
    files = {"memory/MEMORY.md": text, "memory/a.md": "", "memory/deep/b c.md": "", "docs/c.md": ""}
    index = only_index(tmp_path / "p", files)
    assert [(entry.text, entry.target, entry.exists) for entry in index.entries] == [
        ("A", "memory/a.md", True),
        ("B", "memory/deep/b c.md", True),
        ("C", "docs/c.md", True),
        ("D", "docs/d.md", False),
        ("E", "memory/e.md", False),
    ]
    spans = [index.document.text[slice(*entry.span)] for entry in index.entries]
    assert spans[:2] == ["[A](a.md)", "[B](deep/b%20c.md#part)"]


def test_names_are_known_by_store_and_in_all(tmp_path: Path) -> None:
    found = project(
        tmp_path / "p",
        {
            "memory/MEMORY.md": "- [A](a.md)\n",
            "memory/a.md": "---\nname: The A\ntype: user\n---\n",
            "memory/b.md": "---\nname: a\ntype: user\n---\n",
            ".claude/agent-memory/planner/a.md": "Text.\n",
            ".claude/agent-memory/planner/only_here.md": "Text.\n",
        },
    )
    planner, main = found.directories
    assert (planner.path, main.path) == (".claude/agent-memory/planner", "memory")
    assert found.memories.named("the-a", main) == "memory/a.md"
    assert found.memories.named("a", main) == "memory/b.md"  # a name stands before a stem
    assert found.memories.named("a.md", main) == "memory/a.md"
    assert found.memories.named("b", main) == "memory/b.md"
    assert found.memories.named("MEMORY", main) == "memory/MEMORY.md"
    assert found.memories.named("only-here", main) == ""
    assert found.memories.named("Only Here") == ".claude/agent-memory/planner/only_here.md"
    assert found.memories.named("a", planner) == ".claude/agent-memory/planner/a.md"
    assert found.memories.named("nothing") == ""
    assert found.directory("memory/b.md") == main
    assert found.directory("CLAUDE.md") is None


def test_what_is_linked_and_has_a_header(tmp_path: Path) -> None:
    found = project(
        tmp_path / "p",
        {
            "memory/MEMORY.md": "- [[a_b]]\n",
            "memory/a-b.md": "---\nname: x\n---\nSee [[A B]], [[c]] and `[[c]]`.\n",
            "memory/c.md": "Text.\n",
            ".claude/agent-memory/planner/a.md": "Text.\n",
        },
    )
    assert found.memories.wanted == {"a-b": 2, "c": 1}
    assert found.memories.headed == {".claude/agent-memory/planner": 0, "memory": 1}


def test_answers_come_from_the_nearest_store(tmp_path: Path) -> None:
    files = {
        "memory/MEMORY.md": "- [A](a.md)\n",
        "memory/a.md": "Text.\n",
        "memory/feedback_b.md": "---\nname: Project C\n---\n",
        "memory/team/MEMORY.md": "- [A](a.md)\n",
        "memory/team/a.md": "---\nname: d\n---\n",
        "memory/team/d.md": "Text.\n",
        ".claude/agent-memory/planner/MEMORY.md": "- [E](e.md)\n",
        ".claude/agent-memory/planner/e.md": "Text.\n",
    }
    memories = project(tmp_path / "p", files).memories
    team = next(
        directory for directory in project(tmp_path / "p", files).directories if directory.path.endswith("team")
    )
    answers = {name: memories.answers(name, team) for name in ("a", "b", "user-b", "c", "d", "e", "gone")}
    assert {name: [tuple(answer) for answer in found] for name, found in answers.items()} == {
        "a": [("memory/team/a.md", "stem")],
        "b": [("memory/feedback_b.md", "part")],
        "user-b": [("memory/feedback_b.md", "part")],
        "c": [("memory/feedback_b.md", "part")],
        "d": [("memory/team/a.md", "name"), ("memory/team/d.md", "stem")],
        "e": [(".claude/agent-memory/planner/e.md", "stem")],
        "gone": [],
    }


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("glaze-nmaes", ("glaze-names",)),
        ("glaze-name", ("glaze-names",)),
        ("glazenames", ("glaze-names",)),
        ("names-glaze", ("glaze-names",)),
        ("Glaze Namess", ("glaze-names",)),
        ("kiln-shelf-rule", ("Kiln shelf wax rule",)),
        ("glaze-games", ("glaze-names",)),
        ("glaze", ()),
        ("cone-7-firing", ()),
        ("cone-b-firing", ()),
        ("cone", ()),
        ("glaze-names", ()),
    ],
)
def test_near_names(name: str, near: tuple[str, ...]) -> None:
    known = NearNames(["glaze-names", "Kiln shelf wax rule", "cone-6-firing", "cone-a-firing", "core"])
    assert known.near(name) == near
