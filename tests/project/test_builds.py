"""What Gradle, turbo, nx, mise, Python and JavaScript projects name, form by form, and when that is all."""

from __future__ import annotations

from typing import Any

import pytest

from memlint.project.repository import Repository
from memlint.project.repository.builds import mise_files, read_gradle, read_mise, read_nx, read_programs, read_turbo
from memlint.project.repository.packages import Package, read_json, read_package


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('tasks.register("glaze")', "glaze"),
        ('tasks.register<Copy>("glaze") {', "glaze"),
        ("tasks.create('glaze')", "glaze"),
        ("tasks.maybeCreate 'glaze'", "glaze"),
        ('tasks.named("glaze")', "glaze"),
        ("task 'glaze'", "glaze"),
        ('task<Copy>("glaze")', "glaze"),
        ("  task glaze(type: Copy) {", "glaze"),
        ("project.task glaze", "glaze"),
        ("val glaze by tasks.registering {", "glaze"),
        ("val glaze by tasks.creating(Copy::class)", "glaze"),
        ("val glaze by tasks.getting", "glaze"),
        ("// task glaze", ""),
        ("/* task glaze\ntask fire */", ""),
        ("multitask glaze", ""),
        ("val glaze by lazy {", ""),
    ],
)
def test_tasks_of_gradle(text: str, names: str) -> None:
    assert read_gradle("build.gradle", f"{text}\n") == (set(names.split()), True, set())


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("tasks.register(NAME)", False),
        ("tasks.create<Copy>(name)", False),
        ("tasks.addRule('x')", False),
        ("apply from: 'more.gradle'", False),
        ("alias(libs.plugins.kiln)", False),
        ("sourceSets {", False),
        ("testing { suites", False),
        ('task "glaze$cone"', False),
        ('tasks.register("glaze$cone")', False),
        ("plugins.apply(x)", False),
        ("dependencies {", True),
    ],
)
def test_what_may_bring_tasks_that_nobody_sees(text: str, known: bool) -> None:
    assert read_gradle("build.gradle", f"{text}\n")[1] is known
    assert read_gradle("buildSrc/build.gradle", f"{text}\n")[1] is False


