"""What a start imports: an allow-list, since each module costs every hook and every keystroke of an editor."""

from __future__ import annotations

import subprocess
import sys

from tests.cli.shell import CLEAN, ERROR, Shell

# Prints what was imported by memlint alone, whatever the interpreter and its site had before.
PROBE = """
import atexit, sys
before = set(sys.modules)
from memlint.cli import main
code = main(sys.argv[1:])
kept = lambda name: name.startswith("memlint") or name == "importlib.metadata"
print(*sorted({name if kept(name) else name.split(".")[0] for name in set(sys.modules) - before}))
sys.exit(code)
"""

#: What a run may load besides memlint itself, by what needs it.
ALLOWED = {
    *("argparse", "gettext", "re", "copyreg", "enum", "functools", "operator", "keyword", "reprlib", "types"),
    *("typing", "_typing", "collections", "contextlib", "warnings", "bisect", "_bisect", "unicodedata", "gc"),
    *("pkgutil", "importlib", "weakref", "_weakref", "_weakrefset", "zipimport"),  # finding rules
    *("pyromark",),  # Markdown
    *("_blake2",),  # what stands for a file in a cache
    *("math",),  # expanding braces
    *("json", "_json"),  # the copies of facts.toml and of the rules' list
    *("subprocess", "_posixsubprocess", "select", "selectors", "signal", "threading", "fcntl", "errno"),  # git
    *("locale", "_locale", "msvcrt", "_winapi"),
}
#: What explaining a finding adds: engine.docs reads the rule's docstring.
# The first run after an installation also compiles patterns for the later ones (`array`).
EXPLAINING = {
    "array",
    "textwrap",
    "inspect",
    "ast",
    "_ast",
    "dis",
    "opcode",
    "_opcode",
    "tokenize",
    "token",
    "linecache",
}
HEAVY = {
    "yaml",
    "pathspec",
    "dataclasses",
    "jsonschema",
    "difflib",
    "logging",
    "unittest",
    "asyncio",
    "http",
    "tomllib",
}
HEAVY |= {
    "importlib.metadata",
    "email",
    "xml",
    "sqlite3",
    "multiprocessing",
    "concurrent",
    "socket",
    "shutil",
    "urllib",
}


def loaded(shell: Shell, *words: str) -> set[str]:
    """Return the modules that a run imports: memlint's by their full name, others by their first part."""
    run = subprocess.run(
        [sys.executable, "-c", PROBE, *words],
        cwd=shell.project,
        env=shell.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode in (0, 1), run.stderr
    return set(run.stdout.splitlines()[-1].split())


def test_version_imports_next_to_nothing(shell: Shell) -> None:
    shell.plant({})
    names = loaded(shell, "--version")
    assert {name for name in names if name.startswith("memlint")} == {"memlint", "memlint.cli", "memlint.errors"}
    assert names <= {"memlint", "memlint.cli", "memlint.errors", "typing", "collections", "importlib", "functools"} | {
        *("re", "enum", "types", "operator", "keyword", "reprlib", "copyreg", "contextlib", "warnings", "_typing", "gc")
    }


def plant_200_lines(shell: Shell, tree: dict[str, str]) -> None:
    """Make the tree's CLAUDE.md as long as the documented advice allows."""
    lines = "".join(
        f"- Glaze {number} is described in the book of glazes, on page {number}.\n" for number in range(190)
    )
    shell.plant({**tree, "CLAUDE.md": "# Project\n\n" + tree["CLAUDE.md"] + "\n" + lines})


def test_a_clean_run_imports_nothing_heavy(shell: Shell) -> None:
    plant_200_lines(shell, CLEAN)
    names = loaded(shell, "CLAUDE.md")
    assert names & HEAVY == set()
    assert {name for name in names if not name.startswith("memlint")} - ALLOWED == set()
    assert "argparse" not in names  # there are no flags


def test_rules_that_need_a_word_that_is_not_there_are_not_imported(shell: Shell) -> None:
    plant_200_lines(shell, CLEAN)
    names = loaded(shell, "CLAUDE.md")
    idle = ("security.bidi", "security.control_characters", "links.broken_wikilink", "security.comment_directive")
    assert not names & {f"memlint.rules.{name}" for name in idle}


def test_a_finding_imports_what_explains_it(shell: Shell) -> None:
    plant_200_lines(shell, ERROR)
    names = loaded(shell, "CLAUDE.md")
    assert names & HEAVY <= {"inspect"}
    assert {name for name in names if not name.startswith("memlint")} - ALLOWED - EXPLAINING == set()


def test_formats_load_only_what_they_need(shell: Shell) -> None:
    shell.plant(CLEAN)
    assert "memlint.report.json" not in loaded(shell)
    assert "memlint.report.sarif" not in loaded(shell, "--output-format", "json")
