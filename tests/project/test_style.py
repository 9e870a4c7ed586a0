"""What formatters and linters are set to: the forms of their files, and which file is for which folder."""

from __future__ import annotations

import pytest

from memlint.project.repository import Repository
from memlint.project.repository.style_readers import read_styles


def repository(files: dict[str, str]) -> Repository:
    return Repository(tuple(sorted(files)), lambda path: files.get(path, ""))


def told(files: dict[str, str], extension: str, folder: str = "", *tools: str) -> set[str]:
    """Return the settings as ``tool knob=value``, with ``?`` for one that does not decide and ``<`` for a limit."""
    found = repository(files).styles(folder, extension, frozenset(tools))
    return {f"{s.tool} {s.knob}{'<' if s.limit else '='}{s.value}{'' if s.whole else '?'}" for s in found}


PRETTIER = {
    "prettier line-length=100",
    "prettier indent-width=4",
    "prettier quotes=single",
    "prettier semicolons=never",
}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".prettierrc", '{"printWidth": 100, "tabWidth": 4, "singleQuote": true, "semi": false}'),
        (".prettierrc", "printWidth: 100\ntabWidth: 4\nsingleQuote: true\nsemi: false\n"),
        (".prettierrc.json", '{\n\t"printWidth": 100,\n\t"tabWidth": 4,\n\t"singleQuote": true,\n\t"semi": false\n}'),
        (".prettierrc.yml", "# glaze\nprintWidth: 100\ntabWidth: 4\nsingleQuote: true\nsemi: false\n"),
        (".prettierrc.toml", "printWidth = 100\ntabWidth = 4\nsingleQuote = true\nsemi = false\n"),
        ("package.json", '{"prettier": {"printWidth": 100, "tabWidth": 4, "singleQuote": true, "semi": false}}'),
    ],
)
def test_prettier(name: str, text: str) -> None:
    assert told({name: text}, "ts") == PRETTIER
    assert told({name: text}, "css") == {"prettier line-length=100", "prettier indent-width=4"}
    assert told({name: text}, "py") == set()


def test_prettier_overrides_may_agree_and_never_decide() -> None:
    text = '{"useTabs": true, "overrides": [{"files": "*.md", "options": {"useTabs": false}}]}'
    assert told({".prettierrc": text}, "ts") == {"prettier indent-style=tab", "prettier indent-style=space?"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ruff.toml", 'line-length = 100\nindent-width = 2\nformat.quote-style = "single"\n'),
        (".ruff.toml", 'line-length = 100\nindent-width = 2\n[format]\nquote-style = "single"\n'),
        ("pyproject.toml", '[tool.ruff]\nline-length=100\nindent-width=2\n[tool.ruff.format]\nquote-style="single"\n'),
    ],
)
def test_ruff(name: str, text: str) -> None:
    assert told({name: text}, "py") == {"ruff line-length=100", "ruff indent-width=2", "ruff quotes=single"}


def test_python_tools_in_one_file_and_where_each_stands() -> None:
    text = "[tool.black]\nline-length = 88\n\n[tool.isort]\nline_length = 88\n\n[tool.ruff]\n  line-length = 88  # as black\n"
    files = {"pyproject.toml": text, "setup.cfg": "[flake8]\nmax-line-length = 120\n", ".pylintrc": "[FORMAT]\nx=1\n"}
    assert told(files, "py") == {
        "black line-length=88",
        "isort line-length=88?",
        "ruff line-length=88",
        "flake8 line-length<120",
    }
    places = {style.tool: text[slice(*style.span)] for style in repository(files).styles("", "py")}
    assert places["black"] == "line-length = 88"
    assert places["ruff"] == "line-length = 88  # as black"
    flake8 = repository(files).styles("", "py", frozenset(("flake8",)))
    assert [files["setup.cfg"][slice(*style.span)] for style in flake8] == ["max-line-length = 120"]


