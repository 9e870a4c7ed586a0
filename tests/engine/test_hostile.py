"""A hostile tree: what it names is not run, imported or fetched, and what it is called commands no reader of a report."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from memlint import UsageError, check
from memlint.config import find_file
from memlint.report import render
from tests.trees import plant
from tests.work import soon

FORMATS = ("text", "concise", "json", "sarif")
NAMES = (
    "::error file=x::owned",
    "  ::set-output name=a::b",
    "##[group]a",
    "##vso[task.setvariable variable=x]y",
    "\x1b]0;title\x07\x1b[2J",
    "a\n::error::b",
    "a\r::error::b",
    '"],"injected":["',
    "]]>&lt;<x>",
    "\u202egnp.exe",
    "line\u2028::error::b",
)
CANARY = "import pathlib\npathlib.Path(__file__).with_name('ran').touch()\n"


def commands(text: str) -> list[str]:
    """Return the lines that a CI system would take for a command."""
    return [line for line in re.split(r"[\n\r\u2028\u2029]", text) if re.search(r"^\s*::\w|##\w*\[", line)]


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    # The names stand in a tree of their own, and in the text of each file.
    files = {f"{name}/CLAUDE.md".replace("<x>", "x"): "# A\n\nSee @docs/gone.md\n" for name in NAMES}
    files |= {
        "CLAUDE.md": "".join(f"- [a](<{name.splitlines()[0]}.md>) @gone{n}.md {name}\n" for n, name in enumerate(NAMES))
    }
    return plant(tmp_path / "p", files)


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
@pytest.mark.parametrize("output_format", FORMATS)
def test_no_command_and_no_escape_in_a_report(output_format: str, hostile: Path) -> None:
    report = check([hostile], root=hostile, select=["all"])
    assert len({finding.path for finding in report.findings}) > len(NAMES) // 2
    text = "".join(f"{line}\n" for line in render(report, output_format))
    assert commands(text) == []
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]", text)
    if output_format in ("json", "sarif"):
        assert "injected" not in json.loads(text)


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
def test_no_command_on_the_command_line(hostile: Path) -> None:
    for words in ([], ["-v"], ["--collect-only"], ["--statistics"]):
        run = subprocess.run(
            [sys.executable, "-m", "memlint", ".", *words], cwd=hostile, capture_output=True, text=True, check=False
        )
        assert commands(run.stdout + run.stderr) == []
        assert "\x1b" not in run.stdout + run.stderr


def test_nothing_of_the_tree_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("sitecustomize", "yaml", "evil/__init__", "evil/family/__init__", "evil/family/one", "conftest", "memlint")
    base = plant(
        tmp_path / "p",
        {
            **{f"{name}.py": CANARY for name in names},
            "memlint.toml": 'plugins = ["evil"]\n',
            "CLAUDE.md": "---\na: !!python/object/apply:os.system ['touch ran']\n---\n# A\n\n!`touch ran`\n$(touch ran)\n",
            ".claude/settings.json": '{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "touch ran"}]}]}}',
        },
    )
    monkeypatch.chdir(base)
    check(["."])
    subprocess.run(["memlint", ".", "--no-cache"], cwd=base, capture_output=True, check=False)
    assert [str(path) for path in tmp_path.rglob("ran")] == []
    assert "evil" not in sys.modules


def test_nothing_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*_: object, **__: object) -> None:
        raise AssertionError("somebody opened a connection")

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket, "getaddrinfo", connect)
    base = plant(
        tmp_path / "p",
        {
            "memlint.toml": '[schemas]\ninstructions = "schema.json"\n',
            "schema.json": '{"$ref": "https://kiln.invalid/schema.json"}',
            "CLAUDE.md": "---\nname: a\n---\n@https://kiln.invalid/a.md ![x](https://kiln.invalid/a.png)\n",
        },
    )
    check([base], root=base, select=["all"])


def test_the_configuration_above_the_repository_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "memlint.toml").write_text('plugins = ["evil"]\n')
    (tmp_path / "pyproject.toml").write_text('[tool.memlint]\nplugins = ["evil"]\n')
    base = plant(tmp_path / "p", {"docs/CLAUDE.md": "# A\n"})
    assert find_file(str(base / "docs"), str(base)) is None
    check([base / "docs"], allow_plugins=True)
    (base / "memlint.toml").write_text('plugins = ["evil"]\n')
    check([base / "docs"])
    with pytest.raises(UsageError, match="evil"):
        check([base / "docs"], allow_plugins=True)


@pytest.mark.parametrize(
    "header",
    [
        "a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: &d [*c, *c]\ne: [*d, *d]\n",
        "a: " + "[" * 5000 + "\n",
        "a: " + "{b: " * 5000 + "\n",
        "paths: '" + "{a,b}" * 60 + "'\n",
        "paths: '" + "*a" * 200 + "'\n",
        "".join(f"k{number}: v\n" for number in range(20_000)),
    ],
    ids=["aliases", "lists", "mappings", "braces", "stars", "keys"],
)
def test_a_hostile_header_takes_no_time(header: str, tmp_path: Path) -> None:
    base = plant(tmp_path / "p", {".claude/rules/a.md": f"---\n{header}---\n# A\n", "a" * 200: ""})
    with soon():
        report = check([base], root=base, select=["all"])
    assert not any(finding.rule == "internal/rule-crash" for finding in report.findings)


@pytest.mark.parametrize("where", [".gitignore", "exclude", "per-file-ignores", "CODEOWNERS"])
def test_a_hostile_glob_takes_no_time(where: str, tmp_path: Path) -> None:
    """Each star of it could match at each letter of the name, and there are more ways to do so than seconds."""
    glob, name = "*a" * 14 + "*b", "a" * 120 + "c.md"
    files = {
        ".gitignore": {".gitignore": f"{glob}\n"},
        "exclude": {"memlint.toml": f'exclude = ["{glob}"]\n'},
        "per-file-ignores": {"memlint.toml": f'[per-file-ignores]\n"{glob}" = ["imports"]\n'},
        "CODEOWNERS": {
            "CODEOWNERS": f"{glob} @dana\n",
            ".github/workflows/a.yml": "on: issues\njobs:\n  a:\n    steps:\n      - uses: anthropics/claude-code-action@v1\n",
        },
    }[where]
    rule_file = {f".claude/rules/{name}": "# A\n\nSee @gone.md\n", name: "", "CLAUDE.md": "# A\n"}
    base = plant(tmp_path / "p", {**files, **rule_file})
    with soon():
        report = check([base], root=base, select=["all"])
    assert not any(finding.rule == "internal/rule-crash" for finding in report.findings)


def test_a_glob_that_python_warns_about_says_nothing(tmp_path: Path) -> None:
    base = plant(
        tmp_path / "p", {".gitignore": "[[a]]\n", "CLAUDE.md": "# A\n", "memlint.toml": 'exclude = ["[[b]]"]\n'}
    )
    check([base], root=base)  # a warning is an error here
