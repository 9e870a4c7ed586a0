"""Credentials told by where they stand: in private keys, JSON Web Tokens, URLs, headers, options, behind a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from memlint.source.patterns import compile_once
from memlint.source.secret_values import is_common, is_password, is_random, is_reference, is_sample, is_token
from memlint.source.spans import Span

#: Span, kind, shown, harmless, expires: the fields of a Credential.
Place: TypeAlias = tuple[Span, str, int, bool, int]

_LONG = 256  # characters; what is longer is sealed, a web token or a file
_NAMES = ("pass", "pw", "secret", "token", "credential", "key", "密码", "пароль", "contrase")


def find(text: str) -> Iterator[Place]:
    """Yield what stands in ``text`` where credentials stand and may be one."""
    if "PRIVATE KEY" in text:
        yield from _private_keys(text)
    if "eyJ" in text:
        yield from _web_tokens(text)
    if "://" in text and "@" in text:
        yield from _urls(text)
    lowered = text.lower()
    if len(lowered) != len(text):  # one letter, İ, becomes two
        lowered = text.replace("İ", "i").lower()
    yield from _headers(text, lowered)
    yield from _options(text)
    yield from _named(text, lowered)


# --- private keys


@cache
def _key_block() -> re.Pattern[str]:
    # Possessive: what a begin is followed by is read once, whatever comes behind it.
    return compile_once(
        r"-----BEGIN (?P<kind>[A-Z0-9 ]{0,20}?)PRIVATE KEY(?: BLOCK)?-----(?P<body>(?:"
        r"(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): ?[^\n]{0,200}\n|[A-Za-z0-9+/=\s>|]|\\[nr]){40,}+)"
    )


def _private_keys(text: str) -> Iterator[Place]:
    for found in _key_block().finditer(text):
        body = re.search(r"[A-Za-z0-9+/]{40,}", found["body"].replace("\\n", "\n"))
        if body is not None and not is_sample(body[0][:64]) and is_random(body[0][:64]):
            yield Span(*found.span("body")), f"{found['kind'].strip()} private key".strip(), 0, False, 0


# --- JSON Web Tokens


@cache
def _web_token() -> re.Pattern[str]:
    part = r"[A-Za-z0-9_-]"
    return compile_once(
        rf"(?<![A-Za-z0-9_.-])(eyJ{part}{{10,2000}})\.(eyJ{part}{{10,4000}})\.{part}{{20,1000}}(?!{part})"
    )


def _web_tokens(text: str) -> Iterator[Place]:
    """Yield signed tokens that say who they are for; the sample of the specification's site and keys that are public
    by design ("anon") are none."""
    for found in _web_token().finditer(text):
        header, claims = _decoded(found[1]), _decoded(found[2])
        if not header or not claims or str(header.get("alg", "none")).lower() == "none" or is_sample(found[0][-24:]):
            continue
        if not any(claim in claims for claim in ("sub", "iss", "exp", "iat", "aud", "jti")):
            continue
        told = f"{claims.get('sub')} {claims.get('name')} {claims.get('iss')}".lower()
        if claims.get("role") == "anon" or any(each in told for each in ("1234567890", "john doe", "example", "-demo")):
            continue
        expires = claims.get("exp")
        known = int(expires) if isinstance(expires, int | float) and 0 < expires < 2**40 else 0
        yield Span(*found.span()), "JSON Web Token", 4, False, known


def _decoded(part: str) -> dict[str, object]:
    import json
    from binascii import Error, a2b_base64

    try:
        value = json.loads(a2b_base64(part.replace("-", "+").replace("_", "/") + "=" * (-len(part) % 4)))
    except (Error, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


# --- URLs


@cache
def _with_password() -> re.Pattern[str]:
    return compile_once(r"(?<=://)([^\s:/@\"'`<>]{0,80}):([^\s/@\"'`]{1,200})@(\[[0-9a-fA-F:]+\]|[\w.-]{1,100})")


def _urls(text: str) -> Iterator[Place]:
    at = text.find("://")
    while at >= 0:
        found = _with_password().match(text, at + 3)
        if found is not None:
            user, password, host = found.groups()
            near = _is_near(host.lower())
            if (
                not _is_named_after(user.lower(), password.lower())
                and near is not None
                and (is_password(password) or is_token(password))
            ):
                yield Span(*found.span(2)), "password in a URL", 0, near, 0
        at = text.find("://", at + 3)


def _is_named_after(user: str, password: str) -> bool:
    """Say whether the password is little more than the user's name: ``kiln:kiln``, ``kiln:kiln_pass1``."""
    rest = password.replace(user, "", 1) if len(user) > 2 else password
    return password in user or is_common(rest) or (rest != password and len(rest) < 5)


