"""Memory directories as discovery finds them: the index, the topics, and what else lies in each."""

from __future__ import annotations

from pathlib import Path

import pytest

from memlint.harness.facts import for_version
from memlint.project.discovery import Found, Tree, discover, is_store, without
from memlint.project.files import MemoryDirectory
from memlint.project.listing import listing
from tests.trees import plant

FACTS = for_version()
TOPIC = "---\nname: a\nmetadata:\n  type: project\n---\nText.\n"


def found(base: Path, files: dict[str, str]) -> Found:
    plant(base, files)
    tree = Tree(str(base), listing(str(base)).paths)
    return discover([tree], str(base), "/home/dana/.claude", FACTS)


def directories(base: Path, *names: str) -> list[MemoryDirectory]:
    return list(found(base, dict.fromkeys(names, TOPIC)).directories)


def test_what_else_lies_in_a_directory(tmp_path: Path) -> None:
    """At any depth, but not what lies beside the directory, or is told of already."""
    names = ("memory/MEMORY.md", "memory/a.md", "memory/b.txt", "memory/deep/c.json", "memory/README.md")
    beside = ("a.txt", "memory.txt", "memory-old/d.txt", "zeta/e.txt", "docs/memory.md")
    assert directories(tmp_path, *names, *beside, "memory/CLAUDE.md") == [
        MemoryDirectory(
            "memory", "memory/MEMORY.md", ("memory/a.md",), ("memory/README.md", "memory/b.txt", "memory/deep/c.json")
        )
    ]


def test_a_directory_by_its_headers_has_no_others(tmp_path: Path) -> None:
    """It is a folder of the project as well: what else is in it belongs to that."""
    assert directories(tmp_path, "notes/MEMORY.md", "notes/a.md", "notes/b.txt", "notes/deep/c.md") == [
        MemoryDirectory("notes", "notes/MEMORY.md", ("notes/a.md",), ())
    ]


def test_a_directory_in_another_has_its_own(tmp_path: Path) -> None:
    names = ("memory/MEMORY.md", "memory/a.md", "memory/x.txt", "memory/team/MEMORY.md", "memory/team/b.md")
    outer, inner = sorted(directories(tmp_path, *names, "memory/team/y.txt"), key=lambda found: found.path)
    assert inner == MemoryDirectory(
        "memory/team", "memory/team/MEMORY.md", ("memory/team/b.md",), ("memory/team/y.txt",)
    )
    assert (outer.index_file, outer.topics) == ("memory/MEMORY.md", ("memory/a.md",))
    assert "memory/x.txt" in outer.others


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("memory/feedback_glazes.md",), ("memory", None, ("memory/feedback_glazes.md",))),
        (("memory/feedback-glazes.md",), ("memory", None, ("memory/feedback-glazes.md",))),
        (("docs/memory/user_a.md",), ("docs/memory", None, ("docs/memory/user_a.md",))),
        (("memory/glazes_feedback.md",), None),
        (("notes/feedback_glazes.md",), None),
        (("memory/deep/feedback_glazes.md",), None),
        ((".claude/memory/a.md",), (".claude/memory", None, (".claude/memory/a.md",))),
        ((".claude/memory/deep/a.md",), (".claude/memory", None, (".claude/memory/deep/a.md",))),
        ((".claude/agent-memory/k/a.md",), (".claude/agent-memory/k", None, (".claude/agent-memory/k/a.md",))),
        ((".claude/agent-memory/a.md",), None),
        (("memory/MEMORY.md",), ("memory", "memory/MEMORY.md", ())),
        (("MEMORY.md", "a.md"), ("", "MEMORY.md", ("a.md",))),
        (("memory/XMEMORY.md",), None),
    ],
)
def test_folders_without_an_index_are_told_by_names(
    names: tuple[str, ...], expected: tuple[str, str | None, tuple[str, ...]] | None, tmp_path: Path
) -> None:
    told = [(each.path.strip("."), each.index_file, each.topics) for each in directories(tmp_path, *names)]
    assert told == ([] if expected is None else [(expected[0].strip("."), *expected[1:])])


