"""frontmatter/unknown-key."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Topic, rule

from .._names import nearest


@rule("info", default=False)
def unknown_key(topic: Topic, project: Project, *, extra_keys: tuple[str, ...] = ()) -> Findings:
    """A key of a topic file's header that the agent does not know.

    It is kept and means nothing to it, so a misspelled key is lost in silence. Teams add keys of their own, so this
    rule is off by default; the option names those that are meant.

    What to do: spell the key as the agent does, or name yours in the option.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        owner: mara
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
    header = topic.document.frontmatter
    known = project.facts.words("topic.keys")
    for field in header.fields if header and header.status != "invalid" else ():
        *above, key = field.path
        if above not in ([], ["metadata"]) or key in known or key in extra_keys:
            continue
        near = nearest(key.lower(), [name.lower() for name in known])
        meant = next((name for name in known if near and name.lower() == near), "")
        hint = f'; "{meant}" is meant?' if meant else ""
        yield Finding(field.key_span, f'"{key}" is no key that the agent knows{hint}')
