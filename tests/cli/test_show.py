"""``memlint show`` as a person or a script runs it: flags, exit codes, switches, pipes and narrow terminals."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import CLEAN, Shell
from tests.cli.test_startup import HEAVY, loaded

TREE = {
    "CLAUDE.md": "root @docs/a.md\n",
    "CLAUDE.local.md": "local\n",
    "docs/a.md": "# A\n",
    ".claude/rules/all.md": "all\n",
    ".claude/rules/python.md": "---\npaths: '**/*.py'\n---\npython\n",
    "pkg/CLAUDE.md": "package @../docs/a.md\n",
    "pkg/.claude/rules/tests.md": "---\npaths: tests/**\n---\ntests\n",
    "pkg/deep/CLAUDE.md": "deep\n",
    "pkg/deep/a.py": "",
    "other/CLAUDE.md": "other\n",
    "other/b.txt": "",
}
LAUNCH = ["CLAUDE.md", "docs/a.md", ".claude/rules/all.md", "CLAUDE.local.md"]


def files(shell: Shell, *words: str | Path, **how: Any) -> list[dict[str, Any]]:
    """Return the files of ``show --json``."""
    run = shell.run("show", "--json", *words, **how)
    assert (run.code, run.err) == (0, "")
    found: list[dict[str, Any]] = json.loads(run.out)["files"]
    return found


def read(shell: Shell, *words: str | Path, **how: Any) -> list[str]:
    """Return the paths of what brings something, what loads at launch first."""
    found = [file for file in files(shell, *words, **how) if file["contributes"]]
    return [file["path"] for file in sorted(found, key=lambda file: bool(file["moment"] != "launch"))]


# --- where the agent starts


def test_it_starts_at_the_root_of_the_project(shell: Shell) -> None:
    root = shell.plant(TREE)
    run = shell.run("show", cwd=root / "pkg/deep")
    assert run.code == 0
    assert run.err == ""
    assert run.out.startswith(f"Claude Code 2.1.288 in {root}\n\nAt launch, in this order\n")
    assert run.out == shell.run("show").out == shell.run("show", root).out


@pytest.mark.parametrize("words", [["pkg"], ["--cwd", "pkg"], [".", "--cwd", "pkg"]])
def test_it_starts_where_it_is_told(shell: Shell, words: list[str]) -> None:
    root = shell.plant(TREE)
    lines = shell.run("show", *words).out.splitlines()
    assert lines[0] == f"Claude Code 2.1.288 in {root}/pkg; names are relative to {root}"
    assert files(shell, *words)[0]["origin"] == "parent_dir"


def test_the_imports_of_a_folder_above_wait_for_approval(shell: Shell) -> None:
    """Case 23: a root stub that only imports gives a session in a sub-folder nothing but the stub."""
    shell.plant(TREE)
    found = {(file["path"], file["imported_by"]): file for file in files(shell, "--cwd", "pkg")}
    waiting = found["docs/a.md", "CLAUDE.md"]
    assert (waiting["why_not"], waiting["contributes"], waiting["moment"]) == ("needs-approval", False, "launch")
    assert found["pkg/CLAUDE.md", None]["moment"] == "launch"
    assert found["pkg/deep/CLAUDE.md", None]["moment"] == "directory"
    assert found["other/CLAUDE.md", None]["why_not"] == "elsewhere"
    assert not [file for file in files(shell) if file["why_not"] == "needs-approval"]


def test_names_are_seen_from_here_or_from_the_project(shell: Shell) -> None:
    root = shell.plant(TREE)
    elsewhere = shell.plant({}, "elsewhere")
    inside = read(shell, "--cwd", "pkg", "--for", "pkg/deep/a.py")
    assert read(shell, root, "--cwd", "pkg", "--for", "pkg/deep/a.py", cwd=elsewhere) == inside
    assert read(shell, "--cwd", root / "pkg", "--for", "deep/a.py", cwd=root / "pkg") == inside


def test_a_project_that_is_reached_by_a_link(shell: Shell) -> None:
    root = shell.plant(TREE)
    link = shell.base / "link"
    link.symlink_to(root)
    target = ("--for", "pkg/deep/a.py")
    expected = read(shell, *target)
    assert read(shell, link, "--for", link / "pkg/deep/a.py") == expected
    assert read(shell, link, "--for", root / "pkg/deep/a.py") == expected
    assert read(shell, root, "--for", link / "pkg/deep/a.py") == expected


def test_without_a_repository(shell: Shell) -> None:
    folder = shell.base / "loose"
    folder.mkdir()
    (folder / "CLAUDE.md").write_text("x\n")
    assert read(shell, folder, cwd=folder) == ["CLAUDE.md"]


# --- what the agent works on


@pytest.mark.parametrize(
    ("target", "more"),
    [
        ("README.md", []),
        ("main.py", [".claude/rules/python.md"]),
        ("pkg/a.txt", ["pkg/CLAUDE.md"]),
        ("pkg/deep/a.py", ["pkg/CLAUDE.md", "pkg/deep/CLAUDE.md", ".claude/rules/python.md"]),
        ("pkg/deep/new.py", ["pkg/CLAUDE.md", "pkg/deep/CLAUDE.md", ".claude/rules/python.md"]),
        ("pkg/tests/new.txt", ["pkg/CLAUDE.md", "pkg/.claude/rules/tests.md"]),
        ("tests/new.txt", []),
        ("new/folder/new.py", [".claude/rules/python.md"]),
        ("../elsewhere/a.py", []),
        ("other/b.txt", ["other/CLAUDE.md"]),
    ],
)
def test_working_on(shell: Shell, target: str, more: list[str]) -> None:
    shell.plant(TREE)
    found = read(shell, "--for", target)
    assert found[:4] == LAUNCH
    assert sorted(found[4:]) == sorted(more)


def test_working_on_is_told_in_the_text(shell: Shell) -> None:
    root = shell.plant(TREE)
    lines = shell.run("show", "--for", "other/new.txt").out.splitlines()
    assert lines[0].endswith(", working on other/new.txt (which does not exist yet)")
    assert "With other/new.txt, by its folder (Read, Write, Edit)" in lines
    assert lines[-1].startswith("Working on other/new.txt: 5 files, 5 lines, ")
    lines = shell.run("show", "--for", "../else.py").out.splitlines()
    assert lines[-2] == f"Nothing more comes in with {root.parent}/else.py: it lies outside the working directory"


def test_after_a_compaction(shell: Shell) -> None:
    shell.plant({**TREE, "AGENTS.md": "x\n", "gone.md": ""})
    found = files(shell, "--after-compact")
    assert {file["path"]: file["after_compact"] for file in found} == {
        **dict.fromkeys(LAUNCH, "back"),
        **dict.fromkeys(("pkg/CLAUDE.md", "pkg/deep/CLAUDE.md", "other/CLAUDE.md"), "lost"),
        **dict.fromkeys((".claude/rules/python.md", "pkg/.claude/rules/tests.md"), "lost"),
    }
    out = shell.run("show", "--after-compact").out
    assert "\nRead again after a compaction, in this order\n" in out
    assert "\nLost at a compaction; back when a file in their folder is used (Read, Write, Edit)\n" in out
    assert "\nAfter a compaction: 4 files, 4 lines, " in out
    assert [file["path"] for file in files(shell, "--after-compact", "--for", "other/b.txt")] == [
        *LAUNCH,
        "other/CLAUDE.md",
    ]


# --- the person's own files


def plant_home(shell: Shell, root: Path) -> Path:
    """Give the person instructions, rules and this project's memory; return the memory's folder."""
    slug = re.sub(r"[^A-Za-z0-9]", "-", str(root))
    memory = shell.home / ".claude/projects" / slug / "memory"
    (memory / "team").mkdir(parents=True)
    (shell.home / ".claude/rules").mkdir()
    (shell.home / ".claude/CLAUDE.md").write_text("mine @~/prefs.md\n")
    (shell.home / "prefs.md").write_text("prefs\n")
    (shell.home / ".claude/rules/mine.md").write_text("rule\n")
    (memory / "MEMORY.md").write_text("".join(f"- [t{number}](t.md) — x\n" for number in range(230)))
    (memory / "t.md").write_text("---\nname: t\n---\nfact\n")
    (memory / "team/MEMORY.md").write_text("- [a](a.md) — x\n")
    return memory


def test_the_persons_own_files(shell: Shell) -> None:
    root = shell.plant(TREE)
    memory = plant_home(shell, root)
    assert read(shell)[:4] == LAUNCH
    found = files(shell, "--user")
    told = [(file["path"].replace(str(shell.home), "~"), file["tier"]) for file in found if file["moment"] == "launch"]
    slug = memory.parent.name
    assert told == [
        ("~/.claude/CLAUDE.md", "user"),
        ("~/prefs.md", "user"),
        ("~/.claude/rules/mine.md", "user"),
        *((path, "local" if "local" in path else "project") for path in LAUNCH),
        (f"~/.claude/projects/{slug}/memory/MEMORY.md", "auto-memory"),
        (f"~/.claude/projects/{slug}/memory/team/MEMORY.md", "team-memory"),
    ]
    (cut,) = (file for file in found if file["why_not"] == "cut")
    assert (cut["lines"], cut["loaded_lines"], cut["contributes"]) == (230, 200, True)
    assert [file["moment"] for file in found if file["path"].endswith("/t.md")] == ["recall"]


def test_paths_below_home_are_short(shell: Shell) -> None:
    root = shell.plant(TREE)
    plant_home(shell, root)
    out = shell.run("show", "--user").out
    assert str(shell.home) not in out
    assert re.search(
        r"200 +[\d,]+ +[\d,]+ +~/\.claude/projects/\S+/memory/MEMORY\.md +██████████ 115% of 200 lines", out
    )


def test_the_configuration_directory_moves(shell: Shell) -> None:
    shell.plant(TREE)
    (shell.base / "conf").mkdir()
    (shell.base / "conf/CLAUDE.md").write_text("moved\n")
    found = read(shell, "--user", env={"CLAUDE_CONFIG_DIR": str(shell.base / "conf")})
    assert found[0] == f"{shell.base}/conf/CLAUDE.md"


# --- switches


@pytest.mark.parametrize("switch", ["CLAUDE_CODE_DISABLE_CLAUDE_MDS", "CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE"])
def test_all_is_switched_off(shell: Shell, switch: str) -> None:
    root = shell.plant(TREE)
    plant_home(shell, root)
    assert read(shell, "--user", env={switch: "1"}) == []
    out = shell.run("show", env={switch: "1"}).out
    assert f"not read  CLAUDE.md             switched off by {switch}\n" in out
    assert "\nEvery session: no memory file is read\nNot read, or not whole: 8 files switched off\n" in out
    assert read(shell, env={switch: "0"}) == read(shell)


def test_auto_memory_is_switched_off_alone(shell: Shell) -> None:
    root = shell.plant(TREE)
    plant_home(shell, root)
    found = files(shell, "--user", env={"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"})
    assert {file["tier"] for file in found if file["why_not"] == "switched-off"} == {"auto-memory", "team-memory"}
    assert "CLAUDE.md" in [file["path"] for file in found if file["contributes"]]


@pytest.mark.parametrize(
    ("sources", "gone"),
    [
        ("user,project,local", []),
        ("project,user", ["CLAUDE.local.md"]),
        (" project , local ", []),
        ("user", [*LAUNCH, ".claude/rules/python.md", "pkg/CLAUDE.md"]),
    ],
)
def test_setting_sources(shell: Shell, sources: str, gone: list[str]) -> None:
    shell.plant(TREE)
    found = read(shell, "--setting-sources", sources)
    assert set(found) & set(gone) == set()
    assert ("CLAUDE.local.md" in found) is ("CLAUDE.local.md" not in gone)


def test_added_folders(shell: Shell) -> None:
    shell.plant(TREE)
    added = shell.plant({"CLAUDE.md": "added\n", ".claude/rules/r.md": "r\n", "AGENTS.md": "x\n"}, "added")
    words = ("--add-dir", added, "--add-dir", str(added))
    assert read(shell, *words) == read(shell)
    assert "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD is not set" in shell.run("show", *words).out
    found = files(shell, *words, env={"CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD": "1"})
    told = [file["path"] for file in found if file["tier"] == "additional" and file["contributes"]]
    assert told == [f"{added}/CLAUDE.md", f"{added}/.claude/rules/r.md"]


def test_settings_of_this_checkout_count(shell: Shell) -> None:
    shell.plant({**TREE, ".claude/settings.local.json": '{"claudeMdExcludes": ["**/other/**"]}'})
    assert "other/CLAUDE.md" not in read(shell)
    assert re.search(r"not read +other/CLAUDE\.md +claudeMdExcludes leaves it out", shell.run("show").out)


def test_an_older_version(shell: Shell) -> None:
    shell.plant({"AGENTS.md": "x\n", "pkg/CLAUDE.md": "p\n"})
    assert read(shell) == ["AGENTS.md", "pkg/CLAUDE.md"]
    run = shell.run("show", "--target-version", "2.1.200")
    assert run.out.startswith("Claude Code 2.1.200 in ")
    assert "When a file in their folder is used (Read)\n" in run.out
    assert read(shell, "--target-version", "2.1.200") == ["pkg/CLAUDE.md"]


# --- forms


def test_the_json_document(shell: Shell) -> None:
    root = shell.plant(TREE)
    run = shell.run("show", "--json", "--color", "always", env={"COLUMNS": "20"})
    assert run.out.isascii()
    made = json.loads(run.out)
    assert list(made) == ["version", "cwd", "root", "target_version", "totals", "files"]
    assert (made["version"], made["cwd"], made["target_version"]) == (1, str(root), "2.1.288")
    assert made["totals"]["launch"]["files"] == 4


@pytest.mark.parametrize(
    ("language", "first", "last"), [("mermaid", "flowchart LR", "n1 --> n0"), ("dot", "digraph", "}")]
)
def test_the_graph(shell: Shell, language: str, first: str, last: str) -> None:
    shell.plant({"CLAUDE.md": "@A.md\n", "A.md": "x\n"})
    lines = shell.run("show", "--graph", language).out.splitlines()
    assert lines[0].startswith(first)
    assert lines[-1].strip() == last


def test_nothing_to_read(shell: Shell) -> None:
    root = shell.plant({"README.md": "x\n"})
    run = shell.run("show")
    assert (run.code, run.err) == (0, "")
    assert run.out == f"Claude Code 2.1.288 in {root}\n\nNo memory file: an agent that starts here reads none\n"
    assert files(shell) == []
    assert shell.run("show", "--graph", "mermaid").out == "flowchart LR\n"
    assert shell.run("show", "--for", "README.md").out.endswith("\nWorking on README.md: no memory file is read\n")


# --- wrong usage


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere"], "no such folder: {root}/nowhere"),
        (["CLAUDE.md"], "no such folder: {root}/CLAUDE.md (it is a file: see --for)"),
        (["--cwd", "nowhere"], "no such folder: {root}/nowhere"),
        (["--cwd", ".."], "--cwd is a folder of the project: {base} is not in {root}"),
        (["--add-dir", "nowhere"], "no such folder: {root}/nowhere"),
        (["--for", "pkg"], "--for takes a file: {root}/pkg is a folder"),
        (["--jsn"], 'unrecognized arguments: --jsn; did you mean "--json"? (see memlint show --help)'),
        (["--after-compat"], 'unrecognized arguments: --after-compat; did you mean "--after-compact"? (see'),
        (["--addir=x"], 'did you mean "--add-dir"?'),
        (["--aft"], "unrecognized arguments: --aft"),
        (["pkg", "other"], "unrecognized arguments: other (see memlint show --help)"),
        (["--graph", "svg"], "argument --graph: invalid choice: 'svg'"),
        (["--json", "--graph", "dot"], "argument --graph: not allowed with argument --json"),
        (["--color", "sometimes"], "argument --color: invalid choice: 'sometimes'"),
        (["--for"], "argument --for: expected one argument"),
        (["--setting-sources", "project,policy"], 'no setting source "policy" (there are: user, project, local)'),
        (["--target-version", "new"], 'target-version is a version such as 2.1.288, not "new"'),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage(shell: Shell, words: list[str], message: str) -> None:
    root = shell.plant(TREE)
    run = shell.run("show", *words)
    assert (run.code, run.out) == (4, "")
    assert run.err.startswith("memlint: ")
    assert run.err.count("\n") == 1
    assert message.format(root=root, base=root.parent) in run.err


def test_help_names_every_flag_and_is_named_itself(shell: Shell) -> None:
    shell.plant({})
    run = shell.run("show", "--help")
    assert run.code == 0
    flags = "--cwd --for --after-compact --user --add-dir --setting-sources --target-version --json --graph --color"
    for flag in flags.split():
        assert re.search(rf"^  {flag}\b", run.out, re.MULTILINE), flag
    assert "memlint show [PATH]" in " ".join(shell.run("--help").out.split())


# --- colour, pipes and terminals


@pytest.mark.parametrize(
    ("words", "env", "coloured"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
        (["--json"], {"FORCE_COLOR": "1"}, False),
        (["--graph", "dot"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour(shell: Shell, words: list[str], env: dict[str, str], coloured: bool) -> None:
    shell.plant(TREE)
    assert ("\x1b[" in shell.run("show", *words, env=env).out) is coloured


@pytest.mark.parametrize("columns", ["30", "60", "80"])
def test_a_narrow_terminal(shell: Shell, columns: str) -> None:
    shell.plant({"CLAUDE.md": "x\n", "a/CLAUDE.md": "x\n"})
    lines = shell.run("show", env={"COLUMNS": columns}).out.splitlines()[2:]
    assert max(map(len, lines)) <= max(int(columns), 40)
    assert shell.run("show", env={"COLUMNS": "x"}).out == shell.run("show").out


@pytest.mark.parametrize("env", [{"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "latin-1"}])
def test_a_narrow_encoding_gets_other_bars(shell: Shell, env: dict[str, str]) -> None:
    shell.plant({"CLAUDE.md": "x\n" * 50, "名/CLAUDE.md": "x\n"})
    out = shell.run("show", env=env).out
    assert out.isascii()
    assert "CLAUDE.md  ##........  25% of 200 lines advised" in out
    assert r"\u540d/CLAUDE.md" in out


def test_the_c_locale(shell: Shell) -> None:
    shell.plant({"CLAUDE.md": "x\n", "名/CLAUDE.md": "x\n"})
    run = shell.run("show", env={"LC_ALL": "C"})
    assert (run.code, run.err) == (0, "")
    assert "CLAUDE.md" in run.out


@pytest.mark.parametrize("words", [[], ["--json"], ["--graph", "mermaid"]])
def test_the_reader_goes_away(shell: Shell, words: list[str]) -> None:
    shell.plant({f".claude/rules/{number:04}.md": "x\n" for number in range(1500)})
    process = subprocess.Popen(
        [sys.executable, "-m", "memlint", "show", *words],
        cwd=shell.project,
        env=shell.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


# --- names


def test_names_that_would_break_a_terminal(shell: Shell) -> None:
    folder = os.path.join(os.fsencode(shell.plant({"CLAUDE.md": "x\n"})), b"not\xffutf8\n\x1b[31m")
    os.mkdir(folder)
    Path(os.fsdecode(folder), "CLAUDE.md").write_text("x\n")
    shown = r"not\xffutf8\x0a\x1b[31m/CLAUDE.md"
    assert f"  {shown}  ░" in shell.run("show").out
    assert shown.replace("\\", "#92;") in shell.run("show", "--graph", "mermaid").out
    assert shown.replace("\\", "\\\\") in shell.run("show", "--graph", "dot").out
    assert files(shell)[1]["path"] == "not\\xffutf8\n\x1b[31m/CLAUDE.md"
    target = os.path.join(folder, b"a.py")
    run = shell.run("show", "--for", target)
    assert run.code == 0
    assert r"working on not\xffutf8\x0a\x1b[31m/a.py" in run.out


def test_a_secret_is_not_printed(shell: Shell) -> None:
    key = "gh" + "p_" + "a1B2" * 9
    lines = "".join(f"- [t{number}](t.md) — x\n" for number in range(200))
    agent = {".claude/agent-memory/x/MEMORY.md": f"{lines}- token: {key}\n"}
    shell.plant({"CLAUDE.md": f"Login with {key} @docs/{key}.md\n", f"pkg-{key}/CLAUDE.md": "x\n", **agent})
    for words in ((), ("--graph", "mermaid"), ("--graph", "dot"), ("--for", f"pkg-{key}/a.py")):
        run = shell.run("show", *words)
        assert run.code == 0
        assert key not in run.out
    cut = next(file for file in files(shell) if file["why_not"] == "cut")
    assert key not in cut["detail"]


def test_it_imports_nothing_heavy(shell: Shell) -> None:
    shell.plant(CLEAN)
    assert loaded(shell, "show") & HEAVY == set()
    assert loaded(shell, "show", "--graph", "dot") & HEAVY == set()


def test_it_writes_nothing(shell: Shell) -> None:
    root = shell.plant(TREE)
    before = sorted(root.rglob("*"))
    shell.run("show", "--user")
    assert sorted(root.rglob("*")) == before
    assert list(shell.home.iterdir()) == []
