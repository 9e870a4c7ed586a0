"""Flags, MEMLINT_* variables and the configuration file → Settings; the first that says something counts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memlint.config import FAIL_ON, FORMATS, PRESETS, Settings, find_file, load
from memlint.errors import UsageError, nearest
from memlint.project.listing import find_root

if TYPE_CHECKING:
    import argparse

#: Environment variables, and the words that each takes; () for any.
VARIABLES: dict[str, tuple[str, ...]] = {
    "MEMLINT_CACHE_DIR": (),
    "MEMLINT_CONFIG": (),
    "MEMLINT_FAIL_ON": FAIL_ON,
    "MEMLINT_OUTPUT_FORMAT": FORMATS,
    "MEMLINT_PRESET": PRESETS,
    "MEMLINT_TARGET_VERSION": (),
}


def settings_of(arguments: argparse.Namespace, paths: list[str]) -> Settings:
    """Return what a run of ``memlint check`` was told. Raises UsageError for what makes no sense."""
    settings = Settings()
    if arguments.config and arguments.isolated:
        raise UsageError("--config and --isolated exclude each other")
    config = arguments.config or ("" if arguments.isolated else _variable("config"))
    if config:
        settings = load(config)
    elif not arguments.isolated:
        file = _configuration(os.path.abspath(paths[0]))
        settings = load(file) if file else settings
    return settings._replace(
        preset=arguments.preset or _variable("preset") or settings.preset,
        fail_on=arguments.fail_on or _variable("fail_on") or settings.fail_on,
        output_format=_variable("output_format") or settings.output_format,
        target_version=arguments.target_version or _variable("target_version") or settings.target_version,
        cli_select=split(arguments.select),
        cli_ignore=split(arguments.ignore),
        extend_select=(*settings.extend_select, *split(arguments.extend_select)),
        keyword=arguments.keyword,
        max_warnings=settings.max_warnings if arguments.max_warnings is None else arguments.max_warnings,
        baseline=os.path.abspath(arguments.baseline) if arguments.baseline else settings.baseline,
        ignore_suppressions=arguments.ignore_suppressions,
        today=arguments.today or "",
    )


def cache_of(arguments: argparse.Namespace) -> str | None:
    """Return the folder of the cache, "" for the one in the project, None for none: times are those of real work."""
    if arguments.no_cache or arguments.durations is not None:
        return None
    return str(arguments.cache_dir or _variable("cache_dir"))


def split(values: list[str]) -> tuple[str, ...]:
    """Return the names of a flag that takes several, separated by commas, and may be repeated."""
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


def _variable(key: str) -> str:
    """Return the value of a variable, "" when it is not set. Raises UsageError for a word that it does not take."""
    name = f"MEMLINT_{key.upper()}"
    value, words = os.environ.get(name, ""), VARIABLES[name]
    if value and words and value not in words:
        raise UsageError(f'{name} is one of {", ".join(words)}, not "{value}"{nearest(value, list(words))}')
    return value


def _configuration(path: str) -> str | None:
    """Find the file for ``path``: from the working directory when that lies between it and its repository's root."""
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    here = os.getcwd()
    root = find_root(folder) or (here if _inside(folder, here) else folder)
    start = here if _inside(folder, here) and _inside(here, root) else folder
    return find_file(start, root)


def _inside(path: str, folder: str) -> bool:
    return (path + os.sep).startswith(folder.rstrip(os.sep) + os.sep)
