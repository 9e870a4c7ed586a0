"""Which memory directory is meant, how its files are named, and what a new topic may not clash with."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memlint import UsageError
from memlint.errors import RefusedError
from memlint.harness.facts import for_version
from memlint.project import shelf
from memlint.project.shelf import Memory
from tests.trees import plant

FACTS = for_version()
TYPES = FACTS.words("topic.types")
HEADER = "---\nname: glaze\ndescription: How we glaze.\ntype: user\n---\nBlue.\n"


def test_what_is_known_of_a_directory(tmp_path: Path) -> None:
    files = {
        "MEMORY.md": "x\n",
        "glaze.md": HEADER,
        "bare.md": "x\n",
        "archive/old.md": HEADER.replace("glaze", "old"),
        "team/MEMORY.md": "x\n",
        "team/clay.md": HEADER,
        "notes.txt": "x\n",
        "gone.md -> nowhere.md": "",
    }
    plant(tmp_path, files)
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "broken.md").write_bytes(b"---\nname: \xff\n---\n")
    assert shelf.memories(str(tmp_path), FACTS) == (
        Memory("archive/old.md", "old", "How we old."),
        Memory("bare.md", "", ""),
        Memory("broken.md", "", ""),
        Memory("glaze.md", "glaze", "How we glaze."),
        Memory("gone.md", "", ""),
        Memory("pipe.md", "", ""),
    )


@pytest.mark.parametrize(
    ("stems", "file"),
    [
        ([], "kiln-tests.md"),
        (["glaze"], "kiln-tests.md"),
        (["glaze-order", "clay"], "kiln-tests.md"),
        (["feedback_glaze", "user_role", "clay"], "feedback_kiln_tests.md"),
        (["feedback-glaze", "user-role"], "feedback-kiln-tests.md"),
        (["feedback_glaze", "glaze-order", "clay-mix"], "kiln-tests.md"),
        (["glaze_order", "clay_mix"], "kiln_tests.md"),
        (["user_role", "README", "CHANGELOG"], "feedback_kiln_tests.md"),
        (["archive/user_role", "archive/user_name"], "kiln-tests.md"),
    ],
)
def test_the_file_is_named_like_the_others(stems: list[str], file: str) -> None:
    known = [Memory(f"{stem}.md", "", "") for stem in stems]
    assert shelf.file_name("feedback", "kiln-tests", known, TYPES) == file


def test_a_type_is_not_said_twice() -> None:
    assert shelf.file_name("user", "user-role", [Memory("user_name.md", "", "")], TYPES) == "user_role.md"


@pytest.mark.parametrize(
    ("known", "why"),
    [
        (Memory("glaze.md", "kiln-tests", ""), 'm/glaze.md is that memory already: it is named "kiln-tests"'),
        (Memory("glaze.md", "Kiln Tests", ""), "is that memory already"),
        (Memory("Kiln_Tests.md", "", ""), "is that memory already"),
        (Memory("archive/kiln-tests.md", "", ""), "is that memory already"),
        (Memory("feedback_kiln_tests.md", "", ""), "is that memory already"),
        (Memory("a.md", "a", "how  we FIRE."), "m/a.md has the same description"),
    ],
)
def test_memories_that_are_there(tmp_path: Path, known: Memory, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        shelf.check_new(str(tmp_path), "kiln-tests.md", ("feedback", "kiln-tests", "How we fire"), [known], "m")


@pytest.mark.parametrize(
    "known", [Memory("user_kiln_tests.md", "user-kiln", ""), Memory("kiln.md", "", ""), Memory("a.md", "", "How")]
)
def test_memories_that_are_others(tmp_path: Path, known: Memory) -> None:
    shelf.check_new(str(tmp_path), "kiln-tests.md", ("feedback", "kiln-tests", "How we fire"), [known], "m")


@pytest.mark.parametrize("name", ["kiln-tests.md", "KILN-tests.MD"])
def test_a_file_that_is_there(tmp_path: Path, name: str) -> None:
    (tmp_path / name).symlink_to("nowhere")
    with pytest.raises(RefusedError, match=f"m/{name} exists already"):
        shelf.check_new(str(tmp_path), "kiln-tests.md", ("user", "kiln-tests", ""), [], "m")


def test_a_folder_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="m: No such file"):
        shelf.check_new(str(tmp_path / "gone"), "a.md", ("user", "a", ""), [], "m")


# --- which directory


def test_the_directory_around_one_comes_first(tmp_path: Path) -> None:
    root = str(
        plant(tmp_path / "kiln", {"notes/MEMORY.md": "x\n", "memory/MEMORY.md": "x\n", "memory/old/a.md": "x\n"})
    )
    known = [f"{root}/memory", f"{root}/notes"]
    for cwd in ("notes", "memory"):
        assert shelf.current(f"{root}/{cwd}", root, known, FACTS) == f"{root}/{cwd}"
    assert shelf.current(f"{root}/memory/old", root, known, FACTS) == f"{root}/memory"


def test_an_empty_folder_of_that_name(tmp_path: Path) -> None:
    root = str(plant(tmp_path / "kiln", {"docs/memory/sub/x.txt": ""}))
    assert shelf.current(f"{root}/docs/memory", root, [f"{root}/m"], FACTS) == f"{root}/docs/memory"
    assert shelf.current(f"{root}/docs/memory/sub", root, [f"{root}/m"], FACTS) == f"{root}/m"


def test_a_repository_of_that_name(tmp_path: Path) -> None:
    root = str(plant(tmp_path / "memory", {"README.md": "x\n"}))
    with pytest.raises(UsageError, match="has no memory directory: name a folder with --dir"):
        shelf.current(root, root, [], FACTS)


def test_the_only_one_or_none(tmp_path: Path) -> None:
    root = str(plant(tmp_path / "kiln", {}))
    assert shelf.current(root, root, [f"{root}/m"], FACTS) == f"{root}/m"
    with pytest.raises(UsageError, match=r"2 memory directories: name one with --dir \(a/m, n\)$"):
        shelf.current(root, root, [f"{root}/a/m", f"{root}/n"], FACTS)
