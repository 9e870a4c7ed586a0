"""security/symlink-escape."""

from __future__ import annotations

import os
import posixpath

from memlint import Finding, Findings, Place, Project, Span, disk, rule

from ._escapes import Kind, kind_of

_TOP = Span(0, 0)
_SHOWN = 10


@rule("error")
def symlink_escape(project: Project) -> Findings:
    """A memory file that is a link out of the repository.

    The agent follows the link and puts what it leads to into context, on the machine of everybody who checks the
    repository out: a link to a key or to a system's file hands that file to the model and to all that the session
    writes. memlint names the kind of the target and does not open it. A link to a text file outside is a warning: others
    have no such file, or another one. Links within the repository are fine, and so are a person's own and those of
    CLAUDE.local.md. Rule files are those of `scope/symlink-outside`, imports those of `imports/symlink-outside`.

    What to do: keep the file in the repository, or import it by its real path, which the agent asks about.

    Bad:

        ==> CLAUDE.md -> ../home/.ssh/id_ed25519

    Bad:

        ==> ../platform/AGENTS.md
        Name every glaze after its recipe.

        ==> CLAUDE.md -> ../platform/AGENTS.md

    Good:

        ==> AGENTS.md
        Name every glaze after its recipe.

        ==> CLAUDE.md -> AGENTS.md
    """
    top = disk.realpath(project.root)
    unread = {each.path: each.reason for each in project.unread}
    found: dict[tuple[str, Kind], list[str]] = {}
    for file in project.files:
        if file.kind not in ("instructions", "index", "topic", "imported", "rule_file") or file.scope != "shared":
            continue
        outside = unread.get(file.path) == "outside"
        if posixpath.isabs(file.path) or not (
            outside or (file.kind != "rule_file" and _leads_out(file.real, top, project))
        ):
            continue
        if file.path in unread and not outside:
            continue  # source/unreadable tells
        place = os.path.join(project.root, file.path)
        kind = kind_of(disk.realpath(place), project.home)
        found.setdefault((_link(file.path, place, top, project), kind), []).append(file.path)
    for (link, kind), (first, *others) in found.items():
        subject = "a link" if link == first else f"{link} is a link"
        certain = kind != "a text file"
        effect = (
            "it was not opened here, but an agent puts it into context"
            if certain
            else "the agent reads what is there on this machine, and nothing on another"
        )
        related = tuple(Place(path, _TOP, "behind a link to the same kind of file") for path in others[:_SHOWN])
        message = f"{subject} out of the repository, to {kind}: {effect}"
        yield Finding(_TOP, message, first, None if certain else "warning", related=related)


def _leads_out(real: str, top: str, project: Project) -> bool:
    return _is_out(real, top) and _is_out(real, project.root)  # the root itself may have been reached through a link


def _is_out(path: str, top: str) -> bool:
    return path != top and not path.startswith(top.rstrip(os.sep) + os.sep)


def _link(path: str, place: str, top: str, project: Project) -> str:
    """Return the first part of ``path`` behind which the repository ends."""
    parts = path.split("/")
    for at in range(1, len(parts)):
        folder = "/".join(parts[:at])
        if _is_out(disk.realpath(os.path.join(project.root, folder)), top):
            return folder
    return path
