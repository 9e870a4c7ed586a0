"""What holds for every load plan: random small trees with links, circles, rules and nested folders (SPEC 1.1, 2.3)."""

from __future__ import annotations

import os
import random
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from memlint import Project
from memlint.project.loader import plan as plan_for
from memlint.project.plan import Load, LoadPlan
from memlint.project.session import Session
from tests.project import plans

ROOTS = [
    "CLAUDE.md",
    ".claude/CLAUDE.md",
    "CLAUDE.local.md",
    "AGENTS.md",
    ".claude/rules/x.md",
    ".claude/rules/y.md",
    "apps/CLAUDE.md",
    "apps/AGENTS.md",
    "apps/.claude/rules/x.md",
    "apps/web/CLAUDE.md",
    "libs/CLAUDE.md",
]
OTHERS = ["a.md", "b.md", "c.md", "docs/d.md", "docs/e.md", "apps/f.md", "g.py", "docs/memory/MEMORY.md", "../out.md"]
NAMES = ROOTS + OTHERS
HEADERS = ["", "", "---\npaths: src\n---\n", "---\npaths:\n  - '*.ts'\n---\n"]
TEXTS = st.tuples(st.sampled_from(HEADERS), st.lists(st.sampled_from([*NAMES, "gone.md", "docs/"]), max_size=4))
TREES = st.dictionaries(
    st.sampled_from(NAMES), st.one_of(TEXTS, TEXTS, TEXTS, st.sampled_from(NAMES)), min_size=1, max_size=len(NAMES)
)
SESSIONS = st.fixed_dictionaries(
    {
        "cwd": st.sampled_from(["", "", "apps"]),
        "sources": st.sampled_from([("user", "project", "local"), ("user", "project", "local"), ("user", "local")]),
        "added": st.sampled_from([(), (), ("apps",), ("libs",)]),
        "environment": st.sampled_from([{}, {"CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD": "1"}]),
    }
)
LIMIT = 4


def planted(disk: Path, tree: dict[str, tuple[str, list[str]] | str]) -> Path:
    """Put a drawn tree on disk; a text that is a name stands for a link to that file."""
    files = {}
    for name, content in tree.items():
        folder = os.path.dirname(name)
        if isinstance(content, str):
            files[f"{name} -> {os.path.relpath(content, folder or '.')}"] = ""
        else:
            header, imports = content
            files[name] = f"{header}Text.\n" + "".join(
                f"@{os.path.relpath(target, folder or '.')}\n" for target in imports
            )
    return plans.build(disk, files)


def project_of(disk: Path, base: Path, target: str = "", **session: Any) -> Project:
    """Return the project with a session on it."""
    how = Session(
        os.path.normpath(base / session["cwd"]),
        target=f"{base}/{target}" if target else "",
        added=tuple(f"{base}/{name}" for name in session["added"]),
        sources=session["sources"],
        environment=session["environment"],
        platform="linux",
    )
    home = f"{disk}/{plans.HOME}"
    return Project(str(base), home=home, config=f"{home}/.claude", facts=plans.facts_of(disk), session=how)


def reals(plan: LoadPlan, *moments: str) -> list[str]:
    """Return the real places of what contributes at ``moments``."""
    rows = (load for load in plan.loads if load.contributes and load.moment in moments)
    return [os.path.realpath(os.path.join(plan.root, load.path)) for load in rows]


@given(TREES, SESSIONS)
@settings(max_examples=150)
def test_every_plan(tree: dict[str, tuple[str, list[str]] | str], session: dict[str, Any]) -> None:
    """It ends, numbers its rows, brings a real file once at launch, and nothing by more hops than load."""
    with tempfile.TemporaryDirectory() as folder:
        disk = Path(folder).resolve()
        plan = plans.checked(project_of(disk, planted(disk, tree), **session).plan)
        at_launch = reals(plan, "launch")
        assert sorted(set(at_launch)) == sorted(at_launch)
        assert all(load.hop <= LIMIT for load in plan.loads if load.contributes)
        assert all(load.hop > LIMIT for load in plan.loads if load.why_not == "too-deep")
        came = {load.path for load in plan.loads if load.contributes}
        assert all(
            load.imported_by in came for load in plan.loads if load.contributes and load.hop and not _eager(load)
        )
        assert not came & {load.path for load in plan.loads if load.moment == "never"}


def _eager(load: Load) -> bool:
    return "rules/" in load.imported_by


@given(TREES, SESSIONS, st.sampled_from(["apps/web/a.ts", "apps/src/a.ts", "src/a.js", "libs/a.ts", "../x.ts"]))
@settings(max_examples=100)
def test_a_plan_for_one_file(
    tree: dict[str, tuple[str, list[str]] | str], session: dict[str, Any], target: str
) -> None:
    """Launch is the same whatever is worked on; nothing comes twice; nothing comes that the whole plan has not."""
    with tempfile.TemporaryDirectory() as folder:
        disk = Path(folder).resolve()
        base = planted(disk, tree)
        whole = project_of(disk, base, **session).plan
        part = plans.checked(project_of(disk, base, target, **session).plan)
        assert [load.path for load in part.in_context()] == [load.path for load in whole.in_context()]
        came = reals(part, "launch", "directory", "glob")
        assert sorted(set(came)) == sorted(came)
        assert {*came} <= {*reals(whole, "launch", "directory", "glob")}


@given(TREES, SESSIONS, st.randoms(use_true_random=False))
@settings(max_examples=75)
def test_the_order_of_listing_does_not_matter(
    tree: dict[str, tuple[str, list[str]] | str], session: dict[str, Any], chance: random.Random
) -> None:
    """Files may be made, and found, in any order."""
    found = []
    for turn in range(2):
        with tempfile.TemporaryDirectory() as folder:
            disk = Path(folder).resolve()
            names = list(tree)
            files = list(names)
            if turn:
                chance.shuffle(files)
            project = project_of(disk, planted(disk, {name: tree[name] for name in files}), **session)
            if turn:
                project.files = tuple(chance.sample(project.files, len(project.files)))
            found.append(plans.rows(plan_for(project, project.session), disk))
    assert found[0] == found[1]


def test_a_dense_graph_ends(tmp_path: Path) -> None:
    """Sixty files that all import each other: one row for each import."""
    names = [f"docs/{number}.md" for number in range(60)]
    everything = "".join(f"@{number}.md\n" for number in range(60))
    files = {"CLAUDE.md": "@docs/0.md\n", "apps/CLAUDE.md": "@../docs/59.md\n", **dict.fromkeys(names, everything)}
    plan = plans.load_plan(tmp_path, files)
    assert len({load.path for load in plan.in_context()}) == 61
    assert len(plan.loads) <= 3 + 2 * 60 * 60
