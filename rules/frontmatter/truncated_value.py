"""frontmatter/truncated-value."""

from __future__ import annotations

from memlint import Edit, Finding, Findings, Fix, Frontmatter, Project, Span, Topic, rule

from .._cut import cutting, is_whole


@rule("warning")
def truncated_value(topic: Topic, project: Project) -> Findings:
    """An unquoted value of a topic's header holds ` #` or `: `.

    From ` #` on, YAML reads a comment: recall sees only what stands before it. A `: ` begins another key, which is no
    YAML on one line: the agent's second try quotes the value and reads it (an info), but other tools lose the whole
    header; below `metadata` the second try does not reach. A name that is a slug without its comment is not fixed.

    What to do: put the value in quotation marks, as the fix does. It is unsafe where the agent then reads more than before.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: Why ticket #12 moved the deploys
        metadata:
          type: project
        ---
        On Tuesdays.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: Deploys: when and who
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
        description: "Deploys: why ticket #12 moved them"
        metadata:
          type: project
        ---
        On Tuesdays.
    """
    header, text = topic.document.frontmatter, topic.document.text
    if header is None:
        return
    if header.problem is not None and header.problem.cause == "colon":
        span = Span(header.problem.offset, header.problem.offset + 1)
        what = 'an unquoted value holds ": ", where YAML begins another key'
        if header.status == "rescued":
            message = f"{what}: the agent's second try reads it whole, other tools lose the whole header"
            yield Finding(span, message, severity="info", fix=_quoted(text, _with_colon(text, header)))
        else:
            yield Finding(span, f"{what}: the agent takes the header as empty, so recall has no name or description")
        return
    for field in (topic.field("name"), topic.field("description")):
        found = cutting(topic.document, field)
        if field is not None and found is not None:
            older = "" if project.facts.holds("topic.hash-kept") else ", and the agent's next save drops the rest"
            value = Span(field.span.start, len(text[: found.end].rstrip(" \t")))
            yield Finding(
                found,
                f'" #" begins a comment in an unquoted value: the {field.path[-1]} ends {_ending(field.text)}{older}',
                fix=None if is_whole(field) else _quoted(text, [value], safe=False),
            )


def _with_colon(text: str, header: Frontmatter) -> list[Span]:
    """Return the values that strict YAML stumbles over: all of them, since it names the first alone.

    In a list, a mapping, a quoted or folded text, and behind the ` #` of a comment, a colon is nothing to stumble over.
    """
    found: list[Span] = []
    for field in header.fields:
        raw = text[slice(*field.span)]
        plain = not field.quoted and field.kind == "string" and not raw.startswith(tuple("{[\"'|>"))
        if plain and ": " in raw.partition(" #")[0]:
            found.append(field.span)
    return found


def _quoted(text: str, values: list[Span], *, safe: bool = True) -> Fix | None:
    edits: list[Edit] = []
    for span in values:
        raw = text[slice(*span)]
        sign = "'" if {'"', "\\"} & set(raw) else '"'
        if sign in raw or "\n" in raw:
            return None
        edits += (Edit(Span(at, at), sign) for at in span)
    return Fix("put the value in quotation marks", tuple(edits), "safe" if safe else "unsafe") if edits else None


def _ending(value: str) -> str:
    return f'with "{value if len(value) <= 40 else "…" + value[-39:]}"'
