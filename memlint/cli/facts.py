"""``memlint facts``: the dated facts about agent products that checks rest on."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import groupby

from memlint.cli import OK
from memlint.cli.parser import Parser
from memlint.harness.facts import Fact, asked_for, copy, every, held, newest, sources

_WIDTH = 120
_GAP = "  "
_HEADINGS = ("fact", "value", "since", "until", "source", "date", "confidence")
_VALUE = 1  # the column that takes the room that the others leave


def run(words: list[str]) -> int:
    """Print the table of facts, or all of it as JSON."""
    parser = Parser(prog="memlint facts", description="Print the facts that checks rest on.")
    parser.add_argument("--output-format", choices=("text", "json"), default="text")
    parser.add_argument("--target-version", metavar="VERSION", help="print only what holds for this version")
    parser.add_argument("--copy", action="store_true", help=argparse.SUPPRESS)  # for memlint's own developers
    arguments = parser.parse_args(words)
    if arguments.copy:
        print(copy())
        return OK
    target = arguments.target_version
    facts = list(held(asked_for(target).version) if target else every())
    if arguments.output_format == "json":
        import json

        table = {"product": newest(), "facts": [fact._asdict() for fact in facts], "sources": sources()}
        print(json.dumps(table, indent=2))
        return OK
    chosen = f" These hold for {target}." if target else ""
    print(f"Checked against Claude Code {newest()}.{chosen}\n")
    for line in (*_table(facts), "", "Sources:", *_sources()):
        print(line)
    return OK


def _table(facts: list[Fact]) -> Iterator[str]:
    rows = [_cells(fact) for fact in facts]
    widths = [max(map(len, column)) for column in zip(_HEADINGS, *rows, strict=True)]
    room = _WIDTH - len(_GAP) * len(widths) - sum(widths) + widths[_VALUE]
    widths[_VALUE] = max(len(cells[_VALUE]) for cells in (_HEADINGS, *rows) if len(cells[_VALUE]) <= room)
    yield _row(_HEADINGS, widths)
    for prefix, group in groupby(zip(facts, rows, strict=True), key=lambda pair: pair[0].id.partition(".")[0]):
        yield from ("", prefix)
        for fact, cells in group:
            long = len(cells[_VALUE]) > room
            yield _row((*cells[:_VALUE], "(below)", *cells[_VALUE + 1 :]) if long else cells, widths)
            yield from _wrapped(_text(fact))
            if long:
                yield from _wrapped(cells[_VALUE])


def _cells(fact: Fact) -> tuple[str, ...]:
    since = fact.since or ("" if fact.until else "always")
    return fact.id, _value(fact), since, fact.until, fact.source, fact.date, fact.confidence


def _value(fact: Fact) -> str:
    if isinstance(fact.value, list):
        return ", ".join(fact.value)
    if isinstance(fact.value, str):
        return " ".join(fact.value.split())
    if fact.unit == "yes or no":
        return "yes" if fact.value else "no"
    return f"{fact.value} {fact.unit}"


def _text(fact: Fact) -> str:
    return fact.text if isinstance(fact.value, int) else f"{fact.text} ({fact.unit})"


def _row(cells: Iterable[str], widths: list[int]) -> str:
    return _GAP + _GAP.join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _sources() -> Iterator[str]:
    for key, text in sources().items():
        yield from _wrapped(f"{key}: {text}")


def _wrapped(text: str) -> list[str]:
    from textwrap import wrap

    indent = _GAP * 3
    return wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + _GAP,
        break_long_words=False,
        break_on_hyphens=False,
    )
