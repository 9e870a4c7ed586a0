"""What each runner's file defines, and whether that is all: one small file for each way to write it."""

from __future__ import annotations

import pytest

from memlint.project.repository.make import read_make
from memlint.project.repository.scripts import read_targets


@pytest.mark.parametrize(
    ("runner", "path", "text", "names", "known"),
    [
        ("just", "justfile", "glaze:\n", ["glaze"], True),
        ("just", "justfile", "@glaze cone: dry\n", ["glaze"], True),
        ("just", "justfile", "alias g := glaze\n", ["g"], True),
        ("just", "justfile", "set shell := ['x']\nexport A := 'b'\nhot := 'x:y'\n# fire: no\n  inner:\n", [], True),
        ("just", "justfile", "import 'more.just'\nglaze:\n", ["glaze"], False),
        ("just", "justfile", "set fallback\n", [], False),
        ("just", "justfile", "mod kiln\n", [], False),
        ("just", "justfile", "!include x\n", [], False),
        (
            "task",
            "Taskfile.yml",
            "tasks:\n  glaze: x\n  'fire:slow':\n    cmds: []\n    aliases: [f, s]\n",
            ["f", "fire:slow", "glaze", "s"],
            True,
        ),
        ("task", "Taskfile.yml", "includes:\n  a: b\ntasks:\n  glaze: x\n", ["glaze"], False),
        ("task", "Taskfile.yml", "tasks: {glaze: x}\n", [], False),
        ("task", "Taskfile.yml", "tasks: # all\n  # none: x\n  glaze:*: x\n", ["glaze:*"], False),
        ("task", "Taskfile.yml", "tasks:\n  glaze:\n    aliases:\n      - g\nvars:\n  fire: x\n", ["glaze"], False),
        ("poe", "pyproject.toml", "[tool.poe.tasks]\nglaze='x'\n", ["glaze"], True),
        ("poe", "pyproject.toml", "[tool.poe]\ninclude='x'\n[tool.poe.tasks]\nglaze='x'\n", ["glaze"], False),
        ("poe", "pyproject.toml", "[tool.poe]\ninclude_script='x'\n", [], False),
        ("poe", "poe_tasks.toml", "[tasks]\na='x'\n", [], False),
        ("poe", "pyproject.toml", "[tool.poe]\ntasks=['a']\n", ["a"], False),
        ("pdm", "pyproject.toml", "[tool.pdm.scripts]\nglaze='x'\n", ["glaze"], True),
        (
            "hatch",
            "pyproject.toml",
            "[tool.hatch.envs.default.scripts]\nglaze='x'\n[tool.hatch.envs.slow.scripts]\nfire='x'\n",
            ["default:", "default:glaze", "glaze", "slow:", "slow:fire", "slow:glaze"],
            True,
        ),
        (
            "hatch",
            "hatch.toml",
            "[envs.slow]\nscripts={fire='x'}\n[[envs.slow.matrix]]\npython=['3']\n",
            ["default:", "slow:", "slow:fire"],
            False,
        ),
        ("hatch", "hatch.toml", "[envs.slow]\nextra-scripts={a='x'}\n", ["default:", "slow:"], False),
        (
            "composer",
            "composer.json",
            '{"scripts": {"glaze": "x"}, "scripts-aliases": {"glaze": ["g"]}}',
            ["g", "glaze"],
            True,
        ),
        ("composer", "composer.json", "{}", [], True),
        ("deno", "deno.jsonc", '{"tasks": {"glaze": "x"}} // y', ["glaze"], True),
        ("cargo", ".cargo/config.toml", "[alias]\nglaze='run'\n", ["glaze"], True),
        ("cargo", "kilns/.cargo/config", "[alias]\nglaze='run'\n", ["glaze"], True),
        ("pdm", "pyproject.toml", "", [], False),
        ("pdm", "pyproject.toml", "[", [], False),
    ],
)
def test_names(runner: str, path: str, text: str, names: list[str], known: bool) -> None:
    found = read_targets(runner, path, text)
    assert found is not None
    assert (found.path, sorted(found.names), found.known) == (path, names, known)


@pytest.mark.parametrize(
    ("runner", "path", "text"),
    [
        ("poe", "pyproject.toml", "[tool.kiln]\n"),
        ("pdm", "pyproject.toml", "[tool.pdm]\nx=1\n"),
        ("hatch", "pyproject.toml", "[envs.slow.scripts]\nfire='x'\n"),
        ("cargo", "config.toml", "[alias]\nglaze='run'\n"),
        ("cargo", ".cargo/config.toml", "[build]\n"),
    ],
)
def test_a_file_of_others(runner: str, path: str, text: str) -> None:
    assert read_targets(runner, path, text) is None


@pytest.mark.parametrize(("count", "known"), [(1, True), (19, True), (20, False), (30, False)])
def test_a_makefile_takes_in_a_bounded_number_of_others(count: int, known: bool) -> None:
    files = {f"{number}.mk": f"fire{number}:\n" for number in range(count)}
    files["Makefile"] = "glaze:\n" + "".join(f"include {name}\n" for name in files)
    names, all_known = read_make("Makefile", lambda path: files.get(path, ""), files.__contains__)
    assert all_known is known
    assert {"glaze", *(f"fire{number}" for number in range(min(count, 19)))} == names
