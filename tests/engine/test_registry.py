"""Finding rules: what is wrong with one is said with file, line and what exists."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from memlint.engine.registry import RuleError, load

GOOD = '''
from memlint import Document, Finding, Findings, Span, rule

@rule("info")
def tabs(document: Document, *, allowed: int = 0) -> Findings:
    """A tab."""
    if document.text.count("\\t") > allowed:
        yield Finding(Span(0, 1), "a tab")
'''


def package(base: Path, name: str, text: str, module: str = "tabs") -> None:
    (base / name / "blanks").mkdir(parents=True)
    (base / name / "__init__.py").touch()
    (base / name / "blanks" / "__init__.py").touch()
    (base / name / "blanks" / f"{module}.py").write_text(text)
    (base / name / "blanks" / "_helper.py").write_text("raise RuntimeError('helpers hold no rules')")


def test_plugin_rules_are_found_beside_the_built_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "plug_good", GOOD)
    monkeypatch.syspath_prepend(tmp_path)
    rules = load(("plug_good",))
    assert set(rules) - set(load()) == {"blanks/tabs"}
    assert rules["blanks/tabs"].options == {"allowed": 0}
    assert rules["blanks/tabs"].severity == "info"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("document: Document", "documents: Document"), ("tabs.py:4", "no input 'documents'", "there are: document, ")),
        (("document: Document", "document: Document, index: str"), ("tabs.py:4", "one input")),
        (("document: Document", "project: str, document: Document"), ("tabs.py:4", "one input")),
        (("allowed: int = 0", "allowed: int"), ("tabs.py:4", "the option 'allowed' has no default")),
        (("def tabs", "def tab"), ("tabs.py:4", "named after its file: tab should be tabs")),
        (
            ('@rule("info")', '@rule("info", where="topics")'),
            ("tabs.py:4", "no input 'topics'", "there are: document, "),
        ),
        (('@rule("info")', '@rule("info", needs=(3,))'), ("tabs.py:4", "needs is a tuple of texts, not (3,)")),
        (('@rule("info")', '@rule("info", needs="npm")'), ("tabs.py:4", "needs is a tuple of texts, not 'npm'")),
        (('"info"', '"note"'), ("tabs.py:4", "no severity 'note' (there are: error, warning, info)")),
    ],
)
def test_wrong_declarations_are_answered(
    change: tuple[str, str], words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"plug_{abs(hash(change))}"
    package(tmp_path, name, GOOD.replace(*change))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(RuleError) as caught:
        load((name,))
    assert all(word in str(caught.value) for word in words)


def test_two_rules_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "plug_one", GOOD)
    package(tmp_path, "plug_two", GOOD)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(RuleError, match="two rules are named blanks/tabs"):
        load(("plug_one", "plug_two"))


def test_missing_plugin_is_named() -> None:
    with pytest.raises(RuleError, match="the plug-in no_such_package cannot be imported"):
        load(("no_such_package",))


def test_rules_pickle_by_reference() -> None:
    for rule in load().values():
        assert pickle.loads(pickle.dumps(rule)) == rule
