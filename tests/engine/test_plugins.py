"""Plug-ins of all sorts: what is no package, what does not import, what is imported by another, former names."""

from __future__ import annotations

from pathlib import Path

import pytest

from memlint import Settings, UsageError, check
from memlint.engine.registry import RuleError, load
from memlint.engine.run import CRASH
from memlint.engine.selection import choose
from tests.conftest import told
from tests.engine.test_registry import GOOD, package
from tests.trees import plant

ALIASED = GOOD.replace('@rule("info")', '@rule("info", default=False, aliases=("blanks/old-tabs",))')


def refused(plugin: str) -> str:
    with pytest.raises(RuleError) as caught:
        load((plugin,))
    return str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("document: Document, *, allowed: int = 0", ""), "a rule asks for one input"),
        (("document: Document, *, allowed", "document: Document, allowed"), "no input 'allowed'"),
        (
            ("document: Document, *", "document: Document, project: object, index: object, *"),
            "a rule asks for one input",
        ),
        (("document: Document, *", "project: object, project2: object, *"), "no input 'project2'"),
    ],
)
def test_wrong_signatures(change: tuple[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"plug_sig_{abs(hash(change))}"
    package(tmp_path, name, GOOD.replace(*change))
    monkeypatch.syspath_prepend(tmp_path)
    message = refused(name)
    assert f"{tmp_path}/{name}/blanks/tabs.py:4: {words}" in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import no_such_package_at_all", "no_such_package_at_all"),
        ("def tabs(:\n", "tabs.py"),
        ("1 / 0\n", "ZeroDivisionError"),
        ("raise SystemExit(0)\n", "SystemExit"),
    ],
)
def test_a_plugin_whose_module_does_not_import(
    text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"plug_bad_{abs(hash(text))}"
    package(tmp_path, name, text)
    monkeypatch.syspath_prepend(tmp_path)
    assert words in refused(name)


def test_a_plugin_that_is_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plug_module.py").write_text(GOOD)
    monkeypatch.syspath_prepend(tmp_path)
    assert "plug_module" in refused("plug_module")


def test_a_rule_that_another_module_imports_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "plug_twice", GOOD)
    (tmp_path / "plug_twice" / "blanks" / "again.py").write_text("from plug_twice.blanks.tabs import tabs\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert [name for name in load(("plug_twice",)) if name.startswith("blanks")] == ["blanks/tabs"]


def test_a_plugin_may_not_take_a_built_in_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "plug_thief", GOOD)
    (tmp_path / "plug_thief" / "imports").mkdir()
    (tmp_path / "plug_thief" / "imports" / "__init__.py").touch()
    (tmp_path / "plug_thief" / "imports" / "cycle.py").write_text(GOOD.replace("def tabs", "def cycle"))
    monkeypatch.syspath_prepend(tmp_path)
    assert "two rules are named imports/cycle" in refused("plug_thief")


def test_nothing_of_a_configuration_is_imported_without_the_callers_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path, "plug_evil", f"import os\nos.mkdir({str(tmp_path / 'ran')!r})\n")
    monkeypatch.syspath_prepend(tmp_path)
    base = plant(tmp_path / "project", {"CLAUDE.md": "# A\n", "memlint.toml": 'plugins = ["plug_evil"]\n'})
    assert told(check([base])) == []
    assert not (tmp_path / "ran").exists()
    check([base], allow_plugins=True)
    assert (tmp_path / "ran").exists()


@pytest.fixture
def aliased(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package(tmp_path, "plug_alias", ALIASED)
    monkeypatch.syspath_prepend(tmp_path)
    return plant(tmp_path / "project", {"CLAUDE.md": "a\tb\n"})


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(), []),
        (Settings(preset="strict"), ["CLAUDE.md:1:1 info blanks/tabs"]),
        (Settings(select=("blanks/old-tabs",)), ["CLAUDE.md:1:1 info blanks/tabs"]),
        (Settings(extend_select=("blanks/old-tabs",)), ["CLAUDE.md:1:1 info blanks/tabs"]),
        (Settings(select=("blanks",), ignore=("blanks/old-tabs",)), []),
        (Settings(select=("blanks",), severity={"blanks/old-tabs": "error"}), ["CLAUDE.md:1:1 error blanks/tabs"]),
        (Settings(select=("blanks",), per_file_ignores={"*.md": ("blanks/old-tabs",)}), []),
        (Settings(select=("blanks",), rules={"blanks/tabs": {"allowed": 1}}), []),
        (Settings(select=("blanks",), rules={"blanks/old-tabs": {"allowed": 1}}), []),
    ],
)
def test_former_names_go_on_to_work(settings: Settings, expected: list[str], aliased: Path) -> None:
    report = check([aliased], settings=settings._replace(plugins=("plug_alias",)), allow_plugins=True)
    assert told(report) == expected


