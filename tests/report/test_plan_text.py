"""The load plan for people: what is read, what it costs, what is lost, on pages of every width."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from memlint.harness.facts import for_version
from memlint.project.plan import Moment, WhyNot
from memlint.report.plan import words
from memlint.report.visible import width
from tests.report.plans import drawn, index
from tests.report.test_visible import raw

HEADS = "  lines     bytes    tokens"
DEEP = {
    "CLAUDE.md": "# Root\n\n@a.md\n@gone.md @docs/logo.png @docs/\n",
    "a.md": "@b.md @docs/x.md\n",
    "b.md": "@c.md @a.md\n",
    "c.md": "@d.md\n",
    "d.md": "@e.md\n",
    "e.md": "deep\n",
    "docs/x.md": "X\n",
    "docs/logo.png": "",
}
AGENT = ".claude/agent-memory/planner"


def below(lines: list[str], title: str) -> list[str]:
    """Return the rows of a section, without the heads."""
    at = next(number for number, line in enumerate(lines) if line.startswith(title))
    rows = lines[at + 1 : lines.index("", at)]
    return [row for row in rows if row != HEADS]


# --- whole pages


def test_a_tree_in_load_order(tmp_path: Path) -> None:
    assert drawn(tmp_path, DEEP) == [
        f"Claude Code 2.1.288 in {tmp_path}/project",
        "",
        "At launch, in this order",
        HEADS,
        "      4        44        11  CLAUDE.md         ░░░░░░░░░░   2% of 200 lines advised",
        "      1        16         4    @a.md",
        "      1        11         3      @b.md",
        "      1         5         1        @c.md",
        "      1         5         1          @d.md",
        "                   not read            @e.md   is 5 hops down; 4 load",
        "                      again        @a.md       is in context already",
        "      1         1        <1      @docs/x.md",
        "                   not read    @gone.md        does not exist",
        "                   not read    @docs/logo.png  has an ending that is not imported",
        "                   not read    @docs/          is a folder; nothing is read from it",
        "      9        82        20  total",
        "",
        "Every session: 6 files, 9 lines, 82 bytes, about 20 tokens",
        (
            "Not read, or not whole: 1 missing import, 1 import too many hops down, 1 import of a folder, "
            "1 import with an ending that is not read"
        ),
    ]


def test_an_import_from_outside_waits(tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("outside\n")
    lines = drawn(tmp_path, {"CLAUDE.md": "@../outside.md\n"})
    assert lines[5].split("not read")[1].split(maxsplit=1) == [
        f"@{tmp_path}/outside.md",
        "is outside the working directory: the agent asks once before it loads",
    ]
    assert lines[-1] == "Not read, or not whole: 1 file waiting for approval"


def test_every_moment_has_its_section(tmp_path: Path) -> None:
    tree = {
        "CLAUDE.md": "root\n",
        "AGENTS.md": "agents\n",
        "pkg/CLAUDE.md": "package\n",
        "pkg/.claude/rules/tests.md": "---\npaths: test/**/*.py\n---\ntests\n",
        ".claude/rules/eager.md": "---\npaths: '*.py'\n---\n@../../docs/big.md\n",
        "docs/big.md": "big\n",
        f"{AGENT}/MEMORY.md": "- [a](a.md) — x\n",
        f"{AGENT}/a.md": "---\nname: a\n---\na\n",
    }
    assert drawn(tmp_path, tree)[1:] == [
        "",
        "At launch, in this order",
        HEADS,
        "      1         4         1  CLAUDE.md               ░░░░░░░░░░  <1% of 200 lines advised",
        "                      later  .claude/rules/eager.md  only its imports load now",
        "      1         3         1    @docs/big.md",
        "      2         7         2  total",
        "",
        "When a file in their folder is used (Read, Write, Edit)",
        "      1         7         2  pkg/CLAUDE.md  ░░░░░░░░░░  <1% of 200 lines advised",
        "",
        "When a file that they match is used (Read, Write, Edit)",
        "      1        18         4  .claude/rules/eager.md      for *.py",
        "      1         5         1  pkg/.claude/rules/tests.md  for test/**/*.py in pkg",
        "      2        23         5  all of them",
        "",
        "When the subagent starts",
        (
            "      1        17         4  .claude/agent-memory/planner/MEMORY.md  "
            "░░░░░░░░░░  <1% of 200 lines  agent planner"
        ),
        "",
        "When one seems to help",
        "      1         1        <1  .claude/agent-memory/planner/a.md  agent planner",
        "",
        "Never by itself",
        "  AGENTS.md  hidden by CLAUDE.md",
        "",
        "Every session: 2 files, 2 lines, 7 bytes, about 2 tokens",
        (
            "On demand, at most: 1 file by folder (about 2 tokens), 2 rule files by path (about 5 tokens), "
            "1 file of subagents (about 4 tokens), 1 file by recall (about 1 token)"
        ),
        "Not read, or not whole: 1 AGENTS.md hidden by another file",
    ]


def test_nothing_to_read_is_said(tmp_path: Path) -> None:
    assert drawn(tmp_path, {"README.md": "x"})[1:] == ["", "No memory file: an agent that starts here reads none"]


def test_files_that_bring_nothing(tmp_path: Path) -> None:
    assert drawn(tmp_path, {"CLAUDE.md": "\n\n", "CLAUDE.local.md": "<!-- later -->\n"})[2:] == [
        "At launch, in this order",
        HEADS,
        "                      empty  CLAUDE.md        has no text that loads",
        "                      empty  CLAUDE.local.md  has no text that loads",
        "",
        "Every session: no memory file is read",
        "Not read, or not whole: 2 empty files",
    ]


def test_a_memory_that_no_session_loads_has_no_heads(tmp_path: Path) -> None:
    lines = drawn(tmp_path, {"memory/MEMORY.md": "- [a](a.md) — x\n", "memory/a.md": "---\nname: a\n---\na\n"})
    assert lines[1:] == [
        "",
        "Never by itself",
        "  memory/MEMORY.md  no session loads this folder by itself",
        "  memory/a.md       no session loads this folder by itself",
        "",
        "Every session: no memory file is read",
        "Not read, or not whole: 2 files in folders that no session loads",
    ]


# --- bars


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (0, "0%"),
        (0.0001, "<1%"),
        (0.0099, "<1%"),
        (0.01, "1%"),
        (0.999, "99%"),
        (0.9999999, "99%"),
        (1, "100%"),
        (1.0001, "101%"),
        (230 / 200, "115%"),
        (57 / 100, "57%"),
        (29 / 100, "29%"),
        (104.8576, "10,485%"),
    ],
)
def test_percents_never_reach_a_limit_that_is_not_reached(share: float, expected: str) -> None:
    assert words.percent(share) == expected


@pytest.mark.parametrize(
    ("lines", "bar"),
    [
        (1, "░░░░░░░░░░  <1%"),
        (19, "░░░░░░░░░░   9%"),
        (20, "█░░░░░░░░░  10%"),
        (199, "█████████░  99%"),
        (200, "██████████ 100%"),
        (201, "██████████ 101%"),
        (2400, "██████████ 1,200%"),
    ],
)
def test_a_bar_is_full_at_the_limit(tmp_path: Path, lines: int, bar: str) -> None:
    (row,) = below(drawn(tmp_path, {"CLAUDE.md": "x\n" * lines}), "At launch")
    assert row.endswith(f"  CLAUDE.md  {bar} of 200 lines advised")


def test_a_bar_shows_the_limit_that_is_nearer(tmp_path: Path) -> None:
    rows = below(drawn(tmp_path, {"CLAUDE.md": "x\n" * 10 + "名" * 20_000, "CLAUDE.local.md": "x"}), "At launch")
    assert rows[0].endswith("CLAUDE.md        █████░░░░░  50% of 40,000 UTF-16 units advised")
    assert rows[1].endswith("CLAUDE.local.md  ░░░░░░░░░░  <1% of 200 lines advised  local")


def test_an_index_that_is_cut(tmp_path: Path) -> None:
    tree = {f"{AGENT}/MEMORY.md": "---\nname: x\n---\n# Memory\n" + index(240)}
    (row,) = below(drawn(tmp_path, tree), "When the subagent")
    assert re.fullmatch(
        r" +200 +[\d,]+ +[\d,]+  \S+/MEMORY\.md  ██████████ 120% of 200 lines  cut at line \d+: 41 lines never load, "
        r'from "- \[T199\]\(t199\.md\) — a hook" on; agent planner',
        row,
    )


def test_an_index_is_measured_without_its_header_and_comments(tmp_path: Path) -> None:
    """The lines on disk are over the limit, the units that load are: the bar is about these."""
    head = "---\nname: x\n---\n" + "<!--\n" + "note\n" * 300 + "-->\n"
    (row,) = below(drawn(tmp_path, {f"{AGENT}/MEMORY.md": head + index(100, "h" * 300)}), "When the subagent")
    assert re.search(r"██████████ 12\d% of 25,000 UTF-16 units  cut at", row)


def test_an_index_that_only_some_builds_cut(tmp_path: Path) -> None:
    (row,) = below(drawn(tmp_path, {f"{AGENT}/MEMORY.md": index(100, "记" * 120)}), "When the subagent")
    assert re.search(
        r"█████░░░░░  5\d% of 25,000 UTF-16 units  builds that count bytes load \d+ lines of it; agent", row
    )


def test_imports_and_rules_have_no_bar(tmp_path: Path) -> None:
    tree = {"CLAUDE.md": "@a.md\n", "a.md": "x\n" * 500, ".claude/rules/r.md": "x\n" * 500}
    rows = below(drawn(tmp_path, tree), "At launch")
    assert ["%" in row for row in rows] == [True, False, False, False]


# --- names and remarks


def test_globs_are_counted_when_there_are_many(tmp_path: Path) -> None:
    def rule(number: int) -> str:
        return "---\npaths:\n" + "".join(f'  - "{letter}/*"\n' for letter in "abcdef"[:number]) + "---\nx\n"

    tree = {f".claude/rules/{number}.md": rule(number) for number in (1, 4, 5, 6)}
    remarks = [row.partition("  for ")[2] for row in below(drawn(tmp_path, tree), "When a file that they match")]
    assert remarks == ["a/*", "a/*, b/*, c/*, d/*", "a/*, b/*, c/* and 2 more", "a/*, b/*, c/* and 3 more", ""]


def test_a_nested_agents_md_comes_with_read_alone(tmp_path: Path) -> None:
    tree = {"AGENTS.md": "a\n", "pkg/AGENTS.md": "p\n"}
    (row,) = below(drawn(tmp_path, tree), "When a file in their folder is used (Read, Write, Edit)")
    assert row.endswith("on Read alone")
    (row,) = below(drawn(tmp_path / "older", tree, version="2.1.280"), "When a file in their folder is used (Read)")
    assert "alone" not in row


def test_paths_below_home(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / ".claude/rules").mkdir(parents=True)
    (home / ".claude/CLAUDE.md").write_text("mine @~/prefs.md @~/gone.md\n")
    (home / "prefs.md").write_text("prefs\n")
    (home / ".claude/rules/mine.md").write_text("---\npaths: '*.py'\n---\nx\n")
    lines = drawn(tmp_path, {"CLAUDE.md": "x\n"}, user=True)
    assert str(home) not in "\n".join(lines)
    assert [row.split("  ")[-1] for row in below(lines, "At launch")[:1]] == ["user"]
    assert any(row.endswith("    @~/prefs.md") for row in lines)
    assert any(re.search(r"not read    @~/gone\.md +does not exist$", row) for row in lines)
    assert any(row.endswith("~/.claude/rules/mine.md  for *.py; user") for row in lines)


@pytest.mark.parametrize(
    ("path", "home", "expected"),
    [
        ("/home/me/a", "/home/me", "~/a"),
        ("/home/me", "/home/me", "~"),
        ("/home/mean/a", "/home/me", "/home/mean/a"),
        ("a/b", "/home/me", "a/b"),
        ("/etc/a", "/", "/etc/a"),
        ("/", "/", "/"),
        ("/etc/a", "", "/etc/a"),
        ("/home/me/a", "/home/me/", "~/a"),
    ],
)
def test_home(path: str, home: str, expected: str) -> None:
    assert words.name(path, home) == expected


def test_remarks_name_paths_below_home(tmp_path: Path) -> None:
    """The person's home lies around the project, and what is in it hides an AGENTS.md."""
    (tmp_path / "CLAUDE.md").write_text("above\n")
    lines = drawn(tmp_path, {"AGENTS.md": "x\n"}, home=tmp_path, machine=True)
    assert below(lines, "Never") == ["  AGENTS.md  hidden by ~/CLAUDE.md"]


