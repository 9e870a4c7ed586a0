"""Which language or tool a sentence about style is about, and whether it is about code of this project at all."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, NamedTuple, Project, compile_once, rule_patterns

from ._style_words import Claim, Sentence, plain

_JAVASCRIPT = ("ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue")
_LANGUAGES = {
    **dict.fromkeys(("python", "pyproject", "pep 8", "pep8"), ("py", "pyi")),
    "typescript": ("ts", "tsx", "mts", "cts"),
    "ts": ("ts", "tsx", "mts", "cts"),
    "tsx": ("tsx",),
    "javascript": ("js", "jsx", "mjs", "cjs"),
    "js": ("js", "jsx", "mjs", "cjs"),
    "jsx": ("jsx",),
    **dict.fromkeys(("printwidth", "print width", "print-width", "tabwidth", "singlequote", "usetabs"), _JAVASCRIPT),
    "vue": ("vue",),
    "svelte": ("svelte",),
    "rust": ("rs",),
    "golang": ("go",),
    "go": ("go",),
    "java": ("java",),
    "kotlin": ("kt", "kts"),
    "c++": ("cpp", "cc", "cxx", "hpp", "h"),
    "c#": ("cs",),
    "csharp": ("cs",),
    "ruby": ("rb",),
    "php": ("php",),
    "swift": ("swift",),
    "scala": ("scala",),
    "dart": ("dart",),
    "lua": ("lua",),
    "elixir": ("ex", "exs"),
    "css": ("css",),
    "scss": ("scss",),
    "html": ("html",),
    "bash": ("sh",),
    "shell": ("sh",),
}
_SHORT = 15  # words: "Python: 4 spaces" needs no heading
_NEAR = 600  # characters before a sentence that may say what it is about
_TOOLS = (
    *("ruff", "black", "flake8", "pycodestyle", "pylint", "isort", "prettier", "eslint", "biome", "rustfmt"),
    *("clang-format", "editorconfig"),
)


class Subject(NamedTuple):
    """What a sentence is about: ``extensions`` of files, ``tools``; neither where it is about all code."""

    extensions: frozenset[str] = frozenset()
    tools: frozenset[str] = frozenset()
    on_style: bool = False

    @property
    def is_any(self) -> bool:
        """Whether it is about all code."""
        return not self.extensions and not self.tools


@cache
def _tool() -> re.Pattern[str]:
    return compile_once(rf"(?<![\w-])\.?(?:{'|'.join(_TOOLS)})(?![\w-]*-(?:config|plugin))(?=\b|rc\b)")


@cache
def _language() -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(_LANGUAGES, key=len, reverse=True))
    return compile_once(rf"(?<![\w.-])(?:{names})(?![\w+#])")


@cache
def _matter() -> re.Pattern[str]:
    """What is no code of this project, and tools whose settings are not read."""
    texts = (
        r"commits?|subjects?|body|docstrings?|comments?|jsdoc|rustdoc|docs?|documentation|markdown|md|readme|headings?"
        r"|titles?|prs?|pull|changelogs?|messages?|descriptions?|index|memory|memories|entry|entries|tables?|prose|sql"
        r"|quer(?:y|ies)|templates?|prompts?|summar\w*|bullets?|branch\w*|terminal|console|logs?|output|stdout|ascii|yaml"
        r"|yml|json|toml|xml|graphql|notebooks?|terraform|helm|makefiles?|dockerfiles?|jinja\w*|continuation|hanging|align\w*"
        r"|nested|attributes?|arguments?|props?|paths?|copy|tweets?|headlines?|notes?|hooks?|skills?|frontmatter|csv|slugs?"
        r"|plots?|charts?|figures?|graphs?|draw\w*|svg|canvas|strokes?|px|ui|dialogs?|pages?|browsers?|navigat\w*|panels?"
        r"|components?|screens?|labels?|buttons?"
    )
    languages = (
        r"lisp|scheme|clojure|julia|haskell|ocaml|zig|perl|cmake|nix|solidity|proto\w*|gdscript|arkts|sass|less|assembly"
        r"|verilog|vhdl|vim\w*|latex|powershell|groovy|gradle|erlang|fortran|matlab|objective-c|cuda|glsl|wgsl|shaders?"
        r"|prisma|razor|blade|twig|liquid|handlebars|mdx|astro|r code|hcl|bazel|starlark"
    )
    tools = (
        r"go ?fmt|goimports|golangci\S*|gofumpt|ktlint|detekt|checkstyle|spotless|google-java-format|rubocop|standardrb"
        r"|stylelint|yamllint|markdownlint|shfmt|shellcheck|sqlfluff|dprint|phpcs|php-cs-fixer|pint|psr-?\d+|swiftformat"
        r"|swiftlint|djlint|taplo|yapf|autopep8|standard(?:js)?|oxfmt|oxlint|deno|mix format|csharpier|dotnet|stylua|xo|blue"
    )
    return compile_once(
        rf"(?<![\w.-])(?:{texts}|{languages})(?![\w-])|(?<![\w-])(?:{tools})(?![\w-])"
        r"|(?<![\w.-])(?!(?:js|ts|jsx|javascript|typescript)/)[\w.-]++/(?=[\s)*]|$)"  # a folder
    )


@cache
def _open() -> re.Pattern[str]:
    """What makes no plain rule of a sentence: hedges, conditions, history, samples, other people's code."""
    words = (
        r"about|around|roughly|approx\w*|usually|typically|generally|mostly|often|sometimes|possible|practica\w+|feasible"
        r"|recommended|reasonable|aim\w*|target (?:is|of|line)|goal|try|ideally|soft|unless"
        r"|except\w*|if|when\w*|may|might|can|could|would|either|both|e\.g|examples?|instance|such|like|legacy|old|previous\w*"
        r"|former\w*|was|were|used to|no longer(?! than)|migrat\w*|chang\w*|switch\w*|convert\w*|bump\w*|todo|plan\w*|future|upcoming"
        r"|create|generat\w*|scaffold\w*|their|your|users?|other|external|upstream|vendor\w*|defaults?|ignor\w*"
        r"|disabl\w*|some|match\w*|follow the|whatever|same|respect|existing|surrounding|but|currently|was|wrong|bad"
    )
    return compile_once(rf"(?<![\w.-])(?:{words})(?![\w-])|[~≈?❌✗🚫→]|-->?|n['’]t\b")


