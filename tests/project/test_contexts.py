"""Which files can be in context together, and in which words a message says so."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlint import Context, Contexts, Project
from memlint.harness.facts import for_version
from memlint.project.session import Session
from tests.project.plans import slug
from tests.trees import plant
from tests.work import calls, soon

LAUNCH = "both load at launch"
RULE, INDEX = "CLAUDE.md", "memory/MEMORY.md"


def contexts(disk: Path, names: dict[str, str], *, user: bool = False, named: str = "") -> Contexts:
    """Return the load sets of a project with files ``names``; those in ``../home/`` are the person's.

    A text of words is the patterns of a rule; "" is any text. ``named`` is a path that the run was given too.
    """
    base, home = disk / "work", disk / "home"
    files = {}
    for name, text in names.items():
        header = f"---\npaths: [{', '.join(map(repr, text.split()))}]\n---\n" if "rules/" in name and text else ""
        place = name.replace("$SLUG", slug(base))
        files[place] = f"{header}About {name}.\n" if header or not text else text
    plant(base, files)
    project = Project(
        str(base),
        home=str(home),
        config=str(home / ".claude"),
        facts=for_version(),
        requested=(os.path.normpath(base / named.replace("$SLUG", slug(base))),) if named else (),
        session=Session(str(base), user=user),
    )
    return project.contexts


def meet(disk: Path, one: str, other: str, more: dict[str, str] | None = None) -> str | None:
    """Return when the rules ``one.md`` and ``other.md`` with these patterns meet, with ``more`` files beside them."""
    rules = {".claude/rules/one.md": one, ".claude/rules/other.md": other}
    return contexts(disk, {**rules, **(more or {})}).meet(*rules)


# --- what takes part


def test_only_what_some_session_loads(tmp_path: Path) -> None:
    """AGENTS.md beside a CLAUDE.md, an agent's definition, templates and plain documents are out."""
    names = ("CLAUDE.md", "AGENTS.md", ".claude/agents/potter.md", "templates/CLAUDE.md", "docs/kiln.md", "README.md")
    assert contexts(tmp_path, dict.fromkeys(names, "")).documents == ("CLAUDE.md",)


def test_agents_md_where_it_loads(tmp_path: Path) -> None:
    assert contexts(tmp_path, {"AGENTS.md": ""}).documents == ("AGENTS.md",)


def test_imports_take_part(tmp_path: Path) -> None:
    found = contexts(tmp_path, {"CLAUDE.md": "@docs/kiln.md\n", "docs/kiln.md": ""})
    assert found.documents == ("CLAUDE.md", "docs/kiln.md")
    assert found.meet("CLAUDE.md", "docs/kiln.md") == LAUNCH


def test_a_link_is_the_same_file(tmp_path: Path) -> None:
    assert contexts(tmp_path, {"CLAUDE.md": "", ".claude/CLAUDE.md -> ../CLAUDE.md": ""}).documents == ("CLAUDE.md",)


@pytest.mark.parametrize("text", ["Wear gloves.\n", "Wear gloves.\r\n", "\nWear gloves."])
def test_a_copy_takes_part_once_for_all_its_places(text: str, tmp_path: Path) -> None:
    names = {"api/CLAUDE.md": "Wear gloves.\n", "web/CLAUDE.md": text, "web/CLAUDE.local.md": "Cool it down.\n"}
    found = contexts(tmp_path, names)
    assert found.documents == ("api/CLAUDE.md", "web/CLAUDE.local.md")
    assert found.meet("api/CLAUDE.md", "web/CLAUDE.local.md") == "both load when a file under web/ is used"


def test_an_unknown_path_never_meets(tmp_path: Path) -> None:
    found = contexts(tmp_path, {RULE: ""})
    assert found.cell("nowhere.md") is None
    assert found.meet(RULE, "nowhere.md") is None
    assert found.more_specific(RULE, "nowhere.md") == ""


# --- folders


