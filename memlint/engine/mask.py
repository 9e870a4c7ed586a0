"""What leaves the engine shows no credential: the one border that every finding crosses, whatever rule it is from."""

from __future__ import annotations

from collections.abc import Iterator

from memlint.engine.finding import Finding
from memlint.project.project import Project
from memlint.source.masking import Known, masked
from memlint.source.secrets import credentials


class Mask:
    """Hides credentials in findings: what looks like one, and what is one somewhere in the texts of ``project``."""

    def __init__(self, project: Project) -> None:
        self._known = Known(_texts(project))

    def __call__(self, finding: Finding) -> Finding:
        """Return ``finding`` with its texts masked; without its fix when that would write a credential anew."""
        fix = finding.fix
        if fix is not None and any(self._is_telling(edit.text) for edit in fix.edits):
            fix = None  # masked it would destroy what it copies
        return finding._replace(
            message=masked(finding.message, self._known),
            related=tuple(place._replace(message=masked(place.message, self._known)) for place in finding.related),
            fix=fix and fix._replace(title=masked(fix.title, self._known)),
        )

    def _is_telling(self, text: str) -> bool:
        return bool(credentials(text)) or any(self._known.parts(text))


def _texts(project: Project) -> Iterator[str]:
    yield from (document.text for document in project.documents.values())
    yield from (agent.document.text for agent in project.agents)
    yield from (settings.text for settings in project.agent_settings)
