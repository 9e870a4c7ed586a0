"""pyproject.toml, memlint.toml and flags → one frozen Settings, all from one table of options."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, TypeAlias

from memlint.errors import UsageError, nearest

Type: TypeAlias = Literal["names", "globs", "words", "text", "choice", "severities", "tables", "lists"]

FILES = ("memlint.toml", ".memlint.toml", "pyproject.toml")
SEVERITY_WORDS = ("error", "warning", "info", "off")
PRESETS = ("default", "strict")
FORMATS = ("text", "concise", "json", "sarif")
FAIL_ON = ("error", "warning", "info", "never")


class Option(NamedTuple):
    """One key of the configuration: its type, its default, what it means and, for a choice, the words it takes."""

    name: str
    type: Type
    default: Any
    text: str
    choices: tuple[str, ...] = ()


OPTIONS: tuple[Option, ...] = (
    Option("select", "names", (), "Rules or families to run, instead of the preset's. `all` is every rule."),
    Option("extend-select", "names", (), "Rules or families to run besides those selected."),
    Option("ignore", "names", (), "Rules or families not to run."),
    Option("preset", "choice", "default", "`strict` also runs the rules that are off by default.", PRESETS),
    Option("severity", "severities", {}, "Severity for a rule or a family; `off` drops its findings.", SEVERITY_WORDS),
    Option("rules", "tables", {}, "Options of single rules, by the rule's name."),
    Option("per-file-ignores", "lists", {}, "Rules or families not to report in the files that a glob matches."),
    Option("exclude", "globs", (), "Globs, as in .gitignore, of memory files not to read."),
    Option("fail-on", "choice", "warning", "The mildest severity that makes the run fail.", FAIL_ON),
    Option("output-format", "choice", "text", "How findings are printed.", FORMATS),
    Option("target-version", "text", "", "Version of the agent product to check for; the newest known when empty."),
    Option("plugins", "words", (), "Packages with more rules; loaded only with --allow-plugins."),
)
_BY_NAME = {option.name: option for option in OPTIONS}


class Settings(NamedTuple):
    """What a run was told, from files and flags. Rule names are not checked here: see ``engine.selection``."""

    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    preset: str = "default"
    severity: dict[str, str] = {}  # noqa: RUF012 - never written to
    rules: dict[str, dict[str, Any]] = {}  # noqa: RUF012
    per_file_ignores: dict[str, tuple[str, ...]] = {}  # noqa: RUF012
    exclude: tuple[str, ...] = ()
    fail_on: str = "warning"
    output_format: str = "text"
    target_version: str = ""
    plugins: tuple[str, ...] = ()
    keyword: str = ""
    file: str = ""
    cli_select: tuple[str, ...] = ()
    cli_ignore: tuple[str, ...] = ()


def find_file(start: str, root: str) -> str | None:
    """Return the nearest configuration from ``start`` up to ``root``, not above it (case 137)."""
    here = start
    while True:
        for name in FILES:
            path = os.path.join(here, name)
            if os.path.isfile(path) and (name != "pyproject.toml" or _has_table(path)):
                return path
        above = os.path.dirname(here)
        if here == root or above == here:
            return None
        here = above


def _has_table(path: str) -> bool:
    try:
        with open(path, "rb") as stream:
            return b"memlint" in stream.read()
    except OSError:
        return False


def load(path: str) -> Settings:
    """Read a configuration file. Raises UsageError with file, line and the nearest known name."""
    import tomllib

    try:
        with open(path, "rb") as stream:
            text = stream.read().decode("utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 (byte {error.start})") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: {error}") from None
    prefix = ""
    if os.path.basename(path) == "pyproject.toml":
        prefix = "tool.memlint"
        data = data.get("tool", {}).get("memlint", {})
    place = _Places(path, text, prefix)
    values = {key.replace("-", "_"): _value(key, value, place) for key, value in data.items()}
    return Settings(**values, file=path)


class _Places:
    """Finds the line of a key, so that a complaint can name it."""

    def __init__(self, path: str, text: str, prefix: str) -> None:
        self.path, self.text, self.prefix = path, text, prefix

    def error(self, key: str, message: str) -> UsageError:
        bare = re.escape(key)
        found = re.search(
            rf"""^\s*\[*\s*(?:[\w."'-]+\.)?["']?{bare}["']?\s*[=\].]|["']{bare}["']""", self.text, re.MULTILINE
        )
        line = self.text.count("\n", 0, found.end() - 1) + 1 if found else 1
        return UsageError(f"{self.path}:{line}: {message}")


def _value(key: str, value: Any, place: _Places) -> Any:
    option = _BY_NAME.get(key)
    if option is None:
        raise place.error(key, f'unknown key "{key}"{nearest(key, list(_BY_NAME))}')
    if option.type in ("names", "globs", "words"):
        return _texts(key, value, place)
    if option.type == "text":
        if not isinstance(value, str):
            raise place.error(key, f'"{key}" is a text, not {_kind(value)}')
        return value
    if option.type == "choice":
        return _choice(key, value, option.choices, place)
    if not isinstance(value, dict):
        raise place.error(key, f'"{key}" is a table, not {_kind(value)}')
    if option.type == "severities":
        return {name: _choice(name, word, option.choices, place) for name, word in value.items()}
    if option.type == "lists":
        return {name: _texts(name, words, place) for name, words in value.items()}
    for name, table in value.items():
        if not isinstance(table, dict):
            raise place.error(name, f'"{key}.{name}" is a table of options, not {_kind(table)}')
    return value


def _texts(key: str, value: Any, place: _Places) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise place.error(key, f'"{key}" is a list of texts, not {_kind(value)}')
    return tuple(value)


def _choice(key: str, value: Any, choices: Iterable[str], place: _Places) -> str:
    if value not in choices:
        shown = f'"{value}"' if isinstance(value, str) else _kind(value)
        hint = nearest(value, list(choices)) if isinstance(value, str) else ""
        raise place.error(key, f'"{key}" is one of {", ".join(choices)}, not {shown}{hint}')
    return str(value)


def _kind(value: Any) -> str:
    names = {str: "a text", bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "a table"}
    return names.get(type(value), type(value).__name__)


def position(settings: Settings, name: str, message: str) -> UsageError:
    """Return the error that complains about ``name`` where the configuration file has it, if it does."""
    if settings.file and os.path.isfile(settings.file):
        with open(settings.file, encoding="utf-8", errors="replace") as stream:
            text = stream.read()
        if name in text:
            return _Places(settings.file, text, "").error(name, message)
    return UsageError(message)
