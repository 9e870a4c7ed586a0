"""What was read of each file, and what was worked out of each sentence, kept in the cache by content."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from hashlib import blake2b

from memlint.engine.cache import Cache, digest, engine_stamp
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
        self._whole: set[str] = set()  # the paths of which the cache has the document and its sentences
        self._bare: set[str] = set()  # those of which it has the document alone
        self._answered = False

    def document(self, data: bytes, path: str) -> Document | Unread:
        """Return the document of ``data``; what parsing tells comes from the cache if it did so before."""
        found = parse(data, path, self._fill)
        if isinstance(found, Document):
            self.read[path] = found
        return found

    def sentences(self, document: Document) -> tuple[Sentence, ...]:
        """Return the sentences of ``document``, one that was made here."""
        document.ensure()  # the cache has both in one
        return super().sentences(document)

    def _fill(self, document: Document) -> None:
        if not self._answered:  # the first one: this run works something out
            self._answered = True
            answers = self._cache.get(self._answers_key)
            remembered.given(pickle.loads(answers) if answers else {})  # signed by this user's memlint
        known = self._cache.get(self._key(document))
        if known is None:
            parse_into(document)
            return
        values, sentences = pickle.loads(known)  # signed as well
        for field, value in zip(FIELDS, values, strict=True):
            setattr(document, field, value)
        if sentences is None:
            self._bare.add(document.path)
        else:
            self._whole.add(document.path)
            self.split[document.path] = sentences

    def new(self, parsing: Parsing) -> Iterator[tuple[bytes, bytes]]:
        """Yield the entries that the cache lacks of what ``parsing`` made, and of what was answered about it."""
        for path, document in parsing.read.items():
            sentences = parsing.split.get(path)
            if document.is_parsed and path not in self._whole and (path not in self._bare or sentences is not None):
                values = tuple(getattr(document, field) for field in FIELDS)
                yield self._key(document), pickle.dumps((values, sentences), pickle.HIGHEST_PROTOCOL)
        if remembered.share_of_new() * _ENOUGH_NEW >= 1:
            remembered.taken()
            yield self._answers_key, pickle.dumps(remembered.everything(), pickle.HIGHEST_PROTOCOL)

    def _key(self, document: Document) -> bytes:
        key = blake2b(self._stamp + document.path.encode("utf-8", "surrogateescape") + b"\0", digest_size=20)
        key.update((("\ufeff" if document.bom else "") + document.text).encode())
        return key.digest()

    @property
    def _answers_key(self) -> bytes:
        return digest(b"answers", self._stamp)
