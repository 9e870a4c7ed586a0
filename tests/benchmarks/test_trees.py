"""Made trees are what they promise: the same for a seed, of the size asked for, like real ones, and as faulty as said."""

from __future__ import annotations

import hashlib
import itertools
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from memlint import check
from tests.benchmarks import results
from tests.benchmarks.faults import FAULTS
from tests.benchmarks.prose import Prose
from tests.benchmarks.trees import make

SHORT = 8  # sentences of one file at most, where the text does not matter


def digests(root: Path) -> dict[str, str]:
    files = (place for place in root.rglob("*") if place.is_file() and ".git/" not in place.as_posix())
    return {place.relative_to(root).as_posix(): hashlib.sha256(place.read_bytes()).hexdigest() for place in files}


def test_one_seed_makes_one_tree(tmp_path: Path) -> None:
    trees = [make(tmp_path / name, 100, seed=seed, faults=0.1) for name, seed in (("a", 3), ("b", 3), ("c", 4))]
    one, same, other = (digests(tree.root) for tree in trees)
    assert one == same
    assert trees[0].planted == trees[1].planted
    assert one != other


@pytest.mark.parametrize("size", [12, 15, 100, 250])
def test_the_size_is_the_number_of_memory_files(size: int, tmp_path: Path) -> None:
    tree = make(tmp_path / "tree", size, longest=SHORT)
    report = check([tree.root], root=tree.root, home=tmp_path, collect_only=True)
    assert len(report.files) == tree.memory_files == size
    assert {file.kind for file in report.files} == {"instructions", "rule_file", "imported", "index", "topic"}
    assert tree.files == len(digests(tree.root))


def test_too_small_a_tree_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="too few"):
        make(tmp_path / "tree", 5)


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").touch()
    with pytest.raises(FileExistsError):
        make(tmp_path, 100)


def test_a_clean_tree_has_no_finding(tmp_path: Path) -> None:
    tree = make(tmp_path / "tree", 60, git=True)
    assert check([tree.root], root=tree.root, home=tmp_path).findings == ()
    assert tree.planted == ()


def test_each_planted_mistake_is_found_and_nothing_else(tmp_path: Path) -> None:
    tree = make(tmp_path / "tree", 140, faults=0.5, longest=SHORT)
    found = check([tree.root], root=tree.root, home=tmp_path).findings
    assert Counter((each.path, each.rule) for each in found) == Counter(tree.planted)
    planted = {each.rule for each in tree.planted}
    assert planted == {fault.rule for kind in FAULTS.values() for fault in kind}


def test_prose_is_like_that_of_real_files(tmp_path: Path) -> None:
    tree = make(tmp_path / "tree", 100)
    told = [sentence for _, sentence in _sentences(tree.root)]
    shares = {
        "code": sum("`" in each for each in told) / len(told),
        "number": sum(bool(re.search(r"\d", each)) for each in told) / len(told),
        "told once": sum(n for n in Counter(told).values() if n == 1) / len(told),
        "words": sum(len(each.split()) for each in told) / len(told),
    }
    assert shares == {
        "code": pytest.approx(0.43, abs=0.08),
        "number": pytest.approx(0.22, abs=0.08),
        "told once": pytest.approx(0.97, abs=0.02),
        "words": pytest.approx(14, abs=2),
    }


def _sentences(root: Path) -> list[tuple[str, str]]:
    from memlint.harness.facts import asked_for
    from memlint.project.project import Project

    project = Project(str(root), home=str(root), config=str(root), facts=asked_for(""))
    return [(path, sentence.words) for path in project.documents for sentence in project.sentences(path)]


def test_the_command_tells_what_it_made(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tests.benchmarks.trees", str(tmp_path / "tree"), "30", "--faults", "0.2"]
    root = Path(__file__).parents[2]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=True)
    assert "30 memory files" in done.stdout
    assert "planted: " in done.stdout


def test_prose_names_only_the_modules_that_it_is_given() -> None:
    prose = Prose(Random(1), ["packages/a/src/b.ts"])
    texts = [prose.sentence() for _ in range(200)]
    assert {path for text in texts for path in re.findall(r"`([^`]*/[^`]*)`", text)} == {"packages/a/src/b.ts"}


@pytest.mark.parametrize("power", [0.0, 1.0, 2.0])
def test_the_exponent_of_a_power_is_that_power(power: float) -> None:
    points = [(float(size), 3 * float(size) ** power) for size in (100, 400, 900)]
    assert results.exponent(points) == pytest.approx(power)
    for one, other in itertools.pairwise(points):
        assert results.exponent([one, other]) == pytest.approx(power)
