"""Task runners: the names of targets, recipes, tasks and aliases that their files define. Nothing is executed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from memlint.project.repository.builds import read_gradle, read_mise, read_nx, read_programs, read_turbo
from memlint.project.repository.environments import is_made_of, read_nox, read_tox
from memlint.project.repository.make import read_make
from memlint.project.repository.packages import read_json
from memlint.project.repository.tables import table, toml
from memlint.source.records import NamedTuple


class Targets(NamedTuple):
    """What one file defines.

    ``known`` is False when it is broken or takes in what cannot be read here. ``patterns`` are the names with a ``%``,
    which stands for anything. ``more`` are the factors of tox, which make up further names, or the plug-ins of Gradle.
    """

    path: str
    names: frozenset[str]
    known: bool
    patterns: tuple[str, ...] = ()
    more: frozenset[str] = frozenset()

    def defines(self, name: str) -> bool:
        """Say whether ``name`` is one of the names, fits a pattern or is made of factors."""
        return name in self.names or any(_fits(pattern, name) for pattern in self.patterns) or self._is_made(name)

    def _is_made(self, name: str) -> bool:
        return self.path.endswith(FILES["tox"]) and is_made_of(name, self.more)


def _fits(pattern: str, name: str) -> bool:
    before, _, after = pattern.partition("%")
    return name.startswith(before) and name.endswith(after) and len(name) > len(before) + len(after)


#: Runner → the names of its files and the keys, in TOML or JSON, that lead to its table of names.
FILES: dict[str, tuple[str, ...]] = {
    "make": ("GNUmakefile", "makefile", "Makefile"),
    "just": ("justfile", "Justfile", "JUSTFILE", ".justfile"),
    "task": tuple(
        f"{name}{ext}"
        for name in ("Taskfile", "taskfile", "Taskfile.dist", "taskfile.dist")
        for ext in (".yml", ".yaml")
    ),
    "poe": ("pyproject.toml", "poe_tasks.toml", "poe_tasks.yaml", "poe_tasks.json"),
    "pdm": ("pyproject.toml",),
    "hatch": ("pyproject.toml", "hatch.toml"),
    "composer": ("composer.json",),
    "deno": ("deno.json", "deno.jsonc"),
    "cargo": ("config.toml", "config"),
    "tox": ("tox.ini", "tox.toml", "setup.cfg", "pyproject.toml"),
    "nox": ("noxfile.py",),
    "gradle": ("build.gradle", "build.gradle.kts"),
    "turbo": ("turbo.json", "turbo.jsonc"),
    "nx": ("nx.json", "project.json", "package.json"),
    "mise": ("mise.toml", ".mise.toml", "config.toml"),
    "scripts": ("pyproject.toml",),
}


def read_targets(runner: str, path: str, text: str) -> Targets | None:
    """Read the file at ``path`` for ``runner``; None when it is none of the runner's. Nothing raises."""
    reader = _READERS[runner]
    if not text.strip():
        return Targets(path, frozenset(), known=False)
    try:
        found = reader(path, text)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return Targets(path, frozenset(), known=False)
    if found is None:
        return None
    names, known, *more = found
    patterns = tuple(f"{name}-%" for name in sorted(names)) if runner == "nox" else ()  # tests-3.13: for one Python
    return Targets(path, frozenset(names), known, patterns, frozenset(*more))


_Read = tuple[set[str], bool] | tuple[set[str], bool, set[str]] | None


def _just(_path: str, text: str) -> _Read:
    names: set[str] = set()
    known = True
    for line in text.splitlines():
        if re.match(r"(?:!include|import\??|mod\??)\s|set\s+fallback", line):
            known = False
        alias = re.match(r"alias\s+([\w-]+)\s*:=", line)
        recipe = re.match(r"@?([A-Za-z_][\w-]*)(?!\s*:=)(?=[\s:])(?=[^#]*:)", line)
        if alias:
            names.add(alias[1])
        elif recipe and recipe[1] not in ("set", "export", "alias"):
            names.add(recipe[1])
    return names, known


