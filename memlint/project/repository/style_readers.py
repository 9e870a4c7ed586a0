"""The configuration files of formatters and linters → settings with their places. Nothing is executed."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from memlint.project.repository.style import C_FAMILY, JAVASCRIPT, Knob, Style, StyleFile
from memlint.project.repository.values import Value, Values, read_ini, read_package, read_toml, read_yaml
from memlint.source.records import NamedTuple

_SCRIPTS = ("js", "cjs", "mjs", "ts", "cts", "mts")
#: Files that are programs, or in a form that is not read here → their tool.
PROGRAMS = {
    **{f"{stem}.{end}": "prettier" for stem in (".prettierrc", "prettier.config") for end in (*_SCRIPTS, "json5")},
    **{f"{stem}.{end}": "eslint" for stem in (".eslintrc", "eslint.config") for end in _SCRIPTS},
    **dict.fromkeys(("dprint.json", ".dprint.json", "dprint.jsonc", ".oxfmtrc.json", ".oxfmtrc.jsonc"), "dprint"),
    **dict.fromkeys((".php-cs-fixer.php", ".php-cs-fixer.dist.php", "pint.json"), "php-cs-fixer"),
    **dict.fromkeys((".swiftformat", ".swift-format"), "swiftformat"),
    **dict.fromkeys(("stylua.toml", ".stylua.toml"), "stylua"),
    ".rubocop.yml": "rubocop",
    ".scalafmt.conf": "scalafmt",
    ".style.yapf": "yapf",
}


def read_styles(path: str, text: str) -> list[StyleFile]:
    """Return what the file at ``path`` sets, for each tool that it is a configuration of."""
    reader, tools = READERS[posixpath.basename(path)]
    shared = len(tools) > 1 or any(tool.at for tool in tools)
    try:
        values = reader(text) if text.strip() else None
    except (ValueError, TypeError, AttributeError, RecursionError):
        values = None
    if values is None:  # of a file for many purposes nobody knows whether it is for this one
        return [] if shared else [StyleFile(tools[0].name, path, known=False)]
    found = []
    for tool in tools:
        own = [value for value in values if value.keys[: len(tool.at)] == tool.at]
        if not tool.at or own:
            inner = [value._replace(keys=value.keys[len(tool.at) :]) for value in own]
            known = not any(not value.keys and value.text for value in inner)  # "prettier": "a-package"
            known = known and not any(value.keys == ("extends",) and tool.name == "biome" for value in inner)
            styles = tuple(style._replace(tool=tool.name, path=path) for style in tool.settings(inner))
            root = any(value.keys in (("root",), ("-", "root")) and value.text.lower() == "true" for value in inner)
            found.append(StyleFile(tool.name, path, known, styles, root))
    return found


_WORDS = {
    "true": {"indent-style": "tab", "quotes": "single", "semicolons": "always"},
    "false": {"indent-style": "space", "quotes": "double", "semicolons": "never"},
    "Never": {"indent-style": "space"},
    **{
        word: {"indent-style": "tab"}
        for word in ("Always", "ForIndentation", "ForContinuationAndIndentation", "AlignWithSpaces")
    },
    "asNeeded": {"semicolons": "never"},
}
_KNOWN = {
    "indent-style": ("space", "tab"),
    "quotes": ("single", "double"),
    "semicolons": ("always", "never"),
}


def _style(knob: Knob, value: Value, **more: Any) -> Iterator[Style]:
    """Yield the setting, if ``value`` is one that knob can have; "" for a value that leaves the matter open."""
    text = _WORDS.get(value.text, {}).get(knob, value.text)
    allowed = text in _KNOWN[knob] if knob in _KNOWN else text.isdigit() and text != "0"
    yield Style("", knob, text if allowed else "", "", value.span, **more)


def _flat(values: Values, names: dict[str, Knob], **more: Any) -> Iterator[Style]:
    """Yield the settings of a tool that has a key for each; ``names`` are keys joined by dots."""
    for value in values:
        knob = names.get(".".join(value.keys))
        if knob:
            yield from _style(knob, value, **more)


def _prettier(values: Values) -> Iterator[Style]:
    names: dict[str, Knob] = {"printWidth": "line-length", "tabWidth": "indent-width", "useTabs": "indent-style"}
    more: dict[str, Knob] = {"singleQuote": "quotes", "semi": "semicolons"}
    yield from _flat(values, names)
    yield from _flat(values, more, extensions=JAVASCRIPT)
    overrides = {f"overrides.options.{key}": knob for key, knob in (names | more).items()}
    yield from _flat(values, overrides, whole=False)


def _biome(values: Values) -> Iterator[Style]:
    names: dict[str, Knob] = {"lineWidth": "line-length", "indentWidth": "indent-width", "indentStyle": "indent-style"}
    more: dict[str, Knob] = {"quoteStyle": "quotes", "semicolons": "semicolons"}
    if any(value.keys == ("formatter", "enabled") and value.text == "false" for value in values):
        return
    yield from _flat(values, {f"formatter.{key}": knob for key, knob in names.items()})
    own = {f"javascript.formatter.{key}": knob for key, knob in (names | more).items()}
    yield from _flat(values, own, extensions=JAVASCRIPT)
    for value in values:
        if value.keys[:1] == ("overrides",) and value.keys[-1] in names | more:
            yield from _style((names | more)[value.keys[-1]], value, whole=False)


def _eslint(values: Values) -> Iterator[Style]:
    rules: dict[str, Knob] = {"quotes": "quotes", "semi": "semicolons", "max-len": "line-length"}
    for value in values:
        whole = value.keys[:1] == ("rules",)
        if "rules" not in value.keys[:2] or len(value.keys) < 2:
            continue
        name = value.keys[value.keys.index("rules") + 1 :]
        rule = name[0].rpartition("/")[2] if name else ""
        if name[1:] == ("code",) and rule == "max-len":
            yield from _style("line-length", value, whole=whole, limit=True)
        elif len(name) != 1 or len(value.items) < 2 or value.items[0] in ("off", "0"):
            continue
        elif rule == "indent":
            tabs = value.items[1] == "tab"
            yield from _style("indent-style", value._replace(text="tab" if tabs else "space"), whole=whole)
            if not tabs:
                yield from _style("indent-width", value._replace(text=value.items[1]), whole=whole)
        elif rule in rules:
            said = value._replace(text=value.items[1])
            yield from _style(rules[rule], said, whole=whole, limit=rule == "max-len")


def _ruff(values: Values) -> Iterator[Style]:
    names: dict[str, Knob] = {"line-length": "line-length", "indent-width": "indent-width"}
    yield from _flat(values, names | {"format.indent-style": "indent-style", "format.quote-style": "quotes"})
    linter: dict[str, Knob] = {"pycodestyle.max-line-length": "line-length", "flake8-quotes.inline-quotes": "quotes"}
    yield from _flat(values, {f"lint.{key}": knob for key, knob in linter.items()}, whole=False)


def _clang(values: Values) -> Iterator[Style]:
    names: dict[str, Knob] = {"ColumnLimit": "line-length", "IndentWidth": "indent-width", "UseTab": "indent-style"}
    others = any(value.keys == ("Language",) and value.text != "Cpp" for value in values)
    yield from _flat(values, names, extensions=C_FAMILY, whole=not others)


def _editorconfig(values: Values) -> Iterator[Style]:
    names: dict[str, Knob] = {
        "max_line_length": "line-length",
        "indent_style": "indent-style",
        "indent_size": "indent-width",
        "quote_type": "quotes",
    }
    for value in values:
        section, key = value.keys
        kind = _section(section) if key in names else None
        if kind is not None:
            extensions, whole = kind
            said = value._replace(text=value.text.lower())
            yield from _style(names[key], said, extensions=extensions, whole=whole)


def _section(glob: str) -> tuple[frozenset[str], bool] | None:
    """Return the extensions that a section is for (none: all) and whether for all such files; None: for names."""
    if glob == "-":
        return None
    inner = re.fullmatch(r"([^{}]*)\{([^{}]*)\}([^{}]*)", glob)
    globs = [inner[1] + part.strip() + inner[3] for part in inner[2].split(",")] if inner else [glob]
    if any(character in "".join(globs) for character in "{}[]!?"):
        return frozenset(), False
    found = [re.fullmatch(r"(?:\*\*/)?\*{1,2}(?:\.([\w+-]+))?", one) for one in globs]
    if all(found):
        extensions = [one[1] for one in found if one]
        return frozenset(filter(None, extensions)) if all(extensions) else frozenset(), True
    names = [posixpath.basename(one) for one in globs]
    if all("*" not in name and "." not in name for name in names):
        return None  # Makefile
    ends = [name.rpartition(".")[2] for name in names]
    return (frozenset() if any("*" in end for end in ends) else frozenset(ends)), False


class _Tool(NamedTuple):
    """A tool, how its settings are told from values, and the keys of the table that they stand in."""

    name: str
    settings: Callable[[Values], Iterable[Style]]
    at: tuple[str, ...] = ()


_RUSTFMT = partial(_flat, names={"max_width": "line-length", "tab_spaces": "indent-width", "hard_tabs": "indent-style"})
_LIMIT = partial(_flat, names={"max-line-length": "line-length", "max_line_length": "line-length"}, limit=True)
_SORTED = partial(_flat, names={"line_length": "line-length"}, whole=False)
_FLAKE8 = (_Tool("flake8", _LIMIT, ("flake8",)), _Tool("pycodestyle", _LIMIT, ("pycodestyle",)))
_PYPROJECT = (
    _Tool("ruff", _ruff, ("tool", "ruff")),
    _Tool(
        "black", partial(_flat, names={"line-length": "line-length", "line_length": "line-length"}), ("tool", "black")
    ),
    _Tool("yapf", partial(_flat, names={"column_limit": "line-length"}), ("tool", "yapf")),
    _Tool("isort", _SORTED, ("tool", "isort")),
    *(_Tool("pylint", _LIMIT, ("tool", "pylint", table)) for table in ("format", "FORMAT", "main", "MASTER")),
)
_PYLINTRC = tuple(_Tool("pylint", _LIMIT, (table,)) for table in ("FORMAT", "MASTER", "MAIN"))
_PACKAGE = (_Tool("prettier", _prettier, ("prettier",)), _Tool("eslint", _eslint, ("eslintConfig",)))

#: Name of a file → how it is read, and for which tools.
READERS: dict[str, tuple[Callable[[str], Values], tuple[_Tool, ...]]] = {
    ".editorconfig": (read_ini, (_Tool("editorconfig", _editorconfig),)),
    **{f".prettierrc{end}": (read_yaml, (_Tool("prettier", _prettier),)) for end in ("", ".json", ".yaml", ".yml")},
    ".prettierrc.toml": (read_toml, (_Tool("prettier", _prettier),)),
    "package.json": (read_package, _PACKAGE),
    **{name: (read_yaml, (_Tool("biome", _biome),)) for name in ("biome.json", "biome.jsonc", ".biome.json")},
    **{f".eslintrc{end}": (read_yaml, (_Tool("eslint", _eslint),)) for end in ("", ".json", ".yaml", ".yml")},
    **{name: (read_toml, (_Tool("ruff", _ruff),)) for name in ("ruff.toml", ".ruff.toml")},
    "pyproject.toml": (read_toml, _PYPROJECT),
    **dict.fromkeys((".flake8", "setup.cfg", "tox.ini", ".pycodestyle"), (read_ini, _FLAKE8)),
    **dict.fromkeys((".pylintrc", "pylintrc"), (read_ini, _PYLINTRC)),
    **{name: (read_toml, (_Tool("rustfmt", _RUSTFMT),)) for name in ("rustfmt.toml", ".rustfmt.toml")},
    **{name: (read_yaml, (_Tool("clang-format", _clang),)) for name in (".clang-format", "_clang-format")},
}
