"""What was read of each file, and what was worked out of each sentence, kept in the cache by content."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from typing import Any

from memlint.engine.cache import Cache, digest, engine_stamp
from memlint.hashing import blake2b
from memlint.project.reading import Parsing
from memlint.source import remembered
from memlint.source.document import FIELDS, Document, Unread, parse, parse_into
from memlint.source.sentences import Sentence

_ENOUGH_NEW = 50  # answers are written anew, all of them, when one in so many is new


class KeptParsing(Parsing):
    """Parses what ``cache`` does not have, and asks it for what is needed alone."""

    def __init__(self, cache: Cache) -> None:
        super().__init__()
        self._cache, self._stamp = cache, engine_stamp()
        self._known: set[bytes] = set()  # the keys of what the cache has
        self._answered = False
        self._parents: Cache | None = None  # kept, for closing it would disturb the other process

    def document(self, data: bytes, path: str) -> Document | Unread:
        """Return the document of ``data``; what parsing tells comes from the cache if it did so before."""
        found = parse(data, path, self._fill)
        if isinstance(found, Document):
            self.read[path] = found
        return found

    def adopt(self, parsing: Parsing) -> None:
        """Take over what ``parsing`` has read, and go on in its place."""
        self.read, self.split = parsing.read, parsing.split
        for document in self.read.values():
            if not document.is_parsed:
                document.forget(self._fill)

    def alone(self) -> None:
        """Make ready for work in a copy of the process: a database must not be used by two through one connection."""
        if self._parents is None:
            self._parents, self._cache = self._cache, Cache(self._cache.folder)

    def drop(self, paths: Iterable[str]) -> None:
        """Give back the memory that reading the files at ``paths`` took; the cache has what was read."""
        paths = list(paths)
        self._cache.put(self._lacking(paths))
        super().drop(paths)

    def sentences(self, document: Document) -> tuple[Sentence, ...]:
        """Return the sentences of ``document``, one that was made here."""
        if document.path not in self.split:
            known = self._kept(b"sentences", document)
            if known is not None:
                self.split[document.path] = known
        return super().sentences(document)

    def _fill(self, document: Document) -> None:
        values = self._kept(b"document", document)
        if values is None:
            parse_into(document)
            return
        for field, value in zip(FIELDS, values, strict=True):
            setattr(document, field, value)

    def _kept(self, what: bytes, document: Document) -> Any:
        if not self._answered:  # the first one: this run works something out
            self._answered = True
            answers = self._cache.get(self._answers_key)
            remembered.given(pickle.loads(answers) if answers else {})  # signed by this user's memlint
        key = self._key(what, document)
        known = self._cache.get(key)
        if known is None:
            return None
        self._known.add(key)
        return pickle.loads(known)  # signed as well

    def new(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield the entries that the cache lacks of what was read, and of what was answered about it."""
        yield from self._lacking(self.read)
        if remembered.share_of_new() * _ENOUGH_NEW >= 1:
            remembered.taken()
            yield self._answers_key, pickle.dumps(remembered.everything(), pickle.HIGHEST_PROTOCOL)

    def _lacking(self, paths: Iterable[str]) -> Iterator[tuple[bytes, bytes]]:
        for path in paths:
            document = self.read[path]
            made = {b"document": tuple(getattr(document, field) for field in FIELDS)} if document.is_parsed else {}
            if path in self.split:
                made[b"sentences"] = self.split[path]
            for what, value in made.items():
                key = self._key(what, document)
                if key not in self._known:
                    self._known.add(key)
                    yield key, pickle.dumps(value, pickle.HIGHEST_PROTOCOL)

    def _key(self, what: bytes, document: Document) -> bytes:
        path = document.path.encode("utf-8", "surrogateescape")
        key = blake2b(b"\0".join((self._stamp, what, path, b"")), digest_size=20)
        key.update((("\ufeff" if document.bom else "") + document.text).encode())
        return key.digest()

    @property
    def _answers_key(self) -> bytes:
        return digest(b"answers", self._stamp)