def _is_other(text: str) -> bool:
    return bool(_matter().search(text) or _open().search(text))


@cache
def _area() -> re.Pattern[str]:
    """Parts of a project that may have a style of their own, which words alone do not tell."""
    return compile_once(
        r"(?<![\w-])(?:front-?ends?|back-?ends?|clients?|servers?|web|apis?|mobile|ios|android|desktop|infra\w*|scripts?"
        r"|database|db|data|tests?|testing|react|node|django|rails|flask|fastapi|next\.?js|git|styles?heets?)(?![\w-])"
    )


@cache
def _style() -> re.Pattern[str]:
    return compile_once(
        r"(?<!\w)(?:(?:code|coding|python|typescript|javascript) )?(?:style|formatt\w*|lint\w*|conventions?|standards?|whitespace)\b"
    )


def subject(document: Document, sentence: Sentence, project: Project) -> Subject | None:
    """Return what ``sentence`` is about; None where that is open, or something else than code of this project."""
    around = list(_around(document, sentence))
    begin = max(document.block_at(sentence.span.start).content.start, sentence.span.start - _NEAR)
    before = plain(document.text[begin : sentence.span.start])
    if _matter().search(before) or any(_is_other(text) for text in (sentence.text, *around[:-1])):
        return None
    start, end = sentence.span
    if any("/" in code.text for code in document.code_spans if start <= code.span.start < end):
        return None
    tools = _tools(sentence.text)
    on_style = bool(tools) or any(_style().search(text) for text in (sentence.text, *around))
    languages = _extensions(sentence.text)
    if tools or languages:
        return Subject(languages, tools, on_style or len(sentence.text.split()) <= _SHORT)
    if _area().search(sentence.text):
        return None
    scope = rule_patterns(document.frontmatter, project.facts)
    for text in (before, *around[: -1 if scope else None]):  # the globs say more than the file's name
        tools = _tools(text)
        languages = _extensions(text)
        if languages or tools:
            return Subject(languages, tools, on_style)
        if _area().search(text) or _matter().search(text):
            return None
    if scope:
        ends = frozenset(end for pattern in scope for end in re.split(r"[{},]", pattern.rpartition(".")[2]) if end)
        return None if any(not end.isalnum() for end in ends) else Subject(ends, frozenset(), on_style)
    return Subject(on_style=on_style)


def is_about_code(claim: Claim, sentence: Sentence, about: Subject) -> bool:
    """Say whether the words around a short claim ("100 columns", "single quotes") tell that it is about code."""
    if claim.knob == "line-length":  # of code, not of a name or a message
        return claim.sure or bool(_tool().search(sentence.text)) or any(other.sure for other in sentence.claims)
    return claim.sure or about.on_style or any(other.sure for other in sentence.claims)


def _tools(text: str) -> frozenset[str]:
    return frozenset(found[0].removeprefix(".") for found in _tool().finditer(text))


def _extensions(text: str) -> frozenset[str]:
    return frozenset(end for found in _language().finditer(text) for end in _LANGUAGES[found[0]])


def _around(document: Document, sentence: Sentence) -> Iterator[str]:
    """Yield, from the nearest on, the items and lead-ins around a sentence, its headings, and the file's name."""
    at = sentence.span.start
    for item in reversed([item for item in document.items if item.span.start <= at < item.span.end]):
        if not item.content.start <= at < item.content.end:
            yield plain(document.text[slice(*item.content)])
        if item.lead_in is not None:
            yield plain(document.text[slice(*item.lead_in)])
    level = 7
    for heading in reversed([heading for heading in document.headings if heading.span.start < at]):
        if heading.level < level:
            level = heading.level
            if level > 1:
                yield plain(heading.text)
    stem = posixpath.splitext(posixpath.basename(document.path))[0].lower()
    yield "" if stem in ("claude", "agents", "claude.local", "memory", "readme") else re.sub(r"[-_.]", " ", stem)
