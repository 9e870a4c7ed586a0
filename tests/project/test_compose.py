"""A new topic and its line in the index: whatever is written reads back as what was given, and all else stays."""

from __future__ import annotations

from pathlib import Path

import frontmatter
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint import UsageError, check
from memlint.errors import RefusedError
from memlint.harness.facts import for_version
from memlint.project import compose, index_line
from memlint.project.compose import Wish
from memlint.project.index_line import Added
from memlint.source.document import Document, parse
from tests.trees import plant

FACTS = for_version()
TYPES = FACTS.words("topic.types")
LINE = "- [Kiln tests](kiln-tests.md) — run them first\n"


def topic(description: str, text: str = "Run them first.\n", type_: str = "user", name: str = "kiln-tests") -> bytes:
    wish = Wish(type_, name, text, description)
    return compose.topic(wish, compose.description_of(wish, FACTS), compose.body_of(text), FACTS)


def add(data: bytes | None, *, type_: str = "user", title: str = "Kiln tests", hook: str = "run them first") -> Added:
    return index_line.add(data, "memory/MEMORY.md", type_, (title, "kiln-tests.md", hook), FACTS)


def document(data: bytes) -> Document:
    found = parse(data, "memory/kiln-tests.md")
    assert isinstance(found, Document)
    return found


# --- the topic file


def test_the_form_that_the_agent_writes() -> None:
    assert topic("How we fire", "\n\nAt cone six.\r\nNot hotter.\n\n", "project").decode() == (
        "---\nname: kiln-tests\ndescription: How we fire\nmetadata:\n  type: project\n---\n\nAt cone six.\nNot hotter.\n"
    )


@pytest.mark.parametrize(
    "description",
    [
        "Firing: at cone six",
        "Firing # not glazing",
        'The "blue" glaze',
        "It's the potters' own \"glaze\"",
        "- a dash first",
        *(f"{first}special first" for first in "@`!&*%?|>[]{},'\"#:~-="),
        "yes",
        "null",
        "1e3 shelves",
        "2026-11-30",
        "0x1F",
        "C:\\kiln\\glaze",
        "\\n is no line end",
        "Ends with a colon:",
        "Überhitzte Öfen, 釉薬は青い, глазурь",
        "Hot 🔥 and 👩‍🚒, ❤️",
        "{{ template }} and <tag> and <!-- comment",
        "a -- dash",
    ],
)
def test_descriptions_survive(description: str) -> None:
    data = topic(description)
    header = document(data).frontmatter
    assert header is not None
    assert header.status == "valid"
    field = header.get("description")
    assert field is not None
    assert field.text == description
    assert frontmatter.loads(data.decode())["description"] == description
    assert description.isascii() or description in data.decode()  # no escapes


@pytest.mark.parametrize(
    ("description", "why"),
    [
        ("a\nb", "one line"),
        ("a\u2028b", "one line"),
        ("a\x07b", "control character"),
        ("a\tb", "control character"),
        ("\udcff", "control character"),
        ("ends the --- header", "where the agent ends the header"),
        ("… !", "no letter"),
        ("\u200b", "is empty"),
        ("Kiln_Tests.", "no more than the name"),
        ("Tests", "no more than the name"),
        ("x" * 151, "151 characters, more than the 150"),
        ("1e3", "would not read"),  # a number in YAML 1.2
    ],
)
def test_descriptions_that_are_refused(description: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        topic(description)


@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("Run them first.\nThen glaze.\n", "Run them first."),
        ("# Firing order\n\nText.\n", "Firing order"),
        ("***\n- **Run** them `first`\n", "Run** them `first"),
        ("Run them first. " + "Then glaze. " * 20, "Run them first."),
    ],
)
def test_the_first_line_is_the_description(text: str, description: str) -> None:
    assert compose.description_of(Wish("user", "kiln-tests", text), FACTS) == description


