"""What a sentence is about that settings can name: commands, paths and flags, in code or plain."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Literal, TypeAlias

from memlint import NamedTuple, compile_once

from ._wording import programs

Kind: TypeAlias = Literal["command", "path", "flag"]

#: One character stands for a target, by its kind; the last one for other code and for quoted words.
COMMAND, PATH, FLAG, OTHER = "\ue000", "\ue001", "\ue002", "\ue00f"
ANY = f"[{COMMAND}{PATH}{FLAG}]"
_MARKS: dict[Kind, str] = {"command": COMMAND, "path": PATH, "flag": FLAG}


class Target(NamedTuple):
    """One target as it is written, without backticks."""

    kind: Kind
    text: str


class Marked(NamedTuple):
    """A sentence, in lower case, in which one character stands for each target; ``targets`` are in the same order."""

    text: str
    targets: tuple[Target, ...]

    def within(self, start: int, end: int) -> tuple[Target, ...]:
        """Return the targets whose characters stand from ``start`` to before ``end``."""
        first = len(_marks().findall(self.text, 0, start))
        return self.targets[first : first + len(_marks().findall(self.text, start, end))]


@cache
def _marks() -> re.Pattern[str]:
    return compile_once(ANY)


@cache
def _pieces() -> re.Pattern[str]:
    """Code, quoted words, and what is a target without being marked as code."""
    files = r"(?:json|ya?ml|toml|lock|pem|key|sqlite3?|tfstate)"
    return compile_once(
        r"`(?P<code>[^`]+)`|(?P<quoted>\"[^\"]+\"|“[^“”]+”|「[^「」]+」|«[^«»]+»)"
        r"|(?<![\w/.-])(?P<path>\.env(?:\.\w+)*\b|node_modules\b/?|(?:\.{0,2}/)?(?:[\w.-]+/)+(?:[\w.*-]*\.\w+|\*+)?(?![\w/-])"
        rf"|[\w-]+\.{files}(?![\w-]|\.\w))"
        r"|(?<![\w/.-])(?P<command>rm -rf|sudo(?= |[.,;]|$)|force[- ]?push(?:ing|ed|es)?|git (?:push|commit|reset|rebase|stash|clean)(?: -[\w-]+)*"
        r"|(?:npm|pnpm|yarn|bun|pip)(?=[;,.]|$)|(?:npm|pnpm|yarn) (?:publish|run [\w:-]+|test|install)|npx [\w@/-]+"
        r"|(?:(?<=run )|(?<=use )|(?<=execute ))(?:curl|wget|docker|kubectl|terraform|psql|npm|pnpm|yarn|bun|pip|ssh)(?= against| on |[.,;]|$))"
        r"(?![\w/-])"
        r"|(?<![\w-])(?P<flag>--[a-z][\w-]+)",
        re.IGNORECASE,
    )


@cache
def _file() -> re.Pattern[str]:
    return compile_once(
        r"(?:[~.]{0,2}/)?(?:[\w.@*-]+/)*(?:LICENSE|(?:Make|Docker|Gem|Proc|Jenkins|Rake)file|CODEOWNERS|VERSION|[\w*][\w.*-]*\.(?:json|ya?ml|toml|lock|env|pem|key|crt|sql|db|sqlite3?|tfstate|ini|cfg"
        r"|conf|xml|csproj|sum|mod|md|txt|pyi?|[cm]?[jt]sx?|go|rs|java|kt|rb|php|c|h|cpp|cs|swift|sh|snap|proto|graphql|prisma|vue|svelte|s?css|html|dart|exs?|tf|tfvars|hcl|gradle|properties|thrift|avsc|ipynb|csv|nix|sol|lua|zig)"
        r"|\.[a-z][\w.*-]*|\*{1,2})|(?:[~.]{0,2}/)?(?:[\w.@*-]+/)+(?:\*{1,2})?"
    )


def mark(words: str, exists: Callable[[str], bool]) -> Marked:
    """Return ``words`` with a mark for each target. ``exists`` says whether a path is one of the project."""
    parts, targets, at = [], [], 0
    for found in _pieces().finditer(words):
        target = _target(found, exists)
        parts.append(words[at : found.start()])
        parts.append(_MARKS[target.kind] if target else _plain(found))
        if target:
            targets.append(target)
        at = found.end()
    return Marked(f"{''.join(parts)}{words[at:]}".lower(), tuple(targets))


def _plain(found: re.Match[str]) -> str:
    """Return what stands for something that is no target: the name of a branch is read as a word."""
    code = found["code"] or ""
    return code if code in ("main", "master", "develop", "production", "commit", "push") else OTHER


def _target(found: re.Match[str], exists: Callable[[str], bool]) -> Target | None:
    if found["command"]:
        text = found["command"]
        return Target("command", "git push --force" if text.lower().startswith("force") else text)
    if found["path"]:
        return Target("path", found["path"])
    if found["flag"]:
        return Target("flag", found["flag"])
    if not found["code"]:
        return None
    code, before = found["code"].strip(), found.string[: found.start()].rstrip()
    if _run().search(before) and re.fullmatch(r"[a-z][\w./-]*(?: [\w./:=@*-]+)+", code):
        return Target("command", code)
    return _code(code, exists)


@cache
def _run() -> re.Pattern[str]:
    return compile_once(r"\b(?:run|execute|running|ejecuta|lance|execute|führe|запускай|выполняй)$", re.IGNORECASE)


def _code(code: str, exists: Callable[[str], bool]) -> Target | None:
    if re.fullmatch(r"--[a-z][\w-]+", code):
        return Target("flag", code)
    first, _, rest = code.removeprefix("$ ").partition(" ")
    if first.isupper() and first in ("DROP", "TRUNCATE") and rest.isupper():
        return Target("command", code)
    name = first.rsplit("/", 1)[-1]
    if (first in programs() or name in programs()) and not re.search(r"[=()]", first):
        return Target("command", code.removeprefix("$ "))
    if re.fullmatch(r"\.{1,2}/[\w./-]+\.(?:sh|py)|\./[\w/-]+", first) and (rest or not exists(code)):
        return Target("command", code)
    if "://" not in code and not code.startswith("@") and (_file().fullmatch(code) or ("/" in code and exists(code))):
        return Target("path", code)
    return None
