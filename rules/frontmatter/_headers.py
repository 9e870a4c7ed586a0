"""What the header checks of topic files share."""

from __future__ import annotations

from memlint import Project, Span, Topic


def expects_header(topic: Topic, project: Project) -> bool:
    """Say whether other memories of the directory have a header: a store without any is an older one (case 61)."""
    if topic.document.frontmatter is not None:
        return True
    documents = (project.documents.get(path) for path in topic.directory.topics)
    return any(document is not None and document.frontmatter is not None for document in documents)


def is_blank(topic: Topic, name: str) -> bool:
    """Say whether the header's ``name`` is missing or says nothing."""
    field = topic.field(name)
    return field is None or not (field.text.strip() or field.items or field.kind in ("list", "mapping"))


def place(topic: Topic, name: str = "") -> Span:
    """Return where to complain: the key ``name`` when it is there but blank, else the opening fence."""
    header = topic.document.frontmatter
    field = topic.field(name) if name else None
    if field is not None:
        return field.key_span
    return Span(0, 3) if header is not None else Span(0, 0)