def test_launch_and_folders(tmp_path: Path) -> None:
    names = ("CLAUDE.md", "CLAUDE.local.md", "api/CLAUDE.md", "api/db/CLAUDE.md", "web/CLAUDE.md", "webapp/CLAUDE.md")
    found = contexts(tmp_path, dict.fromkeys(names, ""))
    assert found.meet("CLAUDE.md", "CLAUDE.local.md") == LAUNCH
    assert found.meet("api/CLAUDE.md", "CLAUDE.md") == "both load when a file under api/ is used"
    assert found.meet("api/CLAUDE.md", "api/db/CLAUDE.md") == "both load when a file under api/db/ is used"
    assert found.meet("api/CLAUDE.md", "web/CLAUDE.md") is None
    assert found.meet("web/CLAUDE.md", "webapp/CLAUDE.md") is None
    assert found.cell("CLAUDE.md") == Context("launch")
    assert found.cell("api/db/CLAUDE.md") == Context("folder", "api/db")
    assert found.more_specific("api/db/CLAUDE.md", "api/CLAUDE.md") == "api/db/CLAUDE.md"
    assert found.more_specific("CLAUDE.md", "api/CLAUDE.md") == "api/CLAUDE.md"
    assert found.more_specific("CLAUDE.md", "CLAUDE.local.md") == ""
    assert found.more_specific("web/CLAUDE.md", "api/CLAUDE.md") == ""


def test_the_person_s_files_are_in_every_session(tmp_path: Path) -> None:
    names = {"../home/.claude/CLAUDE.md": "", "../home/.claude/rules/tone.md": "", "CLAUDE.md": "", "api/CLAUDE.md": ""}
    found = contexts(tmp_path, names, user=True)
    own = f"{tmp_path}/home/.claude/CLAUDE.md"
    assert found.meet(own, "CLAUDE.md") == LAUNCH
    assert found.meet(own, "api/CLAUDE.md") == "both load when a file under api/ is used"
    assert len(found.documents) == 4


# --- patterns


@pytest.mark.parametrize(
    ("one", "other", "files", "when"),
    [
        ("", "", [], LAUNCH),
        ("", "**/*.ts", [], "both load when a file that matches **/*.ts is used"),
        ("**/*.ts", "**/*.ts", [], "both load when a file that matches **/*.ts is used"),
        ("**/*.ts", "api/**", ["api/glaze.ts", "web/kiln.ts"], "both load when api/glaze.ts is used"),
        ("**/*.ts", "api/**", ["api/glaze.py", "web/kiln.ts"], None),
        ("**/*.ts", "**/*.py", ["glaze.ts", "glaze.py"], None),
        ("**/*.{ts,tsx}", "**/*.{tsx,jsx}", ["a.tsx"], "both load when a.tsx is used"),
        ("**/*.test.ts", "**/*.ts", [], "both load when a file that matches **/*.test.ts is used"),
        ("api/**", "api/db/**", [], "both load when a file that matches api/** is used"),
        ("api/**", "**/*.py", [], "both load when a file that matches api/** is used"),
        ("api/**/*.py", "db/**/*.py", [], None),
        ("api/**", "db/**", [], None),
        ("api/*.py", "api/d?/*.py", [], None),
        ("[ab]/*", "a/*", [], "both load when a file that matches [ab]/* is used"),
        ("[ab]/*", "[bc]/*", [], None),
    ],
)
def test_two_rules(one: str, other: str, files: list[str], when: str | None, tmp_path: Path) -> None:
    """A common file that is there decides, else examples that both match; what cannot be told is apart."""
    assert meet(tmp_path, one, other, dict.fromkeys(files, "x")) == when


def test_an_exclusion_counts(tmp_path: Path) -> None:
    files = {"src/a.ts": "x", "src/b.ts": "x"}
    assert meet(tmp_path, "src/*.ts !src/a.ts", "**/a.ts", files) is None


def test_nothing_is_taken_out_of_a_folder_that_matches(tmp_path: Path) -> None:
    files = {"src/gen/a.ts": "x", "src/b.py": "x"}
    assert meet(tmp_path, "src/** !src/gen/**", "**/*.ts", files) == "both load when src/gen/a.ts is used"


