"""What a sentence is limited to by the paths, parts and purposes that it names."""

from __future__ import annotations

import re
from functools import cache

from memlint.source.patterns import compile_once

#: Of files; any other name with a full stop in it is a member of something: `console.log`, `os.path`.
_ENDINGS = (
    "mdx?|txt|rst|json[5cl]?|ya?ml|toml|ini|cfg|conf|env|lock|xml|csv|log|sql|proto|graphql|prisma|tf|nix|[cm]?[jt]sx?|vue"
    "|svelte|astro|s?css|sass|less|html?|svg|png|pyi?|ipynb|rs|go|rb|php|java|kts?|scala|swift|dart|cs|[ch](?:pp|xx)?|cc|hh"
    "|exs?|erl|lua|zig|r|jl|pl|sh|bash|zsh|fish|ps1|bat|cmd|gradle|mod|sum|mk|tmpl|tpl"
)


_QUOTES = frozenset("\"'“«「")

#: Words before "app", "server" and the like that name no part of a project.
_NO_PARTS = frozenset(("dev", "development", "test", "mcp", "http", "whole", "project", "same", "entire", "main"))


def title(text: str) -> str:
    """Take the names of memory files out of a heading: they title the file."""
    return re.sub(r"\b[A-Z]+(?:\.local)?\.md\b", "", text)


def apart(text: str) -> str:
    """Put blanks between words of Latin letters and what Chinese, Japanese and Korean write right beside them."""
    if text.isascii():
        return text
    return _seam().sub(" ", text)


@cache
def _seam() -> re.Pattern[str]:
    eastern = "[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"
    return compile_once(rf"(?<=[a-z0-9])(?={eastern})|(?<={eastern})(?=[a-z0-9])", re.IGNORECASE)


def places(words: str) -> frozenset[str]:
    """Return the paths, and the parts of the project, that a sentence names."""
    names = (next(part for part in path.groups() if part) for path in _paths().finditer(words))
    found = {
        f"path:{name.strip('/*').lower()}" for name in names if not name.startswith("@") and not _no_path().match(name)
    }
    rank = _rank().match(words)
    if rank:
        found.add(f"rank:{rank[rank.lastindex or 0].lower()}")
    who = _subject().search(words)
    if who and who[1].lower() not in _NO_PARTS:
        found.add(f"subject:{who[1].lower()}")
    return frozenset(found)


@cache
def _rank() -> re.Pattern[str]:
    """Which of several grades of work a sentence begins with: "Large tasks: …", "简单任务：…"."""
    return compile_once(
        r"\W*(?:for |with |on )?(tiny|small|minor|simple|trivial|quick|easy|medium|large|big|major|complex|difficult|hard|non-trivial"
        r"|risky|critical|junior|senior|internal|external)[ -](?:[a-z]+ ){0,1}?(?:tasks?|changes?|features?|fix(?:es)?|edits?|refactor\w*"
        r"|projects?|reviewers?|issues?|bugs?|bug fixes|prs?|pull requests|requests?|work|jobs?|questions?|answers?|[a-z]+s(?=: ))\b"
        r"|\W*(小型?|大型?|简单|复杂|重大|微小)的?(?:任务|改动|修改|功能|变更|需求)|\W*(小さな?|大きな|簡単な|複雑な|軽微な)(?:タスク|変更|修正|機能)"
        r"|\W*(작은|큰|간단한|복잡한) (?:작업|변경|수정|기능)",
        re.IGNORECASE,
    )


@cache
def _moment() -> re.Pattern[str]:
    return compile_once(
        r"\b(?:before|prior to|after) (?:(?:you|each|every|any|a|an|the|all|your) )*(?:commit\w*|pull requests?|prs?)\b|(?:提交|コミット|커밋)(?:之?前|する?前|하기 ?전|\s?전)",
        re.IGNORECASE,
    )


def timeless(words: str) -> str:
    """Take out when a thing is done, which limits nothing: "before each commit"."""
    return _moment().sub(" ", words)


