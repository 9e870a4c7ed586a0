"""``memlint [check] [PATH…]``: lint and report."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections import Counter

from memlint import __version__
from memlint.cli import FINDINGS, INTERNAL_ERROR, NO_FILES, OK
from memlint.cli.outputs import File, Format, Output, pair, write
from memlint.cli.parser import Parser, count, day
from memlint.config import FAIL_ON, FORMATS, PRESETS, Settings, find_file, load
from memlint.engine.check import Report, check
from memlint.engine.run import CRASH
from memlint.errors import UsageError
from memlint.project.listing import find_root
from memlint.report.visible import visible

# Flags of the design whose machinery is not built: refused, never ignored.
_LATER = {
    "--fix": "fixes come with a later version",
    "--unsafe-fixes": "fixes come with a later version",
    "--diff": "fixes come with a later version",
    "--baseline": "baselines come with a later version",
    "--write-baseline": "baselines come with a later version",
    "--junitxml": "JUnit output comes with a later version",
    "--watch": "watching comes with a later version",
    "-n": "running in parallel comes with a later version",
}


def _parser() -> Parser:
    parser = Parser(
        prog="memlint",
        description="Check what coding agents remember: CLAUDE.md, imports, rule files, memory directories.",
        epilog="Other commands: memlint show [PATH], memlint rule [NAME], memlint facts, memlint schema, "
        "memlint new topic TYPE NAME. "
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
    where.add_argument("--stdin-filename", metavar="FILE", help="read FILE's text from standard input")
    where.add_argument("--config", metavar="FILE", help="use this configuration file")
    where.add_argument("--isolated", action="store_true", help="use no configuration file")
    where.add_argument("--allow-plugins", action="store_true", help="import the plug-ins that the configuration names")
    where.add_argument("--target-version", metavar="VERSION", help="version of the agent product to check for")
    where.add_argument("--today", type=day, metavar="DATE", help="the day that dates are compared with")
    where.add_argument("--no-cache", action="store_true", help="accepted; there is no cache yet")
    where.add_argument(
        "--collect-only", action="store_true", help="print the memory files and their kinds, check nothing"
    )
    where.add_argument("--require-files", action="store_true", help="exit with 5 when there is no memory file")
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
    out.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="NO_COLOR, FORCE_COLOR also count"
    )
    out.add_argument("-q", "--quiet", action="store_true", help="the summary line only")
    out.add_argument("-v", "--verbose", action="store_true", help="name the configuration and the files")
    out.add_argument("--statistics", action="store_true", help="count findings by rule")
    out.add_argument("--durations", type=count, metavar="N", help="print the N slowest rules, 0 for all")
    end = parser.add_argument_group("how it ends")
    end.add_argument("--fail-on", choices=FAIL_ON, help="the mildest severity that gives exit code 1 (warning)")
    end.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever is found")
    end.add_argument("-x", dest="first", action="store_true", help="stop at the first finding")
    end.add_argument("--maxfail", type=count, metavar="N", help="stop after N findings")
    for flag in _LATER:
        parser.add_argument(flag, nargs="?", const="", help=argparse.SUPPRESS)
    return parser


def run(words: list[str]) -> int:
    """Parse ``words``, lint, print, and return the exit code."""
    arguments = _parser().parse_args(words)
    for flag, why in _LATER.items():
        if getattr(arguments, flag.lstrip("-").replace("-", "_")) is not None:
            raise UsageError(f"{flag}: {why}")
    gc.disable()  # one run makes many small values and few cycles: collecting costs a fifth of it
    paths, contents = _inputs(arguments)
    settings = _settings(arguments, paths)
    outputs = pair(arguments.outputs or (), settings.output_format)
    report = check(
        paths,
        settings=settings,
        user=arguments.user,
        allow_plugins=arguments.allow_plugins,
        contents=contents,
        collect_only=arguments.collect_only,
    )
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


def _outcome(report: Report, arguments: argparse.Namespace, settings: Settings, outputs: list[Output]) -> int:
    limit = 1 if arguments.first else arguments.maxfail
    shown = report._replace(findings=report.findings[:limit]) if limit else report
    if arguments.verbose:
        _say(f"root {report.root}, configuration {settings.file or 'none'}")
        for file in report.files:
            _say(f"{file.kind} {file.path}")
    write(shown, outputs, color=arguments.color, quiet=arguments.quiet)
    if len(shown.findings) < len(report.findings):
        _say(f"stopped after {limit}: {len(report.findings) - len(shown.findings)} more findings are not shown")
    if arguments.statistics:
        for name, count in sorted(Counter(f.rule for f in report.findings).items(), key=lambda row: (-row[1], row[0])):
            _say(f"{count:6} {name}")
    if arguments.durations is not None:
        slowest = sorted(report.durations.items(), key=lambda row: -row[1])
        for name, seconds in slowest[: arguments.durations or None]:
            _say(f"{seconds * 1000:8.1f} ms {name}")
    if any(finding.rule == CRASH for finding in report.findings):
        return INTERNAL_ERROR
    fails = {"error": ("error",), "warning": ("error", "warning"), "info": ("error", "warning", "info"), "never": ()}
    if report.worst() in fails[settings.fail_on] and not arguments.exit_zero:
        return FINDINGS
    return OK


def _say(text: str) -> None:
    print(f"memlint: {visible(text)}", file=sys.stderr)


def _inputs(arguments: argparse.Namespace) -> tuple[list[str], dict[str, bytes]]:
    if arguments.stdin_filename is None:
        if "-" in arguments.paths:
            raise UsageError("- reads standard input only with --stdin-filename FILE")
        return arguments.paths or ["."], {}
    if arguments.paths not in ([], ["-"]):
        raise UsageError("--stdin-filename takes no paths")
    path = os.path.abspath(arguments.stdin_filename)
    return [path], {path: sys.stdin.buffer.read()}


def _split(values: list[str]) -> tuple[str, ...]:
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


def _settings(arguments: argparse.Namespace, paths: list[str]) -> Settings:
    settings = Settings()
    if arguments.config and arguments.isolated:
        raise UsageError("--config and --isolated exclude each other")
    if arguments.config:
        settings = load(arguments.config)
    elif not arguments.isolated:
        file = _configuration(os.path.abspath(paths[0]))
        settings = load(file) if file else settings
    return settings._replace(
        cli_select=_split(arguments.select),
        cli_ignore=_split(arguments.ignore),
        extend_select=(*settings.extend_select, *_split(arguments.extend_select)),
        keyword=arguments.keyword,
        preset=arguments.preset or settings.preset,
        fail_on=arguments.fail_on or settings.fail_on,
        today=arguments.today or "",
        target_version=arguments.target_version or settings.target_version,
    )


def _configuration(path: str) -> str | None:
    """Find the file for ``path``: from the working directory when that lies between it and its repository's root."""
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    here = os.getcwd()
    root = find_root(folder) or (here if _inside(folder, here) else folder)
    start = here if _inside(folder, here) and _inside(here, root) else folder
    return find_file(start, root)


def _inside(path: str, folder: str) -> bool:
    return (path + os.sep).startswith(folder.rstrip(os.sep) + os.sep)


def _collected(report: Report) -> None:
    for file in report.files:
        twins = f" (also {', '.join(file.twins)})" if file.twins else ""
        print(visible(f"{file.kind:<12} {file.path}{twins}"))
