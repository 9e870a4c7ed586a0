"""The behaviour table of the ``@path`` grammar (SPEC 2.2), row by row."""

from __future__ import annotations

import pytest

from memlint.source.nodes import Import
from tests.source.checks import body, text_of

WIDE, NO_BREAK, ZERO_WIDTH = "\u3000", "\u00a0", "\u200b"

ROWS = [
    # A path ends at the next white space, so punctuation behind it belongs to it.
    pytest.param("See @README for x and @package.json.", ["README", "package.json."], id="final full stop is kept"),
    pytest.param("@a.md,", ["a.md,"], id="comma is kept"),
    pytest.param("@b.md: x", ["b.md:"], id="colon is kept"),
    pytest.param("@c.md; x", ["c.md;"], id="semicolon is kept"),
    pytest.param("see (also @f.md)", ["f.md)"], id="closing bracket is kept"),
    # Before the "@" stands white space or nothing.
    pytest.param("(@d.md)", [], id="bracket before"),
    pytest.param('"@e.md"', [], id="double quote before"),
    pytest.param("'@x.md'", [], id="single quote before"),
    pytest.param("mail me@x.com", [], id="letter before"),
    pytest.param("<me@y.com>", [], id="address in angle brackets"),
    pytest.param("https://x.com/@u", [], id="handle in an address"),
    pytest.param("请阅读@x.md", [], id="ideograph before"),
    pytest.param("，@y.md", [], id="ideographic comma before"),
    pytest.param(f"全角{WIDE}@z.md", ["z.md"], id="ideographic space before"),
    pytest.param(f"a{NO_BREAK}@nb.md", ["nb.md"], id="no-break space before"),
    pytest.param(f"a {ZERO_WIDTH}@zw.md", [], id="zero-width space before"),
    pytest.param("a\u0085@x.md b\u001f@y.md", [], id="what only Python takes for white space"),
    pytest.param("a\ufeff@x.md", ["x.md"], id="what only JavaScript takes for white space"),
    pytest.param("a\t@x.md", ["x.md"], id="tab before"),
    # Spaces and quotes.
    pytest.param('@"my file.md"', [], id="quoted path"),
    pytest.param("@'x.md' and @`y.md`", [], id="path in single quotes or backticks"),
    pytest.param(r"@Design\ Docs/api.md", ["Design Docs/api.md"], id="escaped space"),
    pytest.param(r"@a\ b\ c.md tail", ["a b c.md"], id="two escaped spaces"),
    pytest.param("@Design Docs/api.md", ["Design"], id="bare space ends the path"),
    # Markup opens a new text token.
    pytest.param("**@bold.md**", ["bold.md"], id="strong"),
    pytest.param("*@em.md*", ["em.md"], id="emphasis"),
    pytest.param("__@b2.md__", ["b2.md"], id="strong by underscores"),
    pytest.param("***@a.md***", ["a.md"], id="strong emphasis"),
    pytest.param("~~@b.md~~", [], id="strikethrough is no markup"),
    pytest.param("@~/a and @~/b", ["~/a", "~/b"], id="two tildes are no markup"),
    pytest.param("[@x.md](url)", ["x.md"], id="link text"),
    pytest.param("![@alt.md](i.png)", ["alt.md"], id="alternative text"),
    pytest.param("[t](@href.md)", [], id="link target"),
    pytest.param('![x](@a.md "@b.md")', [], id="image target and title"),
    pytest.param("[t](u)@glue.md", ["glue.md"], id="right behind a link"),
    pytest.param("`c`@glue.md", ["glue.md"], id="right behind a code span"),
    pytest.param("<br>@b.md", ["b.md"], id="right behind a tag"),
    pytest.param("[@x.md]", [], id="brackets that are no link"),
    pytest.param("&#64;a.md &commat;b.md", [], id="character reference"),
    # Every kind of block with text.
    pytest.param("# Title @h.md", ["h.md"], id="heading"),
    pytest.param("Setext @s.md\n===", ["s.md"], id="underlined heading"),
    pytest.param("> @q.md\n> text @q2.md", ["q.md", "q2.md"], id="quote"),
    pytest.param("* @a.md\n+ @b.md\n- @c.md\n1. @d.md", ["a.md", "b.md", "c.md", "d.md"], id="list items"),
    pytest.param("- [ ] @t.md\n- [x] @u.md", ["t.md", "u.md"], id="task items"),
    pytest.param("- item\n@lazy.md", ["lazy.md"], id="lazy continuation"),
    pytest.param("| a | b |\n|---|---|\n| @cell.md | @d.md |", ["cell.md", "d.md"], id="table"),
    pytest.param("a\n@b.md\nc  \n@d.md\\\n@e.md", ["b.md", "d.md", "e.md"], id="line starts"),
    pytest.param("@a.md\r\n@b.md\r\n", ["a.md", "b.md"], id="windows line ends"),
    pytest.param("a @b.md @c.md d", ["b.md", "c.md"], id="anywhere in a line"),
    # Escapes.
    pytest.param(r"\@esc.md", [], id="escaped"),
    pytest.param(r"x \@esc.md", [], id="escaped inside a line"),
    pytest.param(r"\\@x.md", ["x.md"], id="behind an escaped backslash"),
    pytest.param(r"\*@x.md", ["x.md"], id="behind another escaped character"),
    pytest.param(r"a \*@x.md", ["x.md"], id="behind an escaped character inside a line"),
    pytest.param(r"@my\_file.md", ["my"], id="escaped character in the path"),
    # Comments and other HTML.
    pytest.param("<!-- @c.md -->", [], id="comment block"),
    pytest.param("<!--\n@m1.md\n-->\n@m2.md", ["m2.md"], id="paragraph behind a comment block"),
    pytest.param("<!-- n --> @c2.md", ["c2.md"], id="text behind a comment in its block"),
    pytest.param("<!-- n -->@c2.md", ["c2.md"], id="text right behind a comment in its block"),
    pytest.param("<!-- a --> <!-- @b.md --> @c.md", ["c.md"], id="two comments in a block"),
    pytest.param("<!-- a -->b<!-- c -->@d.md", [], id="text that touches once the comment is gone"),
    pytest.param("<!-- a -->b <!-- c -->@d.md", ["d.md"], id="text that does not touch once the comment is gone"),
    pytest.param("text <!-- @c3.md --> @c4.md", ["c4.md"], id="inline comment"),
    pytest.param("line <!-- @a.md\nstill --> @b.md", ["b.md"], id="inline comment over two lines"),
    pytest.param("<!-- open\n\n@a.md", [], id="comment that is never closed"),
    pytest.param("<details>\n@x.md\n</details>", [], id="block of other HTML"),
    pytest.param("<details>\n\n@x.md\n\n</details>", ["x.md"], id="blank lines end a block of HTML"),
    pytest.param("<div>\n<!-- a --> @x.md\n</div>", [], id="comment inside a block of other HTML"),
    pytest.param("a <b>@x.md</b>", ["x.md"], id="inline HTML"),
    # False friends are imports as soon as a file of that name exists.
    pytest.param("@types/node", ["types/node"], id="npm scope"),
    pytest.param("@babel/core@7.0", ["babel/core@7.0"], id="npm package with a version"),
    pytest.param("ask @alice and @org/team", ["alice", "org/team"], id="handles"),
    pytest.param("@Injectable()", ["Injectable()"], id="decorator"),
    pytest.param("@property", ["property"], id="documentation tag"),
    pytest.param("@media", ["media"], id="CSS at-rule"),
    # Characters that no path begins with.
    *(
        pytest.param(text, [], id=f"{text} is none")
        for text in ("@@z", "@#f", "@/", "@~", "@*", "@%x", "@(y)", "@{x}", "@$HOME/x.md", "@~x", "@", "@ x", "@!x")
    ),
    pytest.param("@/x", ["/x"], id="absolute path"),
    pytest.param("@../up.md @.env @_u.md @-d.md", ["../up.md", ".env", "_u.md", "-d.md"], id="dots, underscore, dash"),
    pytest.param("@文档.md", [], id="path that begins with an ideograph"),
    pytest.param("@./文档.md @a文.md", ["./文档.md", "a文.md"], id="ideographs further on"),
    pytest.param("@é.md", [], id="path that begins with an accented letter"),
    # Backslashes, underscores, asterisks, fragments.
    pytest.param(r"@C:\Users\me\x.md", ["C:"], id="windows path"),
    pytest.param("@C:/Users/me/x.md", ["C:/Users/me/x.md"], id="windows path with slashes"),
    pytest.param(r"@a\b.md", ["a"], id="backslash ends the path"),
    pytest.param("@docs/my_notes_file.md", ["docs/my_notes_file.md"], id="underscores are no emphasis"),
    pytest.param("@src/a__b__c.py", ["src/a__b__c.py"], id="double underscores in a word are no emphasis"),
    pytest.param("@src/__init__.py", ["src/"], id="double underscores around a word are emphasis"),
    pytest.param("@a*b*.md", ["a"], id="asterisks are emphasis"),
    pytest.param("@src/*.ts", ["src/*.ts"], id="one asterisk is none"),
    pytest.param("@a.md#sec @b.md#x#y", ["a.md", "b.md"], id="fragment is dropped"),
    pytest.param("@docs/", ["docs/"], id="directory"),
    # Where nothing is looked for.
    pytest.param("---\nname: '@x.md'\n---\n", [], id="header"),
    pytest.param("---\na: b\n---\n@body.md", ["body.md"], id="first line behind a header"),
    pytest.param("para\n\n    @indented.md", [], id="code by four spaces"),
    pytest.param("\t@tab.md", [], id="code by a tab"),
    pytest.param("- x\n\n      @deep.md", [], id="indented code in an item"),
    pytest.param("```\n@x.md\n```", [], id="fence"),
    pytest.param("~~~\n@x.md\n~~~\n@after.md", ["after.md"], id="fence of tildes"),
    pytest.param("```\n@u.md\n\n@u2.md", [], id="fence that is never closed"),
    pytest.param("````\n```\n@a.md\n```\n````\n@b.md", ["b.md"], id="fence in a longer fence"),
    pytest.param("> ```\n> @q.md\n> ```\n> @r.md", ["r.md"], id="fence in a quote"),
    pytest.param("1. x\n\n   ```\n   @in.md\n   ```\n\n   @after.md", ["after.md"], id="fence in an item"),
    pytest.param("run `cat @x.md now`", [], id="code span"),
    pytest.param("`` `@a.md` `` @b.md", ["b.md"], id="code span with backticks in it"),
    pytest.param("text `open\n@a.md` close", [], id="code span over two lines"),
    pytest.param("[r]: @x.md\n\n[r]", [], id="reference definition"),
    pytest.param("[x][@ref.md]\n\n[@ref.md]: y", [], id="label of a reference"),
]

