"""The matcher of ``paths:`` against ``git check-ignore``, for what both take as patterns (SPEC 3.3)."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from memlint.harness.facts import for_version
from memlint.harness.rule_paths import rule_matcher
from memlint.project.globbed import Globbed

FACTS = for_version()
NAMES = ("src", "lib", "api", "a.py", "b.ts", ".env", "x.d", "[id]", "c d.md", "gone")
PARTS = ("*", "**", "*.py", "src", "lib", "a*", "?.ts", "[ab].*", "[!a].ts", "x.d", ".e*", "*d*", r"\[id\]", "b.ts", "")

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git answers here")


def ignored(base: Path, pattern: str, paths: list[str]) -> set[str]:
    """Return what git ignores; case folds as the agent's matcher does."""
    (base / ".gitignore").write_text(pattern + "\n")
    asked = "".join(f"{path}\0" for path in paths)
    command = ["git", "-C", str(base), "-c", "core.ignoreCase=true", "check-ignore", "-z", "--no-index", "--stdin"]
    run = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    return {path for path in run.stdout.split("\0") if path}


def trees(seed: int, number: int) -> list[str]:
    """Return files that can lie in one tree: no name is both a file and a folder."""
    chance, found = random.Random(seed), set()
    for _ in range(number):
        folders = [chance.choice(("src", "lib", "api", "x.d", "[id]")) for _ in range(chance.randint(0, 3))]
        found.add("/".join((*folders, chance.choice([name for name in NAMES if name not in ("src", "lib", "api")]))))
    return sorted(path for path in found if not any(other.startswith(f"{path}/") for other in found))


def patterns(seed: int, number: int) -> list[str]:
    chance = random.Random(seed)
    made = ("/".join(chance.choice(PARTS) for _ in range(chance.randint(1, 4))) for _ in range(number))
    # git reads "a//b" as no path has it, and the loader takes a tail off before it matches.
    return sorted({text for text in made if text.strip("/") and "//" not in text and not text.endswith("/**")})


@pytest.mark.parametrize("seed", range(3))
def test_patterns_match_what_git_ignores(seed: int, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    paths = trees(seed, 60)
    for path in paths:
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("")
    for pattern in patterns(seed, 25):
        expected = ignored(tmp_path, pattern, paths)
        assert {path for path in paths if rule_matcher((pattern,), FACTS)(path)} == expected, pattern
        first = Globbed(paths, FACTS).first(pattern, "")
        assert first in expected if expected else first == "", pattern


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("*.md", "docs/a.md", True),
        ("src", "lib/src/a.ts", True),
        ("src/api", "lib/src/api/a.ts", False),
        ("src/*.ts", "src/x/a.ts", False),
        ("SRC/*.TS", "src/a.ts", True),
        ("./src", "src/a.ts", False),
        (r"src\api\*.ts", "src/api/a.ts", False),
        ("/src", "src/a.ts", True),
        ("#foo", "#foo", False),
        ("+(a|b).md", "a.md", False),
        ("photos [2024", "photos [2024/a", False),
        (".claude", ".claude/rules/a.md", True),
        ("**/.env*", "src/.env.example", True),
    ],
)
def test_table_of_the_dialect(pattern: str, path: str, expected: bool, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    place = tmp_path / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("")
    assert bool(ignored(tmp_path, pattern, [path])) is expected
    assert rule_matcher((pattern,), FACTS)(path) is expected
