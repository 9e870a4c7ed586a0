"""Changes of a project, or of how memlint is called, that must not change what is found.

A transformation takes a :class:`Project` and returns the findings of the changed one, told as those of the first; it
leaves the project as it was.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from memlint import Report, Settings, check
from memlint.project import listing
from memlint.report.places import Atlas

# Documents and hidden files: a rule that a project of nothing else makes quiet would speak at the first other one.
UNRELATED = {
    "zz-unrelated/shelf/plate.md": b"Plates are round.\n",
    ".zz-unrelated/saucer.bin": b"\x00\x01",
    ".zz-unrelated/saucer": b"",
    ".zz-unrelated.zzq": b"cup\n",
}


class Project(NamedTuple):
    """A project on disk, its settings by where it lies, and what :func:`memlint.check` gets besides."""

    base: Path
    settings: Callable[[Path], Settings]
    options: dict[str, Any]

    def check(self, *paths: Path, root: Path | None = None, **more: Any) -> Report:
        """Lint ``paths``, by default all, with the settings that the project has at ``root``."""
        settings = self.settings(root or self.base)
        options = {"select": ["all"], "settings": settings, "root": root, **self.options, **more}
        return check(list(paths) or [self.base], **options)


def told(report: Report, base: Path) -> list[str]:
    """Return all that findings say, one line each, with places by line and column and without the root's own path."""
    atlas = Atlas(report.texts)
    lines = []
    for finding in report.findings:
        fix = finding.fix and (finding.fix.title, finding.fix.safety, len(finding.fix.edits))
        related = [(place.path, atlas[place.path].at(place.span.start), place.message) for place in finding.related]
        start, end = atlas[finding.path].at(finding.span.start), atlas[finding.path].at(finding.span.end)
        line = f"{finding.path}:{start.line}:{start.column}-{end.line}:{end.column} {finding.severity} {finding.rule} "
        lines.append((line + f"{finding.message} {related} {fix}").replace(str(base), "ROOT"))
    return lines


def renamed(project: Project) -> list[str]:
    """The folder of the project has another name."""
    other = project.base.with_name("Other näme (2)")
    project.base.rename(other)
    try:
        return told(project.check(other, root=other), other)
    finally:
        other.rename(project.base)


def linked(project: Project) -> list[str]:
    """The project is reached through a link."""
    link = project.base.with_name("linked")
    link.symlink_to(project.base.name)
    try:
        return told(project.check(link, root=link), link)
    finally:
        link.unlink()


def found(project: Project) -> list[str]:
    """Nobody says where the root is."""
    return told(project.check(), project.base)


def from_below(project: Project) -> list[str]:
    """memlint runs in the deepest folder and is given a relative path."""
    folders = [Path(folder) for folder, names, _ in os.walk(project.base) if ".git" not in Path(folder).parts]
    deepest = max(folders, key=lambda folder: (len(folder.parts), str(folder)))
    here = os.getcwd()
    os.chdir(deepest)
    try:
        return told(project.check(Path(os.path.relpath(project.base))), project.base)
    finally:
        os.chdir(here)


def shuffled(project: Project) -> list[str]:
    """The file system and git list what they have in another order."""
    with pytest.MonkeyPatch.context() as patch:
        _shuffle(patch)
        return told(project.check(root=project.base), project.base)


def _shuffle(patch: pytest.MonkeyPatch) -> None:
    chooser = random.Random(17)
    scandir, listdir, run_git = os.scandir, os.listdir, listing.run_git

    @contextmanager
    def other_scandir(path: Any = ".") -> Iterator[Iterator[os.DirEntry[Any]]]:
        with scandir(path) as entries:
            yield iter(sorted(entries, key=lambda entry: chooser.random()))

    def other_listdir(path: Any = ".") -> list[Any]:
        return sorted(listdir(path), key=lambda name: chooser.random())

    def other_git(root: str, *arguments: str, **options: Any) -> bytes | None:
        answer = run_git(root, *arguments, **options)
        if answer is None or arguments[0] not in ("ls-files", "check-ignore"):
            return answer
        names = answer.split(b"\0")
        return b"\0".join([*sorted(names[:-1], key=lambda name: chooser.random()), names[-1]])

    patch.setattr(os, "scandir", other_scandir)
    patch.setattr(os, "listdir", other_listdir)
    patch.setattr(listing, "run_git", other_git)