def test_a_first_line_that_is_too_long() -> None:
    with pytest.raises(UsageError, match="it is the first line of the text: give one with --description"):
        compose.description_of(Wish("user", "kiln-tests", "kiln " * 40), FACTS)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no text"),
        (" \r\n\t\n", "no text"),
        ("\ufeff", "no text"),
        ("a\x1b[31m", "control character"),
        ("a\0b", "control character"),
        ("---\nname: x\n---\nText\n", "header of its own"),
        ("<!-- only a comment -->", "would not read"),
    ],
)
def test_texts_that_are_refused(text: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        topic("How we fire", text)


def test_a_topic_that_no_agent_would_load() -> None:
    with pytest.raises(UsageError, match="no memory file loads past 4,194,304"):
        topic("How we fire", "x" * 4_194_304)


@pytest.mark.parametrize("text", ["--- a rule", "***", "---\nno header", "    code first", "{braces} {0}", "a\n---\nb"])
def test_texts_that_look_like_a_header(text: str) -> None:
    assert document(topic("How we fire", text)).text.endswith(f"---\n\n{text}\n")


@pytest.mark.parametrize("name", ["kiln-tests", "a", "7", "2026-plan", "x1-y2-z3", "a" * 64, "no", "team"])
def test_names_that_are_good(name: str) -> None:
    compose.check_name(name, FACTS)
    assert b"name: " in topic("How we fire", name=name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "it is empty"),
        ("  ", "it is empty"),
        ("a/b", "path separator"),
        ("a\\b", "path separator"),
        ("/etc/kiln", "path separator"),
        ("..", "it holds"),
        ("a..b", "it holds"),
        (".hidden", "hyphens between them"),
        ("a\nb", "control character"),
        ("a\0b", "control character"),
        ("\udcff", "control character"),
        ("a\u202eb", "hyphens between them"),
        ("Kiln Tests", 'hyphens between them.*; "kiln-tests" would be one'),
        ("kiln_tests", '"kiln-tests" would be one'),
        ("kiln-tests.md", '"kiln-tests" would be one'),
        ("-kiln", "hyphens between them"),
        ("kiln-", "hyphens between them"),
        ("kiln--tests", "hyphens between them"),
        ("釉薬", r"\(kiln-tests\)$"),
        ("a" * 65, "65 characters, more than 64"),
        ("memory", "something else"),
        ("MEMORY", r"hyphens between them \(kiln-tests\)$"),
        ("readme", "something else"),
        ("changelog", "something else"),
        ("con", "device of Windows"),
        ("lpt9", "device of Windows"),
        ("example", "taken for a sample"),
        ("topic", "taken for a sample"),
    ],
)
def test_names_that_are_refused(name: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        compose.check_name(name, FACTS)


# --- the line of the index


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (None, LINE),
        (b"", LINE),
        (b"\n\n", f"{LINE}\n\n"),
        (b"# Memory\n", f"# Memory\n\n{LINE}"),
        (b"# Memory", f"# Memory\n\n{LINE[:-1]}"),
        (b"# Memory\n\n\n", f"# Memory\n\n{LINE}\n\n"),
        (b"- [A](a.md) - x\n", "- [A](a.md) - x\n" + LINE.replace("—", "-")),
        (b"- [A](a.md): x", "- [A](a.md): x\n" + LINE[:-1].replace(" —", ":")),
        (b"* [A](a.md) - x\n\nEnd.\n", f"* [A](a.md) - x\n*{LINE[1:].replace('—', '-')}\nEnd.\n"),
        ("+  [A](a.md) – x\n".encode(), "+  [A](a.md) – x\n+ " + LINE[1:].replace("—", "–")),
        (b"  - [A](a.md)\n", f"  - [A](a.md)\n  {LINE}"),
        (b"7. [A](a.md)\n", f"7. [A](a.md)\n8.{LINE[1:]}"),
        (b"- [A](a.md)\n  goes on\n\n  and on\n# B\n", f"- [A](a.md)\n  goes on\n\n  and on\n{LINE}# B\n"),
        (b"- [A](a.md)\n  - [B](b.md)\n", f"- [A](a.md)\n  - [B](b.md)\n{LINE}"),
        (b"- [A](a.md)\n\n- [B](b.md)\n\n\n", f"- [A](a.md)\n\n- [B](b.md)\n{LINE}\n\n"),
        (b"- [A](a.md)\n\n- no entry\n", f"- [A](a.md)\n{LINE}\n- no entry\n"),
        (b"| Topic |\n|---|\n| [A](a.md) |\n", f"| Topic |\n|---|\n| [A](a.md) |\n\n{LINE}"),
        (b"See [A](a.md).\n", f"See [A](a.md).\n\n{LINE}"),
        (
            b"- [A](a.md)\r\nEnd\r\n",
            f"- [A](a.md)\r\n  End\r\n{LINE}".replace("  End", "End").replace("\n", "\r\n").replace("\r\r", "\r"),
        ),
        (b"- [A](a.md)\r\n- [B](b.md)", f"- [A](a.md)\r\n- [B](b.md)\r\n{LINE[:-1]}"),
        (b"\xef\xbb\xbf- [A](a.md)\n", f"\ufeff- [A](a.md)\n{LINE}"),
        (b"---\ntype: index\n---\n- [A](a.md)\n", f"---\ntype: index\n---\n- [A](a.md)\n{LINE}"),
        (
            b"<!-- BEGIN x -->\n- [A](a.md)\n<!-- END x -->\n",
            f"<!-- BEGIN x -->\n- [A](a.md)\n<!-- END x -->\n\n{LINE}",
        ),
        (
            b"- [A](a.md)\n<!-- BEGIN x -->\n- [B](b.md)\n<!-- END x -->\n",
            f"- [A](a.md)\n{LINE}<!-- BEGIN x -->\n- [B](b.md)\n<!-- END x -->\n",
        ),
        (b"- [A](a.md)\n<!-- - [B](b.md) -->\n", f"- [A](a.md)\n{LINE}<!-- - [B](b.md) -->\n"),
    ],
)
def test_where_the_line_goes(old: bytes | None, new: str) -> None:
    added = add(old)
    assert added.data.decode() == new
    assert added.data.decode().removeprefix("\ufeff").splitlines()[added.number - 1] == added.line


