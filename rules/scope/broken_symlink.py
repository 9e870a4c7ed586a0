"""scope/broken-symlink."""

from __future__ import annotations

import os
import posixpath

from memlint import Finding, Findings, Project, disk, rule

from ._rule_files import TOP, in_rules


@rule("error")
def broken_symlink(project: Project) -> Findings:
    """A link among the rules that leads to nothing.

    A whole folder of rules may hang on one link, to a submodule that is not checked out for instance: none of them
    loads, and nothing says so. A link in a circle leads to nothing too. One that bears the name of a rule file
    (`glaze.md`) is reported by `source/unreadable`.

    What to do: let the link lead to where the rules are now, or fetch what it leads to.

    Bad:

        ==> .claude/rules/shared -> ../../platform/rules

    Good:

        ==> .claude/rules/shared -> ../../platform/rules

        ==> platform/rules/glaze.md
        Name every glaze after its recipe.
    """
    known = {unread.path for unread in project.unread}
    for path in project.listed:
        if path in known or not (in_rules(f"{path}/", project) or posixpath.basename(path) == ".claude"):
            continue
        place = os.path.join(project.root, path)
        if not disk.islink(place) or disk.exists(place):
            continue
        target = disk.readlink(place).replace(os.sep, "/")
        end = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        circle = disk.lexists(os.path.join(project.root, end))
        where = f"{target}, which leads on to nothing" if circle else f"{target}, where nothing is"
        yield Finding(TOP, f"a link to {where}: no rule loads through it", path)
