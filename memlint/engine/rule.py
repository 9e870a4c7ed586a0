"""How a rule is declared: a function that :func:`rule` marks and returns as it is.

Nothing is registered at import, so importing a rule twice does no harm and the function stays picklable.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from memlint.engine.finding import Severity
from memlint.source.records import NamedTuple

if TYPE_CHECKING:
    from memlint.engine.protocols import Signature
    from memlint.engine.signatures import Check
    from memlint.project.project import Project

F = TypeVar("F", bound="Signature")
MARK = "__memlint_rule__"
#: A function that a rule asks ``project.part`` for.
PartMaker: TypeAlias = "Callable[[Project, str], Any]"


class Mark(NamedTuple):
    """What the decorator was told."""

    severity: Severity
    default: bool
    aliases: tuple[str, ...]
    with_user: bool
    where: str
    needs: tuple[str, ...]
    parts: Callable[[], tuple[PartMaker, ...]]


class Rule(NamedTuple):
    """A rule that was found: ``name`` is "family/rule", ``unit`` its first parameter, ``options`` their defaults.

    ``default`` says whether it runs unasked, ``with_user`` whether it does when the person's own files are asked for;
    it is not called where nothing of the unit ``where`` is, and need not be where none of the texts ``needs`` is.
    """

    name: str
    severity: Severity
    default: bool
    aliases: tuple[str, ...]
    module: str
    unit: str
    wants_project: bool
    options: dict[str, Any]
    with_user: bool = False
    where: str = ""
    needs: tuple[str, ...] = ()

    @property
    def check(self) -> Check:
        """The function, which is named after its module."""
        module = sys.modules.get(self.module) or import_module(self.module)  # asked for each file of each rule
        check: Check = getattr(module, self.module.rpartition(".")[2])
        return check

    @property
    def parts(self) -> tuple[PartMaker, ...]:
        """The functions that the rule asks ``project.part`` for."""
        mark: Mark = getattr(self.check, MARK)
        return mark.parts()

    @property
    def family(self) -> str:
        """The part of the name before the slash."""
        return self.name.partition("/")[0]


def rule(
    severity: Severity,
    *,
    default: bool = True,
    with_user: bool = False,
    where: str = "",
    needs: tuple[str, ...] = (),
    aliases: tuple[str, ...] = (),
    parts: Callable[[], tuple[PartMaker, ...]] = tuple,
) -> Callable[[F], F]:
    """Mark a function as a rule.

    ``severity`` is that of its findings unless one says otherwise; with ``default=False`` only the strict preset or
    a selection runs it, and with ``with_user`` a run that covers the person's own files too. ``where`` names an
    input: a rule that asks for the whole ``project`` is then called only if there is one of these. ``needs`` are texts,
    in small letters, of which one stands, in small letters or large ones, in some memory file wherever the rule finds
    anything: without them it need not be called. ``aliases`` are former names, which configurations may go on to use.
    ``parts`` returns the functions that a rule about the whole project asks ``project.part`` for: in a large one these
    are made by several processes before the rule is called.
    """

    def mark(check: F) -> F:
        setattr(check, MARK, Mark(severity, default, aliases, with_user, where, needs, parts))
        return check

    return mark
