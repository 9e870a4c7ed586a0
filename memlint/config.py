"""pyproject.toml, memlint.toml and flags → one frozen Settings, all from one table of options."""

from __future__ import annotations

import os
from typing import Any, Literal, TypeAlias

from memlint import disk
from memlint.errors import UsageError
from memlint.source.records import NamedTuple

_One: TypeAlias = Literal["version", "choice", "count", "file"]
_Many: TypeAlias = Literal["names", "globs", "words", "paths"]
_Tables: TypeAlias = Literal["severities", "tables", "lists", "overrides", "files", "slots"]
Type: TypeAlias = _One | _Many | _Tables

FILES = ("memlint.toml", ".memlint.toml", "pyproject.toml")
LARGEST = 1 << 20  # bytes of a configuration
_LARGEST_NAMED = 1 << 26  # bytes of a file that one names: a baseline of a large project, a schema
SEVERITY_WORDS = ("error", "warning", "info", "off")
PRESETS = ("default", "strict")
#: What reports can be: for people, for programs in general, for one program each.
FORMATS = (
    *("text", "concise", "markdown", "json", "json-lines"),
    *("sarif", "github", "gitlab", "junit", "checkstyle", "rdjson"),
)
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


class Override(NamedTuple):
    """What holds in the files of one glob only: rules or families not to report, severities, options of rules."""

    ignore: tuple[str, ...] = ()
    severity: dict[str, str] = {}  # noqa: RUF012 - never written to
    rules: dict[str, dict[str, Any]] = {}  # noqa: RUF012


OPTIONS: tuple[Option, ...] = (
    Option("extend", "paths", (), "Configuration files to start from; paths start here, and what is said here wins."),
    Option("select", "names", (), "Rules or families to run, instead of the preset's. `all` is every rule."),
    Option("extend-select", "names", (), "Rules or families to run besides those selected."),
    Option("ignore", "names", (), "Rules or families not to run."),
    Option("preset", "choice", "default", "`strict` also runs the rules that are off by default.", PRESETS),
    Option("severity", "severities", {}, "Severity for a rule or a family; `off` drops its findings.", SEVERITY_WORDS),
    Option("rules", "tables", {}, "Options of single rules, by the rule's name."),
    Option("per-file-ignores", "lists", {}, "Rules or families not to report in the files that a glob matches."),
    Option(
        "overrides",
        "overrides",
        {},
        "`ignore`, `severity` and `rules` for the files that a glob matches; the last wins.",
    ),
    Option("exclude", "globs", (), "Globs, as in .gitignore, of memory files not to read."),
    Option("fail-on", "choice", "warning", "The mildest severity that makes the run fail.", FAIL_ON),
    Option("max-warnings", "count", None, "How many warnings are let pass; one more makes the run fail."),
    Option("output-format", "choice", "text", "How findings are printed.", FORMATS),
    Option("target-version", "version", "", "Version of the agent product to check for; the newest known when empty."),
    Option("schemas", "files", {}, "JSON Schemas of headers, by kind of file; paths start at the configuration."),
    Option("baseline", "file", "", "Findings that are known and not reported again; made with --write-baseline."),
    Option("slots", "slots", {}, "Knobs of your own that no two instructions may turn to two values, by name."),
    Option("plugins", "words", (), "Packages with more rules; loaded only with --allow-plugins."),
)


class Settings(NamedTuple):
    """What a run was told, from files and flags. Rule names are not checked here: see ``engine.selection``.

    ``file`` is the configuration that was found or named, ``extend`` are all files that it starts from.
    """

    extend: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    preset: str = "default"
    severity: dict[str, str] = {}  # noqa: RUF012 - never written to
    rules: dict[str, dict[str, Any]] = {}  # noqa: RUF012
    per_file_ignores: dict[str, tuple[str, ...]] = {}  # noqa: RUF012
    overrides: dict[str, Override] = {}  # noqa: RUF012
    exclude: tuple[str, ...] = ()
    fail_on: str = "warning"
    max_warnings: int | None = None
    output_format: str = "text"
    target_version: str = ""
    schemas: dict[str, str] = {}  # noqa: RUF012
    slots: dict[str, dict[str, Any]] = {}  # noqa: RUF012
    plugins: tuple[str, ...] = ()
    baseline: str = ""
    ignore_suppressions: bool = False
    today: str = ""
    keyword: str = ""
    file: str = ""
    cli_select: tuple[str, ...] = ()
    cli_ignore: tuple[str, ...] = ()


def find_file(start: str, root: str) -> str | None:
    """Return the nearest configuration from ``start`` up to ``root``, not above it (case 137).

    Raises UsageError for a name that only we use and that is no file: what it should say would be lost in silence.
    """
    here = start
    while True:
        for name in FILES:
            path = os.path.join(here, name)
            if os.path.isfile(path):
                if name != "pyproject.toml" or _has_table(path):
                    return path
            elif name != "pyproject.toml" and os.path.lexists(path):
                what = "a folder" if os.path.isdir(path) else "a link to nothing" if os.path.islink(path) else "no file"
                raise UsageError(f"{path}: a configuration is a file, and this is {what}")
        above = os.path.dirname(here)
        if here == root or above == here:
            return None
        here = above


def _has_table(path: str) -> bool:
    """Say whether a pyproject.toml configures memlint: naming it, as a dependency, does not."""
    try:
        with open(path, "rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError:
        return True  # nobody knows what it says: who reads it tells why it cannot be
    if b"memlint" not in data:
        return False
    from memlint.toml import loads

    try:
        tool = loads(data.decode("utf-8-sig")).get("tool")
    except (ValueError, RecursionError):
        # A broken file is ours to complain about only when it seems to hold our table.
        return b"[tool.memlint" in data
    return isinstance(tool, dict) and "memlint" in tool


def load(path: str) -> Settings:
    """Read a configuration file. Raises UsageError with file, line and the nearest known name."""
    from memlint.config_file import read  # a run without configuration loads nothing of it

    return read(path)


def named(path: str) -> bytes:
    """Return what the file at ``path`` holds, which a configuration names. Raises OSError, and UsageError for a device.

    A scanned tree may name anything: a pipe would be waited for, and /dev/zero has no end.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        raise UsageError(f"{path}: no regular file")
    data = disk.data(path, _LARGEST_NAMED + 1)
    if len(data) > _LARGEST_NAMED:
        raise UsageError(f"{path}: larger than {_LARGEST_NAMED:,} bytes")
    return data


def schemas(settings: Settings) -> dict[str, Any]:
    """Read the JSON Schemas that ``settings`` names. Raises UsageError for one that cannot be read."""
    if not settings.schemas:
        return {}
    import json

    found: dict[str, Any] = {}
    for kind, path in settings.schemas.items():
        try:
            found[kind] = json.loads(named(path).decode("utf-8-sig"))
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from None
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{path}: no JSON Schema ({error})") from None
    return found


def position(settings: Settings, name: str, message: str) -> UsageError:
    """Return the error that complains about ``name`` where a configuration file has it, if one does."""
    if settings.file and name not in (*settings.cli_select, *settings.cli_ignore):
        from memlint.config_file import places

        for file in (settings.file, *settings.extend):
            place = places(file)
            line = place.named(name)
            if line is not None:
                return place.at(line, message)
    return UsageError(message)
