"""What a sentence is limited to: the paths, parts, purposes and moments that it names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlint.source.directives.frames import clause
from memlint.source.directives.limits import (
    apart,
    closing,
    masked,
    opening,
    other_role,
    places,
    purpose,
    quoted,
    timeless,
    title,
)
from memlint.source.directives.parts import listed, own_part
from memlint.source.directives.tables import builtin


@pytest.mark.parametrize(
    ("text", "rest"),
    [("CLAUDE.md rules", " rules"), ("CLAUDE.local.md", ""), ("Kiln.md", "Kiln.md"), ("the AGENTS.md", "the ")],
)
def test_a_title_without_names_of_memory_files(text: str, rest: str) -> None:
    assert title(text) == rest


@pytest.mark.parametrize(
    ("text", "spaced"),
    [
        *(
            ("use npm", "use npm"),
            ("使用npm安装", "使用 npm 安装"),
            ("npmを使う", "npm を使う"),
            ("npm을 사용", "npm 을 사용"),
        ),
        *(("使用 npm", "使用 npm"), ("naïve", "naïve"), ("NPM是", "NPM 是")),
    ],
)
def test_blanks_between_scripts(text: str, spaced: str) -> None:
    assert apart(text) == spaced


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("In `kiln/tiles/` use porcelain", {"path:kiln/tiles"}),
        ("Use packages/web for it", {"path:packages/web"}),
        ("Edit `fire.py` and `src/A/*`", {"path:fire.py", "path:src/a"}),
        ("`@kiln/core` is a package", set()),
        ("`feature/x`, `node.js` and `README.md` are no places", set()),
        ("Large tasks: plan", {"rank:large"}),
        ("For complex changes, ask", {"rank:complex"}),
        ("简单任务：直接做", {"rank:简单"}),
        ("小さな変更", {"rank:小さな"}),
        ("The worker service uses porcelain", {"subject:worker"}),
        ("The dev server runs", set()),
        ("Use porcelain", set()),
    ],
)
def test_places(words: str, expected: set[str]) -> None:
    assert places(words) == expected


@pytest.mark.parametrize(
    ("words", "begins", "ends", "definite"),
    [
        ("In notebooks, use print()", "notebooks", "", ""),
        ("Inside the studio, use porcelain", "the studio", "", ""),
        ("On our kiln, use porcelain", "", "", ""),
        ("In general, use porcelain", "", "", ""),
        ("Use porcelain, always", "", "", ""),
        ("Use porcelain in notebooks", "", "notebooks", ""),
        ("Use porcelain across the studio!", "", "the studio", "the studio"),
        ("Use porcelain for all files", "", "", ""),
        ("Use porcelain for the whole project", "", "", ""),
        ("Use porcelain for consistency", "", "", ""),
    ],
)
def test_what_a_sentence_begins_and_ends_with(words: str, begins: str, ends: str, definite: str) -> None:
    assert (opening(words), closing(words), closing(words, definite=True)) == (begins, ends, definite)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("85 % for new code", {"for:new code"}),
        ("85 % per Kiln.", {"for:kiln"}),
        ("85 % for all code", set()),
        ("85 % for functions", set()),
        ("85 %", set()),
    ],
)
def test_purpose(words: str, expected: set[str]) -> None:
    assert purpose(words) == expected


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("before each commit run it", "run it"),
        ("提交前运行", "运行"),
        ("run it", "run it"),
        ("after the pull request", ""),
    ],
)
def test_when_it_is_done_limits_nothing(words: str, rest: str) -> None:
    assert timeless(words).strip() == rest


def test_patterns() -> None:
    assert masked("a bb a", re.compile("a"), None, re.compile("b+")) == [(0, 1), (5, 6), (2, 4)]
    text = "say \"no clay\" and 'x' or «не надо»"
    assert [text[slice(*span)] for span in quoted(text)] == ['"no clay"', "«не надо»"]
    assert [bool(other_role().search(words)) for words in ("lints it", "formatting", "fires it")] == [True, True, False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wash, use porcelain, dry it.", " use porcelain, dry it"),
        ("Wash it, then porcelain, never redware.", "Wash it, then porcelain"),
        ("Wash. Use porcelain! Dry.", " Use porcelain"),
        ("Wash (use porcelain) now", "use porcelain) now"),
        ("Wash - use porcelain - dry", "use porcelain"),
        ("Use porcelain because it is white", "Use porcelain "),
        ("v1.2 porcelain 3.4", "v1.2 porcelain 3.4"),
        ("Use redware but porcelain; dry it", " porcelain"),
    ],
)
def test_clause(text: str, expected: str) -> None:
    at = text.index("porcelain")
    first, last = clause(text, at, at + 9, builtin())
    assert text[first:last] == expected


@given(st.text(alphabet="ab,.;(- ", max_size=40), st.integers(0, 40), st.integers(0, 5))
def test_a_clause_holds_what_it_is_asked_for(text: str, start: int, size: int) -> None:
    start = min(start, len(text))
    end = min(start + size, len(text))
    first, last = clause(text, start, end, builtin())
    assert 0 <= first <= start
    assert end <= last <= len(text)


def test_values_that_are_listed() -> None:
    text = "German, English and French but Dutch"
    mentions = [
        (word, text.index(word), text.index(word) + len(word), None) for word in ("German", "English", "French")
    ]
    dutch = ("Dutch", text.index("Dutch"), len(text), None)
    assert listed(text, [*mentions, dutch]) == {0, 8, 20}
    assert listed(text, [mentions[0], mentions[0]]) == set()
    assert listed(text, []) == set()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Answer in German, comments in English", "Answer in "),
        ("German for comments, English for answers", " for comments, "),
        ("Texts are old; write German - not now", " write "),
    ],
)
def test_what_a_value_is_for(text: str, part: str) -> None:
    mentions = [
        (word, text.index(word), text.index(word) + len(word), None) for word in ("German", "English") if word in text
    ]
    start = text.index("German")
    assert own_part(text, start, start + 6, mentions) == part
