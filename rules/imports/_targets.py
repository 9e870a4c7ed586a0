"""What kind of place the target of an import is: outside the project, on one machine, full of credentials."""

from __future__ import annotations

import os
import posixpath
import re
from functools import cache
from typing import Literal, TypeAlias

from memlint import ImportEdge, Project, compile_once, disk

from ..budget._numbers import counted
from ._tokens import extension, is_listed, is_personal

_LONGEST = 300  # characters of a path; a longer token is data
WayOut: TypeAlias = Literal["", "home", "machine", "above", "link"]


def way_out(edge: ImportEdge) -> WayOut:
    """Say how an import leaves the project, "" for one that stays inside."""
    path = edge.node.path
    if is_personal(path) and not path.startswith("~/"):
        return "machine"
    if not edge.outside:
        return ""
    if path.startswith("~/"):
        return "home"
    return "above" if os.path.isabs(edge.target) else "link"


def real_place(edge: ImportEdge, project: Project) -> str:
    """Return where the target of ``edge`` really is, from the project's root: the same text on every machine."""
    return posixpath.relpath(edge.real, disk.realpath(project.root))


def is_shared(path: str, project: Project) -> bool:
    """Say whether everybody who has the repository has the memory file at ``path``."""
    file = project.file(path)
    return file is not None and file.scope == "shared" and (file.kind != "imported" or is_listed(path, project))


def sized(path: str, project: Project) -> str:
    """Return ``path`` with the number of lines that the agent gets of it, where that is known."""
    document = project.documents.get(path)
    return f"{path} ({counted(document.loaded.lines, 'line')})" if document else path


def has_loading_name(path: str, project: Project) -> bool:
    """Say whether the agent's extension filter lets ``path`` through."""
    ending, allowed = extension(path), project.facts.words("imports.extensions")
    return not ending or not allowed or ending in allowed


@cache
def _credentials() -> re.Pattern[str]:
    data = r"\.(?:json|ya?ml|toml|ini|cfg|conf|properties|xml|csv)"
    return compile_once(
        r"(?:^|/)(?:[\w-]*\.env|\.env\.(?!(?:d\.)?(?:[cm]?[jt]s|py|rb|go|rs|md)$)[\w.-]+|[._]netrc|\.npmrc|\.pypirc"
        r"|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|\.pgpass|\.git-credentials|\.htpasswd|\.aws/credentials"
        r"|\.docker/config\.json|\.kube/config|kubeconfig(?:\.ya?ml)?"
        r"|[^/]+\.(?:pem|key|p12|pfx|jks|keystore|ppk|kdbx)"
        rf"|(?:[\w.-]*[-_.])?(?:credentials?|secrets?){data}"
        rf"|(?:[\w.-]*[-_.])?(?:client[-_]?secret|service[-_]?account)[\w.-]*\.json)$",
        re.IGNORECASE,
    )


@cache
def _sample() -> re.Pattern[str]:
    # Samples, what tests use, and files whose secrets are sealed or elsewhere.
    return compile_once(
        r"(?:^|[-_./])(?:examples?|samples?|templates?|tmpl|dist|defaults?|schemas?|fixtures?|tests?|testdata|mocks?"
        r"|dummy|fakes?|sealed|external|encrypted|enc|public|pub)(?=[-_./]|$)",
        re.IGNORECASE,
    )


def is_credential(path: str) -> bool:
    """Say whether a file at ``path`` holds passwords, keys or tokens, by its name."""
    return len(path) <= _LONGEST and bool(_credentials().search(path)) and not _sample().search(path)


def brings_credentials(edge: ImportEdge, project: Project) -> bool:
    """Say whether an import puts a file of credentials into context, here or wherever somebody has that file.

    What the extension filter keeps out, and what is only missing (imports/missing-target tells), does not.
    """
    if edge.state == "file":
        return is_credential(edge.node.path) or is_credential(edge.target)
    if edge.state != "missing" or not is_credential(edge.node.path):
        return False
    if not has_loading_name(edge.node.path, project):
        return False
    return way_out(edge) != "" or not project.meant(edge) or project.ignored(edge.target)
