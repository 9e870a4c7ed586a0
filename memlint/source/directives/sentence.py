"""From a sentence to its atoms."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from functools import cached_property

from memlint.source.directives import frames, limits, numbers, parts
from memlint.source.directives.around import Around, around
from memlint.source.directives.atoms import Atom, Flag
from memlint.source.directives.gate import Grammar, grammar, is_normative
from memlint.source.directives.limits import apart, closing, opening, other_role, places, purpose, quoted
from memlint.source.directives.names import named_part
from memlint.source.directives.phrases import Words, lowered
from memlint.source.directives.tables import Candidates, Form, Slot, Tables
from memlint.source.sentences import Sentence

_LONGEST = 400  # characters; longer sentences are no instruction
_ASKING = ("?", "？")  # at the end of what is no instruction, but for the marks behind it
_CLOSING = "*_`\"')” "
_BARE = 6  # words up to which a heading such as "Never" turns a value around


class Reader:
    """One sentence and what holds for all its atoms."""

    def __init__(self, sentence: Sentence, tables: Tables, candidates: Candidates) -> None:
        self.sentence, self.tables, self.candidates = sentence, tables, candidates

    @property
    def key(self) -> Hashable:
        """What tells its atoms from those of another sentence: equal slots have equal wordings for equal words."""
        slots = self.tables.slots
        heading = self.around.heading if any(slots[number].asks_heading for number in self.candidates) else ""
        return self.sentence.words, self.around._replace(heading=heading), tuple(sorted(self.candidates))

    @cached_property
    def text(self) -> str:
        return lowered(self.sentence.words)

    def all_atoms(self) -> tuple[Atom, ...]:
        """Return the atoms of the sentence, none where it is no instruction."""
        if (
            not any(self.candidates.values())
            or len(self.text) > _LONGEST
            or self.text.rstrip(_CLOSING).endswith(_ASKING)
        ):
            return ()
        if not is_normative(self.sentence.words, self.around.tells, self.words, self.grammar, self.tables):
            return ()
        slots = [(self.tables.slots[slot], sorted(forms)) for slot, forms in sorted(self.candidates.items()) if forms]
        return tuple(atom for slot, forms in slots for atom in self._atoms(slot, forms))

    @cached_property
    def words(self) -> Words:
        return Words(self.text)

    @cached_property
    def grammar(self) -> Grammar:
        return grammar(self.words, self.tables)

    @cached_property
    def asks(self) -> bool:
        return self.words.has(self.tables.phrases("asks"))

    @cached_property
    def unasked(self) -> Words:
        """The sentence without its conditions about asking, character for character."""
        text = self.text
        if not self.asks:
            return self.words
        for start, _ in self.words.find(self.tables.phrases("asks")):
            end = next((at for at in range(start, len(text)) if text[at] in ".;。；"), len(text))
            text = text[:start] + " " * (end - start) + text[end:]
        return Words(text)

    @cached_property
    def cut(self) -> int:
        """Where its exception begins, or its end: what comes behind is not what it says in general."""
        if not self.unasked.has(self.tables.phrases("exception")):
            return len(self.text)
        return min((start for start, _ in self.unasked.find(self.tables.phrases("exception"))), default=0)

    @cached_property
    def flags(self) -> frozenset[Flag]:
        flags = set[Flag]()
        starts = self.words.starts(self.tables.phrases("exception-start"))
        if starts or self.unasked.has(self.tables.phrases("exception")):
            flags.add("exception")
        if self.unasked.has(self.tables.phrases("condition")) and self._is_conditional():
            flags.add("condition")
        if self.words.has(self.tables.phrases("override")):
            flags.add("override")
        return frozenset(flags)

    def _is_conditional(self) -> bool:
        text = self.unasked.text
        code = (match.span() for match in re.finditer(r"`[^`]*`", text))
        for start, end in (*code, *self.unasked.find(self.tables.phrases("no-condition"))):
            text = text[:start] + " " * (end - start) + text[end:]
        return Words(text).has(self.tables.phrases("condition"))

    @cached_property
    def around(self) -> Around:
        """What stands above it."""
        return around(self.sentence.headings[-2:], self.sentence.lead_in, self.tables)

    def _atoms(self, slot: Slot, forms: list[int]) -> Iterator[Atom]:
        if slot.kind == "number":
            yield from self._number(slot)
            return
        need = slot.pattern("need")
        if need and not need.search(self.text):
            return
        told = dict.fromkeys(self._claims(slot, [slot.forms[form] for form in forms]))
        claims = [
            (value, is_wanted, part) for value, is_wanted, part in told if (value, not is_wanted, part) not in told
        ]
        if claims:
            flags = self._slot_flags(slot)
            permits = self.words.has(self.tables.phrases("permission"))
            allowed: frozenset[Flag] = frozenset(("permission",)) if permits else frozenset()
            for value, is_wanted, part in claims:
                own = flags | allowed if is_wanted else flags
                unqualified = slot.flag("unqualified") and not is_wanted
                qualifiers = frozenset[str]() if unqualified else self.qualifiers(slot)
                for parameter in self._parameters(slot, part):
                    yield Atom(slot.id, parameter, value, is_wanted, qualifiers, own)

    def _slot_flags(self, slot: Slot) -> frozenset[Flag]:
        flags = self.flags
        if slot.flag("conditional") or (slot.flag("asks") and self.asks):
            flags -= {"condition"}
        if self.asks and not slot.flag("asks"):
            flags |= {"exception"}
        return flags

    # --- choices and toggles

    def _claims(self, slot: Slot, forms: list[Form]) -> Iterator[tuple[str, bool, str]]:
        """Yield values, whether each is wanted, and the words that can say what it is for."""
        if slot.kind == "toggle":
            claim = self._explicit(slot, forms)
            if claim is not None:
                yield "on", claim, self.text
                return
        mentions = list(self._mentions(slot, forms))
        listed = parts.listed(self.text, mentions)
        for value, start, end, is_wanted in mentions:
            claim = is_wanted
            if claim is None:
                claim = frames.wanted(self.words, start, end, slot, self.grammar, self.tables)
                if claim and (start in listed or self._is_joined(start, end)):
                    continue  # "npm, yarn or pnpm" chooses none of them
            if claim and self.around.says_never:
                claim = self._turned()
            if claim is not None:
                yield value, claim, parts.own_part(self.text, start, end, mentions) if slot.flag("parts") else self.text

    def _explicit(self, slot: Slot, forms: list[Form]) -> bool | None:
        """The wordings of a toggle that say all by themselves, prohibitions first."""
        text, exempt = self.text, limits.masked(self.text, slot.pattern("exempt"))
        for form in forms:
            if form.wanted is None:
                continue
            place = form.words.search(text if form.wanted else text[: self.cut + 1])
            if place and not any(a <= place.start() < b for a, b in exempt):
                return self._turned() if form.wanted and self.around.says_never else form.wanted
        return None

    def _turned(self) -> bool | None:
        """Under "Never" a bare value is not wanted; a whole sentence may say anything."""
        words = self.words
        bare = len(words.tokens) <= _BARE and not words.text.endswith(".")
        bare = bare and {"is", "are", "work", "works", "use"}.isdisjoint(words.tokens)
        return False if bare else None

    def _mentions(self, slot: Slot, forms: list[Form]) -> Iterator[tuple[str, int, int, bool | None]]:
        text = self.text
        found = [
            (form.value, *match.span(), form.wanted)
            for form in forms
            if (form.wanted is None or slot.kind == "choice") and self._plays_role(slot, form.needs_role)
            for match in form.words.finditer(text, 0, self.cut)
        ]
        if found:
            spans = limits.masked(text, slot.pattern("exempt")) + self._quoted
            unmasked = (mention for mention in found if not any(a <= mention[1] < b for a, b in spans))
            yield from sorted(unmasked, key=lambda mention: mention[1:3])

    @cached_property
    def _quoted(self) -> list[tuple[int, int]]:
        return quoted(self.text)

    def _plays_role(self, slot: Slot, form_needs_role: bool) -> bool:
        role = slot.pattern("role")
        if role is None or not (form_needs_role or slot.flag("needs-role")):
            return True
        if role.search(self.text):
            return True
        return bool(role.search(self.around.heading)) and not other_role().search(self.text)

    def _is_joined(self, start: int, end: int) -> bool:
        text = self.text
        return text[end : end + 1] in ("/", "|") or (start > 0 and text[start - 1] in "/|")

    def _parameters(self, slot: Slot, part: str) -> tuple[str, ...]:
        """Return the things that a value is for, by the words of ``part``; none where it must be told and is not."""
        found = tuple(name for name, pattern in slot.parameters if slot.flag("parts") and pattern.search(part))
        if found:
            return found
        parameter = self._parameter(slot)
        return () if parameter is None else (parameter,)

    def _parameter(self, slot: Slot) -> str | None:
        """Return which of several things the slot is set for, None where it must be told and is not."""
        if slot.flag("named-parts"):
            part = named_part(self.text)
            if part is None or part:
                return part
        found = next((name for name, pattern in slot.parameters if pattern.search(self.text)), "")
        if not found and self.around.heading and not slot.flag("named-parts"):
            found = next((name for name, pattern in slot.parameters if pattern.search(self.around.heading)), "")
        return None if not found and (slot.flag("needs-parameter") or slot.flag("named-parts")) else found

    # --- numbers

    def _number(self, slot: Slot) -> Iterator[Atom]:
        found = numbers.number(slot, self.words, self.cut, self.tables)
        if found is None:
            return
        text, number, relation = found
        parameter = next((name for name, pattern in slot.parameters if pattern.search(self.text)), "")
        if objects := slot.pattern("object"):
            parameter = "+".join(sorted({each.lower() for each in objects.findall(self.text)}))
        if subject := slot.pattern("subject"):
            who = subject.search(self.text)
            parameter = next((part.lower() for part in who.groups() if part), "") if who else f"?{self.text[:20]}"
        flags = self._slot_flags(slot)
        where = self.qualifiers(slot) | self._purpose(slot)
        where -= {each for each in where if subject and each.startswith("subject:")}  # that is the parameter
        yield Atom(slot.id, parameter, text, True, where, flags, number, relation)

    def _purpose(self, slot: Slot) -> frozenset[str]:
        """What the number is for; the knob itself is no purpose ("runs on Node 22")."""
        knob = slot.pattern("knob")
        return frozenset(each for each in purpose(self.text) if not (knob and knob.search(each)))

    # --- what it is limited to

    def qualifiers(self, slot: Slot) -> frozenset[str]:
        """Return what limits the sentence; the headings above limit it too, unless the slot is about all work."""
        found = self._own if slot.flag("anywhere") else self._own | self.around.qualifiers
        return (found | self._part(slot)) - slot.ignores

    def _part(self, slot: Slot) -> frozenset[str]:
        """What it is told for, at its begin or end; what the slot is about anyway is no limit ("for all tests")."""
        where = [opening(self.text)]
        if slot.kind == "choice":
            where.append(closing(self.text, definite=not slot.pattern("label")))
        return frozenset(f"in:{each}" for each in where if each and not self._is_whole(each, slot))

    def _is_whole(self, where: str, slot: Slot) -> bool:
        words = Words(where)
        if words.starts(self.tables.phrases("everything")) or any(self.tables.qualifiers(words)):
            return True
        about = (slot.pattern("role"), slot.pattern("label"), *(pattern for _, pattern in slot.parameters))
        if any(pattern.search(where) for pattern in about if pattern):
            return True
        return len(words.tokens) <= 3 and any(form.words.search(where) for form in slot.forms)

    @cached_property
    def _own(self) -> frozenset[str]:  # what code is called says nothing of what it is for
        prose = apart(limits.timeless(re.sub(r"`[^`]*`", "``", self.text)))
        words = self.words if prose == self.text else Words(prose)
        return frozenset(self.tables.qualifiers(words)) | places(self.sentence.words)
