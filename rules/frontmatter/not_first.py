"""frontmatter/not-first."""

from __future__ import annotations

from memlint import Edit, Finding, Findings, Fix, Span, Topic, rule

from ._headers import late


@rule("warning")
def not_first(topic: Topic) -> Findings:
    """Something stands before a topic file's header.

    The loader takes a header only when `---` are the first characters of the file. Behind a blank line, a blank or a
    comment it is text, and recall has no name and description to go by. A byte order mark before it is an info: it
    cannot be seen in an editor, and not every reader takes it off.

    What to do: let the file begin with `---`, and save it as UTF-8 without a byte order mark. The fix takes blank lines
    away that stand before it.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        <!-- written by hand -->
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
        ---
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
        ---
        <!-- written by hand -->
        On Tuesdays.
    """
    document = topic.document
    if document.frontmatter is not None:
        if document.bom and document.frontmatter.fields:
            message = "a byte order mark stands before the header: readers that keep it see no header"
            yield Finding(Span(0, 3), message, severity="info")
        return
    found = late(document)
    if found:
        before = document.text[: found.start]
        what = "a comment stands" if before.strip() else "a blank line stands" if before else "a blank stands"
        start = document.text.index("---", found.start)
        blank = not document.text[:start].strip()
        yield Finding(
            Span(start, start + 3),
            f'{what} before the header: only a "---" at the very start of the file opens one, so this is text and recall '
            "has no name or description",
            fix=Fix("let the file begin with the header", (Edit(Span(0, start), ""),)) if blank else None,
        )
