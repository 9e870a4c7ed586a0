"""What a rule file's ``paths:`` does: its glob patterns, their braces and the files they match (SPEC 3.2, 3.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import product
from posixpath import normpath

from memlint.harness.facts import NO_LIMIT, Facts, for_version
from memlint.source.frontmatter import Frontmatter

MAX_DEPTH = 20  # of braces within braces; ours, as nobody nests them


def rule_patterns(header: Frontmatter | None, facts: Facts) -> tuple[str, ...]:
    """Return the glob patterns of a rule, braces unexpanded; () when it loads unconditionally.

    The tail ``/**`` is gone, as the loader takes it off. A header that the loader ignores holds no pattern.
    """
    field = header.get("paths") if header is not None and header.status != "invalid" else None
    if field is None:
        return ()
    texts: list[str] = []
    if field.kind == "string":
        texts = [field.text]
    elif field.kind == "list" and facts.holds("rules.list-paths"):
        texts = [item.text for item in field.items if item.kind == "string"]
    found = tuple(stripped for text in texts for part in _split(text) if (stripped := _without_tail(part)))
    expanded = [pattern for pattern in expand(found, facts) if pattern]
    return () if all(pattern == "**" for pattern in expanded) else found


def _split(text: str) -> Iterator[str]:
    """Yield what stands between commas outside of braces, without blanks around it."""
    depth = start = 0
    for at, character in enumerate(text):
        if character in "{}":
            depth += 1 if character == "{" else -1
        elif character == "," and not depth:
            yield text[start:at].strip()
            start = at + 1
    yield text[start:].strip()


def _without_tail(pattern: str) -> str:
    # An exclusion keeps its tail: `!src/gen` would not take a file below src/gen out again, `!src/gen/**` does.
    return pattern if pattern.startswith("!") else pattern.removesuffix("/**")


def expand(patterns: tuple[str, ...], facts: Facts) -> tuple[str, ...]:
    """Return ``patterns`` with their braces expanded, in order.

    The loader's budget, in patterns and UTF-8 bytes, is one for the whole list. A pattern that does not fit into
    what is left of it stays as it is, and takes nothing; one without braces is free.
    """
    count, size = _budget("rules.max-patterns", facts), _budget("rules.max-pattern-bytes", facts)
    result: list[str] = []
    for pattern in patterns:
        found = _alternatives(pattern, count, size) if "{" in pattern else None
        if found is None:
            result.append(pattern)
            continue
        count -= len(found)
        size -= _bytes(found)
        # The loader takes the tail off after expanding; `patterns` has done it where it stands outside of braces.
        result += found if pattern.endswith("/**") else map(_without_tail, found)
    return tuple(result)


def over_budget(patterns: tuple[str, ...], facts: Facts) -> tuple[str, ...]:
    """Return those of ``patterns`` whose braces do not fit into the budget: they stay as they are, and match nothing."""
    literal = frozenset(expand(patterns, facts))
    return tuple(p for p in patterns if p in literal and "{" in p and _pairs(_tokens(p)))


def _tokens(pattern: str) -> list[str]:
    return [token for token in _brace_tokens().split(pattern) if token]


def _budget(name: str, facts: Facts) -> int:
    limit = facts.number(name)
    return for_version().number(name) if limit == NO_LIMIT else limit  # the loader hung before it had a limit


def _bytes(texts: list[str]) -> int:
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)


class _Group:
    """An open brace: its finished alternatives, and the parts of the one that is being read.

    ``parts`` holds the alternatives of each part; ``count`` and ``size``, in UTF-8 bytes, are those of their product.
    """

    __slots__ = ("alternatives", "count", "done", "parts", "size")

    def __init__(self) -> None:
        self.alternatives: list[str] = []
        self.parts: list[list[str]] = []
        self.count, self.size = 1, 0
        self.done = 0  # bytes of the finished alternatives

    def fits(self, max_count: int, max_bytes: int) -> bool:
        return len(self.alternatives) + self.count <= max_count and self.done + self.size <= max_bytes

    def add(self, texts: list[str]) -> None:
        self.size = self.size * len(texts) + self.count * _bytes(texts)
        self.count *= len(texts)
        self.parts.append(texts)

    def finish(self) -> None:
        """Turn the parts into alternatives."""
        self.alternatives += ("".join(texts).strip() for texts in product(*self.parts))
        self.done += self.size
        self.parts, self.count, self.size = [], 1, 0


def _alternatives(pattern: str, max_count: int, max_bytes: int) -> list[str] | None:
    """Return what ``pattern`` expands to, counted before it is built; None when it has no group or does not fit."""
    tokens = _tokens(pattern)
    groups = _pairs(tokens)
    if not groups:
        return None
    stack = [_Group()]
    for at, token in enumerate(tokens):
        top = stack[-1]
        if groups.get(at) == "{":
            stack.append(_Group())
            if len(stack) > MAX_DEPTH:
                return None
        elif groups.get(at) == "}":
            top.finish()
            stack.pop()
            stack[-1].add(top.alternatives)
        elif token == "," and len(stack) > 1:
            top.finish()
        else:
            top.add([token])
        if not stack[-1].fits(max_count, max_bytes):
            return None
    return ["".join(texts) for texts in product(*stack[0].parts)]


@cache
def _brace_tokens() -> re.Pattern[str]:
    return re.compile(r"(\{\}|[{},])")  # an empty pair is no group


def _pairs(tokens: list[str]) -> dict[int, str]:
    """Return the indexes of braces that have a partner, with the brace."""
    found: dict[int, str] = {}
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token == "{":
            opened.append(at)
        elif token == "}" and opened:
            found |= {opened.pop(): "{", at: "}"}
    return found


def matches(patterns: tuple[str, ...], path: str, facts: Facts) -> bool:
    """Say whether a rule with ``patterns``, as the function of that name gives them, loads for the file ``path``.

    ``path`` is relative to the directory that holds ``.claude``, with slashes. Without patterns it always loads.
    """
    return not patterns or rule_matcher(patterns, facts)(path)


@lru_cache(maxsize=256)
def rule_matcher(patterns: tuple[str, ...], facts: Facts) -> Callable[[str], bool]:
    """Return a test for the paths of many files; it is never true for a path outside of the base."""
    rules = [rule for pattern in expand(patterns, facts) if (rule := _compiled(pattern)) is not None]
    excluding = any(not include for _, include in rules)

    def test(path: str) -> bool:
        path = normpath(path)
        if path.startswith("/") or path[1:3] == ":/" or path == "." or path.split("/", 1)[0] == "..":
            return False
        if not excluding:
            return any(regex.search(path) for regex, _ in rules)
        # What lies in a matched directory cannot be taken out again, so directories come first.
        ends = [at + 1 for at, character in enumerate(path) if character == "/"]
        return any(_verdict(rules, path[:end]) for end in (*ends, len(path)))

    return test


def _verdict(rules: list[tuple[re.Pattern[str], bool]], path: str) -> bool:
    """Let the last rule decide that hits ``path`` itself, a file or a directory with its slash, not what lies above."""
    verdict = False
    for regex, include in rules:
        if include != verdict and (found := regex.search(path)) is not None:
            through = found.end() == len(path)
            by_directory = found.lastindex is not None  # pathspec's one group: the slash after a directory
            # Without that group, a match up to the slash is `a/**`: what lies in a, not a itself.
            if through if by_directory else not (through and path.endswith("/")):
                verdict = include
    return verdict


def _compiled(pattern: str) -> tuple[re.Pattern[str], bool] | None:
    """Return a pattern's regex and whether it includes; None when it is empty, a comment or invalid."""
    import warnings

    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    if pattern.endswith("/**/"):
        pattern += "*/"  # directories below, which pathspec reads as anything below
    try:
        regex, include = GitIgnoreSpecPattern.pattern_to_regex(pattern)
        if regex is None or include is None:
            return None
        if regex.startswith("(?P"):  # `*/` and `**/`: find the last directory, as all other patterns do
            regex = f"^.*{regex}"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # "possible nested set": a bracket in brackets
            return re.compile(bounded(regex), re.IGNORECASE | re.DOTALL), include
    except (ValueError, re.error, OverflowError, RecursionError):
        return None


def bounded(regex: str) -> str:
    """Make pathspec's regex match in bounded time: of several wildcards in a row only the last one may backtrack.

    The leftmost place is as good as any for all others, as the next wildcard takes up what lies between.
    """
    leading, inner = "^(?:.+/)?", "(?:/.+)?"  # what pathspec writes for `**`
    *groups, last = (_bounded_stars(group) for group in regex.split(inner))
    if not groups:
        return last
    if groups[0].startswith(leading):
        groups[0] = f"^(?>(?:[^/]+/)*?{groups[0].removeprefix(leading)}(?=/))"
    groups[1:] = (f"(?>(?:/[^/]+)*?{group}(?=/))" for group in groups[1:])
    return "".join((*groups, inner, last))


def _bounded_stars(regex: str) -> str:
    star, character = "[^/]*", "[^/]"
    head, *chunks = regex.split(star)
    for at, chunk in enumerate(chunks):
        ends_name = at == len(chunks) - 1 or "/" in chunk.replace(character, "")
        chunks[at] = f"{star}{chunk}" if ends_name else f"(?>{star}?{chunk})"
    return head + "".join(chunks)
