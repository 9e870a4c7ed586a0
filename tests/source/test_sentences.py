"""Sentences: where one ends, what stands around it, and what is not the author's prose."""

from __future__ import annotations

from memlint.source.document import read
from memlint.source.sentences import Sentence, sentences


def found(text: str) -> list[Sentence]:
    return list(sentences(read(text, "CLAUDE.md")))


def words(text: str) -> list[str]:
    return [sentence.words for sentence in found(text)]


def test_a_full_stop_ends_a_sentence_but_not_in_code_or_after_an_abbreviation() -> None:
    text = "Mix it. See e.g. Cones and `a. B` here, v1.2 too.\n"
    assert words(text) == ["Mix it.", "See e.g. Cones and `a. B` here, v1.2 too."]


def test_mark_up_is_left_out_and_code_keeps_its_backticks() -> None:
    text = "- [ ] **Always** read [the book](docs/book.md) and `__init__`\n  _twice_\n"
    assert words(text) == ["Always read the book and `__init__` twice"]


def test_marks_are_left_out_beside_code_and_links_alone() -> None:
    assert words("Keep `a_b` and _this_ c_d, **not** ~~that~~\tone.\n") == ["Keep `a_b` and this c_d, not that one."]
    assert words("Fire it![cone](cone.png)  _now_!\n") == ["Fire itcone now!"]
    assert words("[x] [ ] Wet   it\n") == ["[ ] Wet it"]
    assert words("使用。Wet it! Dry it。 And\nthat.\n") == ["使用。", "Wet it!", "Dry it。", "And that."]


def test_the_span_is_where_the_sentence_stands() -> None:
    text = "# Clay\n\nWet it. **Never** dry it.\n"
    assert [text[slice(*sentence.span)] for sentence in found(text)] == ["Wet it.", "**Never** dry it."]


def test_chinese_and_japanese_full_stops_end_sentences() -> None:
    assert words("使用 pnpm。不要用 npm。\n") == ["使用 pnpm。", "不要用 npm。"]


def test_headings_nest_and_a_line_with_a_colon_is_one() -> None:
    text = "# Kiln\n\n## Glaze\n\n**Red:**\n\nCone 6.\n\n## Clay\n\nWet.\n"
    assert [sentence.headings for sentence in found(text)] == [("Kiln", "Glaze", "Red"), ("Kiln", "Clay")]


def test_list_items_know_their_list_their_place_and_what_introduces_it() -> None:
    one, two, three = found("Never do this:\n\n- spit\n- run\n\nThen:\n\n1. wash\n")
    assert (one.position, two.position, three.position) == (0, 1, 0)
    assert one.list_id == two.list_id != three.list_id
    assert (one.lead_in, three.lead_in) == ("Never do this:", "Then:")
    assert found("Outside.\n")[0].list_id == -1


def test_an_item_that_holds_a_list_introduces_it() -> None:
    assert found("- Red clay\n  - wet\n")[1].lead_in == "Red clay"


def test_all_items_of_a_list_have_what_introduces_it_and_items_of_another_one_do_not() -> None:
    text = "**Never** do this:\n\n- spit\n- run\n\nDo these.\n\n- wash\n- rest\n  - sleep\n  - sit\n"
    assert [sentence.lead_in for sentence in found(text)[1:]] == ["Never do this:"] * 2 + [""] * 3 + ["rest"] * 2


def test_what_is_not_the_author_s_prose_is_left_out() -> None:
    text = (
        "<!-- Never. -->\n\n> Quoted.\n\n```\nCode.\n```\n\n| a | b |\n|---|---|\n| c | d |\n\n<div>\nRaw.\n</div>\n\n"
        "<!-- BEGIN tool -->\n\nTheirs.\n\n<!-- END tool -->\n\nMine.\n"
    )
    assert words(text) == ["Mine."]


def test_an_empty_document_has_none() -> None:
    assert found("") == []


def test_a_comment_in_a_line_is_no_part_of_what_it_says() -> None:
    text = (
        "- Fire it at cone six. <!-- memlint-disable-line content/vague -- why -->\n\nHold it <!-- a --> for an hour\n"
    )
    assert [sentence.words for sentence in sentences(read(text, "CLAUDE.md"))] == [
        "Fire it at cone six.",
        "Hold it for an hour",
    ]
