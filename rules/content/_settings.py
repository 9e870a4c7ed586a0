"""What settings of the agent would enforce: the exact snippet, and whether settings or hooks already do."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from memlint import AgentSettings, NamedTuple, Project, compile_once

from ._moments import Check
from ._permissions import Order
from ._targets import Target


class Permission(NamedTuple):
    """Rules of one list of permissions, "deny" or "ask"."""

    how: str
    rules: tuple[str, ...]

    def snippet(self) -> dict[str, Any]:
        return {"permissions": {self.how: list(self.rules)}}


class Hook(NamedTuple):
    """A command hook; ``matcher`` and ``condition`` (a permission rule) are "" where it runs at every such event."""

    event: str
    matcher: str
    condition: str
    command: str
    key: str = ""

    def snippet(self) -> dict[str, Any]:
        handler = {"type": "command"} | ({self.key: self.condition} if self.condition and self.key else {})
        entry = {"matcher": self.matcher} if self.matcher else {}
        return {"hooks": {self.event: [entry | {"hooks": [handler | {"command": self.command}]}]}}


class Enforcer:
    """Turns orders and checks into settings, and knows which of them the project has."""

    def __init__(self, project: Project) -> None:
        facts = project.facts
        self.project = project
        self.run, self.edit, self.read = (facts.text(f"permissions.{name}") for name in ("run", "edit", "read"))
        self.any = facts.text("permissions.any-arguments")
        self.key = facts.text("hooks.condition")
        self.moments = dict(line.split("=", 1) for line in facts.words("hooks.moments"))
        dead, live = facts.words("permissions.never-consulted"), facts.words("permissions.consulted")
        self._ignored: dict[str, bool] = {}
        self.instead = dict(zip(dead, live, strict=True))  # content must not say what grounding/dead-permission does

    # --- permissions

    def permission(self, order: Order, base: str) -> Permission:
        """Return the rules for ``order``; ``base`` is the folder that its paths may be relative to."""
        rules: list[str] = []
        deeds = {"acommit": "git commit", "apush": "git push"}
        for action in order.actions:
            if action == "anything":
                rules += [self.run, self.edit]
            elif action in deeds:
                rules.append(f"{self.run}({deeds[action]}{self.any})")
            else:
                rules += (rule for target in order.targets if (rule := self._rule(action, target, base)))
        return Permission(order.how, tuple(dict.fromkeys(rules)))

    def _rule(self, action: str, target: Target, base: str) -> str:
        text = target.text
        if target.kind == "flag":
            return (
                f"{self.run}(git *{text}*)"
                if text in ("--no-verify", "--force", "--amend")
                else f"{self.run}(*{text}*)"
            )
        if target.kind == "command":
            return f"{self.run}({self._command(text)})" if action == "run" else ""
        if action == "delete":
            return f"{self.run}(rm *{text.strip('/')}*)"
        tool = {"edit": self.edit, "read": self.read}.get(action)
        return f"{tool}({self._path(text, base)})" if tool else ""

    def _command(self, text: str) -> str:
        if text.isupper():
            return f"*{text}*"
        text = re.split(r"\s*(?:<|\[|\{|\$|\s\.\.\.|…|\||&&|;|\*)", text)[0].strip() or text
        found = re.search(r"\s(--[a-z][\w-]+)$", text)
        return f"{text[: found.start()]} *{found[1]}*" if found else text + self.any

    def _path(self, text: str, base: str) -> str:
        if text.startswith("~/"):
            return text + ("**" if text.endswith("/") else "")
        path = text.removeprefix("./")
        if text.startswith("/") and not self.project.exists(text[1:]):
            path = "/" + text  # two slashes: from the root of the file system
        elif not text.startswith("/"):
            if base and self.project.exists(posixpath.join(base, path)):
                path = posixpath.join(base, path)
            path = f"/{path}" if "/" in path and not path.startswith("**/") else path
        if path.endswith("/"):
            return path + "**"
        folder = "." not in path.rsplit("/", 1)[-1] and "*" not in path
        return f"{path}/**" if folder else path

    # --- hooks

    def hook(self, check: Check, base: str) -> Hook:
        """Return the hook for ``check``."""
        command = " && ".join(check.commands) or check.tool.removesuffix(" .") or self._known(check.kind)
        if check.tool and check.moment == "on_edit":
            command = f"jq -r .tool_input.file_path | xargs {command}"
        if check.moment == "on_stop":
            command = f"jq -e .stop_hook_active >/dev/null || {{ {command}; }} >&2 || exit 2"
        elif check.moment in ("on_commit", "on_push", "on_pr"):
            command = f"{{ {command}; }} >&2 || exit 2" if "&&" in command else f"{command} >&2 || exit 2"
        condition = f"{self.edit}({self._path(check.paths[0], base)})" if check.paths else ""
        return self._at(check.moment, command, condition)

    def branch_hook(self, deed: str, branch: str) -> Hook:
        """Return the hook that stops commits or pushes (acommit, apush) on ``branch``."""
        command = f'[ "$(git branch --show-current)" != {branch} ] || {{ echo "this is {branch}" >&2; exit 2; }}'
        return self._at("on_commit" if deed == "acommit" else "on_push", command)

    def ignored(self, path: str) -> bool:
        """Say whether git ignores ``path``, so that no commit has it."""
        if path not in self._ignored:
            self._ignored[path] = self.project.ignored(path.rstrip("/"))
        return self._ignored[path]

    def may(self, deed: str) -> bool:
        """Say whether permissions leave the agent free to commit or push (acommit, apush)."""
        return bool(self.missing(self.permission(Order("ask", (deed,), ()), "")).rules)

    def staged_hook(self, paths: tuple[str, ...]) -> Hook:
        """Return the hook that stops a commit with one of ``paths`` in it."""
        import shlex

        names = " ".join(shlex.quote(path) for path in paths)
        command = f'git diff --cached --quiet -- {names} || {{ echo "it must not be staged" >&2; exit 2; }}'
        return self._at("on_commit", command)

    def _at(self, moment: str, command: str, condition: str = "") -> Hook:
        event, matcher, when = (*self.moments[moment].split(" ", 2), "", "")[:3]
        return Hook(event, matcher, f"{matcher}({when}{self.any})" if when else condition, command, self.key)

    def _known(self, kind: str) -> str:
        """Return the project's own command for a kind of check, or a script where such things stand."""
        repository = self.project.repository
        package = repository.packages.get("package.json") or repository.packages.get("")
        if package is not None and kind in package.scripts:
            return f"{(package.manager or 'npm').split('@')[0]} run {kind}"
        for runner in ("make", "just"):
            if kind in repository.target_names(runner):
                return f"{runner} {kind}"
        return f'"$CLAUDE_PROJECT_DIR"/.claude/hooks/{kind}.sh'

    # --- what is there

    def missing(self, permission: Permission) -> Permission:
        """Return ``permission`` with the rules that no settings have, and that no hook may stand for."""
        lists = ("deny", "ask") if permission.how == "ask" else ("deny",)
        everything = self.project.agent_settings
        texts = (text for settings in everything for key in lists for text in _texts(settings.get("permissions", key)))
        there = [self._consulted(text) for text in texts]
        if permission.how == "ask" and self.run in permission.rules and any(map(_asks, everything)):
            return permission._replace(rules=())

        def is_there(rule: str) -> bool:
            tool = rule.partition("(")[0]
            return any(_covers(other, rule) for other in there) or self._hooked("PreToolUse", tool, rule)

        return permission._replace(rules=tuple(rule for rule in permission.rules if not is_there(rule)))

    def _consulted(self, text: str) -> str:
        tool, bracket, rest = text.partition("(")
        return self.instead.get(tool, tool) + bracket + rest

    def has(self, hook: Hook) -> bool:
        """Say whether a hook of the agent, or for commits and pushes one of git, stands for ``hook``."""
        of_git = hook.event == "PreToolUse" and any(
            self.project.exists(path) for path in self.project.facts.words("hooks.of-git")
        )
        return of_git or self._hooked(hook.event, hook.matcher.partition("|")[0], hook.condition)

    def _hooked(self, event: str, tool: str, condition: str) -> bool:
        return any(
            _matches(entry.get("matcher"), tool)
            and any(_alike(handler.get(self.key or "if"), condition) for handler in _tables(entry.get("hooks")))
            for settings in self.project.agent_settings
            for entry in _tables(settings.get("hooks", event))
        )


