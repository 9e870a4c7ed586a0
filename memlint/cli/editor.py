"""The text of a new topic from the person's own editor: a page with a form to fill in, kept until it is used."""

from __future__ import annotations

import os
from contextlib import suppress

from memlint.errors import UsageError
from memlint.harness.facts import Facts
from memlint.project.compose import Wish
from memlint.source.records import NamedTuple


class Page(NamedTuple):
    """What a person wrote, "" for nothing, and the file it stands in until ``close``."""

    path: str
    text: str

    def close(self) -> None:
        """Take the file away."""
        with suppress(OSError):
            os.unlink(self.path)
        with suppress(OSError):
            os.rmdir(os.path.dirname(self.path))


def opened(wish: Wish, facts: Facts) -> Page:
    """Open the editor that the environment names on a form for ``wish`` and return what was written.

    Raises UsageError when there is no editor, or it fails.
    """
    import shlex
    import subprocess
    from tempfile import mkdtemp

    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        words = shlex.split(command, posix=os.sep == "/")
    except ValueError as error:
        raise UsageError(f"VISUAL or EDITOR is no command: {error}") from None
    if not words:
        raise UsageError("no editor: set VISUAL or EDITOR, or pass the text on standard input")
    marks = facts.words("topic.reason-marks") if wish.type in facts.words("topic.reasoned-types") else ()
    note = f"<!-- {wish.name}: one {wish.type} memory. Write it below; this line is left out. -->"
    path = os.path.join(mkdtemp(prefix="memlint-"), f"{wish.name}.md")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("\n".join((note, "", "", *(f"\n{mark} " for mark in marks), "")))
    page = Page(path, "")
    try:
        code = subprocess.run([*words, path], check=False).returncode
        with open(path, encoding="utf-8-sig") as stream:
            page = Page(path, _written(stream.read(), note, marks))
    except OSError as error:
        page.close()
        raise UsageError(f"{words[0]}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"the text is not UTF-8; it is kept in {path}") from None
    if code:
        kept = f"; your text is kept in {path}" if page.text else ""
        if not kept:
            page.close()
        raise UsageError(f"{words[0]} ended with {code}{kept}")
    return page


def _written(text: str, note: str, marks: tuple[str, ...]) -> str:
    """Return the text without the form's own words: the note, and marks behind which nothing was written."""
    lines = text.split("\n")
    bare = [line.rstrip() for line in lines]
    kept = (
        line
        for at, line in enumerate(lines)
        if bare[at] != note and not (bare[at] in marks and _is_empty(bare, at, marks))
    )
    return "\n".join(kept).strip("\n")


def _is_empty(lines: list[str], at: int, marks: tuple[str, ...]) -> bool:
    """Say whether nothing follows the mark on line ``at``, down to the next mark or the end."""
    for line in lines[at + 1 :]:
        if line.startswith(marks):
            return True
        if line:
            return False
    return True
