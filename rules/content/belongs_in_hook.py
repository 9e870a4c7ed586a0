"""content/belongs-in-hook."""

from __future__ import annotations

from memlint import Findings, Project, rule

from ._enforce import hooks, hooks_in


@rule("info", parts=lambda: (hooks_in,))
def belongs_in_hook(project: Project) -> Findings:
    """A check at a moment that a hook can catch, demanded in words only.

    Text in memory is context, not configuration: the agent runs the tests before a commit when it thinks of it. A hook
    runs every time and can stop what it sees fail. Looked at are commits, pushes, pull requests, edits, the end of a
    turn and the start of a session, with a command or a kind of check; the message has the settings that would do it,
    to be adapted. Silent where a hook of the agent stands at that moment, or one of git before commits and pushes.

    What to do: add the hook to .claude/settings.json and say in the text why the check matters, if anything.

    Bad:

        ==> CLAUDE.md
        You must run `make cones` before every commit.

    Good:

        ==> CLAUDE.md
        You must run `make cones` before every commit.

        ==> .claude/settings.json
        {
          "hooks": {
            "PreToolUse": [
              {
                "matcher": "Bash",
                "hooks": [{"type": "command", "if": "Bash(git commit *)", "command": "make cones >&2 || exit 2"}]
              }
            ]
          }
        }
    """
    yield from hooks(project)
