"""loading/import-only-root."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._agents import loaded_from
from ._places import are, listed, prose

_MARKERS = ("pnpm-workspace.yaml", "lerna.json", "nx.json", "turbo.json", "rush.json", "go.work")
_DECLARED = (("Cargo.toml", "[workspace]"), ("package.json", '"workspaces"'))
_FOLDERS = ("apps", "packages", "services", "crates")
_MANIFESTS = frozenset(("package.json", "pyproject.toml", "Cargo.toml", "go.mod", "composer.json", "pom.xml"))
_MARKUP = "-*+>#.,: \t\r"


@rule("info")
def import_only_root(instructions: Document, project: Project) -> Findings:
    """The root's CLAUDE.md consists of imports, in a repository of several packages.

    A session that starts in a package loads the root's CLAUDE.md too, but does not expand its imports: a defect of
    the product that was reproduced. There the agent sees the bare `@` lines. Sessions that start in the root have all
    of it.

    What to do: state what every package needs in the root's file itself, or link it to the file that it imports.

    Bad:

        ==> pnpm-workspace.yaml
        packages: ["apps/*"]

        ==> CLAUDE.md
        @AGENTS.md

        ==> AGENTS.md
        Run the tests with `make check`.

    Good:

        ==> pnpm-workspace.yaml
        packages: ["apps/*"]

        ==> CLAUDE.md -> AGENTS.md

        ==> AGENTS.md
        Run the tests with `make check`.
    """
    path = instructions.path
    if path not in ("CLAUDE.md", ".claude/CLAUDE.md") or not project.facts.holds("imports.ancestor-lost"):
        return
    edges = [edge for edge in project.imports(path) if edge.state == "file"]
    if not edges or any(_words(line) for line in prose(instructions).split("\n")) or not _marker(project):
        return
    reached = [project.documents[other] for other in loaded_from(project, [path]) if other in project.documents]
    lines = are(sum(document.loaded.lines for document in reached[1:]), "line")
    message = (
        f"a session that starts in a folder below ({_marker(project)}) gets this file without what it imports: "
        f"{lines} missing there"
    )
    yield Finding(edges[0].node.span, message)


def _words(line: str) -> bool:
    return bool(line.strip(_MARKUP)) and not line.startswith("#")


def _marker(project: Project) -> str:
    """Return what shows that the repository has several packages, or ""."""
    for name in _MARKERS:
        if listed(project, name):
            return name
    for name, word in _DECLARED:
        if listed(project, name) and word in project.text(name):
            return name
    for folder in _FOLDERS:
        packages = {path for path in project.listed if path.startswith(f"{folder}/") and path.count("/") == 2}
        if sum(path.rpartition("/")[2] in _MANIFESTS for path in packages) > 1:
            return f"{folder}/"
    return ""