@pytest.mark.parametrize(
    ("text", "plugins"),
    [
        ('plugins {\n  id("kiln.glaze")\n  java\n  `java-library`\n}\nother\n', "kiln.glaze java java-library"),
        ("plugins { id 'kiln' version '1' }\n", "kiln"),
        ("apply plugin: 'kiln'\n", "kiln"),
        ('apply(plugin = "kiln")\n', "kiln"),
        ("java\n", ""),
    ],
)
def test_plugins_of_gradle(text: str, plugins: str) -> None:
    assert read_gradle("build.gradle", text)[2] == set(plugins.split())


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"tasks": {"build": {}, "web#glaze": {}, "//#fire": {}}}', "build glaze fire"),
        ('{"pipeline": {"build": {}}} // old', "build"),
        ('{"tasks": {"a": {},},}', "a"),
        ('{"tasks": []}', ""),
    ],
)
def test_turbo(text: str, names: str) -> None:
    assert read_turbo("turbo.json", text) == (set(names.split()), True)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("nx.json", '{"targetDefaults": {"a": {}}}', ({"a"}, True)),
        ("nx.json", '{"targetDefaults": {"a": {}}, "plugins": []}', ({"a"}, True)),
        ("nx.json", '{"plugins": ["x"]}', (set(), False)),
        ("nx.json", '{"extends": "x"}', (set(), False)),
        ("a/package.json", '{"nx": {"targets": {"b": {}}}}', ({"b"}, True)),
        ("a/package.json", '{"nx": {"targets": {}}}', None),
        ("a/package.json", "{}", None),
        ("a/project.json", '{"targets": {"c": {}}}', ({"c"}, True)),
        ("a/project.json", '{"targets": {}}', (set(), True)),
        ("a/project.json", "{}", None),
    ],
)
def test_nx(path: str, text: str, expected: object) -> None:
    assert read_nx(path, text) == expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("mise.toml", "[tasks]\na = 'x'\n", ({"a"}, True)),
        ("mise.toml", "[tasks.a]\nalias = 'b'\n", ({"a", "b"}, True)),
        ("mise.toml", "[tasks.a]\nalias = ['b', 'c']\n", ({"a", "b", "c"}, True)),
        ("mise.toml", "[tasks]\n'a:*' = 'x'\n", ({"a:*"}, False)),
        ("mise.toml", "[task_config]\nincludes = ['x']\n", (set(), False)),
        (".config/mise/config.toml", "[tasks]\na = 'x'\n", ({"a"}, True)),
        (".mise/config.toml", "[tasks]\na = 'x'\n", ({"a"}, True)),
        ("mise/config.toml", "[tasks]\na = 'x'\n", ({"a"}, True)),
        (".cargo/config.toml", "[tasks]\na = 'x'\n", None),
    ],
)
def test_mise(path: str, text: str, expected: object) -> None:
    assert read_mise(path, text) == expected


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("mise-tasks/glaze", "glaze"),
        ("mise-tasks/glaze.sh", "glaze.sh glaze"),
        (".mise/tasks/cone/slow.sh", "cone:slow.sh cone:slow"),
        ("a/mise/tasks/cone/_default", "cone:_default cone"),
        ("mise-tasks-old/glaze", ""),
        ("premise/tasks/glaze", ""),
        ("tasks/glaze", ""),
    ],
)
def test_tasks_that_are_files(path: str, names: str) -> None:
    assert mise_files([path]) == set(names.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[project.scripts]\na = 'b:c'\n", ({"a"}, True)),
        ("[project.gui-scripts]\na = 'b:c'\n[tool.poetry.scripts]\nd = 'e'\n", ({"a", "d"}, True)),
        ("[project]\ndynamic = ['scripts']\n[project.gui-scripts]\na = 'b'\n", ({"a"}, False)),
        ("[project]\ndynamic = ['entry-points']\n[tool.poetry.scripts]\na = 'b'\n", ({"a"}, False)),
        ("[project]\ndynamic = ['version']\n[tool.poetry.scripts]\na = 'b'\n", ({"a"}, True)),
        ("[project]\ndynamic = ['scripts']\n", None),
        ("[tool.kiln]\n", None),
    ],
)
def test_programs(text: str, expected: object) -> None:
    assert read_programs("pyproject.toml", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", {"known": True}),
        ("", {"known": False}),
        ("[]", {"known": False}),
        ('{"scripts": []}', {"known": False}),
        ('{"name": 7, "scripts": {"b": "", "a": ""}}', {"known": True, "scripts": ("b", "a")}),
        ('{"name": "kiln", "packageManager": "pnpm@9.1.0+sha"}', {"known": True, "name": "kiln", "manager": "pnpm"}),
        ('{"packageManager": "yarn"}', {"known": True, "manager": "yarn"}),
        ('{"devEngines": {"packageManager": {"name": "bun"}}}', {"known": True, "manager": "bun"}),
        ('{"devEngines": {"packageManager": ["bun"]}}', {"known": True}),
        (
            '{"dependencies": {"a": "1"}, "devDependencies": {"b": "1"}, "optionalDependencies": ["d"]}',
            {"known": True, "dependencies": frozenset("ab")},
        ),
    ],
)
def test_packages(text: str, expected: dict[str, Any]) -> None:
    assert read_package(text, "web", ()) == Package("web", **expected)


def test_a_package_has_a_path_and_the_managers_of_its_locks() -> None:
    assert Package("", known=True).path == "package.json"
    package = Package("web", known=True, locks=("yarn.lock", "bun.lock", "bun.lockb"))
    assert (package.path, package.lock_managers) == ("web/package.json", ("bun", "yarn"))


@pytest.mark.parametrize(
    ("text", "plain", "with_comments"),
    [
        ('{"a": 1}', {"a": 1}, {"a": 1}),
        ('\ufeff{"a": 1}', {"a": 1}, {"a": 1}),
        ('{"a": [1, 2,], /* b */ "c": "// no", }  // d', None, {"a": [1, 2], "c": "// no"}),
        ('{"a": "x\\"//y,]"}', {"a": 'x"//y,]'}, {"a": 'x"//y,]'}),
        ("{", None, None),
        ("[" * 100_000, None, None),
    ],
)
def test_json(text: str, plain: object, with_comments: object) -> None:
    assert read_json(text) == plain
    assert read_json(text, comments=True) == with_comments


@pytest.mark.parametrize("runner", ["mise", "make", "just", "tox"])
def test_tasks_that_are_files_are_those_of_mise_alone(runner: str) -> None:
    texts = {
        "mise.toml": "[tasks]\nglaze = 'x'\n",
        "Makefile": "glaze:\n",
        "justfile": "glaze:\n",
        "tox.ini": "[tox]\nenvlist = glaze\n",
        "mise-tasks/fire": "",
    }
    repository = Repository(tuple(sorted(texts)), texts.__getitem__)
    assert repository.target_names(runner) == {"glaze", *(["fire"] if runner == "mise" else [])}
