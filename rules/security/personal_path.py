"""security/personal-path."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Finding, Findings, Project, Span, compile_once, is_placeholder, rule

# Accounts of images, runners and services, and names that samples use: they tell nothing about a person.
_NOBODY = (
    "admin agent airflow alice app appuser bob builder bot carol ci circleci claude claudeuser claude-user coder codespace "
    "container default demo deploy deployer dev developer docker ec2-user example foo git github gitpod guest jane "
    "janedoe jane.doe jdoe jenkins joe john john.doe johndoe jovyan kasm-user linuxbrew me my myname myuser name nobody "
    "node nonroot opc openclaw operator oracle pi pptruser public pwuser remote root runner runneradmin sandbox service "
    "shared someone somebody somename staff steam student test tester ubuntu user user1 username vagrant vscode web worker "
    "workspace www www-data x xxx you your yourname your-name your_name yourusername yourself"
)
_PRIVATE = ("internal", "corp", "lan", "intranet")


@cache
def _home() -> re.Pattern[str]:
    return compile_once(
        r"(?<![\w.~:\\/-])/(?:Users|home)/([A-Za-z][\w.-]{0,63})(?=[/\s`'\")\],;:]|$)"
        r"|(?<![\w\\/])[A-Za-z]:(?:\\{1,2}|/)Users(?:\\{1,2}|/)([A-Za-z][\w.-]{0,63})(?=[\\/\s`'\")\],;]|$)"
        r"|/\.claude/projects/-(?:Users|home)-([A-Za-z][A-Za-z0-9]{0,63})-",
        re.MULTILINE,
    )


@cache
def _host() -> re.Pattern[str]:
    return compile_once(
        rf"(?i)\b(?:https?|ssh|git|wss?|postgres(?:ql)?|mysql|redis|mongodb|amqp)://(?:[\w.-]{{1,64}}@)?"
        rf"((?:[a-z0-9-]{{1,63}}\.){{1,6}}(?:{'|'.join(_PRIVATE)}))(?=[:/\s`'\")\],;?#]|$)"
    )


@rule("info", needs=("users", "/home/", "-home-", ".internal", ".corp", ".lan", ".intranet"))
def personal_path(document: Document, project: Project) -> Findings:
    """A shared memory file that names a home folder of somebody, or a host of a private network.

    The path exists on one machine: for everybody else the agent looks for something that is not there. It also tells
    whoever reads the repository an account or a host. Once for each account and host of a file. Accounts of images and
    runners (`/home/node`), names of samples, imports (`imports/machine-path`), and the person's own files are let pass.

    What to do: write the path from the repository or from `~`, or move the line into CLAUDE.local.md.

    Bad:

        ==> CLAUDE.md
        The glazes are in `/Users/dana.k/work/glazes`.

    Good:

        ==> CLAUDE.md
        The glazes are in `~/work/glazes`, in the image in /home/node/app.

        ==> CLAUDE.local.md
        The glazes are in `/Users/dana.k/work/glazes`.
    """
    file = project.file(document.path)
    if file is None or file.scope != "shared" or posixpath.isabs(document.path):
        return
    counts: dict[tuple[str, str], list[Span]] = {}
    # index/entry-outside-directory tells of the links of an index
    linked = [link.span for link in document.links] if file.kind == "index" else []
    for span, kind, name in _named(document):
        if any(link.start <= span.start < link.end for link in linked):
            continue
        if not document.in_comment(span.start) and not document.in_generated(span.start):
            counts.setdefault((kind, name), []).append(span)
    for (kind, name), spans in counts.items():
        times = "" if len(spans) == 1 else f", {len(spans)} times in this file"
        message = (
            f"the home folder of {name}{times}: other machines have no such place"
            if kind == "home"
            else f"{name}{times} is a host of a private network: it answers nobody outside"
        )
        yield Finding(spans[0], message)


def _named(document: Document) -> Iterator[tuple[Span, str, str]]:
    text = document.text
    if "Users" in text or "/home/" in text or "-home-" in text:
        nobody = frozenset(_NOBODY.split())
        imported = {node.span.start + 1 for node in document.imports}
        for found in _home().finditer(text):
            name = (found[1] or found[2] or found[3]).rstrip(".")
            rest = text[found.start() : found.end() + 40].split("\n")[0].split("`")[0].split(" ")[0]
            if found.start() not in imported and name.lower() not in nobody and not is_placeholder(rest):
                yield Span(*found.span()), "home", name
    if "://" in text and any(f".{word}" in text for word in _PRIVATE):
        for found in _host().finditer(text):
            if not found[1].lower().endswith(("docker.internal", "containers.internal", "google.internal")):
                yield Span(*found.span(1)), "host", found[1]
