"""The layers of DESIGN §2: imports go one way, rules use public names only, the engine names no rule."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import memlint

ROOT = Path(__file__).parent.parent
LAYERS = ("source", "harness", "project", "engine", "report", "serve", "cli")
# Below all layers: the one exception, the reader of the configuration and what it needs.
GROUND = ("config", "config_file", "disk", "errors", "hashing", "toml")
# One reader of Markdown, which only one module may know; to split it would put pyromark's events into two.
LONG = ("memlint/source/markdown.py",)
ENGINE = sorted((ROOT / "memlint").rglob("*.py"))
RULES = sorted((ROOT / "rules").rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> set[tuple[str, str]]:
    """Return (module, name) pairs that a file imports, lazily imported ones too."""
    found: set[tuple[str, str]] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {("." * node.level + (node.module or ""), alias.name) for alias in node.names}
    return found


@pytest.mark.parametrize("path", ENGINE, ids=name)
def test_layers_point_down(path: Path) -> None:
    part = path.relative_to(ROOT / "memlint").parts[0].removesuffix(".py")
    if part not in LAYERS:
        assert part in (*GROUND, "__init__", "__main__")
        return
    for module, member in imports(path):
        target = (module.split(".")[1] if "." in module else member) if module.startswith("memlint") else ""
        if target in LAYERS:
            assert LAYERS.index(target) <= LAYERS.index(part), f"{name(path)} imports {module}"


@pytest.mark.parametrize("path", ENGINE, ids=name)
def test_engine_names_no_rule(path: Path) -> None:
    assert not [module for module, _ in imports(path) if module.startswith(("rules", "memlint.rules"))]


@pytest.mark.parametrize("path", RULES, ids=name)
def test_rules_use_public_names(path: Path) -> None:
    for module, member in imports(path):
        if module.startswith("memlint"):
            assert module == "memlint"
            assert member in memlint.__all__
        assert not module.startswith("rules")


def test_public_names_are_there() -> None:
    assert sorted(memlint.__all__) == sorted([*memlint._HOME, "disk"])
    assert all(getattr(memlint, public) is not None for public in memlint.__all__)
    with pytest.raises(AttributeError, match="no attribute 'lint'"):
        memlint.lint  # noqa: B018 - the access is the test


@pytest.mark.parametrize("path", [*ENGINE, *RULES], ids=name)
def test_module_says_what_it_knows(path: Path) -> None:
    opening = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n\n")[0]
    assert opening.endswith((".", ":"))
    assert len(opening) < 240


def test_only_one_module_knows_the_markdown_library() -> None:
    assert [name(path) for path in ENGINE if any(module == "pyromark" for module, _ in imports(path))] == [
        "memlint/source/markdown.py"
    ]


def long_functions(path: Path) -> set[str]:
    """Return the functions of more than 60 lines; a docstring, which is a rule's documentation, does not count."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            if body and (body[-1].end_lineno or 0) - body[0].lineno >= 60:
                found.add(f"{name(path)}:{node.name}")
    return found


def test_modules_and_functions_are_short() -> None:
    assert {name(path) for path in (*ENGINE, *RULES) if len(path.read_text("utf-8").splitlines()) > 300} == set(LONG)
    assert {long for path in (*ENGINE, *RULES) for long in long_functions(path)} == set()
