"""What is meant with a value that a sentence names: that it is wanted, that it is not, or neither."""

from __future__ import annotations

import re
from functools import cache, cached_property

from memlint.source.directives.gate import Grammar, label
from memlint.source.directives.phrases import Words, begins, ends, tokens_of
from memlint.source.directives.tables import Slot, Tables
from memlint.source.patterns import compile_once

_LISTED = 3  # other values of the same list that are looked over
_USED = 4  # words before a value among which its verb stands
_LABELLED = 24  # characters behind a label in which it speaks of the value
_NEAR = 5  # words before a value in which other languages have their negation
_OBJECT = 3  # words of what a value is for
_BEHIND = 8  # characters behind a value after which Japanese and Korean have theirs
_MARKS = "`'\"*)]( "


@cache
def _breaks() -> re.Pattern[str]:
    return compile_once(
        r"[;；。！!?？，]|\.(?=\s|$)|\s[-–—]+\s|—|(?P<inside>\()|(?P<comma>,\s)|\b(?:but|because|since|so that)\b"
    )


@cache
def _member() -> re.Pattern[str]:
    """Another value of the same list, with what joins it: "npm, " or "npm or "."""
    return compile_once(r"(?<![\w@./-])[\w@./-]+[`'\"]*(?:\s*[,/]|\s+(?:or|and|nor))\s*[`'\"]*$")


def clause(text: str, start: int, end: int, tables: Tables) -> tuple[int, int]:
    """Return where the clause around ``text[start:end]`` begins and ends."""
    first, last = 0, len(text)
    for found in _breaks().finditer(text):
        if found["comma"] and not begins(
            tokens_of(text[found.end() : found.end() + 20]), tables.phrases("clause-verb")
        ):
            continue
        if found.end() <= start:
            first = found.start() + 1 if found["comma"] or found["inside"] else found.end()
        elif found.start() >= end:
            last = found.start()
            break
    return first, last


def wanted(words: Words, start: int, end: int, slot: Slot, kind: Grammar, tables: Tables) -> bool | None:
    """Say whether the value at ``[start:end]`` is wanted; None where the words around make no such claim."""
    mention = _Mention(words.text, start, end, slot, tables)
    if kind in ("zh", "ja", "ko"):
        return _cjk(mention, kind)
    if kind in ("latin", "ru"):
        return _other(mention)
    return _english(mention)


class _Mention:
    """A value in its sentence: ``before`` reaches from the clause's begin, ``rest`` to its end, ``after`` to the sentence's."""

    def __init__(self, text: str, start: int, end: int, slot: Slot, tables: Tables) -> None:
        self.text, self.start, self.slot, self.tables = text, start, slot, tables
        first, last = clause(text, start, end, tables)
        self.before, self.after, self.rest = text[first:start], text[end:], text[end:last]

    @cached_property
    def words_before(self) -> list[str]:
        return tokens_of(self.before)

    @cached_property
    def words_after(self) -> list[str]:
        return tokens_of(self.after[:120])

    def follows(self, name: str) -> bool:
        """Say whether the value is followed by one of the phrases ``name``, with nothing but marks between."""
        behind = self.after.lstrip(_MARKS)
        return behind[:1].isalnum() and begins(self.words_after, self.tables.phrases(name))

    def before_lists(self) -> list[list[str]]:
        """The words before the value, and before the other values of its list."""
        found, text = [self.words_before], self.before
        for _ in range(_LISTED):
            member = _member().search(text)
            if member is None:
                break
            text = text[: member.start()]
            found.append(tokens_of(text))
        return found


def _cjk(mention: _Mention, kind: Grammar) -> bool | None:
    tables = mention.tables
    before, after = mention.before.rstrip("` "), mention.after.lstrip("` ")
    if before.endswith(tables.phrases("never-before-zh").texts):
        return False
    if after.startswith(tables.phrases("contrast-after").texts):
        return False
    if after.startswith(tables.phrases("from-after").texts) or before.endswith(tables.phrases("from-before").texts):
        return None
    if kind == "zh":
        return not after.startswith(tables.phrases("never-after-zh").texts)
    behind = re.split(r"[。.、,]", after, maxsplit=1)[0]
    places = (behind.find(text) for text in tables.phrases(f"never-after-{kind}").texts)
    return not any(0 <= place <= _BEHIND + 2 for place in places)


def _other(mention: _Mention) -> bool:
    """Spanish, French, German, Portuguese, Russian: a negation close before, or behind up to the next mark."""
    words, tables = mention.words_before, mention.tables
    near = words[-_NEAR:]
    start = max((at + 1 for at, word in enumerate(near) if begins([word], tables.phrases("however"))), default=0)
    if any(begins(near[at:], tables.phrases("never-before")) for at in range(start, len(near))):
        return False
    bare = words[:-1] if begins(words[-1:], tables.phrases("article")) else words
    if any(ends(each, tables.phrases("instead")) for each in (words, bare)):  # "au lieu du" has its article in it
        return False
    if mention.follows("never-after"):
        return False
    behind = tokens_of(re.split(r"[,;:(]|\s[-–—]\s", mention.rest)[0])[:_NEAR]
    joined = next((at for at, word in enumerate(behind) if begins([word], tables.phrases("joins"))), len(behind))
    return not any(begins(behind[at:], tables.phrases("never-behind")) for at in range(joined))


