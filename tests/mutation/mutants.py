"""What can be changed in a module: cosmic-ray's operators, without the changes that change nothing."""

from __future__ import annotations

import ast
import importlib
import random
from collections import defaultdict
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

# Equal by the language or by chance (small numbers and names are one object), or only slower.
_EQUAL = ("_Is_Eq", "_IsNot_NotEq", "_Eq_Is", "_NotEq_IsNot", "_Eq_IsNot", "_NotEq_Is", "_Is_LtE", "_Is_GtE")
_MEMORY = ("cache", "lru_cache", "functools.cache", "overload")


class Mutant(NamedTuple):
    """One change of the file at ``path``, relative to the repository; ``line`` counts from 1."""

    path: str
    line: int
    operator: str
    occurrence: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.operator.removeprefix('core/')} #{self.occurrence}"


def all_of(repository: Path, path: str) -> list[list[Mutant]]:
    """Return the mutants of a file, those of one place together: a place with many ways to change it counts once."""
    parsed, plugins = importlib.import_module("cosmic_ray.ast"), importlib.import_module("cosmic_ray.plugins")
    source = (repository / path).read_text("utf-8")
    nodes = list(parsed.ast_nodes(parsed.get_ast(source)))
    unseen = _unseen(ast.parse(source))
    places: dict[Any, list[Mutant]] = defaultdict(list)
    for name in sorted(plugins.operator_names()):
        kind = plugins.get_operator(name)
        if kind.arguments() or name.endswith(_EQUAL):
            continue
        operator = kind()
        found = [(node, place) for node in nodes for place in operator.mutation_positions(node)]
        for occurrence, (node, (start, end)) in enumerate(found):
            if any(low <= start and end <= high for low, high in unseen):
                continue
            if "Decorator" in name and any(f"@{word}" in node.get_code() for word in _MEMORY):
                continue
            places[start, end, name.partition("_")[0]].append(Mutant(path, start[0], name, occurrence))
    return list(places.values())


def _unseen(tree: ast.Module) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the places that do not run: annotations, and imports for the type checker."""
    found: list[ast.AST | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            found.append(node.annotation)
        elif isinstance(node, ast.FunctionDef):
            found.append(node.returns)
        elif isinstance(node, ast.AnnAssign):
            is_alias = isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"
            found.append(node if is_alias else node.annotation)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp):
            # _Made = tuple[int, bytes | None]
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            found += [node for name in names if name.lstrip("_")[:1].isupper() and not name.isupper()]
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            found.append(node)
    return [
        ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))  # type: ignore[attr-defined]  # each has a place
        for node in found
        if node is not None
    ]


def sample(repository: Path, package: str, size: int, seed: int, leave: tuple[str, ...] = ()) -> list[Mutant]:
    """Return ``size`` mutants of the folder ``package``, chosen by ``seed``: each place is as likely as any other."""
    chooser = random.Random(seed)
    files = sorted(file.relative_to(repository).as_posix() for file in (repository / package).rglob("*.py"))
    places = [place for file in files if not file.endswith(leave or ("\0",)) for place in all_of(repository, file)]
    chooser.shuffle(places)
    found = (chooser.choice(place) for place in places)
    return list(islice(filter(partial(_compiles, repository), found), size))


def _compiles(repository: Path, mutant: Mutant) -> bool:
    """Say whether a mutant is Python: cosmic-ray takes the stars of ``{**a}`` for a power, and fails at ``except a.B``."""
    try:
        compile(changed((repository / mutant.path).read_text("utf-8"), mutant), mutant.path, "exec")
    except (SyntaxError, AttributeError):
        return False
    return True


def changed(source: str, mutant: Mutant) -> str:
    """Return the text of a module with the change made."""
    plugins = importlib.import_module("cosmic_ray.plugins")
    mutating = importlib.import_module("cosmic_ray.mutating")
    text: str | None = mutating.mutate_code(source, plugins.get_operator(mutant.operator)(), mutant.occurrence)
    if text is None:
        raise ValueError(f"{mutant} is not in that text")
    return text


def statement(source: str, line: int) -> range:
    """Return the lines of the statement on ``line``: of one with a body, its head."""
    best = range(line, line + 1)
    smallest = len(source)
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt):
            continue
        body = getattr(node, "body", None)
        last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or node.lineno
        if node.lineno <= line <= max(last, node.lineno) and last - node.lineno < smallest:
            best, smallest = range(node.lineno, max(last, node.lineno) + 1), last - node.lineno
    return best


def is_of_module(source: str, line: int) -> bool:
    """Say whether ``line`` belongs to no function's body: constants, fields, defaults of parameters."""
    return not any(
        isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line <= (node.end_lineno or 0)
        for node in ast.walk(ast.parse(source))
    )
