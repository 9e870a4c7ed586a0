"""``memlint new topic`` as a whole: what it writes and prints, what it refuses, and that it never writes by halves."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Run, Shell

STORE = "memory"
INDEX = "# Memory index\n\n- [Glaze](glaze.md) — how the blue glaze is mixed\n\nThe end.\n"
GLAZE = "---\nname: glaze\ndescription: How the blue glaze is mixed\nmetadata:\n  type: reference\n---\n\nBy weight.\n"
TREE = {f"{STORE}/MEMORY.md": INDEX, f"{STORE}/glaze.md": GLAZE}
TEXT = b"Fire the tests before the vases.\n\n**Why:** cone six cracks.\n\n**How to apply:** each week.\n"
WORDS = ("new", "topic", "feedback", "kiln-tests", "--description", "Fire the tests first")
LINE = "- [Kiln tests](kiln-tests.md) — Fire the tests first"
TOPIC = "---\nname: kiln-tests\ndescription: Fire the tests first\nmetadata:\n  type: feedback\n---\n\n" + TEXT.decode()


def held(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def new(shell: Shell, *words: str | Path, data: bytes = TEXT, env: dict[str, str] | None = None) -> Run:
    return shell.run(*WORDS, *words, data=data, env=env)


def test_a_topic_and_its_line(shell: Shell) -> None:
    root = shell.plant(TREE)
    run = new(shell)
    assert (run.code, run.err) == (0, "")
    assert run.out == f"wrote memory/kiln-tests.md\nwrote memory/MEMORY.md, line 4:\n{LINE}\n"
    assert held(root / STORE) == {
        "kiln-tests.md": TOPIC.encode(),
        "glaze.md": GLAZE.encode(),
        "MEMORY.md": INDEX.replace("mixed\n", f"mixed\n{LINE}\n").encode(),
    }
    assert shell.run("--preset", "strict", "--fail-on", "info", "--ignore", "loading").code == 0


def test_a_dry_run_writes_nothing(shell: Shell) -> None:
    root = shell.plant(TREE)
    before = held(root)
    run = new(shell, "--dry-run")
    assert run.code == 0
    assert run.out == f"would write memory/kiln-tests.md\nwould write memory/MEMORY.md, line 4:\n{LINE}\n\n{TOPIC}"
    assert held(root) == before


def test_title_and_hook(shell: Shell) -> None:
    root = shell.plant(TREE)
    assert new(shell, "--title", "Tests [kiln]", "--hook", "first: tests").code == 0
    assert "- [Tests \\[kiln\\]](kiln-tests.md) — first: tests\n" in (root / STORE / "MEMORY.md").read_text()


def test_the_description_may_come_from_the_text(shell: Shell) -> None:
    root = shell.plant(TREE)
    assert shell.run("new", "topic", "user", "role", data=b"A potter: twenty years.\n").code == 0
    assert "description: 'A potter: twenty years.'" in (root / STORE / "role.md").read_text()
    assert shell.run("new", "topic", "user", "other", data=b"potter " * 40).code == 4


def test_a_text_without_reasons_gets_a_note(shell: Shell) -> None:
    shell.plant(TREE)
    run = new(shell, data=b"Fire them.\n")
    assert run.code == 0
    assert "memlint: the text has no **Why:** and no **How to apply:**" in run.err
    assert shell.run("new", "topic", "user", "role", data=b"A potter.\n").err == ""


def test_a_first_index(shell: Shell) -> None:
    root = shell.plant({f"{STORE}/glaze.md": GLAZE, f"{STORE}/bare.md": "x\n"})
    run = new(shell, "--dir", STORE)
    assert run.code == 0
    assert (root / STORE / "MEMORY.md").read_text() == f"{LINE}\n"
    assert "has no line for 2 topic files" in run.err


def test_an_empty_folder(shell: Shell) -> None:
    root = shell.plant({})
    (root / STORE).mkdir()
    run = new(shell, "--dir", STORE)
    assert (run.code, run.err) == (0, "")
    assert sorted(held(root / STORE)) == ["MEMORY.md", "kiln-tests.md"]


def test_the_file_is_named_like_the_others(shell: Shell) -> None:
    root = shell.plant({f"{STORE}/MEMORY.md": "- [Role](user_role.md) - potter\n", f"{STORE}/user_role.md": GLAZE})
    assert new(shell).code == 0
    assert "name: kiln-tests\n" in (root / STORE / "feedback_kiln_tests.md").read_text()
    assert "- [Kiln tests](feedback_kiln_tests.md) - Fire" in (root / STORE / "MEMORY.md").read_text()


@pytest.mark.parametrize(
    ("index", "line"),
    [
        (
            "- [Glaze](glaze.md) - x\r\n",
            "- [Glaze](glaze.md) - x\r\n- [Kiln tests](kiln-tests.md) - Fire the tests first\r\n",
        ),
        ("* [Glaze](glaze.md): x", "* [Glaze](glaze.md): x\n* [Kiln tests](kiln-tests.md): Fire the tests first"),
    ],
)
def test_the_index_keeps_its_style(shell: Shell, index: str, line: str) -> None:
    root = shell.plant({**TREE, f"{STORE}/MEMORY.md": index})
    assert new(shell).code == 0
    assert (root / STORE / "MEMORY.md").read_bytes() == line.encode()


# --- which directory


def test_the_directory_that_one_is_in(shell: Shell) -> None:
    root = shell.plant({**TREE, ".claude/memory/MEMORY.md": "x\n", ".claude/memory/archive/old.md": GLAZE})
    for folder in (STORE, ".claude/memory/archive"):
        assert shell.run(*WORDS, data=TEXT, cwd=root / folder).code == 0
    assert (root / STORE / "kiln-tests.md").exists()
    assert (root / ".claude/memory/kiln-tests.md").exists()


def test_several_directories(shell: Shell) -> None:
    root = shell.plant({**TREE, ".claude/agent-memory/potter/MEMORY.md": "x\n"})
    before = held(root)
    run = new(shell)
    assert run.code == 4
    assert "2 memory directories: name one with --dir (.claude/agent-memory/potter, memory)" in run.err
    assert held(root) == before
    assert new(shell, "--dir", ".claude/agent-memory/potter").code == 0


def test_no_directory(shell: Shell) -> None:
    root = shell.plant({"CLAUDE.md": "x\n"})
    assert "has no memory directory: name a folder with --dir" in new(shell).err
    assert "no such folder: " in new(shell, "--dir", "gone").err
    assert "CLAUDE.md is no folder" in new(shell, "--dir", "CLAUDE.md").err
    assert new(shell, "--dir", ".", "--user").code == 4
    assert sorted(held(root)) == ["CLAUDE.md"]


def test_an_ignored_directory(shell: Shell) -> None:
    root = shell.plant({**TREE, ".gitignore": "memory/\n"})
    assert new(shell, "--dir", STORE).code == 0
    assert shell.run(*WORDS, data=TEXT, cwd=root / STORE).code == 1


def test_your_own_memory(shell: Shell) -> None:
    root = shell.plant({})
    assert "no such folder" in new(shell, "--user").err
    own = shell.home / ".claude/projects" / "".join(ch if ch.isalnum() else "-" for ch in str(root)) / "memory"
    own.mkdir(parents=True)
    run = new(shell, "--user")
    assert run.code == 0
    assert f"wrote {own}/kiln-tests.md" in run.out
    assert shell.run(*WORDS[:3], "glaze", data=b"Mix it. **Why:** **How to apply:**", cwd=own).code == 0
    assert sorted(held(own)) == ["MEMORY.md", "glaze.md", "kiln-tests.md"]


def test_a_linked_directory(shell: Shell) -> None:
    root = shell.plant({**TREE, "link -> memory": ""})
    assert new(shell, "--dir", "link").code == 0
    assert (root / STORE / "kiln-tests.md").exists()


# --- wrong usage


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("new",), "the following arguments are required"),
        (("new", "topic", "user"), "the following arguments are required: NAME"),
        (("new", "rule", "user", "x"), "invalid choice: 'rule'"),
        (("new", "topic", "feedbak", "x"), 'no type "feedbak"; did you mean "feedback"?'),
        (("new", "topic", "lesson", "x"), "(there are: user, feedback, project, reference)"),
        (("new", "topic", "user", "Kiln Tests"), '"kiln-tests" would be one'),
        (("new", "topic", "user", "../x"), "path separator"),
        (("new", "topic", "user", ".."), 'holds ".."'),
        (("new", "topic", "user", "memory"), "something else"),
        (("new", "topic", "user", "aux"), "device of Windows"),
        (("new", "topic", "user", "x\x1b[31m"), "control character"),
        (("new", "topic", "user", "kiln", "--titel", "x"), 'did you mean "--title"?'),
        (("new", "topic", "user", "kiln", "--title", "a\nb"), "the title is one line"),
        (("new", "topic", "user", "kiln", "--hook", "x" * 200), "more than 200: give a shorter --hook"),
        (("new", "topic", "user", "kiln", "--description", "Kiln"), "no more than the name"),
    ],
)
def test_wrong_usage(shell: Shell, words: tuple[str, ...], why: str) -> None:
    root = shell.plant(TREE)
    run = shell.run(*words, data=TEXT)
    assert (run.code, run.out) == (4, "")
    assert why in run.err
    assert "\x1b" not in run.err
    assert held(root / STORE).keys() == {"MEMORY.md", "glaze.md"}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "there is no text"),
        (b" \n", "there is no text"),
        (b"\xff\xfe", "not UTF-8"),
        (b"---\nname: x\n---\nText\n", "a header of its own"),
        (b"a\0b", "control character"),
        (b"Login with gh" + b"p_" + b"a1B2" * 9 + b"\n", "line 1 of the text holds what looks like a credential"),
        (b"Fact.\n\npassword: hunter22\n", "line 3 of the text holds what looks like a credential (password: "),
    ],
)
def test_texts_that_are_refused(shell: Shell, data: bytes, why: str) -> None:
    root = shell.plant(TREE)
    run = new(shell, data=data)
    assert run.code == 4
    assert why in run.err
    assert "a1B2a1B2" not in run.err
    assert "hunter22" not in run.err
    assert held(root / STORE).keys() == {"MEMORY.md", "glaze.md"}


@pytest.mark.parametrize("flag", ["--title", "--hook", "--description"])
def test_a_credential_in_a_flag(shell: Shell, flag: str) -> None:
    root = shell.plant(TREE)
    run = shell.run("new", "topic", "user", "kiln", flag, "key gh" + "p_" + "a1B2" * 9, data=TEXT)
    assert run.code == 4
    assert f"the {flag[2:]} holds what looks like a credential" in run.err
    assert held(root / STORE).keys() == {"MEMORY.md", "glaze.md"}


def test_prose_about_credentials(shell: Shell) -> None:
    shell.plant(TREE)
    assert new(shell, data=TEXT + b"\nToken: rotated each month. Secret: $KILN_SECRET.\n").code == 0


# --- what is on disk


@pytest.mark.parametrize(
    ("tree", "why"),
    [
        ({f"{STORE}/kiln-tests.md": "mine\n"}, "memory/kiln-tests.md exists already"),
        ({f"{STORE}/KILN-Tests.md": "mine\n"}, "memory/KILN-Tests.md exists already"),
        ({f"{STORE}/other.md": GLAZE.replace("name: glaze", "name: Kiln_Tests")}, "other.md is that memory already"),
        (
            {f"{STORE}/other.md": GLAZE.replace("How the blue glaze is mixed", "fire the tests first.")},
            "same description",
        ),
        ({f"{STORE}/MEMORY.md": "- [Later](kiln-tests.md) — x\n"}, "MEMORY.md:1 names kiln-tests.md already"),
        ({f"{STORE}/MEMORY.md": "- [Glaze](glaze.md) — x\n" * 200}, "is full"),
        ({f"{STORE}/MEMORY.md": "- [Glaze](glaze.md) — x\n" + "x" * 24_950}, "is full"),
        (
            {f"{STORE}/MEMORY.md": "<!-- @generated, do not edit -->\n- [Glaze](glaze.md)\n"},
            "says that it is generated",
        ),
        ({f"{STORE}/MEMORY.md": "\\xff\\xfe"}, "cannot be read"),
    ],
)
def test_refused(shell: Shell, tree: dict[str, str], why: str) -> None:
    root = shell.plant({**TREE, **tree})
    before = held(root)
    run = new(shell)
    assert (run.code, run.out) == (1, "")
    assert why in run.err
    assert run.err.endswith("; nothing was written\n")
    assert held(root) == before


def test_a_linked_index(shell: Shell) -> None:
    root = shell.plant(
        {"docs/index.md": INDEX, f"{STORE}/glaze.md": GLAZE, f"{STORE}/MEMORY.md -> ../docs/index.md": ""}
    )
    run = new(shell, "--dir", STORE)
    assert run.code == 1
    assert "memory/MEMORY.md is a link to" in run.err
    assert (root / STORE / "MEMORY.md").is_symlink()
    assert (root / "docs/index.md").read_text() == INDEX
    assert not (root / STORE / "kiln-tests.md").exists()


@pytest.mark.parametrize(("place", "mode"), [(STORE, 0o555), (f"{STORE}/MEMORY.md", 0o444)])
def test_read_only(shell: Shell, place: str, mode: int) -> None:
    root = shell.plant(TREE)
    before = held(root)
    (root / place).chmod(mode)
    run = new(shell)
    (root / place).chmod(0o755)
    assert run.code == 1
    assert "is read-only; nothing was written" in run.err
    assert held(root) == before


def test_permissions_stay(shell: Shell) -> None:
    root = shell.plant(TREE)
    (root / STORE / "MEMORY.md").chmod(0o600)
    assert new(shell).code == 0
    assert [path.stat().st_mode & 0o777 for path in (root / STORE / "MEMORY.md", root / STORE / "kiln-tests.md")] == [
        0o600,
        0o600,
    ]


def started(shell: Shell, name: str, description: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "memlint", "new", "topic", "user", name, "--description", description],
        cwd=shell.project,
        env=shell.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_several_at_once_lose_nothing(shell: Shell) -> None:
    root = shell.plant(TREE)
    runs = [started(shell, f"vase-{number}", f"How vase {number} is fired") for number in range(8)]
    for number, run in enumerate(runs):
        run.communicate(f"At cone {number}.\n".encode())
    assert [run.returncode for run in runs] == [0] * 8
    index = (root / STORE / "MEMORY.md").read_text()
    for number in range(8):
        assert f"(vase-{number}.md) — How vase {number} is fired\n" in index
        assert f"At cone {number}.\n" in (root / STORE / f"vase-{number}.md").read_text()
    assert len(index.splitlines()) == len(INDEX.splitlines()) + 8
    assert len(held(root / STORE)) == 10


def test_of_several_of_one_name_one_wins(shell: Shell) -> None:
    root = shell.plant(TREE)
    runs = [started(shell, "vase", f"How vase {number} is fired") for number in range(6)]
    for number, run in enumerate(runs):
        run.communicate(f"At cone {number}.\n".encode())
    assert sorted(run.returncode for run in runs) == [0, 1, 1, 1, 1, 1]
    winner = next(number for number, run in enumerate(runs) if run.returncode == 0)
    assert f"At cone {winner}.\n" in (root / STORE / "vase.md").read_text()
    assert (root / STORE / "MEMORY.md").read_text().count("vase.md") == 1
    assert len(held(root / STORE)) == 3


# --- the editor


def editor(shell: Shell, body: str) -> dict[str, str]:
    """Write an editor, whose ``sys.argv[-1]`` is the page as ``page``, and return what names it."""
    path = shell.base / "my editor.py"
    path.write_text(f"import sys, pathlib\npage = pathlib.Path(sys.argv[-1])\n{body}\n")
    (shell.base / "tmp").mkdir(exist_ok=True)
    return {"EDITOR": f"{sys.executable} '{path}' --wait", "TMPDIR": str(shell.base / "tmp")}


FILL = "page.write_text(page.read_text().replace('\\n\\n\\n', '\\nFire them.\\n\\n', 1).replace('Why:** ', 'Why:** cracks.'))"


def test_the_form_of_the_editor(shell: Shell) -> None:
    root = shell.plant(TREE)
    run = new(shell, "--edit", env=editor(shell, FILL))
    assert (run.code, run.err.count("\n")) == (0, 1)
    assert "no **How to apply:**" in run.err
    text = (root / STORE / "kiln-tests.md").read_text()
    assert text.endswith("---\n\nFire them.\n\n\n**Why:** cracks.\n")
    assert list((shell.base / "tmp").iterdir()) == []


def test_the_editor_comes_by_itself_in_a_terminal(shell: Shell) -> None:
    root = shell.plant(TREE)
    leader, terminal = pty.openpty()
    env = {**shell.environment(editor(shell, "page.write_text('A potter of old.\\n')")), "VISUAL": ""}
    words = [sys.executable, "-m", "memlint", "new", "topic", "user", "role"]
    run = subprocess.run(words, cwd=root, env=env, stdin=terminal, capture_output=True, check=False)
    os.close(terminal)
    os.close(leader)
    assert (run.returncode, run.stderr) == (0, b"")
    assert "description: A potter of old." in (root / STORE / "role.md").read_text()


@pytest.mark.parametrize("body", ["", "page.write_text('')", "page.unlink()", "sys.exit(3)"])
def test_nothing_was_written_in_the_editor(shell: Shell, body: str) -> None:
    root = shell.plant(TREE)
    before = held(root)
    run = new(shell, "--edit", env=editor(shell, body))
    assert (run.code, run.out) == (4, "")
    assert "kept" not in run.err
    assert held(root) == before
    assert list((shell.base / "tmp").iterdir()) == []


@pytest.mark.parametrize(
    ("more", "why", "code"),
    [
        ("sys.exit(3)", "ended with 3", 4),
        ("page.write_text('password: hunter22')", "credential", 4),
        ("pathlib.Path('memory/kiln-tests.md').write_text('mine')", "exists already", 1),
    ],
)
def test_a_text_is_not_lost(shell: Shell, more: str, why: str, code: int) -> None:
    shell.plant(TREE)
    run = new(shell, "--edit", env=editor(shell, f"{FILL}\n{more}"))
    assert run.code == code
    assert why in run.err
    (page,) = (shell.base / "tmp").rglob("*.md")
    assert f"your text is kept in {page}" in run.err
    assert page.read_text()


def test_what_is_wrong_already_opens_no_editor(shell: Shell) -> None:
    shell.plant({**TREE, f"{STORE}/kiln-tests.md": "mine\n"})
    opened = shell.base / "opened"
    run = new(shell, "--edit", env=editor(shell, f"pathlib.Path({str(opened)!r}).touch()"))
    assert run.code == 1
    assert not opened.exists()


@pytest.mark.parametrize(
    ("value", "why"),
    [("", "no editor: set VISUAL or EDITOR"), ("/gone/editor", "/gone/editor: No such file"), ("'a", "is no command")],
)
def test_no_editor(shell: Shell, value: str, why: str) -> None:
    shell.plant(TREE)
    run = new(shell, "--edit", env={"EDITOR": value})
    assert run.code == 4
    assert why in run.err


def test_the_commands_name_it(shell: Shell) -> None:
    shell.plant({})
    assert "memlint new topic TYPE NAME" in " ".join(shell.run("--help").out.split())
    assert "Exit codes: 0 written, 1 refused" in shell.run("new", "--help").out
