"""grounding/dead-permission."""

from __future__ import annotations

from memlint import Finding, Findings, Project, rule


@rule("warning")
def dead_permission(project: Project) -> Findings:
    """A deny rule of the shared settings in a form that is never consulted.

    Permissions on files are looked up as `Edit(path)` and `Read(path)`, whatever tool asks. A rule like
    `Write(.env)` or `Glob(secrets/**)` names a path and stands in the list, but nothing reads it: what looks forbidden
    is allowed. A tool without a path, and a rule whose other form stands beside it, are let pass.

    What to do: write the rule as `Edit(path)`, for reading as `Read(path)`.

    Bad:

        ==> .claude/settings.json
        {"permissions": {"deny": ["Write(.env)"]}}

    Good:

        ==> .claude/settings.json
        {"permissions": {"deny": ["Edit(.env)", "Write"]}}
    """
    dead, live = (project.facts.words(f"permissions.{key}") for key in ("never-consulted", "consulted"))
    instead = dict(zip(dead, live, strict=True))
    for settings in project.agent_settings:
        denied = settings.get("permissions", "deny")
        if settings.scope != "project" or not isinstance(denied, list):
            continue
        for text in dict.fromkeys(item for item in denied if isinstance(item, str)):
            tool, bracket, rest = text.partition("(")
            if tool not in instead or not bracket or not rest.rstrip(")").strip("*/ "):
                continue
            counts = f"{instead[tool]}({rest}"
            if counts not in denied and instead[tool] not in denied:
                message = f"{text} is never consulted, so it forbids nothing; the form that counts is {counts}"
                yield Finding(settings.span("permissions", "deny", text), message, settings.path)
