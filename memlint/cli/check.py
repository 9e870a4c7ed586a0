"""``memlint [check] [PATH…]``: lint and report."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial

from memlint import __version__
from memlint.cli import FINDINGS, INTERNAL_ERROR, NO_FILES, OK
from memlint.cli.outputs import File, Format, Output, pair, write
from memlint.cli.parser import FIXES, Parser, asked, count, day, workers
from memlint.cli.settings import VARIABLES, cache_of, settings_of
from memlint.config import FAIL_ON, FORMATS, PRESETS, Settings
from memlint.engine.check import Report, check
from memlint.engine.registry import load as load_rules
from memlint.engine.run import CRASH
from memlint.engine.selection import renamed
from memlint.errors import UsageError
from memlint.report.visible import inert, visible


def _parser() -> Parser:
    parser = Parser(
        prog="memlint",
        description="Check what coding agents remember: CLAUDE.md, imports, rule files, memory directories.",
        epilog="Other commands: memlint show [PATH], memlint rule [NAME], memlint facts, memlint schema, "
        "memlint new topic TYPE NAME, memlint init. "
        f"Variables that stand for flags: {', '.join(VARIABLES)}. "
        "Exit codes: 0 clean, 1 findings, 2 interrupted, 3 internal error, 4 wrong usage, 5 no file (--require-files).",
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files or folders; the working directory when there is none")
    add("--version", action="version", version=f"memlint {__version__}")
    chosen = parser.add_argument_group("which rules")
    for flag, text in (
        ("--select", "run these rules or families only"),
        ("--ignore", "do not run these"),
        ("--extend-select", "run these too"),
    ):
        chosen.add_argument(flag, action="append", default=[], metavar="NAMES", help=f"{text} (comma-separated)")
    chosen.add_argument("-k", dest="keyword", default="", metavar="EXPR", help='by name: "imports and not cycle"')
    chosen.add_argument("--preset", choices=PRESETS, help="strict also runs rules that are off by default")
    where = parser.add_argument_group("what is read")
    where.add_argument(
        "--user", action="store_true", help="also your own files: ~/.claude and this project's auto memory"
    )
    where.add_argument(
        "--vendored", action="store_true", help="also instruction files of dependencies, with the security rules alone"
    )
    where.add_argument("--stdin-filename", metavar="FILE", help="read FILE's text from standard input")
    where.add_argument(
        "--changed-since", metavar="REV", help="report what touches files that changed since that commit, as git tells"
    )
    where.add_argument("--config", metavar="FILE", help="use this configuration file")
    where.add_argument("--isolated", action="store_true", help="use no configuration file")
    where.add_argument("--allow-plugins", action="store_true", help="import the plug-ins that the configuration names")
    where.add_argument("--target-version", metavar="VERSION", help="version of the agent product to check for")
    where.add_argument("--today", type=day, metavar="DATE", help="the day that dates are compared with")
    where.add_argument("--no-cache", action="store_true", help="neither use nor write what earlier runs worked out")
    where.add_argument(
        "--cache-dir", metavar="DIR", help="where that is kept; .memlint_cache in the project by default"
    )
    where.add_argument(
        "--collect-only", action="store_true", help="print the memory files and their kinds, check nothing"
    )
    where.add_argument(
        "--force-exclude", action="store_true", help="leave out what is excluded even where a path names it"
    )
    where.add_argument("--require-files", action="store_true", help="exit with 5 when there is no memory file")
    where.add_argument(
        "-n", dest="workers", type=workers, default=0, metavar="N", help="processes for a large project (auto)"
    )
    known = parser.add_argument_group("what is known and not reported again")
    known.add_argument("--baseline", metavar="FILE", help="leave out the findings that FILE has")
    known.add_argument("--write-baseline", action="store_true", help="write all findings into that file")
    known.add_argument("--prune-baseline", action="store_true", help="take out of it what is no longer found")
    known.add_argument(
        "--ignore-suppressions", action="store_true", help="also report what comments in the files suppress"
    )
    known.add_argument(
        "--add-suppressions", metavar="NAMES", help="write such a comment for each finding of these rules"
    )
    known.add_argument("--reason", metavar="TEXT", help="the reason that these comments give")
    out = parser.add_argument_group("what is printed")
    # Both in one list: their order tells what belongs together.
    out.add_argument(
        "--output-format",
        dest="outputs",
        action="append",
        type=Format,
        choices=FORMATS,
        help="repeat it for more reports",
    )
    out.add_argument(
        "--output-file",
        dest="outputs",
        action="append",
        type=File,
        metavar="FILE",
        help="write the report of that format there",
    )
    out.add_argument("--junitxml", metavar="FILE", help="also write a JUnit report there")
    out.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="NO_COLOR, FORCE_COLOR also count"
    )
    out.add_argument("-q", "--quiet", action="store_true", help="the summary line only")
    out.add_argument(
        "-v", "--verbose", action="store_true", help="name the configuration, the files and why rules were silent"
    )
    out.add_argument("--statistics", action="store_true", help="count findings by rule")
    out.add_argument("--watch", action="store_true", help="lint again whenever a file changes, until Ctrl-C")
    out.add_argument("--durations", type=count, metavar="N", help="print the N slowest rules, 0 for all")
    repaired = parser.add_argument_group("what is repaired")
    for flag, text in FIXES:
        repaired.add_argument(flag, action="store_true", help=text)
    end = parser.add_argument_group("how it ends")
    end.add_argument("--fail-on", choices=FAIL_ON, help="the mildest severity that gives exit code 1 (warning)")
    end.add_argument("--max-warnings", type=count, metavar="N", help="let N warnings pass; one more gives exit code 1")
    end.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever is found")
    end.add_argument("-x", dest="first", action="store_true", help="stop at the first finding")
    end.add_argument("--maxfail", type=count, metavar="N", help="stop after N findings")
    return parser


def run(words: list[str]) -> int:
    """Parse ``words``, lint, print, and return the exit code."""
    arguments = _parser().parse_args(words)
    gc.disable()  # one run makes many small values and few cycles: collecting costs a fifth of it
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
