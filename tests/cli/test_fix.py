"""``--fix`` and its companions as a person runs them: what is written, what is shown, what is refused, how it ends."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import CLEAN, Shell

UNUSED = "<!-- memlint-disable-next-line imports/missing-target -- the kiln writes it -->\n"
DOCS = {"docs/firing.md": "# Firing\n"}
KEY = "AKIA" + "QX7ZPLW4RTN2MKVB"  # no key of anybody
SAFE = {"CLAUDE.md": f"{UNUSED}See @docs/firing.md\n", **DOCS}
FIXED = "See @docs/firing.md\n"
UNSAFE = {"CLAUDE.md": "See @docs/Firing.md\n", **DOCS}


def claude(shell: Shell) -> Path:
    return shell.project / "CLAUDE.md"


@pytest.mark.parametrize("words", [["--fix"], ["fix"], ["check", "--fix"], ["fix", "."], ["fix", "CLAUDE.md"]])
def test_fix_writes_and_reports_the_rest(shell: Shell, words: list[str]) -> None:
    shell.plant(SAFE)
    run = shell.run(*words)
    assert (run.code, run.err.splitlines()[-1]) == (0, "memlint: fixed: 1 finding in 1 file")
    assert run.out.startswith("no findings in 1 file" if "CLAUDE.md" in words else "no findings in 2 files")
    assert claude(shell).read_text() == FIXED
    assert shell.run("fix").err == "memlint: nothing to fix\n"


def test_unsafe_fixes_must_be_asked_for(shell: Shell) -> None:
    shell.plant(UNSAFE)
    run = shell.run("fix")
    assert run.code == 1
    assert "fixed with --unsafe-fixes: 1 finding more" in run.err
    assert claude(shell).read_text() == UNSAFE["CLAUDE.md"]
    run = shell.run("fix", "--unsafe-fixes", "--show-fixes")
    assert run.code == 0
    assert "memlint: CLAUDE.md: imports/wrong-case: write docs/firing.md\n" in run.err
    assert claude(shell).read_text() == FIXED


def test_diff_writes_nothing(shell: Shell) -> None:
    shell.plant(SAFE)
    run = shell.run("--diff")
    assert run.code == 1
    assert run.out == f"--- a/CLAUDE.md\n+++ b/CLAUDE.md\n@@ -1,2 +1 @@\n-{UNUSED} See @docs/firing.md\n"
    assert run.err == "memlint: would be fixed: 1 finding in 1 file\n"
    assert claude(shell).read_text() == SAFE["CLAUDE.md"]
    assert shell.run("--fix", "--diff").out == run.out
    shell.plant({"CLAUDE.md": FIXED})
    assert (shell.run("--diff").code, shell.run("--diff").out) == (0, "")


def test_a_diff_can_be_applied(shell: Shell) -> None:
    shell.plant({**SAFE, "CLAUDE.md": f"\ufeff# K\r\n\r\n{UNUSED.rstrip()}\r\nSee @docs/firing.md"})
    run = subprocess.run(
        [sys.executable, "-m", "memlint", "--diff"],
        cwd=shell.project,
        env=shell.environment(),
        capture_output=True,
        check=False,
    )
    subprocess.run(["git", "apply", "-"], cwd=shell.project, input=run.stdout, check=True)
    assert claude(shell).read_bytes().decode() == "\ufeff# K\r\n\r\nSee @docs/firing.md"


def test_a_diff_shows_no_credential(shell: Shell) -> None:
    shell.plant({**SAFE, "CLAUDE.md": f"{SAFE['CLAUDE.md']}The key is {KEY}\n"})
    run = shell.run("--diff")
    assert KEY not in run.out + run.err
    assert "The key is AKIA" in run.out
    shell.run("--fix")
    assert KEY in claude(shell).read_text()


def test_fix_only(shell: Shell) -> None:
    shell.plant({**SAFE, "CLAUDE.md": f"{SAFE['CLAUDE.md']}\nand @docs/gone.md\n"})
    run = shell.run("--fix-only")
    assert (run.code, run.out) == (0, "")
    assert claude(shell).read_text() == f"{FIXED}\nand @docs/gone.md\n"


def test_standard_input(shell: Shell) -> None:
    shell.plant(UNSAFE)
    words = ("fix", "--stdin-filename", "CLAUDE.md")
    data = f"\ufeff{UNUSED.rstrip()}\r\nSee @docs/firing.md".encode()
    run = shell.run(*words, data=data)
    assert (run.code, run.out) == (0, "\ufeffSee @docs/firing.md")
    assert "no findings in 1 file" in run.err
    assert claude(shell).read_text() == UNSAFE["CLAUDE.md"]
    assert shell.run(*words, data=b"nothing to do\n").out == "nothing to do\n"
    assert shell.run("--diff", *words[1:], data=data).code == 1


def test_bytes_and_mode_and_link_stay(shell: Shell) -> None:
    """The file that a link leads to is written, with its newlines, mark and mode; the link stays a link."""
    shell.plant({**DOCS, "kiln/real.md": "", "CLAUDE.md -> kiln/real.md": ""})
    real = shell.project / "kiln/real.md"
    body = "a\r\nb\n\u2028c\x0bd \t\nSee @docs/firing.md"
    real.write_bytes(f"\ufeff{UNUSED}{body}".encode())
    (shell.project / "kiln/docs").symlink_to("../docs")
    real.chmod(0o640)
    shell.run("--fix", "--select", "suppress,imports")
    assert real.read_bytes() == f"\ufeff{body}".encode()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert claude(shell).is_symlink()
    assert [path.name for path in real.parent.iterdir() if path.suffix == ".tmp"] == []


def test_a_read_only_file_is_refused(shell: Shell) -> None:
    shell.plant(SAFE)
    claude(shell).chmod(0o444)
    run = shell.run("--fix")
    assert run.code == 1
    assert "memlint: not fixed: CLAUDE.md is read-only\n" in run.err
    assert "suppress/unused" in run.out
    assert claude(shell).read_text() == SAFE["CLAUDE.md"]


def test_a_file_outside_of_the_project_is_refused(shell: Shell) -> None:
    other = shell.plant({"shared.md": SAFE["CLAUDE.md"]}, "other") / "shared.md"
    shell.plant({**DOCS, "CLAUDE.md -> ../other/shared.md": ""})
    run = shell.run("--fix", "--select", "suppress,imports")
    assert "nothing to fix" in run.err or "lies outside of the project" in run.err
    assert other.read_text() == SAFE["CLAUDE.md"]


@pytest.mark.parametrize(
    "words",
    [
        ["--unsafe-fixes"],
        ["--show-fixes"],
        ["--fix", "--watch"],
        ["--fix", "--collect-only"],
        ["--diff", "--vendored"],
        ["--fix", "--changed-since", "HEAD"],
        ["--fix", "--write-baseline"],
    ],
)
def test_flags_that_do_not_go_together(shell: Shell, words: list[str]) -> None:
    shell.plant(CLEAN)
    run = shell.run(*words)
    assert (run.code, run.out, run.err.count("\n")) == (4, "", 1)


KILL = """
import os, sys
from memlint.engine.finding import Edit
from memlint.project.writing import Target, put_together

