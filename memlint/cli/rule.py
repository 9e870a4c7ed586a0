"""``memlint rule [NAME…|--all]``: explain rules from their docstrings."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

from memlint.cli import OK
from memlint.cli.parser import Parser
from memlint.engine import docs, manifest
from memlint.engine.registry import BUILT_IN, load, scan
from memlint.engine.rule import Rule
from memlint.errors import UsageError, nearest

# ``memlint rule --all`` writes rules/README.md, the rule reference; --output-format markdown says so in so many words.
_HEAD = """# The rules

Made from the rules' docstrings by `memlint rule --all`. The examples are run by the tests.

"""


def run(words: list[str]) -> int:
    """Print the rules that ``words`` name: all of them with --all, one line each without a name."""
    parser = Parser(prog="memlint rule", description="Explain rules.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a rule or a family")
    parser.add_argument("--all", action="store_true", help="explain every rule")
    parser.add_argument("--output-format", choices=("text", "markdown", "json"), default="text")
    parser.add_argument("--manifest", action="store_true", help=argparse.SUPPRESS)  # for memlint's own developers
    arguments = parser.parse_args(words)
    if arguments.manifest:
        print(manifest.text(import_module(BUILT_IN), scan()))
        return OK
    rules = load()
    chosen = list(rules.values()) if arguments.all or not arguments.names else _named(arguments.names, rules)
    if arguments.output_format == "json":
        import json

        print(json.dumps([as_json(rule) for rule in chosen], indent=2))
    elif arguments.output_format == "text" and not arguments.all and not arguments.names:
        for rule in chosen:
            print(f"{rule.name:<34} {rule.severity:<8} {docs.read(rule).summary}")
    else:
        print((_HEAD if chosen == list(rules.values()) else "") + "\n".join(markdown(rule) for rule in chosen), end="")
    return OK


def _named(names: list[str], rules: dict[str, Rule]) -> list[Rule]:
    chosen = []
    for name in names:
        found = [rule for rule in rules.values() if name in (rule.name, rule.family, *rule.aliases)]
        if not found:
            raise UsageError(
                f'no rule or family is named "{name}"{nearest(name, [*rules, *{rule.family for rule in rules.values()}])}'
            )
        chosen += found
    return chosen


def as_json(rule: Rule) -> dict[str, Any]:
    """Return what there is to know about ``rule`` as JSON values."""
    text = docs.read(rule)
    return {
        "name": rule.name,
        "severity": rule.severity,
        "default": rule.default,
        "summary": text.summary,
        "why": text.why,
        "what_to_do": text.to_do,
        "options": {name.replace("_", "-"): default for name, default in rule.options.items()},
        "examples": [{"bad": example.bad, "files": example.files} for example in text.examples],
        "url": docs.url(rule.name),
    }


def markdown(rule: Rule) -> str:
    """Return the section of the rule reference about ``rule``."""
    text = docs.read(rule)
    off = "" if rule.default else ", off by default"
    off += " but with `--user`" if off and rule.with_user else ""
    lines = [f"## {rule.name}", "", f"*{rule.severity}{off}.* {text.summary}", ""]
    lines += [part for part in (text.why, "") if text.why]
    lines += [part for part in (f"**What to do:** {text.to_do}", "") if text.to_do]
    for name, default in rule.options.items():
        lines += [f"Option `{name.replace('_', '-')}`, by default `{default!r}`.", ""]
    for example in text.examples:
        lines += ["Bad:" if example.bad else "Good:", "", "````text"]
        for path, body in example.files.items():
            lines += [f"==> {path}", *_shortened(body)]
        lines += ["````", ""]
    return "\n".join(lines) + "\n"


def _shortened(body: str) -> list[str]:
    lines: list[str] = []
    repeats = 0
    for line in body.splitlines():
        repeats = repeats + 1 if lines and line == lines[-1] and line else 0
        if not repeats:
            lines.append(line)
    return [
        line if body.count(f"{line}\n") < 5 or not line else f"{line}  (… {body.count(line)} times)" for line in lines
    ]
