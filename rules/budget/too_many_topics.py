"""budget/too-many-topics."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Span, rule

from ._numbers import counted


@rule("info", where="topic")
def too_many_topics(project: Project, *, max_files: int = 0) -> Findings:
    """A memory directory has more topic files than recall looks at.

    For each question the agent is offered a few memories that fit by name and description. They are sought among the
    200 files that were changed last; an older one is found only through the index or a link. The option sets another
    number; 0 is the product's own.

    What to do: several old notes about one thing can become one file, and the index should name what still matters.

    Bad:

        ==> memlint.toml
        [rules."budget/too-many-topics"]
        max-files = 1

        ==> memory/MEMORY.md
        - [Glaze](glaze.md) — the blue glaze
        - [Cones](cones.md) — which cone for which clay

        ==> memory/glaze.md
        The blue glaze is fired at cone six.

        ==> memory/cones.md
        Earthenware is fired at cone four.

    Good:

        ==> memlint.toml
        [rules."budget/too-many-topics"]
        max-files = 2

        ==> memory/MEMORY.md
        - [Glaze](glaze.md) — the blue glaze
        - [Cones](cones.md) — which cone for which clay

        ==> memory/glaze.md
        The blue glaze is fired at cone six.

        ==> memory/cones.md
        Earthenware is fired at cone four.
    """
    limit = max_files or project.facts.number("recall.manifest-files")
    for directory in project.directories:
        files = len(directory.topics)
        if files > limit:
            message = (
                f"{counted(files, 'topic file')} in this memory directory; recall looks at the {limit} that were "
                f"changed last, so {counted(files - limit, 'older one')} cannot be offered by name and description"
            )
            path = directory.index_file or directory.topics[0]
            yield Finding(Span(0, 0), message, path, sizes=(files,))
