"""Task runners: the names of targets, recipes, tasks and aliases that their files define. Nothing is executed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from memlint.project.repository.make import read_make
from memlint.project.repository.packages import read_json


class Targets(NamedTuple):
    """What one file defines.

    ``known`` is False when it is broken or takes in what cannot be read here. ``patterns`` are the names with a ``%``,
    which stands for anything.
    """

    path: str
    names: frozenset[str]
    known: bool
    patterns: tuple[str, ...] = ()


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
    "cargo": ("config.toml",),
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
    names, known = found
    return Targets(path, frozenset(names), known)


_Read = tuple[set[str], bool] | None


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


def _toml(text: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(text)


def _table(data: Any, *keys: str) -> Any:
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _poe(path: str, text: str) -> _Read:
    if not path.endswith("pyproject.toml"):
        return set(), False
    data = _table(_toml(text), "tool", "poe")
    if not isinstance(data, dict):
        return None
    tasks = data.get("tasks", {})
    return set(tasks), isinstance(tasks, dict) and not {*data} & {"include", "include_script"}


def _pdm(_path: str, text: str) -> _Read:
    scripts = _table(_toml(text), "tool", "pdm", "scripts")
    return (set(scripts), True) if isinstance(scripts, dict) else None


def _hatch(path: str, text: str) -> _Read:
    """Names are ``env:script``, those of the default environment also without it; ``env:`` stands for each."""
    data = _toml(text)
    envs = _table(data, "envs") if path.endswith("hatch.toml") else _table(data, "tool", "hatch", "envs")
    if not isinstance(envs, dict):
        return None
    names = {"default:"}
    known = True
    shared = set(_table(envs, "default", "scripts") or ())
    for env, table in envs.items():
        names.add(f"{env}:")
        known = known and not {"matrix", "extra-scripts", "overrides"} & {*table}
        names |= {f"{env}:{script}" for script in {*(table.get("scripts") or ())} | shared}
    return names | shared, known


def _composer(_path: str, text: str) -> _Read:
    data = read_json(text)
    scripts = data.get("scripts", {})
    aliases = data.get("scripts-aliases", {})
    return {*scripts, *(name for names in aliases.values() for name in names)}, True


def _deno(_path: str, text: str) -> _Read:
    return set(read_json(text, comments=True).get("tasks", {})), True


def _cargo(path: str, text: str) -> _Read:
    if not f"/{path}".endswith("/.cargo/config.toml"):
        return None
    aliases = _toml(text).get("alias")
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
