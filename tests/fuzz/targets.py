"""What is fuzzed: functions that take any bytes, and raise when something is not as it must be for all of them.

Each keeps to one part of memlint, so that a fuzzer finds its branches fast. The last ones put a small project on disk:
its notation is that of ``tests.trees``, in bytes (``==> path`` starts a file), and nothing of it leaves its folder.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from memlint import Finding, Report, Settings, Span, UsageError, check
from memlint.config import FORMATS
from memlint.config_file import read as read_settings
from memlint.engine import baseline, fixing, suppressing, suppression_comments
from memlint.engine.keyword import KeywordError, matches
from memlint.engine.run import CRASH
from memlint.errors import RefusedError
from memlint.harness.facts import Facts, for_version
from memlint.harness.rule_paths import expand, over_budget, rule_matcher, rule_patterns
from memlint.project import agent_settings, index_line
from memlint.report import notes, render
from memlint.source import header_tolerant, header_yaml, masking, secrets
from memlint.source.dates import relative_dates
from memlint.source.directives.extract import directives
from memlint.source.directives.tables import builtin
from memlint.source.document import Unread, parse
from memlint.source.placeholders import is_placeholder
from memlint.source.sentences import plain, sentences
from memlint.toml import marks
from tests.fuzz.seeds import INSTRUCTIONS, MANIFESTS
from tests.source.checks import assert_disjoint, assert_spans_inside, assert_tiled, body

Target: TypeAlias = Callable[[bytes], None]

TODAY = "2026-11-30"
_NAME = 120  # bytes of a name in a made tree; longer ones are cut
_FILES = 24  # files in a made tree


def text_of(data: bytes) -> str:
    """Return what of ``data`` is text: a file that is not UTF-8 is another target's."""
    return data.decode("utf-8", "ignore")


def inside(spans: Iterator[Span] | tuple[Span, ...], length: int) -> None:
    """Every span begins before it ends, and both are in a text of ``length`` characters."""
    for start, end in spans:
        assert 0 <= start <= end <= length, (start, end, length)


# --- one file


def decoder(data: bytes) -> None:
    """Bytes are a document that gives the same bytes back, or unread for a reason."""
    result = parse(data, "CLAUDE.md")
    if isinstance(result, Unread):
        assert (result.reason, result.size) == ("not-utf8", len(data))
        return
    assert (("\ufeff" if result.bom else "") + result.text).encode() == data
    assert_tiled(result)
    assert_spans_inside(result)


def header(data: bytes) -> None:
    """A YAML header is read, by one reader or another, with its fields in place; so are the globs in it."""
    text = text_of(data)
    document = body(f"---\n{text}\n---\n# A\n")
    assert_tiled(document)
    assert_spans_inside(document)
    for read in (header_yaml.strict, header_yaml.rescue, header_tolerant.tolerant):
        with suppress(header_yaml.InvalidError):  # how they say that another one shall try
            for field in read(text, 0):
                inside((field.key_span, field.span, *(item.span for item in field.items)), len(text))
    patterns = rule_patterns(document.frontmatter, _facts())
    _globs(patterns)


def globs(data: bytes) -> None:
    """Patterns of a rule file, one a line, expand within their budget and match, or do not, any path."""
    first, *rest = text_of(data).split("\n") or [""]
    _globs(tuple(rest))
    with suppress(KeywordError):
        matches(first, "imports/missing-target")  # -k takes an expression of names


def _globs(patterns: tuple[str, ...]) -> None:
    facts = _facts()
    expanded = expand(patterns, facts)
    assert len(expanded) <= len(patterns) + facts.number("rules.max-patterns")
    assert set(over_budget(patterns, facts)) <= set(patterns)
    matched = rule_matcher(patterns, facts)
    for path in ("src/kiln/glazes.py", "a", ".github/x.yml", "a" * 80, "a/" * 40 + "b", "../a", *patterns[:3]):
        matched(path)


def markdown(data: bytes) -> None:
    """The parts of a document are in it, in order, and what is measured is what is kept."""
    document = body(text_of(data))
    assert_tiled(document)
    assert_spans_inside(document)
    for mask in (document.code, document.commented, document.generated):
        assert_disjoint(mask)
    for left, right in pairwise(document.kept):
        assert left.end < right.start
    for limit in (1, 3, 60):
        found = document.cut(max_lines=limit, max_size=20 * limit, unit="utf-16")
        assert found is None or 0 <= found.offset <= len(document.text)


def extractors(data: bytes) -> None:
    """Sentences, instructions, dates and credentials are where they say; masking hides and keeps its length in check."""
    document = body(text_of(data))
    text = document.text
    found = list(sentences(document))
    inside((each.span for each in found), len(text))
    for each in directives(document.path, found, builtin()):
        inside((each.sentence.span,), len(text))
    for sentence in found[:20]:
        plain(document, sentence.span)
        is_placeholder(sentence.words)
        inside((date.span for date in relative_dates(sentence.words)), len(sentence.words))
    credentials = secrets.credentials(text)
    inside((each.span for each in credentials), len(text))
    for one, other in pairwise(credentials):
        assert one.span.end <= other.span.start
    inside(masking.hidden_parts(text), len(text))
    masking.masked(text)


