"""Which definitions of subagents count, and which folders keep what subagents learn."""

from __future__ import annotations

from collections.abc import Iterator

from memlint import Agent, Document, Facts, Field, MemoryDirectory, NamedTuple, Project, store_name


class Store(NamedTuple):
    """The memory directory of one subagent.

    ``base`` is the folder that ``.claude`` lies in, "" for the root; ``place`` the folder of stores below it and
    ``name`` that of this one.
    """

    base: str
    place: str
    name: str
    directory: MemoryDirectory


def header_field(agent: Agent, name: str) -> Field | None:
    """Return a field that the agent sees: it takes a header that is not valid YAML as empty."""
    header = agent.document.frontmatter
    return header.get(name) if header is not None and header.status != "invalid" else None


def named(agent: Agent) -> str:
    """Return the name that the header gives, "" where the file defines no agent."""
    field = header_field(agent, "name")
    return field.text.strip() if field is not None else ""


def base_of(agent: Agent, facts: Facts) -> str:
    """Return the folder that the ``.claude`` with this definition lies in, "" for the root."""
    return f"/{agent.document.path}".partition(f"/{facts.text('names.agents-folder')}/")[0][1:]


def stores(project: Project) -> Iterator[Store]:
    """Yield the stores of subagents in the project, by path; those of the person are for all projects."""
    places = project.facts.words("names.agent-memory")
    for directory in project.directories:
        for place in places:
            base, found, name = f"/{directory.path}".rpartition(f"/{place}/")
            if found and name and "/" not in name and not directory.path.startswith("/"):
                yield Store(base[1:], place, name, directory)


def notes(store: Store, project: Project) -> int:
    """Return how many files of a store say something: topic files, and an index with entries or text of its own."""
    directory = store.directory
    documents = (project.documents.get(path) for path in directory.topics)
    index = project.documents.get(directory.index_file or "")
    said = index is not None and bool(index.items or index.links or index.cells or _paragraphs(index) > 1)
    return sum(document is not None and document.loaded.utf16_units > 0 for document in documents) + said


def _paragraphs(document: Document) -> int:
    return sum(block.kind == "paragraph" for block in document.blocks)


def owners(project: Project) -> dict[str, set[str]]:
    """Return the folders that define an agent, by the name of its store."""
    found: dict[str, set[str]] = {}
    for agent in project.agents:
        found.setdefault(store_name(agent.name, project.facts), set()).add(base_of(agent, project.facts))
    return found