files = [("a/CLAUDE.md", b"old a", b"new a"), ("b/CLAUDE.md", b"old b", b"new b")]
targets = [Target(os.path.abspath(name), name, old, new) for name, old, new in files]
names = ("open", "fchmod", "fsync", "chown", "chmod", "stat", "lstat", "access", "replace", "unlink", "close")

def die_at(number, after):
    count = 0
    def wrapped(real):
        def call(*given, **named):
            nonlocal count
            count += 1
            result = real(*given, **named) if after or count != number else None
            if count == number:
                os._exit(9)
            return result
        return call
    for name in names:
        setattr(os, name, wrapped(getattr(os, name)))
    put_together(targets)
    os._exit(0)

number, states = 1, set()
while True:
    for after in (False, True):
        for name, old, _ in files:
            os.makedirs(os.path.dirname(name), exist_ok=True)
            with open(name, "wb") as stream:
                stream.write(old)
        child = os.fork()
        if not child:
            die_at(number, after)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        found = tuple(open(name, "rb").read() for name, _, _ in files)
        for (name, old, new), text in zip(files, found):
            assert text in (old, new), (number, after, text)
            left = set(os.listdir(os.path.dirname(name))) - {"CLAUDE.md"}
            assert all(each.startswith(".CLAUDE.md.") and each.endswith(".tmp") for each in left), left
            for each in left:
                os.unlink(os.path.join(os.path.dirname(name), each))
        states.add(found)
    if code == 0:
        break
    number += 1
