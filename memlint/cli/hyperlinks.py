"""Links in a terminal (OSC 8): from a file's name to the file, from a rule's name to its documentation."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TextIO

from memlint.engine.check import Report
from memlint.engine.docs import url

_TERMINALS = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio")  # values of TERM_PROGRAM
_KINDS = ("alacritty", "foot", "ghostty", "kitty", "wezterm")  # parts of values of TERM
_VARIABLES = ("WT_SESSION", "KONSOLE_VERSION", "DOMTERM", "KITTY_WINDOW_ID")  # whatever they say
_VTE = 5000  # libvte has them from 0.50 on; GNOME Terminal and others
_STYLED = re.compile(r"\x1b\[[0-9;]*m")


def wants_links(stream: TextIO) -> bool:
    """Say whether ``stream`` is a terminal that shows links; FORCE_HYPERLINK=1 says that it is, 0 that it is not."""
    forced = os.environ.get("FORCE_HYPERLINK", "")
    if forced:
        return forced != "0"
    if not stream.isatty() or os.environ.get("TERM") == "dumb" or os.environ.get("CI"):
        return False
    version = os.environ.get("VTE_VERSION", "")
    kind = os.environ.get("TERM", "")
    return (
        os.environ.get("TERM_PROGRAM") in _TERMINALS
        or any(part in kind for part in _KINDS)
        or any(os.environ.get(name) for name in _VARIABLES)
        or (version.isdecimal() and int(version) >= _VTE)
    )


def linked(lines: Iterator[str], report: Report) -> Iterator[str]:
    """Yield the ``lines`` of a text report with links: a line that is a path, and the rule that ends a line."""
    paths = {finding.path for finding in report.findings}
    rules = {rule.name for rule in report.rules}
    for line in lines:
        plain = _STYLED.sub("", line)
        name = plain.rpartition(" ")[2]
        if plain in paths:
            yield _link(line, _file(os.path.join(report.root, plain)))
        elif name in rules and plain.startswith("  ") and plain.lstrip()[:1].isdigit() and " | " not in plain[:10]:
            before, found, after = line.rpartition(name)
            yield before + _link(found, url(name)) + after
        else:
            yield line


def _file(path: str) -> str:
    from urllib.parse import quote

    return f"file://{quote(os.fsencode(path))}"


def _link(text: str, target: str) -> str:
    return f"\x1b]8;;{target}\x1b\\{text}\x1b]8;;\x1b\\"
