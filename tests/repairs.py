"""Repairs small trees on disk, as ``memlint fix`` does."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from memlint import Report, Settings, check
from memlint.engine import fixing
from memlint.engine.fixing import Fixed

TODAY = "2026-11-30"


def linter(base: Path, **options: object) -> Callable[..., Report]:
    """Return the run that is repeated after each round."""
    options = {"select": ["all"], "settings": Settings(today=TODAY), "home": os.environ["HOME"], **options}
    return partial(check, [base], root=base, **options)  # type: ignore[arg-type]


def repair(base: Path, *, unsafe: bool = False) -> Fixed:
    """Fix the tree at ``base`` and write what has changed."""
    fixed = fixing.fix(linter(base), {}, unsafe=unsafe)
    for each in fixed.changed:
        Path(each.file.real).write_bytes(each.new)
    return fixed
