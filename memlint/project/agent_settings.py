"""The agent's own settings files, which say what loads: read as JSON, with the place of each value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

from memlint.project.files import Contents, MemoryFile, contents_of
from memlint.source.records import NamedTuple
from memlint.source.spans import Span

SettingsScope: TypeAlias = Literal["managed", "user", "project", "local"]


class AgentSettings(NamedTuple):
    """One settings file of the agent. ``data`` is empty where the file is not a JSON object; spans count ``text``."""

    path: str
    scope: SettingsScope
    text: str
    data: dict[str, Any]

    def get(self, *keys: str) -> Any:
        """Return the value at ``keys``, None where there is none."""
        value: Any = self.data
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the texts of the list ``key``; other values in it do not count."""
        value = self.get(key)
        return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()

    def span(self, *words: str) -> Span:
        """Return where the last of ``words``, keys from the top and then a value, stands; as far as they are found."""
        import json

        found = Span(0, 0)
        for word in words:
            for literal in (json.dumps(word, ensure_ascii=False), json.dumps(word)):
                at = self.text.find(literal, found.end)
                if at >= 0:
                    found = Span(at, at + len(literal))
                    break
        return found


def read(data: bytes, path: str, scope: SettingsScope) -> AgentSettings:
    """Read the bytes of a settings file; what is no JSON object gives empty data."""
    import json

    text = data.decode("utf-8-sig", "replace")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = {}
    return AgentSettings(path, scope, text, value if isinstance(value, dict) else {})


def among(files: Iterable[MemoryFile], given: Contents, local: str) -> Iterator[AgentSettings]:
    """Yield the settings among ``files``; the name of those of one checkout ends in ``local``."""
    for file in files:
        data = contents_of(file.real, given) if file.kind == "settings" else None
        if data is not None:
            yield read(data, file.path, "local" if file.path.endswith(local) else "project")
