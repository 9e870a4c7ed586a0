"""scope/about-new-files."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Finding, Findings, Project, compile_once, rule, rule_patterns

_SHARE = 0.5  # of the lines


@rule("info", default=False)
def about_new_files(rule_file: Document, project: Project, *, share: float = _SHARE) -> Findings:
    """A rule with `paths` about creating files, for a version of the agent in which writing a file loads no rule.

    Before 2.1.288 only reading a matching file brings such a rule in. An agent that writes a new migration without
    looking at an old one first never sees how a migration is to be written. The language of the rule is guessed at, so
    this is off unless asked for; `share` is the part of its lines that has to speak of new files.

    What to do: say it in a rule without `paths`, or have a hook say it.

    Bad:

        ==> memlint.toml
        target-version = "2.1.200"

        ==> .claude/rules/glaze.md
        ---
        paths: "glaze/*.glz"
        ---
        # Adding a glaze
        Give it the number after the last one.

        ==> glaze/blue.glz
        cobalt

    Good:

        ==> memlint.toml
        target-version = "2.1.200"

        ==> .claude/rules/glaze.md
        ---
        paths: "glaze/*.glz"
        ---
        # Glazes
        Name every glaze after its recipe.

        ==> glaze/blue.glz
        cobalt
    """
    tools = project.facts.words("trigger.rules")
    if not tools or "Write" in tools or not rule_patterns(rule_file.frontmatter, project.facts):
        return
    if rule_file.in_generated(0):
        return
    headings = [heading for heading in rule_file.headings if heading.level == 1 and _about_new(heading.text)]
    lines = [line for line in _lines(rule_file) if line.strip()]
    about = sum(_about_new(line) for line in lines)
    if not headings and (not about or about < share * len(lines)):
        return
    place = headings[0].span if headings else rule_file.kept[0]
    which = "its title is" if headings else f"{about} of its {len(lines)} lines are"
    message = (
        f"{which} about new files, but version {project.facts.version} loads a rule with paths only on "
        f"{' and '.join(tools)}, not when a file is written"
    )
    yield Finding(place, message)


@cache
def _words() -> re.Pattern[str]:
    verb = r"(?:add|create|scaffold|introduce|generate|set up|write)"
    gerund = r"(?:adding|creating|scaffolding|introducing|generating|setting up)"
    article = r"(?:a|an|another|each|every|any|the|your)"
    return compile_once(
        rf"\b{gerund}\b|\b{verb} (?:{article} )?new\b|\b(?:each|every|any|a|for) new\b|\bto {verb} {article}\b",
        re.IGNORECASE,
    )


def _about_new(line: str) -> bool:
    return bool(_words().search(line))


def _lines(document: Document) -> list[str]:
    kinds = ("paragraph", "heading")
    return [line for b in document.blocks if b.kind in kinds for line in document.text[slice(*b.content)].splitlines()]
