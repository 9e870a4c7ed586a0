"""What must not change what is found: the root's name, newlines, other files, the order of entries, how one asks.

Each case tree goes through one in sixteen of the transformations, chosen by its name, so that together they go through
all; MEMLINT_EVERY=1 takes them all. The trees of ../shared/corpus do, too, where it is (or where MEMLINT_CORPUS says).
"""

from __future__ import annotations

import os
import shutil
import zlib
from pathlib import Path

import pytest

from memlint import Settings
from memlint.engine.docs import sections
from tests.engine.transformations import NEWLINES, SAME, Kind, Project, comparable, one_by_one, told
from tests.rules.test_cases import CASES, FILES, TODAY, configured
from tests.trees import ASKS_VENDORED, has_person, plant

CORPUS = Path(os.environ.get("MEMLINT_CORPUS") or Path(__file__).resolve().parents[3] / "shared" / "corpus" / "repos")
EVERY = "MEMLINT_EVERY" in os.environ
SHARE = 16


def chosen(name: str, *kinds: Kind) -> list[Kind]:
    """Return those of ``kinds`` that the tree of that name goes through."""
    return [kind for kind in kinds if EVERY or zlib.crc32(f"{kind.__name__} {name}".encode()) % SHARE == 0]


def differences(kind: Kind, project: Project, expected: list[str]) -> list[str]:
    """Return the lines that a transformation adds (``+``) and takes away (``-``)."""
    found = kind(project)
    if kind in NEWLINES:
        expected, found = comparable(expected), comparable(found)
    if found == expected:
        return []
    lost = [f"- {line}" for line in expected if line not in found]
    return lost + [f"+ {line}" for line in found if line not in expected] or ["another order"]


@pytest.mark.parametrize("case", FILES, ids=lambda path: path.relative_to(CASES).with_suffix("").as_posix())
def test_a_case_stays_what_it_is(case: Path, tmp_path: Path) -> None:
    rule = case.parent.relative_to(CASES).as_posix()
    kinds = chosen(case.relative_to(CASES).as_posix(), *SAME, *NEWLINES)
    if rule in ASKS_VENDORED:  # to name a path of others is to ask for it as one's own
        kinds = [kind for kind in kinds if kind is not one_by_one]
    if not kinds:
        return
    files = sections(case.read_text("utf-8"))
    del files["expect"]
    base = plant(tmp_path / "project", files, rule=rule)
    person = has_person(files)
    home = tmp_path / "home" if person else os.environ["HOME"]
    options = {"home": home, "user": person, "vendored": rule in ASKS_VENDORED}
    project = Project(base, lambda place: configured(place)._replace(today=TODAY), options)
    assert changed(project, kinds) == {}


def changed(project: Project, kinds: list[Kind]) -> dict[str, list[str]]:
    """Return what differs, by the name of the transformation."""
    expected = told(project.check(root=project.base), project.base)
    found = {kind.__name__: differences(kind, project, expected) for kind in kinds}
    return {name: lines for name, lines in found.items() if lines}


def repositories() -> list[Path]:
    return sorted(path for path in CORPUS.iterdir() if path.is_dir()) if CORPUS.is_dir() else []


@pytest.mark.slow
@pytest.mark.parametrize("repository", repositories(), ids=lambda path: path.name)
def test_a_real_project_stays_what_it_is(repository: Path, tmp_path: Path) -> None:
    base = tmp_path / "project"
    shutil.copytree(repository, base, symlinks=True)
    (base / ".git").mkdir(exist_ok=True)
    kinds = chosen(repository.name, *SAME, *NEWLINES)
    assert changed(Project(base, lambda _: Settings(today=TODAY), {"home": os.environ["HOME"]}), kinds) == {}
