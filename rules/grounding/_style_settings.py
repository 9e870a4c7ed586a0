"""Which settings of formatters and linters contradict what a sentence states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memlint import Document, Place, Project

if TYPE_CHECKING:
    from memlint import Style

    from ._style_about import Subject
    from ._style_words import Claim

_WORDS = 60  # characters of a setting that are shown
_SHARE = 0.1  # of the code, from which on a language counts where the text names none
#: Extension → formatters with defaults of their own for such files.
_FORMATTERS: dict[str, tuple[str, ...]] = {"py": ("black",), "pyi": ("black",)}
_FORMATTERS |= dict.fromkeys(("js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue"), ("prettier", "biome"))


def against(claim: Claim, about: Subject, base: str, document: Document, project: Project) -> tuple[Style, ...]:
    """Return the settings that contradict ``claim`` for all files that it is about; () when one is open or agrees."""
    found: dict[Style, None] = {}
    extensions = _extensions(about, base, project)
    for extension in extensions:
        contradicting = _deciding(claim, project.repository.styles(base, extension, about.tools))
        if not contradicting or _is_left_to_another(extension, about, contradicting, document):
            return ()
        found |= dict.fromkeys(contradicting)
    return tuple(found) if len({(style.knob, style.value) for style in found}) == 1 else ()


def _is_left_to_another(extension: str, about: Subject, against: list[Style], document: Document) -> bool:
    """Say whether the text names a formatter for such files which has a default for what others are set to."""
    tools = {style.tool for style in against}
    if about.tools and about.tools <= tools:
        return False
    tools |= {"prettier"} if "editorconfig" in tools else set()  # it reads that
    text = document.text.lower()
    return any(tool in text and tool not in tools for tool in _FORMATTERS.get(extension, ()))


def _extensions(about: Subject, base: str, project: Project) -> list[str]:
    """Return the extensions of the code that is there and meant."""
    there = project.repository.extensions(base)
    if about.extensions:
        return [extension for extension in there if extension in about.extensions]
    total = sum(there.values())
    named = [extension for extension, number in there.items() if number >= _SHARE * total]
    if not about.tools:
        return named
    looked_at = {file.tool: file for file in project.repository.style_files}
    tools = [looked_at[tool] for tool in about.tools if tool in looked_at]
    return [extension for extension in there if any(tool.looks_at(extension) for tool in tools)]


def _deciding(claim: Claim, styles: tuple[Style, ...]) -> list[Style]:
    """Return the settings for one kind of file that contradict ``claim``; none where another one agrees."""
    if claim.knob == "indent":
        kept = [style for style in styles if style.knob == "indent-style"]
        if any(style.value == "tab" for style in kept):
            return kept if all(style.value == "tab" and style.whole for style in kept) else []
    knob = "indent-width" if claim.knob == "indent" else claim.knob
    about = [style for style in styles if style.knob == knob]
    if any(_agrees(claim, style) for style in about):
        return []
    return [style for style in about if style.whole and not _lets_pass(claim, style)]


def _agrees(claim: Claim, style: Style) -> bool:
    return claim.value == style.value or (claim.bound and not style.limit and int(claim.value) > int(style.value))


def _lets_pass(claim: Claim, style: Style) -> bool:
    """Say whether a linter says nothing to lines as short as ``claim`` wants them."""
    return style.limit and int(claim.value) < int(style.value)


def place(style: Style, text: str) -> Place:
    """Return the place of a setting, with its words."""
    return Place(style.path, style.span, " ".join(text[slice(*style.span)].split())[:_WORDS])