def test_files_of_one_folder_or_one_name_are_counted(tmp_path: Path) -> None:
    tree = {"CLAUDE.md": "x\n", "memory/MEMORY.md": "- [0](0.md) — x\n"}
    tree |= {f"memory/{number}.md": "---\nname: a\n---\na\n" for number in range(6)}
    tree |= {f"app/{letter}/AGENTS.md": "x\n" for letter in "abcdef"}
    assert below(drawn(tmp_path, tree), "Never") == [
        "  app/**/AGENTS.md  6 files; hidden by CLAUDE.md",
        "  memory/MEMORY.md  no session loads this folder by itself",
        "  memory/           6 files; no session loads this folder by itself",
    ]
    few = {path: text for path, text in tree.items() if not path.startswith(("memory/0", "app/a"))}
    assert len(below(drawn(tmp_path / "few", few), "Never")) == 5 + 1 + 5


def test_recalled_files_are_counted_with_their_size(tmp_path: Path) -> None:
    tree = {f"{AGENT}/MEMORY.md": index(7)}
    tree |= {f"{AGENT}/t{number}.md": "---\nname: t\n---\nfact\nfact\n" for number in range(7)}
    (row,) = below(drawn(tmp_path, tree), "When one seems to help")
    assert row == f"     14        63        14  {AGENT}/  7 files; agent planner"


