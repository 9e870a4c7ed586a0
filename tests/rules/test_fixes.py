"""tests/fixes/<family>/<rule>/*.txt: trees that a rule's fix repairs, and what then stands in them.

A case is a list of ``==> path`` sections; ``==> fixed/path`` is what ``path`` becomes. A name that begins with "unsafe-"
is one that only --unsafe-fixes repairs, and one that begins with "refused-" is repaired by neither.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from memlint.engine.docs import sections
from tests.repairs import linter, repair
from tests.trees import plant

FIXES = Path(__file__).parent.parent / "fixes"
FILES = sorted(FIXES.rglob("*.txt"))


@pytest.mark.parametrize("case", FILES, ids=lambda path: path.relative_to(FIXES).with_suffix("").as_posix())
def test_case(case: Path, tmp_path: Path) -> None:
    files = sections(case.read_text("utf-8"))
    expected = {name.removeprefix("fixed/"): files.pop(name) for name in list(files) if name.startswith("fixed/")}
    base = plant(tmp_path / "project", files)
    wanted = {f"wanted/{name}": text for name, text in expected.items()}
    there = {name: (plant(tmp_path / "other", wanted) / f"wanted/{name}").read_bytes() for name in expected}
    rule = case.parent.relative_to(FIXES).as_posix()
    refused, unsafe = case.name.startswith("refused-"), case.name.startswith("unsafe-")
    assert rule in {finding.rule for finding in linter(base)().findings}
    if unsafe or refused:
        assert repair(base).changed == ()
    fixed = repair(base, unsafe=unsafe or refused)
    assert {each.file.path: each.new for each in fixed.changed} == there
    assert (rule in {finding.rule for finding in fixed.applied}) is not refused
    assert repair(base, unsafe=True).changed == ()  # the second run changes nothing


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_text_without_a_newline_at_its_end_gets_none(newline: str, tmp_path: Path) -> None:
    line = "- [Clay](clay.md) — which one"
    topic = "---\nname: clay\ndescription: Which clay we buy\nmetadata:\n  type: project\n---\nThe red one.\n"
    base = plant(tmp_path / "project", {"memory/MEMORY.md": newline.join([line] * 3), "memory/clay.md": topic})
    (changed,) = repair(base).changed
    assert changed.new == line.encode()


def test_every_rule_with_a_fix_has_a_case() -> None:
    """What a rule says of a fix is proven by one that is applied."""
    sources = [
        path for path in (FIXES.parent.parent / "rules").glob("*/[a-z]*.py") if "Fix(" in path.read_text("utf-8")
    ]
    names = {f"{path.parent.name}/{path.stem.replace('_', '-')}" for path in sources}
    assert names == {case.parent.relative_to(FIXES).as_posix() for case in FILES} - {"scope/ignored-key"}
