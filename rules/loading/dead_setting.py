"""loading/dead-setting."""

from __future__ import annotations

from collections.abc import Iterator

from memlint import AgentSettings, Finding, Findings, Project, rule


@rule("warning")
def dead_setting(project: Project) -> Findings:
    """A setting about memory in a file where the agent does not obey it.

    `claudeMd` counts in an organisation's managed settings only, the option that has AGENTS.md read beside CLAUDE.md
    in a person's own and in managed ones, and `autoMemoryDirectory` must be absolute or begin with `~/`. Elsewhere
    they are ignored, and nobody is told.

    What to do: move the setting to where it works, or the text of `claudeMd` into CLAUDE.md.

    Bad:

        ==> .claude/settings.json
        {"autoMemoryDirectory": ".claude/memory"}

    Good:

        ==> .claude/settings.json
        {"autoMemoryEnabled": false, "permissions": {"allow": ["Bash(make check)"]}}
    """
    for settings in project.agent_settings:
        for keys, message in _dead(settings, project):
            yield Finding(settings.span(*keys), message, settings.path)


def _dead(settings: AgentSettings, project: Project) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the keys and the message of each setting that has no effect."""
    facts = project.facts
    text, directory = facts.text("names.managed-text"), facts.text("memory.directory-setting")
    option = ("pluginConfigs", facts.text("agents.plugin"), "options", facts.text("agents.mode-option"))
    ours = settings.scope in ("project", "local")
    if ours and settings.get(text) is not None:
        yield (text,), f"{text} counts in managed settings only: this text is in no session"
    if ours and all(option) and settings.get(*option) is not None:
        default = facts.words("agents.modes")[0]
        yield (
            option,
            f"{option[-1]} is ignored in the settings of a project: the agent goes by {default} or each person's own",
        )
    value = settings.get(directory) if directory else None
    if isinstance(value, str) and value and not _is_absolute(value) and not {*value} & {"<", "{"}:
        message = (
            f'"{value}" is neither absolute nor begins with ~/: it is ignored, and the memory is in its default place'
        )
        yield (directory, value), message


def _is_absolute(path: str) -> bool:
    return path.startswith(("/", "~/", "~\\", "\\")) or path[1:3] in (":/", ":\\")
