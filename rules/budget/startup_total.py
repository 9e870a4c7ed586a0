"""budget/startup-total."""

from __future__ import annotations

from memlint import Finding, Findings, Load, LoadPlan, Place, Project, Span, rule

from ._numbers import counted

_LISTED = 10  # files that are named one by one
_TOP = Span(0, 0)


@rule("info")
def startup_total(plan: LoadPlan, project: Project, *, max_units: int = 0, warn_units: int = 0) -> Findings:
    """What every session loads at its start is large in total, though each file may be short.

    CLAUDE.md, its imports, rules without `paths` and the index of auto memory are all in context before the first
    question, and the product's notice adds them up. Counted is what a session in the project's root loads, each file
    once: no file of a folder below, no rule with `paths`. The options set the totals, in UTF-16 units, from which it is
    told and from which it is a warning; 0 stands for 40,000, where the notice begins, and 150,000, where it does on the
    largest context window.

    What to do: text for a part of the repository can go into a rule file with `paths`, or into a CLAUDE.md in its
    folder, which load when the agent works there.

    Bad:

        ==> CLAUDE.md
        @docs/glazes.md
        - Keep the firing curve of each glaze beside its recipe, and name the cone that it was fired at.
        (180 such lines)

        ==> docs/glazes.md
        - Keep the firing curve of each glaze beside its recipe, and name the cone that it was fired at.
        (300 such lines)

    Good:

        ==> CLAUDE.md
        - Keep the firing curve of each glaze beside its recipe, and name the cone that it was fired at.
        (180 such lines)

        ==> glazes/CLAUDE.md
        - Keep the firing curve of each glaze beside its recipe, and name the cone that it was fired at.
        (190 such lines)

        ==> .claude/rules/cones.md
        ---
        paths: "cones/**"
        ---
        - Keep the firing curve of each glaze beside its recipe, and name the cone that it was fired at.
        (190 such lines)
    """
    limit = max_units or project.facts.number("instructions.warning-units")
    worse = warn_units or project.facts.number("instructions.large-warning-units")
    total = plan.totals("launch")
    loads = _largest_first(plan)
    if total.utf16_units <= min(limit, worse) or len(loads) < 2:
        return
    severe = total.utf16_units > worse
    if not severe and _size(loads[0]) > limit and total.utf16_units - _size(loads[0]) < total.utf16_units // 10:
        return  # one file is nearly all of it, and has a finding of its own
    passed = f"over {worse:,}" if severe else f"over {limit:,}"
    notice = "" if (warn_units if severe else max_units) else ", where the product's own notice begins"
    notice += " on a window of a million tokens" if severe and notice else ""
    message = (
        f"{counted(total.files, 'file')} with {total.utf16_units:,} UTF-16 units ({passed}{notice}) and "
        f"{total.lines:,} lines are in context when a session starts, about {total.tokens:,} tokens by estimate"
    )
    home = next((load for load in loads if not load.outside_project), loads[0])
    related = [
        Place(load.path, _TOP, f"{_size(load):,} units, {_size(load) / total.utf16_units:.0%}") for load in loads
    ]
    if len(related) > _LISTED:
        rest = sum(_size(load) for load in loads[_LISTED:])
        more = f"and {counted(len(loads) - _LISTED, 'smaller file')} with {rest:,} units in all, this one the largest"
        related = [*related[:_LISTED], Place(loads[_LISTED].path, _TOP, more)]
    sizes = (total.utf16_units,)
    yield Finding(_TOP, message, home.path, "warning" if severe else "info", tuple(related), sizes=sizes)


def _largest_first(plan: LoadPlan) -> list[Load]:
    """Return what is in context when a session starts, each file once."""
    files = {load.path: load for load in plan.in_context() if load.loaded is not None}
    return sorted(files.values(), key=lambda load: (-_size(load), load.order))


def _size(load: Load) -> int:
    return load.loaded.utf16_units if load.loaded is not None else 0
