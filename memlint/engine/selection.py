"""Which rules run and how severe they are: presets, --select and --ignore, -k, and names checked against what exists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memlint.config import Override, Settings, position
from memlint.engine.keyword import KeywordError, matches
from memlint.engine.rule import Rule
from memlint.errors import UsageError, nearest

ALL = "all"


def names_of(selectors: Iterable[str], rules: dict[str, Rule], settings: Settings) -> list[str]:
    """Return selectors with aliases resolved. Raises UsageError for one that names no rule and no family.

    One in a configuration that has plug-ins which are not loaded may be theirs.
    """
    families = {rule.family for rule in rules.values()}
    aliases = former_names(rules)
    missing = _missing(rules, settings)
    result = []
    for selector in selectors:
        name = aliases.get(selector, selector)
        typed = selector in (*settings.cli_select, *settings.cli_ignore)
        if not _exists(name, rules, families) and (typed or not missing):
            known = [*rules, *sorted(families), ALL]
            hint = nearest(name, known) or _nearest_rule(name, known) or _of_plugin(missing)
            raise position(settings, selector, f'no rule or family is named "{selector}"{hint}')
        result.append(name)
    return result


def _exists(name: str, rules: dict[str, Rule], families: Iterable[str]) -> bool:
    return name in rules or name in families or name == ALL


def _missing(rules: dict[str, Rule], settings: Settings) -> tuple[str, ...]:
    """Return the plug-ins of the configuration that none of ``rules`` is from: they were not loaded."""
    modules = [rule.module for rule in rules.values()] if settings.plugins else []
    return tuple(name for name in settings.plugins if not any(each.startswith(f"{name}.") for each in modules))


def _of_plugin(missing: tuple[str, ...]) -> str:
    return f"; it may be of a plug-in ({', '.join(missing)}), and --allow-plugins loads these" if missing else ""


def _nearest_rule(name: str, known: list[str]) -> str:
    found = [other for other in known if other.partition("/")[2] == name]
    return f'; did you mean "{found[0]}"?' if found else ""


def _weight(selectors: Sequence[str], rule: Rule) -> int:
    """Say how exactly ``selectors`` name ``rule``: 3 by name, 2 by family, 1 by "all", 0 not."""
    if not selectors:
        return 0
    weights = {rule.name: 3, rule.family: 2, ALL: 1}
    return max((weights.get(selector, 0) for selector in selectors), default=0)


def choose(rules: dict[str, Rule], settings: Settings, *, user: bool = False) -> list[Rule]:
    """Return the rules that run. The more exact of a selection and an ignore wins, the ignore when equal.

    ``user``: the run covers the person's own files.
    """

    def known(selectors: Iterable[str]) -> list[str]:
        return names_of(selectors, rules, settings)

    selected = settings.cli_select or settings.select
    chosen, extended = known(selected), known(settings.extend_select)
    ignored = known((*settings.ignore, *settings.cli_ignore))
    check_names(rules, settings)
    families = {rule.family for rule in rules.values()}
    if chosen and not any(_exists(name, rules, families) for name in (*chosen, *extended)):  # nothing would be checked
        hint = _of_plugin(_missing(rules, settings))
        raise position(settings, selected[0], f'no rule or family is named "{selected[0]}"{hint}')
    result = []
    for rule in rules.values():
        if chosen:
            weight = _weight([*chosen, *extended], rule)
        else:
            unasked = rule.default or settings.preset == "strict" or (user and rule.with_user)
            weight = max(_weight(extended, rule), int(unasked))
        if weight and weight > _weight(ignored, rule) and _keyword(settings.keyword, rule.name):
            result.append(rule)
    return result


def _keyword(expression: str, name: str) -> bool:
    if not expression:
        return True
    try:
        return matches(expression, name)
    except KeywordError as error:
        raise UsageError(str(error)) from None


def check_names(rules: dict[str, Rule], settings: Settings) -> None:
    """Raise UsageError for a rule or an option that the configuration names and nobody has."""
    families = {rule.family for rule in rules.values()}
    for words in settings.per_file_ignores.values():
        names_of(words, rules, settings)
    for table in _tables(settings):
        names_of((*table.ignore, *table.severity), rules, settings)
        for name, options in table.rules.items():
            (known,) = names_of((name,), rules, settings)
            if not _exists(known, rules, families):
                continue  # of a plug-in that is not loaded
            if known not in rules:
                raise position(settings, name, f'"{name}" is a family; options belong to one rule')
            for key, value in options.items():
                _check_option(rules[known], key, value, settings)


def _tables(settings: Settings) -> tuple[Override, ...]:
    """Return what holds in all files, then what does in those of a glob."""
    return Override(settings.ignore, settings.severity, settings.rules), *settings.overrides.values()


def _check_option(rule: Rule, key: str, value: object, settings: Settings) -> None:
    known = {option.replace("_", "-"): default for option, default in rule.options.items()}
    if key not in known:
        has = ", ".join(known) or "none"
        raise position(settings, key, f'{rule.name} has no option "{key}"{nearest(key, list(known))} (it has: {has})')
    wanted = list if isinstance(known[key], tuple) else type(known[key])
    if type(value) is not wanted and not (wanted is float and type(value) is int):
        raise position(settings, key, f'{rule.name}: "{key}" is {wanted.__name__}, not {type(value).__name__}')
    if is_amount(known[key]) and not is_amount(value):
        raise position(settings, key, f'{rule.name}: "{key}" is a number from 0 on, not {value}')


def is_amount(value: object) -> bool:
    """Say whether ``value`` is a number from 0 on; an option whose default is one takes no other."""
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def options(rule: Rule, settings: Settings) -> dict[str, object]:
    """Return the keyword arguments that the configuration gives ``rule`` in all files."""
    return keywords(rule, settings.rules)


def keywords(rule: Rule, tables: dict[str, dict[str, Any]]) -> dict[str, object]:
    """Return the keyword arguments that ``tables``, options by the names of rules, have for ``rule``."""
    table = next((tables[name] for name in (rule.name, *rule.aliases) if name in tables), {})
    return {key.replace("-", "_"): tuple(value) if isinstance(value, list) else value for key, value in table.items()}


def severity(rule: Rule, settings: Settings) -> str:
    """Return the severity that the configuration sets for ``rule`` in all files, "off" or "" (its own)."""
    return level_of(rule, settings.severity)


def level_of(rule: Rule, levels: dict[str, str]) -> str:
    """Return what ``levels``, by rule or family, has for ``rule``; the more exact name counts, "" without any."""
    return next((levels[name] for name in (rule.name, *rule.aliases, rule.family, ALL) if name in levels), "")


def names(rule: Rule) -> frozenset[str]:
    """Return all that a selector may call ``rule``."""
    return frozenset((rule.name, rule.family, ALL, *rule.aliases))


def former_names(rules: Mapping[str, Rule]) -> dict[str, str]:
    """Return the name of today by each former name of one of ``rules``."""
    return {alias: rule.name for rule in rules.values() for alias in rule.aliases}


def renamed(settings: Settings, rules: Mapping[str, Rule]) -> dict[str, str]:
    """Return the former names that ``settings`` uses, with those of today."""
    former = former_names(rules)
    used = {*settings.cli_select, *settings.cli_ignore, *settings.select, *settings.extend_select, *settings.ignore}
    used |= {word for words in settings.per_file_ignores.values() for word in words}
    used |= {name for table in _tables(settings) for name in (*table.ignore, *table.severity, *table.rules)}
    return {name: former[name] for name in sorted(used & former.keys())}
