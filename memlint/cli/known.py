"""``--write-baseline``, ``--prune-baseline`` and ``--add-suppressions``: what is found is written down as known."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial

from memlint.cli import FINDINGS, INTERNAL_ERROR, OK
from memlint.config import Settings
from memlint.engine import baseline, selection
from memlint.engine.check import Report, check
from memlint.engine.finding import Finding
from memlint.engine.run import CRASH
from memlint.engine.suppressing import Added, add
from memlint.errors import RefusedError, UsageError
from memlint.project.files import MemoryFile
from memlint.project.writing import Target, contents, locked, put
from memlint.report.visible import visible
from memlint.source.document import Document, parse
from memlint.source.records import NamedTuple

_MARKDOWN = (".md", ".markdown")
_ONE_BY_ONE = 20  # files for which the project is read again


def run(arguments: argparse.Namespace, settings: Settings, paths: list[str]) -> int:
    """Lint ``paths``, write, and return the exit code. Raises UsageError for flags that do not go together."""
    flags = ("write_baseline", "prune_baseline", "add_suppressions")
    chosen = [f"--{flag.replace('_', '-')}" for flag in flags if getattr(arguments, flag)]
    if not chosen:
        raise UsageError("--reason goes with --add-suppressions")
    if len(chosen) > 1:
        raise UsageError(f"{chosen[0]} and {chosen[1]} exclude each other")
    others = ("stdin_filename", "collect_only", "vendored")
    wrong = [f"--{flag.replace('_', '-')}" for flag in others if getattr(arguments, flag, None)]
    if wrong:
        raise UsageError(f"{chosen[0]} and {wrong[0]} exclude each other")
    if arguments.add_suppressions:
        return _suppress(arguments, settings, paths)
    if not settings.baseline:
        raise UsageError(f'{chosen[0]}: say which file with --baseline FILE, or with the key "baseline"')
    new = arguments.write_baseline and not os.path.lexists(settings.baseline)
    report = _lint(arguments, settings._replace(baseline=os.devnull if new else settings.baseline), paths)
    return _renew(report, settings.baseline, prune=arguments.prune_baseline, new=new)


def _lint(
    arguments: argparse.Namespace, settings: Settings, paths: list[str], contents: dict[str, bytes] | None = None
) -> Report:
    return check(
        paths,
        settings=settings,
        user=arguments.user,
        allow_plugins=arguments.allow_plugins,
        force_exclude=arguments.force_exclude,
        contents=contents,
    )


def _renew(report: Report, file: str, *, prune: bool, new: bool) -> int:
    """Write the baseline anew; not when a rule has crashed, since then nobody knows what is gone."""
    if _crashed(report):
        return INTERNAL_ERROR
    outcome = report.baseline
    entries = outcome and (outcome.pruned if prune else outcome.written)
    if outcome is None or entries is None:
        raise UsageError("a baseline belongs to one project, and these paths are in several")
    try:
        with locked(os.path.dirname(file)):
            old = None if new else contents(file, file)
            text = baseline.text(entries).encode()
            if text != old:
                put(Target(file, file, old, text))
    except (OSError, RefusedError) as error:
        raise UsageError(str(error)) from None
    total = sum(entry.times for entry in entries)
    added = 0 if prune else len(report.findings)
    _say(
        f"{file}: {total} known finding{'' if total == 1 else 's'}, {added} of them new; {outcome.stale} found no more"
    )
    return OK


def _suppress(arguments: argparse.Namespace, settings: Settings, paths: list[str]) -> int:
    reason = " ".join((arguments.reason or "").split())
    if not reason:
        raise UsageError('--add-suppressions needs --reason "why", which the comments say')
    if not all(map(_is_text, (reason, arguments.add_suppressions))):
        raise UsageError("--reason and --add-suppressions are written into files, which are UTF-8, and these are not")
    if "--" in reason or reason.startswith((">", "->")):
        raise UsageError("--reason: two dashes would end the comment that it stands in")
    names = tuple(name.strip() for name in arguments.add_suppressions.split(",") if name.strip())
    if not names:
        raise UsageError("--add-suppressions: no rule and no family is named")
    settings = settings._replace(extend_select=(*settings.extend_select, *names), ignore_suppressions=False)
    report = _lint(arguments, settings, paths)
    if _crashed(report):
        return INTERNAL_ERROR
    rules = (rule for rule in report.rules if rule.family != "suppress")  # comments about comments help nobody
    meant = {rule.name for rule in rules if selection.names(rule) & set(names)}
    by_path: dict[str, list[Finding]] = {}
    for finding in report.findings:
        if finding.rule in meant:
            by_path.setdefault(finding.path, []).append(finding)
    if not by_path:
        _say(f"nothing is found of {', '.join(names)}")
    files = {file.path: file for file in report.files}
    plans = [_plan(files.get(path), path, found, reason, report.texts) for path, found in by_path.items()]
    good, bad = _proven([plan for plan in plans if plan], report, partial(_lint, arguments, settings, paths), reason)
    for plan in bad:
        _say(f"{plan.file.path}: with a comment, something else would be found in it; a baseline can name what is now")
    done = [_write(plan) for plan in good]
    return OK if all(plans) and all(done) and not bad else FINDINGS


def _is_text(word: str) -> bool:
    """Say whether a word of the command line is UTF-8; Python has another one with halves of characters."""
    return not any("\ud800" <= character <= "\udfff" for character in word)


class _Plan(NamedTuple):
    """What is to become of one file: its document and bytes of before, what was found, and the new text."""

    file: MemoryFile
    document: Document
    old: bytes
    found: list[Finding]
    made: Added

    @property
    def new(self) -> bytes:
        """The bytes to write."""
        return (("\ufeff" if self.document.bom else "") + self.made.text).encode()


def _plan(file: MemoryFile | None, path: str, found: list[Finding], reason: str, texts: dict[str, str]) -> _Plan | None:
    """Return the comments for one file; None, once it is said why, where none can be."""
    if file is None or file.kind == "settings" or not path.lower().endswith(_MARKDOWN):
        _say(f"{path}: no comment can stand in this file; a baseline or per-file-ignores can name it")
        return None
    try:
        old = contents(file.real, path) or b""
        document = parse(old, path)
        if not isinstance(document, Document) or document.text != texts.get(path):
            raise RefusedError(f"{path} was changed meanwhile, or cannot be read")
    except RefusedError as error:
        _say(str(error))
        return None
    return _Plan(file, document, old, found, add(document, found, reason))


def _proven(
    plans: list[_Plan], before: Report, lint: Callable[..., Report], reason: str
) -> tuple[list[_Plan], list[_Plan]]:
    """Return the plans after which nothing else is found, and those that fail even with comments for the whole file.

    A comment is text: it can make a line too long, or a file no longer what a rule takes it for, and then another
    file too. So what does not do together is tried one file at a time.
    """

    def holds(tried: list[_Plan]) -> list[_Plan]:
        after = lint(contents={plan.file.real: plan.new for plan in tried}) if tried else before
        return [plan for plan in tried if not _more(plan, before, after)]

    good = holds(plans)
    bad = [plan for plan in plans if plan not in good]
    if bad:
        good = holds(good)
    for plan in bad[:_ONE_BY_ONE]:
        everywhere = plan._replace(made=add(plan.document, plan.found, reason, everywhere=True))
        for attempt in (plan, everywhere):
            if len(holds([*good, attempt])) > len(good):
                good.append(attempt)
                break
    done = {plan.file.path for plan in good}
    return sorted(good), [plan for plan in plans if plan.file.path not in done]


def _more(plan: _Plan, before: Report, after: Report) -> bool:
    """Say whether more is found in the file of ``plan`` than what was there before and gets no comment."""
    path, refused = plan.file.path, {finding for finding, _ in plan.made.refused}
    meant = set(plan.found) - refused
    left = Counter(finding.rule for finding in before.findings if finding.path == path and finding not in meant)
    return bool(Counter(finding.rule for finding in after.findings if finding.path == path) - left)


def _write(plan: _Plan) -> bool:
    """Write the comments of one file. Say what was done, and return whether all of it could be."""
    path, made = plan.file.path, plan.made
    try:
        if made.comments:
            with locked(os.path.dirname(plan.file.real)):
                put(Target(plan.file.real, path, plan.old, plan.new))
            print(visible(f"{path}: {made.comments} comment{'' if made.comments == 1 else 's'}"))
    except (OSError, RefusedError) as error:
        _say(str(error))
        return False
    for finding, why in made.refused:
        _say(f"{path}:{plan.document.line(finding.span.start)}: {finding.rule}: {why}")
    return not made.refused


def _crashed(report: Report) -> bool:
    found = [finding for finding in report.findings if finding.rule == CRASH]
    for finding in found:
        _say(f"{finding.path}: {finding.message}")
    if found:
        _say("a rule crashed: nothing was written")
    return bool(found)


def _say(text: str) -> None:
    print(f"memlint: {visible(text)}", file=sys.stderr)