@pytest.mark.parametrize(
    ("globs", "files", "when"),
    [
        ("**/*.ts", ["api/a.ts"], "both load when a file under api/ that matches **/*.ts is used"),
        ("**/*.ts", ["web/a.ts"], None),
        ("**/*.ts", [], None),
        ("api/db/**", [], "both load when a file under api/ that matches api/db/** is used"),
        ("web/**", [], None),
    ],
)
def test_a_rule_and_a_folder(globs: str, files: list[str], when: str | None, tmp_path: Path) -> None:
    names = {".claude/rules/one.md": globs, "api/CLAUDE.md": "", **dict.fromkeys(files, "x")}
    assert contexts(tmp_path, names).meet(".claude/rules/one.md", "api/CLAUDE.md") == when


def test_rules_of_a_package(tmp_path: Path) -> None:
    """Patterns start from the folder that holds ``.claude``."""
    own, other = "api/.claude/rules/one.md", "web/.claude/rules/one.md"
    names = {
        "api/CLAUDE.md": "",
        own: "src/**",
        other: "src/**",
        ".claude/rules/all.md": "**/*.ts",
        "api/src/a.ts": "x",
    }
    found = contexts(tmp_path, names)
    assert found.cell(own) == Context("globs", "api", ("src",))
    assert found.meet(own, "api/CLAUDE.md") == "both load when a file under api/ that matches src/** is used"
    assert found.meet(own, other) is None
    assert found.meet(own, ".claude/rules/all.md") == "both load when api/src/a.ts is used"
    assert found.more_specific(own, "api/CLAUDE.md") == own
    assert found.more_specific(own, other) == ""


def test_the_rule_for_fewer_files_is_more_specific(tmp_path: Path) -> None:
    one, other = ".claude/rules/one.md", ".claude/rules/other.md"
    found = contexts(tmp_path, {one: "**/*.ts", other: "api/**/*.ts", "api/a.ts": "x", "b.ts": "x", RULE: ""})
    assert found.more_specific(one, other) == other
    assert found.more_specific(one, RULE) == one


# --- memories


def test_memories_and_instructions(tmp_path: Path) -> None:
    topics = ("memory/glazes.md", "memory/cones.md")
    header = "---\nname: {0}\ndescription: About {0}\nmetadata:\n  type: project\n---\n{0}\n"
    names = {RULE: "", INDEX: "- [Glazes](glazes.md) — all\n", **{path: header.format(path) for path in topics}}
    found = contexts(tmp_path, {**names, "api/CLAUDE.md": "", ".claude/rules/ts.md": "**/*.ts"})
    assert set(found.documents) == {*names, "api/CLAUDE.md", ".claude/rules/ts.md"}
    assert found.cell("memory/glazes.md") == Context("memory", "memory")
    opened = "both are in context when the memory is opened"
    assert [found.meet(*pair) for pair in ((RULE, topics[0]), topics, (INDEX, topics[0]))] == [opened] * 3
    assert found.meet(topics[0], "api/CLAUDE.md") == (
        "both are in context when a file under api/ is used and the memory is opened"
    )
    assert found.more_specific(RULE, topics[0]) == ""


def test_a_store_inside_a_package(tmp_path: Path) -> None:
    names = {"api/memory/MEMORY.md": "- [Glazes](glazes.md) — all\n", "api/memory/glazes.md": ""}
    found = contexts(tmp_path, {**names, RULE: "", "api/CLAUDE.md": "", "web/CLAUDE.md": ""})
    met = {
        name: found.meet("api/memory/glazes.md", name) is not None for name in (RULE, "api/CLAUDE.md", "web/CLAUDE.md")
    }
    assert met == {RULE: True, "api/CLAUDE.md": True, "web/CLAUDE.md": False}


def test_agents_do_not_see_each_other_s_memory(tmp_path: Path) -> None:
    mine, yours = (f".claude/agent-memory/{name}/MEMORY.md" for name in ("potter", "tester"))
    found = contexts(tmp_path, {mine: "", yours: "", RULE: ""})
    assert found.meet(mine, yours) is None
    assert found.meet(mine, RULE) == "both are in context when the agent potter opens its memory"


