"""The text of a new topic file: its name, its header and its body, proven by reading it back. Nothing is written."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

from memlint.errors import UsageError
from memlint.harness.facts import Facts
from memlint.project import memory
from memlint.project.discovery import NOT_TOPICS
from memlint.source.document import Unread, parse
from memlint.source.frontmatter import find as find_header
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple

LONGEST_NAME = 64  # characters; no product's limit: it keeps file names and links short
_ONE_LINE = 2**20  # columns: YAML is never folded


class Wish(NamedTuple):
    """What a person wants to keep. ``description`` may be "": the text's first line then stands for it."""

    type: str
    name: str
    text: str
    description: str = ""
    title: str = ""
    hook: str = ""


@cache
def _slug() -> re.Pattern[str]:
    return compile_once(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@cache
def _no_slug() -> re.Pattern[str]:
    return compile_once(r"[^a-z0-9]+")


def check_name(name: str, facts: Facts) -> None:
    """Raise UsageError, which says why, when ``name`` is no good slug for a topic."""
    why = _wrong_with(name, facts)
    if why:
        slug = _no_slug().sub("-", name.removesuffix(".md").lower()).strip("-")
        hint = f'; "{slug}" would be one' if slug not in ("", name) and not _wrong_with(slug, facts) else ""
        raise UsageError(f'"{name}" is no name of a topic: {why}{hint}')


def _wrong_with(name: str, facts: Facts) -> str:
    if not name.strip():
        return "it is empty"
    if any(map(_is_control, name)):
        return "it holds a control character"
    if "/" in name or "\\" in name:
        return "it holds a path separator"
    if ".." in name:
        return 'it holds ".."'
    if len(name) > LONGEST_NAME:
        return f"it has {len(name)} characters, more than {LONGEST_NAME}"
    if not _slug().fullmatch(name):
        return "a name has small letters, digits and single hyphens between them (kiln-tests)"
    if name in facts.words("memory.refused-project-names"):
        return "it is a device of Windows"
    if name in NOT_TOPICS or name == memory.stem(facts.text("names.index")).lower():
        return "a file of that name is something else in a memory directory"
    if not memory.link_targets(f"{name}.md"):
        return "a link to it is taken for a sample"
    return ""


def one_line(text: str, what: str) -> str:
    """Return ``text`` without blanks around it. Raises UsageError when it is not one line with a word in it."""
    text = text.strip()
    if len(text.splitlines()) > 1:
        raise UsageError(f"the {what} is one line")
    if any(map(_is_control, text)):
        raise UsageError(f"the {what} holds a control character")
    if not any(map(str.isprintable, text)):
        raise UsageError(f"the {what} is empty")
    return text


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")


def body_of(text: str) -> str:
    """Return ``text`` as the body of a topic: ``\\n`` ends lines, no empty lines around it.

    Raises UsageError when there is none, or it cannot stand in a topic file.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip()
    lines = text.split("\n")
    while lines and not lines[0].strip():
        del lines[0]
    body = "\n".join(lines)
    if not body:
        raise UsageError("there is no text for the topic")
    if any(_is_control(character) for character in set(body) - {"\n", "\t", "\u2028", "\u2029", "\x85"}):
        raise UsageError("the text holds a control character")
    if find_header(body) is not None:
        raise UsageError("the text has a header of its own: memlint writes the header")
    return body


def description_of(wish: Wish, facts: Facts) -> str:
    """Return the description of the header, by default the first line or sentence of the text.

    Raises UsageError for one that recall could not use, or that would break the header.
    """
    longest = facts.number("topic.description-characters")
    text = one_line(wish.description or _first_line(wish.text, longest), "description")
    if len(text) > longest:
        hint = "" if wish.description else ' (it is the first line of the text: give one with --description "…")'
        raise UsageError(f"the description has {len(text)} characters, more than the {longest} advised{hint}")
    if "---" in text:
        raise UsageError('the description holds "---", where the agent ends the header')
    if not any(map(str.isalnum, text)):
        raise UsageError("the description has no letter and no digit")
    if _words(text) <= _words(wish.name):
        raise UsageError("the description says no more than the name, and recall goes by both")
    return text


def _first_line(text: str, longest: int) -> str:
    line = next((line.strip(" \t#*>-+_`") for line in text.splitlines() if any(map(str.isalnum, line))), "")
    return line if len(line) <= longest else re.split(r"(?<=[.!?]) ", line, maxsplit=1)[0]


def _words(text: str) -> set[str]:
    return set("".join(ch if ch.isalnum() else " " for ch in text.casefold()).split())


def topic(wish: Wish, description: str, body: str, facts: Facts) -> bytes:
    """Return a topic file in the form that the agent writes (SPEC 4.5), without the keys that its harness adds.

    Raises UsageError when it is too long, or would not read back as what was given.
    """
    import frontmatter
    import yaml

    header: dict[str, Any] = {"name": wish.name, "description": description, "metadata": {"type": wish.type}}
    # libyaml writes emoji as escapes, Python's own writer does not.
    text = frontmatter.dumps(frontmatter.Post(body, **header), Dumper=yaml.SafeDumper, sort_keys=False, width=_ONE_LINE)
    data = f"{text}\n".encode()
    largest = facts.number("instructions.max-bytes")
    if len(data) > largest:
        raise UsageError(f"the topic has {len(data):,} bytes, and no memory file loads past {largest:,}")
    if not _reads_back(data, wish, description, body) or frontmatter.loads(text).metadata != header:  # strict YAML
        raise UsageError("the agent would not read that description or text as it was given")
    return data


def _reads_back(data: bytes, wish: Wish, description: str, body: str) -> bool:
    document = parse(data, "")
    if isinstance(document, Unread) or document.frontmatter is None or not document.kept:
        return False
    header, text = document.frontmatter, document.text
    fields = (header.get("name"), header.get("description"), header.get("metadata", "type"))
    wanted = (wish.name, description, wish.type)
    return (
        header.status == "valid"
        and header.fence_alone
        and text[header.span.end :] == f"\n{body}\n"
        and all(
            field and (field.text, field.kind) == (value, "string") and "\n" not in text[slice(*field.span)]
            for field, value in zip(fields, wanted, strict=True)
        )
    )