def _asks(settings: AgentSettings) -> bool:
    """Say whether the mode that these settings start in asks before anything is run or changed."""
    return settings.get("permissions", "defaultMode") in ("default", "plan")


def _texts(value: Any) -> Iterator[str]:
    return (item for item in value if isinstance(item, str)) if isinstance(value, list) else iter(())


def _tables(value: Any) -> Iterator[dict[str, Any]]:
    return (item for item in value if isinstance(item, dict)) if isinstance(value, list) else iter(())


def _matches(matcher: Any, tool: str) -> bool:
    if not tool or not isinstance(matcher, str) or matcher in ("", "*"):
        return True
    return tool in re.split(r"[|,]\s*", matcher) or tool in matcher


def _alike(condition: Any, wanted: str) -> bool:
    if not isinstance(condition, str) or not wanted:
        return True
    return _covers(condition, wanted) or _covers(wanted, condition)


def _covers(rule: str, wanted: str) -> bool:
    """Say whether a permission rule holds for the calls that ``wanted`` names."""
    tool, bracket, body = rule.strip().partition("(")
    other, other_bracket, text = wanted.partition("(")
    if tool != other or (bracket and not other_bracket):
        return False
    if not bracket or body.rstrip(")") in ("*", "**", ":*"):
        return True
    body, text = body.removesuffix(")"), text.removesuffix(")")
    return body == text or bool((_command_of if tool == "Bash" else _path_of)(body).fullmatch(_sample(text)))


def _sample(text: str) -> str:
    """Return one call that a rule is for."""
    text = re.sub(r"^(?:\./|/|\*\*/)+", "", text) if "/" in text.split(" ")[0] else text
    return (
        re.sub(r"/\*\*$", "/x", text)
        .removesuffix(" *")
        .removesuffix(":*")
        .replace("**", "x")
        .replace(" *", " ")
        .replace("*", "")
    )


def _command_of(body: str) -> re.Pattern[str]:
    body = body.removesuffix(":*") + " *" if body.endswith(":*") else body
    end = r"(?:\s.*)?" if body.endswith(" *") else ""
    return compile_once(".*".join(map(re.escape, body.removesuffix(" *").split("*"))) + end)


def _path_of(body: str) -> re.Pattern[str]:
    anchored = "/" in body.rstrip("/") and not body.startswith("**/")
    parts = re.split(r"(\*\*/?|\*)", re.sub(r"^(?:\./|/|\*\*/)+", "", body).rstrip("/"))
    stars = {"*": "[^/]*", "**": ".*", "**/": "(?:.*/)?"}
    start = "" if anchored else "(?:.*/)?"
    return compile_once(start + "".join(stars.get(part, re.escape(part)) for part in parts) + "(?:/.*)?")
