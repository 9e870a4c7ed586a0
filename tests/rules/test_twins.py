"""grounding/drifted-twin where a tree is not enough: one file under two names, long files, and where it points."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memlint import Report, check
from tests.conftest import told
from tests.trees import plant
from tests.work import soon

TEXT = "".join(f"Shelf {number} carries the glaze of that day.\n" for number in range(12))


def linted(base: Path) -> Report:
    return check([base], root=base, home=os.environ["HOME"], select=["all"])


def test_hard_links_are_one_file(tmp_path: Path) -> None:
    """Case 80: an editor that writes in place keeps them the same, and nothing is said twice."""
    base = plant(tmp_path, {"CLAUDE.md": TEXT})
    os.link(base / "CLAUDE.md", base / "AGENTS.md")
    assert told(linted(base)) == []


@pytest.mark.parametrize(("link", "target"), [("CLAUDE.md", "AGENTS.md"), ("AGENTS.md", "CLAUDE.md")])
def test_links_are_one_file(tmp_path: Path, link: str, target: str) -> None:
    base = plant(tmp_path, {target: TEXT, f"{link} -> {target}": ""})
    assert told(linted(base)) == []


def test_what_only_one_has_is_shown_with_its_place(tmp_path: Path) -> None:
    """Case 79: the hunks, not a percentage alone."""
    lines = TEXT.splitlines(keepends=True)
    own = "".join([*lines[:4], "Vent it for an hour.\n", "Then wait.\n", *lines[4:]])
    base = plant(tmp_path, {"CLAUDE.md": own, "AGENTS.md": TEXT + "Never open it while it is hot.\n"})
    (finding,) = linted(base).findings
    assert own[slice(*finding.span)] == "Vent it for an hour.\nThen wait."
    assert [(place.path, place.message) for place in finding.related] == [
        ("AGENTS.md", "only here: Never open it while it is hot.")
    ]


def test_long_files_take_no_square(tmp_path: Path) -> None:
    """Lines that come again and again are the worst for an alignment."""
    one = "".join(f"- shelf {number % 5}\n" for number in range(20_000))
    base = plant(
        tmp_path, {"CLAUDE.md": one, "AGENTS.md": "".join(f"- shelf {number % 4}\n" for number in range(20_000))}
    )
    with soon():
        report = check([base], root=base, home=os.environ["HOME"], select=["grounding/drifted-twin"])
        assert told(report) == ["CLAUDE.md:5:1 warning grounding/drifted-twin"]
