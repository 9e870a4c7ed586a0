"""Which files are memory and of what kind: by name and place, by their headers, through links, for a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from memlint import check
from tests.conftest import Linter, told
from tests.project.repositories import git, kinds, repository
from tests.trees import plant

TOPIC = "---\nname: glazes\ndescription: How glazes are named\nmetadata:\n  type: project\n---\nAfter the recipe.\n"
INDEX = "- [Glazes](glazes.md) — how they are named\n"
PLACES = {
    "CLAUDE.md": "instructions",
    "CLAUDE.local.md": "instructions",
    "AGENTS.md": "instructions",
    ".claude/CLAUDE.md": "instructions",
    ".claude/AGENTS.md": "instructions",
    ".claude/rules/a.md": "rule_file",
    ".claude/rules/deep/er/a.md": "rule_file",
    ".claude/agents/a.md": "agent",
    ".claude/settings.json": "settings",
    ".claude/settings.local.json": "settings",
    ".claude/agent-memory/planner/MEMORY.md": "index",
    ".claude/agent-memory/planner/a.md": "topic",
    ".claude/agent-memory-local/planner/deep/a.md": "topic",
    ".claude/memory/a.md": "topic",
    ".claude/memory/MEMORY.md": "index",
}


@pytest.mark.parametrize("depth", ["", "one/", "one/two/three/"])
@pytest.mark.parametrize("place", PLACES)
def test_every_kind_at_every_depth(place: str, depth: str, lint: Linter) -> None:
    assert kinds(lint({depth + place: ""})) == {depth + place: PLACES[place]}


@pytest.mark.parametrize(
    "path",
    [
        "claude.md",
        "README.md",
        "docs/CLAUDE.md.bak",
        "XCLAUDE.md",
        "AGENTS.local.md",
        "AGENTS.override.md",
        ".agents/AGENTS.txt",
        "rules/a.md",
        ".claude/rules/a.mdc",
        ".claude/rules/a.txt",
        ".claude/rules-old/a.md",
        ".claude/docs/a.md",
        ".claude/agents/a.txt",
        ".claude/agent-memory/loose.md",
        "settings.json",
        "MEMORY.md",
        "docs/MEMORY.md",
        "memory/a.md",
    ],
)
def test_names_that_are_almost_right(path: str, lint: Linter) -> None:
    assert kinds(lint({path: "# A\n"})) == {}


@pytest.mark.parametrize("folder", ["memory", "memories", "docs/memory", "memory/team"])
def test_a_store_by_its_name(folder: str, lint: Linter) -> None:
    files = {f"{folder}/MEMORY.md": "- [A](deep/er/a.md)\n", f"{folder}/deep/er/a.md": "Text.\n"}
    assert kinds(lint(files)) == {f"{folder}/MEMORY.md": "index", f"{folder}/deep/er/a.md": "topic"}


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("type: project", True),
        ("metadata:\n  type: user", True),
        ("metadata:\n  node_type: memory", True),
        ("title: Glazes\ndescription: About glazes", False),
        ("kind: project", False),
    ],
)
def test_a_store_by_the_headers_of_its_files(header: str, found: bool, lint: Linter) -> None:
    files = {
        "notes/MEMORY.md": "- [Glazes](glazes.md)\n",
        "notes/glazes.md": f"---\nname: glazes\n{header}\n---\nText.\n",
        "notes/plain.md": "No header, so no memory: the folder is not one by its name.\n",
        "notes/deep/glazes.md": f"---\nname: glazes\n{header}\n---\nText.\n",
    }
    expected = {"notes/MEMORY.md": "index", "notes/glazes.md": "topic"} if found else {}
    assert kinds(lint(files)) == expected


def test_files_of_a_store_that_are_no_memories(lint: Linter) -> None:
    files = {f"memory/{name}": "# Text\n" for name in ("README.md", "schema.md", "CONTRIBUTING.md", "notes.txt")}
    files |= {"memory/MEMORY.md": INDEX, "memory/glazes.md": TOPIC, "memory/CLAUDE.md": "# C\n"}
    files |= {"memory/logs/2026/07/29/x.md": "Fired.\n", "memory/sessions/one.md": "Fired.\n"}
    assert kinds(lint(files)) == {
        "memory/CLAUDE.md": "instructions",
        "memory/MEMORY.md": "index",
        "memory/glazes.md": "topic",
    }


def test_the_team_store_is_one_of_its_own(lint: Linter) -> None:
    files = {
        "memory/MEMORY.md": INDEX,
        "memory/glazes.md": TOPIC,
        "memory/team/MEMORY.md": "- [Clay](clay.md) — where it is dug\n",
        "memory/team/clay.md": TOPIC,
    }
    report = lint(files)
    assert told(report) == []
    files["memory/MEMORY.md"] += "- [Clay](team/clay.md) — where it is dug\n"
    assert told(lint(files)) == []


def test_links_to_files_and_folders_of_rules(lint: Linter) -> None:
    report = lint(
        {
            "platform/a.md": "# A\n",
            "platform/deep/b.md": "# B\n",
            "platform/deep/c.txt": "no rule\n",
            "platform/loop -> loop": "",
            "platform/up -> ..": "",
            ".claude/rules/shared -> ../../platform": "",
            ".claude/rules/again -> shared": "",
            ".claude/rules/one.md -> ../../platform/a.md": "",
            ".claude/rules/own.md": "# O\n",
        }
    )
    found = {file.path: file.twins for file in report.files}
    assert set(found) == {"platform/a.md", "platform/deep/b.md", ".claude/rules/own.md"}
    assert ".claude/rules/shared/deep/b.md" in found["platform/deep/b.md"]
    assert {".claude/rules/one.md", ".claude/rules/shared/a.md"} <= set(found["platform/a.md"])
    assert told(report) == []


def test_a_linked_claude_folder(lint: Linter) -> None:
    report = lint({"common/rules/deep/a.md": "# A\n", "app/.claude -> ../common": ""})
    assert kinds(report) == {"common/rules/deep/a.md": "rule_file"}


@pytest.mark.parametrize("link", [".claude/rules/a.md", "CLAUDE.local.md", "Z/CLAUDE.local.md"])
def test_the_place_of_a_file_says_more_than_that_of_a_link(link: str, lint: Linter) -> None:
    up = "../" * link.count("/")
    (file,) = lint({"AGENTS.md": "# A\n", f"{link} -> {up}AGENTS.md": ""}).files
    assert (file.path, file.kind, file.scope, file.twins) == ("AGENTS.md", "instructions", "shared", (link,))


def test_a_link_out_of_the_project_keeps_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("@gone.md\n")
    base = plant(tmp_path / "p", {"CLAUDE.md -> ../outside.md": "", "x/CLAUDE.md -> ../CLAUDE.md": ""})
    report = check([base])
    assert kinds(report) == {"CLAUDE.md": "instructions", "x/CLAUDE.md": "instructions"}
    assert "CLAUDE.md:1:1 error imports/missing-target" in told(report)


def test_a_project_reached_through_a_link(tmp_path: Path) -> None:
    base = plant(
        tmp_path / "p",
        {"CLAUDE.md": "@docs/gone.md\n@docs/here.md\n", "docs/here.md": "", "AGENTS.md -> CLAUDE.md": ""},
    )
    (tmp_path / "link").symlink_to(base)
    through, direct = check([tmp_path / "link"]), check([base])
    assert told(direct) == ["CLAUDE.md:1:1 error imports/missing-target"]
    assert through.findings == direct.findings
    assert kinds(through) == kinds(direct)


def person(home: Path, config: str, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (home / config / name).parent.mkdir(parents=True, exist_ok=True)
        (home / config / name).write_text(text)
    return home


def test_the_configuration_folder_may_be_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = plant(tmp_path / "p", {"CLAUDE.md": "# A\n"})
    slug = str(base).replace("/", "-").replace("_", "-").replace(".", "-")
    files = {"CLAUDE.md": "# U\n", "rules/deep/mine.md": "# M\n", f"projects/{slug}/memory/MEMORY.md": INDEX}
    home = person(tmp_path / "home", "settings/agent", files)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "settings" / "agent"))
    report = check([base], user=True)
    assert {(file.path.removeprefix(f"{home}/settings/agent/"), file.kind, file.scope) for file in report.files} == {
        ("CLAUDE.md", "instructions", "user"),
        ("CLAUDE.md", "instructions", "shared"),
        ("rules/deep/mine.md", "rule_file", "user"),
        (f"projects/{slug}/memory/MEMORY.md", "index", "user"),
    }
    # An embedder that says which home is meant does not mean this machine's variable.
    assert {file.path for file in check([base], user=True, home=tmp_path / "none").files} == {"CLAUDE.md"}


def test_memories_of_a_person_need_no_index(tmp_path: Path) -> None:
    base = plant(tmp_path / "memory", {"CLAUDE.md": "# A\n", "notes.md": "A project that is called memory.\n"})
    slug = str(base).replace("/", "-").replace("_", "-").replace(".", "-")
    home = person(tmp_path / "home", ".claude", {f"projects/{slug}/memory/glazes.md": "Cobalt is blue.\n"})
    report = check([base], home=home, user=True)
    assert {(file.path.rpartition("/")[2], file.kind) for file in report.files} == {
        ("CLAUDE.md", "instructions"),
        ("glazes.md", "topic"),
    }


def test_worktrees_share_the_memory_of_their_repository(tmp_path: Path) -> None:
    base = repository(tmp_path / "main", {"CLAUDE.md": "# A\n"})
    git(base, "add", ".")
    git(base, "commit", "-qm", "x")
    git(base, "worktree", "add", "-q", str(tmp_path / "copy"))
    slug = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in str(base))
    home = person(tmp_path / "home", ".claude", {f"projects/{slug}/memory/MEMORY.md": INDEX})
    report = check([tmp_path / "copy"], home=home, user=True)
    assert f"{home}/.claude/projects/{slug}/memory/MEMORY.md" in kinds(report)
    assert [finding.rule for finding in report.findings] == ["index/dangling-entry"]


def test_a_long_path_is_found_by_the_start_of_its_slug(tmp_path: Path) -> None:
    base = plant(tmp_path / ("kiln-" * 40) / "p", {"CLAUDE.md": "# A\n"})
    slug = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in str(base))[:200]
    names = (f"{slug}-0a1b2c", slug[:199], f"{slug[:199]}x-0a1b2c")
    home = person(tmp_path / "home", ".claude", {f"projects/{name}/memory/MEMORY.md": INDEX for name in names})
    found = set(kinds(check([base], home=home, user=True)))
    assert found == {"CLAUDE.md", f"{home}/.claude/projects/{slug}-0a1b2c/memory/MEMORY.md"}


def test_the_home_folder_is_not_walked(tmp_path: Path) -> None:
    """A MEMORY.md in it, or above a file that is named, makes it no memory directory to search."""
    base = plant(tmp_path / "home" / "p", {"CLAUDE.md": "# A\n"})
    files = {"MEMORY.md": INDEX, ".claude/CLAUDE.md": "# U\n", "other/AGENTS.md": "# O\n", "other/deep/x.md": TOPIC}
    home = person(tmp_path / "home", ".", files)
    assert set(kinds(check([base], home=home, user=True))) == {"CLAUDE.md", f"{home}/.claude/CLAUDE.md"}
    named = check([home / "other" / "AGENTS.md"], root=base, home=home)
    assert set(kinds(named)) == {f"{home}/other/AGENTS.md"}


@pytest.mark.parametrize("name", ["glazes.md", "deep/er/clay.md", "MEMORY.md"])
def test_naming_one_file_of_a_store_outside(name: str, tmp_path: Path) -> None:
    """The whole store is read for it, so that links to the other memories are none into the void."""
    base = plant(tmp_path / "p", {"CLAUDE.md": "# A\n"})
    files = {"MEMORY.md": INDEX + "- [Clay](deep/er/clay.md) — [[glazes]]\n", "glazes.md": TOPIC + "See [[clay]].\n"}
    files["deep/er/clay.md"] = TOPIC.replace("glazes", "clay") + "See [[glazes]] and [[nothing-like-it]].\n"
    store = person(tmp_path, "elsewhere/memory", files) / "elsewhere" / "memory"
    report = check([store / name], root=base)
    assert set(kinds(report)) == {f"{store}/{name}"}
    expected = [f"{store}/deep/er/clay.md:8:20 warning links/broken-wikilink"] if "clay" in name else []
    assert told(report) == expected


def test_naming_one_file_of_a_store_that_its_headers_tell(tmp_path: Path) -> None:
    base = plant(tmp_path / "p", {"CLAUDE.md": "# A\n"})
    store = person(tmp_path, "notes", {"MEMORY.md": INDEX, "glazes.md": TOPIC, "sub/AGENTS.md": "# S\n"}) / "notes"
    assert kinds(check([store / "glazes.md"], root=base)) == {f"{store}/glazes.md": "topic"}
