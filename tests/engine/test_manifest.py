"""The list of rules: what it says is what the modules say, and an old one is not believed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

from memlint import Project, Settings
from memlint.engine import manifest
from memlint.engine.registry import BUILT_IN, load, scan
from memlint.engine.run import run
from memlint.harness.facts import for_version
from tests.engine.test_registry import GOOD, package
from tests.trees import plant


def listed(base: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Write a package of one rule with its list."""
    package(base, name, GOOD)
    monkeypatch.syspath_prepend(base)
    module = importlib.import_module(name)
    (base / name / manifest.NAME).write_text(manifest.text(module, scan(name)))
    return module


def test_the_list_says_what_the_modules_say() -> None:
    assert {rule.name: rule for rule in scan()} == load()
    assert {rule.name: rule for rule in manifest.read(importlib.import_module(BUILT_IN))} == load()


def test_a_rule_is_imported_when_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (rule,) = manifest.read(listed(tmp_path, "listed_good", monkeypatch))
    assert (rule.name, rule.options, rule.aliases) == ("blanks/tabs", {"allowed": 0}, ())
    assert rule.check.__name__ == "tabs"
    assert rule.check.__module__ == rule.module == "listed_good.blanks.tabs"


def touched(folder: Path) -> None:
    with (folder / "blanks" / "tabs.py").open("a") as stream:
        stream.write("# changed\n")


def added(folder: Path) -> None:
    (folder / "blanks" / "more.py").write_text(GOOD.replace("def tabs", "def more"))


def renamed(folder: Path) -> None:
    (folder / "blanks" / "tabs.py").rename(folder / "blanks" / "stops.py")


def gone(folder: Path) -> None:
    (folder / manifest.NAME).unlink()


def broken(folder: Path) -> None:
    (folder / manifest.NAME).write_text("{")


def another_shape(folder: Path) -> None:
    (folder / manifest.NAME).write_text('{"modules": []}')


@pytest.mark.parametrize("change", [touched, added, renamed, gone, broken, another_shape])
def test_an_old_list_is_not_believed(change: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"listed_{change.__name__}"
    module = listed(tmp_path, name, monkeypatch)
    change(tmp_path / name)
    assert manifest.read(module) == []


def test_without_a_list_the_modules_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifest, "read", lambda package: [])
    assert load.__wrapped__(()) == load()


def test_a_rule_is_not_imported_where_nothing_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = GOOD.replace('@rule("info")', '@rule("info", where="topic")').replace(
        "document: Document", "project: Project"
    )
    package(tmp_path, "listed_where", body.replace("import Document,", "import Project,"))
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("listed_where")
    (tmp_path / "listed_where" / manifest.NAME).write_text(manifest.text(module, scan("listed_where")))
    (rule,) = manifest.read(module)
    monkeypatch.delitem(sys.modules, rule.module)
    for files, called in (({"CLAUDE.md": "# Kiln\n"}, False), ({"memory/MEMORY.md": "", "memory/a.md": "A.\n"}, True)):
        base = plant(tmp_path / str(called), files)
        project = Project(str(base), home="/nowhere", config="/nowhere/.claude", facts=for_version())
        found = run(project, [rule], Settings(), {})
        assert (rule.module in sys.modules) is called
        assert [finding.rule for finding in found] == ["internal/rule-crash"] * called  # it has no document
