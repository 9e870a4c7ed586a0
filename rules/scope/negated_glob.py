"""scope/negated-glob."""

from __future__ import annotations

from bisect import bisect_left

from memlint import Document, Finding, Findings, Project, rule, rule_matcher

from ._moved import plain_start
from ._patterns import Pattern, base, found, written


@rule("warning", needs=("!", "\\"))
def negated_glob(rule_file: Document, project: Project) -> Findings:
    """A pattern of `paths` starts with `!`.

    Exclusions are not documented. Today they work as in a `.gitignore`: what lies in a folder that matched cannot be taken
    out again, so `!src/generated/**` behind `src/**` does nothing, while behind `src/**/*.ts` it does. One that does take
    files out today is an info.

    What to do: name what the rule is for, without exclusions.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: ["src/**", "!src/generated/**"]
        ---
        Name every glaze after its recipe.

        ==> src/blue.py
        pass

        ==> src/generated/red.py
        pass

    Good:

        ==> .claude/rules/glazes.md
        ---
        paths: ["src/glazes/**"]
        ---
        Name every glaze after its recipe.

        ==> src/glazes/blue.py
        pass

        ==> src/generated/red.py
        pass
    """
    here = base(rule_file, project)
    for pattern in found(rule_file, project, "negated"):
        what = f'"{pattern.text}" is an exclusion, which is not documented'
        if here is None:
            yield Finding(pattern.span, what)
            continue
        kept, taken = _effect(pattern, rule_file, project, here)
        if taken:
            yield Finding(pattern.span, f"{what}; today it takes out {taken}", severity="info")
        elif kept:
            why = "what lies in a folder that matched stays in"
            yield Finding(pattern.span, f"{what}, and takes nothing out: {kept} still matches, as {why}")
        else:
            yield Finding(pattern.span, f"{what}, and takes nothing out", severity="info")


def _effect(pattern: Pattern, document: Document, project: Project, here: str) -> tuple[str, str]:
    """Return a file that an exclusion names and that matches all the same, and one that it takes out."""
    globs = [other.glob for other in written(document, project)]
    at = globs.index(pattern.glob)
    whole = rule_matcher(tuple(globs), project.facts)
    without = rule_matcher((*globs[:at], *globs[at + 1 :]), project.facts)
    glob = pattern.glob[1:].removesuffix("/**")
    named = rule_matcher((glob,), project.facts)
    below, kept = f"{here}/" if here else "", ""
    one = project.matched(glob, here)
    start = below + ("/".join(plain_start(glob)) if "/" in glob.rstrip("/") else "")
    start = start if one.startswith(start) else below  # else they differ in upper and lower case
    for path in project.listed[bisect_left(project.listed, start) :] if one else ():
        if not path.startswith(start):
            break
        inner = path[len(below) :]
        if named(inner) and without(inner):
            if not whole(inner):
                return kept, path
            kept = kept or path
    return kept, ""
