"""The flags of ``memlint check``: one table, from which argparse is told of them, unless there are none to parse."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from memlint.cli.outputs import File, Format
from memlint.config import FAIL_ON, FORMATS, PRESETS
from memlint.source.records import NamedTuple

if TYPE_CHECKING:
    import argparse

    from memlint.cli.parser import Parser

#: Whether a flag stands alone, takes a text, one that says something ("filled") or one of a kind, or, "names" and below,
#: is repeated for more of them.
Takes: TypeAlias = Literal["nothing", "text", "filled", "count", "day", "workers", "names", "format", "file"]


class Flag(NamedTuple):
    """One flag with its ``words``; ``target`` is the attribute that gets its value where that has another name."""

    words: tuple[str, ...]
    help: str
    takes: Takes = "nothing"
    metavar: str | None = None
    default: Any = None
    target: str = ""
    choices: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        """The attribute that gets the value."""
        return self.target or self.words[-1].lstrip("-").replace("-", "_")


#: The flags of runs that repair; a run without one of them loads nothing of what does.
FIXES = (
    Flag(("--fix",), "repair in the files what has one certain repair, and report the rest"),
    Flag(("--unsafe-fixes",), "with it, also repairs that change what the agent loads or reads"),
    Flag(("--fix-only",), "repair, report nothing, and exit with 0"),
    Flag(("--diff",), "write nothing: print the repairs as a diff, and exit with 1 when there is one"),
    Flag(("--show-fixes",), "list what was repaired, and what was not with the reason"),
)
_CHOSEN = (
    Flag(("--select",), "run these rules or families only (comma-separated)", "names", "NAMES"),
    Flag(("--ignore",), "do not run these (comma-separated)", "names", "NAMES"),
    Flag(("--extend-select",), "run these too (comma-separated)", "names", "NAMES"),
    Flag(("-k",), 'by name: "imports and not cycle"', "text", "EXPR", "", "keyword"),
    Flag(("--preset",), "strict also runs rules that are off by default", "text", choices=PRESETS),
)
_READ = (
    Flag(("--user",), "also your own files: ~/.claude and this project's auto memory"),
    Flag(("--vendored",), "also instruction files of dependencies, with the security rules alone"),
    Flag(("--stdin-filename",), "read FILE's text from standard input", "filled", "FILE"),
    Flag(("--changed-since",), "report what touches files that changed since that commit, as git tells", "text", "REV"),
    Flag(("--config",), "use this configuration file", "filled", "FILE"),
    Flag(("--isolated",), "use no configuration file"),
    Flag(("--allow-plugins",), "import the plug-ins that the configuration names"),
    Flag(("--target-version",), "version of the agent product to check for", "text", "VERSION"),
    Flag(("--today",), "the day that dates are compared with", "day", "DATE"),
    Flag(("--no-cache",), "neither use nor write what earlier runs worked out"),
    Flag(("--cache-dir",), "where that is kept; .memlint_cache in the project by default", "filled", "DIR"),
    Flag(("--collect-only",), "print the memory files and their kinds, check nothing"),
    Flag(("--force-exclude",), "leave out what is excluded even where a path names it"),
    Flag(("--require-files",), "exit with 5 when there is no memory file"),
    Flag(("-n",), "processes for a large project (auto)", "workers", "N", 0, "workers"),
)
_KNOWN = (
    Flag(("--baseline",), "leave out the findings that FILE has", "filled", "FILE"),
    Flag(("--write-baseline",), "write all findings into that file"),
    Flag(("--prune-baseline",), "take out of it what is no longer found"),
    Flag(("--ignore-suppressions",), "also report what comments in the files suppress"),
    Flag(("--add-suppressions",), "write such a comment for each finding of these rules", "filled", "NAMES"),
    Flag(("--reason",), "the reason that these comments give", "text", "TEXT"),
)
_PRINTED = (
    # Both in one list: their order tells what belongs together.
    Flag(("--output-format",), "repeat it for more reports", "format", target="outputs", choices=FORMATS),
    Flag(("--output-file",), "write the report of that format there", "file", "FILE", target="outputs"),
    Flag(("--junitxml",), "also write a JUnit report there", "filled", "FILE"),
    Flag(
        ("--color",),
        "NO_COLOR, FORCE_COLOR also count",
        "text",
        default="auto",
        choices=("auto", "always", "never"),
    ),
    Flag(("-q", "--quiet"), "the summary line only"),
    Flag(("-v", "--verbose"), "name the configuration, the files and why rules were silent"),
    Flag(("--statistics",), "count findings by rule"),
    Flag(("--watch",), "lint again whenever a file changes, until Ctrl-C"),
    Flag(("--durations",), "print the N slowest rules, 0 for all", "count", "N"),
)
_END = (
    Flag(("--fail-on",), "the mildest severity that gives exit code 1 (warning)", "text", choices=FAIL_ON),
    Flag(("--max-warnings",), "let N warnings pass; one more gives exit code 1", "count", "N"),
    Flag(("--exit-zero",), "exit with 0 whatever is found"),
    Flag(("-x",), "stop at the first finding", target="first"),
    Flag(("--maxfail",), "stop after N findings", "count", "N"),
)
GROUPS = (
    ("which rules", _CHOSEN),
    ("what is read", _READ),
    ("what is known and not reported again", _KNOWN),
    ("what is printed", _PRINTED),
    ("what is repaired", FIXES),
    ("how it ends", _END),
)


def asked(arguments: argparse.Namespace) -> list[str]:
    """Return the flags of FIXES that stand on the command line."""
    return [flag.words[0] for flag in FIXES if getattr(arguments, flag.name)]


def plain(words: list[str]) -> argparse.Namespace | None:
    """Return what a command line of paths alone says, None for one with flags.

    Most are such, and argparse with all the flags takes such a run as long as finding the project's files.
    """
    if any(word.startswith("-") for word in words):
        return None
    values = {flag.name: _otherwise(flag) for _, flags in GROUPS for flag in flags}
    return cast("argparse.Namespace", SimpleNamespace(paths=words, **values))


def _otherwise(flag: Flag) -> Any:
    """Return the value of ``flag`` where it does not stand."""
    return False if flag.takes == "nothing" else [] if flag.takes == "names" else flag.default


def add_to(parser: Parser) -> None:
    """Tell ``parser`` of all flags."""
    from memlint.cli.parser import count, day, filled, workers

    kinds: dict[Takes, Any] = {
        "filled": filled,
        "names": filled,
        "count": count,
        "day": day,
        "workers": workers,
        "format": Format,
        "file": lambda text: File(filled(text)),
    }
    for title, flags in GROUPS:
        group = parser.add_argument_group(title)
        for flag in flags:
            more: dict[str, Any] = {"action": "store_true"}
            if flag.takes != "nothing":
                action = "append" if flag.takes in ("names", "format", "file") else "store"
                more = {"action": action, "type": kinds.get(flag.takes)}
                more |= {"metavar": flag.metavar, "choices": flag.choices}
            group.add_argument(*flag.words, dest=flag.name, default=_otherwise(flag), help=flag.help, **more)
