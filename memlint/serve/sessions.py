"""What a session is told about its project as a whole: when it starts, when the agent stops, when a file has changed.

A stop is held up for errors alone, and only for those that came up in this session: what was wrong when it began is
noted then, and what was said at a stop is not said again. Where nothing is noted the first stop notes it, silently.
The sizes of indexes are noted too, so that a shell that writes one is seen (case 163).
"""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import Any

from memlint.engine.finding import Finding
from memlint.engine.run import CRASH
from memlint.errors import UsageError
from memlint.harness.facts import Facts, for_version
from memlint.project.listing import run_git
from memlint.report.ranking import severity, worst_first
from memlint.report.visible import visible
from memlint.serve import budget, write
from memlint.serve.event import Event
from memlint.serve.looking import HALF_SAVED, Look, caused, fresh, look
from memlint.serve.noted import Noted
from memlint.serve.place import Place, is_below, is_too_wide, of_file, session_root

# Where a session goes on, what was noted of it stays. What happened before it is resumed may be the work of others.
_GOES_ON = "compact"
_WATCHED = 20  # paths; each is a file that the agent watches as long as the session lasts
_COMPARED = 50  # files that are compared with the last commit; more of them came with one
_LOG_BYTES = 65_536  # of git's log of HEAD; a session makes fewer commits
_FRAME = 200  # characters of an answer besides its text
_LINES = 5  # findings in a notice of one line