def with_unrelated(project: Project) -> list[str]:
    """Files that no memory file speaks of lie beside the others."""
    for name, data in UNRELATED.items():
        place = project.base / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    try:
        return told(project.check(root=project.base), project.base)
    finally:
        for folder in ("zz-unrelated", ".zz-unrelated"):
            shutil.rmtree(project.base / folder)
        (project.base / ".zz-unrelated.zzq").unlink()


def one_by_one(project: Project, most: int = 6) -> list[str]:
    """Each file is asked for alone; together that gives what all give."""
    whole = project.check(root=project.base)
    wanted = {file.path for file in whole.files if not os.path.isabs(file.path)}
    asked = sorted(wanted)
    random.Random(len(asked)).shuffle(asked)
    lines = set(told(whole, project.base))
    for path in asked[:most]:
        mine = tuple(
            finding
            for finding in whole.findings
            if path == finding.path or path in [place.path for place in finding.related]
        )
        expected = told(whole._replace(findings=mine), project.base)
        alone = told(project.check(project.base / path, root=project.base), project.base)
        lines ^= {f"{path} alone: {line}" for line in set(alone) ^ set(expected)}
    return [line for line in told(whole, project.base) if line in lines] + sorted(
        line for line in lines if " alone: " in line
    )


def in_parallel(project: Project) -> list[str]:
    """Two processes read the files."""
    return told(project.check(root=project.base, workers=2), project.base)


def newlines(text: bytes) -> bytes | None:
    """Return ``text`` with CRLF for LF or LF for CRLF; None where it has none, both, or is no text."""
    lines, pairs = text.count(b"\n"), text.count(b"\r\n")
    if not lines or b"\0" in text or text.count(b"\r") != pairs or pairs not in (0, lines):
        return None
    return text.replace(b"\r\n", b"\n") if pairs else text.replace(b"\n", b"\r\n")


def with_other_newlines(project: Project) -> list[str]:
    """Every text has the other newlines."""
    return _rewritten(project, every=1)


def with_mixed_newlines(project: Project) -> list[str]:
    """Every second text has the other newlines."""
    return _rewritten(project, every=2)


def _rewritten(project: Project, every: int) -> list[str]:
    changed: dict[Path, bytes] = {}
    for number, place in enumerate(sorted(_texts(project.base))):
        data = place.read_bytes()
        other = newlines(data)
        if other is not None and number % every == 0:
            changed[place] = data
            place.write_bytes(other)
    try:
        return told(project.check(root=project.base), project.base)
    finally:
        for place, data in changed.items():
            place.write_bytes(data)


def _texts(base: Path) -> Iterator[Path]:
    for folder, names, files in os.walk(base):
        if ".git" in names:
            names.remove(".git")
        for place in (Path(folder, name) for name in files):
            if not place.is_symlink() and place.is_file() and os.access(place, os.R_OK | os.W_OK):
                yield place


def comparable(lines: list[str]) -> list[str]:
    """Return lines without what other newlines do change: sizes, which count each character, and what they decide."""
    kept = [line for line in lines if line.split(" ")[2].partition("/")[0] != "budget"]
    return [place + " " + re.sub(r"\d[\d,.]*", "#", rest) for place, _, rest in (line.partition(" ") for line in kept)]


Kind: TypeAlias = Callable[[Project], list[str]]
#: What gives the same findings to the letter.
SAME: tuple[Kind, ...] = (renamed, linked, found, from_below, shuffled, with_unrelated, one_by_one, in_parallel)
#: What gives the same findings but for what counts bytes: they are told by :func:`comparable`.
NEWLINES: tuple[Kind, ...] = (with_other_newlines, with_mixed_newlines)
