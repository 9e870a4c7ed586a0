"""The list of a package's rules, so that a run imports those alone that it calls.

``manifest.json`` in the package is made from the modules by ``memlint rule --manifest``. It holds the size of each
module as well: where one differs, or a module is new, the list is old and the modules are read.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from memlint.engine.rule import Rule
from memlint.source import kept

NAME = "manifest.json"


def read(package: ModuleType) -> list[Rule]:
    """Return the rules of ``package``; none where it has no list, or an old one."""
    folder = package.__path__[0]
    try:
        data = kept.table("manifest", os.path.join(folder, NAME))
        if data["modules"] != sizes(folder):
            return []
        return [_rule(row) for row in data["rules"]]
    except (OSError, ValueError, LookupError, TypeError):
        return []


def text(package: ModuleType, rules: Iterable[Rule]) -> str:
    """Return the list of ``rules`` as it is shipped."""
    import json

    rows = [rule._asdict() for rule in sorted(rules)]
    modules = dict(sorted(sizes(package.__path__[0]).items()))
    return json.dumps({"modules": modules, "rules": rows}, indent=1)


def sizes(folder: str) -> dict[str, int]:
    """Return the rule modules in ``folder``, as "family/module.py", with their sizes in bytes."""
    return {
        f"{family.name}/{module.name}": module.stat().st_size
        for family in os.scandir(folder)
        if family.is_dir() and not family.name.startswith(("_", "."))
        for module in os.scandir(family.path)
        if module.name.endswith(".py") and not module.name.startswith("_")
    }


def _rule(row: dict[str, Any]) -> Rule:
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in row["options"].items()}
    return Rule(**{**row, "aliases": tuple(row["aliases"]), "options": options, "needs": tuple(row["needs"])})
