"""``memlint new topic TYPE NAME``: writes a topic file with a right header, and its line in the index."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress

from memlint.cli import FINDINGS, OK
from memlint.cli.parser import Parser
from memlint.errors import RefusedError, UsageError, nearest
from memlint.harness import claude
from memlint.harness.facts import Facts, asked_for
from memlint.project import compose, index_line, shelf, writing
from memlint.project.compose import Wish
from memlint.project.files import display
from memlint.project.listing import find_root
from memlint.project.writing import Target
from memlint.report.visible import shown, visible
from memlint.source.masking import hidden_parts
from memlint.source.records import NamedTuple


class _Draft(NamedTuple):
    """What would be written: a topic, a changed index with its new line, and how many topics a new index leaves out."""

    made: Target
    changed: Target
    added: index_line.Added
    unlisted: int


def _parser() -> Parser:
    parser = Parser(
        prog="memlint new",
        description="Write a topic file with a right header into the current memory directory, and its line in the "
        "index. The text comes from standard input or from an editor. Nothing is ever overwritten.",
        epilog="Exit codes: 0 written, 1 refused because of what is on disk (the topic exists, the index is full), "
        "4 wrong usage (a bad name, no text). Where it is not 0, nothing was written.",
    )
    add = parser.add_argument
    add("what", choices=("topic",), metavar="topic", help="what is new")
    add("type", metavar="TYPE", help="user, feedback, project or reference")
    add("name", metavar="NAME", help="a slug such as kiln-tests")
    add("--description", default="", metavar="TEXT", help="one line that recall goes by; else the text's first line")
    add("--title", default="", metavar="TEXT", help="what the index calls it; else made of the name")
    add("--hook", default="", metavar="TEXT", help="what the index says about it; else the description")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--dir", metavar="DIR", help="the memory directory; else the one around you, or the only one")
    place.add_argument("--user", action="store_true", help="your own auto memory of this project")
    add("--edit", action="store_true", help="write the text in $VISUAL or $EDITOR, as is done in a terminal")
    add("--dry-run", action="store_true", help="print what would be written and write nothing")
    return parser


def run(words: list[str]) -> int:
    """Compose the topic and its line, write both or neither, and return the exit code."""
    arguments = _parser().parse_args(words)
    facts = asked_for("")
    types = facts.words("topic.types")
    if arguments.type not in types:
        hint = nearest(arguments.type.lower(), list(types))
        raise UsageError(f'no type "{arguments.type}"{hint} (there are: {", ".join(types)})')
    compose.check_name(arguments.name, facts)
    title = compose.one_line(arguments.title or arguments.name.replace("-", " ").capitalize(), "title")
    wish = Wish(arguments.type, arguments.name, "", arguments.description, title, arguments.hook)
    folder = _folder(arguments, facts)
    try:
        return _run(arguments, wish, folder, facts)
    except RefusedError as error:
        _say(f"{error}; nothing was written")
        return FINDINGS


def _run(arguments: argparse.Namespace, wish: Wish, folder: str, facts: Facts) -> int:
    if not (arguments.edit or sys.stdin is None or sys.stdin.isatty()):
        _write(wish._replace(text=_piped()), folder, arguments.dry_run, facts)
        return OK
    _draft(wish._replace(text="To be written."), folder, facts)  # what is wrong already is no news after the writing
    from memlint.cli import editor

    page = editor.opened(wish, facts)
    try:
        _write(wish._replace(text=page.text), folder, arguments.dry_run, facts)
    except (RefusedError, UsageError):
        if page.text:
            _say(f"your text is kept in {page.path}")
        else:
            page.close()
        raise
    page.close()
    return OK


def _write(wish: Wish, folder: str, dry_run: bool, facts: Facts) -> None:
    for what, text in (
        ("text", wish.text),
        ("description", wish.description),
        ("title", wish.title),
        ("hook", wish.hook),
    ):
        _check_secrets(text, what)
    with writing.locked(folder):
        draft = _draft(wish, folder, facts)
        if not dry_run:
            writing.write(draft.made, draft.changed)
    verb = "would write" if dry_run else "wrote"
    print(visible(f"{verb} {draft.made.name}"))
    print(visible(f"{verb} {draft.changed.name}, line {draft.added.number}:"))
    print(visible(draft.added.line))
    if dry_run:
        print()
        for line in draft.made.new.decode().splitlines():
            print(visible(line))
    for note in _notes(wish, draft, facts):
        _say(note)


def _draft(wish: Wish, folder: str, facts: Facts) -> _Draft:
    """Read the memory directory and compose what would be written there. Raises UsageError and RefusedError."""
    here = os.getcwd()
    known = shelf.memories(folder, facts)
    file = shelf.file_name(wish.type, wish.name, known, facts.words("topic.types"))
    shelf.check_new(folder, file, (wish.type, wish.name, wish.description), known, display(folder, here))
    body = compose.body_of(wish.text)
    description = compose.description_of(wish, facts)
    shelf.check_new(folder, file, (wish.type, wish.name, description), known, display(folder, here))
    hook = compose.one_line(wish.hook or description, "hook")
    topic = compose.topic(wish, description, body, facts)
    place, index = os.path.join(folder, file), os.path.join(folder, facts.text("names.index"))
    old = writing.contents(index, display(index, here))
    added = index_line.add(old, display(index, here), wish.type, (wish.title, file, hook), facts)
    return _Draft(
        Target(place, display(place, here), None, topic),
        Target(index, display(index, here), old, added.data),
        added,
        len(known) if old is None else 0,
    )


def _notes(wish: Wish, draft: _Draft, facts: Facts) -> list[str]:
    notes = []
    missing = [mark for mark in facts.words("topic.reason-marks") if mark not in wish.text]
    if missing and wish.type in facts.words("topic.reasoned-types"):
        notes.append(
            f"the text has no {' and no '.join(missing)}, by which the agent judges when a {wish.type} memory holds"
        )
    if draft.unlisted:
        notes.append(f"the index is new: it has no line for {draft.unlisted} topic files that were there before")
    return notes


def _folder(arguments: argparse.Namespace, facts: Facts) -> str:
    """Return the absolute memory directory, links resolved."""
    here = os.getcwd()
    root = find_root(here) or here
    place: str
    if arguments.dir is not None:
        place = os.path.abspath(arguments.dir)
    elif arguments.user:
        place = _own(root, facts)
    else:
        from memlint.project.project import Project

        home = os.path.expanduser("~")
        found = Project(
            root, home=home, config=claude.config_directory(home), facts=facts, requested=(here,)
        ).directories
        place = shelf.current(here, root, (os.path.normpath(os.path.join(root, each.path)) for each in found), facts)
    if not os.path.isdir(place):
        raise UsageError(f"{place} is no folder" if os.path.lexists(place) else f"no such folder: {place}")
    return os.path.realpath(place)


def _own(root: str, facts: Facts) -> str:
    from memlint.project.session import Session, memory_directory, settings_files

    home = os.path.expanduser("~")
    config = claude.config_directory(home)
    session = Session(root, user=True, environment=os.environ)
    return memory_directory(session, settings_files(session, config, facts), root, home, config, facts)


def _piped() -> str:
    data = sys.stdin.buffer.read()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"the text is not UTF-8 (byte {error.start})") from None


def _check_secrets(text: str, what: str) -> None:
    """Raise UsageError for what looks like a credential: a memory is read in every session and often shared.

    A plain word after "token:" is prose.
    """
    for span in hidden_parts(text):
        if not text[span.start : span.end].isalpha():
            line = text.count("\n", 0, span.start) + 1
            start = text.rfind("\n", 0, span.start) + 1
            told = shown(text[start : span.end].strip())[-40:]
            where = f"line {line} of the text" if what == "text" else f"the {what}"
            raise UsageError(f"{where} holds what looks like a credential ({told}): say where it is kept instead")


def _say(text: str) -> None:
    with suppress(BrokenPipeError):
        print(f"memlint: {shown(text)}", file=sys.stderr)
