"""The load plan against the product itself: which files Claude Code says that it loads when a session starts.

``claude -p /context`` starts a session and ends it without a model, a login or the network. Skipped unless
MEMLINT_CLAUDE names that executable: nobody's own configuration is used, nor any but these trees.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from memlint.engine.docs import sections
from memlint.harness.facts import asked_for
from memlint.project.session import Session
from memlint.serve.verified import How, verify
from memlint.serve.verifying import Difference
from tests.trees import plant

CLAUDE = os.environ.get("MEMLINT_CLAUDE", "")
QUIET = {"DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
SCOPED = '---\npaths: "web/**"\n---\n- Glaze.\n'
HOPS = {f"docs/h{number}.md": f"@h{number + 1}.md\n" for number in range(1, 8)}

TREES = {
    "scopes": {
        "CLAUDE.md": "@docs/glazes.md and @../home/mine.md\n",
        "docs/glazes.md": "# Glazes\n",
        "CLAUDE.local.md": "@local.md\n",
        "local.md": "Mine.\n",
        ".claude/rules/cones.md": "- Cone 6.\n",
        ".claude/rules/shop/web.md": SCOPED,
        "../home/.claude/CLAUDE.md": "@own.md\n",
        "../home/.claude/own.md": "Own.\n",
        "../home/.claude/rules/tone.md": "- French.\n",
        "../home/.claude/rules/web.md": SCOPED,
        "../home/mine.md": "Mine.\n",
    },
    "hops": {"CLAUDE.md": "@docs/h1.md\n", **HOPS},
    "paths": {
        ".claude/rules/a.md": "---\npaths: **/*.ts\n---\nA\n",
        ".claude/rules/b.md": "---\npaths:\n  - **/*.ts\n---\nB\n",
        ".claude/rules/c.md": "---\npaths: []\n---\nC\n",
        ".claude/rules/d.md": '---\npaths: "**"\n---\nD\n',
        ".claude/rules/e.md": '---\npaths: "a", "b"\n---\nE\n',
        ".claude/rules/f.md": f"\n{SCOPED}",
        ".claude/rules/g.md": SCOPED.replace("\n", "\r\n"),
        ".claude/rules/h.md": '---\nglobs: "web/**"\n---\nH\n',
    },
    "empty": {"CLAUDE.md": "", "CLAUDE.local.md": " \n", ".claude/rules/a.md": "<!-- a -->\n"},
    "names": {
        ".claude/CLAUDE.md": "A\n",
        "claude.md": "B\n",
        ".claude/rules/c.mdc": "C\n",
        ".claude/rules/D.MD": "D\n",
    },
    "tokens": {
        "CLAUDE.md": 'See @a.md, and @b.md. "@c.md" (@d.md) **@e.md** @f.md: `@g.md` @h\\ h.md\n\n    @i.md\n',
        **{f"{name}.md": "X\n" for name in (*"abcdefgi", "h h")},
    },
    "comments": {
        "CLAUDE.md": "<!-- @a.md -->\n\nx <!-- @b.md --> y\n\n<!-- c\n@d.md\n",
        "a.md": "",
        "b.md": "B\n",
        "d.md": "D\n",
    },
}


#: Rules whose cases show what 2.1.332 does in another way than the model of 2.1.288: it takes a byte order mark away,
#: accepts tabs and a key twice in a header, decodes what is no UTF-8, expands code spans in list items, and leaves out a
#: rule with paths that another rule imports.
KNOWN = (
    "frontmatter/duplicate-key",
    "frontmatter/tab-indent",
    "imports/code-span-in-list",
    "imports/scoped-rule-imported",
    "scope/always-loads",
    "source/not-utf8",
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CLAUDE, reason="MEMLINT_CLAUDE does not name Claude Code"),
]


def differences(base: Path) -> list[Difference]:
    """Start a session in ``base/project`` and return where what loaded differs from the plan.

    No settings may be there: what they run would run.
    """
    root, home, log = base / "project", base / "home", base / "log.jsonl"
    home.mkdir(exist_ok=True)
    assert not [*root.rglob("settings*.json"), *root.rglob(".mcp.json")]
    hooks = {"InstructionsLoaded": [{"hooks": [{"type": "command", "command": f"cat >> {log}"}]}]}
    settings = base / "hooks.json"
    settings.write_text(json.dumps({"hooks": hooks}))
    subprocess.run(
        [CLAUDE, "-p", "/context", "--settings", settings],
        cwd=root,
        env={"PATH": "/usr/bin:/bin", "HOME": str(home), **QUIET},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=300,
    )
    how = How(Session("", machine=True, user=True), str(home), str(home / ".claude"), asked_for(""))
    if not log.exists():
        return []
    with log.open("rb") as stream:
        found = verify(stream, 0, how)
    # The event is asynchronous: the order of the log proves nothing.
    return [each for session in found.sessions for each in session.differences if each.kind != "order"]


@pytest.mark.parametrize("name", TREES)
def test_the_plan_is_what_loads(name: str, tmp_path: Path) -> None:
    plant(tmp_path / "project", TREES[name])
    assert differences(tmp_path) == []
    assert (tmp_path / "log.jsonl").exists() is (name != "empty")


def cases() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the trees of tests/cases that need nothing but their files, by name."""
    folder = Path(__file__).parent.parent / "cases"
    for case in sorted(folder.rglob("*.txt")):
        files = sections(case.read_text("utf-8"))
        files.pop("expect")
        if not (files.keys() & {"git log", "modes"} or any(name.startswith(("../", ".git/")) for name in files)):
            kept = {name: text for name, text in files.items() if "settings" not in name and ".mcp" not in name}
            yield case.relative_to(folder).with_suffix("").as_posix(), kept


def unknown(found: list[Difference]) -> list[Difference]:
    """Return the certain differences that no case of KNOWN explains."""
    return [each for each in found if each.certain and not any(f"/{rule}/" in each.path for rule in KNOWN)]


def test_the_rule_files_of_all_cases(tmp_path: Path) -> None:
    project = tmp_path / "project"
    for name, files in cases():
        rules = {path: text for path, text in files.items() if ".claude/rules/" in path and "->" not in path}
        plant(project, {f".claude/rules/{name}/{path.replace('.claude', '')}": rules[path] for path in rules})
    assert unknown(differences(tmp_path)) == []


def test_the_imports_of_all_cases(tmp_path: Path) -> None:
    project, lines = tmp_path / "project", []
    for name, files in cases():
        if "CLAUDE.md" in files:
            plant(project / "cases" / name, files)
            (project / "cases" / name / ".git").rmdir()
            lines.append(f"@cases/{name}/CLAUDE.md\n")
    plant(project, {"CLAUDE.md": "\n".join(lines)})
    assert unknown(differences(tmp_path)) == []
