"""Findings that are known: suppressed by comments or by a baseline, written by the command and counted aloud."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.shell import CLEAN, ERROR, Shell
from tests.engine.test_registry import GOOD

REASON = ("--reason", "the kiln writes it")
SUPPRESSED = {"CLAUDE.md": "See @docs/gone.md <!-- memlint-disable-line imports -- the kiln writes it -->\n"}


def test_what_is_suppressed_is_counted(shell: Shell) -> None:
    shell.plant(SUPPRESSED)
    run = shell.run()
    assert run.code == 0
    assert run.out.startswith("no findings in 1 file, 1 suppressed (")
    summary = json.loads(shell.run("--output-format", "json").out)["summary"]
    assert (summary["error"], summary["suppressed"], summary["baseline"]) == (0, 1, 0)
    run = shell.run("--ignore-suppressions")
    assert (run.code, "1 error in 1 file (" in run.out) == (1, True)


def test_a_crash_is_not_suppressed(shell: Shell) -> None:
    environment = shell.plug_in(
        "blanks/tabs", GOOD.split("\n\n", 1)[1].replace("if document", "1 / 0\n    if document")
    )
    head = (shell.base / "site" / "extra" / "blanks" / "tabs.py").read_text()
    (shell.base / "site" / "extra" / "blanks" / "tabs.py").write_text(head.replace("Project,", "Document, Findings,"))
    text = "<!-- memlint-disable-file all, internal/rule-crash -- all of it -->\n# A\n"
    shell.plant({"CLAUDE.md": text, "memlint.toml": 'plugins = ["extra"]\nbaseline = "known.json"\n', "known.json": ""})
    assert shell.run("--allow-plugins", env=environment).code == 3
    run = shell.run("--allow-plugins", "--write-baseline", env=environment)
    assert run.code == 3
    assert "a rule crashed: nothing was written" in run.err
    assert (shell.project / "known.json").read_text() == ""


# --- baseline


def test_a_baseline_from_first_to_last(shell: Shell) -> None:
    shell.plant({**ERROR, "memlint.toml": 'baseline = "lint/known.json"\n', "lint/.keep": ""})
    file = shell.project / "lint" / "known.json"
    assert shell.run().code == 4  # a name that is misspelled must not be a clean run
    run = shell.run("--write-baseline")
    assert (run.code, run.err) == (0, f"memlint: {file}: 1 known finding, 1 of them new; 0 found no more\n")
    first = file.read_bytes()
    run = shell.run()
    assert run.code == 0
    assert run.out.startswith("no findings in 1 file, 1 in the baseline (")
    shell.run("--write-baseline")
    assert file.read_bytes() == first

    (shell.project / "CLAUDE.md").write_bytes(b"# Kiln\r\n\r\nSee @docs/gone.md\r\nSee @docs/new.md\r\n")
    run = shell.run("--output-format", "concise")
    assert run.code == 1
    assert "CLAUDE.md:4:5: error imports/missing-target docs/new.md" in run.out
    assert "1 error in 1 file, 1 in the baseline" in run.out

    (shell.project / "CLAUDE.md").write_text("See @docs/new.md\n")
    run = shell.run()
    assert "found no more, though the baseline has it: 1; --prune-baseline" in run.err
    assert file.read_bytes() == first  # nobody asked
    run = shell.run("--prune-baseline")
    assert (run.code, "0 known findings, 0 of them new; 1 found no more" in run.err) == (0, True)
    assert json.loads(file.read_text())["findings"] == []
    assert shell.run().code == 1  # pruning lets nothing new pass


def test_it_can_be_named_and_is_for_the_whole_project(shell: Shell) -> None:
    shell.plant({**ERROR, "b/CLAUDE.md": "See @gone.md\n"})
    assert shell.run("--baseline", "known.json", "--write-baseline").code == 0
    both = (shell.project / "known.json").read_bytes()
    assert shell.run("--baseline", "known.json").code == 0
    run = shell.run("--baseline", "../known.json", "b", cwd=shell.project / "b" / "..")
    assert run.code == 4
    run = shell.run("--baseline", "../known.json", ".", cwd=shell.project / "b")
    assert (run.code, run.err) == (0, "")
    (shell.project / "b" / "CLAUDE.md").write_text("# B\n")
    shell.run("--baseline", "known.json", "--write-baseline", "CLAUDE.md")
    assert (shell.project / "known.json").read_bytes() == both  # what was not asked about stays
    shell.run("--baseline", "known.json", "--write-baseline", "--select", "links")
    assert (shell.project / "known.json").read_bytes() == both
    shell.run("--baseline", "known.json", "--write-baseline", "b")
    assert len(json.loads((shell.project / "known.json").read_text())["findings"]) == 1


def test_a_size_may_shrink_only(shell: Shell) -> None:
    def grow(lines: int) -> int:
        (shell.project / "CLAUDE.md").write_text("- Name the cone.\n" * lines)
        return shell.run("--baseline", "known.json", "--fail-on", "info", "--select", "budget").code

    shell.plant({"CLAUDE.md": "- Name the cone.\n" * 300})
    assert shell.run("--baseline", "known.json", "--write-baseline", "--select", "budget").code == 0
    assert [grow(lines) for lines in (300, 290, 301, 10)] == [0, 0, 1, 0]
    assert grow(290) == 0
    assert shell.run("--baseline", "known.json", "--prune-baseline").code == 0
    assert [grow(lines) for lines in (290, 291)] == [0, 1]
    run = shell.run("--baseline", "known.json", "--select", "budget")
    assert "grown since the baseline: 290 → 291" in run.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--write-baseline"], "say which file with --baseline FILE"),
        (["--prune-baseline", "--baseline", "none.json"], "none.json: No such file or directory"),
        (["--write-baseline", "--prune-baseline"], "--write-baseline and --prune-baseline exclude each other"),
        (["--write-baseline", "--baseline", "no/such/folder.json"], "folder"),
        (
            ["--write-baseline", "--baseline", "x.json", "--collect-only"],
            "--write-baseline and --collect-only exclude each other",
        ),
        (["--write-baseline", "--baseline", "x.json", ".", "../other"], "a baseline belongs to one project"),
        (["--add-suppressions", "imports", "--changed-since", "HEAD", *REASON], "no --changed-since"),
        (["--reason", "why"], "--reason goes with --add-suppressions"),
        (["--add-suppressions", "imports"], 'needs --reason "why"'),
        (["--add-suppressions", "import", *REASON], 'did you mean "imports"?'),
        (["--add-suppressions", "imports", "--reason", "\udcff"], "are written into files, which are UTF-8"),
        (["--add-suppressions", "imports", "--reason", "a --> b"], "two dashes would end the comment"),
    ],
)
def test_wrong_usage(shell: Shell, words: list[str], message: str) -> None:
    shell.plant(CLEAN)
    shell.plant(ERROR, "other")
    run = shell.run(*words)
    assert (run.code, run.out) == (4, "")
    assert message in run.err
    assert len(run.err.splitlines()) == 1


# --- adding comments


def added(shell: Shell, data: bytes, name: str = "CLAUDE.md") -> bytes:
    """Write a file, add comments for its imports twice, and return what it holds then."""
    shell.plant({})
    place = shell.project / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    assert shell.run("--select", "imports", "--output-format", "concise").code == 1
    run = shell.run("--add-suppressions", "imports", *REASON)
    assert run.code == 0, run.err
    once = place.read_bytes()
    assert shell.run("--fail-on", "info").code == 0
    assert shell.run("--add-suppressions", "imports", *REASON).err == "memlint: nothing is found of imports\n"
    assert place.read_bytes() == once
    return once


NEXT = b"<!-- memlint-disable-next-line imports/missing-target -- the kiln writes it -->"
LINE = b" <!-- memlint-disable-line imports/missing-target -- the kiln writes it -->"
FILE = b"<!-- memlint-disable-file imports/missing-target -- the kiln writes it -->"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"See @docs/gone.md\n", NEXT + b"\nSee @docs/gone.md\n"),
        (b"\xef\xbb\xbf# A\r\n\r\nSee @b.md\r\n", b"\xef\xbb\xbf# A\r\n\r\n" + NEXT + b"\r\nSee @b.md\r\n"),
        (b"See @b.md", NEXT + b"\nSee @b.md"),
        (
            b"- one @a.md\n- two @b.md and @c.md  \n",
            b"- one @a.md" + LINE + b"\n- two @b.md and @c.md" + LINE + b"  \n",
        ),
        (b"One\nline @a.md\nof three.\n", b"One\nline @a.md" + LINE + b"\nof three.\n"),
        (b"# A\n\n| a |\n|---|\n| @a.md |\n", FILE + b"\n# A\n\n| a |\n|---|\n| @a.md |\n"),
        (
            b"---\nname: kiln\n---\n| a |\n|---|\n| @a.md |\n",
            b"---\nname: kiln\n---\n" + FILE + b"\n| a |\n|---|\n| @a.md |\n",
        ),
    ],
)
def test_added_comments(shell: Shell, before: bytes, after: bytes) -> None:
    assert added(shell, before) == after


def test_a_comment_in_a_header(shell: Shell) -> None:
    shell.plant({"memory/MEMORY.md": "- [Blue](blue.md) — how the blue glaze is fired\n"})
    place = shell.project / "memory" / "blue.md"
    place.write_text(
        "---\nname: blue\ndescription: How the blue glaze is fired\nmetadata:\n  type: glaze\n---\nCone six.\n"
    )
    run = shell.run("--add-suppressions", "frontmatter", *REASON, "--select", "frontmatter")
    assert (run.code, run.out) == (0, "memory/blue.md: 1 comment\n")
    lines = place.read_text().splitlines()
    assert lines[4:6] == [
        "  # memlint-disable-next-line frontmatter/unknown-type -- the kiln writes it",
        "  type: glaze",
    ]
    assert shell.run("--select", "frontmatter,suppress", "--fail-on", "info").code == 0


def refused(shell: Shell, words: str) -> None:
    before = {path: path.read_bytes() for path in sorted(shell.project.rglob("*.md"))}
    run = shell.run("--add-suppressions", "imports", *REASON)
    assert (run.code, run.out) == (1, "")
    assert words in run.err
    assert {path: path.read_bytes() for path in sorted(shell.project.rglob("*.md"))} == before
    assert not [path for path in shell.project.rglob("*") if path.name.endswith(".tmp")]


def test_what_a_tool_owns_is_left_alone(shell: Shell) -> None:
    shell.plant({"CLAUDE.md": "# A\n\n<!-- BEGIN kiln -->\nSee @docs/gone.md\n<!-- END kiln -->\n"})
    if shell.run("--select", "imports").code:
        refused(shell, "CLAUDE.md:4: imports/missing-target: a tool owns that part")


@pytest.mark.skipif(os.name == "nt", reason="permissions")
def test_a_file_that_may_not_be_written(shell: Shell) -> None:
    shell.plant(ERROR)
    (shell.project / "CLAUDE.md").chmod(0o444)
    refused(shell, "CLAUDE.md is read-only")


def test_a_hard_link_is_not_parted(shell: Shell) -> None:
    shell.plant(ERROR)
    os.link(shell.project / "CLAUDE.md", shell.base / "other.md")
    refused(shell, "hard link")


def test_only_what_was_asked_for_is_written(shell: Shell) -> None:
    shell.plant({**ERROR, "b/CLAUDE.md": "See @gone.md\n"})
    run = shell.run("--add-suppressions", "imports/missing-target", *REASON, "b")
    assert (run.code, run.out) == (0, "b/CLAUDE.md: 1 comment\n")
    assert (shell.project / "CLAUDE.md").read_text() == ERROR["CLAUDE.md"]
    run = shell.run("--add-suppressions", "links", *REASON)
    assert (run.code, run.err) == (0, "memlint: nothing is found of links\n")


def test_nothing_of_this_is_imported_unasked(shell: Shell, tmp_path: Path) -> None:
    from tests.cli.test_startup import loaded

    shell.plant(CLEAN)
    names = {name for name in loaded(shell) if name.startswith("memlint")}
    parts = ("suppression_comments", "suppressions", "suppressing", "suppression", "baseline", "fingerprint")
    assert not names & {f"memlint.engine.{part}" for part in parts}
    assert "memlint.cli.known" not in names


def test_a_dependency_does_not_decide_what_is_told_of_it(shell: Shell) -> None:
    text = "<!-- memlint-disable-file all, security -- trust me -->\nUse postgres://fire:{}@db.kiln-works.io:5432/firings\n"
    key = "Tr0ub4&dor" + "3Cone"
    shell.plant({**CLEAN, "node_modules/glaze/CLAUDE.md": text.format(key)})
    run = shell.run("--vendored", "--output-format", "concise")
    assert (run.code, "security/credential" in run.out, "suppressed" in run.out) == (1, True, False)


def test_a_comment_that_would_change_what_is_found_is_not_written(shell: Shell) -> None:
    shell.plant({"CLAUDE.md": "AGENTS.md", "AGENTS.md": "# Kiln\n\nSee [the cones](docs/cones.md).\n"})
    names = "loading/symlink-as-text,links/broken-link"
    run = shell.run("--add-suppressions", names, *REASON)
    assert (run.code, run.out) == (1, "AGENTS.md: 1 comment\n")
    assert "CLAUDE.md: with a comment, something else would be found in it" in run.err
    assert (shell.project / "CLAUDE.md").read_text() == "AGENTS.md"
    assert "memlint-disable-next-line links/broken-link" in (shell.project / "AGENTS.md").read_text()


def test_comments_at_the_end_of_a_line_leave_its_words_alone(shell: Shell) -> None:
    said = "- Clean the shelves after each firing.\n"
    tree = {
        "CLAUDE.md": f"# Kiln\n\n{said}- Glazes are mixed on Mondays.\n",
        ".claude/rules/firing.md": f"- One.\n{said}",
    }
    shell.plant(tree)
    assert shell.run("--select", "content/duplicate-directive", "--fail-on", "info").code == 1
    run = shell.run("--add-suppressions", "content", *REASON)
    assert (run.code, run.out) == (0, ".claude/rules/firing.md: 1 comment\n")
    lines = (shell.project / ".claude" / "rules" / "firing.md").read_text().splitlines()
    assert lines[1].endswith("firing. <!-- memlint-disable-line content/duplicate-directive -- the kiln writes it -->")
    assert "no findings in 2 files, 1 suppressed" in shell.run("--select", "content/duplicate-directive,suppress").out
