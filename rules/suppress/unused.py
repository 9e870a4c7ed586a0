"""suppress/unused."""

from __future__ import annotations

from memlint import Finding, Findings, Fix, Named, Suppression, rule

_SHOWN = 10  # names


@rule("warning")
def unused(suppression: Suppression) -> Findings:
    """A comment suppresses a finding that is not there.

    It was repaired, or the comment stands on another line than it means; then it hides nothing and the next person takes
    it for an exception that is needed, or it hides the next finding of that rule, which nobody has seen. Said only of
    rules that ran and finished: a family counts as unused once all rules in it ran.

    What to do: take the comment out, or put it where the finding is. The fix takes out what names an unused rule.

    Bad:

        ==> CLAUDE.md
        <!-- memlint-disable-next-line imports/missing-target -- the kiln's log writes it at night -->
        See @docs/firings.md

        ==> docs/firings.md
        # Firings

    Good:

        ==> CLAUDE.md
        <!-- memlint-disable-next-line imports/missing-target -- the kiln's log writes it at night -->
        See @docs/firings.md
    """
    if not suppression.opens or suppression.state == "expired":
        return
    idle = tuple(name for name in suppression.names if name.state == "unused")
    if not idle:
        return
    whole = len(idle) == len(suppression.names)
    span = suppression.span if whole else idle[0].span
    title = "take the comment out" if whole else f"take {_listed(idle)} out of the comment"
    message = f"{suppression.form} suppresses nothing of {_listed(idle)}: there is no such finding where it applies"
    yield Finding(span, message, fix=Fix(title, suppression.without(idle)))


def _listed(names: tuple[Named, ...]) -> str:
    texts = list(dict.fromkeys(name.text or "any rule" for name in names))
    more = f" and {len(texts) - _SHOWN:,} more" if len(texts) > _SHOWN else ""
    return ", ".join(texts[:_SHOWN]) + more