# text, imports, possible imports (SPEC 2.2.1: an item's own text is scanned raw too)
QUIRK = [
    pytest.param("- run `cat @x.md now`", [], ["x.md"], id="code span in an item"),
    pytest.param("- `do @o1.md`", [], ["o1.md`"], id="the closing backtick sticks to the path"),
    pytest.param("- `@x.md`", [], [], id="a backtick right before is safe"),
    pytest.param("1. do `x @o.md y`", [], ["o.md"], id="ordered list"),
    pytest.param("- see `cat @loose.md now`\n\n- two", [], ["loose.md"], id="loose list"),
    pytest.param("- a\n  - `run @n1.md x` b\n  - @n2.md", ["n2.md"], ["n1.md"], id="nested list"),
    pytest.param("- text <!-- @c.md -->", [], ["c.md"], id="inline comment in an item"),
    pytest.param("- a\n\n  `x @second.md y`", [], ["second.md"], id="second paragraph of an item"),
    pytest.param("- `a @x.md b` and @y.md", ["y.md"], ["x.md"], id="a certain import beside it is listed once"),
    pytest.param("run `cat @x.md now`", [], [], id="code span in a paragraph"),
    pytest.param("> run `cat @x.md now`", [], [], id="code span in a quote"),
    pytest.param("- > run `cat @x.md now`", [], [], id="code span in a quote in an item"),
    pytest.param("- # run `cat @x.md now`", [], [], id="code span in a heading in an item"),
    pytest.param("- ```\n  a @x.md b\n  ```", [], [], id="code block in an item"),
    pytest.param("- a @x.md b", ["x.md"], [], id="no code"),
    pytest.param("- `a`\n\npara `b @x.md c`", [], [], id="paragraph behind a list"),
]


