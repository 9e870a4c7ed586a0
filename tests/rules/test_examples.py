"""Every rule's docstring is complete, and its examples do what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from memlint import Rule, check
from memlint.engine.docs import Example, read
from memlint.engine.registry import load
from memlint.engine.run import LAST
from tests.rules.test_cases import TODAY, configured
from tests.trees import ASKS_VENDORED, has_person, plant

RULES = list(load().values())
EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.name}-{'bad' if example.bad else 'good'}-{number}")
    for rule in RULES
    for number, example in enumerate(read(rule).examples)
]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_example(rule: Rule, example: Example, tmp_path: Path) -> None:
    base = plant(tmp_path / "project", example.files, rule=rule.name)
    settings = configured(base)._replace(today=TODAY)
    person = has_person(example.files)
    select = [rule.name, *(["imports"] if rule.unit == LAST else [])]  # something for comments to suppress
    home, vendored = tmp_path / "home", rule.name in ASKS_VENDORED
    found = check([base], root=base, home=home, select=select, settings=settings, user=person, vendored=vendored)
    names = {finding.rule for finding in found.findings if finding.rule == rule.name or rule.unit != LAST}
    assert names == ({rule.name} if example.bad else set())


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_docstring_is_whole(rule: Rule) -> None:
    text = read(rule)
    assert text.summary.endswith(".")
    assert text.summary[0].isupper()
    assert text.why
    assert text.to_do.endswith(".")
    assert {example.bad for example in text.examples} == {True, False}
    assert all(example.files for example in text.examples)
    assert not any(word in text.to_do.lower() for word in ("delete", "remove the memory", "trim"))
