"""pyproject.toml, memlint.toml and flags → one frozen Settings, all from one table of options."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from memlint.errors import UsageError, nearest

if TYPE_CHECKING:
    from memlint.toml import Places

Type: TypeAlias = Literal["names", "globs", "words", "version", "choice", "severities", "tables", "lists", "files"]

FILES = ("memlint.toml", ".memlint.toml", "pyproject.toml")
SEVERITY_WORDS = ("error", "warning", "info", "off")
PRESETS = ("default", "strict")
FORMATS = ("text", "concise", "json", "sarif")
#: Kinds of files whose headers a team can have a schema for.
KINDS = ("topic", "rule_file", "agent", "instructions", "index")
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
    Option("target-version", "version", "", "Version of the agent product to check for; the newest known when empty."),
    Option("schemas", "files", {}, "JSON Schemas of headers, by kind of file; paths start at the configuration."),
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
    schemas: dict[str, str] = {}  # noqa: RUF012
    plugins: tuple[str, ...] = ()
    today: str = ""
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
    """Say whether a pyproject.toml configures memlint: naming it, as a dependency, does not."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError:
        return False
    if b"memlint" not in data:
        return False
    import tomllib

    try:
        tool = tomllib.loads(data.decode("utf-8-sig")).get("tool")
    except (ValueError, RecursionError):
        # A broken file is ours to complain about only when it seems to hold our table.
        return b"[tool.memlint" in data
    return isinstance(tool, dict) and "memlint" in tool


def load(path: str) -> Settings:
    """Read a configuration file. Raises UsageError with file, line and the nearest known name."""
    from memlint.toml import Places

    text, data = _parsed(path)
    place = Places(path, text)
    if place.prefix:
        tool = data.get("tool", {})
        data = tool.get("memlint", {}) if isinstance(tool, dict) else {}
        if not isinstance(data, dict):
            raise place.error((), f'"tool.memlint" is a table, not {_kind(data)}')
    values = {key.replace("-", "_"): _value(key, value, place) for key, value in data.items()}
    return Settings(**values, file=path)


def _parsed(path: str) -> tuple[str, dict[str, Any]]:
    import tomllib

    try:
        with open(path, "rb") as stream:
            text = stream.read().decode("utf-8-sig")  # editors on Windows write the mark
        return text, tomllib.loads(text)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 (byte {error.start})") from None
    except ValueError as error:
        raise UsageError(_syntax(path, str(error), text)) from None
    except RecursionError:
        raise UsageError(f"{path}: nested too deeply") from None


def _syntax(path: str, message: str, text: str) -> str:
    """Put the position, which tomllib puts last, where every other complaint has it."""
    import re

    what, _, where = message.removesuffix(")").rpartition(" (at ")
    numbers = re.fullmatch(r"line (\d+), column (\d+)", where)
    if numbers:
        return f"{path}:{numbers[1]}:{numbers[2]}: {what}"
    return f"{path}:{text.rstrip().count(chr(10)) + 1}: {what}" if where == "end of document" else f"{path}: {message}"


def _value(key: str, value: Any, place: Places) -> Any:
    option = _BY_NAME.get(key)
    if option is None:
        hint = nearest(key, list(_BY_NAME))
        if key == "tool":
            hint = "; in this file the keys stand at the top, without [tool.memlint]"
        raise place.error((key,), f'unknown key "{key}"{hint}')
    if option.type in ("names", "words"):
        return _texts((key,), value, place)
    if option.type == "globs":
        return tuple(_glob((key,), glob, glob, place) for glob in _texts((key,), value, place))
    if option.type == "version":
        return _version(key, value, place)
    if option.type == "choice":
        return _choice((key,), value, option.choices, place)
    if not isinstance(value, dict):
        raise place.error((key,), f'"{key}" is a table, not {_kind(value)}')
    if option.type == "severities":
        return {name: _choice((key, name), word, option.choices, place) for name, word in value.items()}
    if option.type == "files":
        return {_kind_name((key, name), name, place): _file((key, name), path, place) for name, path in value.items()}
    if option.type == "lists":
        return {
            _glob((key, name), name, name.replace("\\", "/"), place): _texts((key, name), words, place)
            for name, words in value.items()
        }
    return {name: _options((key, name), table, place) for name, table in value.items()}


def _texts(keys: tuple[str, ...], value: Any, place: Places) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise place.error(keys, f'"{keys[-1]}" is a list of texts, not {_kind(value)}')
    for item in value:
        if not isinstance(item, str):
            raise place.error(keys, f'"{keys[-1]}" is a list of texts, and {_kind(item)} is in it')
    return tuple(value)


def _kind_name(keys: tuple[str, ...], name: str, place: Places) -> str:
    if name not in KINDS:
        raise place.error(keys, f'"{name}" is no kind of file with a header{nearest(name, list(KINDS))}')
    return name


def _file(keys: tuple[str, ...], value: Any, place: Places) -> str:
    if not isinstance(value, str):
        raise place.error(keys, f'"{keys[-1]}" is the path of a JSON Schema, not {_kind(value)}')
    return os.path.normpath(os.path.join(os.path.dirname(place.path), value))


def schemas(settings: Settings) -> dict[str, Any]:
    """Read the JSON Schemas that ``settings`` names. Raises UsageError for one that cannot be read."""
    if not settings.schemas:
        return {}
    import json

    found: dict[str, Any] = {}
    for kind, path in settings.schemas.items():
        try:
            with open(path, encoding="utf-8-sig") as stream:
                found[kind] = json.load(stream)
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from None
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{path}: no JSON Schema ({error})") from None
    return found


def _glob(keys: tuple[str, ...], glob: str, pattern: str, place: Places) -> str:
    """Return ``glob`` once ``pattern``, what will be matched, has proved to be one."""
    import re

    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([pattern])
    except (ValueError, re.error):
        raise place.error(keys, f'"{glob}" is no glob as in .gitignore') from None
    return glob


def _version(key: str, value: Any, place: Places) -> str:
    if not isinstance(value, str):
        raise place.error((key,), f'"{key}" is a text, not {_kind(value)}')
    if value and not all(part.isascii() and part.isdecimal() for part in value.split(".")):
        raise place.error((key,), f'"{key}" is a version such as "2.1.200", not "{value}"')
    return value


def _choice(keys: tuple[str, ...], value: Any, choices: Iterable[str], place: Places) -> str:
    if value not in choices:
        shown = f'"{value}"' if isinstance(value, str) else _kind(value)
        hint = nearest(value, list(choices)) if isinstance(value, str) else ""
        raise place.error(keys, f'"{keys[-1]}" is one of {", ".join(choices)}, not {shown}{hint}')
    return str(value)


def _options(keys: tuple[str, ...], value: Any, place: Places) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise place.error(keys, f'"{".".join(keys)}" is a table of options, not {_kind(value)}')
    for name, option in value.items():
        if isinstance(option, list):
            _texts((*keys, name), option, place)
        elif not isinstance(option, str | int | float):
            raise place.error((*keys, name), f'"{name}" is a text, a number, true or false, or a list of texts')
    return value


def _kind(value: Any) -> str:
    names = {str: "a text", bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "a table"}
    return names.get(type(value), f"a {type(value).__name__}")


def position(settings: Settings, name: str, message: str) -> UsageError:
    """Return the error that complains about ``name`` where the configuration file has it, if it does."""
    if settings.file and name not in (*settings.cli_select, *settings.cli_ignore):
        from memlint.toml import Places

        place = Places(settings.file, _parsed(settings.file)[0])
        line = place.named(name)
        if line is not None:
            return place.at(line, message)
    return UsageError(message)
