"""grounding/version-mismatch."""

from __future__ import annotations

import posixpath
import re
from functools import cache

from memlint import Document, Finding, Findings, Place, Project, Span, compile_once, rule


@cache
def _stated() -> re.Pattern[str]:
    return compile_once(
        r"(?im)^(?:the\b|[^\S\n]|[*_#|>-])*+current\s+(?:(?:app|package|project|release|stable)\s+)?version\b[\s:*_`=|–—-]*"
        r"(?:is\b[\s:*_`]*)?v?(\d+(?:\.\d+)+)(?![\w+]|\.[\dx*]|-\w|\s*(?:-|–|to|or)\s*v?\d)"
    )


@rule("info", needs=("urrent",))
def version_mismatch(document: Document, project: Project) -> Findings:
    """A current version that the manifest of the project has left behind.

    No release changes a number in prose. The agent takes it for the present one, and plans, writes changelogs and
    answers by it. Compared with package.json, composer.json, pyproject.toml and Cargo.toml of the file's folder, or of
    the root; "since 1.2", ranges and histories are let pass.

    What to do: name the manifest in place of the number.

    Bad:

        ==> CLAUDE.md
        Current version: 0.37.3

        ==> package.json
        {"name": "kiln", "version": "0.52.1"}

    Good:

        ==> CLAUDE.md
        The current version is in package.json.

        ==> package.json
        {"name": "kiln", "version": "0.52.1"}
    """
    if "urrent" not in document.text or posixpath.isabs(document.path):
        return
    for found in _stated().finditer(document.text):
        span = Span(*found.span(1))
        block = document.block_at(span.start)
        if block.kind not in ("paragraph", "heading") or block.quoted or document.in_generated(span.start):
            continue
        if any("change" in heading.text.lower() or "histor" in heading.text.lower() for heading in document.headings):
            continue
        folder = posixpath.dirname(document.path).removesuffix(".claude").rstrip("/")
        manifests = project.repository.versions(folder) or project.repository.versions("")
        if not manifests or any(_same(found[1], manifest.text) for manifest in manifests):
            continue
        said = ", ".join(f"{manifest.path} says {manifest.text}" for manifest in manifests)
        places = tuple(Place(manifest.path, Span(0, 0), f"version {manifest.text}") for manifest in manifests)
        yield Finding(span, f"the current version is given as {found[1]}; {said}", related=places)


def _same(stated: str, manifest: str) -> bool:
    """Say whether two versions agree as far as they are given; "0.0.0" is what a tool fills in at a release."""
    numbers = re.match(r"v?(\d+(?:\.\d+)*)", manifest)
    if numbers is None or not numbers[1].strip("0."):
        return True
    return all(a == b for a, b in zip(stated.split("."), numbers[1].split("."), strict=False))
