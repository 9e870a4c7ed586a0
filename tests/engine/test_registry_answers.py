"""Of several things that are wrong with a rule the first one is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from memlint.engine.registry import RuleError, load
from tests.engine.test_registry import GOOD, package


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("document: Document", "documents: Document, files: str"), "no input 'documents' "),
        (("document: Document, *,", "document: Document, *, first: int, second: int,"), "the option 'first' has no default"),
        (('@rule("info")', '@rule("info", needs=("kiln", "Glaze", "Clay"))'), "in small letters: not 'Glaze'"),
        (('@rule("info")', '@rule("info", needs=("",))'), "in small letters: not ''"),
        (("document: Document, *", "*"), "asks for one input"),
        (("document: Document", "document: Document, project: str, plan: str"), "asks for one input"),
    ],
)  # fmt: skip
def test_the_first_is_named(
    change: tuple[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"plug_first_{abs(hash(change))}"
    package(tmp_path, name, GOOD.replace(*change))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(RuleError) as caught:
        load((name,))
    assert words in str(caught.value)
    assert "tabs.py:4" in str(caught.value)


def test_what_a_declaration_says_is_what_the_rule_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = '@rule("error", default=False, with_user=True, where="topic", needs=("kiln",), aliases=("blanks/old",))'
    text = GOOD.replace('@rule("info")', whole).replace(
        "document: Document, *", "document: Document, project: object, *"
    )
    package(tmp_path, "plug_whole", text + "\n\ndef helper(document: Document) -> None: ...\n")
    monkeypatch.syspath_prepend(tmp_path)
    made = load(("plug_whole",))["blanks/tabs"]
    assert (made.severity, made.default, made.with_user, made.where) == ("error", False, True, "topic")
    assert (made.needs, made.aliases, made.unit, made.wants_project) == (("kiln",), ("blanks/old",), "document", True)
    assert made.options == {"allowed": 0}
    assert made.module == "plug_whole.blanks.tabs"


def test_what_a_declaration_leaves_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs unasked, whoever's files the run is about, and wherever there is a document."""
    package(tmp_path, "plug_plain", GOOD)
    monkeypatch.syspath_prepend(tmp_path)
    made = load(("plug_plain",))["blanks/tabs"]
    assert (made.default, made.with_user, made.where, made.aliases, made.wants_project) == (True, False, "", (), False)


def test_a_rule_that_another_module_imports_is_found_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "plug_shared", GOOD)
    for name in ("again", "zeta"):
        text = f"from plug_shared.blanks.tabs import tabs\n{GOOD.replace('def tabs', f'def {name}')}\n\nOTHER = tabs\n"
        (tmp_path / "plug_shared" / "blanks" / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    assert set(load(("plug_shared",))) - set(load()) == {"blanks/again", "blanks/tabs", "blanks/zeta"}