def paths(found: tuple[Import, ...]) -> list[str]:
    return [token.path for token in found]


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_row_of_the_table(text: str, expected: list[str]) -> None:
    assert paths(body(text).imports) == expected


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_span_is_the_token_as_written(text: str, expected: list[str]) -> None:
    document = body("前置 é 😀\n\n" + text) if not text.startswith("---") else body(text)
    assert paths(document.imports) == expected
    for token in document.imports:
        written = text_of(document, token.span)
        assert written.startswith("@")
        assert written[1:].partition("#")[0].replace("\\ ", " ") == token.path


@pytest.mark.parametrize(("text", "certain", "possible"), QUIRK)
def test_code_spans_of_list_items_are_possible_imports(text: str, certain: list[str], possible: list[str]) -> None:
    document = body(text)
    assert paths(document.imports) == certain
    assert paths(document.possible_imports) == possible
    assert all(text_of(document, token.span).startswith("@") for token in document.possible_imports)


def test_every_mention_of_one_path_has_its_own_span() -> None:
    """The loader collapses duplicates; a report needs each place."""
    document = body("@a.md and @a.md")
    assert [(token.path, token.span) for token in document.imports] == [("a.md", (0, 5)), ("a.md", (10, 15))]


def test_tokens_come_in_the_order_of_the_text() -> None:
    document = body("a [@two.md](u) @three.md\n\n<!-- x --> @four.md\n\n- @five.md")
    assert paths(document.imports) == ["two.md", "three.md", "four.md", "five.md"]
