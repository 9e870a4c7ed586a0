"""The words of a load plan: when things load, why they do not, and numbers as people read them."""

from __future__ import annotations

from memlint.harness.facts import Facts
from memlint.project.plan import Load, Moment, Tier, Totals, WhyNot

_TITLES: dict[Moment, str] = {
    "launch": "At launch, in this order",
    "directory": "When a file in their folder is used",
    "glob": "When a file that they match is used",
    "subagent": "When the subagent starts",
    "recall": "When one seems to help",
    "never": "Never by itself",
}

_TIERS: dict[Tier, str] = {
    "managed": "managed",
    "user": "user",
    "local": "local",
    "additional": "added folder",
    "auto-memory": "auto memory",
    "team-memory": "team memory",
}

#: What stands in the place of the numbers when there are none.
_INSTEAD: dict[WhyNot, str] = {"duplicate": "again", "empty": "empty"}

#: The worst first. {s} makes a plural.
_LOST: dict[WhyNot, str] = {
    "missing": "missing import{s}",
    "cut": "file{s} cut at a limit",
    "too-deep": "import{s} too many hops down",
    "directory": "import{s} of a folder",
    "extension": "import{s} with an ending that is not read",
    "too-large": "file{s} over the size limit",
    "not-utf8": "file{s} not in UTF-8",
    "unreadable": "file{s} that cannot be read",
    "special-file": "path{s} that are no regular file",
    "outside": "link{s} out of the project to what is no text file",
    "needs-approval": "file{s} waiting for approval",
    "linked-outside": "rule file{s} linked from outside",
    "agents-hidden": "AGENTS.md hidden by another file",
    "no-location": "file{s} in folders that no session loads",
    "elsewhere": "file{s} beside the working directory",
    "outer-worktree": "file{s} of the repository around",
    "not-supported": "file{s} of a kind that is not read",
    "managed-only": "file{s} that a setting leaves out",
    "not-enabled": "file{s} in added folders",
    "source-off": "file{s} of setting sources left out",
    "excluded": "excluded file{s}",
    "switched-off": "file{s} switched off",
    "empty": "empty file{s}",
}
_CERTAIN = (
    "missing",
    "cut",
    "too-deep",
    "directory",
    "extension",
    "too-large",
    "not-utf8",
    "unreadable",
    "special-file",
)
_MEANT = ("duplicate", "excluded", "empty", "switched-off", "source-off", "not-enabled")


def title(moment: Moment, facts: Facts, working_on: str, after_compact: bool) -> str:
    """Return the head of a section; ``working_on`` is the file that the plan is for, "" for all."""
    found = _TITLES[moment]
    if moment in ("directory", "glob"):
        if working_on:
            found = f"With {working_on}, by its {'folder' if moment == 'directory' else 'path'}"
        elif after_compact:
            found = f"Lost at a compaction; back {found[0].lower()}{found[1:]}"
        tools = facts.words("trigger.rules" if moment == "glob" else "trigger.instructions")
        found += f" ({', '.join(tools)})"
    elif after_compact and moment == "launch":
        found = "Read again after a compaction, in this order"
    return found


def name(path: str, home: str) -> str:
    """Return ``path`` for people: ``~/`` for what is below their ``home``."""
    prefix = home.rstrip("/") + "/"
    if len(prefix) > 1 and path.startswith(prefix):
        return f"~/{path.removeprefix(prefix)}"
    return "~" if path == home != "/" else path


def shortened(text: str, home: str) -> str:
    """Return ``text`` with ``~/`` in the paths that it names below ``home``."""
    prefix = home.rstrip("/") + "/"
    return text.replace(f" {prefix}", " ~/") if len(prefix) > 1 else text


def numbers(lines: int, size: int, tokens: int) -> str:
    """Return the three columns."""
    return f"{lines:>7,} {size:>9,} {_tokens(tokens, size):>9}"


HEADS = f"{'lines':>7} {'bytes':>9} {'tokens':>9}"


def _tokens(tokens: int, size: int) -> str:
    return f"{tokens:,}" if tokens or not size else "<1"


def instead(load: Load) -> str:
    """Return what stands in the place of the numbers of a file that brings nothing."""
    return _INSTEAD.get(load.why_not, "not read")


def style(why: WhyNot) -> str:
    """Return how a file that is not read, or not whole, is painted."""
    return "error" if why in _CERTAIN else "dim" if why in _MEANT else "warning" if why else ""


def belongs(load: Load) -> str:
    """Say whose a file is, "" for the project's own."""
    if load.imported_by:
        return ""
    return f"agent {load.scope}" if load.tier == "agent-memory" and load.scope else _TIERS.get(load.tier, "")


def percent(share: float) -> str:
    """Return ``share`` in percent, never rounded to nothing, nor to or past the limit itself."""
    whole = int(share * 100 + 1e-9)
    if share > 1:
        return f"{max(whole, 101):,}%"
    return f"{whole}%" if whole or not share else "<1%"


def counted(number: int, word: str) -> str:
    """Return "1 file", "2 files"; ``{s}`` in ``word`` takes the plural's letter, else it comes at the end."""
    word = word if "{s}" in word else f"{word}{{s}}"
    return f"{number:,} {word.format(s='' if number == 1 else 's')}"


def about(number: int) -> str:
    """Return an estimate with three digits that count."""
    scale = 10 ** max(0, len(str(number)) - 3)
    return f"{round(number / scale) * scale:,}"


def sizes(total: Totals) -> str:
    """Return "2 files, 10 lines, 300 bytes, about 75 tokens"."""
    parts = (counted(total.files, "file"), counted(total.lines, "line"), counted(total.utf8_bytes, "byte"))
    return f"{', '.join(parts)}, {tokens(total.tokens)}"


def tokens(number: int) -> str:
    """Return an estimate, "about 75 tokens"."""
    return f"about {about(number)} tokens" if number > 1 else "about 1 token"


def losses(counts: dict[WhyNot, int]) -> str:
    """Return what is not read, the worst first."""
    return ", ".join(
        counted(counts[why], words) if "{s}" in words else f"{counts[why]:,} {words}"
        for why, words in _LOST.items()
        if counts.get(why)
    )
