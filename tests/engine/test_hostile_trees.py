"""A tree can be as wide, deep or entangled as its author likes: no crash, and work that grows as the tree does."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memlint import Report, check
from memlint.engine.run import CRASH
from tests.trees import plant
from tests.work import calls, soon

SIZE = 150  # files or lines; what grows with the square of them takes minutes for some thousand
TIMES = 4
GROWTH = 6.0  # for TIMES the tree: 4 is linear, 16 quadratic

HEADER = "---\nname: note-{0}\ndescription: Which kiln fires the glaze {0}\nmetadata:\n  type: project\n---\n"


def topics(number: int, body: str = "") -> dict[str, str]:
    return {f"memory/note-{at}.md": f"{HEADER.format(at)}# Note {at}\n{body.format(at)}\n" for at in range(number)}


def entries(number: int, name: str = "note") -> dict[str, str]:
    return {"memory/MEMORY.md": "".join(f"- [Note {at}]({name}-{at}.md) — on glaze {at}\n" for at in range(number))}


def docs(number: int, body: Callable[[int], str]) -> dict[str, str]:
    return {f"docs/f{at}.md": body(at) for at in range(number)}


def rules(number: int, globs: str) -> dict[str, str]:
    made = {
        f".claude/rules/r{at}.md": f"---\npaths: {globs.format(at)}\n---\n# Rule {at}\n\nUse {at % 5} spaces.\n"
        for at in range(number)
    }
    return {"CLAUDE.md": "# A\n", **made, **{f"src/m{at}/a.ts": "" for at in range(number)}}


def lines(number: int, line: str) -> str:
    return "".join(line.format(at) for at in range(number))


TREES: dict[str, Callable[[int], dict[str, str]]] = {
    "a fan of imports": lambda n: {"CLAUDE.md": lines(n, "@docs/f{}.md\n"), **docs(n, lambda at: f"# F{at}\n")},
    "imports of nothing": lambda n: {"CLAUDE.md": lines(n, "@docs/g{}.md\n"), **docs(n, lambda at: f"# F{at}\n")},
    "a chain of imports": lambda n: {"CLAUDE.md": "@docs/f0.md\n", **docs(n, lambda at: f"@f{at + 1}.md\n")},
    "a circle of imports": lambda n: {"CLAUDE.md": "@docs/f0.md\n", **docs(n, lambda at: f"@f{(at + 1) % n}.md\n")},
    "a ladder of imports": lambda n: {
        "CLAUDE.md": "@docs/f0.md\n@docs/f1.md\n",
        **docs(n, lambda at: f"@f{at // 2 * 2 + 2}.md\n@f{at // 2 * 2 + 3}.md\n"),
    },
    "one import again and again": lambda n: {"CLAUDE.md": "@docs/f0.md " * n, **docs(1, lambda _: "# A\n")},
    "a large index": lambda n: {**entries(n), **topics(n)},
    "an index of nothing": lambda n: {**entries(n, "not"), **topics(n)},
    "wiki links to nothing": lambda n: {**entries(n), **topics(n, "[[nota-{0}]] [[not-{0}]]")},
    "one name for all": lambda n: {"memory/MEMORY.md": "# I\n", **dict.fromkeys(topics(n), topics(1)["memory/note-0.md"])},
    "rules for nothing": lambda n: rules(n, "srk/m{}/**/*.ts"),
    "rules for everything": lambda n: rules(n, "'**/*.ts'"),
    "nested instructions": lambda n: {f"p{at % 50}/q{at}/CLAUDE.md": f"# {at}\n\nUse {at % 4} spaces.\n" for at in range(n)},
    "equal instructions": lambda n: {f"p{at}/CLAUDE.md": "Always fire the kiln slowly and let it cool.\n" for at in range(n)},
    "contradictions": lambda n: {
        "CLAUDE.md": "# A\n",
        **{f"p{at}/CLAUDE.md": f"- Use {2 + at % 3} spaces.\n- Use {('npm', 'pnpm')[at % 2]}.\n" for at in range(n)},
    },
    "agents": lambda n: {
        f".claude/agents/a{at}.md": f"---\nname: a{at}\ndescription: x {at}\nmemory: project\n---\nFire.\n" for at in range(n)
    },
    "links to one file": lambda n: {"CLAUDE.md": "# A\n", **{f".claude/rules/l{at}.md -> ../../CLAUDE.md": "" for at in range(n)}},
    "paths of nothing": lambda n: {
        "CLAUDE.md": lines(n, "See `src/m{0}/gone{0}.py`.\n"),
        **{f"src/m{at % 97}/a{at}.py": "" for at in range(n)},
    },
    "scripts of nothing": lambda n: {
        "CLAUDE.md": lines(n, "Run `npm run fire{0}` and `make glaze{0}`.\n"),
        "package.json": json.dumps({"scripts": {f"fir{at}": "x" for at in range(n)}}),
        "Makefile": lines(n, "glaz{}:\n\tx\n"),
    },
    "files to leave out": lambda n: {
        "memlint.toml": "[per-file-ignores]\n" + lines(20, '"p{}/**" = ["content"]\n'),
        **{f"p{at}/CLAUDE.md": "See @gone.md\n" for at in range(n)},
    },
    "globs to leave out": lambda n: {
        "memlint.toml": "[per-file-ignores]\n" + lines(n, '"p{}/**" = ["content"]\n'),
        **{f"p{at}/CLAUDE.md": "See @gone.md\n" for at in range(20)},
    },
    "comments that suppress": lambda n: {
        "CLAUDE.md": lines(n, "<!-- memlint-disable-next-line imports/missing-target -- why -->\n@docs/gone{}.md\n\n")
    },
    "one comment of many names": lambda n: {
        "CLAUDE.md": f"<!-- memlint-disable {'imports/missing-target, ' * n} -- why -->\n@gone.md\n"
    },
    "regions of all names": lambda n: {"CLAUDE.md": lines(n, "<!-- memlint-disable kiln/a{} -- why -->\n\n")},
    "items in an item": lambda n: {"CLAUDE.md": f"1. outer\n{lines(n, '   - a{}' + chr(10))}{lines(n, chr(10) + '   Do {}.' + chr(10))}"},
}  # fmt: skip


def checked(root: Path) -> Report:
    report = check([root], root=root, home=root.parent / "home", select=["all"])
    assert [finding.message for finding in report.findings if finding.rule == CRASH] == []
    return report


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
@pytest.mark.parametrize("kind", TREES)
def test_work_grows_as_the_tree(kind: str, tmp_path: Path) -> None:
    def work(size: int) -> int:
        root = plant(tmp_path / f"{size}", TREES[kind](size))
        return calls(lambda: checked(root))

    work(5)  # tables are loaded
    shorter, longer = work(SIZE), work(TIMES * SIZE)
    assert longer / shorter < GROWTH, f"{shorter} calls for {SIZE}, {longer} for {TIMES} times as many"


def test_ten_thousand_imports_in_one_file(tmp_path: Path) -> None:
    root = plant(tmp_path / "p", {"CLAUDE.md": lines(10_000, "@docs/f{}.md\n"), **docs(10_000, lambda _: "# A\n")})
    report = checked(root)
    assert len(report.files) == 10_001


def test_folders_in_folders(tmp_path: Path) -> None:
    """As deep as paths may be: the system refuses longer ones, and so nothing is found below."""
    root = plant(tmp_path / "p", {"CLAUDE.md": "# A\n"})
    before = os.getcwd()
    os.chdir(root)
    try:
        for _ in range(1200):  # longer than a path may be, step by step
            os.mkdir("deep")
            os.chdir("deep")
        Path("CLAUDE.md").write_text("See @gone.md\n")
    finally:
        os.chdir(before)
    assert [file.path for file in checked(root).files if file.path == "CLAUDE.md"] == ["CLAUDE.md"]
    _take_away(root)


def _take_away(root: Path) -> None:
    """Remove folders that are too deep for the library."""
    place, steps = os.open(root, os.O_RDONLY), list[int]()
    while "deep" in os.listdir(place):
        steps.append(place)
        place = os.open("deep", os.O_RDONLY, dir_fd=place)
    os.unlink("CLAUDE.md", dir_fd=place)
    for above in reversed(steps):
        os.close(place)
        os.rmdir("deep", dir_fd=above)
        place = above
    os.close(place)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_links_that_lead_round_in_circles(tmp_path: Path) -> None:
    files = {
        "CLAUDE.md": "See @loop/loop/loop/CLAUDE.md and @a.md\n",
        "loop -> .": "",
        "up -> ..": "",
        "docs/again -> ../docs": "",
        ".claude/rules/all -> ../..": "",
        "a.md -> b.md": "",
        "b.md -> a.md": "",
        "memory -> loop/memory": "",
        **{f"l{at}.md -> l{at + 1}.md": "" for at in range(60)},
    }
    root = plant(tmp_path / "p", files)
    with soon():
        report = checked(root)
    assert len(report.files) < 80  # the links to links are rule files as well


@pytest.fixture
def few_recursions() -> Iterator[None]:
    """What would take one call for each of 1,500 steps fails at 1,500 of them, and not only at ten times as many."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.usefixtures("few_recursions")
