"""grounding/stale-init."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, Span, rule

_HEAD = 5  # lines from the top among which /init writes its sentence


@rule("info")
def stale_init(
    instructions: Document, project: Project, *, days: int = 90, commits: int = 50, files: int = 20
) -> Findings:
    """Instructions that `/init` wrote and nobody touched since, in a repository that went on.

    What `/init` writes describes the repository of that day, and agents obey it long after. Said of a file that begins
    with the sentence of `/init`, that one commit made and no later one changed, when the commits since then span
    `days` days, are `commits` or more, and changed `files` or more other files; for a file in a folder those of the
    folder count. The days are those of `content/stale`. Nothing is said outside a repository, in a clone that is cut
    short, and of a file with changes that are not committed yet.

    What to do: ask the agent to compare the file with the repository, and write down what only people know.

    Bad:

        ==> CLAUDE.md
        # CLAUDE.md

        This file provides guidance to Claude Code (claude.ai/code) when working with code in this repository.

        All glazes are in one folder.

        ==> git log
        2026-01-10 CLAUDE.md
        2026-03-02 glazes/#.py
        (30 such lines)
        2026-08-20 glazes/#.py
        (30 such lines)

    Good:

        ==> CLAUDE.md
        # CLAUDE.md

        This file provides guidance to Claude Code (claude.ai/code) when working with code in this repository.

        All glazes are in one folder.

        ==> git log
        2026-01-10 CLAUDE.md
        2026-03-02 glazes/#.py
        (30 such lines)
        2026-08-20 glazes/#.py CLAUDE.md
        (30 such lines)
    """
    opening = _opening(instructions, project.facts.text("init.opening"))
    if opening is None:  # git is asked only where the file may be one of those
        return
    made = project.git.history.creation(instructions.path)
    if made is None or made.days < days or _text(made.text) != _text(instructions.text):
        return
    folder = f"/{instructions.path.rpartition('/')[0]}".removesuffix("/.claude")[1:]
    after = project.git.history.since(made.commit, folder)
    if after is None or after.commits < commits or after.files < files:
        return
    others = f"{after.files:,} other file{'' if after.files == 1 else 's'}{f' in {folder}' if folder else ''}"
    yield Finding(
        opening,
        f"this begins as /init writes it and has not changed since {made.day}; in the {made.days:,} days up to the newest commit,"
        f" {after.commits:,} commits changed {others}",
    )


def _opening(document: Document, sentence: str) -> Span | None:
    at = document.text.find(sentence)
    if at < 0 or document.line(at) > _HEAD or document.in_code(at) or document.in_comment(at):
        return None
    return Span(at, at + len(sentence))


def _text(text: str) -> str:
    return text.replace("\r\n", "\n")
