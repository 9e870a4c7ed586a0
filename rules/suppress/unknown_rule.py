"""suppress/unknown-rule."""

from __future__ import annotations

from memlint import Finding, Findings, Suppression, rule


@rule("warning")
def unknown_rule(suppression: Suppression) -> Findings:
    """A comment that shall suppress findings has a name that no rule and no family has.

    It suppresses nothing, and what it was written for is reported as before. The same goes for a comment whose first
    word is none of ours. Quiet while plug-ins that the configuration names are not loaded: the rule may be theirs.

    The words are `memlint-disable-next-line`, `memlint-disable-line`, `memlint-disable-file`, and `memlint-disable` up
    to `memlint-enable`. Behind them stand rules or families with commas between, `until` and a last day where there
    is one, and the reason behind `--`. Without a name all rules are meant, but for the family `security`. In a YAML
    header the same words stand behind `#`.

    What to do: write the name as the report has it, or take it out.

    Bad:

        ==> CLAUDE.md
        <!-- memlint-disable-next-line imports/missing-targt -- the kiln's log writes it at night -->
        See the log of firings.

    Good:

        ==> CLAUDE.md
        <!-- memlint-disable-next-line imports/missing-target -- the kiln's log writes it at night -->
        See @docs/firings.md
    """
    if suppression.hint:
        yield Finding(suppression.span, f'no comment is named "{suppression.form}"{suppression.hint}')
        return
    for name in suppression.names:
        if name.state == "unknown":
            yield Finding(name.span, f'no rule or family is named "{name.text}"{name.hint}')
