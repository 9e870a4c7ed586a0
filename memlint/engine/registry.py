"""Finds rules: the built-in package first, then the plug-ins that the configuration names."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from functools import cache
from types import FunctionType, ModuleType

from memlint.engine import manifest
from memlint.engine.finding import SEVERITIES
from memlint.engine.rule import MARK, Mark, Rule
from memlint.engine.signatures import UNITS

BUILT_IN = "memlint.rules"


class RuleError(Exception):
    """A rule is not declared as the engine needs it; the message names file, line and what exists."""


@cache
def load(plugins: tuple[str, ...] = ()) -> dict[str, Rule]:
    """Return all rules by name, sorted. ``plugins`` are importable packages laid out like the built-in one.

    Raises RuleError for a rule with a wrong signature, for two with one name and for a plug-in that cannot be imported.
    """
    found = {rule.name: rule for rule in manifest.read(_import(BUILT_IN, BUILT_IN))}
    for package in (*(() if found else (BUILT_IN,)), *plugins):
        for rule in scan(package):
            if rule.name in found:
                raise RuleError(f"two rules are named {rule.name}: the second is in {rule.module}")
            found[rule.name] = rule
    return dict(sorted(found.items()))


def scan(package: str = BUILT_IN) -> Iterator[Rule]:
    """Yield the rules of ``package``, read from its modules. Raises RuleError as :func:`load` does."""
    for module in _modules(package):
        yield from _rules_in(module)


def _modules(package: str) -> Iterator[ModuleType]:
    top = _import(package, package)
    if not hasattr(top, "__path__"):
        raise RuleError(f"the plug-in {package} is a module; a package with a folder for each family is needed")
    for family in _names(top, folders=True):
        folder = _import(f"{package}.{family}", package)
        for name in _names(folder, folders=False):
            yield _import(f"{package}.{family}.{name}", package)


def _import(name: str, package: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        what = f"{name}: {type(error).__name__}: {error}"
        raise RuleError(f"the plug-in {package} cannot be imported: {what}") from error


def _names(package: ModuleType, *, folders: bool) -> list[str]:
    """Return the packages or modules in ``package``, sorted; pkgutil would cost a clean run 4 ms."""
    found = set()
    for place in package.__path__:
        for entry in os.scandir(place):
            if folders and os.path.isfile(os.path.join(entry.path, "__init__.py")):
                found.add(entry.name)
            elif not folders and entry.name.endswith(".py"):
                found.add(entry.name.removesuffix(".py"))
    return sorted(name for name in found if not name.startswith("_"))


def _rules_in(module: ModuleType) -> Iterator[Rule]:
    for check in vars(module).values():
        if not isinstance(check, FunctionType) or check.__module__ != module.__name__:
            continue
        mark: Mark | None = getattr(check, MARK, None)
        if mark is not None:
            yield _rule(check, mark, module)


def _rule(check: FunctionType, mark: Mark, module: ModuleType) -> Rule:
    code = check.__code__
    where = f"{code.co_filename}:{code.co_firstlineno}"
    family, name = module.__name__.split(".")[-2:]
    if check.__name__ != name:
        raise RuleError(f"{where}: a rule is named after its file: {check.__name__} should be {name}")
    if mark.severity not in SEVERITIES:
        raise RuleError(f"{where}: no severity {mark.severity!r} (there are: {', '.join(SEVERITIES)})")
    parameters = code.co_varnames[: code.co_argcount]
    unknown = [name for name in (*parameters, mark.where) if name and name not in UNITS]
    if unknown:
        raise RuleError(f"{where}: no input {unknown[0]!r} (there are: {', '.join(UNITS)})")
    if not parameters or len(parameters) > 2 or (len(parameters) == 2 and parameters[1] != "project"):
        raise RuleError(f"{where}: a rule asks for one input, and for project beside it: not {', '.join(parameters)}")
    for key, value in (("needs", mark.needs), ("aliases", mark.aliases)):
        if not isinstance(value, tuple) or not all(isinstance(text, str) for text in value):
            raise RuleError(f"{where}: {key} is a tuple of texts, not {value!r}")
    loud = [text for text in mark.needs if not text or text != text.lower()]
    if loud:
        raise RuleError(f"{where}: what a rule needs is written in small letters: not {loud[0]!r}")
    options = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    defaults = check.__kwdefaults__ or {}
    missing = [option for option in options if option not in defaults]
    if missing:
        raise RuleError(f"{where}: the option {missing[0]!r} has no default")
    return Rule(
        name=f"{family}/{name}".replace("_", "-"),
        severity=mark.severity,
        default=mark.default,
        aliases=mark.aliases,
        module=module.__name__,
        unit=parameters[0],
        wants_project=len(parameters) == 2,
        options={option: defaults[option] for option in options},
        with_user=mark.with_user,
        where=mark.where,
        needs=mark.needs,
    )
