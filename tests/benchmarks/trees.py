"""Makes realistic trees of memory files, of 100 to 50,000: ``python -m tests.benchmarks.trees OUT SIZE``.

A tree is the monorepo of the pottery company "kiln": packages in areas, each with sources, nested instructions, rule
files (at the root and nested, scoped by ``paths:`` or not), imported notes, and memory directories with an index and
topic files. Kinds and lengths follow 24 public repositories (326 memory files, 12,308 sentences), where

* of 100 memory files 23 are instructions, 39 rule files, 34 topic files, 3 indexes, and one is imported (here 21, 39,
  36, 1 and 3);
* instructions have 41 sentences (median 33, one in ten over 74), rule files 58 (43, 147), topic files 14 (12, 21); here
  42 (40, 72), 45 (41, 72) and 14 (14, 19), since a file over 200 lines would be a finding;
* 13 % of the instructions import, 68 % of the topic files have a wiki link, 45 % of instructions and rule files a
  table, 30 to 41 % a fence (here 14, 69, 45 to 54, and 54 to 58 %);
* 1.3 % of the sentences repeat another one of their project, 2.1 % without the largest (here 2.3 %).

What the sentences are like, ``prose`` tells. A tree is the same, byte for byte, for the same size, seed and share of
mistakes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.benchmarks.faults import FAULTS, Kind, Planted
from tests.benchmarks.prose import THINGS, Prose, wrapped

_TOPICS = 60  # topic files of one index, so that it stays far below its limits
_AREA = 12  # packages of one area
_UNSCOPED = 4  # rule files at the root that every session loads
LONGEST = 72  # sentences of one file, which keeps it below the 200 lines that are advised: a clean tree has no finding
_MODULES = 5  # sources of one package
_TYPES = ("user", "feedback", "project", "reference")


class Tree(NamedTuple):
    """What was made: the folder, the numbers of memory files and of all files, the bytes of the memory files."""

    root: Path
    memory_files: int
    files: int
    size: int
    planted: tuple[Planted, ...]


class _Package(NamedTuple):
    folder: str
    modules: list[str]


class _File(NamedTuple):
    kind: Kind | None  # None: nothing is planted in it
    path: str
    text: str


def make(
    root: Path, size: int, *, seed: int = 1, faults: float = 0.0, git: bool = False, longest: int = LONGEST
) -> Tree:
    """Write a tree of ``size`` memory files below ``root``, which is made or empty.

    ``faults`` is the share of files that get one planted mistake, those aside that are left as they are. ``git`` makes
    one commit of it; without, an empty ``.git`` says where the project begins. ``longest`` is the number of sentences
    that no file has more of, titles and headers aside. Raises FileExistsError where there is something already.
    """
    if root.exists() and any(root.iterdir()):
        raise FileExistsError(f"{root} is not empty")
    maker, written, candidates = _Maker(size, seed, longest), 0, 0
    planted = list[Planted]()
    every = max(1, round(1 / faults)) if faults else 0
    turns = dict.fromkeys(FAULTS, 0)
    for kind, path, text in maker.memory_files():
        candidates += kind is not None
        if every and kind is not None and candidates % every == min(2, every) % every:
            fault = FAULTS[kind][turns[kind] % len(FAULTS[kind])]
            turns[kind] += 1
            text = fault.plant(text)
            planted.append(Planted(path, fault.rule))
        written += _write(root / path, text)
    others = [*maker.other_files()]
    for path, text in others:
        _write(root / path, text)
    (_commit if git else _mark)(root)
    return Tree(root, size, size + len(others), written, tuple(sorted(planted)))


class _Maker:
    """The files of one tree."""

    def __init__(self, size: int, seed: int, longest: int) -> None:
        self._seed, self._longest = seed, longest
        memories = max(3, round(size * 0.37))
        self._indexes = -(-memories // (_TOPICS + 1))
        self._topics = memories - self._indexes
        self._rules = max(1, round(size * 0.39))
        self._imported = max(1, round(size * 0.03))
        self._instructions = size - memories - self._rules - self._imported
        if self._instructions < self._imported + 1:
            raise ValueError(f"{size} files are too few for a tree")
        self._packages = [self._package(at) for at in range(max(1, self._instructions * 2 // 3))]

    def memory_files(self) -> Iterator[_File]:
        """Yield the memory files: kind by kind, in an order of their own."""
        for at in range(self._instructions):
            yield from self._instruction(at)
        for at in range(self._rules):
            yield self._rule(at)
        for at in range(self._indexes):
            yield from self._memory(at)

    def other_files(self) -> Iterator[tuple[str, str]]:
        """Yield paths and texts of what is no memory file."""
        yield "README.md", "# Kiln\n\nSoftware of a pottery.\n"
        yield "package.json", '{"name": "kiln", "private": true, "scripts": {"build": "tsc", "test": "vitest"}}\n'
        yield ".gitignore", "node_modules/\nCLAUDE.local.md\n"
        for package in self._packages:
            for module in package.modules:
                yield module, f"export const name = {module!r};\n".replace("'", '"')

    def _random(self, path: str) -> Random:
        return Random(f"{self._seed} {path}")

    def _package(self, at: int) -> _Package:
        area = f"{THINGS[at // _AREA % len(THINGS)]}_{at // _AREA:03d}"
        random = self._random(f"package {at}")
        folder = f"packages/{area}/{random.choice(THINGS)}_{at:04d}"
        names = random.sample(THINGS, _MODULES)
        return _Package(folder, [f"{folder}/src/{name}_{random.choice(THINGS)}.ts" for name in names])

    def _instruction(self, at: int) -> Iterator[_File]:
        """Yield instructions, and first the notes that they import."""
        package = self._packages[(at - 1) % len(self._packages)]
        inner = ("", "src/", "tests/", "docs/")[(at - 1) // len(self._packages) % 4]
        folder = f"{package.folder}/{inner}" if at else ""
        path = f"{folder}CLAUDE.md"
        random = self._random(path)
        prose = Prose(random, package.modules)
        parts = [f"# {prose.title()}", prose.paragraph(2)]
        if at and at <= self._imported:
            notes = f"{folder}notes/{random.choice(THINGS)}.md"
            inner_prose = Prose(self._random(notes), package.modules)
            yield _File(None, notes, _text(f"# {inner_prose.title()}", inner_prose.body(self._length(random, 20))))
            parts.append(f"The notes of this package: @{notes.removeprefix(folder)}")
        if random.random() < 0.46:
            module = random.choice(package.modules)
            link = f"[{module.rpartition('/')[2]}]({os.path.relpath(module, folder or '.')})"
            parts.append(wrapped(f"The code begins in {link}. {prose.sentence()}"))
        parts.append(prose.body(self._length(random, 33)))
        if at and not inner:
            parts.append(prose.habits(4))
        if random.random() < 0.25:
            parts.append("## Commands\n\n```bash\npnpm run build\npnpm test\n```")
        yield _File("instructions", path, _text(*parts))

    def _rule(self, at: int) -> _File:
        package = self._packages[at % len(self._packages)]
        area = package.folder.split("/")[1]
        name = f"{THINGS[at * 7 % len(THINGS)]}-{THINGS[at * 11 % len(THINGS)]}-{at:05d}.md"
        nested = at % 2 == 1
        path = f"{package.folder}/.claude/rules/{name}" if nested else f".claude/rules/{area}/{name}"
        random = self._random(path)
        prose = Prose(random, package.modules)
        globs = [random.choice(("src/**/*.ts", "src/*.ts", "src/**/*_*.{ts,tsx}"))]
        if random.random() < 0.3:
            globs.append(f"src/{package.modules[0].rpartition('/')[2]}")
        base = "" if nested else f"{package.folder}/"
        header = "\n".join(("---", "paths:", *(f'  - "{base}{glob}"' for glob in globs), "---"))
        if at // 2 < _UNSCOPED:
            return _File(None, path, _text(f"# {prose.title()}", prose.body(min(12, self._longest))))
        return _File("rule_file", path, _text(header, f"# {prose.title()}", prose.body(self._length(random, 43))))

    def _memory(self, at: int) -> Iterator[_File]:
        """Yield an index and its topic files."""
        package = self._packages[at * 7 % len(self._packages)]
        folder = f"{package.folder}/memory" if at else "memory"
        numbers = range(at * _TOPICS, min((at + 1) * _TOPICS, self._topics))
        lines = ["# Memory", ""]
        names = [f"{THINGS[n * 13 % len(THINGS)]}-{THINGS[n * 17 % len(THINGS)]}-{n:05d}" for n in numbers]
        for name in names:
            path = f"{folder}/{name.replace('-', '_')}.md"
            random = self._random(path)
            prose = Prose(random, package.modules, own=True)
            title, kind = prose.title(), random.choice(_TYPES)
            lines.append(f"- [{title}]({path.rpartition('/')[2]}) — {prose.hook()}")
            header = f"---\nname: {name}\ndescription: {title}, {prose.hook()}\nmetadata:\n  type: {kind}\n---"
            parts = [header, prose.paragraph(random.randint(1, 4))]
            for mark in ("Why", "How to apply"):
                text = f"**{mark}:** {prose.sentence()}"
                other = random.choice(names)
                if random.random() < 0.44 and other != name:
                    text += f" See [[{other}]]."
                parts.append(wrapped(text))
            parts.append(prose.bullets(min(random.randint(3, 15), self._longest)))
            yield _File("topic", path, _text(*parts))
        yield _File("index", f"{folder}/MEMORY.md", _text("\n".join(lines)))

    def _length(self, random: Random, median: int) -> int:
        """Return a number of sentences: half are below ``median``, one in ten is about twice it or more."""
        return min(self._longest, max(3, round(median * random.lognormvariate(0.0, 0.6))))


def _text(*parts: str) -> str:
    return "\n\n".join(parts) + "\n"


def _write(place: Path, text: str) -> int:
    data = text.encode()
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    return len(data)


def _mark(root: Path) -> None:
    (root / ".git").mkdir()


def _commit(root: Path) -> None:
    names = {
        f"GIT_{who}_{what}": f"dana{end}"
        for who in ("AUTHOR", "COMMITTER")
        for what, end in (("NAME", ""), ("EMAIL", "@kiln.invalid"))
    }
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    for words in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "The tree")):
        subprocess.run(["git", *words], cwd=root, check=True, env=os.environ | names | quiet)


def main() -> int:
    """Make a tree and print what it has."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.trees", description=__doc__)
    parser.add_argument("out", type=Path, help="the folder to make; it must not exist, or be empty")
    parser.add_argument("size", type=int, help="how many memory files")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=float, default=0.0, metavar="SHARE", help="of files with a mistake, 0 to 1")
    parser.add_argument("--git", action="store_true", help="make it a repository with one commit")
    given = parser.parse_args()
    tree = make(given.out, given.size, seed=given.seed, faults=given.faults, git=given.git)
    print(f"{tree.root}: {tree.memory_files} memory files, {tree.size:,} bytes; {tree.files} files in all")
    for planted in tree.planted:
        print(f"planted: {planted.path}: {planted.rule}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