def test_files_that_are_given_need_not_be_there(tmp_path: Path) -> None:
    """An editor's text of a file that was never saved; what git lists and nobody has is left out."""
    plant(tmp_path, {"memory/a.md": TOPIC})
    tree = Tree(str(tmp_path), ("CLAUDE.md", "lost/CLAUDE.md", "memory/MEMORY.md", "memory/a.md", "memory/b.md"))
    given = dict.fromkeys((f"{tmp_path}/CLAUDE.md", f"{tmp_path}/memory/MEMORY.md"), b"")
    got = discover([tree], str(tmp_path), "/home/dana/.claude", FACTS, given)
    assert [file.path for file in got.files] == ["CLAUDE.md", "memory/MEMORY.md", "memory/a.md"]
    assert got.directories == (MemoryDirectory("memory", "memory/MEMORY.md", ("memory/a.md",), ()),)


def test_a_file_that_is_taken_away_is_not_there(tmp_path: Path) -> None:
    plant(tmp_path, {"CLAUDE.md": "", "kilns/CLAUDE.md": ""})
    tree = Tree(str(tmp_path), ("CLAUDE.md", "kilns/CLAUDE.md"))
    got = discover([tree], str(tmp_path), "/home/dana/.claude", FACTS, {f"{tmp_path}/CLAUDE.md": None})
    assert [file.path for file in got.files] == ["kilns/CLAUDE.md"]


def test_a_directory_that_two_trees_have_is_one(tmp_path: Path) -> None:
    """A topic file that the project's own list lacks was asked for, and its whole directory comes with it."""
    plant(tmp_path, {"memory/MEMORY.md": "", "memory/a.md": TOPIC, "memory/b.md": TOPIC, "memory/c.txt": ""})
    listed = Tree(str(tmp_path), ("memory/MEMORY.md", "memory/a.md", "memory/c.txt"))
    beside = Tree(f"{tmp_path}/memory", ("MEMORY.md", "a.md", "b.md", "c.txt"))
    got = discover([listed, beside], str(tmp_path), "/home/dana/.claude", FACTS)
    topics = ("memory/a.md", "memory/b.md")
    assert got.directories == (MemoryDirectory("memory", "memory/MEMORY.md", topics, ("memory/c.txt",)),)


def test_a_folder_that_git_lists_is_another_repository(tmp_path: Path) -> None:
    """What stands in a submodule among the rules is not told here, unless a link leads to it."""
    plant(tmp_path, {"shared/a.md": "A\n", ".claude/rules/sub/b.md": "B\n", ".claude/rules/link -> ../../shared": ""})
    tree = Tree(str(tmp_path), (".claude/rules/link", ".claude/rules/sub"))
    got = discover([tree], str(tmp_path), "/home/dana/.claude", FACTS)
    assert [file.path for file in got.files] == ["shared/a.md"]


def test_what_is_excluded_leaves_its_directory_as_well(tmp_path: Path) -> None:
    got = found(tmp_path, dict.fromkeys(("CLAUDE.md", "memory/MEMORY.md", "memory/a.md", "memory/b.md"), TOPIC))
    assert without(got, ()) is got
    left = without(got, ("memory/MEMORY.md", "/memory/a.md"))
    assert [file.path for file in left.files] == ["CLAUDE.md", "memory/b.md"]
    assert [(each.index_file, each.topics) for each in left.directories] == [(None, ("memory/b.md",))]
    assert without(got, ("memory/",)).directories == ()
    only = without(got, ("memory/[ab].md",)).directories
    assert [(each.index_file, each.topics) for each in only] == [("memory/MEMORY.md", ())]


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("/p/memory", True),
        ("/p/memories", True),
        ("/p/agent-memory/planner", True),
        ("/p/agent-memory-local/planner", True),
        ("/p/memory/team", True),
        ("/p/team", False),
        ("/p/team/memory-old", False),
        ("/p/agent-memory", False),
        ("/memory/p", False),
    ],
)
def test_names_of_stores(folder: str, expected: bool) -> None:
    assert is_store(folder) is expected
