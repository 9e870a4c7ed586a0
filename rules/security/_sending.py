"""Finds the orders to hand secrets, conversations or source code to a place that is not the project's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property

from memlint import Document, Project, Span, compile_once

from . import _wording as wording
from ._commands import commands, handing
from ._conceals import concealed
from ._invisible import hidden
from ._told import Told, obeyed, ordered, told, without_quotes

_KIND = "exfiltration"
_MARK = "\x01"  # what addresses are put down as
_SENDERS = ("curl", "wget", "http", "nc ", "ncat", "netcat", "scp ", "rsync", "Invoke-", "iwr", "irm")
_NEAR = 2  # sentences around one that may say to conceal it
_OWN_FILES = ("README.md", "package.json", "pyproject.toml", "Cargo.toml", "go.mod", ".mcp.json")


def sent(document: Document, project: Project) -> Iterator[tuple[Span, str, str, int]]:
    """Yield what ``document`` orders to send: where, what in its words, the host, and the number of the sentence (-1)."""
    lower = document.text.lower()
    if not wording.has(wording.table()[_KIND]["cues"], lower):
        return
    for each in told(document, project):
        found = asked(each)
        if found and obeyed(each.sentence) and not _is_own(found[1], document, project):
            yield each.span, *found, each.number
    for command, match in commands(document, project, handing(), _SENDERS):
        host = _host(command.text) or "a host"
        key = (match["key"] or "").lower().replace("_", "")
        if not _is_own(host, document, project) and not (key and key in host):
            yield command.span, " ".join(match[0].split())[:80], host, -1
    for link in document.links:
        if (
            link.image
            and "?" in link.target
            and _carrying().search(link.target)
            and not document.in_code(link.span.start)
        ):
            host = _host(link.target)
            if host and not _is_own(host, document, project):
                yield link.span, link.target[:80], host, -1


class Covert:
    """Whether a file hides characters, and where it says to conceal something: looked up when it is first asked."""

    def __init__(self, document: Document, project: Project) -> None:
        self._document, self._project = document, project

    def about(self, number: int) -> bool:
        """Say whether it conceals what sentence ``number`` asks for (-1: anything), or hides something."""
        return self._hides or any(number < 0 or abs(each - number) <= _NEAR for each in self._concealed)

    @cached_property
    def _hides(self) -> bool:
        return any(line.payload for line in hidden(self._document.text))

    @cached_property
    def _concealed(self) -> tuple[int, ...]:
        return tuple(each.number for each, _ in concealed(self._document, self._project))


def asked(each: Told) -> tuple[str, str] | None:
    """Return what a sentence orders to send, and the host, or None."""
    lower = each.words.lower()
    table = wording.table()[_KIND]
    if not wording.has(table["cues"], lower) or not wording.has(table["stems"], lower):
        return None
    words = without_quotes(each.words).replace("`", " ")
    found = _address().search(words)
    if found is None or wording.listed(_KIND, "auth").search(each.prose):
        return None
    flat = _address().sub(_MARK, words)
    for order in _sending().finditer(flat):
        what = _what(flat, order) if ordered(flat, order.start("verb"), order.end()) else ""
        if what:
            return f"{order['verb']} {what}", _host(words)
    for pattern in _unspaced():
        match = pattern.search(flat)
        if match and ordered(flat, match.start(), match.end()):
            return match["what"], _host(words)
    return None


def _what(flat: str, order: re.Match[str]) -> str:
    """Return what is to be sent: it stands behind the verb, or before it when the verb has "it"."""
    named = order["what"] or order["rest"] or ""
    secret, data = wording.listed(_KIND, "secret"), wording.listed(_KIND, "data")
    found = secret.search(named) or data.search(named)
    if found is None and wording.listed(_KIND, "them").match(named.lstrip()):
        found = secret.search(flat, 0, order.start("verb")) or data.search(flat, 0, order.start("verb"))
    return found[0].strip() if found else ""


@cache
def _sending() -> re.Pattern[str]:
    """A verb of sending where an order begins, what it has behind it, and an address to which."""
    words = wording.table()[_KIND]
    verbs, to = "|".join(words["verb"]), "|".join(words["to"])
    clause = rf"(?:[^.;!?\n{_MARK}]|\.(?=\S))"
    place = rf"(?:{to})\s+(?:[\w'’-]+\s+){{0,4}}(?:(?:at|:|=)\s*)?<?{_MARK}"
    return compile_once(
        rf"(?i)(?:^\W*|[,;:.—–(]\s*|\b(?:and|then|always|please|also|first|you (?:must|should|will|need to|have to)"
        r"|(?:agents?|claude|assistants?) (?:must|should|will)|(?:make|be) sure to|remember to|y|und|et|e|и)\s+)"
        r"(?:(?:silently|quietly|secretly|always|immediately|automatically|also|then|please|first) )*"
        rf"(?P<verb>{verbs})(?![\w-])(?:\s+(?P<what>{clause}{{2,90}}?)[\s,]+{place}|\s+{place}(?P<rest>{clause}{{0,90}}))"
    )


@cache
def _unspaced() -> tuple[re.Pattern[str], ...]:
    """The same for languages that have the verb behind."""
    words = wording.table()[_KIND]
    what = "|".join(word for word in (*words["secret"], *words["data"]) if word[0] > "\u3000" or word.startswith("\\."))
    verb = "|".join(words["behind"])
    return (
        compile_once(rf"(?P<what>{what})[^。\n]{{0,40}}?(?:{verb})[^。\n]{{0,12}}?{_MARK}"),
        compile_once(rf"(?P<what>{what})[^。\n]{{0,40}}?{_MARK}\s*(?:に|へ|까지|에|으로|로)[^。\n]{{0,20}}?(?:{verb})"),
        compile_once(rf"{_MARK}\s*(?:に|へ|에|으로|로)[^。\n]{{0,30}}?(?P<what>{what})[^。\n]{{0,20}}?(?:{verb})"),
    )


@cache
def _address() -> re.Pattern[str]:
    return compile_once(
        r"\b(?:https?|wss?|ftps?|s3|gs)://(?P<host>[^\s/)>\]`\"'?#，。]+)[^\s)>\]`\"'，。]*|(?<![\w.+-])[\w.+-]++@(?P<mail>[\w-]++(?:\.[\w-]++)++)"
        r"|(?<![\w./@-])(?P<bare>(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|xyz|ru|cn|site|online|top|app|cloud|ai|co|me|info|example|invalid))(?![\w-]|\.\w|\()"
    )


@cache
def _carrying() -> re.Pattern[str]:
    words = "|".join(wording.table()[_KIND]["image"])
    return compile_once(
        rf"(?i)[?&][\w-]{{1,20}}=(?:[^&]{{0,40}})(?:\$?\{{|\$\(|<|%7B|\[|\b(?-i:(?=[A-Z_]{{6,}}\b)))[^&]{{0,40}}?(?:{words})"
    )


def _host(text: str) -> str:
    found = _address().search(text)
    return (
        (found["host"] or found["mail"] or found["bare"] or "").rpartition("@")[2].rstrip(".,;:").lower()
        if found
        else ""
    )


def _is_own(host: str, document: Document, project: Project) -> bool:
    """Say whether ``host`` is the person's machine or network, a placeholder, or one that the project names itself."""
    name = host.partition(":")[0]
    if name in wording.table()[_KIND]["own"] or name.endswith(
        (".local", ".internal", ".localhost", ".lan", ".github.com")
    ):
        return True
    if (
        any(sign in host for sign in "<>{}$*[]")
        or name.startswith(("10.", "192.168.", "172.16.", "your", "my-"))
        or "…" in host
        or ".." in host
    ):
        return True
    if "." not in name:
        return False
    site = ".".join(name.split(".")[-2:])
    return any(site in project.text(path) for path in _OWN_FILES)