def test_a_plugin_rule_that_is_not_loaded_is_unknown(aliased: Path) -> None:
    with pytest.raises(UsageError, match='no rule or family is named "blanks"'):
        check([aliased], settings=Settings(select=("blanks",), plugins=("plug_alias",)))
    assert "blanks/tabs" not in [rule.name for rule in choose(load(), Settings(preset="strict"))]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("raise RuntimeError('no')", "RuntimeError"),
        ("raise SystemExit(0)", "SystemExit"),
        ("return 3", "TypeError"),
        ("return ['text']", "AttributeError"),
        ("yield Finding(Span(0, 1), 'first')\n    assert False", "AssertionError"),
        ("yield from tabs(document)", "RecursionError"),
    ],
)
def test_whatever_a_rule_does_wrong_is_one_finding_a_file(
    body: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"plug_wrong_{abs(hash(body))}"
    package(tmp_path, name, GOOD[: GOOD.index("    if document")] + f"    {body}\n")
    monkeypatch.syspath_prepend(tmp_path)
    base = plant(tmp_path / "project", {"CLAUDE.md": "a\tb\n", "AGENTS.md": "@docs/gone.md\n"})
    quiet = Settings(plugins=(name,), severity={"blanks": "info"}, per_file_ignores={"*": ("blanks",)})
    report = check([base], settings=quiet, allow_plugins=True)
    crashes = [finding for finding in report.findings if finding.rule == CRASH]
    assert [finding.path for finding in crashes] == ["AGENTS.md", "CLAUDE.md"]
    assert all(finding.severity == "error" and f"crashed here with {error}" in finding.message for finding in crashes)
    assert "AGENTS.md:1:1 error imports/missing-target" in told(report)


def test_a_rule_that_ends_its_process_ends_no_run_of_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "plug_exit", GOOD[: GOOD.index("    if document")] + "    raise SystemExit(0)\n")
    monkeypatch.syspath_prepend(tmp_path)
    base = plant(tmp_path / "project", {"CLAUDE.md": "a\tb\n", "AGENTS.md": "@docs/gone.md\n"})
    report = check([base], settings=Settings(plugins=("plug_exit",)), allow_plugins=True, workers=2)
    assert "AGENTS.md:1:1 error imports/missing-target" in told(report)
    assert sum(finding.rule == CRASH and "with SystemExit" in finding.message for finding in report.findings) == 2


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("Span(0, 1), None", "message is a str, not a NoneType"),
        ("Span(0, 1), 3", "message is a str, not a int"),
        ("None, 'x'", "span is a Span, not a NoneType"),
        ("(0, 1), 'x'", "span is a Span, not a tuple"),
        ("Span(3, 1), 'x'", "span has a start from 0 on"),
        ("Span(0, 1), 'x', 7", "path is a str, not a int"),
        ("Span(0, 1), 'x', severity='fatal'", "severity is None or one of error, warning, info"),
        ("Span(0, 1), 'x', related=('x',)", "related is a tuple of Place"),
        ("Span(0, 1), 'x', fix='x'", "fix is None or a Fix, not a str"),
        ("Span(0, 1), 'x', fix=Fix('x', ('y',))", "edits of the fix is a tuple of Edit"),
        ("Span(0, 1), 'x', sizes=('y',)", "sizes is a tuple of int"),
    ],
)
def test_what_is_no_finding_names_its_rule(
    arguments: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"plug_type_{abs(hash(arguments))}"
    text = GOOD.replace("Finding,", "Finding, Fix,", 1).replace('Span(0, 1), "a tab"', arguments)
    package(tmp_path, name, text)
    monkeypatch.syspath_prepend(tmp_path)
    base = plant(tmp_path / "project", {"CLAUDE.md": "a\tb\n"})
    (finding,) = check([base], settings=Settings(plugins=(name,)), allow_plugins=True).findings
    assert (finding.rule, finding.path) == (CRASH, "CLAUDE.md")
    assert f"the rule blanks/tabs yielded what is no finding ({why}" in finding.message
