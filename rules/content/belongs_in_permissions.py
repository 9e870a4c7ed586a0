"""content/belongs-in-permissions."""

from __future__ import annotations

from memlint import Findings, Project, rule

from ._enforce import permissions, permissions_in


@rule("info", parts=lambda: (permissions_in,))
def belongs_in_permissions(project: Project) -> Findings:
    """A command or a path that is forbidden, or tied to leave, in words only.

    Text in memory is context, not configuration: it makes the agent less likely to run a command or to touch a file,
    and nothing stops it when it does. Permission rules are applied by the product, whatever the agent thinks. Looked
    at are whole sentences about one command, one path or one flag; those with a condition that permissions cannot
    hold are let pass. The message has the settings that would do it. Silent where permissions or a hook already do.

    What to do: add the rule to .claude/settings.json; the reason for it may stay in the text.

    Bad:

        ==> CLAUDE.md
        Never edit anything in `glazes/fired/`.

    Good:

        ==> CLAUDE.md
        Never edit anything in `glazes/fired/`.

        ==> .claude/settings.json
        {"permissions": {"deny": ["Edit(/glazes/fired/**)"]}}
    """
    yield from permissions(project)
