"""What a sentence claims, in words that can be compared: without filler, word forms and word order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from memlint import NamedTuple, compile_once

from . import _vocabulary as vocabulary
from ._stems import stem
from ._vocabulary import NOT, OVER

#: Each contrast has one of these words.
TURNS = ("not", "instead", "rather", "over", "favour", "favor", "statt", "anstatt", "anstelle", "lugar", "vez", "lieu")
_INSTEAD = ", not "  # "tabs, not spaces" prefers tabs; "never" begins an instruction of its own


class Claim(NamedTuple):
    """The words of a sentence that matter.

    A negated one has the sign of that, one that something depends on its hinge ("before:commit"). ``rest`` are the
    words for what the sentence rejects in favour of what it says, ``whole`` are both. ``number`` is how many words it has at all.
    """

    said: frozenset[str]
    rest: frozenset[str]
    whole: frozenset[str]
    number: int


@cache
def _phrases() -> tuple[re.Pattern[str], dict[str, str]]:
    """All phrases as one pattern with a group for each thing that they are read as."""
    names, parts = {}, []
    for number, (meaning, phrases) in enumerate(vocabulary.PHRASES.items()):
        names[f"p{number}"] = f" {meaning} "
        parts.append(f"(?P<p{number}>{phrases})")
    # The longer phrases stand behind the shorter ones in the table, and must be tried before them.
    return compile_once(rf"(?<![\w.-])(?:{'|'.join(reversed(parts))})(?![\w-])"), names


@cache
def _pieces() -> tuple[re.Pattern[str], dict[str, str]]:
    known = {piece: f" {meaning} " for meaning, pieces in vocabulary.PIECES.items() for piece in pieces.split()}
    return compile_once("|".join(sorted(known, key=len, reverse=True))), known


@cache
def _reason() -> re.Pattern[str]:
    return compile_once(rf"\s(?:{vocabulary.REASONS})\s")


@cache
def _token() -> re.Pattern[str]:
    letter = r"[^\W\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"
    return compile_once(
        rf"(?P<mark>[{NOT}{OVER}])|(?P<code>(?<!`)`++[^`]++`++)|(?P<clause>[;:,—–。，；、：]|\s-\s|\bbut\b|\baber\b|\bpero\b)"
        r"|(?P<far>[\u4e00-\u9fff]+|[\u3040-\u309f]+|[\u30a0-\u30ff]+)|(?P<korean>[\uac00-\ud7af]+)"
        rf"|(?P<number>\d{{1,40}}+(?:[.,]\d{{1,40}}+){{0,9}}+(?=-?[^\W\d_]))|(?P<word>(?:[.@#~$-]{{0,40}}+(?:{letter}++|/))++(?:'\w+)?(?:\+\+|%)?)"
    )


@cache
def _far() -> re.Pattern[str]:
    return compile_once(r"[\u3040-\u30ff\u4e00-\u9fff]")


@cache
def _name() -> re.Pattern[str]:
    return compile_once(r"[\d./_@#~$\\*<>=]")


@lru_cache(maxsize=16_384)  # a copy is read in the same words again, some hundred files later
def claim(words: str, *, under_never: bool = False) -> Claim:
    """Return what the sentence ``words`` claims. ``under_never``: it is an item of what must not be."""
    text = words.lower().replace("’", "'")
    text = _without_reason(text)
    pattern, names = _phrases()
    text = text.replace(_INSTEAD, f" {OVER} ")
    text = pattern.sub(lambda found: names[found.lastgroup or ""], text)
    far = not text.isascii() and bool(_far().search(text))
    if far:
        pieces, known = _pieces()
        text = pieces.sub(lambda found: known[found[0]], text)
    tokens = _Tokens(far)
    for found in _token().finditer(text):
        tokens.take(found.lastgroup or "", found[0])
    return tokens.claim(length(words), under_never=under_never)


def _without_reason(text: str) -> str:
    reason = _reason().search(text, 12)  # at the start it is no afterthought
    return text[: reason.start()] if reason else text


def length(words: str) -> int:
    """Return how many words a sentence has; two characters of a script without blanks count as one."""
    number = words.count(" ") + 1
    return number if words.isascii() else number + len(_far().findall(words)) // 2


class _Tokens:
    """The words of one sentence while they are read: each with its clause, sign and hinge."""

    def __init__(self, far: bool) -> None:
        self.far = far  # among Chinese or Japanese every Latin word is a name: `any`
        self.said: list[tuple[int, str, bool]] = []  # clause, word, negated
        self.rest: list[str] = []
        self.clause = 0
        self.hinge = ""
        self.negated = self.over = self.closed = False
        self.names: set[int] = set()

    def take(self, kind: str, text: str) -> None:
        if kind == "mark":
            self.over = self.over or text == OVER
            self.negate() if text == NOT else None
        elif kind == "clause":
            self.end_clause()
        elif kind == "code":
            self.named(text.strip("`").strip())
        elif kind == "far":
            for character in text if "\u4e00" <= text[0] <= "\u9fff" else (text,):
                self.add(character)
        elif kind == "korean":
            self.korean(text)
        elif (not text.isalpha() and not text.isdigit() and _name().search(text)) or (
            self.far and text in vocabulary.NOTHING
        ):
            self.named(text)
        else:
            self.word(text)

    def negate(self) -> None:
        self.closed = bool(self.said) and self.said[-1][0] == self.clause and not self.negated
        self.negated = True

    def end_clause(self) -> None:
        if self.negated and self.closed and self.said:  # "force pushes are forbidden": what stands before it
            clause, word, _ = self.said[-1]
            self.said[-1] = (clause, word, True)
        self.clause += bool(self.said) and self.said[-1][0] == self.clause
        self.negated = self.over = self.closed = False
        if self.hinge:  # "before you write code": nothing after it says more than that
            self.said.append((self.clause - 1, f"{self.hinge}:", False))
            self.hinge = ""

    def named(self, text: str) -> None:
        text = text.rstrip("/.")
        if text:
            self.names.add(len(self.said))
            self.add((stem(text) or text) if text.isalpha() else text)

    def word(self, text: str) -> None:
        if text in vocabulary.HINGES:
            self.hinge = vocabulary.HINGES[text]
            return
        for part in text.split("-") if text.replace("-", "").isalpha() else (text,):
            word = stem(part)
            if word in vocabulary.BRANCHES:
                self.names.add(len(self.said))
            if word:
                self.add(word)

    def korean(self, text: str) -> None:
        if text in vocabulary.KOREAN_NOT:
            self.negate()
            return
        for _ in range(2):
            ending = next((each for each in _korean_endings() if text.endswith(each) and len(text) > len(each) + 1), "")
            text = text.removesuffix(ending)
        if text not in vocabulary.KOREAN_NOTHING and text not in vocabulary.KOREAN_ENDINGS:
            self.add(text)

    def add(self, word: str) -> None:
        word = f"{self.hinge}:{word}" if self.hinge else word
        self.hinge = ""
        if self.over:
            self.rest.append(f"{NOT}{word}")
            return
        self.said.append((self.clause, word, self.negated and not self.closed))
        if not self.closed:
            self.negated = self.negated and self.said[-1][2] is False

    def claim(self, number: int, *, under_never: bool) -> Claim:
        pending = self.negated
        self.end_clause()
        words = list(self._without_kinds())
        signs = sum(negated for _, _, negated in words) + pending
        if len({clause for clause, _, _ in words}) <= 1:
            said = {word for _, word, _ in words}
            if (signs > 0) != under_never:
                said.add(NOT)
        else:
            said = {f"{NOT}{word}" if negated else word for _, word, negated in words}
            if under_never:
                said.add(NOT)
        said = _agreed(said)
        for word in _implied().keys() & said:
            said -= _implied()[word]
        return Claim(frozenset(said), frozenset(self.rest), frozenset(said).union(self.rest), number)

    def _without_kinds(self) -> Iterator[tuple[int, str, bool]]:
        """Leave out the nouns that only say what kind of thing a name is."""
        for at, each in enumerate(self.said):
            if each[1] not in _kinds() or not {at - 1, at + 1} & self.names:
                yield each


def _agreed(said: set[str]) -> set[str]:
    """Tell all ways to ask first alike: not without being asked, only when asked, ask before."""
    for asked in ("without:ask", "unless:ask"):
        if asked in said and NOT in said:
            said = said - {asked, NOT} | {"ask"}
    if "when:ask" in said:
        said = said - {"when:ask"} | {"ask"}
    return {word.removeprefix("before:") for word in said} if "ask" in said else said


@cache
def _implied() -> dict[str, frozenset[str]]:
    return {stem(word): frozenset(map(stem, implied)) for word, implied in vocabulary.IMPLIED.items()}


@cache
def _kinds() -> frozenset[str]:
    return frozenset(map(stem, vocabulary.KINDS))


@cache
def _korean_endings() -> tuple[str, ...]:
    return tuple(sorted(vocabulary.KOREAN_ENDINGS, key=len, reverse=True))


@cache
def _simple() -> re.Pattern[str]:
    return compile_once(r"[^\W_\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]+")


@cache
def _free() -> frozenset[str]:
    """The words that may be in one of two equal claims alone: those that phrases, units and kinds are made of."""
    phrases = " ".join(vocabulary.PHRASES.values())
    words = {
        *_simple().findall(phrases),
        *_simple().findall(phrases.replace("s?", "")),
        *vocabulary.IMPLIED,
        *vocabulary.HINGES,
        *vocabulary.KINDS,
    }
    return frozenset(map(stem, words.union(*vocabulary.IMPLIED.values()))) | {""}


@cache
def _contrast() -> re.Pattern[str]:
    return compile_once(rf"(?:{_INSTEAD}|\b(?:{vocabulary.PHRASES[OVER]})\s)[^,;:.]*")


def outlines(words: str) -> list[frozenset[str]]:
    """Return the words of a sentence that all sentences with the same claim have: far cheaper than the claim itself.

    A second set leaves out what stands behind a contrast.
    """
    text = _without_reason(words.lower())
    tokens = _simple().findall(text)
    whole = _outline(text, tokens)
    if set(tokens).isdisjoint(TURNS):
        return [whole]
    rest = _contrast().sub(" ", text)
    return [whole] if rest == text else [whole, _outline(rest, _simple().findall(rest))]


def _outline(text: str, tokens: list[str]) -> frozenset[str]:
    stems = frozenset(map(stem, tokens)) - _free()
    return stems if text.isascii() else stems | _far_free().intersection(text)


@cache
def _far_free() -> frozenset[str]:
    """The Chinese characters that are in no piece, and so in both of two equal claims."""
    pieces = frozenset("".join(vocabulary.PIECES[meaning] for meaning in vocabulary.PIECES))
    return frozenset(map(chr, range(0x4E00, 0xA000))) - pieces


@cache
def _han() -> re.Pattern[str]:
    return compile_once(r"[\u4e00-\u9fff]{2,}")


def far_pairs(one: str, other: str) -> float:
    """Return how alike the order of Chinese characters is, from 0 to 1; 1 for other scripts."""
    if one.isascii() or other.isascii():
        return 1.0
    mine, theirs = (
        {run[at : at + 2] for run in _han().findall(_pieces()[0].sub(" ", words)) for at in range(len(run) - 1)}
        for words in (one, other)
    )
    return len(mine & theirs) / len(mine | theirs) if mine and theirs else 1.0