def suppressions(data: bytes) -> None:
    """Comments that suppress are in the text, and adding some changes nothing but what it says."""
    document = body(text_of(data))
    length = len(document.text)
    for comment in suppression_comments.read(document):
        inside((comment.span, comment.whole, *(word.span for word in comment.words)), length)
        assert 0 <= comment.covers.start <= comment.covers.end <= length + 1, comment.covers
    at = len(data) * 7 % (length + 1)
    added = suppressing.add(document, [Finding(Span(at, at), "m", "CLAUDE.md", "error", rule="imports/cycle")], "why")
    assert len(added.text) >= length


def index(data: bytes) -> None:
    """A line is added to an index, or refused; all other bytes stay."""
    label = ("Glaze names", "glaze-names.md", "how the kiln's glazes are called")
    with suppress(UsageError, RefusedError):
        added = index_line.add(data, "MEMORY.md", "project", label, _facts())
        assert len(added.data) >= len(data)


# --- what memlint is told


def configuration(data: bytes) -> None:
    """A configuration gives settings or a complaint."""
    with scratch() as base:
        for name, text in (("memlint.toml", data), ("pyproject.toml", b"[tool.memlint]\n" + data)):
            place = base / name
            place.write_bytes(text)
            with suppress(UsageError):
                read_settings(str(place))
                list(marks(text.decode("utf-8-sig")))
        (base / "known.json").write_bytes(data)
        with suppress(UsageError):
            baseline.read(str(base / "known.json"))
    settings = agent_settings.read(data, ".claude/settings.json", "project")
    inside((settings.span("hooks", "a"), settings.span("permissions")), len(settings.text))


def hook(data: bytes) -> None:
    """Whatever comes in for the hook, it answers: an agent must not stop because of it."""
    from tests.fuzz.hooked import answer

    with scratch() as base:
        answer(base, planted(base, INSTRUCTIONS), data)


def events(data: bytes) -> None:
    """A log of events is read, whatever is in it, and compared with the plan."""
    from tests.fuzz.hooked import compared

    with scratch() as base:
        compared(base, planted(base, INSTRUCTIONS), data)


# --- a project


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder in memory where there is one, and nothing of it is left."""
    shm = "/dev/shm" if os.path.isdir("/dev/shm") else None
    folder = tempfile.mkdtemp(prefix="memlint-fuzz-", dir=shm)
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def planted(base: Path, data: bytes) -> Path:
    """Put the tree that ``data`` describes below ``base``; names that cannot be are left out. Return its root."""
    root = base / "p"
    (root / ".git").mkdir(parents=True)
    for part in (b"\n" + data).split(b"\n==> ")[: _FILES + 1]:
        name, _, text = part.partition(b"\n")
        path, arrow, target = name.partition(b" -> ")
        place = _place(root, path)
        if place is None:
            continue
        with suppress(OSError, ValueError):  # a folder by that name, or a file where a folder must be
            place.parent.mkdir(parents=True, exist_ok=True)
            if not arrow:
                place.write_bytes(text)
            elif (end := _place(root, target)) is not None and not os.path.lexists(place):
                place.symlink_to(os.path.relpath(end, place.parent))
    return root


def _place(root: Path, name: bytes) -> Path | None:
    parts = [part for part in name[:_NAME].split(b"/") if part not in (b"", b".", b"..")]
    return root.joinpath(*map(os.fsdecode, parts)) if parts and b"\0" not in name and parts[0] != b".git" else None


def project(data: bytes) -> None:
    """All rules run over a whole project, and every report can be written."""
    with scratch() as base:
        root = planted(base, data)
        report = _checked(root, base)
        for form in FORMATS:
            for line in (*render(report, form), *notes(report, form)):
                line.encode("utf-8", "surrogateescape")


def fixes(data: bytes) -> None:
    """Fixes come to an end, and what they leave has findings no worse than before."""
    with scratch() as base:
        root = planted(base, data)
        lint = partial(check, [root], root=root, home=base / "home", select=["all"], settings=Settings(today=TODAY))
        before = lint()
        fixed = fixing.fix(lint, {}, unsafe=True)
        assert len(fixed.report.findings) <= len(before.findings)


def manifests(data: bytes) -> None:
    """Files of other tools, which memlint compares instructions with, may hold anything. The first byte names one."""
    name = MANIFESTS[data[0] % len(MANIFESTS)] if data else MANIFESTS[0]
    with scratch() as base:
        root = planted(base, INSTRUCTIONS)
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data[1:])
        _checked(root, base)


def _checked(root: Path, base: Path) -> Report:
    settings = Settings(today=TODAY)
    report = check([root], root=root, home=base / "home", select=["all"], settings=settings)
    for finding in (*report.findings, *report.suppressed):
        assert finding.rule != CRASH, finding.message
        for path, span in ((finding.path, finding.span), *((each.path, each.span) for each in finding.related)):
            if span.end:
                inside((span,), len(report.texts[path]))
    return report


@cache
def _facts() -> Facts:
    return for_version()


TARGETS: dict[str, Target] = {
    each.__name__: each
    for each in (
        *(decoder, header, globs, markdown, extractors, suppressions, index, configuration),
        *(hook, events, project, fixes, manifests),
    )
}
