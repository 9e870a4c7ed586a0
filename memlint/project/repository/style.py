"""What the formatters and linters of a repository are set to: line length, indentation, quotes, semicolons."""

from __future__ import annotations

import posixpath
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias

from memlint.source.records import NamedTuple
from memlint.source.spans import Span

Knob: TypeAlias = Literal["line-length", "indent-style", "indent-width", "quotes", "semicolons"]

JAVASCRIPT = frozenset(("js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte"))
PYTHON = frozenset(("py", "pyi"))
C_FAMILY = frozenset(("c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "m", "mm"))
#: Formatters and linters → extensions of the files that they look at; none for a tool that looks at all.
TOOLS: dict[str, frozenset[str]] = {
    "editorconfig": frozenset(),
    "prettier": JAVASCRIPT | {"css", "scss", "less", "html", "json", "md", "yaml", "yml"},
    "biome": JAVASCRIPT | {"css", "html", "json"},
    "eslint": JAVASCRIPT,
    "dprint": JAVASCRIPT,
    "ruff": PYTHON,
    "black": PYTHON,
    "yapf": PYTHON,
    "flake8": PYTHON,
    "pycodestyle": PYTHON,
    "pylint": PYTHON,
    "isort": PYTHON,
    "rustfmt": frozenset(("rs",)),
    "clang-format": C_FAMILY,
    "rubocop": frozenset(("rb",)),
    "php-cs-fixer": frozenset(("php",)),
    "stylua": frozenset(("lua",)),
    "swiftformat": frozenset(("swift",)),
    "scalafmt": frozenset(("scala",)),
}
_LINTERS = ("eslint", "flake8", "pycodestyle", "pylint", "isort")
#: These take what .editorconfig says from all folders above; the others read the nearest file alone.
_MERGING = ("editorconfig", "eslint")
#: Files of languages whose formatter does not look at .editorconfig: its section for all files says nothing of them.
_OWN_FORMATTER = frozenset(("py", "pyi", "go", "rs", "dart", "ex", "exs", "zig", "ml", "hs", "swift"))


#: Extensions of what is written as code; data, documents and style sheets are beside it.
_CODE = frozenset().union(*TOOLS.values()) - {"css", "scss", "less", "html", "json", "md", "yaml", "yml"}
_CODE |= frozenset(
    ("go", "java", "kt", "kts", "cs", "dart", "ex", "exs", "zig", "ml", "hs", "clj", "jl", "pl", "r", "fs")
)

_PINS = (".pre-commit-config.yaml", "pyproject.toml", "requirements.txt", "requirements-dev.txt", "Pipfile", "tox.ini")


class Style(NamedTuple):
    """One setting, at ``span`` of the file at ``path``.

    ``value`` is a number, "space", "tab", "single", "double", "always" or "never", and "" where the setting is taken
    back. ``extensions``: of the files that it is for, none for all. ``whole``: for all such files, not for some
    folders or names. ``limit``: longer lines are complained about, shorter ones are not filled up.
    """

    tool: str
    knob: Knob
    value: str
    path: str
    span: Span
    extensions: frozenset[str] = frozenset()
    whole: bool = True
    limit: bool = False


class StyleFile(NamedTuple):
    """What one file sets for ``tool``.

    It is not ``known`` when it is broken, empty, or a program. ``root``: files in folders above it are not read.
    """

    tool: str
    path: str
    known: bool
    styles: tuple[Style, ...] = ()
    root: bool = False

    @property
    def folder(self) -> str:
        """The folder that the file stands in, "" for the root."""
        return posixpath.dirname(self.path)

    def looks_at(self, extension: str) -> bool:
        """Say whether the tool looks at files with ``extension``."""
        return not TOOLS[self.tool] or extension in TOOLS[self.tool]

    def says(self, extension: str) -> Iterator[Style]:
        """Yield what holds for files with ``extension``: of the settings for all of them, the last one in the file."""
        last: dict[Knob, Style] = {}
        for style in self.styles:
            if style.extensions and extension not in style.extensions:
                continue
            if style.whole:
                last[style.knob] = style
            else:
                yield style
        yield from (style for style in last.values() if style.value)


def style_files(named: Callable[[str], tuple[str, ...]], text: Callable[[str], str]) -> tuple[StyleFile, ...]:
    """Read the configuration files among the listed ones. ``named`` gives their paths by name. Nothing raises."""
    from memlint.project.repository.style_readers import PROGRAMS, READERS, read_styles

    found = [StyleFile(tool, path, known=False) for name, tool in PROGRAMS.items() for path in named(name)]
    for name in READERS:
        for path in named(name):
            found += read_styles(path, text(path))
    if not any(file.tool == "black" and file.styles for file in found):
        found += [StyleFile("black", path, known=False) for name in _PINS for path in named(name) if _pins(text(path))]
    return tuple(found)


def _pins(text: str) -> bool:
    """Say whether a list of what is installed or run has Black, whose own line length holds where none is set."""
    import re

    text = re.sub(r"\bprofile\W{1,6}black\b", "", text)  # of isort, which only writes imports as Black does
    return re.search(r"(?<![\w.-])black(?![\w-])", text) is not None


class Reach(NamedTuple):
    """The configuration files that are for files of a folder: those at or above it, the nearest first, those below."""

    above: tuple[StyleFile, ...]
    below: tuple[StyleFile, ...]


def in_reach(files: tuple[StyleFile, ...], folder: str) -> Reach:
    """Return what is for files of ``folder`` ("" for the root)."""
    above: list[StyleFile] = []
    stops: dict[str, str] = {}  # tool → the folder above which it reads nothing
    around = (file for file in files if file.folder == folder or _within(folder, file.folder))
    for file in sorted(around, key=lambda file: -len(file.folder)):
        if stops.get(file.tool, file.folder) != file.folder:
            continue
        above.append(file)
        if file.root or file.tool not in _MERGING:
            stops[file.tool] = file.folder
    return Reach(tuple(above), tuple(file for file in files if file.folder != folder and _within(file.folder, folder)))


def _within(folder: str, outer: str) -> bool:
    return folder != outer and (not outer or folder.startswith(outer + "/"))


def styles(files: tuple[StyleFile, ...], above: int, extension: str, tools: frozenset[str]) -> tuple[Style, ...]:
    """Return what is set for files with ``extension``; none where something that cannot be read may decide.

    The first ``above`` of ``files`` stand at or above the folder. ``tools`` are the only ones asked, if any.
    """
    asked = [(at < above, file) for at, file in enumerate(files) if file.looks_at(extension)]
    asked = [(up, file) for up, file in asked if not tools or file.tool in tools]
    unknown = {file.tool for _, file in asked if not file.known}
    if not unknown <= (frozenset() if tools else {"eslint"}):
        return ()
    own = bool(unknown) or any(file.tool not in (*_LINTERS, "editorconfig", "prettier") for _, file in asked)
    found: list[Style] = []
    nearest: dict[tuple[str, Knob], str] = {}  # of the files above the folder, which one's folder sets it
    for up, file in asked:
        for style in file.says(extension):
            if not up or nearest.setdefault((file.tool, style.knob), file.folder) == file.folder:
                found.append(style._replace(whole=False) if _is_overruled(style, extension, own) else style)
    return tuple(found)


def _is_overruled(style: Style, extension: str, own: bool) -> bool:
    """Say whether a line of .editorconfig leaves open what a formatter does that does not read it."""
    return style.tool == "editorconfig" and (own or (not style.extensions and extension in _OWN_FORMATTER))


def count_code(listed: tuple[str, ...], folder: str) -> dict[str, int]:
    """Count the files of code below ``folder`` by extension. ``listed`` is sorted."""
    found: dict[str, int] = {}
    start = bisect_left(listed, f"{folder}/") if folder else 0
    end = bisect_left(listed, f"{folder}0") if folder else len(listed)  # "0" comes right behind "/"
    for _, extension in _code(listed[start:end]):
        found[extension] = found.get(extension, 0) + 1
    return found


def code_folders(listed: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Return the folders and the extensions of the code in and below them."""
    found: set[tuple[str, str]] = set()
    for path, extension in _code(listed):
        folder = posixpath.dirname(path)
        while (folder, extension) not in found:
            found.add((folder, extension))
            folder = posixpath.dirname(folder)
    return frozenset(found)


def _code(listed: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the files of code; folders with a dot hold what tools keep."""
    for path in listed:
        extension = path.rpartition(".")[2]
        if extension in _CODE and not path.startswith(".") and "/." not in path:
            yield path, extension