def _english(mention: _Mention) -> bool | None:
    if _is_no_claim(mention):
        return None
    lists = map(_undetermined, mention.before_lists())
    contrast = next(
        (at for at, words in enumerate(lists) if ends(words, mention.tables.phrases("contrast-before"))), -1
    )
    if contrast >= 0:
        either = contrast > 0 and mention.before.rstrip(_MARKS).endswith(",")  # "not npm, pnpm" and "not npm, yarn"
        return None if either or begins(mention.words_after, mention.tables.phrases("subcommand")) else False
    modifies = _modifies(mention)
    if any(_is_ruled_out(words, mention.tables) for words in mention.before_lists()):
        return None if modifies or _is_restricted(mention) or _is_twice_negated(mention) else False
    if _is_ruled_out_behind(mention):
        return False
    if modifies or Words(mention.before).has(mention.tables.phrases("negation")):
        return None  # a negation that is there but does not touch the value
    return _is_chosen(mention)


def _undetermined(words: list[str]) -> list[str]:
    return words[:-1] if words and words[-1] in ("the", "a", "an", "any") else words


def _is_no_claim(mention: _Mention) -> bool:
    words, tables = mention.words_before, mention.tables
    if not tables.phrases("no-claim-before").words.isdisjoint(words):
        return True
    if "replacement" in mention.words_after[:4]:
        return True
    return bool(ends(_undetermined(words), tables.phrases("compared-before"))) and words[-2:-1] != ["rather"]


def _modifies(mention: _Mention) -> bool:
    """Say whether the value only describes the word behind it: "Tailwind directives"."""
    behind = mention.after.lstrip("`'\"*)] \t")
    is_word = behind[:1].isascii() and behind[:1].isalpha() and not re.match(r"v\d", behind)
    return is_word and not begins(mention.words_after, mention.tables.phrases("tail-after"))


def _is_ruled_out(words: list[str], tables: Tables) -> bool:
    """Say whether ``words`` end with a prohibition, with at most its verb behind it."""
    for _ in range(3):
        if ends(words, tables.phrases("never-before-en")):
            return True
        size = ends(words, tables.phrases("between-never"))
        if not size:
            return False
        words = words[:-size]
    return False


def _is_twice_negated(mention: _Mention) -> bool:
    """Say whether what rules the value out is ruled out: "never commit without running X", "do not stop using X"."""
    words, tables = mention.words_before, mention.tables
    if "without" in words:
        return Words(" ".join(words[: words.index("without")])).has(tables.phrases("negation"))
    for _ in range(3):
        size = ends(words, tables.phrases("avoiding"))
        if size:
            return _is_ruled_out(words[:-size], tables)
        words = words[: -ends(words, tables.phrases("between-never")) or len(words)]
    return False


def _is_ruled_out_behind(mention: _Mention) -> bool:
    if mention.follows("no-longer"):
        return True
    if not mention.follows("be"):
        return False
    words = mention.words_after
    start = 2 if begins(words[:2], mention.tables.phrases("be-two")) else 1
    return any(begins(words[at:], mention.tables.phrases("never-after-en")) for at in range(start, start + 3))


def _is_restricted(mention: _Mention) -> bool:
    """Say whether a prohibition is limited by what follows: "never use X directly", "no X for Y"."""
    tables, words = mention.tables, mention.words_after
    if re.match(r"\s*[<>=]|\s*v?\d", mention.after) or mention.follows("restrict-after"):
        return True
    if Words(mention.rest).has(tables.phrases("restrict")):
        return True
    for at in (0, 1):
        if words[at : at + 1] and words[at] in ("for", "in", "as", "with", "on", "at") and mention.rest.strip(_MARKS):
            whole = begins(words[at + 1 :], tables.phrases("everything")) or _is_its_work(mention, at + 1)
            return not whole and not mention.slot.flag("named-parts")
    if begins(words, tables.phrases("subcommand")) and mention.after[:1] == " ":
        return not Words(mention.before).has(tables.phrases("strong-never"))
    return False


def _is_its_work(mention: _Mention, at: int) -> bool:
    """Say whether the words from the one numbered ``at`` name what the slot is about anyway: "no Jest for unit tests"."""
    about = mention.slot.pattern("role") or mention.slot.pattern("label")
    words = tokens_of(mention.rest)[at:]
    known = [about, *(pattern for _, pattern in mention.slot.parameters)]
    return len(words) <= _OBJECT and any(pattern.search(" ".join(words)) for pattern in known if pattern)


def _is_chosen(mention: _Mention) -> bool | None:
    words, tables = mention.words_before, mention.tables
    if mention.slot.flag("strict") and words and not set(words[-2:]) & tables.phrases("strict-before").words:
        return None
    found = label().match(mention.text)
    if found and begins(tokens_of(found[1]), tables.phrases("imperative")):
        found = None  # "Use bun for everything: …"
    if found and mention.start >= found.end() and mention.start - found.end() <= _LABELLED:
        about = mention.slot.pattern("label")
        return True if about is None or about.search(found[1]) else None
    if found and found.start(1) <= mention.start < found.end():
        return None
    if (
        words != ["only"]
        and mention.follows("be")
        and not any(begins(mention.words_after[at:], tables.phrases("chosen-after")) for at in (1, 2))
    ):
        return None  # "X is slow" tells something of X
    if len(words) <= 1:
        return True
    return True if _is_used(mention) else None


def _is_used(mention: _Mention) -> bool:
    """Say whether one of the last words before the value uses it, with no mark between."""
    before = mention.before.rstrip(_MARKS)
    if before[-1:] in (",", ";", ":"):
        return False
    tail = re.split(r"[,;:()]", before)[-1]
    words = tokens_of(tail)
    near = words[-_USED:]
    if words[-1:] == ["and"] and mention.words_after[:1] == ["for"]:
        near = words[:2]  # "use X for this and Y for that"
    return not mention.tables.phrases("use-before").words.isdisjoint(near)