def test_names_show_nothing_raw(tmp_path: Path) -> None:
    key = "gh" + "p_" + "a1B2" * 9
    names = ("be\x07ll", "rtl\u202e", "two\nlines", "zero\u200b", "q'u\"o\\te")
    tree = {f"{name}/CLAUDE.md": "x\n" for name in names} | {"CLAUDE.md": f"@docs/{key}.md @docs/real-{key}.md\n"}
    tree[f"docs/real-{key}.md"] = "x\n"
    page = "\n".join(drawn(tmp_path, tree, columns=90))
    assert raw(page) == []
    assert key not in page
    assert "@docs/ghp_….md" in page
    assert r"two\x0alines/CLAUDE.md" in page


def test_wide_characters_take_two_columns(tmp_path: Path) -> None:
    rows = below(drawn(tmp_path, {"文档/规则/CLAUDE.md": "x\n", "docs/CLAUDE.md": "x\n"}), "When a file in")
    assert len({width(row.partition("░")[0]) for row in rows if "░" in row}) == 1


# --- what a session is about


WORK = {
    "CLAUDE.md": "root\n",
    "pkg/CLAUDE.md": "package\n",
    ".claude/rules/py.md": "---\npaths: '*.py'\n---\npy\n",
    "pkg/a.py": "",
    "other/CLAUDE.md": "other\n",
}


