"""grounding/missing-machine-path where a tree is not enough: paths with the home folder's own name, and the auto memory."""

from __future__ import annotations

from pathlib import Path

from memlint import Report, check
from tests.conftest import told
from tests.trees import plant

RULE = ["grounding/missing-machine-path"]


def linted(tmp_path: Path, text: str, *, user: bool) -> Report:
    """Lint a project whose auto memory has one note; ``{home}`` in it is the person's home folder."""
    base = plant(tmp_path / "project", {"CLAUDE.md": "Run the tests.\n"})
    slug = str(base.resolve()).replace("/", "-").replace("_", "-").replace(".", "-")
    store = tmp_path / "home" / ".claude" / "projects" / slug / "memory"
    store.mkdir(parents=True)
    (store / "MEMORY.md").write_text(text.format(home=tmp_path / "home"))
    return check([base], root=base, home=tmp_path / "home", select=RULE, user=user)


def test_path_with_the_home_folder(tmp_path: Path) -> None:
    """Case 97: a hypothetical that became a stored fact, on the machine where the store lies."""
    report = linted(tmp_path, "The vault is at {home}/OneDrive/Vault; always write there.\n", user=True)
    assert [line.rsplit("/", 3)[-2:] for line in told(report)] == [
        ["MEMORY.md:1:17 warning grounding", "missing-machine-path"]
    ]
    assert report.findings[0].message == f"nothing is at {tmp_path / 'home'}/OneDrive/Vault on this machine"


def test_a_run_for_everybody_does_not_look_there(tmp_path: Path) -> None:
    assert told(linted(tmp_path, "The vault is at {home}/OneDrive/Vault; always write there.\n", user=False)) == []


def test_path_of_another_home(tmp_path: Path) -> None:
    assert (
        told(linted(tmp_path, "The vault is at {home}-of-kim/OneDrive/Vault; always write there.\n", user=True)) == []
    )
