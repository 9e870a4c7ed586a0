"""Configuration files as tables."""

from __future__ import annotations

from typing import Any


def toml(text: str) -> dict[str, Any]:
    """Return the table of a TOML text. Raises ValueError for a broken one."""
    from memlint.toml import loads

    return loads(text)


def table(data: Any, *keys: str) -> Any:
    """Return what stands under ``keys``, one after the other; None where one of them is missing."""
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def words(data: Any) -> set[str]:
    """Return the keys of a table, or nothing when it is none."""
    return set(data) if isinstance(data, dict) else set()
