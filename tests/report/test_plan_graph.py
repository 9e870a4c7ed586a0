"""Imports and links as a graph: what is drawn, and that no name can break the two languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from memlint.report.plan import graph
from tests.report.plans import planned
from tests.report.test_plan_text import AGENT, DEEP, WORK

HOSTILE = [
    'q"uote',
    "back\\slash",
    "back\\nslash",
    "new\nline",
    "rtl\u202e",
    "a&amp;b",
    "a<b>c",
    "#35;",
    "名前",
    "end];",
    "`tick`",
    "--> n0",
    "%% comment",
    "a b",
    "per%cent",
]


class Drawn(NamedTuple):
    """What a graph holds: its labels, its arrows between labels by style, and the labels that are drawn as not read."""

    labels: list[str]
    arrows: list[tuple[str, str, str]]
    never: list[str]


# --- two strict little parsers


def dot(text: str) -> Drawn:
    """Parse what ``_dot`` may print and no more."""
    labels, arrows, never = {}, [], []
    first, second, *lines, last = text.splitlines()
    assert (first, second, last) == ("digraph memory {", "  rankdir=LR; node [shape=box];", "}")
    styles = {"": "import", " [style=dotted]": "link", " [style=dashed, arrowhead=tee]": "lost"}
    for line in lines:
        node = re.fullmatch(r'  (n\d+) \[label="((?:[^"\\]|\\["\\])*)"(, style=dashed, fontcolor=gray)?\];', line)
        arrow = re.fullmatch(r"  (n\d+) -> (n\d+)( \[.*\])?;", line)
        if node:
            assert node[1] not in labels
            labels[node[1]] = re.sub(r"\\(.)", r"\1", node[2]).replace("&amp;", "&")
            never += [labels[node[1]]] if node[3] else []
        else:
            assert arrow, line
            arrows.append((labels[arrow[1]], labels[arrow[2]], styles[arrow[3] or ""]))
    return Drawn(list(labels.values()), arrows, never)


def mermaid(text: str) -> Drawn:
    """Parse what ``_mermaid`` may print and no more."""
    labels, arrows, never = {}, [], []
    first, *lines = text.splitlines()
    assert first == "flowchart LR"
    styles = {"-->": "import", "-.->": "link", "--x": "lost"}
    for line in lines:
        node = re.fullmatch(r'  (n\d+)\["((?:[^"&<>\\`#]|#\d+;)*)"\](:::never)?', line)
        arrow = re.fullmatch(r"  (n\d+) (\S+) (n\d+)", line)
        if node:
            assert node[1] not in labels
            labels[node[1]] = re.sub(r"#(\d+);", lambda code: chr(int(code[1])), node[2])
            never += [labels[node[1]]] if node[3] else []
        elif arrow:
            arrows.append((labels[arrow[1]], labels[arrow[3]], styles[arrow[2]]))
        else:
            assert line == "  classDef never stroke-dasharray: 4 4,color:#888"
            assert line is lines[-1]
    assert bool(never) == ("  classDef" in text)
    return Drawn(list(labels.values()), arrows, never)


def drawn(base: Path, files: dict[str, str], **how: Any) -> Drawn:
    """Return what the graph of a tree holds, which both languages say alike."""
    plan, project = planned(base, files, **how)
    one = dot("".join(f"{line}\n" for line in graph.render(plan, project, "dot")))
    two = mermaid("".join(f"{line}\n" for line in graph.render(plan, project, "mermaid")))
    assert one == two
    return one


# --- what is drawn


def test_imports(tmp_path: Path) -> None:
    found = drawn(tmp_path, DEEP)
    assert found.arrows == [
        ("CLAUDE.md", "a.md", "import"),
        ("CLAUDE.md", "docs", "lost"),
        ("CLAUDE.md", "docs/logo.png", "lost"),
        ("CLAUDE.md", "gone.md", "lost"),
        ("a.md", "b.md", "import"),
        ("a.md", "docs/x.md", "import"),
        ("b.md", "a.md", "import"),
        ("b.md", "c.md", "import"),
        ("c.md", "d.md", "import"),
        ("d.md", "e.md", "lost"),
    ]
    assert found.never == ["docs", "docs/logo.png", "e.md", "gone.md"]
    assert found.labels == sorted({*DEEP, "docs", "gone.md"})


def test_links_between_memories(tmp_path: Path) -> None:
    tree = {
        f"{AGENT}/MEMORY.md": "- [a](a.md) — x\n- [gone](gone.md) — x\n",
        f"{AGENT}/a.md": "---\nname: a\n---\nsee [[b]] and [[nobody]]\n",
        f"{AGENT}/b.md": "---\nname: b\n---\nb\n",
    }
    found = drawn(tmp_path, tree)
    assert found.arrows == [
        (f"{AGENT}/MEMORY.md", f"{AGENT}/a.md", "link"),
        (f"{AGENT}/a.md", f"{AGENT}/b.md", "link"),
    ]
    assert found.never == []


def test_only_what_the_plan_holds(tmp_path: Path) -> None:
    tree = {**WORK, "memory/MEMORY.md": "- [a](a.md) — x\n", "memory/a.md": "---\nname: a\n---\na\n"}
    assert drawn(tmp_path, tree, target="pkg/a.py").labels == [".claude/rules/py.md", "CLAUDE.md", "pkg/CLAUDE.md"]


def test_an_import_that_loads_on_one_way_is_not_lost(tmp_path: Path) -> None:
    tree = {"CLAUDE.md": "@a.md\n", "a.md": "x\n", "pkg/CLAUDE.md": "@../a.md\n"}
    assert {arrow[2] for arrow in drawn(tmp_path, tree).arrows} == {"import"}


def test_nothing_to_draw(tmp_path: Path) -> None:
    assert drawn(tmp_path, {"README.md": "x"}) == ([], [], [])


# --- names


@pytest.mark.parametrize("name", HOSTILE)
def test_names_break_nothing(tmp_path: Path, name: str) -> None:
    found = drawn(tmp_path, {"CLAUDE.md": "@a.md @gone.md\n", "a.md": "x\n", f"{name}/CLAUDE.md": "@../a.md\n"})
    shown = name.replace("\n", r"\x0a").replace("\u202e", r"\u202e")
    assert f"{shown}/CLAUDE.md" in found.labels
    assert (f"{shown}/CLAUDE.md", "a.md", "import") in found.arrows


def test_credentials_are_masked(tmp_path: Path) -> None:
    key = "gh" + "p_" + "a1B2" * 9
    found = drawn(tmp_path, {"CLAUDE.md": f"@docs/{key}.md\n"})
    assert found.labels == ["CLAUDE.md", "docs/ghp_….md"]


def test_paths_below_home(tmp_path: Path) -> None:
    (tmp_path / "home/.claude").mkdir(parents=True)
    (tmp_path / "home/.claude/CLAUDE.md").write_text("@~/prefs.md\n")
    (tmp_path / "home/prefs.md").write_text("prefs\n")
    assert drawn(tmp_path, {"CLAUDE.md": "x\n"}, user=True).arrows == [("~/.claude/CLAUDE.md", "~/prefs.md", "import")]
