"""The project as rules see it: the same for a file however it was asked for, in whatever order the disk answers."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memlint import Project, Report, Settings, UsageError, check
from memlint.engine.docs import sections
from memlint.harness.facts import for_version
from tests.conftest import Linter, told
from tests.project.repositories import kinds, repository
from tests.trees import plant

CASES = Path(__file__).parent.parent / "cases"
#: Trees with findings of every family, small ones, one for each rule that fires in it.
TREES = [
    path
    for path in sorted(CASES.rglob("*.txt"))
    if path.stat().st_size < 3_000 and " such lines" not in path.read_text()
]
BROKEN = {
    "CLAUDE.md": "@docs/start.md and @docs/gone.md\n",
    "docs/start.md": "@../CLAUDE.md\n@nowhere.md\n",
    "apps/web/AGENTS.md": "@gone.md\n",
    ".claude/rules/a.md": "@../gone.md\n",
    ".claude/rules/shared -> ../../platform": "",
    "platform/b.md": "@gone.md\n",
    "memory/MEMORY.md": "- [A](a.md)\n- [B](b.md)\n",
    "memory/a.md": "See [[bb]].\n",
    "memory/deep/c.md": "Text.\n",
    "bad/CLAUDE.md": "caf\\xe9\n",
    "loop/CLAUDE.md -> CLAUDE.md": "",
}


def everything(base: Path, *paths: Path) -> Report:
    return check(list(paths) or [base], root=base, home=base.parent / "home", select=["all"])


@pytest.mark.parametrize("plan", [plant, repository])
def test_findings_do_not_depend_on_how_a_file_was_asked_for(plan: type, tmp_path: Path) -> None:
    base = plan(tmp_path / "p", BROKEN)
    whole = everything(base)
    assert len({finding.path for finding in whole.findings}) >= 8
    for file in whole.files:
        alone = everything(base, base / file.path)
        touching = [f for f in whole.findings if file.path in (f.path, *(place.path for place in f.related))]
        assert list(alone.findings) == touching
        assert alone.texts == whole.texts
    for folder in ("docs", "apps", "apps/web", ".claude", "memory", "bad", "platform"):
        inside = [f for f in whole.findings if f.path.startswith(f"{folder}/")]
        found = everything(base, base / folder).findings
        assert [finding for finding in found if finding.path.startswith(f"{folder}/")] == inside


@pytest.mark.parametrize("case", TREES, ids=lambda path: path.relative_to(CASES).with_suffix("").as_posix())
def test_the_same_for_every_case(case: Path, tmp_path: Path) -> None:
    files = sections(case.read_text("utf-8"))
    del files["expect"]
    base = plant(tmp_path / "p", files)
    whole = everything(base)
    for file in whole.files:
        alone = everything(base, base / file.path).findings
        assert [f for f in alone if f.path == file.path] == [f for f in whole.findings if f.path == file.path]
    # a file that is no memory file has findings too: one whose name or folder no agent reads
    names = {file.path for file in whole.files} | {finding.path for finding in whole.findings}
    pieces = everything(base, *(base / name for name in sorted(names)))
    assert pieces.findings == whole.findings


@contextmanager
def shuffled(seed: int) -> Iterator[None]:
    """Let folders be listed in another order."""
    real = os.scandir

    class Shuffled:
        def __init__(self, path: str) -> None:
            with real(path) as entries:
                self.entries = sorted(entries, key=lambda entry: entry.name)
            random.Random(seed).shuffle(self.entries)

        def __enter__(self) -> list[os.DirEntry[str]]:
            return self.entries

        def __exit__(self, *_: object) -> None:
            pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "scandir", Shuffled)
        yield


def test_the_order_of_the_disk_does_not_matter(tmp_path: Path) -> None:
    more = {".claude/rules/again -> shared": "", ".claude/rules/one.md -> ../../platform/b.md": "", "x -> apps": ""}
    base = plant(tmp_path / "p", {**BROKEN, **more, "AGENTS.md -> CLAUDE.md": ""})
    first = everything(base)._replace(seconds=0.0, durations={})
    assert [file.twins for file in first.files if file.path == "CLAUDE.md"] == [("AGENTS.md",)]
    for seed in range(5):
        with shuffled(seed):
            assert everything(base)._replace(seconds=0.0, durations={}) == first


def test_contents_stand_for_files_of_every_kind(lint: Linter, tmp_path: Path) -> None:
    base = tmp_path / "project"
    files = {
        "CLAUDE.md": "@a.md\n",
        "a.md": "Fine.\n",
        "memory/MEMORY.md": "- [A](a.md) — a glaze\n",
        "memory/a.md": "Fine.\n",
    }
    assert told(lint(files)) == []
    changed = {
        "CLAUDE.md": b"@gone.md\n",
        "memory/MEMORY.md": b"- [A](a.md) and [B](b.md), two glazes\n",
        "memory/a.md": b"[[gone]]\n",
    }
    contents = {str(base / name): data for name, data in changed.items()}
    assert told(lint({}, contents=contents)) == [
        "CLAUDE.md:1:1 error imports/missing-target",
        "memory/MEMORY.md:1:17 error index/dangling-entry",
        "memory/a.md:1:1 warning links/broken-wikilink",
    ]
    assert told(lint({}, "a.md", contents={str(base / "a.md"): b"@gone.md\n"})) == [
        "a.md:1:1 error imports/missing-target"
    ]


def test_contents_for_a_link_and_for_what_is_on_no_disk(lint: Linter, tmp_path: Path) -> None:
    base = tmp_path / "project"
    lint({"AGENTS.md": "Fine.\n", "CLAUDE.md -> AGENTS.md": ""})
    report = lint({}, "CLAUDE.md", contents={str(base / "CLAUDE.md"): b"@gone.md\n"})
    assert told(report) == ["AGENTS.md:1:1 error imports/missing-target"]
    new = {str(base / "apps" / "CLAUDE.md"): b"@gone.md\n"}
    assert told(lint({}, "apps/CLAUDE.md", contents=new)) == ["apps/CLAUDE.md:1:1 error imports/missing-target"]
    with pytest.raises(UsageError, match="no such file or folder"):
        lint({}, "apps/CLAUDE.md")


def test_contents_may_be_too_large_or_no_text(lint: Linter, tmp_path: Path) -> None:
    path = str(tmp_path / "project" / "CLAUDE.md")
    report = lint({"CLAUDE.md": "# A\n"}, contents={path: b"caf\xe9"})
    assert told(report) == ["CLAUDE.md:1:1 error source/not-utf8"]
    report = lint({}, contents={path: b"x" * (4 * 1024 * 1024 + 1)})
    assert told(report) == ["CLAUDE.md:1:1 error budget/instructions-skipped"]


def test_paths_outside_the_root(tmp_path: Path) -> None:
    base = plant(tmp_path / "p", {"CLAUDE.md": "@gone.md\n"})
    for name in ("other/CLAUDE.md", "other/deep/AGENTS.md", "other/deep/x.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("@gone.md\n")
    report = check([tmp_path / "other"], root=base)
    assert kinds(report) == {
        f"{tmp_path}/other/CLAUDE.md": "instructions",
        f"{tmp_path}/other/deep/AGENTS.md": "instructions",
    }
    assert {finding.path for finding in report.findings} == set(kinds(report))
    both = check([base / "CLAUDE.md", tmp_path / "other" / "CLAUDE.md"], root=base)
    assert set(kinds(both)) == {"CLAUDE.md", f"{tmp_path}/other/CLAUDE.md"}


def test_several_projects_in_one_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = plant(tmp_path / "one", {"CLAUDE.md": "@gone.md\n"})
    two = plant(tmp_path / "two", {"CLAUDE.md": "@gone.md\n"})
    monkeypatch.chdir(one)
    report = check([two, one])
    assert [finding.path for finding in report.findings] == [f"{two}/CLAUDE.md", "CLAUDE.md"]
    assert set(report.texts) == {"CLAUDE.md", f"{two}/CLAUDE.md"}


def test_excluded_files_are_not_read(lint: Linter) -> None:
    settings = Settings(exclude=("apps/", "/memory/deep/**", "bad/CLAUDE.md"))
    report = lint(BROKEN, settings=settings)
    left = set(kinds(report))
    assert "CLAUDE.md" in left
    assert not {"apps/web/AGENTS.md", "memory/deep/c.md", "bad/CLAUDE.md"} & (left | set(report.texts))
    assert not [line for line in told(report) if line.startswith(("apps", "bad", "memory/deep"))]


def project(base: Path, files: dict[str, str]) -> Project:
    return Project(str(plant(base, files)), home="/nowhere", config="/nowhere/.claude", facts=for_version())


def test_what_rules_ask(tmp_path: Path) -> None:
    found = project(tmp_path / "p", {**BROKEN, "lib/nowhere.md": "", "docs/x/gone.md": "", "gone.md": ""})
    assert found.exists("docs")
    assert found.exists("docs/start.md")
    assert found.exists("loop/CLAUDE.md")
    assert not found.exists("docs/stop.md")
    assert not found.exists("docs\0")
    assert found.near("docs/nowhere.md") == ("lib/nowhere.md",)
    assert found.near("elsewhere/gone.md") == ("gone.md", "docs/x/gone.md")
    assert found.near("gone.md") == ("docs/x/gone.md",)
    assert [document.path for document in found.instructions()] == ["CLAUDE.md", "apps/web/AGENTS.md"]
    assert [document.path for document in found.rule_files()] == [".claude/rules/a.md", "platform/b.md"]
    assert [(unread.path, unread.reason) for unread in found.unread] == [
        ("bad/CLAUDE.md", "not-utf8"),
        ("loop/CLAUDE.md", "unreadable"),
    ]
    assert found.file("docs/start.md") is not None
    assert found.file("docs/stop.md") is None
    assert list(found.documents) == sorted(found.documents)


def test_an_index_that_cannot_be_read_leaves_its_topics(tmp_path: Path) -> None:
    found = project(tmp_path / "p", {"memory/MEMORY.md": "caf\\xe9", "memory/a.md": "Text.\n"})
    assert found.memories.indexes == ()
    assert [topic.document.path for topic in found.memories.topics] == ["memory/a.md"]
