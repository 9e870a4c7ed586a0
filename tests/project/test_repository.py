"""What a repository says about itself: packages, lockfiles, targets of task runners."""

from __future__ import annotations

import pytest

from memlint.project.repository import Repository


def repository(files: dict[str, str]) -> Repository:
    return Repository(tuple(sorted(files)), lambda path: files.get(path, ""))


def test_packages_and_lockfiles() -> None:
    found = repository(
        {
            "package.json": '{"name": "@kiln/all", "scripts": {"glaze": "x"}, "devDependencies": {"@kiln/cone": "1"}}',
            "yarn.lock": "#",
            "web/package.json": '{"devEngines": {"packageManager": {"name": "bun"}}}',
            "web/package-lock.json": "{}",
            "web/npm-shrinkwrap.json": "{}",
        }
    )
    root, web = found.packages.values()
    assert (root.name, root.scripts, root.manager, root.lock_managers) == ("@kiln/all", ("glaze",), "", ("yarn",))
    assert (web.path, web.manager, web.lock_managers) == ("web/package.json", "bun", ("npm",))
    assert found.managers == {"yarn", "bun", "npm"}
    assert found.workspaces["all"] == (root,)
    assert found.dependencies == {"@kiln/cone", "@kiln", "cone"}
    assert not found.has_unknown_package


@pytest.mark.parametrize("text", ["", "{", "[]", '{"scripts": []}', '{"a":' * 100_000])
def test_a_broken_package_is_unknown(text: str) -> None:
    assert repository({"package.json": text}).has_unknown_package


@pytest.mark.parametrize(
    ("text", "names", "known"),
    [
        ("glaze fire: cone\n\techo\n", {"glaze", "fire"}, True),
        ("A := glaze\nB = $(A) fire\n.PHONY: $(B)\n", {"glaze", "fire"}, True),
        ("$(OBJ)/a.o: a.c\n$(X): b\n", {"$(OBJ)/a.o", "$(X)"}, False),
        ("cone-%: a\nA ::= b: c\nifeq ($(X),a:b)\nendif\n", {"cone-%"}, True),
        ("-include .env\ninclude more.mk\nglaze::\n", {"glaze", "fire"}, True),
        ("include gone.mk\nglaze:\n", {"glaze"}, False),
        ("$(foreach x,$(Y),$(eval $(call T,$(x))))\nglaze:\n", {"glaze"}, False),
    ],
)
def test_make(text: str, names: set[str], known: bool) -> None:
    (found,) = repository({"Makefile": text, "more.mk": "fire:\n"}).targets("make")
    assert (set(found.names), found.known) == (names, known)


def test_just() -> None:
    text = "set shell := ['sh']\nx := 'a:b'\nalias g := glaze\n@glaze a='1': fire\n    echo a:b\nfire *rest:\n"
    (found,) = repository({"justfile": text}).targets("just")
    assert (set(found.names), found.known) == ({"g", "glaze", "fire"}, True)


def test_task() -> None:
    text = "version: '3'\nvars:\n  a: b\ntasks:\n  glaze:\n    aliases: [g]\n    cmds: [x]\n  'fire:slow': echo\n"
    (found,) = repository({"Taskfile.yml": text}).targets("task")
    assert (set(found.names), found.known) == ({"g", "glaze", "fire:slow"}, True)


@pytest.mark.parametrize("runner", ["make", "just", "task", "poe", "pdm", "hatch", "composer", "deno", "cargo"])
@pytest.mark.parametrize("text", ["", "{", "[", "[]\n", "\0", "a" * 2_000, "tasks: [", '{"tasks": 1, "scripts": 1}'])
def test_broken_files_raise_nothing(runner: str, text: str) -> None:
    names = (
        "Makefile",
        "justfile",
        "Taskfile.yml",
        "pyproject.toml",
        "composer.json",
        "deno.json",
        ".cargo/config.toml",
    )
    assert not any(found.names & {"fire"} for found in repository(dict.fromkeys(names, text)).targets(runner))
