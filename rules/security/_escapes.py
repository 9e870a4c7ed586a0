"""Places outside of a repository, by what kind of file is there: told by the path alone, nothing is opened."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from typing import Literal, TypeAlias

from memlint import NamedTuple, compile_once

from ..imports._targets import is_credential

Kind: TypeAlias = Literal[
    "a file of credentials",
    "a place of the operating system",
    "a place in the network",
    "a file of the home folder",
    "a text file",
    "a file that is no text",
]


@cache
def _secret_place() -> re.Pattern[str]:
    return compile_once(
        r"(?i)(?:^|/)(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.config/(?:gcloud|gh|op)|\.password-store"
        r"|keychains?|\.bash_history|\.zsh_history|\.python_history|\.netrc)(?:/|$)"
        r"|^/(?:private/)?etc/(?:passwd|shadow|g?shadow-?|sudoers|ssl/private|kubernetes)\b|^/(?:var/)?run/secrets/"
    )


@cache
def _system() -> re.Pattern[str]:
    return compile_once(
        r"^/(?:private/)?(?:etc|proc|sys|dev|boot|root|run|var/(?:log|lib|run|spool|db))(?:/|$)|^[A-Za-z]:[\\/]Windows\b"
    )


@cache
def _network() -> re.Pattern[str]:
    return compile_once(r"^(?:\\\\|//)[\w.-]+[\\/]|^/(?:net|Network|afs|smb|mnt/smb)/")


def holds_credentials(path: str) -> bool:
    """Say whether a path is that of keys, passwords or tokens, by its name or the folder it lies in."""
    return is_credential(path) or bool(_secret_place().search(path))


def kind_of(path: str, home: str) -> Kind:
    """Say what is at the absolute ``path``; ``home`` is the person's home folder."""
    path = path.replace("\\", "/") if path[1:2] == ":" else path
    if holds_credentials(path):
        return "a file of credentials"
    if _network().match(path):
        return "a place in the network"
    if path.lower().endswith((".md", ".mdc", ".markdown", ".txt")):
        return "a text file"
    if _system().match(path):
        return "a place of the operating system"
    if path.startswith(f"{home.rstrip('/')}/"):
        return "a file of the home folder"
    return "a file that is no text"


class Disguise(NamedTuple):
    """How a path hides where it leads; ``certain``: it is no path of the repository whatever it comes to."""

    text: str
    certain: bool


@cache
def _encoded() -> re.Pattern[str]:
    # dots or slashes in percent signs, these maybe in percent signs again; both can also be cut into %c0%ae and the like
    return compile_once(r"(?i)%(?:25)*(?:2e|2f|5c)|%c0%(?:ae|af)")


@cache
def _share() -> re.Pattern[str]:
    return compile_once(r"(?i)\\{2,4}[\w.?-]+\\+[\w$.-]|file:/{2}(?!/|localhost/|[a-z]:)[\w.-]+/")


def disguise(target: str) -> Disguise | None:
    """Return how the target of a link hides its place; None for one that says it plainly."""
    if "%00" in target or "\0" in target:
        return Disguise("has a zero byte, where many programs end a path", True)
    if _share().match(target):
        return Disguise("is a share in the network", True)
    if "%" in target and "://" not in target and _encoded().search(target):
        return Disguise("has dots or slashes written as percent signs", False)
    return None


def leads_out(target: str, folder: str, top: str) -> bool:
    """Say whether a relative ``target``, decoded twice, climbs from ``folder`` out of ``top`` ("" is the repository)."""
    path = target
    if "%" in target:
        from urllib.parse import unquote

        path = unquote(unquote(target))
    path = path.replace("\\", "/")
    if posixpath.isabs(path) or ":" in path.partition("/")[0] or ".." not in path:
        return False
    place = posixpath.normpath(posixpath.join(folder, path))
    if posixpath.isabs(folder):
        return bool(top) and not f"{place}/".startswith(f"{top}/")
    return place.startswith("../") or place == ".." or bool(top and not f"{place}/".startswith(f"{top}/"))