def test_auto_memory(tmp_path: Path) -> None:
    """Its index loads at launch, its topics on recall, and it is nothing to another store."""
    store, agent = "../home/.claude/projects/$SLUG/memory", ".claude/agent-memory/potter/MEMORY.md"
    names = {RULE: "", f"{store}/MEMORY.md": "- [Glazes](glazes.md) — all\n", f"{store}/glazes.md": "", agent: ""}
    found = contexts(tmp_path, names, user=True)
    index, topic = (
        f"{tmp_path}/home/.claude/projects/{slug(tmp_path / 'work')}/memory/{n}.md" for n in ("MEMORY", "glazes")
    )
    assert found.meet(index, RULE) == LAUNCH
    assert found.meet(index, topic) == "both are in context when the memory is opened"
    assert found.meet(topic, RULE) == "both are in context when the memory is opened"
    assert found.meet(agent, index) is None


@pytest.mark.parametrize(("store", "met"), [("$SLUG", True), ("-another-project", False)])
def test_a_memory_that_was_named(store: str, met: bool, tmp_path: Path) -> None:
    """The project's own memory meets its files without ``--user``, and that of another project does not."""
    folder = f"../home/.claude/projects/{store}/memory"
    names = {RULE: "", f"{folder}/MEMORY.md": "- [Glazes](glazes.md) — all\n", f"{folder}/glazes.md": ""}
    found = contexts(tmp_path, names, named=folder)
    topic = next(path for path in found.documents if path.endswith("glazes.md"))
    assert (found.meet(topic, RULE) is not None) is met


# --- size

FOLDERS = st.lists(st.lists(st.sampled_from("ab."), min_size=1, max_size=3).map("/".join), max_size=6)


@given(FOLDERS, FOLDERS, st.booleans())
def test_copies_meet_where_a_folder_of_one_lies_in_one_of_the_other(
    ones: list[str], others: list[str], root: bool
) -> None:
    """Two texts, each of them in many folders, are looked up as if each was compared with each."""
    one, other = (
        {folder.replace(".", f"{name}z") for folder in folders} for name, folders in (("c", ones), ("d", others))
    )
    texts = {f"{folder}/CLAUDE.md": "Fire slowly." for folder in sorted(one)}
    texts |= {f"{folder}/CLAUDE.md": "Fire fast." for folder in sorted(other - one)}
    if root:
        texts["CLAUDE.md"] = "Fire fast."
    with TemporaryDirectory() as disk:
        found = contexts(Path(disk), texts)
        first, second = (
            next((p for p in found.documents if texts[p] == text), "") for text in ("Fire slowly.", "Fire fast.")
        )
        met = found.meet(first, second)
    nested = any(f"{a}/".startswith(f"{b}/") or f"{b}/".startswith(f"{a}/") for a in one for b in other - one)
    assert (met is not None) is bool(one and (root or nested))


def test_work_for_copies_grows_with_their_number(tmp_path: Path) -> None:
    def work(count: int) -> int:
        names = {f"p{n}/CLAUDE.md": ("Fire slowly.", "Fire fast.")[n % 2] for n in range(count)}
        found = contexts(tmp_path / str(count), names)
        one, other = found.documents
        return calls(lambda: found.meet(one, other))

    assert work(400) < 6 * work(100)


def test_two_thousand_files(tmp_path: Path) -> None:
    names = {f".claude/rules/r{n}.md": f"p{n}/**" for n in range(1_000)} | {f"p{n}/CLAUDE.md": "" for n in range(1_000)}
    found = contexts(tmp_path, names)
    assert len(found.documents) == 2_000
    with soon():
        for n in range(999):
            assert found.meet(f"p{n}/CLAUDE.md", f"p{n + 1}/CLAUDE.md") is None
            assert found.meet(f".claude/rules/r{n}.md", f".claude/rules/r{n + 1}.md") is None
