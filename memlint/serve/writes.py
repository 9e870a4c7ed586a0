"""What an agent is told about one write of a memory file: before it happens, or next to the result of its tool.

After the write, errors are ``decision: "block"`` with a ``reason``: the write stays, and the agent reads the reason
beside its result, as with the product's own error for an index that is too large. The rest is ``additionalContext``.

Before the write, all of it is ``additionalContext`` and there is no ``permissionDecision``, so that the permissions of
the person hold as ever. "ask" would interrupt the person, and its reason does not reach the agent; "allow" would skip a
prompt that the person wants; "deny" would stop a save that the next call completes, since an entry of an index is often
written before its topic file. Who wants the gate gets it with ``--deny``: an error is then refused, with its reason.
"""

from __future__ import annotations

from typing import Any

from memlint.engine.finding import Finding
from memlint.engine.run import CRASH
from memlint.harness.facts import Facts, for_version
from memlint.report.ranking import severity
from memlint.serve import budget, write
from memlint.serve.event import Event
from memlint.serve.looking import HALF_SAVED, Look, caused, fresh, look
from memlint.serve.noted import Noted
from memlint.serve.place import of_file, session_root
from memlint.serve.write import Write
from memlint.source.document import Document, parse
from memlint.source.records import NamedTuple

_MANY = 50  # files; in a larger project, what a write does to other files alone is left to the end of the turn


class Effect(NamedTuple):
    """What a write does: the findings it causes, what else is to be said of its index, and a good word about it."""

    found: Look
    new: tuple[Finding, ...]
    standing: tuple[Finding, ...]
    back: str


def answer(event: Event, *, deny: bool) -> dict[str, Any]:
    """Return what to tell about the write of a PreToolUse or PostToolUse event, {} for nothing."""
    facts, place = for_version(), of_file(event)
    before_it = event.name == "PreToolUse"
    wrote = write.proposed(event, facts) if before_it else write.done(event, place.root, facts)
    if wrote is None:
        return {}
    noted = Noted(event.session, session_root(event))
    effect = of(event.path, wrote, look(place, event.path, _contents(event, wrote.after)), event, facts, noted)
    if effect is None:
        return {}
    told = _told(event, effect, facts, deny=deny)
    call = event.text("tool_use_id")
    if before_it:
        if told and call and noted.begun and not deny:
            noted.told |= {f"{call} {mark}" for mark in _marks(effect)}
            noted.save()
        return told
    has = call and _marks(effect) and all(f"{call} {mark}" in noted.told for mark in _marks(effect))
    _note(noted, effect, event.path, facts)
    return {} if has else told  # the agent has it from before the write


def _contents(event: Event, data: bytes | None) -> dict[str, bytes] | None:
    return None if data is None else {event.path: data}


def of(path: str, wrote: Write, found: Look, event: Event, facts: Facts, noted: Noted) -> Effect | None:
    """Return what ``wrote`` did to the file at the absolute ``path``, None when that is no memory file.

    Where it is not known what was there before, what touches the file counts as caused.
    """
    if not found.has(path):
        return None
    new = [finding for finding in found.findings if touches(finding, found, path)]
    if wrote.before is not None or wrote.created:
        asked = new if len(found.files) > _MANY else found.findings
        new = caused(found, asked, of_file(event), path, wrote.before)
    elif noted.begun:
        unknown = fresh(found, noted.known, noted.told)
        new = [finding for finding in new if finding in unknown]
    new = [finding for finding in new if finding.rule != CRASH and not _waits(finding, found, path, noted)]
    before = _share_before(path, wrote, found, facts)
    before = noted.fills.get(path) if before is None else before
    budgeted = [finding for finding in budget.standing(found, path) if finding not in new]
    now = budget.shares(found, facts).get(path)
    if before is not None and now is not None and now > before:
        new, budgeted = [*new, *budgeted], []  # it has grown by this write
    elif before is not None and now is not None:
        budgeted = budget.standing(found, path)
        new = [finding for finding in new if finding not in budgeted]
    shares = [share for share in (before, noted.fills.get(path)) if share is not None]
    return Effect(found, tuple(new), tuple(budgeted), budget.back(found, path, max(shares, default=None), facts))


def touches(finding: Finding, found: Look, path: str) -> bool:
    """Say whether ``finding`` has a place in the file at the absolute ``path``."""
    return any(found.place(name) == path for name in (finding.path, *(place.path for place in finding.related)))


def _waits(finding: Finding, found: Look, path: str, noted: Noted) -> bool:
    """Say whether the next write may settle ``finding``: at the end of the turn it is told, if it is still so.

    A topic file comes before its line in the index. Where no session was noted no stop will be, and an entry that leads
    nowhere is told at once.
    """
    orphan, dangling = HALF_SAVED
    return (finding.rule == orphan and found.place(finding.path) == path) or (finding.rule == dangling and noted.begun)


def _share_before(path: str, wrote: Write, found: Look, facts: Facts) -> float | None:
    """Return how full the index at ``path`` was, None for another file and where nothing is known."""
    if wrote.before is None or path not in {found.place(name) for name in found.indexes}:
        return None
    document = parse(wrote.before, path)
    return budget.share(document.loaded, facts) if isinstance(document, Document) else None


def _note(noted: Noted, effect: Effect, path: str, facts: Facts) -> None:
    """Note that the agent wrote the file at ``path``, and what it is told, so that the person is not told the same when the file is seen to have changed."""
    if noted.begun:
        told = _marks(effect)
        fills = budget.noted(noted.fills, effect.found, facts)
        news = told - noted.told or fills.items() - noted.fills.items() or effect.found.files - noted.files
        if news or path not in noted.wrote:
            noted.told |= told
            noted.wrote.add(path)
            noted.fills |= fills
            noted.files |= effect.found.files
            noted.save()


def _marks(effect: Effect) -> set[str]:
    """Return the fingerprints of what is said of a write."""
    said = {*effect.new, *effect.standing}
    return {mark for finding, mark in zip(effect.found.findings, effect.found.prints, strict=True) if finding in said}


def _told(event: Event, effect: Effect, facts: Facts, *, deny: bool) -> dict[str, Any]:
    if not (effect.new or effect.standing or effect.back):
        return {}
    from memlint.serve.saying import Teller, counted

    before_it = event.name == "PreToolUse"
    errors = [finding for finding in effect.new if severity(finding) == "error"]
    advice = [finding for finding in effect.new if severity(finding) != "error"]
    advice += effect.standing
    notes = [effect.back] if effect.back else []
    teller = Teller(effect.found.report, (*errors, *advice), facts.number("hooks.max-characters"), session_root(event))
    verb = "would cause" if before_it else "caused"
    if before_it and not deny:
        errors, advice = [], [*errors, *advice]
    head = f"memlint: this write {verb} {counted(effect.new)}." if effect.new else "memlint:"
    if any(finding.rule == budget.OVER for finding in (*errors, *advice)):
        head += f" {budget.goal(facts)}"
    result: dict[str, Any] = {}
    specific: dict[str, str] = {"hookEventName": event.name}
    if errors:
        reason = teller.told(head, errors)
        if before_it:
            specific |= {"permissionDecision": "deny", "permissionDecisionReason": reason}
        else:
            result |= {"decision": "block", "reason": reason}
    if advice or notes:
        specific["additionalContext"] = teller.told("" if errors else head, advice, notes)
    return result | ({"hookSpecificOutput": specific} if len(specific) > 1 else {})