def test_what_stands_above_the_heading_or_below_the_next_is_not_below_it() -> None:
    old = "- [A](a.md) — a\n\n## Users\n\n### Old\n\n- [B](b.md) — b\n\n## Other\n\n- [C](c.md) — c\n"
    assert add(old.encode()).data.decode() == old.replace("— b\n", f"— b\n{LINE}")
    empty = "- [A](a.md) — a\n\n## Users\n\n## Other\n\n- [C](c.md) — c\n"
    assert add(empty.encode()).data.decode() == empty + LINE
    above = "- [A](a.md) — a\n\n## Users\n"
    assert add(above.encode()).data.decode() == above.replace("— a\n", f"— a\n{LINE}")


def test_items_below_an_entry_and_others_than_entries_do_not_end_the_list() -> None:
    old = "* [A](a.md): a\n  * more\n* [web](https://kiln.invalid): no topic\n* none\n* [B](b.md): b\n"
    assert add(old.encode()).data.decode() == old + "* [Kiln tests](kiln-tests.md): run them first\n"


def test_below_the_heading_of_its_type() -> None:
    old = "# Memory\n\n## User\n\n- [A](a.md) — x\n\n## Projects\n\n- [B](b.md) — y\n"
    assert add(old.encode()).data.decode() == old.replace("x\n", f"x\n{LINE}")
    assert add(old.encode(), type_="project").data.decode() == f"{old}{LINE}"
    assert add(old.encode(), type_="reference").data.decode() == f"{old}{LINE}"


@pytest.mark.parametrize("title", ["Kiln [old] tests", "a ] b", "C:\\kiln", "*Stars* & `code`", "釉薬 🔥", "a (b)"])
def test_titles_survive(title: str) -> None:
    added = add(b"- [A](a.md)\n", title=title)
    (_, link) = document(added.data).links
    assert link.target == "kiln-tests.md"
    assert link.text == title.replace("*", "").replace("`", "")


