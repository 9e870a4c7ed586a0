"""What the checks of rule files as a whole share: where they lie, when they load, what their headers mean to say."""

from __future__ import annotations

from memlint import Document, Field, Frontmatter, Project, Span

TOP = Span(0, 0)
SHOWN = 10  # related places; the message has the whole number
# What scopes a rule in other products (Cursor, Continue, Windsurf; Copilot; Kiro), and what is written for `paths`.
SCOPING = frozenset(("globs", "glob", "applyTo", "fileMatchPattern"))
MISSPELLED = frozenset(("path", "Path", "Paths", "PATHS", "patterns", "pattern"))
_EVERYTHING = frozenset(("", "*", "**", "**/*", "/**"))


def in_rules(path: str, project: Project) -> bool:
    """Say whether ``path`` lies in a folder of rules."""
    return f"/{project.facts.text('names.rules')}/" in f"/{path}"


def names(document: Document, project: Project) -> list[str]:
    """Return the names in folders of rules that a rule file is found under: its own, or those of links to it."""
    file = project.file(document.path)
    found = (document.path, *file.twins) if file else (document.path,)
    return [name for name in found if in_rules(name, project)] or [document.path]


def when(document: Document, project: Project) -> str:
    """Say when a rule file without a scope loads."""
    name = names(document, project)[0]
    folder = f"/{name}".partition(f"/{project.facts.text('names.rules')}/")[0].lstrip("/")
    return "in every session" if not folder or name.startswith("/") else f"whenever the agent works in {folder}"


def counted(number: int, word: str) -> str:
    """Return "1 line", "2 lines"."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def texts(field: Field) -> list[str]:
    """Return the patterns that a person wrote behind a key: of a list, or of a text with commas."""
    parts = [item.text for item in field.items] if field.kind == "list" else field.text.split(",")
    return [text for part in parts if (text := part.strip().strip("\"'"))]


def narrows(field: Field) -> bool:
    """Say whether what stands behind a key means some files and not all."""
    key, found = field.path[-1], texts(field)
    if not found or not _EVERYTHING.isdisjoint(found):
        return False
    return key in SCOPING or any("*" in text for text in found)


def scoping_field(header: Frontmatter) -> Field | None:
    """Return the key of another product, or the misspelled one, by which a header means to scope its rule."""
    if any(field.path == ("alwaysApply",) and field.text.lower() == "true" for field in header.fields):
        return None
    meant = SCOPING | MISSPELLED
    for field in header.fields:
        if len(field.path) == 1 and field.path[0] in meant and narrows(field):
            return field
    return next((f for f in header.fields if f.path == ("alwaysApply",) and f.text.lower() == "false"), None)
