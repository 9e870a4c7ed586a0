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


@pytest.mark.parametrize(
    ("file", "text", "named", "not_named"),
    [
        ("tox.ini", "[tox]\nenvlist = py{310,311}-{kiln,cone}, lint\n", ["py310-kiln", "lint", "py311-cone"], ["docs"]),
        (
            "tox.ini",
            "[tox]\nenvlist =\n  glaze  # first\n  fire\n[testenv:docs]\n",
            ["glaze", "fire", "docs"],
            ["first"],
        ),
        ("tox.ini", "[tox]\nenv_list = kiln{1-3}\n", ["kiln2", "py312", "3.13", "py-kiln3"], ["kiln4"]),
        ("tox.ini", "[testenv]\ndeps =\n  cov: coverage\n  !slow,fast: x\n", ["py311-cov", "fast-cov"], ["glaze"]),
        ("tox.ini", "[testenv:{lint,type}-{a,b}]\n", ["lint-b", "type-a"], ["kiln"]),
        ("setup.cfg", "[tox:tox]\nenvlist = lint\n", ["lint"], ["kiln"]),
        ("tox.toml", 'env_list = ["lint"]\n[env.docs]\n', ["lint", "docs"], ["kiln"]),
        ("pyproject.toml", '[tool.tox]\nlegacy_tox_ini = """\n[tox]\nenvlist = a,b\n"""\n', ["a", "b"], ["kiln"]),
    ],
)
def test_tox(file: str, text: str, named: list[str], not_named: list[str]) -> None:
    (found,) = repository({file: text}).targets("tox")
    assert found.known
    assert all(found.defines(name) for name in named)
    assert not any(found.defines(name) for name in not_named)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("tox.ini", "[tox]\nenvlist = {[base]envlist}\n"),
        ("tox.ini", "[tox]\nenvlist = {env:KILN}\n"),
        ("tox.ini", "envlist = a\n"),
        ("tox.toml", 'env_list = [{product = [["a"], ["b"]]}]\n'),
        ("noxfile.py", "import nox\nfrom kiln import *\n"),
        ("noxfile.py", "import nox\nnox.session(name='x')(print)\n"),
        ("noxfile.py", "import nox\n@nox.session(name=NAME)\ndef kiln(session): ...\n"),
        ("noxfile.py", "def broken(:\n"),
        ("build.gradle.kts", "tasks.register(name) {}\n"),
        ("build.gradle", "apply from: 'more.gradle'\n"),
        ("nx.json", '{"plugins": ["@nx/vite/plugin"]}'),
        ("mise.toml", "[task_config]\nincludes = ['x']\n"),
    ],
)
def test_what_takes_in_others_is_not_all(file: str, text: str) -> None:
    runner = {"noxfile.py": "nox", "nx.json": "nx"}.get(file, file.partition(".")[0].replace("build", "gradle"))
    assert [found.known for found in repository({file: text}).targets(runner)] == [False]


def test_nox() -> None:
    text = (
        "import nox, os\n@nox.session(python=['3.12', '3.13'])\ndef glaze(session): ...\n"
        "@nox.session(name='fire-slow')\n@nox.parametrize('cone', [1])\ndef fire(session): ...\n"
        "@nox.session\ndef dry(session): raise SystemExit\ndef helper(): ...\n"
    )
    (found,) = repository({"noxfile.py": text}).targets("nox")
    assert (set(found.names), found.known) == ({"glaze", "fire-slow", "dry"}, True)
    assert found.defines("glaze-3.13")
    assert not found.defines("fire")


def test_gradle() -> None:
    text = (
        'plugins {\n  java\n  `java-library`\n  id("application")\n}\n// task old\n'
        'tasks.register<Copy>("glaze") {}\nval fire by tasks.registering {}\ntasks.named("test") {}\n'
    )
    (found,) = repository({"build.gradle.kts": text}).targets("gradle")
    assert (set(found.names), found.known) == ({"glaze", "fire", "test"}, True)
    assert set(found.more) == {"java", "java-library", "application"}
    (found,) = repository({"build.gradle": "apply plugin: 'kiln'\ntask glaze(type: Copy) {}\ntask 'fire'\n"}).targets(
        "gradle"
    )
    assert (set(found.names), set(found.more)) == ({"glaze", "fire"}, {"kiln"})


def test_tasks_of_monorepos() -> None:
    found = repository(
        {
            "turbo.json": '{"tasks": {"build": {}, "web#glaze": {}, "//#fire": {}}}',
            "nx.json": '{"targetDefaults": {"test": {}}}',
            "web/project.json": '{"targets": {"glaze": {}}}',
            "web/package.json": '{"nx": {"targets": {"fire": {}}}}',
            "package.json": "{}",
        }
    )
    assert found.target_names("turbo") == {"build", "glaze", "fire"}
    assert found.target_names("nx") == {"test", "glaze", "fire"}


def test_mise() -> None:
    files = {"mise.toml": "[tasks]\nglaze = 'x'\n[tasks.fire]\nalias = ['f']\n", "mise-tasks/cone/slow.sh": "#"}
    (found,) = repository(files).targets("mise")
    assert found.known
    assert {"glaze", "fire", "f", "cone:slow"} <= found.names


def test_programs_of_python_projects() -> None:
    files = {
        "pyproject.toml": "[project.scripts]\nkiln = 'k:m'\n[tool.poetry.scripts]\ncone = 'k:c'\n",
        "a/pyproject.toml": "",
    }
    assert repository(files).target_names("scripts") == {"kiln", "cone"}


RUNNERS = ["make", "just", "task", "poe", "pdm", "hatch", "composer", "deno", "cargo"]


@pytest.mark.parametrize("runner", [*RUNNERS, "tox", "nox", "gradle", "turbo", "nx", "mise", "scripts"])
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
        "tox.ini",
        "noxfile.py",
        "build.gradle",
        "turbo.json",
        "nx.json",
        "mise.toml",
    )
    assert not any(found.names & {"fire"} for found in repository(dict.fromkeys(names, text)).targets(runner))