print(number, *sorted(b"/".join(state).decode() for state in states), sep=",")
"""


def test_a_kill_at_any_call_leaves_each_file_old_or_new(shell: Shell) -> None:
    """Of two files that one fix changes, at each call of the system: before it and after it."""
    shell.plant({})
    done = subprocess.run(
        [sys.executable, "-c", KILL],
        cwd=shell.project,
        env=shell.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    calls, *states = done.stdout.strip().split(",")
    assert int(calls) > 25
    assert states == ["new a/new b", "new a/old b", "old a/old b"]


DIES = """
import os, sys
from memlint.cli import main
real = os.replace
def dies(*given, **named):
    if sys.argv[1] == "after":
        real(*given, **named)
    os._exit(9)
os.replace = dies
sys.exit(main(["--fix"]))
"""


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_run_that_was_killed_can_be_done_again(shell: Shell, when: str) -> None:
    shell.plant(SAFE)
    done = subprocess.run(
        [sys.executable, "-c", DIES, when],
        cwd=shell.project,
        env=shell.environment(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 9, done.stderr
    assert claude(shell).read_text() == (FIXED if when == "after" else SAFE["CLAUDE.md"])
    assert shell.run("--fix").code == 0
    assert claude(shell).read_text() == FIXED


PAIR = """@rule("info")
def pair(project: Project) -> Finding:
    \"\"\"A pair.\"\"\"
    from memlint import Edit, Fix

    found = {path: each.text.find("cone six") for path, each in project.documents.items()}
    edits = tuple(Edit(Span(at, at + 8), "cone 6", path) for path, at in found.items() if at >= 0)
    if edits:
        yield Finding(Span(0, 0), "two names of one cone", "CLAUDE.md", fix=Fix("write cone 6", edits))
"""
RULE = ".claude/rules/kiln.md"
BOTH = {
    "CLAUDE.md": "Fire at cone six.\n",
    RULE: "# Kiln\n\nNot above cone six.\n",
    "memlint.toml": 'plugins = ["extra"]\n',
}


def test_a_fix_of_two_files(shell: Shell) -> None:
    shell.plant(BOTH)
    environment = shell.plug_in("kiln/pair", PAIR)
    run = shell.run("--diff", "--allow-plugins", env=environment)
    assert run.out.count("+++ b/") == 2
    run = shell.run("--fix", "--allow-plugins", env=environment)
    assert (run.code, run.err.splitlines()[-1]) == (0, "memlint: fixed: 1 finding in 2 files"), run.err
    assert claude(shell).read_text() == "Fire at cone 6.\n"
    assert (shell.project / RULE).read_text() == "# Kiln\n\nNot above cone 6.\n"


@pytest.mark.parametrize("words", [[], ["CLAUDE.md"]])
def test_a_fix_of_two_files_is_made_in_both_or_in_none(shell: Shell, words: list[str]) -> None:
    """One of them is read-only, or was not asked for."""
    shell.plant(BOTH)
    if not words:
        (shell.project / RULE).chmod(0o444)
    run = shell.run("--fix", "--show-fixes", "--allow-plugins", *words, env=shell.plug_in("kiln/pair", PAIR))
    assert f"{RULE} {'was not asked for' if words else 'is read-only'}" in run.err
    assert claude(shell).read_text() == BOTH["CLAUDE.md"]
    assert (shell.project / RULE).read_text() == BOTH[RULE]


def test_what_git_does_not_have_is_kept(shell: Shell) -> None:
    """Case 179: the text before the fix can be had again, from git or from a copy that only the person may read."""
    shell.plant({**SAFE, "git log": "2026-11-01 CLAUDE.md docs/firing.md\n"})
    kept = shell.home / ".local/state/memlint/before-fix"
    assert "the old text" not in shell.run("--fix").err
    assert not kept.exists()
    shell.plant({**SAFE, "CLAUDE.md": f"{SAFE['CLAUDE.md']}One more.\n"})
    assert f"the old text, which git does not have, is in {kept}" in shell.run("--fix").err
    (copy,) = kept.rglob("CLAUDE.md")
    assert copy.read_text() == f"{SAFE['CLAUDE.md']}One more.\n"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_nothing_is_lost_by_an_edit_of_one_line(shell: Shell) -> None:
    """Case 179: of a file of hundreds of lines, all but the edited one are there to the byte."""
    rest = "".join(f"{number}. a line of the kiln, cone {number} — é\r\n" for number in range(900))
    shell.plant({**SAFE, "CLAUDE.md": SAFE["CLAUDE.md"] + rest})
    assert shell.run("--fix-only").code == 0
    assert claude(shell).read_bytes() == (FIXED + rest).encode()


CHANGES = """
import sys
from memlint.cli import main
from memlint.engine import fixing
real = fixing.fix
def late(*given, **named):
    fixed = real(*given, **named)
    with open("CLAUDE.md", "a") as stream:
        stream.write("written meanwhile\\n")
    return fixed
