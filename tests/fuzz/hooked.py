"""What an agent sends: events to the hook, and logs of events. ``/kiln`` in them is a small project on disk.

Nothing of an event that leads out of that project is followed: what a fuzzer names is anywhere on the machine.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from unittest import mock

from memlint.harness.facts import for_version
from memlint.project.session import Session
from memlint.serve import event as events
from memlint.serve import hook, verified

PLACE = b"/kiln"
# What may go wrong in the world; all else is a bug. Text that is no event is told by an error as well.
EXPECTED = (
    "OSError",
    "FileNotFoundError",
    "NotADirectoryError",
    "PermissionError",
    "FileExistsError",
    "IsADirectoryError",
)


def answer(base: Path, root: Path, data: bytes) -> None:
    """Give ``data`` to the hook as an event of the project ``root``; ``base`` is the only folder it may look at."""
    given = data.replace(PLACE, os.fsencode(root))
    with _world(base, root), redirect_stderr(io.StringIO()) as told, _written() as out:
        event = None
        with suppress(ValueError):
            event = events.read(given)
        if event is not None and not all(_inside(path, base) for path in (event.cwd, event.path) if path):
            return
        assert hook.run(given, log=str(base / "log")) == 0
    said = out.getvalue()
    assert not said or isinstance(json.loads(said), dict)
    complaint = re.match(r"memlint: hook: (\w+): .*", told.getvalue())
    assert event is None or complaint is None or complaint[1] in EXPECTED, told.getvalue()


def compared(base: Path, root: Path, data: bytes) -> None:
    """Read ``data`` as a log of events, and compare it with what is on disk."""
    facts, home = for_version(), str(base / "home")
    how = verified.How(Session(str(root), machine=True, user=True), home, f"{home}/.claude", facts, str(root))
    with _world(base, root):
        found = verified.verify(io.BytesIO(data.replace(PLACE, os.fsencode(root))), 0, how)
        assert "".join(verified.text(found, facts, home)).isprintable() or found.log.malformed or found.sessions
        json.loads(verified.render(found, facts))


def _inside(path: str, base: Path) -> bool:
    return os.path.realpath(path).startswith(f"{os.path.realpath(base)}{os.sep}")


@contextmanager
def _world(base: Path, root: Path) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(root)
    try:
        with mock.patch.dict(os.environ, {"HOME": str(base / "home"), "XDG_STATE_HOME": str(base / "state")}):
            yield
    finally:
        os.chdir(before)


@contextmanager
def _written() -> Iterator[io.BytesIO]:
    out = io.BytesIO()
    with redirect_stdout(io.TextIOWrapper(out, encoding="utf-8", write_through=True)) as stream:
        yield out
        stream.detach()