@pytest.mark.parametrize(
    ("old", "hook", "why"),
    [
        (b"", "see [B](b.md)", "as one entry"),
        (b"<!-- \n", "x", "as one entry"),
        (b"```\n", "x", "as one entry"),
        (b"", "x" * 180, "more than 200"),
    ],
)
def test_lines_that_are_refused(old: bytes, hook: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        add(old, hook=hook)


@pytest.mark.parametrize(
    ("old", "why"),
    [
        (b"- [A](kiln-tests.md)\n", "MEMORY.md:1 names kiln-tests.md already"),
        (b"\n- [A](./Kiln-Tests.md#part)\n", "MEMORY.md:2 names kiln-tests.md already"),
        (b"<!-- @generated -->\n- [A](a.md)\n", "generated"),
        (b"\xff\xfe-\0", "cannot be read"),
        (
            LINE.replace("kiln-", "x").encode() * 200,
            "is full: with the new line it would have 201 lines and 9,048 bytes",
        ),
        (b"- [A](a.md) " + b"x" * 24_950 + b"\n", "full"),
        (b"- [A](a.md) " + "窯".encode() * 8_325 + b"\n", "full"),  # by its bytes alone
        (b"- [A](a.md)\n" + b"\ntext\n" * 100, "full"),  # what follows would no longer load
    ],
)
def test_indexes_that_are_refused(old: bytes, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        add(old)


def test_a_full_index_takes_the_last_line() -> None:
    assert add(LINE.replace("kiln-", "x").encode() * 199).number == 200


@pytest.mark.parametrize("letter", ["x", "é", "窯"])
def test_a_full_index_takes_the_last_byte(letter: str) -> None:
    room = 25_001 - len(LINE.encode())  # the last newline does not count
    text = "- [A](a.md) " + letter * 8_000
    text += "x" * (room - len(text.encode()) - 1) + "\n"
    assert len(add(text.encode()).data) == 25_001
    with pytest.raises(RefusedError, match="25,001 bytes, and the agent loads"):
        add(text.replace("[A]", "[AB]").encode())


# --- properties

TEXT = st.text(st.characters(codec="utf-8"), max_size=160)
PLAIN = st.text("abcäöé釉🔥 .,:;!?'\"()/&%$+=", min_size=1, max_size=120)
PIECES = (
    "# Memory\n",
    "- [A](a.md) — x\n",
    "* [B](./b.md)\n",
    "  - nested\n",
    "\n",
    "text `code` *x*\n",
    "<!-- c -->\n",
)
MORE = (
    "1. [C](c.md): y\n",
    "> quote\n",
    "```\nx\n```\n",
    "| [D](d.md) | x |\n",
    "  more\n",
    "## User\n",
    "[r]: r.md\n",
)


@settings(max_examples=400)
@given(description=TEXT, text=TEXT | st.just("Fact."), type_=st.sampled_from(TYPES))
def test_a_topic_reads_back_or_is_refused(description: str, text: str, type_: str) -> None:
    try:
        data = topic(description or "How we fire", text, type_)
    except UsageError:
        return
    post = frontmatter.loads(data.decode())
    assert post.metadata == {
        "name": "kiln-tests",
        "description": (description or "How we fire").strip(),
        "metadata": {"type": type_},
    }
    found = document(data)
    assert found.frontmatter is not None
    assert found.frontmatter.problem is None
    body = found.text[found.frontmatter.span.end :]
    assert body.strip() == text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").strip()


@settings(max_examples=400)
@given(
    pieces=st.lists(st.sampled_from((*PIECES, *MORE)), max_size=12),
    windows=st.booleans(),
    final=st.booleans(),
    bom=st.booleans(),
    title=TEXT,
    hook=TEXT,
)
def test_an_index_gets_one_line_or_none(
    pieces: list[str], windows: bool, final: bool, bom: bool, title: str, hook: str
) -> None:
    text = "".join(pieces)
    text = text if final else text.rstrip("\n")
    old = (b"\xef\xbb\xbf" if bom else b"") + text.replace("\n", "\r\n" if windows else "\n").encode()
    try:
        added = add(old, title=compose.one_line(title or "Kiln", "title"), hook=compose.one_line(hook or "x", "hook"))
    except UsageError:
        return
    line, newline = added.line.encode(), b"\r\n" if b"\r\n" in old else b"\n"
    at = added.data.index(line)
    before, after = added.data[:at], added.data[at + len(line) :]
    # One line, and where it is kept apart from other text an empty one before it.
    candidates = [before + after.removeprefix(newline), before.removesuffix(newline) + after.removeprefix(newline)]
    candidates += [before.removesuffix(newline) + after, before.removesuffix(newline * 2) + after]
    assert old in candidates
    assert len(added.data) - len(old) - len(line) in (len(newline), 2 * len(newline))
    new = document(added.data)
    assert [link.target for link in new.links].count("kiln-tests.md") == 1
    assert len(new.links) == len(document(old).links) + 1


@settings(max_examples=60)
@given(description=PLAIN, text=PLAIN, type_=st.sampled_from(TYPES))
def test_what_is_made_lints_clean(tmp_path: Path, description: str, text: str, type_: str) -> None:
    description = f"Cone six: {description}"
    body = f"Fire at cone six. {text}\n\n**Why:** the glaze runs.\n\n**How to apply:** each week.\n"
    try:
        data = topic(description, body, type_)
        index = add(None, type_=type_, hook=compose.one_line(description, "hook")).data
    except UsageError:
        return
    base = plant(tmp_path, {})
    (base / "memory").mkdir(exist_ok=True)
    (base / "memory/kiln-tests.md").write_bytes(data)
    (base / "memory/MEMORY.md").write_bytes(index)
    report = check([base], root=base, home=tmp_path)
    assert [finding for finding in report.findings if not finding.rule.startswith("loading/")] == []