def _is_near(host: str) -> bool | None:
    """Say whether ``host`` is this machine or a neighbour in a compose file; None for one that is a sample."""
    if re.search(r"(?:^|\.)(?:example|test|invalid|yourdomain|domain|mydomain|company)(?:\.[a-z]{2,3})?$|^host", host):
        return None
    return (
        "." not in host or host.startswith(("127.", "0.0.0.0")) or host.endswith((".local", ".localhost", ".internal"))
    )


# --- headers and options: where a word stands is found first, which is far cheaper than to try an expression everywhere


def _matches(text: str, expressions: dict[str, str]) -> Iterator[re.Match[str]]:
    """Yield the matches of each expression that begin where its literal stands."""
    for literal, expression in expressions.items():
        at = text.find(literal)
        while at >= 0:
            found = _compiled(expression).match(text, at)
            if found is not None:
                yield found
            at = text.find(literal, at + len(literal))


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    return compile_once(expression)


_CODED = r" {1,4}(?P<value>[a-z0-9._~+/-]{12,2000}={0,2})(?![a-z0-9_])"
_HEADERS = {
    "bearer ": r"(?<![a-z])bearer" + _CODED,
    "basic ": r"(?<![a-z])(?P<basic>basic)" + _CODED,
    "authorization": r"authorization[\"']?[:=] ?[\"']?(?:token|apikey|api-key|key)" + _CODED,
}
_VALUE = r"(?P<value>[!\x23-&(-_a-~]{6,128})"
_OPTIONS = {
    " -u": r" -u[ =]?[\"']?[^\s:\"'/]{1,64}:" + _VALUE,
    " --user": r" --user[ =][\"']?[^\s:\"'/]{1,64}:" + _VALUE,
    "sshpass -p": r"sshpass -p ?[\"']?" + _VALUE,
    "login ": r"login (?:[^\s]{1,64} password |[^\n]{0,100}? -p[ =]?[\"']?)" + _VALUE,
    "mysql": r"mysql(?:dump|admin)?(?: [^\n]{0,100}?)? -p[\"']?" + _VALUE,
}


def _headers(text: str, lowered: str) -> Iterator[Place]:
    for found in _matches(lowered, _HEADERS):
        span = Span(*found.span("value"))
        value = text[slice(*span)]
        if found.groupdict().get("basic"):
            if is_password(_password_of(value)):
                yield span, "password in a basic authorisation header", 0, False, 0
        elif not value.startswith("eyJ") and is_token(value):
            yield span, "token in an authorisation header", 4 if len(value) > 23 else 0, False, 0


def _password_of(encoded: str) -> str:
    from binascii import Error, a2b_base64

    try:
        return a2b_base64(encoded).decode("ascii").partition(":")[2]
    except (Error, ValueError):
        return ""


def _options(text: str) -> Iterator[Place]:
    for found in _matches(text, _OPTIONS):
        if is_password(found["value"]) or is_token(found["value"]):
            yield Span(*found.span("value")), "password on a command line", 0, False, 0


# --- names


@cache
def _assignment() -> re.Pattern[str]:
    return compile_once(
        r"""(?x)
        (?:pass(?:word|wd|phrase|wort|code)?|pwd?|secret|token|credentials?|key|密码|пароль|contraseña)
        (?P<suffix>[\w-]{0,12})
        (?: ["'`*_\])]{0,3} [ \t]{0,4} (?::=|=>|[:=|：>]) [*_]{0,2} [ \t]{0,4} ["'`*_]{0,3} | (?P<bare>(?:[ \t]is)?[ \t]{1,2}) (?P<quote>["'`]?) )
        (?P<value>[!\x23-&(-_a-~]{8,300})
        """
    )


