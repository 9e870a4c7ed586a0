"""Text in XML: ASCII only, so that nothing invisible is ever raw, and nothing that XML cannot hold."""

from __future__ import annotations

import re
from functools import cache

from memlint.report.visible import visible

# The ampersand first. Line ends in an attribute would be read as blanks, were they not written as references.
_MARKUP = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;"))
_BLANKS = tuple((blank, f"&#{ord(blank)};") for blank in "\t\n\r\x7f")


def escaped(text: str) -> str:
    """Return ``text`` for an attribute or an element. What XML 1.0 has no way to write is shown as an escape."""
    is_plain = text.isascii() and text.isprintable()
    marked = text if is_plain else _unwritable().sub(lambda found: visible(found[0]), text)
    for mark, reference in _MARKUP if is_plain else (*_MARKUP, *_BLANKS):
        marked = marked.replace(mark, reference)
    if "##" in marked:  # "##[…]" is a command to some CI systems wherever it stands
        marked = marked.replace("[", "&#91;")
    return marked if marked.isascii() else marked.encode("ascii", "xmlcharrefreplace").decode("ascii")


def attributes(**values: str | int) -> str:
    """Return ``values`` as attributes, each with a blank before it."""
    return "".join(f' {name}="{escaped(str(value))}"' for name, value in values.items())


@cache
def _unwritable() -> re.Pattern[str]:
    # https://www.w3.org/TR/xml/#charsets
    return re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
