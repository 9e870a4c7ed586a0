"""Tasks of builds: Gradle, turbo, nx and mise, and the programs that a Python project installs. Nothing is executed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from memlint.project.repository.packages import read_json
from memlint.project.repository.tables import table, toml, words
from memlint.source.patterns import compile_once

#: Folders below which each executable file is a task of mise.
_MISE_FOLDERS = ("mise-tasks/", ".mise-tasks/", "mise/tasks/", ".mise/tasks/")


@cache
def _registered() -> re.Pattern[str]:
    name = r"[\"']([\w.-]+)[\"']"
    return compile_once(
        rf"\btasks?\s*\.\s*(?:register|create|named|maybeCreate)\s*+(?:<[^>\n]*>\s*+)?(?:\(\s*+)?{name}"
        rf"|\btask\s*+(?:<[^>\n]*>\s*+)?(?:\(\s*+)?{name}|(?m:^)[^\S\n]*+(?:project\.)?task\s+([A-Za-z]\w*)"
        r"|\bval\s+(\w+)\s+by\s+tasks\.(?:registering|creating|getting)"
    )


@cache
def _unread() -> re.Pattern[str]:
    # What may bring tasks that nobody sees here.
    return compile_once(
        r"\btasks\s*\.\s*(?:register|create|maybeCreate)\b\s*(?:<[^>\n]*>)?\s*\(?\s*(?![\s(\"'<])|\.addRule\b|\bapply\s*\(?\s*from\b"
        r"|\balias\s*\(|\bkotlin\s*\(|\bsourceSets\b|\btesting\s*\{|\btask\s*\(?\s*[\"'][^\"'\n]*\$|\btasks\.[^\n]*[\"'][^\"'\n]*\$"
        r"|\bplugins\.apply\b|pluginManager|\bdistributions\b|\bversionCatalog"
    )


@cache
def _plugin() -> re.Pattern[str]:
    return compile_once(
        r"\bid\s*\(?\s*[\"']([\w.-]+)[\"']|\bapply\s*\(?\s*plugin\s*[:=]\s*([\w.\"'-]+)"
        r"|(?m:^)[ \t]*`?([a-z][a-z-]*)`?[ \t]*(?m:$)"
    )


def read_gradle(path: str, text: str) -> tuple[set[str], bool, set[str]]:
    """Return the tasks that are registered by a written name, whether no text brings others, and the plug-ins."""
    text = re.sub(r"(?m)//[^\n]*$|/\*[\s\S]*?\*/", "", text)
    names = {name for found in _registered().findall(text) for name in found if name}
    block = re.search(r"\bplugins\s*\{([^}]*)\}", text)
    ids = {(found[1] or found[2]).strip("\"'") for found in _plugin().finditer(text) if found[1] or found[2]}
    ids |= {found[3] for found in _plugin().finditer(block[1] if block else "") if found[3]}
    return names, not _unread().search(text) and "buildSrc" not in path, ids


def read_turbo(_path: str, text: str) -> tuple[set[str], bool]:
    """Return the tasks; ``package#task`` and ``//#task`` count as ``task``."""
    data = read_json(text, comments=True)
    found = words(data.get("tasks")) | words(data.get("pipeline"))
    return {name.rpartition("#")[2] for name in found}, True


def read_nx(path: str, text: str) -> tuple[set[str], bool] | None:
    """Return the targets that nx.json, a project.json or a package.json states; plug-ins infer more."""
    data = read_json(text, comments=True)
    if path.endswith("nx.json"):
        return words(data.get("targetDefaults")), not data.get("plugins") and "extends" not in data
    if path.endswith("package.json"):
        own = words(table(data, "nx", "targets"))
        return (own, True) if own else None
    targets = data.get("targets")
    return (set(targets), True) if isinstance(targets, dict) else None


def read_mise(path: str, text: str) -> tuple[set[str], bool] | None:
    """Return the tasks and their aliases."""
    if path.endswith("/config.toml") and not f"/{path}".endswith(("/mise/config.toml", "/.mise/config.toml")):
        return None
    data = toml(text)
    tasks = data.get("tasks", {})
    aliases = (task.get("alias", ()) for task in tasks.values() if isinstance(task, dict))
    names = {name for alias in aliases for name in ((alias,) if isinstance(alias, str) else alias)}
    return {*tasks, *names}, "task_config" not in data and not any("*" in task for task in tasks)


def mise_files(listed: Iterable[str]) -> frozenset[str]:
    """Return the tasks that are files of their own: ``glaze/thin.sh`` is the task ``glaze:thin``."""
    found = set()
    for path in listed:
        for folder in _MISE_FOLDERS if "mise" in path else ():
            before, inside, name = path.partition(folder)
            if inside and (not before or before.endswith("/")):
                task = name.replace("/", ":")
                found |= {task, task.rpartition(".")[0] or task, task.removesuffix(":_default")}
    return frozenset(found)


def read_programs(_path: str, text: str) -> tuple[set[str], bool] | None:
    """Return the programs that a pyproject.toml installs."""
    data = toml(text)
    tables = (("project", "scripts"), ("project", "gui-scripts"), ("tool", "poetry", "scripts"))
    found = {name for keys in tables for name in words(table(data, *keys))}
    dynamic = table(data, "project", "dynamic") or ()
    return (found, not {"scripts", "gui-scripts", "entry-points"}.intersection(dynamic)) if found else None
