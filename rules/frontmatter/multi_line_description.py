"""frontmatter/multi-line-description."""

from __future__ import annotations

from memlint import Finding, Findings, Topic, rule

from ._headers import filled


@rule("info")
def multi_line_description(topic: Topic) -> Findings:
    """A topic file's description has several lines.

    Recall lists memories one a line, by name and description. A text that YAML folds into one line (`>-`) is one line;
    one that keeps its line ends (`|`, `\\n`) is not.

    What to do: say it in one line, and the rest in the text below the header.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: |
          When we deploy.
          Who may deploy.
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
        On Tuesdays.
    """
    field = filled(topic, "description")
    if field is None:
        return
    lines = [line for line in field.text.strip().splitlines() if line.strip()]
    if len(lines) > 1:
        yield Finding(field.span, f"the description has {len(lines)} lines, and recall lists it as one")
