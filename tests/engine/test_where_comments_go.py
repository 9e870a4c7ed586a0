"""A comment that suppresses a finding goes to the end of a line whatever stands on it before, as long as nothing breaks."""

from __future__ import annotations

import pytest

from memlint import Finding, Span
from memlint.engine.suppressing import add
from memlint.source.document import read

RULE = "imports/missing-target"
LINE = f" <!-- memlint-disable-line {RULE} -- why -->"
FILE = f"<!-- memlint-disable-file {RULE} -- why -->\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- [a](b.md) and @x\n", f"- [a](b.md) and @x{LINE}\n"),
        ("- @x and [a](b.md)\n", f"- @x and [a](b.md){LINE}\n"),
        ("- @x and [a](b.md) c\n- d\n", f"- @x and [a](b.md) c{LINE}\n- d\n"),
        ("- `a` and @x `b`\n", f"- `a` and @x `b`{LINE}\n"),
        ("- @x [a\n  b](c.md)\n", f"{FILE}- @x [a\n  b](c.md)\n"),
        ("- @x `a\n  b`\n", f"{FILE}- @x `a\n  b`\n"),
        ("- a\n  @x\n  b\n", f"- a\n  @x{LINE}\n  b\n"),
        ("1. a\n2. @x\n", f"1. a\n2. @x{LINE}\n"),
    ],
)
def test_where(text: str, expected: str) -> None:
    at = text.index("@x")
    made = add(read(text, "CLAUDE.md"), [Finding(Span(at, at + 2), "gone", "CLAUDE.md", rule=RULE)], "why")
    assert (made.text, made.refused) == (expected, ())
