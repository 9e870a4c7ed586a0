"""A tree that makes many rules quote lines with a secret, and a search for it in what was printed."""

from __future__ import annotations

import json

WINDOW = 8  # characters of a secret in a row that would give it away


def quoting(before: str, secret: str, after: str) -> dict[str, str]:
    """Return a tree with the credential wherever a rule may quote it: path → text."""
    whole = f"{before}{secret}{after}"
    line = whole.replace("\n", " ")
    word = secret.split()[0]  # of a private key a line
    rules = (
        f"# Access\n\n- Always log in with {line} before you fire the kiln at night.\n- Never use `npm run {word}`.\n"
        f"- Run `make {word}`, then look at `src/{word}.py` and [the notes](docs/{word}.md).\n"
        f"- See @docs/{word}.md and @https://glazer:{word}@kiln-works.io/notes.md and [[{word}]].\n\n"
        f"## {line}\n\n```sh\n{whole}\n```\n\n<!-- {line} -->\n\n> {line}\n\n{whole}\n\n"
        f"Today we moved to {line}. As of 2024-01-01 it is {line}.\n\n[login]: {line}\n[a]({line})\n"
    )
    topic = (
        f"---\nname: {line}\ndescription: {line}\nmodified: {word}\nmetadata:\n  type: {word}\n---\n\n"
        f"We use [[{word}]], {line}.\n\n**Why:** {line}\n"
    )
    permission = {"permissions": {"deny": [f"Write({word})", f"Bash(curl {line})"], "allow": [f"Read({word})"]}}
    return {
        "CLAUDE.md": rules,
        "AGENTS.md": f"{line}\n\n{line}\n",
        "package.json": json.dumps({"scripts": {"build": "tsc"}}),
        ".claude/settings.json": json.dumps(permission),
        ".claude/rules/kiln.md": f"---\npaths: {word}/**\nglobs: {line}\n---\n\n- {line}\n",
        ".claude/agents/glazer.md": f"---\nname: {word}\ndescription: {line}\nmemory: {word}\ntools: {word}\n---\n\n{line}\n",
        "memory/MEMORY.md": f"- [{line}]({word}.md) — {line}\n- [two](login.md) — {line}\n- [two](login.md) — {line}\n{line}\n",
        "memory/login.md": topic,
        "memory/login-too.md": topic,
    }


def leaked(secret: str, printed: str, *, shown: int) -> str:
    """Return a part of ``secret``, behind the ``shown`` first characters, that was printed; "" for none."""
    for part in secret.replace("\\n", "\n").split("\n"):
        hidden = part[shown:]
        for at in range(max(1, len(hidden) - WINDOW + 1)):
            if hidden[at : at + WINDOW] and hidden[at : at + WINDOW] in printed:
                return hidden[at : at + WINDOW]
    return ""
