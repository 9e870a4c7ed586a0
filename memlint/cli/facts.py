"""``memlint facts``: the dated facts about agent products that checks rest on."""

from __future__ import annotations

from memlint.cli import OK
from memlint.cli.parser import Parser
from memlint.harness.facts import every, newest, sources


def run(words: list[str]) -> int:
    """Print the table of facts, or all of it as JSON."""
    parser = Parser(prog="memlint facts", description="Print the facts that checks rest on.")
    parser.add_argument("--output-format", choices=("text", "json"), default="text")
    arguments = parser.parse_args(words)
    facts = list(every())
    if arguments.output_format == "json":
        import json

        print(
            json.dumps(
                {"product": newest(), "facts": [fact._asdict() for fact in facts], "sources": sources()}, indent=2
            )
        )
        return OK
    print(f"Checked against Claude Code {newest()}.\n")
    for fact in facts:
        value = fact.value if isinstance(fact.value, str | int) else ", ".join(fact.value)
        shown = " ".join(str(value).split())
        if len(shown) > 60:
            shown = shown[:57] + "…"
        versions = f"since {fact.since}" if fact.since else "always"
        if fact.until:
            versions += f" until {fact.until}"
        print(f"{fact.id} = {shown} ({fact.unit})")
        print(f"    {fact.text}; {versions}; {fact.source}, {fact.date}, confidence {fact.confidence}")
    print("\nSources:")
    for key, text in sources().items():
        print(f"    {key}: {text}")
    return OK
