"""JSON documents with one item a line: fast to write (Python indents slowly), fit for ``grep`` and ``diff``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any


def spliced(document: dict[str, Any], key: str, items: Iterable[Any]) -> Iterator[str]:
    """Yield ``document``, indented, with ``items`` in its empty list ``key``, each on a line of its own.

    What stands after that list must hold no text from outside: its last ``"key": []`` is the one that is filled.
    """
    head, _, tail = json.dumps(document, indent=2).rpartition(f'"{key}": []')
    yield f'{head}"{key}": ['
    yield from listed(items)
    yield f"]{tail}"


def listed(items: Iterable[Any]) -> Iterator[str]:
    """Yield ``items`` as JSON, with a comma after each but the last."""
    last = ""
    for item in items:
        if last:
            yield f"{last},"
        last = json.dumps(item)
    if last:
        yield last
