"""Which slash commands the files of a repository define."""

from __future__ import annotations

import pytest

from memlint.project.repository.commands import command_names


@pytest.mark.parametrize(
    ("path", "names"),
    [
        (".claude/commands/fire.md", {"fire"}),
        (".claude/commands/kiln/fire.md", {"fire", "kiln:fire"}),
        ("plugins/cone/commands/fire.md", {"fire"}),
        ("commands/commands/fire.md", {"fire", "commands:fire"}),
        (".claude/commands/fire.txt", set()),
        ("docs/commands.md", set()),
        ("fire.md", set()),
        (".claude/skills/glaze/SKILL.md", {"glaze", "SKILL"}),
        ("a/b/skills/glaze/notes/x.md", {"glaze", "notes", "x"}),
        ("a/b/c/skills/skills.md", {"skills"}),
        ("skills.md", set()),
    ],
)
def test_names(path: str, names: set[str]) -> None:
    assert command_names([path]) == names


def test_of_several_files() -> None:
    assert command_names(["commands/a.md", "skills/b/SKILL.md", "commands/a.md"]) == {"a", "b", "SKILL"}
    assert command_names([]) == frozenset()
