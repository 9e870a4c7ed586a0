"""index/has-frontmatter."""

from __future__ import annotations

from memlint import Finding, Findings, Index, rule

from ._entries import counted


@rule("info")
def has_frontmatter(index: Index) -> Findings:
    """An index that begins with a YAML header.

    Topic files have headers, indexes have none: the agent writes none, and the header is taken off before the index
    loads. What it says reaches no session and does not count against the limits.

    What to do: put what the agent should know below the header, as text.

    Bad:

        ==> memory/MEMORY.md
        ---
        name: index
        description: What we know about deploys
        ---
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        # What we know about deploys
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        On Tuesdays.
    """
    header = index.document.frontmatter
    if header is not None:
        lines = counted(index.document.text.count("\n", *header.span), "line")
        message = f"a header of {lines} is taken off before the index loads: nothing in it reaches the agent"
        if index.document.bom:
            message = f"a header of {lines} behind a byte order mark loads as text, before the first entry"
        yield Finding(header.span, message)
