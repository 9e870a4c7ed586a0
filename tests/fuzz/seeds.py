"""Where fuzzing starts: texts that the tests have anyway, by target, and the words that a mutation is unlikely to find."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from tests.source.test_properties import FRAGMENTS, HEADERS

TESTS = Path(__file__).parent.parent
_LONGEST = 4096  # bytes of a seed; small ones are mutated faster
_TREES = 200  # of all trees of the tests: all rules run over each of them before the first mutation

_HOOK = (
    (
        '{"session_id": "a", "hook_event_name": "PostToolUse", "cwd": "/kiln", "tool_name": "Write", "tool_input":'
        ' {"file_path": "/kiln/CLAUDE.md", "content": "# A\\n\\nSee @gone.md\\n"}, "tool_response": {"success": true}}'
    ),
    (
        '{"session_id": "a-1", "hook_event_name": "PreToolUse", "cwd": "/kiln", "tool_name": "Edit", "tool_input":'
        ' {"file_path": "/kiln/docs/a.md", "old_string": "A", "new_string": "@b.md", "replace_all": true}}'
    ),
    (
        '{"hook_event_name": "PreToolUse", "cwd": "/kiln/docs", "tool_name": "MultiEdit", "tool_input":'
        ' {"file_path": "../CLAUDE.md", "edits": [{"old_string": "a", "new_string": "\\ud800"}]}}'
    ),
    '{"session_id": "a", "hook_event_name": "SessionStart", "source": "startup", "cwd": "/kiln"}',
    '{"session_id": "b", "hook_event_name": "Stop", "stop_hook_active": false, "cwd": "/kiln"}',
    '{"session_id": "c", "hook_event_name": "FileChanged", "file_path": "/kiln/CLAUDE.md", "cwd": "/kiln"}',
    '{"hook_event_name": "PreToolUse", "tool_name": "Write", "cwd": "C:\\\\kiln", "tool_input": {"file_path": "C:\\\\kiln\\\\a"}}',
)
_LOADED = (
    (
        '{"session_id": "a", "hook_event_name": "InstructionsLoaded", "cwd": "/kiln", "file_path": "/kiln/CLAUDE.md",'
        ' "memory_type": "Project", "load_reason": "session_start"}'
    ),
    (
        '{"memlint": 1, "time": "2026-11-30T10:00:00.000Z", "session_id": "a", "cwd": "/kiln", "file_path": "/kiln/docs/a.md",'
        ' "memory_type": "Project", "load_reason": "include", "parent_file_path": "/kiln/CLAUDE.md", "sha256": "00", "size": 3}'
    ),
    (
        '{"session_id": "a", "cwd": "/kiln/src", "file_path": "/kiln/src/CLAUDE.md", "load_reason": "nested_traversal",'
        ' "trigger_file_path": "/kiln/src/kiln.py", "globs": ["a/**"]}'
    ),
)
_GLOBS = (
    "imports and not cycle\nsrc/**/*.py\n!src/gen/**\n{a,b{c,d}}/[!x]*.{ts,tsx}\n",
    "a or (b)\n**/\n*/\n\\#a\n[[:alpha:]]\na//b\n ./c \n",
    "\n" + "{a,b}" * 12 + "\n" + "*a" * 30 + "\n",
)
_SETTINGS = (
    'extend = ["a.toml"]\nselect = ["imports", "all"]\nfail-on = "error"\nmax-warnings = 3\n',
    '[severity]\n"imports/cycle" = "off"\n[per-file-ignores]\n"docs/**" = ["content"]\n[overrides."a/*"]\nignore = ["x"]\n',
    '[rules."budget/size"]\nlines = 3\n[schemas]\ntopic = "a.json"\n[slots.kiln]\nvalues = {a = ["x"], b = ["y"]}\n',
    'target-version = "2.1.200"\nexclude = ["*.md"]\nplugins = ["kiln"]\nslots = {a = {b = [{c = """d"""}]}}\n',
    '{"version": 1, "findings": [{"path": "a.md", "rule": "imports/cycle", "fingerprint": "0", "times": 2, "sizes": [3]}]}',
    '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}, "permissions": {"deny": ["Read(a)"]}}',
)
_COMMENTS = (
    "<!-- memlint-disable-next-line imports/cycle, links until 2027-03-31 -- why -->\nText\n\n<!-- memlint-enable -->\n",
    "---\na: b # memlint-disable-line frontmatter -- why\n---\n<!--\nmemlint-disable all\nmemlint-disable-file x/y\n-->\n",
)
_MANIFESTS = (
    (
        0,
        '{"scripts": {"fire": "kiln"}, "packageManager": "pnpm@9.1.0", "engines": {"node": ">=20"}, "workspaces": ["a/*"]}',
    ),
    (1, '[project]\nrequires-python = ">=3.11"\n[tool.black]\nline-length = 88\n[tool.poe.tasks]\nfire = "kiln"\n'),
    (2, ".PHONY: fire\nfire: glaze ; kiln $(X)\n\tkiln\ninclude *.mk\n%.o: %.c\n"),
    (3, "root = true\n[*.{py,js}]\nindent_style = space\nindent_size = 4\nmax_line_length = 100\n"),
    (4, '{"singleQuote": true, "overrides": [{"files": "*.md", "options": {"tabWidth": 2}}]}'),
    (
        5,
        '{"claudeMdExcludes": ["a/**"], "autoMemoryDirectory": "m", "hooks": {}, "permissions": {"additionalDirectories": []}}',
    ),
    (6, "*.md\n!a.md\n/b/\n\\ \n[a\n"),
    (23, '[severity]\nimports = "off"\n'),
    (24, "---\nname: potter\nmemory: project\ntools: [Read]\n---\nUse @a.md\n"),
    (25, "[core]\n\tbare = false\n\tworktree = ..\n"),
)


#: The small project that events and files of other tools belong to, and which files of those it may have.
MANIFESTS = (
    *(
        "package.json",
        "pyproject.toml",
        "Makefile",
        ".editorconfig",
        ".prettierrc",
        ".claude/settings.json",
        ".gitignore",
    ),
    *("Cargo.toml", "composer.json", "setup.cfg", "tox.ini", "justfile", "go.mod", "pnpm-workspace.yaml", ".mcp.json"),
    *(".eslintrc", "biome.json", "ruff.toml", ".rubocop.yml", "deno.json", "mise.toml", "poe_tasks.yaml", "nx.json"),
    *("memlint.toml", ".claude/agents/potter.md", ".git/config", ".git/HEAD", "pyvenv.cfg", ".pre-commit-config.yaml"),
)
INSTRUCTIONS = b"""
==> CLAUDE.md
# Rules

