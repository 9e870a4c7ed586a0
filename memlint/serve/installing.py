"""``memlint hook --install``: the entry in the agent's settings that runs memlint, put in and taken out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any

from memlint.errors import RefusedError, UsageError
from memlint.harness import claude
from memlint.project import agent_settings
from memlint.project.files import contents_of, display
from memlint.project.writing import Target, contents, locked, put
from memlint.report.plan.words import name as short
from memlint.report.visible import shown, visible
from memlint.serve import settings_text
from memlint.source.masking import masked

OK, REFUSED = 0, 1
SCOPES = ("project", "user", "local")
_FILES = {"project": ".claude/settings.json", "local": ".claude/settings.local.json", "user": "settings.json"}

#: What runs at an event. `;` and `exit 0` mean the same to sh and to PowerShell; where memlint is missing, nothing is
#: printed that the agent would read, and nothing fails.
COMMAND = "memlint hook; exit 0"
#: Where memlint is missing the person is told, once a session.
MISSING = (
    "sh -c 'command -v memlint >/dev/null 2>&1 || echo "
    '"{\\"systemMessage\\": \\"memlint is not installed, so no memory file is checked. To install it: '
    'uv tool install agent-memlint\\"}"\'; exit 0'
)
_HOOK = {"type": "command", "command": COMMAND, "timeout": 20}
#: The entries of the settings, and of the plug-in: by event the groups of handlers.
HOOKS: dict[str, list[dict[str, Any]]] = {
    "SessionStart": [
        {"hooks": [_HOOK]},
        {"matcher": "startup", "hooks": [{"type": "command", "command": MISSING, "timeout": 5}]},
    ],
    "PostToolUse": [{"matcher": "Write|Edit", "hooks": [_HOOK]}],
    "FileChanged": [{"matcher": "CLAUDE.md|CLAUDE.local.md|AGENTS.md|MEMORY.md", "hooks": [_HOOK]}],
    "Stop": [{"hooks": [_HOOK]}],
}
_OURS = (COMMAND, MISSING)
_PLUGIN = "memlint@"


def install(root: str, scope: str, *, dry_run: bool, yes: bool, remove: bool) -> int:
    """Put the hooks of memlint into the settings of ``scope``, or with ``remove`` take out what was put in.

    ``root`` is the absolute folder of the project. The change is shown first; without ``yes`` a person at a terminal is
    asked, and with ``dry_run`` nothing is written. Returns 0, or 1 when the file cannot be changed, which is told.
    Raises UsageError for another scope, and when there is nobody to ask.
    """
    if scope not in SCOPES:
        raise UsageError(f'no settings are named "{scope}" (there are: {", ".join(SCOPES)})')
    asked = not (yes or dry_run)
    if asked and not (sys.stdin and sys.stdin.isatty()):
        raise UsageError("there is nobody to ask: say --yes, or --dry-run to see what would be written")
    home = os.path.expanduser("~")
    place = os.path.join(claude.config_directory(home) if scope == "user" else root, *_FILES[scope].split("/"))
    file = short(place, home) if scope == "user" else _FILES[scope]
    try:
        _check_folder(place, file, "" if scope == "user" else root)
        old = contents(place, file)
        new = (_without if remove else _with)(old, file)
        if new is None or new == old:
            print(visible(f"==> {file} {'has none of the hooks' if remove else 'has the hooks'} of memlint already"))
            return OK
        print(visible(f"==> {file}{' would be written' if dry_run else ''}"))
        print(_diff(old or b"", new, file))
        if not remove and _has_plugin(root, home):
            print("The plug-in memlint is enabled as well: every event would be answered twice.")
        if dry_run or (asked and not _agreed(file)):
            return OK
        _make_folder(place, file)
        with locked(os.path.dirname(place)):
            put(Target(place, file, old, new))
    except RefusedError as error:
        print(f"memlint: {shown(str(error))}", file=sys.stderr)
        return REFUSED
    print(visible(f"wrote {file}: sessions that start from now on {'run without' if remove else 'run'} it"))
    return OK


def _check_folder(place: str, file: str, root: str) -> None:
    real = os.path.realpath(os.path.dirname(place))
    if root and os.path.isabs(display(real, os.path.realpath(root))):
        raise RefusedError(f"{file}: its folder is a link to {real}, out of the project")


def _make_folder(place: str, file: str) -> None:
    try:
        os.makedirs(os.path.dirname(place), exist_ok=True)
    except OSError as error:
        raise RefusedError(f"{file}: {error.strerror}") from None


def _has_plugin(root: str, home: str) -> bool:
    """Say whether settings that hold here enable the plug-in, which has the same hooks."""
    places = [os.path.join(root, *_FILES[scope].split("/")) for scope in ("project", "local")]
    for place in (*places, os.path.join(claude.config_directory(home), _FILES["user"])):
        data = contents_of(place, {})
        enabled = agent_settings.read(data, place, "user").get("enabledPlugins") if data else None
        if isinstance(enabled, dict) and any(enabled[each] is True for each in enabled if each.startswith(_PLUGIN)):
            return True
    return False


def _agreed(file: str) -> bool:
    print(f"write {visible(file)}? [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _diff(old: bytes, new: bytes, file: str) -> str:
    """Return what changes; what looks like a credential in the lines around is cut."""
    from difflib import unified_diff

    before, after = (masked(data.decode()).splitlines() for data in (old, new))
    return "\n".join(visible(line) for line in unified_diff(before, after, file, file, lineterm=""))


# --- the text


def _with(old: bytes | None, file: str) -> bytes:
    """Return the settings with the hooks. Raises RefusedError for a text that is not as settings are."""
    mark, text = _text(old, file)
    for event, groups in HOOKS.items():
        for group in groups:
            hooks = _hooks(text, file)
            if hooks is None:
                text = settings_text.added(text, text.index("{"), {event: [group]}, key="hooks")
                continue
            entry = settings_text.container(text, hooks.value_start).get(event)
            if entry is None:
                text = settings_text.added(text, hooks.value_start, [group], key=event)
            elif not _has(entry, group):
                text = settings_text.added(text, entry.value_start, group)
    return mark + text.encode()


def _without(old: bytes | None, file: str) -> bytes | None:
    """Return the settings without what was put in: handlers of ours, then what holds nothing else."""
    if old is None:
        return None
    mark, text = _text(old, file)
    while (less := _one_less(text, file)) is not None:
        text = less
    return mark + text.encode()


def _one_less(text: str, file: str) -> str | None:
    """Return ``text`` without the first handler of ours, None when there is none."""
    hooks = _hooks(text, file)
    for event in settings_text.container(text, hooks.value_start).entries if hooks else ():
        groups = settings_text.container(text, event.value_start)
        for group in groups.entries:
            inner = settings_text.container(text, group.value_start).get("hooks") if _is(group, "{") else None
            if hooks is None or inner is None or text[inner.value_start] != "[":
                continue
            handlers = settings_text.container(text, inner.value_start)
            ours = [each for each in handlers.entries if _is_ours(each.value)]
            if not ours:
                continue
            if len(handlers.entries) > 1:
                return settings_text.removed(text, inner.value_start, ours[0])
            if len(groups.entries) > 1:
                return settings_text.removed(text, event.value_start, group)
            if len(settings_text.container(text, hooks.value_start).entries) > 1:
                return settings_text.removed(text, hooks.value_start, event)
            return settings_text.removed(text, text.index("{"), hooks)
    return None


def _is(entry: settings_text.Entry, bracket: str) -> bool:
    return isinstance(entry.value, dict if bracket == "{" else list)


def _has(event: settings_text.Entry, group: dict[str, Any]) -> bool:
    """Say whether the handler of ``group`` is among those of an event already, whatever its matcher is by now."""
    return any(each["command"] == group["hooks"][0]["command"] for each in _handlers(event.value))


def _handlers(groups: Any) -> Iterator[dict[str, Any]]:
    for group in groups:
        handlers = group.get("hooks") if isinstance(group, dict) else None
        yield from filter(_is_ours, handlers if isinstance(handlers, list) else ())


def _is_ours(handler: Any) -> bool:
    return isinstance(handler, dict) and handler.get("command") in _OURS


def _text(old: bytes | None, file: str) -> tuple[bytes, str]:
    """Return the byte order mark of the settings, if any, and their text; ``{}`` for none."""
    if old is None or not old.strip():
        return b"", "{}\n"
    mark = b"\xef\xbb\xbf" if old.startswith(b"\xef\xbb\xbf") else b""
    try:
        text = old.removeprefix(mark).decode()
    except UnicodeDecodeError:
        raise RefusedError(f"{file} is not in UTF-8") from None
    settings_text.check(text, file)
    _hooks(text, file)
    return mark, text


def _hooks(text: str, file: str) -> settings_text.Entry | None:
    """Return the member with the hooks, None for none. Raises RefusedError when it is not as hooks are."""
    found = settings_text.container(text, text.index("{")).get("hooks")
    if found is None:
        return None
    if not isinstance(found.value, dict):
        raise RefusedError(f'{file}: "hooks" is no object')
    for event, groups in found.value.items():
        if not isinstance(groups, list):
            raise RefusedError(f'{file}: "hooks" has no list at {json.dumps(event)}')
    return found