fixing.fix = late
sys.exit(main(["--fix"]))
"""


def test_what_was_written_meanwhile_stays(shell: Shell) -> None:
    """Case 180: a file is compared with what was read right before it is replaced."""
    shell.plant(SAFE)
    done = subprocess.run(
        [sys.executable, "-c", CHANGES],
        cwd=shell.project,
        env=shell.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "not fixed: CLAUDE.md was changed meanwhile" in done.stderr
    assert claude(shell).read_text() == f"{SAFE['CLAUDE.md']}written meanwhile\n"


def test_parallel_writers_lose_nothing(shell: Shell) -> None:
    """Twenty processes that each replace the file with one line more, under the lock, and a fix between them."""
    writer = (
        "import sys; from memlint.project.writing import *\n"
        "with locked('.'):\n"
        "    old = contents('./CLAUDE.md', 'x')\n"
        "    put(Target('./CLAUDE.md', 'x', old, old + f'line {sys.argv[1]}\\n'.encode()))\n"
    )
    shell.plant(SAFE)
    command = [sys.executable, "-c", writer]
    common = {"cwd": shell.project, "env": shell.environment(), "stderr": subprocess.DEVNULL}
    running = [subprocess.Popen([*command, str(number)], **common) for number in range(20)]  # type: ignore[call-overload]
    running.append(subprocess.Popen([sys.executable, "-m", "memlint", "--fix-only"], **common))  # type: ignore[call-overload]
    codes = [process.wait() for process in running]
    assert codes[:20] == [0] * 20
    shell.run("--fix-only")
    lines = claude(shell).read_text().splitlines()
    assert lines[0] == FIXED.strip()
    assert sorted(lines[1:]) == sorted(f"line {number}" for number in range(20))


def test_fixing_is_not_loaded_without_being_asked(shell: Shell) -> None:
    shell.plant(SAFE)
    probe = "import sys; from memlint.cli import main; main([]); print(*sorted(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", probe],
        cwd=shell.project,
        env=shell.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert {"memlint.engine.fixing", "memlint.cli.fix", "memlint.engine.edits"}.isdisjoint(run.stdout.split())
    assert os.sep


def test_one_project_at_a_time(shell: Shell) -> None:
    """What a fix does to one project is not seen in another, so each is fixed by a run of its own."""
    folders = [shell.plant(SAFE, folder) for folder in ("kiln", "clay")]
    shell.plant({})
    run = shell.run("--fix", *folders)
    assert (run.code, run.out) == (4, "")
    assert "one project at a time" in run.err
    assert all((folder / "CLAUDE.md").read_text() == SAFE["CLAUDE.md"] for folder in folders)


def test_a_rule_that_crashes_stops_no_fix_and_stays_a_failure(shell: Shell) -> None:
    body = '@rule("info")\ndef fall(project: Project) -> Finding:\n    """A fall."""\n    raise KeyError\n'
    shell.plant({**SAFE, "memlint.toml": 'plugins = ["extra"]\n'})
    run = shell.run("--fix", "--allow-plugins", env=shell.plug_in("kiln/fall", body))
    assert run.code == 3, run.err
    assert "internal/rule-crash" in run.out
    assert claude(shell).read_text() == FIXED
