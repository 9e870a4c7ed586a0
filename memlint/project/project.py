"""The project: everything that was read before any rule runs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from memlint import disk
from memlint.harness.facts import Facts
from memlint.project import agent_settings
from memlint.project import imports as import_graph
from memlint.project.agent_settings import AgentSettings
from memlint.project.agents import Agent
from memlint.project.discovery import Tree, discover, without
from memlint.project.files import LINTED, Contents, MemoryDirectory, MemoryFile, contents_of
from memlint.project.git import Git
from memlint.project.globbed import Globbed
from memlint.project.imports import ImportEdge
from memlint.project.listing import FOREIGN, listing
from memlint.project.making import Making
from memlint.project.meant import is_meant
from memlint.project.memories import Memories
from memlint.project.plan import Load, LoadPlan
from memlint.project.reading import Parsing, Reading
from memlint.project.requested import trees as requested_trees
from memlint.project.session import Session, excluded_files
from memlint.project.session import places as session_places
from memlint.source.document import Document, Unread

if TYPE_CHECKING:
    from datetime import date

    from memlint.project.contexts import Contexts
    from memlint.project.directions import Directions
    from memlint.project.repository import Repository
    from memlint.source.sentences import Sentence


class Project(Making):
    """A repository, or a folder, with its memory files parsed. Built once, then only read.

    ``root`` is absolute. ``listed`` are all its paths that git tracks or does not ignore, sorted. ``files`` holds each
    real memory file once; ``documents`` those that could be parsed, by path. ``session`` is what the plan is for;
    ``excluded`` are the paths that its settings keep out, which have no document. ``schemas`` are the team's own JSON
    Schemas of headers, by kind of file, ``slots`` its own knobs of directives. ``parsing`` makes the documents.
    """

    foreign = FOREIGN

    def __init__(
        self,
        root: str,
        *,
        home: str,
        config: str,
        facts: Facts,
        requested: tuple[str, ...] = (),
        session: Session | None = None,
        contents: Contents | None = None,
        ignored: tuple[str, ...] = (),
        today: str = "",
        schemas: Mapping[str, Any] | None = None,
        slots: tuple[dict[str, Any], ...] = (),
        parsing: Parsing | None = None,
    ) -> None:
        self.root, self.home, self.config, self.facts = root, home, config, facts
        self.git = Git(root)
        self._today, self.schemas, self.slots = today, dict(schemas or {}), slots
        self.parsing = parsing or Parsing()
        self._reading = Reading(contents or {}, facts.number("instructions.max-bytes"), root, self.parsing)
        self.session = session or Session(root)
        self.listed, self._unreadable = listing(root, samples=self.session.machine)
        places = (*requested, *session_places(self.session, root, home, config, facts))
        more = requested_trees(places, root, self.listed, self._reading.contents, facts)
        found = without(
            discover([Tree(root, self.listed), *more], root, config, facts, self._reading.contents), ignored
        )
        self.excluded = excluded_files(found.files, self.session, root, config, facts)
        for file in found.files:
            if file.kind in LINTED and file.path not in self.excluded:
                self._reading.memory(file)
        self.directories: tuple[MemoryDirectory, ...] = found.directories
        self._graph, reached = import_graph.build(found.files, self.excluded, self._reading.memory, root, home, facts)
        self.files: tuple[MemoryFile, ...] = tuple(sorted({*found.files, *reached}))
        self._by_path = {file.path: file for file in self.files}
        self.documents: dict[str, Document] = {
            path: value for path, value in sorted(self._reading.outcomes.items()) if isinstance(value, Document)
        }

    # --- what rules ask

    @property
    def unread(self) -> tuple[Unread, ...]:
        """The memory files and folders that gave no document."""
        folders = [Unread(path, "unreadable", -1, why) for path, why in self._unreadable]
        return (*folders, *(value for _, value in sorted(self._reading.outcomes.items()) if isinstance(value, Unread)))

    def outcome(self, file: MemoryFile) -> Document | Unread:
        """Return the document of ``file``, or why there is none; code and data that are imported are read here."""
        return self._reading.outcome(file)

    def file(self, path: str) -> MemoryFile | None:
        """Return the memory file at ``path`` (as findings name it)."""
        return self._by_path.get(path)

    def named(self, name: str) -> MemoryFile | None:
        """Return the memory file that is found under ``name``: at that path, or by a link there."""
        return self._by_path.get(name) or self._by_twin.get(name)

    @cached_property
    def _by_twin(self) -> dict[str, MemoryFile]:
        return {twin: file for file in self.files for twin in file.twins}

    @cached_property
    def agent_settings(self) -> tuple[AgentSettings, ...]:
        """The settings files of the agent among the files, by path."""
        return tuple(agent_settings.among(self.files, self._reading.contents, self.facts.words("names.settings")[-1]))

    def imports(self, path: str) -> tuple[ImportEdge, ...]:
        """Return the imports of the file at ``path``, none where the loader expands none."""
        return self._graph.edges.get(path, ())

    def import_edges(self) -> Iterator[ImportEdge]:
        """Yield all imports, by importing file."""
        for path in sorted(self._graph.edges):
            yield from self._graph.edges[path]

    @cached_property
    def agents(self) -> tuple[Agent, ...]:
        """The definitions of subagents that could be read, by path."""
        read_files = (self.outcome(file) for file in self.files if file.kind == "agent")
        return tuple(Agent(value) for value in read_files if isinstance(value, Document))

    def importers(self, path: str) -> tuple[ImportEdge, ...]:
        """Return the imports that lead to the file at ``path``."""
        return tuple(self._importers.get(path, ()))

    @cached_property
    def _importers(self) -> dict[str, list[ImportEdge]]:
        found: dict[str, list[ImportEdge]] = {}
        for edge in self.import_edges():
            if edge.state == "file":
                found.setdefault(edge.target, []).append(edge)
        return found

    def meant(self, edge: ImportEdge) -> bool:
        """Say whether the author of an import meant a file, not a package, a handle or a decorator."""
        return is_meant(edge.node.path, edge.source, self.facts, self.exists)

    def hops(self, path: str) -> int | None:
        """Return how many imports lie between the nearest root file and the file at ``path``; None: not reached."""
        return self._graph.hops.get(path)

    def chain(self, path: str) -> tuple[str, ...]:
        """Return the files that lead to ``path``, from a root file on, by the shortest way."""
        found = [path]
        while found[-1] in self._graph.reached_by:
            found.append(self._graph.reached_by[found[-1]].source)
        return tuple(reversed(found))

    @cached_property
    def plan(self) -> LoadPlan:
        """The load plan of the session: by default one that starts at the root, the same for everybody."""
        from memlint.project.loader import plan

        return plan(self, self.session)

    def loads(self, path: str) -> tuple[Load, ...]:
        """Return the ways on which the file at ``path`` comes, or would come, into the sessions of the plan."""
        return self._loads.get(path, ())

    @cached_property
    def _loads(self) -> dict[str, tuple[Load, ...]]:
        found: dict[str, list[Load]] = {}
        for load in self.plan.loads:
            found.setdefault(load.path, []).append(load)
        return {path: tuple(loads) for path, loads in found.items()}

    @cached_property
    def contexts(self) -> Contexts:
        """Which of the files can be in context together, and when."""
        from memlint.project.contexts import Contexts

        return Contexts(self)

    def directory(self, path: str) -> MemoryDirectory | None:
        """Return the memory directory that the index or topic file at ``path`` belongs to."""
        return self._directory_of.get(path)

    @cached_property
    def _directory_of(self) -> dict[str, MemoryDirectory]:
        return {path: d for d in self.directories for path in (*d.topics, d.index_file) if path}

    @cached_property
    def directions(self) -> Directions:
        """What the memory files tell the agent to do."""
        from memlint.project.directions import Directions

        return Directions(self)

    def sentences(self, path: str) -> tuple[Sentence, ...]:
        """Return the sentences of the memory file at ``path``; none where it has no document."""
        document = self.documents.get(path)
        return self.parsing.sentences(document) if document else ()

    def text(self, path: str) -> str:
        """Return the text of a listed file, "" when it is larger than 1 MiB or cannot be read as UTF-8."""
        document = self.documents.get(path)
        if document is not None:
            return document.text
        data = contents_of(os.path.join(self.root, path), self._reading.contents)
        return data.decode("utf-8", "ignore") if data else ""

    def exists(self, path: str) -> bool:
        """Say whether a file or folder is at ``path`` (as findings name it)."""
        return path in self._by_path or disk.lexists(os.path.join(self.root, path))

    def ignored(self, path: str) -> bool:
        """Say whether git ignores ``path``, or would by the .gitignore files where it cannot be asked."""
        asked, found = self._ignored_targets
        if path not in asked:
            return path in self.git.ignored([path])
        return path in found

    @cached_property
    def _ignored_targets(self) -> tuple[frozenset[str], frozenset[str]]:
        """What imports lead to and is not listed, and what of that git ignores: one process answers for all."""
        listed = frozenset(self.listed)
        asked = {edge.target for edge in self.import_edges() if edge.target not in listed}
        return frozenset(asked), self.git.ignored(asked)

    def spelling(self, path: str) -> str:
        """Return the listed path that differs from ``path`` in upper and lower case alone, "" for none."""
        found = self._by_folded_case.get(path.casefold(), path)
        return "" if found == path else found

    @cached_property
    def _by_folded_case(self) -> dict[str, str]:
        return {path.casefold(): path for path in self.listed}

    def near(self, path: str) -> tuple[str, ...]:
        """Return listed paths with the same file name as ``path``, the shortest first."""
        found = (other for other in self.repository.named(path.rsplit("/", 1)[-1]) if other != path)
        return tuple(sorted(found, key=lambda other: (len(other), other)))

    def matched(self, pattern: str, base: str) -> str:
        """Return a file that a rule's ``pattern`` matches from the folder ``base`` ("" is the root), "" for none.

        Templates, fixtures and vendored trees count where nothing else matches: an agent reads them too.
        """
        return self._globbed.first(pattern, base) or self._globbed_samples.first(pattern, base)

    @cached_property
    def _globbed(self) -> Globbed:
        return Globbed(self.listed, self.facts)

    @cached_property
    def _globbed_samples(self) -> Globbed:
        return Globbed(self.samples, self.facts)

    @cached_property
    def samples(self) -> tuple[str, ...]:
        """The paths of templates, fixtures and vendored trees, which ``listed`` lets pass, sorted."""
        return tuple(sorted(set(listing(self.root, samples=True).paths) - set(self.listed)))

    @cached_property
    def today(self) -> date:
        """The day that dates are compared with, in UTC: the one that the caller pinned, or this one."""
        from datetime import date

        return date.fromisoformat(self._today or disk.today())

    @cached_property
    def repository(self) -> Repository:
        """What the repository's own files say about it."""
        from memlint.project.repository import Repository

        return Repository(self.listed, self.text_around, lambda: self.samples)

    @cached_property
    def memories(self) -> Memories:
        """The indexes and topic files of all memory directories."""
        return Memories(self.directories, self.documents, self.root, self.exists, self.facts.words("topic.types"))

    def linked(self, document: Document, target: str) -> tuple[str, bool]:
        """Return the path that a link of ``document`` means and whether it exists; "" for what is no path."""
        return self.memories.linked(document, target)

    def rule_files(self) -> Iterator[Document]:
        """Yield the rule files' documents."""
        return self._of_kind("rule_file")

    def instructions(self) -> Iterator[Document]:
        """Yield the instruction files' documents."""
        return self._of_kind("instructions")

    def _of_kind(self, kind: str) -> Iterator[Document]:
        return (document for path, document in self.documents.items() if self._by_path[path].kind == kind)
