"""What is looked up in a list of files is what trying each of them finds, however many there are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlint.harness.facts import for_version
from memlint.harness.rule_paths import rule_matcher
from memlint.project import globbed
from memlint.project.globbed import Globbed

FACTS = for_version()
NAMES = st.sampled_from(["a", "A", "b.py", "b.PY", "kiln", "kiln.py", "c.d.ts", ".env", "x[1].py"])
PATHS = st.lists(st.lists(NAMES, min_size=1, max_size=3).map("/".join), max_size=12, unique=True)
PATTERNS = st.lists(
    st.sampled_from(["a", "*", "**", "*.py", "k*", "kiln.*", "?", "b.py", "*.d.ts", "[ab]*", "{a,b}*", "*iln*", ".*"]),
    min_size=1,
    max_size=3,
).map("/".join)


@pytest.mark.parametrize("few", [0, 500])
@given(paths=PATHS, pattern=PATTERNS, base=st.sampled_from(["", "a", "kiln"]))
def test_the_same_as_trying_each(
    few: int, monkeypatch: pytest.MonkeyPatch, paths: list[str], pattern: str, base: str
) -> None:
    monkeypatch.setattr(globbed, "_FEW", few)
    test, below = rule_matcher((pattern,), FACTS), f"{base}/" if base else ""
    expected = {path for path in paths if path.startswith(below) and test(path.removeprefix(below))}
    asked = Globbed(paths, FACTS)
    assert (asked.first(pattern, base) in expected) if expected else asked.first(pattern, base) == ""
    assert set(asked.every((pattern,), base, 100)) == expected
    assert len(list(asked.every((pattern,), base, 1))) == min(len(expected), 1)


def test_many_of_one_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(globbed, "_FEW", 1)
    paths = [f"src/{number:03d}-glaze.py" for number in range(200)] + ["src/cone.py", "zz/last-cone.py"]
    asked = Globbed(paths, FACTS)
    assert set(asked.every(("**/*cone*.py",), "", 10)) == {"src/cone.py", "zz/last-cone.py"}
    assert asked.first("src/*7-gla*.py", "").endswith("7-glaze.py")
    assert asked.first("src/*7-clay*.py", "") == ""
    assert len(list(asked.every(("src/*.py",), "", 1000))) == 201