@cache
def _paths() -> re.Pattern[str]:
    return compile_once(
        r"`((?:[\w.*@-]+/)+[\w.*-]*)`|(?<![\w`/@])((?:packages|apps|services|libs?|src|crates|modules|tools|scripts|infra)/[\w./*-]+)"
        rf"|`([\w-]+\.(?:{_ENDINGS}))`"
    )


@cache
def _no_path() -> re.Pattern[str]:
    return compile_once(
        r"(?:feature|feat|fix|hotfix|async)/|console\.log$|(?:node|next|nuxt|vue|day)\.js$|(?-i:[A-Z]+)\.md$",
        re.IGNORECASE,
    )


def opening(words: str) -> str:
    """Return what a sentence begins with that limits it, "" for none: "In notebooks, use print()"."""
    found = _opening().match(words)
    return found[1] if found else ""


def closing(words: str, definite: bool = False) -> str:
    """Return what a sentence ends with that limits it, "" for none: "Use npm for the extension".

    ``definite`` lets only one that names a certain place count, for knobs that every "for loops" is about anyway.
    """
    found = _closing().search(words)
    return found[1] if found and (not definite or found[1].startswith("the ")) else ""


@cache
def _closing() -> re.Pattern[str]:
    """A reason is no limit ("for consistency")."""
    return compile_once(
        r"\b(?:for|in|across) (?!all\b|every|each\b|any\b|our\b|your\b|this\b|new\b|general\b|the (?:whole|entire|project|repo(?!rt)|code|app)|better\b|faster\b"
        r"|(?:consisten|speed|performan|readab|simplicity|clarity|type.?safety|safety|now\b))([^.,;:()`]{3,40}?)[.!]?\s*$",
        re.IGNORECASE,
    )


@cache
def _opening() -> re.Pattern[str]:
    return compile_once(
        r"\W*(?:in|for|on|inside|within) (?!this\b|the (?:project|repo(?!rt)|code)|our\b|all\b|every|each\b|any\b|general\b|new code\b)([^`,:;.]{3,40}),\s",
        re.IGNORECASE,
    )


@cache
def _subject() -> re.Pattern[str]:
    return compile_once(
        r"\b(?:the|our|in|for|this)\s+(?!the\b|this\b|our\b|a\b|any\b|every\b|each\b)([a-z][\w-]{1,20})[ -](?:app|service|package|module|gateway|site|workspace|crate|server|client|team|repo(?:sitory)?)\b",
        re.IGNORECASE,
    )


@cache
def _for_object() -> re.Pattern[str]:
    return compile_once(r"\b(?:for|per|on)\s+((?:new |changed |the )?[a-z][\w -]{2,24})\W*$", re.IGNORECASE)


def purpose(words: str) -> frozenset[str]:
    """What a number is for, where the sentence ends with it: "85 % for new code"."""
    found = _for_object().search(words)
    if found is None or re.match(
        r"(?:all|the project|this|every|each|code|functions?|methods?|components?|modules?|class(?:es)?|files?|lines?|prs?|pull requests?|http)\b",
        found[1],
        re.IGNORECASE,
    ):
        return frozenset()
    return frozenset((f"for:{found[1].lower().strip()}",))


@cache
def other_role() -> re.Pattern[str]:
    """What a sentence has that gives a tool another role than the heading above."""
    return compile_once(r"\b(?:lint\w*|format\w*|test\w*|type.?check\w*|bundl\w*)\b")


def masked(words: str, *patterns: re.Pattern[str] | None) -> list[tuple[int, int]]:
    """Return where ``patterns`` match: what is named in there is not chosen."""
    return [match.span() for pattern in patterns if pattern for match in pattern.finditer(words)]


def quoted(words: str) -> list[tuple[int, int]]:
    """Return where quotations stand: what is in them is said by somebody else."""
    return [] if _QUOTES.isdisjoint(words) else masked(words, _quotation())


@cache
def _quotation() -> re.Pattern[str]:
    return compile_once(r"\"[^\"]{2,}\"|“[^”]{1,600}”|«[^»]{1,600}»|「[^」]{1,600}」|(?<!\w)'[^']{2,}'(?!\w)")
