"""Settings of formatters and linters, key by key, and which files of a project each of them is for."""

from __future__ import annotations

import pytest

from memlint.project.repository.style import code_folders
from tests.project.test_style import repository, told


@pytest.mark.parametrize(
    ("name", "text", "extension", "expected"),
    [
        (".prettierrc", "semi: true\nuseTabs: false\ntabWidth: 0\n", "ts", "indent-style=space semicolons=always"),
        (".prettierrc", "overrides:\n  - options:\n      semi: false\n", "ts", "semicolons=never?"),
        ("biome.json", '{"javascript": {"formatter": {"indentStyle": "tab"}}}', "ts", "indent-style=tab"),
        ("biome.json", '{"javascript": {"formatter": {"indentStyle": "tab"}}}', "css", ""),
        (".eslintrc.json", '{"rules": {"quotes": ["error", "single", "avoid-escape"]}}', "ts", "quotes=single"),
        (".eslintrc.json", '{"rules": {"quotes": [0, "single"], "semi": [2, "always"]}}', "ts", "semicolons=always"),
        (".eslintrc.json", '{"rules": {"indent": ["error", "tab"]}}', "ts", "indent-style=tab"),
        (".eslintrc.json", '{"rules": {"max-len": ["warn", 120]}}', "ts", "line-length<120"),
        (".eslintrc.json", '{"rules": {"max-len": {"code": 80}, "semi": {"code": 80}}}', "ts", "line-length<80"),
        (".eslintrc.json", '{"rules": {"@a/b/indent": ["warn", 4]}}', "ts", "indent-style=space indent-width=4"),
        (".eslintrc.json", '{"x": {"rules": {"quotes": ["error", "single"]}}}', "ts", "quotes=single?"),
        (".eslintrc.json", '{"overrides": [{"rules": {"max-len": ["error", 90]}}]}', "ts", "line-length<90?"),
        ("ruff.toml", "[lint.pycodestyle]\nmax-line-length = 99\n", "py", "line-length=99?"),
        ("ruff.toml", '[lint.flake8-quotes]\ninline-quotes = "single"\n', "py", "quotes=single?"),
        ("ruff.toml", 'line-length = 0\nindent-width = "x"\n[format]\nquote-style = "preserve"\n', "py", ""),
        ("ruff.toml", '[format]\nindent-style = "tab"\n', "py", "indent-style=tab"),
        (".clang-format", "Language: Java\nColumnLimit: 100\n", "cc", "line-length=100?"),
        (".clang-format", "ColumnLimit: 0\nIndentWidth: 3\nUseTab: Always\n", "h", "indent-style=tab indent-width=3"),
        (".clang-format", "UseTab: ForIndentation\n", "cpp", "indent-style=tab"),
        ("_clang-format", "UseTab: AlignWithSpaces\n", "cpp", "indent-style=tab"),
        ("pyproject.toml", "[tool.yapf]\ncolumn_limit = 77\n", "py", "line-length=77"),
        ("pyproject.toml", "[tool.pylint.format]\nmax-line-length = 88\n", "py", "line-length<88"),
        ("pyproject.toml", "[tool.pylint.MASTER]\nmax-line-length = 89\n", "py", "line-length<89"),
        ("pyproject.toml", "[tool.isort]\nline_length = 90\n", "py", "line-length=90?"),
        (".pylintrc", "[FORMAT]\nmax-line-length=101\n", "py", "line-length<101"),
        ("pylintrc", "[MASTER]\nmax-line-length=102\n", "py", "line-length<102"),
        ("tox.ini", "[pycodestyle]\nmax_line_length = 103\n", "py", "line-length<103"),
        ("rustfmt.toml", "hard_tabs = true\n", "rs", "indent-style=tab"),
        (".editorconfig", "[*]\nquote_type = Double\n", "ts", "quotes=double"),
        (".editorconfig", "quote_type = double\n", "ts", ""),  # before any section
        (".editorconfig", "[*.{ts, js}]\nindent_size = 2\n", "js", "indent-width=2"),
        (".editorconfig", "[{*.py,*.ts}]\nindent_size = 2\n", "ts", "indent-width=2"),
        (".editorconfig", "[docs/**]\nindent_size = 2\n", "ts", "indent-width=2?"),
        (".editorconfig", "[docs/*.ts]\nindent_size = 2\n", "ts", "indent-width=2?"),
        (".editorconfig", "[docs/*.ts]\nindent_size = 2\n", "js", ""),
        (".editorconfig", "[*.t?]\nindent_size = 2\n", "js", "indent-width=2?"),
        (".editorconfig", "[a.*]\nindent_size = 2\n", "js", "indent-width=2?"),
        (".editorconfig", "[{package.json,*.ts}]\nindent_size = 2\n", "ts", "indent-width=2?"),
        (".editorconfig", "[{Makefile,GNUmakefile}]\nindent_size = 2\n", "ts", ""),
    ],
)
def test_what_a_file_sets(name: str, text: str, extension: str, expected: str) -> None:
    assert " ".join(sorted(each.partition(" ")[2] for each in told({name: text}, extension))) == expected


