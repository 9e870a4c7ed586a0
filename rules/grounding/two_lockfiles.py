"""grounding/two-lockfiles."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Span, rule


@rule("info")
def two_lockfiles(project: Project) -> Findings:
    """Lockfiles of two package managers beside one package.json.

    Nothing tells the agent which one counts: it installs with either, updates one lockfile and leaves the other to
    grow old. A `packageManager` field settles it.

    What to do: keep the lockfile of the manager that the project uses, or name it in `packageManager`.

    Bad:

        ==> CLAUDE.md
        Fire the kiln slowly.

        ==> package.json
        {"scripts": {"build": "tsc"}}

        ==> package-lock.json
        {"lockfileVersion": 3}

        ==> yarn.lock
        # yarn lockfile v1

    Good:

        ==> CLAUDE.md
        Fire the kiln slowly.

        ==> package.json
        {"scripts": {"build": "tsc"}, "packageManager": "yarn@4.5.0"}

        ==> yarn.lock
        # yarn lockfile v1
    """
    for package in project.repository.packages.values() if project.documents else ():
        managers = package.lock_managers
        if package.known and not package.manager and len(managers) > 1:
            locks = " and ".join(package.locks)
            message = f"{locks} stand side by side: nothing says which of {', '.join(managers)} is used"
            yield Finding(Span(0, 0), message, package.path)
