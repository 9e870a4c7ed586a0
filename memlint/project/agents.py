"""Definitions of subagents: what their headers say."""

from __future__ import annotations

from memlint.source.document import Document
from memlint.source.header_yaml import Field
from memlint.source.records import NamedTuple


class Agent(NamedTuple):
    """The file that defines a subagent, ``.claude/agents/**/*.md`` or the person's own."""

    document: Document

    def field(self, name: str) -> Field | None:
        """Return the header's field ``name``."""
        header = self.document.frontmatter
        return header.get(name) if header else None

    @property
    def name(self) -> str:
        """The header's ``name``, or the file's."""
        field = self.field("name")
        stem = self.document.path.rsplit("/", 1)[-1].removesuffix(".md")
        return (field.text.strip() if field else "") or stem
