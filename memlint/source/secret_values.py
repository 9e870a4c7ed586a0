"""Which values can be secrets: random enough, and neither a sample, a reference nor a word that everybody uses."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from math import log2

from memlint.source.patterns import compile_once

_RANDOM = 0.72  # of the greatest possible entropy; random values of 16 characters and more lie above it
_CHANGES = 0.3  # changes between small, capital and digit, for each character; random ones have 0.58, camelCase 0.25
_HEX = 0.8  # of a value's letters and digits, for hexadecimal with a few others
_LETTERS = 20  # characters from which on letters alone may be random
_WORDS = 0.6  # of a value in runs of letters, for one that is a name in code
_LONGEST = 4096  # characters; more is no credential, and what looks at each costs time

# Values of set-up guides, compose files and tests: whoever reads one knows that it opens nothing.
_COMMON = """
    access account acme admin administrator alice anonymous anything apikey api app application auth bar basic baz bob
    bot change changeit changeme client company correct credential credentials customer database db debug default demo
    dev developer development docker dummy env example fake foo goes guest hash hello here hidden horse host hunter in
    insert it jane john key letmein local localhost login me mock mongo my mysql name new no none not null old only or
    pass passphrase passwd passwort password placeholder please postgres postgresql prod production pw pwd qwerty rabbit
    rabbitmq random real redacted redis replace required root sa sample secret secure service some something staging
    strong string super supersecret temp test tester testing the this to todo token unused user username value very
    welcome with word world write your abc abcd abcdef xyz xxx aaa asdf
