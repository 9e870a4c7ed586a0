"""What was read of each file, and what was worked out of each sentence, kept in the cache by content."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from hashlib import blake2b

from memlint.engine.cache import Cache, digest, engine_stamp
from memlint.project.reading import Parsing
from memlint.source import remembered
from memlint.source.document import Document, Unread


class KeptParsing(Parsing):
    """Parses what ``cache`` does not have."""

    def __init__(self, cache: Cache) -> None:
        super().__init__()
        self._cache, self._stamp = cache, engine_stamp()
        self._whole: set[str] = set()  # the paths of which the cache has the document and its sentences
        self._bare: set[str] = set()  # those of which it has the document alone
        self._answered = False

    def document(self, data: bytes, path: str) -> Document | Unread:
        """Return the document of ``data``, from the cache if it was parsed before at the same path."""
        if not self._answered:  # the first file: this run is one that works something out
            self._answered = True
            answers = self._cache.get(self._answers_key)
            remembered.given(pickle.loads(answers) if answers else {})  # signed by this user's memlint
        known = self._cache.get(self._key(data, path))
        if known is None:
            return super().document(data, path)
        found, sentences = pickle.loads(known)  # signed as well
        self.read[path] = found
        if sentences is None:
            self._bare.add(path)
        else:
            self._whole.add(path)
            self.split[path] = sentences
        return self.read[path]

    def new(self, parsing: Parsing) -> Iterator[tuple[bytes, bytes]]:
        """Yield the entries that the cache lacks of what ``parsing`` made, and of what was answered about it."""
        for path, document in parsing.read.items():
            sentences = parsing.split.get(path)
            if path not in self._whole and (path not in self._bare or sentences is not None):
                data = (("\ufeff" if document.bom else "") + document.text).encode()
                yield self._key(data, path), pickle.dumps((document, sentences), pickle.HIGHEST_PROTOCOL)
        if remembered.taken():
            yield self._answers_key, pickle.dumps(remembered.everything(), pickle.HIGHEST_PROTOCOL)

    @property
    def _answers_key(self) -> bytes:
        return digest(b"answers", self._stamp)

    def _key(self, data: bytes, path: str) -> bytes:
        key = blake2b(self._stamp + path.encode("utf-8", "surrogateescape") + b"\0", digest_size=20)
        key.update(data)
        return key.digest()
