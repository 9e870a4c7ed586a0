"""A load plan as rows: one for each file, with its numbers, its bar and a remark."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator

from memlint.harness.facts import NO_LIMIT
from memlint.project.plan import Load, LoadPlan, Moment
from memlint.project.project import Project
from memlint.report.plan import words
from memlint.source.records import NamedTuple

_MANY = 5  # files that are listed before they are counted instead
_NEAR = 0.8  # of a limit: from here on a bar is painted


class Row(NamedTuple):
    """``name`` with its indentation; ``numbers`` are three columns, or a word in their place; ``share`` of a limit
    that ``limit`` names, -1 for none."""

    name: str
    numbers: str = ""
    remark: str = ""
    style: str = ""
    share: float = -1
    limit: str = ""

    @property
    def share_style(self) -> str:
        """How the bar is painted."""
        if self.share > 1:
            return "warning" if self.limit.endswith("advised") else "error"
        return "warning" if self.share >= _NEAR else ""


class Rows:
    """Makes the rows of one plan."""

    def __init__(self, plan: LoadPlan, project: Project) -> None:
        self.plan, self.project, self.facts = plan, project, project.facts

    def at(self, moment: Moment) -> list[Row]:
        """Return the rows of a moment, a total below them when there are several."""
        loads = list(self.plan.at(moment))
        if moment in ("recall", "never"):
            return list(self._folded(loads))
        rows = list(self._tree(loads))
        total = self.plan.totals(moment)
        if total.files > 1:
            label = "total" if moment == "launch" or self.project.session.target else "all of them"
            rows.append(Row(label, words.numbers(total.lines, total.utf8_bytes, total.tokens), "", "bold"))
        return rows

    # --- a file each

    def _tree(self, loads: Iterable[Load]) -> Iterator[Row]:
        way: list[str] = []  # the files above in the tree, by hop
        for load in loads:
            importer = ""
            if load.hop and way[load.hop - 1 : load.hop] != [load.imported_by]:
                if load.hop == 1:
                    remark = "only its imports load now" if load.moment == "launch" else ""
                    yield Row(self._name(load.imported_by), "later", remark, "dim")
                    way = [load.imported_by]
                else:
                    importer = f"imported by {self._name(load.imported_by)}"
            way[load.hop :] = [load.path]
            yield self._row(load, importer)

    def _row(self, load: Load, importer: str) -> Row:
        name = "  " * load.hop + ("@" if load.imported_by else "") + self._name(load.path)
        name += "/" if load.why_not == "directory" else ""
        style = words.style(load.why_not)
        if not load.contributes or load.loaded is None:
            return Row(name, words.instead(load), _joined(self._why(load), importer), style)
        size = load.loaded
        share, limit = self._share(load)
        remark = _joined(
            self._globs(load), self._why(load), self._bytes(load), importer, self._tools(load), words.belongs(load)
        )
        numbers = words.numbers(size.lines, size.utf8_bytes, size.tokens)
        return Row(name, numbers, remark, style, share, limit)

    def _name(self, path: str) -> str:
        return words.name(path, self.plan.home)

    def _why(self, load: Load) -> str:
        text = f"switched off by {load.detail}" if load.why_not == "switched-off" else load.detail
        return words.shortened(text, self.plan.home)

    def _globs(self, load: Load) -> str:
        if load.moment != "glob" or not load.globs:
            return ""
        more = f" and {len(load.globs) - 3} more" if len(load.globs) > 4 else ""
        place = f" in {self._name(load.scope)}" if load.scope not in ("", ".") and load.tier != "user" else ""
        return f"for {', '.join(load.globs[:3] if more else load.globs)}{more}{place}"

    def _tools(self, load: Load) -> str:
        """Name the tools that bring in a nested AGENTS.md, where they are not those of the section."""
        tools = self.facts.words("trigger.agents")
        same = (
            load.reason != "agents_md"
            or load.moment != "directory"
            or tools == self.facts.words("trigger.instructions")
        )
        return "" if same else f"on {', '.join(tools)} alone"

    def _share(self, load: Load) -> tuple[float, str]:
        """Say how full a file is, and of what: an index of its limits, instructions of what is advised."""
        document = self.project.documents.get(load.path)
        if document is None or load.imported_by or load.kind not in ("index", "instructions"):
            return -1, ""
        index, whole = load.kind == "index", document.loaded
        lines = self.facts.number("index.max-lines" if index else "instructions.advised-lines")
        units = self.facts.number("index.max-size" if index else "instructions.warning-units")
        by_lines, by_units = whole.lines / lines, whole.utf16_units / units
        limit = f"{lines:,} lines" if by_lines >= by_units else f"{units:,} UTF-16 units"
        return max(by_lines, by_units), limit if index else f"{limit} advised"

    def _bytes(self, load: Load) -> str:
        """Tell what builds that count bytes lose of an index that is not cut by UTF-16 units (SPEC R4)."""
        document, size = self.project.documents.get(load.path), self.facts.number("index.max-size")
        if document is None or load.kind != "index" or load.why_not == "cut" or size == NO_LIMIT:
            return ""
        cut = document.cut(max_lines=self.facts.number("index.max-lines"), max_size=size, unit="utf-8")
        return f"builds that count bytes load {words.counted(cut.lines, 'line')} of it" if cut else ""

    # --- many files

    def _folded(self, loads: list[Load]) -> Iterator[Row]:
        """List files, but count those of one folder, or of one name, where many share their reason."""
        folders = _grouped(loads, _by_folder)
        names = _grouped((load for group in folders.values() if len(group) <= _MANY for load in group), _by_name)
        for load in loads:
            group, label = folders[_by_folder(load)], f"{posixpath.dirname(load.path)}/"
            if len(group) <= _MANY:
                group = names[_by_name(load)]
                if len(group) <= _MANY:
                    yield self._one(load)
                    continue
                label = _pattern(group)
            if load is group[0]:
                yield self._several(group, label)

    def _one(self, load: Load) -> Row:
        numbers = ""
        if load.moment == "recall":
            size = load.loaded if load.contributes else None
            numbers = words.numbers(size.lines, size.utf8_bytes, size.tokens) if size else words.instead(load)
        style = words.style(load.why_not) if load.moment == "recall" else ""
        return Row(self._name(load.path), numbers, _joined(self._why(load), words.belongs(load)), style)

    def _several(self, loads: list[Load], label: str) -> Row:
        numbers = ""
        if loads[0].moment == "recall":
            found = [load.loaded for load in loads if load.contributes and load.loaded]
            lines, size = sum(size.lines for size in found), sum(size.utf8_bytes for size in found)
            tokens = sum(size.tokens for size in found)
            numbers = words.numbers(lines, size, tokens) if found else words.instead(loads[0])
        remark = _joined(words.counted(len(loads), "file"), self._why(loads[0]), words.belongs(loads[0]))
        return Row(self._name(label), numbers, remark)


def _grouped(loads: Iterable[Load], key: Callable[[Load], tuple[str, ...]]) -> dict[tuple[str, ...], list[Load]]:
    found: dict[tuple[str, ...], list[Load]] = {}
    for load in loads:
        found.setdefault(key(load), []).append(load)
    return found


def _by_folder(load: Load) -> tuple[str, ...]:
    return posixpath.dirname(load.path), load.kind, load.detail


def _by_name(load: Load) -> tuple[str, ...]:
    return posixpath.basename(load.path), load.kind, load.detail


def _pattern(loads: list[Load]) -> str:
    """Return a pattern for files of one name in several folders."""
    folders = [posixpath.dirname(load.path) for load in loads]
    mixed = len(set(map(posixpath.isabs, folders))) > 1
    return posixpath.join("" if mixed else posixpath.commonpath(folders), "**", posixpath.basename(loads[0].path))


def _joined(*parts: str) -> str:
    return "; ".join(filter(None, parts))
