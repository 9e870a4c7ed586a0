"""The version that the manifests of a repository state for it."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Callable, Iterable
from typing import Any

from memlint.project.repository.tables import toml
from memlint.source.records import NamedTuple

_TABLES: dict[str, tuple[str, ...]] = {
    "package.json": (),
    "composer.json": (),
    "pyproject.toml": ("project",),
    "Cargo.toml": ("package",),
}
MANIFESTS = tuple(_TABLES)


class Version(NamedTuple):
    """A version as the manifest at ``path`` states it."""

    path: str
    text: str


def versions(names: Iterable[str], text: Callable[[str], str]) -> tuple[Version, ...]:
    """Return the versions in the manifests among ``names``, the paths of one folder."""
    found = (Version(name, _version(text(name), posixpath.basename(name))) for name in names)
    return tuple(version for version in found if version.text)


def _version(text: str, name: str) -> str:
    try:
        data: Any = json.loads(text) if name.endswith(".json") else toml(text)
    except (ValueError, RecursionError):
        return ""
    for key in (*_TABLES[name], "version"):
        data = data.get(key) if isinstance(data, dict) else None
    return data.strip() if isinstance(data, str) else ""