Run `npm run fire`, `yarn test`, `make glaze`, `uv run kiln`, `just fire`, `cargo test` and `poe glaze` before a commit.
Use 4 spaces for indentation, single quotes and lines of at most 100 characters. Format with black. We use pnpm and Go 1.22.
See src/kiln.py and @docs/a.md. Use the potter agent. Node 18 and Python 3.9 are what we support.
==> docs/a.md
# A
==> src/kiln.py
==> package-lock.json
"""


def seeds(target: str) -> Iterator[bytes]:
    """Yield the texts that ``target`` starts from."""
    own = {
        "globs": _GLOBS,
        "configuration": _SETTINGS,
        "suppressions": _COMMENTS,
        "hook": (*_HOOK, *_LOADED),
        "events": (*_LOADED, "\n".join(_LOADED), "".join(_LOADED)),
        "manifests": [chr(number) + text for number, text in _MANIFESTS],
        "header": HEADERS,
    }.get(target, ())
    yield from (text.encode() for text in own)
    if target in ("project", "fixes"):
        every = [*trees("cases"), *trees("fixes")]
        yield from every[:: len(every) // _TREES]
    elif target not in ("hook", "events", "configuration", "globs", "manifests"):
        yield from (fragment.encode() for fragment in FRAGMENTS)
        yield from (part for tree in trees("cases") for part in files(tree, header=target == "header"))


def trees(folder: str) -> Iterator[bytes]:
    """Yield the trees of tests/cases or tests/fixes, in the notation that ``targets.planted`` reads."""
    for path in sorted((TESTS / folder).rglob("*.txt")):
        data = path.read_bytes()
        if len(data) <= _LONGEST and b"==> ../" not in data:
            yield data


def files(tree: bytes, *, header: bool) -> Iterator[bytes]:
    """Yield the texts of the Markdown files of a tree, or their headers alone."""
    for part in re.split(rb"^==> ", tree, flags=re.MULTILINE)[1:]:
        name, _, text = part.partition(b"\n")
        if name.endswith(b".md") and not header:
            yield text
        elif header and text.startswith(b"---\n"):
            yield text[4:].partition(b"\n---")[0]


def write(target: str, folder: Path) -> int:
    """Write the seeds of ``target`` into ``folder``, each under the hash of its bytes. Return how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    for data in seeds(target):
        (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    return len(list(folder.iterdir()))


#: Sequences that mean something, for all targets.
WORDS = (
    *(
        "\n---\n",
        "---\n",
        "<!--",
        "-->",
        "```",
        "~~~",
        "[[",
        "]]",
        "](",
        "![",
        "\n- ",
        "\n1. ",
        "\n> ",
        "\n# ",
        "\n===\n",
    ),
    *(
        "@",
        "@a.md",
        "@~/",
        "@../",
        "\\",
        "\ufeff",
        "\0",
        "\r\n",
        "\u2028",
        "\u200b",
        "\u202e",
        "\u3000",
        "\U000e0041",
        "é",
    ),
    *("paths:", "\n  - ", "name: ", "description: ", "metadata:\n  type: ", "&a ", "*a", "<<: ", "!!", "|\n ", ">-\n "),
    *(
        "{a,b}",
        "**/",
        "[!",
        "[[:",
        "!a",
        "memlint-disable-next-line ",
        "memlint-disable-file ",
        "memlint-enable",
        "until ",
    ),
    *(
        "2026-01-02",
        "yesterday",
        "last week",
        "never ",
        "always ",
        "do not ",
        "use ",
        " instead of ",
        "must ",
        "4 spaces",
    ),
    *(
        "sk-ant-",
        "ghp_",
        "AKIA",
        "-----BEGIN ",
        "password = ",
        "https://",
        "?q=",
        "$(",
        "`",
        "curl ",
        "| sh",
        "npm run ",
    ),
    *(
        "\n==> ",
        "CLAUDE.md\n",
        ".claude/rules/a.md\n",
        "memory/MEMORY.md\n",
        "memory/a.md\n",
        ".claude/settings.json\n",
    ),
    *(
        " -> ",
        "AGENTS.md\n",
        "CLAUDE.local.md\n",
        ".claude/agents/a.md\n",
        "package.json\n",
        "\n| a |\n|---|\n",
        "BEGIN x",
    ),
    *('"""', "'''", "[[", "[a]", " = {", "select", "severity", '"tool_input"', '"file_path"', "\\u0000", "\\ud800"),
)


def dictionary() -> str:
    """Return the words in the form that libFuzzer reads."""
    rows = ("".join(rf"\x{byte:02x}" for byte in word.encode()) for word in dict.fromkeys(WORDS))
    return "".join(f'"{row}"\n' for row in rows)
