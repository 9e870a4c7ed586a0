"""Case 159: an exception for one file works for every rule, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from memlint import Rule, check
from memlint.config import Override
from memlint.engine.docs import Example
from memlint.engine.run import LAST
from tests.conftest import told
from tests.rules.test_cases import TODAY, configured
from tests.rules.test_examples import EXAMPLES
from tests.trees import ASKS_VENDORED, has_person, plant

#: The first example of each rule that is bad.
FIRST = {case.values[0].name: case for case in reversed(EXAMPLES) if case.values[1].bad}  # type: ignore[union-attr]


@pytest.mark.parametrize(("rule", "example"), list(FIRST.values()))
def test_an_override_silences_a_rule_in_one_file(rule: Rule, example: Example, tmp_path: Path) -> None:
    base = plant(tmp_path / "project", example.files, rule=rule.name)
    settings = configured(base)._replace(today=TODAY)
    person = has_person(example.files)
    select = [rule.name, *(["imports"] if rule.unit == LAST else [])]

    def run(glob: str, override: Override) -> list[str]:
        report = check(
            [base],
            root=base,
            home=tmp_path / "home",
            select=select,
            settings=settings._replace(overrides={**settings.overrides, glob: override}),
            user=person,
            vendored=rule.name in ASKS_VENDORED,
        )
        return [line for line in told(report) if line.endswith(f" {rule.name}")]

    before = run("elsewhere/**", Override((rule.name,)))
    assert before
    path = before[0].rpartition(" ")[0].rpartition(" ")[0].rsplit(":", 2)[0]
    rest = [line for line in before if not line.startswith(f"{path}:")]
    for glob in (f"/{path.lstrip('/')}", f"/{path.lstrip('/')}".replace("/", "\\") if " " not in path else "/" + path):
        for override in (
            Override((rule.name,)),
            Override((rule.family,)),
            Override(("all",)),
            Override(severity={rule.name: "off"}),
            Override(severity={rule.family: "off"}),
        ):
            assert run(glob, override) == rest
    level = "info" if " info " not in before[0] else "warning"
    changed = run(f"/{path.lstrip('/')}", Override(severity={rule.name: level}))
    assert [line for line in changed if line.startswith(f"{path}:")] == [
        line.replace(f" {line.split(' ')[-2]} ", f" {level} ") for line in before if line.startswith(f"{path}:")
    ]
    assert [line for line in changed if not line.startswith(f"{path}:")] == rest
