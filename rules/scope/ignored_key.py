"""scope/ignored-key."""

from __future__ import annotations

from collections.abc import Iterator

from memlint import Document, Field, Finding, Findings, Frontmatter, Place, Project, rule, rule_patterns

from ._rule_files import SCOPING, SHOWN, scoping_field, texts

_COPILOT = (".github/instructions/", ".github/copilot-instructions.md")
# Keys that steer what loads or runs in other files and products, and where those are that read them.
_STEERING: dict[str, tuple[str, ...]] = {
    "globs": (".cursor/", ".cursorrules", ".continue/", ".windsurf/", ".trae/"),
    "glob": (),
    "alwaysApply": (".cursor/", ".cursorrules", ".continue/", ".trae/"),
    "applyTo": _COPILOT,
    "excludeAgent": _COPILOT,
    "trigger": (".windsurf/", ".agent/"),
    "inclusion": (".kiro/",),
    "fileMatchPattern": (".kiro/",),
    "exclude": (),
    "excludes": (),
    "excludePaths": (),
    "priority": (),
    "enabled": (),
    "disabled": (),
    "model": (),
    "tools": (),
    "allowed-tools": (),
}


@rule("info", where="rule_file")
def ignored_key(project: Project) -> Findings:
    """A key in a rule's header that promises an effect which it does not have.

    Of a rule's header the agent reads `paths` alone. `exclude` excludes nothing, `enabled: false` does not switch the
    rule off, `priority` orders nothing and `model` chooses none. Each key is reported once for the project. Keys that
    only describe the file (`description`, `owner`) are let pass, as are those of a product whose folder is there
    (`globs` beside `.cursor`) and those that say what `paths` says. `globs` without `paths` is `scope/always-loads`.

    What to do: say it with `paths`, in the text, or by where the file lies.

    Bad:

        ==> .claude/rules/glaze.md
        ---
        paths: "glaze/*.glz"
        exclude: "glaze/old.glz"
        ---
        Name every glaze after its recipe.

        ==> glaze/blue.glz
        cobalt

    Good:

        ==> .claude/rules/glaze.md
        ---
        description: How glazes are named
        paths: "glaze/*.glz"
        ---
        Name every glaze after its recipe.

        ==> glaze/blue.glz
        cobalt
    """
    if "rule_file" in project.schemas:
        return
    found: dict[str, list[tuple[Document, Field]]] = {}
    for document in project.rule_files():
        header = document.frontmatter
        if header is None or header.status == "invalid":
            continue
        fields = [*_ignored(header, project)]
        for field in () if fields and document.in_generated(0) else fields:
            found.setdefault(field.path[0], []).append((document, field))
    for key, places in found.items():
        if any(path.startswith(_STEERING[key]) for path in project.listed):
            continue
        document, field = places[0]
        rest = len(places) - 1
        more = f" (in {rest} more rule file{'' if rest == 1 else 's'} too)" if rest else ""
        related = tuple(Place(other.path, f.key_span, "here too") for other, f in places[1 : SHOWN + 1])
        message = f'"{key}" has no effect{more}: of a rule\'s header the agent reads only paths'
        yield Finding(field.key_span, message, document.path, related=related)


def _ignored(header: Frontmatter, project: Project) -> Iterator[Field]:
    """Yield the keys that promise something else than what happens."""
    patterns = rule_patterns(header, project.facts)
    paths, reported = header.get("paths"), scoping_field(header)
    for field in header.fields:
        key = field.path[0]
        if len(field.path) > 1 or key not in _STEERING or key in project.facts.words("rules.keys"):
            continue
        empty = field.kind == "null" or (field.kind in ("list", "string") and not texts(field))
        if empty or (paths is None and reported is not None):
            continue  # says nothing, or another rule says it
        value = field.text.strip().lower()
        if key in SCOPING:
            agrees = not patterns or paths is None or sorted(texts(field)) == sorted(texts(paths))
        elif key == "alwaysApply":
            agrees = value == ("false" if patterns else "true")
        elif key in ("trigger", "inclusion"):
            agrees = not patterns and value.startswith("always")
        else:
            agrees = (key, value) in (("enabled", "true"), ("disabled", "false"))
        if not agrees:
            yield field
