"""How a rule is declared: a function that :func:`rule` marks and returns as it is.

Nothing is registered at import, so importing a rule twice does no harm and the function stays picklable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from memlint.engine.finding import Severity

if TYPE_CHECKING:
    from memlint.engine.signatures import Check, Signature

F = TypeVar("F", bound="Signature")
MARK = "__memlint_rule__"


class Mark(NamedTuple):
    """What the decorator was told."""

    severity: Severity
    default: bool
    aliases: tuple[str, ...]


class Rule(NamedTuple):
    """A rule that was found: ``name`` is "family/rule", ``unit`` its first parameter, ``options`` their defaults."""

    name: str
    severity: Severity
    default: bool
    aliases: tuple[str, ...]
    check: Check
    unit: str
    wants_project: bool
    options: dict[str, Any]

    @property
    def family(self) -> str:
        """The part of the name before the slash."""
        return self.name.partition("/")[0]


def rule(severity: Severity, *, default: bool = True, aliases: tuple[str, ...] = ()) -> Callable[[F], F]:
    """Mark a function as a rule.

    ``severity`` is that of its findings unless one says otherwise; with ``default=False`` only the strict preset or
    a selection runs it; ``aliases`` are former names, which configurations may go on to use.
    """

    def mark(check: F) -> F:
        setattr(check, MARK, Mark(severity, default, aliases))
        return check

    return mark