def started(event: Event) -> dict[str, Any]:
    """Note how things stand. One line when something is wrong, and the indexes outside of the project to be watched.

    The person is told of a configuration that is wrong.

    Without such a list the agent reports changes of files in its working directory only, and its own memory lies
    elsewhere.
    """
    facts, root = for_version(), session_root(event)
    if is_too_wide(root):
        return {}
    try:
        found = look(Place(root, True))
    except UsageError as error:  # all other hooks of the session will say nothing
        return {
            "systemMessage": f"memlint checks nothing here: {visible(str(error))}"[
                : facts.number("hooks.max-characters") // 2
            ]
        }
    noted = Noted(event.session, root)
    if not noted.begun or event.text("source") != _GOES_ON:
        noted.head = ""
        _begin(noted, found, facts)
    errors = worst_first(finding for finding in _serious(found) if severity(finding) == "error")
    specific: dict[str, Any] = {"hookEventName": event.name}
    if errors:
        from memlint.serve.saying import Teller, counted

        teller = Teller(found.report, errors, facts.number("hooks.max-characters"), root)
        more = "" if len(errors) == 1 else f" (and {len(errors) - 1} more)"
        words = "memlint" if not os.path.isabs(errors[0].path) else "memlint --user"
        specific["additionalContext"] = (
            f"memlint: {counted(errors)} in the memory files of this project: {teller.line(errors[0])}{more}. "
            f"`{words}` lists what it finds."
        )[: facts.number("hooks.max-characters") // 2]
    watched = sorted(path for path in budget.shares(found, facts) if not is_below(path, root))
    if watched:
        specific["watchPaths"] = watched[:_WATCHED]
    return {"hookSpecificOutput": specific} if len(specific) > 1 else {}


def stopped(event: Event) -> dict[str, Any]:
    """Look at everything once more; keep the agent going for errors that are new in this session, each of them once."""
    facts, root = for_version(), session_root(event)
    if is_too_wide(root):
        return {}
    noted = Noted(event.session, root)
    found = look(Place(root, True))
    if not noted.begun:
        _begin(noted, found, facts)
        return {}
    new = [finding for finding in fresh(found, noted.known) if _is_serious(finding)]
    new = _of_this_session(new, found, noted)
    waiting = _of_another(new, found, noted)
    new = [finding for finding in new if finding not in waiting]
    errors = [finding for finding in new if severity(finding) == "error"]
    notes = _moved(noted, found, facts, over=False)
    if not _begin(noted, found, facts, waiting):
        return {}  # it would be said at every stop from now on
    if not new and not notes:
        return {}
    from memlint.serve.saying import Teller, counted

    teller = Teller(found.report, new, facts.number("hooks.max-characters"), root)
    result: dict[str, Any] = {"systemMessage": teller.told("memlint:", (), notes)} if notes else {}
    head = f"memlint: {counted(new)} came up in the memory files during this session."
    if any(finding.rule == budget.OVER for finding in new):
        head += f" {budget.goal(facts)}"
    if errors:
        return result | {"decision": "block", "reason": teller.told(head, new)}
    if new:  # half-saved memories: no error, but the agent alone can finish them
        result["hookSpecificOutput"] = {"hookEventName": event.name, "additionalContext": teller.told(head, new)}
    return result


def changed(event: Event) -> dict[str, Any]:
    """Tell the person what a change of a file did, whoever made it; the agent cannot be told here.

    What the agent was told about a write of its own is not repeated. Exit code 0 sends stderr to the debug log only,
    so the line is a ``systemMessage``, which the agent shows.
    """
    facts, place, root = for_version(), of_file(event), session_root(event)
    noted = Noted(event.session, root)
    noted.begun = noted.begun and place.root == root  # notes are about one root
    place = Place(root, True) if noted.begun else place
    gone = not os.path.lexists(event.path)
    found = look(place, "" if gone or is_below(event.path, place.root) else event.path)
    if not gone and not found.has(event.path):
        return {}
    new: list[Finding]
    if noted.begun:
        new = fresh(found, noted.known, noted.told)
    else:
        before = write.committed(event.path, place.root)
        if before.before is None:
            return {}  # nobody knows what it was like
        new = caused(found, found.findings, place, event.path, before.before)
    new = [finding for finding in new if severity(finding) == "error" and finding.rule not in (*HALF_SAVED, CRASH)]
    notes = _moved(noted, found, facts, over=True) if noted.begun else []
    if noted.begun:
        noted.told |= {mark for finding, mark in zip(found.findings, found.prints, strict=True) if finding in new}
        noted.fills |= budget.noted(noted.fills, found, facts)
        noted.save()
    new = [finding for finding in new if finding.rule != budget.OVER or not notes]
    if not new and not notes:
        return {}
    from memlint.serve.saying import Teller

    teller = Teller(found.report, new, facts.number("hooks.max-characters"), root)
    lines = [*map(teller.safe, notes), *(f"error: {teller.line(finding)} ({finding.rule})" for finding in new[:_LINES])]
    more = f"; and {len(new) - _LINES} more errors" if len(new) > _LINES else ""
    text = f"memlint: {'; '.join(lines)}{more}"
    return {"systemMessage": text[: facts.number("hooks.max-characters") - _FRAME]}


def _of_this_session(new: list[Finding], found: Look, noted: Noted) -> list[Finding]:
    """Leave out what came with another commit that was checked out, or pulled: then only what is not committed counts.

    Commits that were made here are this session's work.
    """
    root, before = found.report.root, noted.head
    if not new or _commit(root) == before:
        return new
    noted.head = _commit(root)
    if _made_here(root, before, noted.head):
        return new
    paths = {path for finding in new for path in (finding.path, *(place.path for place in finding.related))}
    if len(paths) > _COMPARED:
        return []
    own = {path for path in paths if not _is_committed(found.place(path), root)}
    return [each for each in new if own & {each.path, *(place.path for place in each.related)}]


def _made_here(root: str, before: str, now: str) -> bool:
    """Say whether git's log of where HEAD was leads from one commit to the other by commits that were made here alone."""
    place = (run_git(root, "rev-parse", "--git-path", "logs/HEAD") or b"").decode("utf-8", "surrogateescape").strip()
    try:
        with open(os.path.join(root, place), "rb") as stream:
            stream.seek(max(0, os.fstat(stream.fileno()).st_size - _LOG_BYTES))
            lines = stream.read().decode("utf-8", "replace").splitlines()
    except (OSError, ValueError):
        return False
    for line in reversed(lines):
        if now == before:
            break
        who, _, what = line.partition("\t")
        old, new, *_ = [*who.split(), "", ""]
        if new != now or not what.startswith("commit"):
            return False
        now = old.strip("0") and old  # the first commit comes from none
    return now == before


def _is_committed(path: str, root: str) -> bool:
    """Say whether a file is as the last commit has it, whatever its line ends.

    git's own status would run the filters of the repository.
    """
    try:
        with open(path, "rb") as stream:
            data, old = stream.read(), write.committed(path, root).before
    except OSError:
        return False
    return old is not None and old.replace(b"\r\n", b"\n") == data.replace(b"\r\n", b"\n")


def _commit(root: str) -> str:
    return (run_git(root, "rev-parse", "--verify", "-q", "HEAD") or b"").decode("ascii", "replace").strip()


def _of_another(new: list[Finding], found: Look, noted: Noted) -> list[Finding]:
    """Return the half-saved memories in files that this session has not written: another one may be at work on them.

    At the next stop they are told, if they are still so.
    """
    marks = dict(zip(found.findings, found.prints, strict=True))
    return [
        finding
        for finding in new
        if finding.rule in HALF_SAVED
        and found.place(finding.path) not in noted.wrote
        and marks[finding] not in noted.waiting
    ]


def _begin(noted: Noted, found: Look, facts: Facts, waiting: Collection[Finding] = ()) -> bool:
    """Note all that is found as known, but for what is ``waiting``; return whether that can be relied on."""
    marks = [*zip(found.findings, found.prints, found.likes, strict=True)]
    noted.known = {mark: like for finding, mark, like in marks if _is_serious(finding) and finding not in waiting}
    noted.waiting = {mark for finding, mark, _ in marks if finding in waiting}
    noted.told &= set(found.prints)
    noted.head = noted.head or _commit(found.report.root)
    noted.fills, noted.files = budget.noted(noted.fills, found, facts), set(found.files)
    return noted.save(anew=True)


def _serious(found: Look) -> list[Finding]:
    return [finding for finding in found.findings if _is_serious(finding)]


def _is_serious(finding: Finding) -> bool:
    """Say whether a stop is about ``finding``: errors, what does not load, what waited for the write that would end it."""
    return finding.rule != CRASH and (severity(finding) == "error" or finding.rule in (*HALF_SAVED, budget.OVER))


def _moved(noted: Noted, found: Look, facts: Facts, *, over: bool) -> list[str]:
    """Say of each index that came near its limit, past it (with ``over``) or back below its goal since it was noted."""
    near = facts.number("index.near-percent")
    notes = []
    for path, now in budget.shares(found, facts).items():
        before = noted.fills.get(path)
        for finding in budget.standing(found, path):
            is_over = finding.rule == budget.OVER
            if (
                before is not None
                and (before <= 100 if is_over else before < near)
                and before < now
                and (over or not is_over)
            ):
                notes.append(f"{finding.path}: {finding.message}")
        notes += filter(None, [budget.back(found, path, before, facts)])
    return notes
