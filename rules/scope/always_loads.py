"""scope/always-loads."""

from __future__ import annotations

from memlint import Document, Field, Finding, Findings, Project, Span, rule, rule_patterns

from ._rule_files import counted, opens, scope_in, scoping_field, start_of_text, when


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
        yield from _not_seen(rule_file, effect)
    elif header.status != "invalid":
        paths = header.get("paths")
        other = scoping_field(header)
        if paths is not None and rule_file.bom and rule_patterns(header, project.facts):
            message = f"a byte order mark stands before the header, which is then text for the loader, {effect}"
            yield Finding(Span(0, 3), message)
        elif paths is not None:
            yield from _without_pattern(rule_file, paths, project, effect)
        elif not header.fence_alone and (late := scope_in(rule_file.text, _next_line(rule_file.text, header.span.end))):
            line = rule_file.line(header.content.end)
            message = (
                f'the "---" within line {line} closes the header, and {rule_file.text[slice(*late[0])]} stands below'
            )
            yield Finding(late[0], f"{message} it, {effect}", severity="error")
        elif other is not None:
            yield Finding(other.key_span, f'"{other.path[0]}" does not scope a rule, only "paths" does, {effect}')


def _next_line(text: str, at: int) -> int:
    return at if at and text[at - 1] == "\n" else text.find("\n", at) + 1 or len(text)


def _not_seen(document: Document, effect: str) -> Findings:
    """Look for a header that is text: behind something else, or never closed."""
    text = document.text
    at = start_of_text(text)
    first = text.rfind("\n", 0, at) + 1 if not text[text.rfind("\n", 0, at) + 1 : at].strip(" ") else at
    below = opens(text, first)
    found = scope_in(text, below) if below >= 0 else None
    if found is None:
        return
    key, closed = found
    name = text[slice(*key)]
    if first == 0 and text.startswith("---"):
        if not closed:
            yield Finding(
                Span(0, 3), f'no "---" closes the header with {name}: all of it is text, {effect}', severity="error"
            )
    elif closed:
        what = "a comment stands" if text[:first].strip() else "a blank line stands" if first else "a blank stands"
        message = f'{what} before the header: only a "---" at the very start of the file opens one, and {name} is text'
        at = text.index("---", first)
        yield Finding(Span(at, at + 3), f"{message}, {effect}", severity="error")


def _without_pattern(document: Document, paths: Field, project: Project, effect: str) -> Findings:
    """Say why ``paths`` holds no pattern, where it does not."""
    texts = [item.text for item in paths.items if item.kind == "string"]
    if paths.kind == "string":
        if not paths.text.strip() and document.text[paths.span.start : paths.span.start + 1] != "!":
            yield Finding(paths.key_span, f"paths is empty, {effect}")
    elif paths.kind == "null":
        yield Finding(paths.key_span, f"paths is empty, {effect}")
    elif paths.kind != "list":
        what = "true or false" if paths.kind == "boolean" else f"a {paths.kind}"
        yield Finding(paths.key_span, f"paths is {what}, not a pattern or a list of them, {effect}", severity="error")
    elif any(texts):
        if not project.facts.holds("rules.list-paths"):
            version = project.facts.version
            message = f"paths is a list, which version {version} does not read (one text with commas it does)"
            yield Finding(paths.key_span, f"{message}, {effect}", severity="error")
    elif all(item.kind in ("null", "string") for item in paths.items):
        written = document.text[slice(*paths.span)]
        if "!" not in written:  # a pattern that YAML reads as a tag is another rule's
            nested = not paths.items and written.strip("[] \t\r\n")
            what = "paths lists no text" if nested else "the list of paths is empty"
            yield Finding(paths.key_span, f"{what}, {effect}", severity="error" if nested else None)
    else:
        yield Finding(paths.key_span, f"no item of paths is a text, {effect}", severity="error")
