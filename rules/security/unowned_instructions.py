"""security/unowned-instructions."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator

from memlint import Finding, Findings, Place, Project, Span, ignore_spec, rule

_PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")  # the first that exists counts
_SHOWN = 10


@rule("info")
def unowned_instructions(project: Project) -> Findings:
    """CODEOWNERS leaves instruction files out, while a workflow lets an agent act on them.

    Whoever may change CLAUDE.md or a rule file tells the agent what to do in each later run, with the rights of the
    workflow. Where a repository names owners for its code, these files can be merged without any of them. Without
    CODEOWNERS, and without a workflow that runs an agent, the rule says nothing.

    What to do: name owners for the instruction files, `.claude/` and CODEOWNERS itself.

    Bad:

        ==> .github/CODEOWNERS
        /src/ @kiln/potters

        ==> .github/workflows/review.yml
        jobs:
          review:
            steps:
              - uses: anthropics/claude-code-action@v1

        ==> CLAUDE.md
        Name every glaze after its recipe.

    Good:

        ==> .github/CODEOWNERS
        /src/ @kiln/potters
        CLAUDE.md @kiln/potters

        ==> .github/workflows/review.yml
        jobs:
          review:
            steps:
              - uses: anthropics/claude-code-action@v1

        ==> CLAUDE.md
        Name every glaze after its recipe.
    """
    owners = next((place for place in _PLACES if place in project.listed), "")
    if not owners:
        return
    workflow = next(_workflows(project), None)
    if workflow is None:
        return
    owned = _owned(project.text(owners).splitlines())
    names = ("instructions", "rule_file", "settings")
    files = [file.path for file in project.files if file.kind in names and file.scope == "shared"]
    unowned = [path for path in files if not posixpath.isabs(path) and not owned(path)]
    if unowned:
        shown = (
            unowned[0] if len(unowned) == 1 else f"{unowned[0]} and {len(unowned) - 1} more files that instruct agents"
        )
        message = f"no owner is named for {shown}, and {workflow.path} runs {workflow.message}"
        related = (workflow._replace(message="runs an agent here"),)
        more = (Place(path, Span(0, 0), "no owner is named for it") for path in unowned[: _SHOWN - 1])
        yield Finding(Span(0, 0), message, owners, related=(*related, *more))


def _workflows(project: Project) -> Iterator[Place]:
    """Yield where a workflow runs an agent; the message is what runs it."""
    actions = project.facts.words("ci.agent-actions")
    for path in project.listed:
        if path.startswith(".github/workflows/") and path.endswith((".yml", ".yaml")):
            at = 0
            for line in project.text(path).splitlines(keepends=True):
                words = line.split("#", 1)[0].split()
                used = words[words.index("uses:") + 1].strip("'\"").partition("@")[0] if "uses:" in words[:-1] else ""
                if used.lower() in actions:
                    start = at + line.index(used)
                    yield Place(path, Span(start, start + len(used)), used)
                at += len(line)


def _owned(lines: Iterable[str]) -> Callable[[str], bool]:
    """Return a test of paths: the last pattern that matches decides, and it may name nobody."""
    import re

    rows = []
    for line in lines:
        pattern, *people = line.split("#", 1)[0].replace("\\ ", "\\\0").split() or [""]
        if not pattern or pattern.startswith(("!", "[", "^[")):  # the head of a section of GitLab's
            continue
        try:
            rows.append((ignore_spec([pattern.replace("\0", " ")]), bool(people)))
        except (ValueError, re.error):
            continue
    return lambda path: next((named for spec, named in reversed(rows) if spec.match_file(path)), False)
