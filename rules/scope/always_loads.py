"""scope/always-loads."""

from __future__ import annotations

from memlint import Document, Edit, Field, Finding, Findings, Fix, Project, Span, rule, rule_patterns

from ._rule_files import counted, in_rules, scoping_field, when
from ._unseen import below_the_fence, unseen


@rule("warning")
def always_loads(rule_file: Document, project: Project) -> Findings:
    """A rule whose header was meant to scope it, and does not.

    The agent reads one key, `paths`, from a header that begins with the first character of the file. `globs` of Cursor
    and `applyTo` of Copilot mean nothing to it, a number or an empty list is no pattern, and a header behind a blank
    line is text. The rule then loads in every session and nobody is told. A header that is not valid YAML is reported
    by `frontmatter/invalid-yaml`, `tab-indent` or `duplicate-key`.

    What to do: let the file begin with `---`, give `paths` a quoted pattern or a list of them, and close the header.

    Bad:

        ==> .claude/rules/glaze.md
        ---
        globs: "glaze/*.glz"
        alwaysApply: false
        ---
        Name every glaze after its recipe.

    Bad:

        ==> .claude/rules/glaze.md

        ---
        paths: "glaze/*.glz"
        ---
        Name every glaze after its recipe.

    Good:

        ==> .claude/rules/glaze.md
        ---
        paths: "glaze/*.glz"
        ---
        Name every glaze after its recipe.

        ==> glaze/blue.glz
        cobalt
    """
    if rule_file.in_generated(0):
        return
    effect = f"so all {counted(rule_file.loaded.lines, 'line')} load {when(rule_file, project)}"
    if rule_file.loaded.lines == 1:
        effect = f"so its line loads {when(rule_file, project)}"
    header = rule_file.frontmatter
    if header is None:
        found = unseen(rule_file)
        if found is not None:
            yield Finding(found[0], f"{found[1]}, {effect}", severity="error", fix=_first(rule_file, found[0]))
    elif header.status != "invalid":
        paths = header.get("paths")
        other = scoping_field(header)
        if paths is not None and rule_file.bom and rule_patterns(header, project.facts):
            message = f"a byte order mark stands before the header, which is then text for the loader, {effect}"
            yield Finding(Span(0, 3), message)
        elif paths is not None:
            yield from _without_pattern(rule_file, paths, project, effect)
        elif (found := below_the_fence(rule_file)) is not None:
            yield Finding(found[0], f"{found[1]}, {effect}", severity="error")
        elif other is not None:
            message = f'"{other.path[0]}" does not scope a rule, only "paths" does, {effect}'
            yield Finding(other.key_span, message, fix=_fix(rule_file, other, project))


def _first(document: Document, fence: Span) -> Fix | None:
    """Take away the blank lines before a header; behind anything else it stays where it is."""
    if not fence.start or document.text[: fence.start].strip():
        return None
    return Fix("let the file begin with the header", (Edit(Span(0, fence.start), ""),), "unsafe")


def _fix(document: Document, field: Field, project: Project) -> Fix | None:
    """Rename the key of a file that lies among the rules: one that is linked there belongs to another tool."""
    readable = field.kind == "string" or (field.kind == "list" and project.facts.holds("rules.list-paths"))
    if field.path[0] == "alwaysApply" or not readable or not in_rules(document.path, project):
        return None
    edits, raw = [Edit(field.key_span, "paths")], document.text[slice(*field.span)]
    strict = document.frontmatter is not None and document.frontmatter.status == "valid"
    if field.kind == "string" and (raw.startswith(("|", ">")) or "\n" in raw):
        if not strict:
            return None  # signs around what stands in several lines would make another text of it
    elif field.kind == "string" and not field.quoted and raw.startswith(tuple("*{[!&@%`")):
        if '"' in field.text or "\\" in field.text:
            return None
        edits += (Edit(Span(at, at), '"') for at in field.span)
    return Fix('write "paths"', tuple(edits), "unsafe")  # it changes when the rule loads


def _without_pattern(document: Document, paths: Field, project: Project, effect: str) -> Findings:
    """Say why ``paths`` holds no pattern, where it does not."""
    texts = [item.text.strip(" ,") for item in paths.items if item.kind == "string"]
    starts = [paths.span.start, *(item.span.start for item in paths.items)]
    tag = any(document.text[start : start + 1] == "!" for start in starts)
    certain = True
    if paths.kind in ("string", "null") or (paths.kind == "list" and not any(texts)):
        if paths.text.strip(" ,"):
            return
        what, certain = ("the list of paths" if paths.kind == "list" else "paths") + " is empty", tag
        if tag:
            what = 'paths holds no pattern: without quotes, what begins with "!" is a tag'
        elif any(item.kind not in ("null", "string") for item in paths.items):
            what, certain = "no item of paths is a text", True
        elif paths.kind == "list" and not paths.items and document.text[slice(*paths.span)].strip("[] \t\r\n"):
            what, certain = "paths lists no text", True
    elif paths.kind != "list":
        what = f"paths is {'true or false' if paths.kind == 'boolean' else f'a {paths.kind}'}, not a pattern or a list"
    elif not project.facts.holds("rules.list-paths"):
        version = project.facts.version
        what = f"paths is a list, which version {version} does not read (one text with commas it does)"
    else:
        return
    yield Finding(paths.key_span, f"{what}, {effect}", severity="error" if certain else None)