def test_working_on_a_file(tmp_path: Path) -> None:
    lines = drawn(tmp_path, WORK, target="pkg/a.py")
    assert lines[0] == f"Claude Code 2.1.288 in {tmp_path}/project, working on pkg/a.py"
    assert below(lines, "With pkg/a.py, by its folder (Read, Write, Edit)")
    assert below(lines, "With pkg/a.py, by its path (Read, Write, Edit)")
    assert "other" not in "\n".join(lines)
    assert lines[-1] == "Working on pkg/a.py: 3 files, 3 lines, 13 bytes, about 3 tokens"


def test_working_on_a_file_that_is_not_there_yet(tmp_path: Path) -> None:
    lines = drawn(tmp_path, WORK, target="new/a.txt")
    assert lines[0].endswith(", working on new/a.txt (which does not exist yet)")
    assert lines[-2:] == [
        "Nothing more comes in with new/a.txt",
        "Working on new/a.txt: 1 file, 1 line, 4 bytes, about 1 token",
    ]


def test_working_outside_of_where_the_session_is(tmp_path: Path) -> None:
    lines = drawn(tmp_path, WORK, cwd="pkg", target="other/a.txt")
    project = f"{tmp_path}/project"
    assert lines[0] == (
        f"Claude Code 2.1.288 in {project}/pkg, working on other/a.txt (which does not exist yet); "
        f"names are relative to {project}"
    )
    assert lines[-2] == "Nothing more comes in with other/a.txt: it lies outside the working directory"


def test_after_a_compaction(tmp_path: Path) -> None:
    lines = drawn(tmp_path, {**WORK, "CLAUDE.local.md": "@gone.md\n"}, after_compact=True)
    assert len(below(lines, "Read again after a compaction, in this order")) == 3
    assert len(below(lines, "Lost at a compaction; back when a file in their folder is used (Read, Write, Edit)")) == 3
    assert below(lines, "Lost at a compaction; back when a file that they match is used (Read, Write, Edit)")
    assert "gone" not in "\n".join(lines)
    assert lines[-2:] == [
        "After a compaction: 2 files, 2 lines, 12 bytes, about 3 tokens",
        "Lost until used: 2 files by folder (about 3 tokens), 1 rule file by path (about 1 token)",
    ]


# --- pages


@pytest.mark.parametrize("columns", [40, 60, 71, 72, 80, 100, 120, 200])
def test_no_line_is_wider_than_the_page(tmp_path: Path, columns: int) -> None:
    tree = {**DEEP, "memory/MEMORY.md": "x\n", f"{AGENT}/MEMORY.md": index(240), "文档/CLAUDE.md": "名 " * 90}
    for line in drawn(tmp_path, tree, columns=columns):
        assert line == line.rstrip()
        words_of_line = line.split("  ")[-1].split(" ")  # behind numbers and indentation: a name is never broken
        assert width(line) <= columns or len(words_of_line) == 1, line