@cache
def _telling() -> re.Pattern[str]:
    """The ends of names whose values are secrets; what comes after it must be a stage, a number or an encoding."""
    return compile_once(
        r"(?:(?P<chosen>(?:^|_)(?:pass|pwd|pw|passcode)|password|passwd|passphrase|passwort|密码|пароль|contraseña)"
        r"|secret|token|credentials?|secret_key_base|(?:api|access|account|auth|admin|app|client|encryption|license"
        r"|master|private|secret|service|shared|signing|storage|webhook|deploy|write|ingest)_?key)"
        r"(?:_?(?:\d{1,2}|dev|prod|production|stage|staging|live|test|value|base64|b64|admin|root|user|db))?$"
    )


def _named(text: str, lowered: str) -> Iterator[Place]:
    """Yield values behind names; to find the few names is far cheaper than to try the expression everywhere."""
    for name in _NAMES:
        at = lowered.find(name)
        while at >= 0:
            found = _assignment().match(lowered, at)
            if found is None:
                at = lowered.find(name, at + len(name))
                continue
            start = found.start("value")
            value = _next_pair().split(text[start : found.end("value")], maxsplit=1)[0]
            yield from _assigned(text, found, value.rstrip(".,;:)]}>|*_\\"))
            at = lowered.find(name, start + len(value))


@cache
def _next_pair() -> re.Pattern[str]:
    return compile_once(r"[;&](?=\w{1,40}=)|</")  # of a query, a connection string, an element


@cache
def _default() -> re.Pattern[str]:
    return compile_once(r"\$\{\w+:?[-=]([^${}]{8,})")  # what a shell takes for a variable that is not set


@cache
def _address() -> re.Pattern[str]:
    return compile_once(r"[1-9A-HJ-NP-Za-km-z]{43,44}")  # of a token, in the sense of a coin, in the base 58


def _assigned(text: str, found: re.Match[str], value: str) -> Iterator[Place]:
    start = found.start("value")
    if value.isalpha() and (value.islower() or value.isupper()):
        return
    default = _default().match(value)
    if default is not None:
        start, value = start + default.start(1), default[1]
    begin = _name_start(text, found.start())
    name = _spelled(text[begin : found.end("suffix")])
    if found["bare"] and not text.startswith("--", begin) and (not found["quote"] or name == "pass"):
        return
    telling = _telling().search(name)
    if telling is None or any(word in name for word in _PUBLIC) or is_reference(value):
        return
    if len(value) >= _LONG or value.startswith("eyJ") or (name == "token" and _address().fullmatch(value)):
        return
    chosen = telling["chosen"] is not None  # by a person: shorter, and less random, than what a machine makes
    if is_token(value) or (is_password(value) if chosen else _is_complex(value)):
        yield Span(start, start + len(value)), f"value of {text[begin : found.end('suffix')].strip('-_.')}", 0, False, 0


_PUBLIC = ("public", "publishable", "anon", "csrf", "cancel", "page_token", "next_token", "sample", "example", "hash")


def _is_complex(value: str) -> bool:
    return len(value) >= 12 and is_password(value) and not is_sample(value) and is_random(value)


def _name_start(text: str, at: int) -> int:
    """Return where the name begins whose last part is at ``at``; names are short."""
    begin = at
    while begin > max(0, at - 40) and (text[begin - 1].isalnum() or text[begin - 1] in "_-."):
        begin -= 1
    if begin == at and text[at : at + 3].lower() == "key" and text[begin - 1 : begin] == " ":  # "API key"
        begin -= 1
        while begin > max(0, at - 16) and text[begin - 1].isalnum():
            begin -= 1
    return begin


def _spelled(name: str) -> str:
    """Return ``name`` in small letters, its parts joined with ``_``: ``dbPassword``, ``DB-PASSWORD`` → db_password."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[-. ]", "_", name)
    return parted.lower().strip("_")