def test_other_tools() -> None:
    eslint = '{"rules": {"indent": ["error", 2], "@stylistic/quotes": ["warn", "double"], "semi": ["off", "never"],'
    eslint += '"max-len": ["error", {"code": 120}]}}'
    assert told({".eslintrc.json": eslint}, "js") == {
        "eslint indent-style=space",
        "eslint indent-width=2",
        "eslint quotes=double",
        "eslint line-length<120",
    }
    biome = '{"formatter": {"lineWidth": 90, "indentStyle": "tab"},'
    biome += '"javascript": {"formatter": {"quoteStyle": "single", "semicolons": "asNeeded", "lineWidth": 100}}}'
    assert told({"biome.json": biome}, "ts") == {
        "biome line-length=100",
        "biome indent-style=tab",
        "biome quotes=single",
        "biome semicolons=never",
    }
    rust = "max_width = 120\ntab_spaces = 2\nhard_tabs = false\n"
    assert told({"rustfmt.toml": rust}, "rs") == {
        "rustfmt line-length=120",
        "rustfmt indent-width=2",
        "rustfmt indent-style=space",
    }
    clang = "---\nLanguage: Cpp\nColumnLimit: 120\nUseTab: Never\n...\n"
    assert told({".clang-format": clang}, "cc") == {"clang-format line-length=120", "clang-format indent-style=space"}


EDITORCONFIG = """\
root = true

[*]
indent_style = Space
indent_size = 4
max_line_length = 100

[*.{ts,tsx}]
    indent_size = 2
    max_line_length = off

[**/*.go]
indent_style = tab

[Makefile]
indent_style = tab

[legacy/**.ts]
indent_size = 8
"""


def test_editorconfig_sections() -> None:
    files = {".editorconfig": EDITORCONFIG}
    assert told(files, "ts") == {
        "editorconfig indent-style=space",
        "editorconfig indent-width=2",
        "editorconfig indent-width=8?",
    }
    assert "editorconfig indent-width=4" in told(files, "java")
    assert "editorconfig indent-width=4?" in told(files, "py")  # Python's formatters do not read it
    assert "editorconfig indent-style=tab" in told(files, "go")


@pytest.mark.parametrize("more", ["biome.json", "eslint.config.js"])
def test_editorconfig_does_not_decide_beside_a_tool_that_does_not_read_it(more: str) -> None:
    files = {".editorconfig": "[*]\nindent_size = 4\n", more: '{"x": {}}'}
    assert told(files, "ts") == {"editorconfig indent-width=4?"}


@pytest.mark.parametrize("name", ["prettier.config.mjs", ".prettierrc.js", "dprint.json", "biome.json", ".prettierrc"])
def test_what_cannot_be_read_may_decide(name: str) -> None:
    files = {name: "" if name == "biome.json" else "a: [", ".editorconfig": "[*]\nindent_size = 4\n"}
    assert told(files, "ts") == set()
    assert told(files, "java") == {"editorconfig indent-width=4"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".prettierrc", '"@kiln/prettier"'),
        ("package.json", '{"prettier": "@kiln/prettier"}'),
        (".prettierrc", "&a [*a]"),
        (".prettierrc", '{"a":' * 10_000),
        ("biome.json", '{"extends": ["@kiln/biome"], "formatter": {"lineWidth": 100}}'),
        (".eslintrc.json", '{// a comment\n"rules": {"quotes": ["error", "single"]}}'),
        ("pyproject.toml", "[tool.ruff"),
        ("setup.cfg", "[flake8\nmax-line-length = 100"),
        (".flake8", "max-line-length = 100"),
        ("ruff.toml", 'line-length = "wide"'),
        (".editorconfig", "[*]\nindent_size = tab\nmax_line_length = unset\n"),
        (".eslintrc.json", '{"rules": [], "overrides": 3}'),
        ("package.json", "[]"),
    ],
)
def test_broken_and_strange_files_say_nothing(name: str, text: str) -> None:
    assert told({name: text}, "ts") == told({name: text}, "py") == set()


def test_the_nearest_file_is_read_and_those_below() -> None:
    files = {"ruff.toml": "line-length = 88\n", "kilns/one/ruff.toml": "line-length = 100\n", "kilns/one/a.py": ""}
    assert told(files, "py") == {"ruff line-length=88", "ruff line-length=100"}
    assert told(files, "py", "kilns/one") == told(files, "py", "kilns/one/src") == {"ruff line-length=100"}
    assert told({**files, "kilns/one/a.py": "", "web/ruff.toml": "line-length = 9"}, "py") == told(files, "py")
    assert told(files, "py", "kilns/two") == {"ruff line-length=88"}


