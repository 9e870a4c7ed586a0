"""The load plan: which files a session loads, when, in which order, why, how much of each, and what it never sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

from memlint.source.measure import Measure
from memlint.source.records import NamedTuple

Tier: TypeAlias = Literal[
    "managed", "user", "project", "local", "additional", "auto-memory", "team-memory", "agent-memory", "none"
]
Moment: TypeAlias = Literal["launch", "directory", "glob", "subagent", "recall", "never"]
#: The moments in the order in which a session comes to them.
MOMENTS: tuple[Moment, ...] = get_args(Moment)
# The first four are the product's own words, which its InstructionsLoaded event uses (SPEC 7.3).
Reason: TypeAlias = Literal[
    "session_start",
    "nested_traversal",
    "path_glob_match",
    "include",
    "agents_md",
    "additional_directory",
    "auto_memory",
    "subagent_start",
    "recall",
    "",
]
WhyNot: TypeAlias = Literal[
    "",
    "agents-hidden",
    "cut",
    "directory",
    "duplicate",
    "elsewhere",
    "empty",
    "excluded",
    "extension",
    "linked-outside",
    "managed-only",
    "missing",
    "needs-approval",
    "no-location",
    "not-enabled",
    "not-supported",
    "not-utf8",
    "outer-worktree",
    "outside",
    "source-off",
    "special-file",
    "switched-off",
    "too-deep",
    "too-large",
    "unreadable",
]


class Load(NamedTuple):
    """One file in a plan.

    ``path`` is like ``MemoryFile.path``. ``order`` counts from 1 in load order. ``scope`` is the folder, as ``path`` is
    written, whose files bring it in at the moment "directory" or "glob", and ``globs`` the patterns. ``imported_by`` is
    "" for what loads by itself, which is hop 0. ``raw`` is the size on disk and ``loaded`` what the agent gets, both
    None where the file was not read. ``contributes``: some of its text reaches the agent. ``why_not`` tells what keeps
    all of it, or when it is "cut" the end of it, away; ``detail`` says it for people.
    """

    path: str
    kind: str
    tier: Tier
    moment: Moment
    reason: Reason
    order: int = 0
    scope: str = ""
    globs: tuple[str, ...] = ()
    imported_by: str = ""
    hop: int = 0
    raw: Measure | None = None
    loaded: Measure | None = None
    contributes: bool = False
    why_not: WhyNot = ""
    detail: str = ""
    outside_project: bool = False

    @property
    def after_compact(self) -> Literal["back", "lost", ""]:
        """What a compaction does to it: launch files are read again, the others wait for their trigger (SPEC 1.2)."""
        if not self.contributes or self.moment in ("never", "recall", "subagent"):
            return ""
        return "back" if self.moment == "launch" else "lost"


class Totals(NamedTuple):
    """The sum of what some loads bring into context: files, lines, UTF-8 bytes, UTF-16 units, estimated tokens."""

    files: int
    lines: int
    utf8_bytes: int
    utf16_units: int
    tokens: int


class LoadPlan(NamedTuple):
    """What loads in a session that starts in ``cwd``, for ``version`` of the product.

    ``root`` is the project's folder, which paths are relative to, ``home`` the person's. All three are absolute.
    """

    cwd: str
    root: str
    home: str
    version: str
    loads: tuple[Load, ...]

    def at(self, moment: Moment) -> Iterator[Load]:
        """Yield the loads of one moment in load order, those that bring nothing too."""
        return (load for load in self.loads if load.moment == moment)

    def in_context(self) -> Iterator[Load]:
        """Yield what is in context at the start of every session."""
        return (load for load in self.at("launch") if load.contributes)

    def totals(self, moment: Moment) -> Totals:
        """Add up what the loads of ``moment`` bring, each file once."""
        sizes = {load.path: load.loaded for load in self.at(moment) if load.contributes and load.loaded is not None}
        found = list(sizes.values())
        return Totals(
            len(found),
            sum(size.lines for size in found),
            sum(size.utf8_bytes for size in found),
            sum(size.utf16_units for size in found),
            sum(size.tokens for size in found),
        )