@pytest.mark.parametrize(
    "text",
    [
        "> " * 1500 + "a\n",
        "- " * 1500 + "a\n",
        "[" * 50_000 + "\n",
        "[" * 1500 + "a" + "](b.md)" * 1500 + "\n",
        "![" * 1500 + "a" + "](b.md)" * 1500 + "\n",
        "*a **b " * 1500 + "c** d*" * 1500 + "\n",
        "<div>" * 1500 + "\n",
        "(" * 50_000 + ")" * 50_000 + "\n",
        "{" * 50_000 + "}" * 50_000 + "\n",
        "“" * 50_000 + "\n",
        "a" * 1_000_000 + "\n",
        "never " * 100_000 + "\n",
        "`" * 50_001 + "\n",
        "\\" * 50_000 + "\n",
        "&#x" * 20_000 + "\n",
        "@" * 50_000 + "\n",
        "@a/" * 20_000 + "\n",
        "#" * 50_000 + "\n",
        "\r" * 50_000 + "\n",
        "\0" * 50_000 + "\n",
        "| a " * 20_000 + "|\n" + "|---" * 20_000 + "|\n",
        "---\n" + "a:\n" + "".join(" " * at + "b:\n" for at in range(200)) + "---\n",
        "---\na: " + "[" * 20_000 + "\n---\n",
        "---\n" + "- " * 20_000 + "\n---\n",
        "---\n? " * 5_000 + "\n---\n",
        "---\na: &a [" + "*a, " * 5_000 + "]\n---\n",
        "---\npaths: " + "{" * 5_000 + "a" + "}" * 5_000 + "\n---\n",
        "---\npaths: " + "{a,b}/" * 500 + "\n---\n",
        "---\npaths: '" + "**/" * 5_000 + "'\n---\n",
        "---\npaths: '" + "[" * 5_000 + "'\n---\n",
    ],
    ids=lambda text: f"{len(text)} {text[:16]!r}",
)
def test_what_is_nested_or_long_in_one_file(text: str, tmp_path: Path) -> None:
    root = plant(tmp_path / "p", {"CLAUDE.md": text, ".claude/rules/a.md": text, "memory/MEMORY.md": text, "src/a": ""})
    with soon():
        checked(root)
