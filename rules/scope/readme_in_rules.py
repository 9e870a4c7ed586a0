"""scope/readme-in-rules."""

from __future__ import annotations

import posixpath

from memlint import Document, Finding, Findings, Project, rule, rule_patterns

from ._rule_files import TOP, counted, in_rules, names, when


@rule("info")
def readme_in_rules(rule_file: Document, project: Project) -> Findings:
    """A README.md in the folder of rules.

    It is there for people, but every `.md` file in `.claude/rules` is a rule, at any depth: all of it loads like the
    others. One with `paths`, and one that is the only rule file, are let pass.

    What to do: call it `README` without an ending, or keep it outside of the folder of rules.

    Bad:

        ==> .claude/rules/README.md
        # Who looks after these rules

        ==> .claude/rules/glaze.md
        Name every glaze after its recipe.

    Good:

        ==> .claude/rules/README
        Who looks after these rules

        ==> .claude/rules/glaze.md
        Name every glaze after its recipe.
    """
    place = next((name for name in names(rule_file, project) if _is_readme(name) and in_rules(name, project)), "")
    if not place or not rule_file.loaded.characters or rule_patterns(rule_file.frontmatter, project.facts):
        return
    if not any(not _is_readme(document.path) for document in project.rule_files()):
        return
    lines = counted(rule_file.loaded.lines, "line")
    yield Finding(TOP, f"a README in the folder of rules is a rule: its {lines} load {when(rule_file, project)}")


def _is_readme(path: str) -> bool:
    return posixpath.basename(path).lower() == "readme.md"