"""


@cache
def _sample() -> re.Pattern[str]:
    return compile_once(
        r"example|sample|placeholder|redacted|changeme|change[-_.]me|dummy|replace|insert[-_]|password|passwd|secret|token"
        r"|api[-_]?key|abcdef|12345|01234|54321|98765|fedcba|a1b2c3|1a2b3c|abc123|123abc|abcd1234|qwerty|insecure|deadbeef|cafebabe|xxxx|\*\*\*|\.\.\.|…"
        r"|(?<![a-z])(?:your?|test|fake|mock|demo|todo|here|none|null|invalid)(?![a-z])|(.)\1{5}",
        re.IGNORECASE,
    )


@cache
def _words() -> re.Pattern[str]:
    # Atomic, and the longest first: no word is tried in two ways, the time is linear.
    words = "|".join(sorted(_COMMON.split(), key=lambda word: (-len(word), word)))
    return compile_once(rf"(?>{words}|[\W\d_])+")


@cache
def _no_value() -> re.Pattern[str]:
    return compile_once(
        r"""(?x)
        [$<{(\[*&\#@~.]|%\w+%|!(?:secret|vault|env|ref)|/(?:[a-z._-]+/|[a-z._-]+$)|\w+://|(?:op|env|vault|secret|ssm|aws|gcp|file|sha\d{3}|md5)[:-]   # a reference, a path, a hash
        |(?:os|process|secrets|env|config|settings|self|this|import|ctx|props|args|options)[.\[]
        |[A-Za-z_][\w.]*[(\[{<]|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$        # a call, a type, a chain of names
        |[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$           # a UUID
        |0x[0-9a-fA-F]{40}$                                              # an address on a chain
        |\d[\d.,:/TZ_-]*$|v?\d+(?:\.\d+)+|[\w.+-]+@[\w-]+\.\w            # a number, a date, a version, an address
        |[\w./-]+\.(?:[cm]?[jt]sx?|py|rb|go|rs|md|json|ya?ml|toml|env|txt|sh|pem|key|html?|css)$
        """
    )


def entropy(value: str) -> float:
    """Return the bits for each character of ``value``, by how often each occurs in it."""
    total = len(value)
    return -sum(count / total * log2(count / total) for count in Counter(value).values()) if value else 0.0


def is_sample(value: str) -> bool:
    """Say whether ``value`` says itself that it stands for another one: EXAMPLE, xxxx, 123456, your-key."""
    return bool(_sample().search(value))


def is_common(value: str) -> bool:
    """Say whether ``value`` is made of words that samples use, also with digits for letters and digits around."""
    plain = value.lower()
    spelled = plain.strip("0123456789!@#$%^&*_.+-").translate(str.maketrans("013457@$!", "oleastasi"))
    if re.fullmatch(r"[a-z]+[@#!_.-]?(?:0?1|123|1234|321)[!@#.]?", plain):
        return True
    if any(word in spelled for word in ("password", "passwort", "secret", "changeme", "letmein")):
        return True
    return any(_words().fullmatch(each) is not None for each in (plain, spelled) if each)


def is_reference(value: str) -> bool:
    """Say whether ``value`` says where a secret is, or is a path, a name in code, a number, a UUID or a hash."""
    return _no_value().match(value) is not None or any(
        each in value for each in ("${", "$(", "{{", "://", "<", "…", "(?", "[^", "|(")
    )


def _changes(value: str) -> float:
    kinds = [1 if ch.isdigit() else 2 if ch.isupper() else 3 if ch.isalpha() else 0 for ch in value]
    return sum(a != b for a, b in pairwise(kinds)) / len(value)


def is_random(value: str, changes: float = _CHANGES) -> bool:
    """Say whether ``value``, of 16 characters or more, looks as if chance had made it.

    ``changes``: how many changes between small letter, capital and digit there must be for each character.
    """
    if len(value) > _LONGEST:
        return False
    letters = [ch for ch in value if ch.isalnum()]
    digits = sum(map(str.isdigit, letters))
    is_hex = sum(ch in "0123456789abcdef" for ch in letters) >= _HEX * len(letters)
    if not letters or entropy(value) < _RANDOM * log2(min(len(value), 16 if is_hex else 62)):
        return False
    if value.islower() or is_hex:
        return digits > 1
    return value.isupper() or _changes(value) >= changes


def is_token(value: str) -> bool:
    """Say whether ``value`` may be a key or a token of no known issuer: 16 characters or more, hexadecimal ones 32."""
    if len(value) < 16 or is_sample(value) or is_common(value) or is_reference(value) or not value.isascii():
        return False
    if not any(map(str.isalpha, value)) or _is_path(value):
        return False
    if not any(map(str.isdigit, value)) and (len(value) < _LETTERS or _changes(value) < _CHANGES):
        return False
    if set("0123456789abcdef").issuperset(value.lower()) and len(value) < 32:
        return False
    if not value.islower() and _in_words(value) >= _WORDS:
        return False
    return is_random(value)


def _is_path(value: str) -> bool:
    return "/" in value and any(len(part) > 2 and part.isalpha() and part.islower() for part in value.split("/"))


def is_password(value: str) -> bool:
    """Say whether ``value`` may be a password that somebody uses: 8 characters or more, of several kinds or mixed."""
    if not 8 <= len(value) <= 128 or is_sample(value) or is_common(value) or is_reference(value) or _is_path(value):
        return False
    kinds = (str.islower, str.isupper, str.isdigit, lambda ch: ch in "!@#$%^&*+=?~")
    has = [any(kind(ch) for ch in value) for kind in kinds]
    if not (has[0] or has[1]) or not (has[2] or (has[3] and has[0] and has[1])):
        return False
    if has[3]:
        return sum(has) > 2
    return _in_words(value) < _WORDS and (sum(has) > 2 or len(_inner_digits().findall(value)) > 1)


@cache
def _inner_digits() -> re.Pattern[str]:
    return compile_once(r"(?<=[A-Za-z])\d(?=[A-Za-z])")


def _in_words(value: str) -> float:
    """Return how much of ``value`` stands in runs of letters that may be words."""
    return sum(len(run) for run in re.findall(r"[A-Z]?[a-z]{3,}|[A-Z]{4,}", value)) / len(value)
