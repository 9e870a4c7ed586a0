"""``memlint [check] [PATH…]``: lint and report."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from memlint import __version__
from memlint.cli import FINDINGS, INTERNAL_ERROR, NO_FILES, OK
from memlint.cli.flags import add_to, asked, plain
from memlint.cli.outputs import Output, pair, write
from memlint.cli.settings import VARIABLES, cache_of, settings_of
from memlint.config import Settings
from memlint.engine.check import Report, check
from memlint.engine.registry import load as load_rules
from memlint.engine.run import CRASH
from memlint.engine.selection import renamed
from memlint.errors import UsageError
from memlint.report.visible import inert, visible

if TYPE_CHECKING:
    import argparse

    from memlint.cli.parser import Parser


def _parser() -> Parser:
    from memlint.cli.parser import Parser

    parser = Parser(
        prog="memlint",
        description="Check what coding agents remember: CLAUDE.md, imports, rule files, memory directories.",
        epilog="Other commands: memlint show [PATH], memlint rule [NAME], memlint facts, memlint schema, "
        "memlint new topic TYPE NAME, memlint init. "
        f"Variables that stand for flags: {', '.join(VARIABLES)}. "
        "Exit codes: 0 clean, 1 findings, 2 interrupted, 3 internal error, 4 wrong usage, 5 no file (--require-files).",
    )
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="files or folders; the working directory when there is none"
    )
    parser.add_argument("--version", action="version", version=f"memlint {__version__}")
    add_to(parser)
    return parser


def run(words: list[str]) -> int:
    """Parse ``words``, lint, print, and return the exit code."""
    arguments = plain(words) or _parser().parse_around(words)
    paths, contents = _inputs(arguments)
    settings = settings_of(arguments, paths)
    if arguments.write_baseline or arguments.prune_baseline or arguments.add_suppressions or arguments.reason:
        from memlint.cli import known

        if arguments.watch or arguments.changed_since is not None or any(asked(arguments)):
            raise UsageError(
                "what writes a baseline or comments looks at everything, once: no --watch, no --changed-since, no --fix"
            )
        return known.run(arguments, settings, paths)
    outputs = pair(arguments.outputs or (), settings.output_format, junit=arguments.junitxml or "")
    if arguments.watch and not any(asked(arguments)):
        return _watch(arguments, words, paths, settings, outputs)
    lint = partial(
        check,
        paths,
        settings=settings,
        user=arguments.user,
        allow_plugins=arguments.allow_plugins,
        contents=contents,
        collect_only=arguments.collect_only,
        force_exclude=arguments.force_exclude,
        vendored=arguments.vendored,
        cache=cache_of(arguments),
        workers=arguments.workers,
    )
    if any(asked(arguments)):
        from memlint.cli import fix

        tell = partial(_told, arguments=arguments, settings=settings, outputs=outputs)
        return fix.apply(lint, contents, arguments, tell)
    report = _shown(lint) if sys.stderr.isatty() and not arguments.quiet else lint()
    return _told(report, arguments, settings, outputs)


def _told(report: Report, arguments: argparse.Namespace, settings: Settings, outputs: list[Output]) -> int:
    """Print ``report`` with what there is to say about the run, and return the exit code."""
    for former, name in renamed(settings, load_rules(settings.plugins if arguments.allow_plugins else ())).items():
        _say(f"{former} is now {name}; both are understood")
    if settings.plugins and not arguments.allow_plugins:
        _say(f"plug-ins were not loaded ({', '.join(settings.plugins)}): pass --allow-plugins if you trust them")
    if not report.files:
        _say("no memory file was found; nothing was checked")
        if arguments.require_files:
            return NO_FILES
    if arguments.collect_only:
        _collected(report)
        return OK
    return _outcome(report, arguments, settings, outputs)


def _shown(lint: Callable[..., Report]) -> Report:
    from memlint.cli.progress import Progress  # for a person before a terminal alone

    with Progress(sys.stderr) as progress:
        return lint(before=progress.before)


def _watch(
    arguments: argparse.Namespace, words: list[str], paths: list[str], settings: Settings, outputs: list[Output]
) -> int:
    from memlint.cli import watching

    if arguments.stdin_filename is not None or arguments.collect_only:
        raise UsageError("--watch goes with files on the disk, not with --stdin-filename or --collect-only")
    more = [path for path in (settings.file, *settings.extend, *settings.schemas.values(), settings.baseline) if path]
    if arguments.user:
        files = check(
            paths, settings=settings, user=True, allow_plugins=arguments.allow_plugins, collect_only=True
        ).files
        more += [file.real for file in files]
    return watching.run(words, paths, more, [output.file for output in outputs if output.file])


def _outcome(report: Report, arguments: argparse.Namespace, settings: Settings, outputs: list[Output]) -> int:
    if arguments.verbose:
        _explain(report, arguments, settings)
    if arguments.changed_since is not None:
        from memlint.cli.changed import narrowed

        report, note = narrowed(report, arguments.changed_since)
        _say(note)
    limit = 1 if arguments.first else arguments.maxfail
    shown = report._replace(findings=report.findings[:limit]) if limit else report
    write(shown, outputs, color=arguments.color, quiet=arguments.quiet)
    if len(shown.findings) < len(report.findings):
        _say(f"stopped after {limit}: {len(report.findings) - len(shown.findings)} more findings are not shown")
    if report.baseline and report.baseline.stale:
        _say(f"found no more, though the baseline has it: {report.baseline.stale}; --prune-baseline takes that out")
    if arguments.statistics:
        for name, count in sorted(Counter(f.rule for f in report.findings).items(), key=lambda row: (-row[1], row[0])):
            _say(f"{count:6} {name}")
    if arguments.durations is not None:
        slowest = sorted(report.durations.items(), key=lambda row: -row[1])
        for name, seconds in slowest[: arguments.durations or None]:
            _say(f"{seconds * 1000:8.1f} ms {name}")
    if any(finding.rule == CRASH for finding in report.findings):
        return INTERNAL_ERROR
    return FINDINGS if _fails(report, settings) and not arguments.exit_zero else OK


def _fails(report: Report, settings: Settings) -> bool:
    fails = {"error": ("error",), "warning": ("error", "warning"), "info": ("error", "warning", "info"), "never": ()}
    levels = Counter(finding.severity or "error" for finding in report.findings)
    if settings.max_warnings is None:
        return any(level in fails[settings.fail_on] for level in levels)
    if levels["warning"] > settings.max_warnings:  # said so exactly, it counts whatever --fail-on says
        _say(f"warnings: {levels['warning']}, of which max-warnings lets {settings.max_warnings} pass")
        return True
    return any(level in fails[settings.fail_on] for level in levels if level != "warning")


def _explain(report: Report, arguments: argparse.Namespace, settings: Settings) -> None:
    """Say what was read, and why rules were silent."""
    from memlint.cli.silent import reasons

    bases = f" on {', '.join(settings.extend)}" if settings.extend else ""
    _say(f"root {report.root}, configuration {settings.file or 'none'}{bases}")
    for file in report.files:
        _say(f"{file.kind} {file.path}")
    for reason in reasons(report, settings, load_rules(settings.plugins if arguments.allow_plugins else ())):
        _say(reason)


def _say(text: str) -> None:
    print(f"memlint: {inert(visible(text))}", file=sys.stderr)


def _inputs(arguments: argparse.Namespace) -> tuple[list[str], dict[str, bytes]]:
    if arguments.stdin_filename is None:
        if "-" in arguments.paths:
            raise UsageError("- reads standard input only with --stdin-filename FILE")
        return arguments.paths or ["."], {}
    if arguments.paths not in ([], ["-"]):
        raise UsageError("--stdin-filename takes no paths")
    path = os.path.abspath(arguments.stdin_filename)
    return [path], {path: sys.stdin.buffer.read()}


def _collected(report: Report) -> None:
    for file in report.files:
        twins = f" (also {', '.join(file.twins)})" if file.twins else ""
        print(inert(visible(f"{file.kind:<12} {file.path}{twins}")))
