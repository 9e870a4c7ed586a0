"""Where sentences begin and end, what they say without mark-up, and what stands above them: form by form."""

from __future__ import annotations

import pytest

from memlint.source.document import read
from memlint.source.sentences import plain, sentences
from memlint.source.spans import Span


def spans(text: str) -> list[str]:
    return [text[slice(*sentence.span)] for sentence in sentences(read(text, "CLAUDE.md"))]


def words(text: str) -> list[str]:
    return [sentence.words for sentence in sentences(read(text, "CLAUDE.md"))]


@pytest.mark.parametrize(
    "text",
    [
        "Mix it!| Fire it?| Yes.| No.",
        "Mix it (it is wet.)| Then fire.",
        'He said "mix it."| Then fired.',
        "Mix *it.*| Then fire.",
        "Mix **it.**| Then fire.",
        "A.\n|B.",
        "A.  |B",
        "See @kiln.md.| Next.",
        "Indented.  \n|More.",
        "窯！|釉？|粘土。|End",
        "...",
        # no end
        "Mix it.Then not.",
        "Mix it. then not.",
        "Mix `it.` Then fire.",
        "Mix it [now.](a.md) Then fire.",
        "See No. Seven now.",
        "Cone Nr. Six, approx. Ten.| End.",
        "Ask Dr. Kiln vs. Glaze etc. Then go.",
        "It has 3. Then more.",
    ],
)
def test_where_one_ends(text: str) -> None:
    assert spans(text.replace("|", "")) == [part.strip() for part in text.split("|")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A  b\tc\nd", "A b c d"),
        ("a ~~b~~ c _d_ e_f_g __h__ ***i***", "a b c d e_f_g h i"),
        ("[a](b.md) and [c][d] and ![e](f.png) x\n\n[d]: g.md", "a and c and e x"),
        ("<https://kiln-works.io> is *it*", "<https://kiln-works.io> is it"),
        ("See [`a*b*`](c.md) *x*", "See a*b* x"),
        ("`*a*` and *b* and `_c_`", "`*a*` and b and `_c_`"),
        ("[x] done *it*", "done it"),
        ("- [ ]  open", "open"),
        ("- [X] *more*", "more"),
        ("- [-] none", "[-] none"),
        ("See [a *b*\nc](d.md) *now*", "See a b c now"),
        ("a <!-- c --> b <!-- d -->", "a b"),
        ("*a* <!-- c --> *b*", "a b"),
    ],
)
def test_what_it_says(text: str, expected: str) -> None:
    assert words(text) == [expected]


def test_a_comment_before_a_sentence_and_one_in_it() -> None:
    assert words("a <!-- c --> b. D <!-- e --> f.\n") == ["a b.", "D f."]
    assert words("A. <!-- c --> D <!-- e --> f <!-- g -->. H <!-- i -->\n") == ["A.", "D f .", "H"]


def test_the_words_of_any_span() -> None:
    text = "a *b* c\nd <!-- x --> *e* [f](g.md)\n"
    document = read(text, "CLAUDE.md")
    assert plain(document, Span(2, 7)) == "b c"
    assert plain(document, Span(0, text.index(" ["))) == "a b c d e"
    assert plain(document, Span(0, len(text))) == "a b c d e f"
    assert plain(document, Span(2, text.index("x"))) == "b c d"  # up to where the comment is cut off


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("Title:", "Title"),
        ("**Title:**", "Title"),
        ("**Title**:", "Title"),
        ("__Title__:", "Title"),
        ("Title v1.2:", "Title v1.2"),
        ("标题：", "标题"),
        ("a" * 59 + ":", "a" * 59),
        ("a" * 60 + ":", None),
        ("1 title:", None),
        ("A title. With a stop:", None),
        ("Is it a title?:", None),
        ("Title", None),
    ],
)
def test_lines_that_are_headings(title: str, heading: str | None) -> None:
    found = list(sentences(read(f"{title}\n\nText.\n", "CLAUDE.md")))
    assert found[-1].headings == (() if heading is None else (heading,))
    assert len(found) == 1 if heading else len(found) > 1


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# A\n\n### B\n\nT.\n\n## C\n\nT.", [("A", "B"), ("A", "C")]),
        (
            "# A\n\n**B:**\n\nT.\n\n**C:**\n\nT.\n\n## D\n\nT.\n\n# E\n\nT.",
            [("A", "B"), ("A", "C"), ("A", "D"), ("E",)],
        ),
        ("Setext\n===\n\nT.\n\nDown\n---\n\nT.", [("Setext",), ("Setext", "Down")]),
        ("> # Q\n\nT.", [("Q",)]),
    ],
)
def test_what_stands_above(text: str, headings: list[tuple[str, ...]]) -> None:
    assert [sentence.headings for sentence in sentences(read(text, "CLAUDE.md"))] == headings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lead:\n- a\n- b\n  - c\n\n  d\n- e\n\nf", "a 0 Lead:|b 1 Lead:|c 0 b|d 1 Lead:|e 2 Lead:|f -1 "),
        ("Lead\n- a", "Lead -1 |a 0 "),
        ("领：\n- a", "a 0 领："),
        ("- a\n\n  b\n\n- c", "a 0 |b 0 |c 1 "),
        ("- a:\n  1. b\n  2. c\n- d\n\nEnd.", "a: 0 |b 0 a:|c 1 a:|d 1 |End. -1 "),
        ("- a\n  > q\n- b", "a 0 |b 1 "),
        ("1. a\n2. b", "a 0 |b 1 "),
        ("- a. B c.\n- d", "a. 0 |B c. 0 |d 1 "),
    ],
)
def test_places_in_lists(text: str, expected: str) -> None:
    found = sentences(read(text, "CLAUDE.md"))
    assert "|".join(f"{each.words} {each.position} {each.lead_in}" for each in found) == expected


def test_a_table_ends_where_its_block_ends() -> None:
    assert words("a | b\n--|--\nc | d\n\ne\n\nf | g\n--|--\n\nh") == ["e", "h"]


def test_lists_have_numbers_of_their_own() -> None:
    numbers = [each.list_id for each in sentences(read("- a\n  - b\n- c\n\n1. d\n\nText.\n\n- e\n", "CLAUDE.md"))]
    a, b, c, d, text, e = numbers
    assert a == c
    assert text == -1
    assert len({a, b, d, e}) == 4
    assert min(a, b, d, e) >= 0


def test_a_full_stop_in_a_comment_ends_nothing() -> None:
    assert words("Use tabs. <!-- Old: see above. Never use tabs. --> Then go.\n") == ["Use tabs.", "Then go."]
    assert words("Fire <!-- it. Or not. --> the kiln.\n") == ["Fire the kiln."]
