"""suppress/without-reason."""

from __future__ import annotations

from memlint import Finding, Findings, Suppression, rule


@rule("info")
def without_reason(suppression: Suppression) -> Findings:
    """A comment suppresses findings and does not say why.

    Whoever meets it later cannot tell an exception that was thought about from one that was in the way, so nobody dares
    to take it out. The reason stands behind two dashes; the agent does not see it, since the loader strips a comment
    that has its line for itself.

    What to do: write the reason behind `--`, or let the comment go with what it is about.

    Bad:

        ==> CLAUDE.md
        <!-- memlint-disable-next-line imports/missing-target -->
        See @docs/firings.md

    Good:

        ==> CLAUDE.md
        <!-- memlint-disable-next-line imports/missing-target -- the kiln's log writes it at night -->
        See @docs/firings.md
    """
    if suppression.opens and not suppression.reason:
        yield Finding(suppression.span, f"{suppression.form} has no reason: one stands behind `--` in the same comment")