def _task(_path: str, text: str) -> _Read:
    names: set[str] = set()
    known = not re.search(r"^includes:", text, re.MULTILINE)
    inside, indent = False, ""
    for line in text.splitlines():
        if re.match(r"[^\s#]", line):
            inside, indent = line.startswith("tasks:"), ""
            known = known and not re.match(r"tasks:\s*[^\s#]", line)
        elif inside and line.strip() and not line.lstrip().startswith("#"):
            indent = indent or re.match(r"\s*", line)[0]  # type: ignore[index] # always matches
            key = re.match(r"""(["']?)([^\s"'#][^"'#]*?)\1\s*:(?:\s|$)""", line.removeprefix(indent))
            if key and line.startswith(indent):
                names.add(key[2])
                known = known and "*" not in key[2]
            elif re.match(r"\s*aliases:", line):
                names.update(re.findall(r"[\w:.-]+", line.partition(":")[2]))
                known = known and "[" in line
    return names, known


def _poe(path: str, text: str) -> _Read:
    if not path.endswith("pyproject.toml"):
        return set(), False
    data = table(toml(text), "tool", "poe")
    if not isinstance(data, dict):
        return None
    tasks = data.get("tasks", {})
    return set(tasks), isinstance(tasks, dict) and not {*data} & {"include", "include_script"}


def _pdm(_path: str, text: str) -> _Read:
    scripts = table(toml(text), "tool", "pdm", "scripts")
    return (set(scripts), True) if isinstance(scripts, dict) else None


def _hatch(path: str, text: str) -> _Read:
    """Names are ``env:script``, those of the default environment also without it; ``env:`` stands for each."""
    data = toml(text)
    envs = table(data, "envs") if path.endswith("hatch.toml") else table(data, "tool", "hatch", "envs")
    if not isinstance(envs, dict):
        return None
    names = {"default:"}
    known = True
    shared = set(table(envs, "default", "scripts") or ())
    for env, settings in envs.items():
        names.add(f"{env}:")
        known = known and not {"matrix", "extra-scripts", "overrides"} & {*settings}
        names |= {f"{env}:{script}" for script in {*(settings.get("scripts") or ())} | shared}
    return names | shared, known


def _composer(_path: str, text: str) -> _Read:
    data = read_json(text)
    scripts = data.get("scripts", {})
    aliases = data.get("scripts-aliases", {})
    return {*scripts, *(name for names in aliases.values() for name in names)}, True


def _deno(_path: str, text: str) -> _Read:
    return set(read_json(text, comments=True).get("tasks", {})), True


def _cargo(path: str, text: str) -> _Read:
    if not f"/{path}".endswith(("/.cargo/config.toml", "/.cargo/config")):
        return None
    aliases = toml(text).get("alias")
    return (set(aliases), True) if isinstance(aliases, dict) else None


_READERS: dict[str, Callable[[str, str], _Read]] = {
    "just": _just,
    "task": _task,
    "poe": _poe,
    "pdm": _pdm,
    "hatch": _hatch,
    "composer": _composer,
    "deno": _deno,
    "cargo": _cargo,
    "tox": read_tox,
    "nox": read_nox,
    "gradle": read_gradle,
    "turbo": read_turbo,
    "nx": read_nx,
    "mise": read_mise,
    "scripts": read_programs,
}


def all_targets(
    runner: str, named: Callable[[str], tuple[str, ...]], text: Callable[[str], str], listed: Callable[[str], bool]
) -> Iterator[Targets]:
    """Yield what the files of ``runner`` define, the outermost of a name first."""
    for name in FILES[runner]:
        for path in named(name):
            if runner == "make":
                names, known = read_make(path, text, listed)
                yield Targets(path, names, known, tuple(sorted(target for target in names if "%" in target)))
                continue
            found = read_targets(runner, path, text(path))
            if found is not None:
                yield found