def test_editorconfig_files_add_up_until_a_root() -> None:
    files = {
        ".editorconfig": "[*]\nindent_size = 4\nmax_line_length = 100\n",
        "web/.editorconfig": "[*]\nindent_size = 2\n",
        "app/.editorconfig": "root = true\n[*]\nindent_size = 2\n",
    }
    assert told(files, "java", "web") == {"editorconfig indent-width=2", "editorconfig line-length=100"}
    assert told(files, "java", "app") == {"editorconfig indent-width=2"}


def test_only_the_named_tool_is_asked() -> None:
    files = {".prettierrc": "printWidth: 100\n", ".editorconfig": "[*]\nmax_line_length = 80\n", "dprint.json": ""}
    assert told(files, "ts", "", "prettier") == {"prettier line-length=100"}
    assert told(files, "ts") == set()


def test_the_code_that_a_folder_has() -> None:
    files = dict.fromkeys(("a.py", "web/b.ts", "web/c/d.ts", "web/e.css", ".claude/hooks/f.py", "web/.g/h.ts"), "")
    assert repository(files).extensions("") == {"py": 1, "ts": 2}
    assert repository(files).extensions("web") == {"ts": 2}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (".prettierrc", "{}", [("prettier", True, False, 0)]),
        (".prettierrc", "", [("prettier", False, False, 0)]),
        (".prettierrc", "[", [("prettier", False, False, 0)]),
        ("pyproject.toml", "", []),
        ("pyproject.toml", "[", []),
        ("pyproject.toml", "[tool.kiln]\na = 1\n", []),
        ("pyproject.toml", "[tool.black]\nline-length = 9\n", [("black", True, False, 1)]),
        ("package.json", '{"prettier": "@kiln/prettier"}', [("prettier", False, False, 0)]),
        ("package.json", '{"prettier": {}}', [("prettier", True, False, 0)]),
        ("biome.json", '{"extends": ["x"]}', [("biome", False, False, 0)]),
        ("biome.json", '{"root": false}', [("biome", True, False, 0)]),
        ("kilns/.editorconfig", "root = true\n[*]\nindent_size = 2\n", [("editorconfig", True, True, 1)]),
        (".editorconfig", "[*]\nindent_size = 2\n", [("editorconfig", True, False, 1)]),
    ],
)
def test_what_a_file_is_read_as(path: str, text: str, expected: list[tuple[str, bool, bool, int]]) -> None:
    found = read_styles(path, text)
    assert [(file.tool, file.known, file.root, len(file.styles)) for file in found] == expected
    assert {file.path for file in found} <= {path}


def test_biome_has_overrides_and_may_be_switched_off() -> None:
    own = '{"formatter": {"indentStyle": "tab"}, "overrides": [{"formatter": {"indentWidth": 4, "quoteStyle": "single"}}]}'
    assert told({"biome.json": own}, "ts") == {
        "biome indent-style=tab",
        "biome indent-width=4?",
        "biome quotes=single?",
    }
    assert told({"biome.json": '{"formatter": {"enabled": false, "indentStyle": "tab"}}'}, "ts") == set()
    assert told({"biome.json": '{"formatter": {"enabled": true, "indentStyle": "tab"}}'}, "ts") == {
        "biome indent-style=tab"
    }


def test_eslint_overrides_do_not_decide() -> None:
    text = '{"rules": {"quotes": ["error", "single"]}, "overrides": [{"rules": {"semi": ["error", "never"]}}]}'
    assert told({".eslintrc.json": text}, "ts") == {"eslint quotes=single", "eslint semicolons=never?"}
    assert told({".eslintrc.json": '{"rules": {"quotes": ["off", "single"]}}'}, "ts") == set()
    assert told({".eslintrc.json": '{"rules": {"quotes": "error"}}'}, "ts") == set()
    assert told({".eslintrc.json": '{"env": {"quotes": ["error", "single"]}}'}, "ts") == set()
    more = '{"rules": {"quotes": ["error", "single", {"avoidEscape": true}], "semi": {"code": "80"}}}'
    assert told({".eslintrc.json": more}, "ts") == {"eslint quotes=single"}