SECTIONS = "[*]\nindent_size=4\n[*.{ts,js}]\nindent_size=2\n[src/**.ts]\nindent_size=3\n"


@pytest.mark.parametrize(
    ("extension", "expected"), [("ts", {"2", "3?"}), ("js", {"2"}), ("java", {"4"}), ("go", {"4?"})]
)
def test_of_sections_for_all_files_the_last_one_holds(extension: str, expected: set[str]) -> None:
    found = told({".editorconfig": SECTIONS}, extension)
    assert found == {f"editorconfig indent-width={value}" for value in expected}


@pytest.mark.parametrize(
    ("files", "folder", "expected"),
    [
        # the nearest file alone, but for those that add up
        ({".prettierrc": "tabWidth: 2\n", "a/.prettierrc": "semi: false\n"}, "a", {"prettier semicolons=never"}),
        (
            {".eslintrc": "rules: {quotes: [2, single]}\n", "a/.eslintrc": "rules: {semi: [2, never]}\n"},
            "a",
            {"eslint quotes=single", "eslint semicolons=never"},
        ),
        (
            {".eslintrc": "rules: {quotes: [2, single]}\n", "a/.eslintrc": "root: true\nrules: {semi: [2, never]}\n"},
            "a",
            {"eslint semicolons=never"},
        ),
        (
            {".editorconfig": "[*]\nquote_type=double\n", "a/b/.editorconfig": "root = TRUE\n[*]\nindent_size=8\n"},
            "a/b/c",
            {"editorconfig indent-width=8"},
        ),
        # a folder of a name that begins alike is another
        ({"a/.prettierrc": "tabWidth: 2\n"}, "ab", set()),
        ({"a/.prettierrc": "tabWidth: 2\n"}, "a", {"prettier indent-width=2"}),
        ({"a/.prettierrc": "tabWidth: 2\n", "a/x.ts": "", "ab/x.ts": ""}, "", {"prettier indent-width=2"}),
    ],
)
def test_which_file_is_for_a_folder(files: dict[str, str], folder: str, expected: set[str]) -> None:
    assert told(files, "ts", folder) == expected


@pytest.mark.parametrize(
    ("line", "decides"),
    [
        ("black==24.1", False),
        ("  - id: black", False),
        ("flake8-black", True),
        ("black-kiln", True),
        ('profile = "black"', True),
        ('profile="black"', True),
        ('        args: ["--profile", "black"]', True),
        ("profile=black", True),
        ("kiln.black", True),
    ],
)
def test_black_has_a_length_of_its_own_where_it_is_installed(line: str, decides: bool) -> None:
    """Nobody knows then which of two tools writes the files."""
    files = {"requirements.txt": f"{line}\n", "ruff.toml": "line-length = 99\n"}
    assert told(files, "py") == ({"ruff line-length=99"} if decides else set())


def test_one_that_is_set_needs_no_guess() -> None:
    files = {"requirements.txt": "black\n", "pyproject.toml": "[tool.black]\nline-length = 99\n"}
    assert told(files, "py") == {"black line-length=99"}


def test_a_linter_that_cannot_be_read_decides_nothing() -> None:
    assert told({".prettierrc": "tabWidth: 2\n", "eslint.config.js": "x"}, "ts") == {"prettier indent-width=2"}
    assert told({".prettierrc": "tabWidth: 2\n", "eslint.config.js": "x"}, "ts", "", "eslint") == set()


def test_code_is_counted_by_folder() -> None:
    paths = ("a-b/e.py", "a/b.py", "a/c/d.ts", "a0.py", "a/.y/g.py", ".x/f.py", "h.css", "i.go")
    files = repository(dict.fromkeys(paths, ""))
    assert files.extensions("a") == {"py": 1, "ts": 1}
    assert files.extensions("a/c") == {"ts": 1}
    assert files.extensions("") == {"py": 3, "ts": 1, "go": 1}
    assert code_folders(paths[:3]) == {
        ("", "py"),
        ("", "ts"),
        ("a", "py"),
        ("a", "ts"),
        ("a-b", "py"),
        ("a/c", "ts"),
    }


def test_what_eslint_is_told_without_rules() -> None:
    """The settings may be all of a package.json's entry, or stand beside ``root`` and the like."""
    text = '{"eslintConfig": {"root": true, "rules": {"quotes": ["error", "single"]}}}'
    for each in (text, '{"eslintConfig": "kiln"}', '{"eslintConfig": {}}'):
        files = repository({"package.json": each, "a.ts": ""}).style_files
        assert [style.knob for file in files for style in file.styles] == (["quotes"] if each == text else [])
