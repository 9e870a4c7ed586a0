"""Which rules run and how severe they are: presets, --select and --ignore, -k, and names checked against what exists."""

from __future__ import annotations

from collections.abc import Iterable

from memlint.config import Settings, position
from memlint.engine.keyword import KeywordError, matches
from memlint.engine.rule import Rule
from memlint.errors import UsageError, nearest

ALL = "all"


def names_of(selectors: Iterable[str], rules: dict[str, Rule], settings: Settings) -> list[str]:
    """Return selectors with aliases resolved. Raises UsageError for one that names no rule and no family."""
    families = {rule.family for rule in rules.values()}
    aliases = {alias: rule.name for rule in rules.values() for alias in rule.aliases}
    result = []
    for selector in selectors:
        name = aliases.get(selector, selector)
        if name not in rules and name not in families and name != ALL:
            known = [*rules, *sorted(families), ALL]
            hint = nearest(name, known) or _nearest_rule(name, known)
            raise position(settings, selector, f'no rule or family is named "{selector}"{hint}')
        result.append(name)
    return result


def _nearest_rule(name: str, known: list[str]) -> str:
    found = [other for other in known if other.partition("/")[2] == name]
    return f'; did you mean "{found[0]}"?' if found else ""


def _weight(selectors: Iterable[str], rule: Rule) -> int:
    """Say how exactly ``selectors`` name ``rule``: 3 by name, 2 by family, 1 by "all", 0 not."""
    weights = {rule.name: 3, rule.family: 2, ALL: 1}
    return max((weights.get(selector, 0) for selector in selectors), default=0)


def choose(rules: dict[str, Rule], settings: Settings, *, user: bool = False) -> list[Rule]:
    """Return the rules that run. The more exact of a selection and an ignore wins, the ignore when equal.

    ``user``: the run covers the person's own files.
    """

    def names(selectors: Iterable[str]) -> list[str]:
        return names_of(selectors, rules, settings)

    chosen, extended = names(settings.cli_select or settings.select), names(settings.extend_select)
    ignored = names((*settings.ignore, *settings.cli_ignore))
    check_names(rules, settings)
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
    names_of(settings.severity, rules, settings)
    for words in settings.per_file_ignores.values():
        names_of(words, rules, settings)
    for name, options in settings.rules.items():
        (known,) = names_of((name,), rules, settings)
        if known not in rules:
            raise position(settings, name, f'"{name}" is a family; options belong to one rule')
        for key, value in options.items():
            _check_option(rules[known], key, value, settings)


def _check_option(rule: Rule, key: str, value: object, settings: Settings) -> None:
    known = {option.replace("_", "-"): default for option, default in rule.options.items()}
    if key not in known:
        has = ", ".join(known) or "none"
        raise position(settings, key, f'{rule.name} has no option "{key}"{nearest(key, list(known))} (it has: {has})')
    wanted = list if isinstance(known[key], tuple) else type(known[key])
    if type(value) is not wanted:
        raise position(settings, key, f'{rule.name}: "{key}" is {wanted.__name__}, not {type(value).__name__}')


def options(rule: Rule, settings: Settings) -> dict[str, object]:
    """Return the keyword arguments that the configuration gives ``rule``."""
    table = next((settings.rules[name] for name in (rule.name, *rule.aliases) if name in settings.rules), {})
    return {key.replace("-", "_"): tuple(value) if isinstance(value, list) else value for key, value in table.items()}


def severity(rule: Rule, settings: Settings) -> str:
    """Return the severity that the configuration sets for ``rule``, "off" or "" (its own)."""
    for name in (rule.name, *rule.aliases, rule.family):
        if name in settings.severity:
            return settings.severity[name]
    return ""
