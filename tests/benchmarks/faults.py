"""What is planted in a made tree: one mistake a file, each of which one rule reports, once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["instructions", "rule_file", "topic", "index"]


class Planted(NamedTuple):
    """A mistake that stands in the file at ``path``, relative to the root, and the rule that reports it."""

    path: str
    rule: str


class Fault(NamedTuple):
    """How a mistake is made: ``plant`` gets the text of a file without mistakes and returns one with it."""

    rule: str
    plant: Callable[[str], str]


def _appended(line: str) -> Callable[[str], str]:
    return lambda text: f"{text.rstrip()}\n\n{line}\n"


def _below_paths(line: str) -> Callable[[str], str]:
    return lambda text: text.replace('paths:\n  - "', f'paths:\n  - "{line}"\n  - "', 1)


def _without_description(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("description: "))


#: By the kind of file that they are planted in. Files of rules need a ``paths:`` list.
FAULTS: dict[Kind, tuple[Fault, ...]] = {
    "instructions": (
        Fault("imports/missing-target", _appended("The shelf plan is in @docs/shelf-plan-lost.md for now.")),
        Fault("links/broken-link", _appended("The [cone chart](docs/cone-chart-lost.md) has the ramps.")),
        Fault("security/bidi", _appended("The label ends\u202e here.")),
    ),
    "rule_file": (
        Fault("scope/matches-nothing", _below_paths("warehouse/lost/**/*.rs")),
        Fault("scope/unclosed-bracket", _below_paths("src/[abc/**/*.ts")),
        Fault("links/broken-link", _appended("The [rim chart](rim-chart-lost.md) has the rims.")),
    ),
    "topic": (
        Fault("links/broken-wikilink", _appended("The reason is in [[lost-shelf-review]].")),
        Fault("frontmatter/missing-description", _without_description),
        Fault("content/relative-date", _appended("Yesterday we moved the drying racks to the north hall.")),
    ),
    "index": (Fault("index/dangling-entry", _appended("- [Lost racks](lost-racks.md) — where the racks went")),),
}
