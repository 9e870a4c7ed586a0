"""What the configuration says of single files: per-file-ignores and overrides, by the globs that match a path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from memlint.config import Override, Settings
from memlint.engine import selection
from memlint.engine.rule import Rule
from memlint.source.records import NamedTuple

_Options = dict[str, object]


class Variant(NamedTuple):
    """Options of a rule, and whether they are those of the file at a path."""

    options: _Options
    holds: Callable[[str], bool]


class ByFile:
    """Answers for a rule and a path, which is relative to the project's root with ``/``, or absolute outside of it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        table = {glob: Override(ignore=words) for glob, words in settings.per_file_ignores.items()}
        rows = [*table.items(), *settings.overrides.items()]
        self._rows = _rows(rows) if rows else lambda path: ()

    def runs(self, rule: Rule) -> bool:
        """Say whether ``rule`` has a severity other than "off" in any file."""
        levels = (selection.level_of(rule, each.severity) for each in self._settings.overrides.values())
        return selection.severity(rule, self._settings) != "off" or any(level not in ("", "off") for level in levels)

    def severity(self, path: str, rule: Rule) -> str:
        """Return what the configuration sets: "" the finding's own, "off" none, also where the rule is ignored."""
        level = selection.severity(rule, self._settings)
        for row in self._rows(path):
            if not selection.names(rule).isdisjoint(row.ignore):
                return "off"
            level = selection.level_of(rule, row.severity) or level
        return level

    def variants(self, rule: Rule, paths: Callable[[], Iterable[str]]) -> Iterator[Variant]:
        """Yield the options that ``rule`` has in the files at ``paths``, each with the files that it has them in."""
        base = selection.options(rule, self._settings)
        names = (rule.name, *rule.aliases)
        if not any(name in each.rules for each in self._settings.overrides.values() for name in names):
            yield Variant(base, lambda path: True)
            return

        @cache
        def number(path: str) -> int:
            """Return the place of a path's options among those that are known, 0 for those of all other files."""
            options = self._options(path, rule, base)
            return known.index(options) if options in known else 0

        known = [base]
        for path in paths():
            options = self._options(path, rule, base)
            if options not in known:
                known.append(options)
        for place, options in enumerate(known):
            yield Variant(options, lambda path, place=place: number(path) == place)  # type: ignore[misc]  # a default

    def _options(self, path: str, rule: Rule, base: _Options) -> _Options:
        options = base
        for row in self._rows(path):
            options = {**options, **selection.keywords(rule, row.rules)}
        return options


def _rows(table: list[tuple[str, Override]]) -> Callable[[str], tuple[Override, ...]]:
    import os

    from memlint.harness.ignore import ignore_spec

    def spec(glob: str) -> Any:
        start = os.path.expanduser(glob) if glob.startswith("~/") else glob
        return ignore_spec([start.replace("\\", "/")])

    specs = [(spec(glob), row) for glob, row in table]

    @cache
    def rows(path: str) -> tuple[Override, ...]:
        return tuple(row for spec, row in specs if spec.match_file(path))

    return rows
