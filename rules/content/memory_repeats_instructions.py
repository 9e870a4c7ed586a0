"""content/memory-repeats-instructions."""

from __future__ import annotations

from memlint import Finding, Findings, Place, Project, rule

_SHOWN = 10


@rule("info", where="topic")
def memory_repeats_instructions(project: Project) -> Findings:
    """A memory that says what the instructions say already.

    The agent has its instructions in every session, so that the memory adds nothing but its length, and goes on saying
    it after the instructions have changed. Said for sentences of 8 words and more that are the same but for filler; what
    a memory says in words of its own is let pass.

    What to do: let the memory keep what only it knows, such as why the instruction is there, and name the file.

    Bad:

        ==> CLAUDE.md
        - Always run the firing tests with `make check` before you commit a glaze.

        ==> memory/MEMORY.md
        - [Checks](checks.md) — how we test

        ==> memory/checks.md
        ---
        name: checks
        description: How glazes are tested
        metadata:
          type: reference
        ---
        Run the firing tests with `make check` before you commit a glaze.

    Good:

        ==> CLAUDE.md
        - Always run the firing tests with `make check` before you commit a glaze.

        ==> memory/MEMORY.md
        - [Checks](checks.md) — why we test

        ==> memory/checks.md
        ---
        name: checks
        description: Why glazes are tested
        metadata:
          type: reference
        ---
        A batch of celadon was lost in May, since then nobody commits a recipe untested.
    """
    from ._duplicates import repeats
    from ._pairs import is_memory, no_longer_holds

    for repeat in repeats(project):
        first, second = repeat.first, repeat.second
        if is_memory(project, first) == is_memory(project, second):
            continue
        long = repeat.long
        if not long or no_longer_holds(project, first) or no_longer_holds(project, second):
            continue
        at = 0 if is_memory(project, first) else 1
        memory, instructions = (second, first) if at else (first, second)
        number = f"{len(long):,} sentences" if len(long) > 1 else "this sentence"
        message = f"{instructions} has {number} of this memory too; {repeat.when}"
        related = tuple(
            Place(instructions, match.side(1 - at).sentence.span, "the instruction") for match in long[:_SHOWN]
        )
        yield Finding(long[0].side(at).sentence.span, message, memory, related=related)
