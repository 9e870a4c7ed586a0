"""Environments of tox and sessions of nox: their names, as their files state them. Nothing is executed."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from memlint.project.repository.tables import table, toml, words
from memlint.source.patterns import compile_once

if TYPE_CHECKING:
    import ast

_LONGEST_LIST = 2_000  # names that one generative list may stand for
_KNOWN_IMPORTS = frozenset(("nox", "nox_poetry", "nox_uv", "__future__"))


def read_tox(path: str, text: str) -> tuple[set[str], bool, set[str]] | None:
    """Return the environments, whether these are all, and the factors that names are also made of."""
    if path.endswith(".toml"):
        data = toml(text)
        config = data if path.endswith("tox.toml") else table(data, "tool", "tox")
        if not isinstance(config, dict):
            return None
        if "legacy_tox_ini" not in config:
            return _tox_table(config)
        text = config["legacy_tox_ini"]
    return _tox_ini(text, "tox:tox" if path.endswith("setup.cfg") else "tox")


def _tox_table(config: dict[str, Any]) -> tuple[set[str], bool, set[str]]:
    listed = config.get("env_list", [])
    names = {name for name in listed if isinstance(name, str)} | words(config.get("env"))
    known = len(names) >= len(listed) and "env_base" not in config and "labels" not in config
    return names, known, {factor for name in names for factor in name.split("-")}


def _tox_ini(text: str, main: str) -> tuple[set[str], bool, set[str]] | None:
    from configparser import Error, RawConfigParser

    parser = RawConfigParser(strict=False, comment_prefixes=("#",), allow_no_value=True)
    try:
        parser.read_string(text)
    except Error as error:
        raise ValueError(str(error)) from error
    sections = [section for section in parser.sections() if section.startswith("testenv")]
    if not parser.has_section(main) and not sections:
        return None
    lists = [section.partition(":")[2] for section in sections]
    if parser.has_section(main):
        lists += [parser[main].get("envlist") or "", parser[main].get("env_list") or ""]
    whole = "\n".join(lists)
    if re.search(r"\{[^{}]*[:\[\]]|\{posargs|\{/", whole):  # what another section, or the environment, gives
        return set(), False, set()
    names = {name for line in whole.splitlines() for name in _expanded(line.partition("#")[0])}
    factors = {factor for name in names for factor in name.split("-")}
    for section in sections:
        for value in parser[section].values():
            for condition in re.findall(r"(?m)^[ \t]*!?([\w.{},!-]+):(?:[ \t]|$)", value or ""):
                factors |= {part for name in _expanded(condition) for part in re.split(r"[-!]+", name)}
    return names, len(names) < _LONGEST_LIST, factors


def _expanded(line: str) -> list[str]:
    """Return the names that a list with generative parts, ``py{310,311}-{a,b}``, stands for; {1-3} is a range."""
    found: list[str] = []
    waiting = [part for part in re.split(r"[,\s]+(?![^{]*\})", line) if part]
    while waiting and len(found) + len(waiting) < _LONGEST_LIST:
        name = waiting.pop()
        group = re.search(r"\{([^{}]*)\}", name)
        if group is None:
            found.append(name)
            continue
        for choice in group[1].split(","):
            numbers = re.fullmatch(r"\s*(\d+)-(\d+)\s*", choice)
            choices = range(int(numbers[1]), int(numbers[2]) + 1)[:_LONGEST_LIST] if numbers else (choice.strip(),)
            waiting += [f"{name[: group.start()]}{each}{name[group.end() :]}" for each in choices]
    return [re.sub(r"--+", "-", name).strip("-") for name in (*found, *waiting)]


@cache
def _python() -> re.Pattern[str]:
    return compile_once(r"(?:py|python|pypy|cpython|jython|graalpy)?(?:\d+(?:\.\d+)*t?)?")


def is_made_of(name: str, factors: frozenset[str]) -> bool:
    """Say whether all parts of a tox environment's name are known ``factors`` or a Python."""
    return bool(factors) and all(part in factors or _python().fullmatch(part) for part in name.split("-"))


def read_nox(_path: str, text: str) -> tuple[set[str], bool]:
    """Return the sessions of a noxfile, read as a syntax tree, and whether these are all."""
    import ast

    try:
        tree = ast.parse(text)
    except (SyntaxError, MemoryError):
        return set(), False
    names: set[str] = set()
    decorators: set[int] = set()
    known = True
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            known = known and _tells_all(node)
        elif isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                decorators.add(id(decorator))
                if _is_session(decorator):
                    name = _session_name(decorator, node.name)
                    names.add(name)
                    known = known and bool(name)
    for node in ast.walk(tree):  # session(...)(function) makes one without a decorator
        if isinstance(node, ast.Call) and id(node) not in decorators and _is_session(node.func):
            known = False
    return names - {""}, known


def _tells_all(node: ast.Import | ast.ImportFrom) -> bool:
    """Say whether an import brings no sessions: what is imported from the project's own modules may."""
    import ast

    modules: Iterator[str] = iter((node.module or "",) if isinstance(node, ast.ImportFrom) else ())
    if isinstance(node, ast.Import):
        modules = (alias.name for alias in node.names)
    first = {module.partition(".")[0] for module in modules}
    return first <= _KNOWN_IMPORTS | sys.stdlib_module_names and not getattr(node, "level", 0)


def _is_session(node: ast.expr) -> bool:
    import ast

    if isinstance(node, ast.Call):
        node = node.func
    return (isinstance(node, ast.Name) and node.id == "session") or (
        isinstance(node, ast.Attribute)
        and node.attr == "session"
        and isinstance(node.value, ast.Name)
        and node.value.id in _KNOWN_IMPORTS
    )


def _session_name(decorator: ast.expr, function: str) -> str:
    """Return the name that a decorator gives, "" for one that is not written out."""
    import ast

    for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
        if keyword.arg in ("name", None):
            value = keyword.value
            return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""
    return function
