"""Sentences, lists, tables and fences as memory files have them, made from words of the pottery company "kiln".

Measured on 24 public repositories with 326 memory files and 12,308 sentences, and in brackets what is made here: 14
words a sentence, median 11 (13, 12); 50 % are list items (58), 43 % have a code span (45), 16 % a path (18), 22 % a
number (27), 19 % begin with a label (19); 57 % instruct, as memlint's own gate has it (57), 21 % with a word such as
"never" or "must" (19); 1.7 % turn a knob that another sentence of the project turns too (1.8).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


THINGS = _words(
    "glaze batch cone shelf firing slip clay mould probe thermocouple ramp curve recipe oxide frit pigment order "
    "invoice ledger customer shipment pallet crate label barcode scale sensor relay controller gateway queue worker "
    "cache schema migration snapshot report dashboard alert webhook session export parser adapter fixture roster "
    "shift studio workshop lesson booking refund voucher catalogue photo thumbnail archive backup replica lease lock "
    "retry timeout quota audit trace metric bucket filter router socket stream topic cursor page form field table "
    "chart widget theme layout badge banner digest counter timer kerning rim foot bisque engobe wax resist stencil "
    "throwing wheel bat caliper damper burner flue peephole pyrometer blower elevator dryer tray trolley supplier "
    "courier depot tariff receipt statement balance deposit member visitor teacher apprentice glazier loader"
)
KINDS = _words(
    "nightly shared partial damp cracked signed public internal weekly manual coarse fine spare empty open closed "
    "nested flat remote local first second outer inner upper lower narrow wide slow quick plain mixed raw sorted "
    "merged split broken sealed numbered unnamed hidden visible heavy light early late cold warm dry wet rough smooth "
    "pale dark matte glossy speckled layered frozen moving fixed loose tight blank half-full oversized regional "
    "monthly hourly daily seasonal parallel serial batched buffered cached derived inherited exported"
)
ACTS = _words(
    "keep move name check read rebuild rotate review group pin guard validate drain copy trim weigh sort match tag "
    "close reopen load fetch record measure compare sample round align stack carry fold unwrap lift count freeze "
    "soften rinse warm cool fill empty mark map bind route spread sign inspect confirm restore collect hand pass "
    "describe compute schedule pause resume mount unmount declare register resolve flatten convert"
)
DOES = _words(
    "keeps reads writes returns drops blocks wakes feeds holds hides renders owns counts ignores swallows delays "
    "rejects mirrors follows replaces outlives duplicates collects passes sorts trims rounds expects shadows rebuilds "
    "refuses repeats skips starves opens closes locks refreshes invalidates describes carries wraps loads"
)
PEOPLE = _phrases(
    "the studio crew,the night shift,the warehouse,the accounting desk,the lesson desk,the front office,dana,ines,"
    "marek,the glaze lab,the kiln technicians,the export desk,the web team,the sensor group,the firing planner"
)
PLACES = _phrases(
    "beside the test that covers it,in the module that owns it,at the edge of the package,behind one function,"
    "in the same change,under the folder of its area,next to its schema,inside the adapter,close to the caller,"
    "in one place,outside of the request path,before the first write,after the last read,at the end of the run,"
    "with an explicit unit,with the name that the catalogue uses,on the reading side,on the writing side"
)
LABELS = _phrases(
    "Owner,Shape,Reason,Unit,Fallback,Entry point,Storage,Limit,Order of work,Naming,Known gap,Errors,Layout,Inputs,"
    "Outputs,Lifetime,Source,Format,Audience,Scope,Failure mode,Precision,Default,Trade-off"
)
HEADINGS = _phrases(
    "Overview,Layout,Conventions,Data model,Error handling,Naming,Boundaries,Testing notes,Glossary,Ownership,"
    "Background,Interfaces,Storage,Edge cases,Performance notes,Rendering,Scheduling,Reports,Units and rounding,"
    "Events,Configuration,Reading order,Observability,Known gaps,Decisions"
)
#: What many files of one company say in the same words: facts, since instructions that load twice are findings.
COMMON = (
    "Temperatures are in degrees Celsius.",
    "Weights are whole grams.",
    "Money is in cents.",
    "Times are stored in UTC.",
    "Batches are numbered from 1.",
    "A cone is a number with two digits.",
    "The studio has 6 kilns.",
    "The catalogue is the source of names.",
)
_COMMON_SHARE = 0.005
#: What teams decide everywhere. Of real sentences 1.7 % turn a knob that memlint knows and another sentence of the
#: project turns too. These do not conflict, and stand in files that do not load together.
HABITS = (
    "Use 2 spaces for indentation.",
    "Use single quotes in TypeScript.",
    "Squash commits when merging.",
    "Ask before adding a dependency.",
    "Write commit messages in English.",
    "Use kebab-case for file names.",
    "Prefer named exports over default exports.",
    "Do not use semicolons.",
    "Use Vitest for unit tests.",
    "Keep lines under 100 characters.",
    "Prefer async/await over callbacks.",
    "Use conventional commits.",
    "Write docstrings for public functions.",
    "Open pull requests as drafts.",
    "Prefer interfaces over type aliases.",
    "Do not mock the database in tests.",
)


class Prose:
    """Writes text with the words above. ``random`` decides; ``modules`` are paths that the text may name, from the
    root, with ``/``: at least one. ``own``: it says nothing that other files say in the same words.
    """

    def __init__(self, random: Random, modules: list[str], *, own: bool = False) -> None:
        self._random, self._modules, self._own = random, modules, own

    def sentence(self) -> str:
        """Return one sentence: an instruction, a statement, a condition or a label with what it stands for."""
        if self._random.random() < _COMMON_SHARE and not self._own:
            return self._random.choice(COMMON)
        roll = self._random.random()
        if roll < 0.30:
            return _upper(f"{self._act()}{self._tail()}.")
        if roll < 0.40:
            return f"{self._pick(('Never', 'Always', 'Only', 'Do not'))} {self._act()}{self._tail()}."
        if roll < 0.52:
            return _upper(f"{self._subject()} {self._pick(('must', 'should', 'must not', 'may'))} {self._act()}.")
        if roll < 0.62:
            return f"{self._pick(('When', 'Where', 'If', 'As long as'))} {self._fact()}, {self._act()}{self._tail()}."
        if roll < 0.80:
            return f"{self._pick(LABELS)}: {self._subject()} {self._pick(DOES)} {self._thing()}{self._tail()}."
        return _upper(f"{self._fact()}{self._tail()}.")

    def paragraph(self, sentences: int) -> str:
        """Return a paragraph, in lines of up to about 110 characters."""
        return wrapped(" ".join(self.sentence() for _ in range(sentences)))

    def bullets(self, count: int) -> str:
        """Return a list, bulleted or numbered; some items have a bold label."""
        lines = []
        for at in range(count):
            text = self.sentence()
            label, colon, rest = text.partition(": ")
            if colon and self._random.random() < 0.6:
                text = f"**{label}:** {rest}"
            lines.append(f"- {text}" if count != 3 else f"{at + 1}. {text}")
        return "\n".join(lines)

    def table(self, rows: int) -> str:
        """Return a table of three columns."""
        lines = ["| module | holds | unit |", "| --- | --- | --- |"]
        for _ in range(rows):
            lines.append(f"| `{self._name()}` | {self._thing()} | {self._pick(('g', 'mm', '°C', 'min', 'cents'))} |")
        return "\n".join(lines)

    def fence(self) -> str:
        """Return a fenced block with a few lines of code."""
        lines = [f'import {{ {self._name()} }} from "./{self._pick(THINGS)}";', ""]
        for _ in range(self._random.randint(2, 7)):
            lines.append(f"const {self._name()} = {self._name()}({self._random.randint(2, 1300)});")
        return "\n".join(("```ts", *lines, "```"))

    def heading(self) -> str:
        """Return a heading's text."""
        if self._random.random() < 0.4:
            return self._pick(HEADINGS)
        return _upper(f"{self._pick(KINDS)} {self._pick(THINGS)} {self._pick(THINGS)}")

    def title(self) -> str:
        """Return a title of three words."""
        return _upper(f"{self._pick(KINDS)} {self._pick(THINGS)} {self._pick(THINGS)}")

    def hook(self) -> str:
        """Return what an index tells of a topic, under 80 characters."""
        return f"{self._thing()}, for {self._pick(PEOPLE)}"

    def habits(self, count: int) -> str:
        """Return a section with ``count`` decisions of the team."""
        return "\n".join(("## Habits", "", *(f"- {each}" for each in self._random.sample(HABITS, count))))

    def body(self, sentences: int) -> str:
        """Return sections with about ``sentences`` sentences in all."""
        parts, made, used = list[str](), 0, set[str]()
        while made < sentences:
            size = min(self._random.randint(3, 9), sentences - made)
            heading = self.heading()
            if made and heading not in used:
                parts.append(f"## {heading}")
                used.add(heading)
            parts.append(self.bullets(size) if self._random.random() < 0.55 else self.paragraph(size))
            made += size
            roll = self._random.random()
            if roll < 0.10:
                parts.append(self.table(self._random.randint(3, 8)))
            elif roll < 0.20:
                parts.append(self.fence())
        return "\n\n".join(parts)

    def _pick(self, words: Sequence[str]) -> str:
        return self._random.choice(words)

    def _thing(self) -> str:
        roll = self._random.random()
        if roll < 0.16:
            return f"`{self._name()}`"
        if roll < 0.5:
            return f"the {self._pick(KINDS)} {self._pick(THINGS)}"
        if roll < 0.8:
            return f"the {self._pick(THINGS)} {self._pick(THINGS)}"
        return f"the {self._pick(KINDS)} {self._pick(THINGS)} of {self._pick(PEOPLE)}"

    def _name(self) -> str:
        one, other = self._pick(ACTS), self._pick(THINGS)
        if self._random.random() < 0.5:
            return f"{one}{other.capitalize()}{self._pick(THINGS).capitalize()}"
        return f"{other}_{self._pick(THINGS)}"

    def _subject(self) -> str:
        return self._thing() if self._random.random() < 0.8 else self._pick(PEOPLE)

    def _act(self) -> str:
        roll = self._random.random()
        if roll < 0.2:
            return f"{self._pick(ACTS)} {self._thing()} {self._pick(PLACES)}"
        if roll < 0.36:
            return f"{self._pick(ACTS)} {self._thing()} in `{self._pick(self._modules)}`"
        if roll < 0.5:
            return f"{self._pick(ACTS)} {self._thing()} {self._measure()}"
        return f"{self._pick(ACTS)} {self._thing()} with {self._thing()}"

    def _measure(self) -> str:
        number = self._random.randint(2, 1300)
        return self._pick(("at {} °C", "for {} minutes", "up to {} rows", "within {} ms", "after {} g")).format(number)

    def _fact(self) -> str:
        roll = self._random.random()
        if roll < 0.15:
            return f"`{self._pick(self._modules)}` {self._pick(DOES)} {self._thing()}"
        return f"{self._subject()} {self._pick(DOES)} {self._thing()}"

    def _tail(self) -> str:
        roll = self._random.random()
        if roll < 0.16:
            return f", because {self._fact()}"
        if roll < 0.26:
            return f", so that {self._fact()}"
        if roll < 0.36:
            return f" ({self._fact()})"
        if roll < 0.44:
            return f", and {self._subject()} {self._pick(DOES)} {self._thing()} {self._pick(PLACES)}"
        return ""


def wrapped(text: str, width: int = 110) -> str:
    """Break ``text`` at blanks into lines of up to ``width`` characters."""
    lines = [""]
    for word in text.split(" "):
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]