def test_a_narrow_page_says_the_same(tmp_path: Path) -> None:
    tree = {**DEEP, f"{AGENT}/MEMORY.md": index(240)}
    wide, narrow = drawn(tmp_path, tree), drawn(tmp_path, tree, columns=50)
    assert " ".join(" ".join(wide).split()) == " ".join(" ".join(narrow).split())


def test_what_does_not_fit_goes_below_its_name(tmp_path: Path) -> None:
    tree = {"CLAUDE.md": "x\n", "packages/web-application/source/CLAUDE.md": "x\n"}
    assert below(drawn(tmp_path, tree, columns=80), "When a file in") == [
        "      1         1        <1  packages/web-application/source/CLAUDE.md",
        "                                 ░░░░░░░░░░  <1% of 200 lines advised",
    ]


def test_ascii_bars(tmp_path: Path) -> None:
    (row,) = below(drawn(tmp_path, {"CLAUDE.md": "x\n" * 50}, plain=True), "At launch")
    assert row.endswith("CLAUDE.md  ##........  25% of 200 lines advised")


def test_colours_say_nothing_that_the_words_do_not(tmp_path: Path) -> None:
    tree = {**DEEP, "CLAUDE.local.md": "x\n" * 300, "AGENTS.md": "x\n", f"{AGENT}/MEMORY.md": index(240)}
    lines = drawn(tmp_path, tree, colour=True)
    assert [re.sub(r"\x1b\[\d+m", "", line) for line in lines] == drawn(tmp_path, tree)
    painted = "\n".join(lines)
    assert "\x1b[31m                   not read    @gone.md\x1b[0m" in painted
    assert "\x1b[33m██████████ 150% of 200 lines advised\x1b[0m" in painted
    assert "\x1b[31m██████████ 120% of 200 lines\x1b[0m" in painted
    for line in lines:
        assert line.count("\x1b[0m") * 2 == line.count("\x1b[")


# --- numbers


@pytest.mark.parametrize(
    ("number", "expected"),
    [(0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (1234, "1,230"), (65_226, "65,200"), (1_048_576, "1,050,000")],
)
def test_estimates_have_three_digits(number: int, expected: str) -> None:
    assert words.about(number) == expected


@pytest.mark.parametrize(
    ("number", "word", "expected"),
    [
        (1, "file", "1 file"),
        (0, "file", "0 files"),
        (1200, "file", "1,200 files"),
        (2, "file{s} by path", "2 files by path"),
    ],
)
def test_plurals(number: int, word: str, expected: str) -> None:
    assert words.counted(number, word) == expected


def test_every_reason_and_moment_has_words() -> None:
    reasons: set[WhyNot] = {why for why in get_args(WhyNot) if why not in ("", "duplicate")}
    told = words.losses(dict.fromkeys(reasons, 2)).split(", ")
    assert len(told) == len(reasons)
    assert all(re.match(r"2 (?:\w+ )?(?:files|imports|paths|links|AGENTS\.md)\b", text) for text in told), told
    for moment in get_args(Moment):
        assert words.title(moment, for_version(), "", after_compact=False)


def test_a_lost_line_shows_no_half_of_a_secret(tmp_path: Path) -> None:
    """The line is cut between words: half a credential would not be recognised as one."""
    token = "gh" + "p_" + "a1B2c3D4e5" * 4
    for padding in range(60):
        entry = f"- [T](t.md) — {'h' * padding} the key is {token} today\n"
        files = {"CLAUDE.md": "# Kiln\n", f"{AGENT}/MEMORY.md": index(200) + entry}
        page = "\n".join(drawn(tmp_path / str(padding), files))
        assert "1 line never loads, from" in page
        assert token[:6] not in page


def test_samples_load_as_all_else_does(tmp_path: Path) -> None:
    """A linter lets templates and fixtures pass; the agent reads them."""
    files = {"CLAUDE.md": "# Kiln\n", "templates/CLAUDE.md": "# {{name}}\n", "src/fixtures/CLAUDE.md": "# F\n"}
    page = "\n".join(drawn(tmp_path, {**files, "node_modules/x/CLAUDE.md": "# X\n"}, machine=True))
    assert "templates/CLAUDE.md" in page
    assert "src/fixtures/CLAUDE.md" in page
    assert "node_modules" not in page
