"""Makes lines of ordinary text in many scripts, with the characters that show nothing where their writers put them.

Words are invented from the ranges of letters; joiners, marks, selectors and emoji stand as people use them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

ZWSP, ZWNJ, ZWJ = "\u200b", "\u200c", "\u200d"
TEXT, PICTURE = "\ufe0e", "\ufe0f"
LRM, RLM, ALM = "\u200e", "\u200f", "\u061c"
NBSP, NARROW, WIDE, SOFT = "\u00a0", "\u202f", "\u3000", "\u00ad"
TONES = [chr(code) for code in range(0x1F3FB, 0x1F400)]
PEOPLE, THINGS = "👨👩🧑", "🚀🎨🔬💻🌾🍳🏫🏭"
SIGNS = "⚠❤☎✔✈☕⚙♻☀▶↔ℹ™©®Ⓜ〰㊗🅰🖥🛠"
FLAGS = ("gbeng", "gbsct", "gbwls")


def letters(*ranges: tuple[int, int]) -> str:
    """Return the letters of ``ranges``, ends included."""
    text = (chr(code) for first, last in ranges for code in range(first, last + 1))
    return "".join(character for character in text if character.isalpha())


LATIN = letters((0x61, 0x7A), (0xE0, 0xF6), (0x101, 0x17E))
PERSIAN = "ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی"
URDU = PERSIAN + "ٹڈڑںھہےئ"
INDIC = {
    "Devanagari": (letters((0x915, 0x939)), "\u094d", "\u093e\u093f\u0940\u0941\u0947"),
    "Bengali": (letters((0x995, 0x9A8), (0x9AA, 0x9B0)), "\u09cd", "\u09be\u09bf\u09c0\u09c7"),
    "Tamil": (letters((0xB95, 0xB95), (0xB99, 0xB9A), (0xBAE, 0xBB9)), "\u0bcd", "\u0bbe\u0bbf\u0bc0\u0bc6"),
    "Malayalam": (letters((0xD15, 0xD39)), "\u0d4d", "\u0d3e\u0d3f\u0d40\u0d46"),
    "Sinhala": (letters((0xD9A, 0xDB1), (0xDC0, 0xDC6)), "\u0dca", "\u0dcf\u0dd2\u0dd3\u0dd9"),
}


def _word(chance: Random, alphabet: str, least: int = 2, most: int = 9) -> str:
    return "".join(chance.choices(alphabet, k=chance.randint(least, most)))


def _words(chance: Random, word: Callable[[], str], between: str = " ") -> str:
    return between.join(word() for _ in range(chance.randint(4, 14)))


def _plain(alphabet: str, *blanks: str) -> Callable[[Random], str]:
    def line(chance: Random) -> str:
        text = _words(chance, lambda: _word(chance, alphabet) + (SOFT + _word(chance, alphabet)) * chance.randint(0, 1))
        return text.replace(" ", chance.choice((" ", *blanks)), 1) + chance.choice(".!?:")

    return line


def _joined(alphabet: str, *, mark: str) -> Callable[[Random], str]:
    """Persian and Urdu: non-joiners in words, behind Latin names too; a joiner that shapes a letter on its own."""

    def word(chance: Random) -> str:
        kind = chance.random()
        if kind < 0.1:
            return chance.choice(("PDF", "CLAUDE.md", "npm")) + ZWNJ + _word(chance, alphabet)
        if kind < 0.15:
            return f"ه{ZWJ}.ش"
        joined = ZWNJ + _word(chance, alphabet, 1, 4) if kind < 0.6 else ""
        return _word(chance, alphabet) + joined + (ZWNJ if kind < 0.18 else "")

    return lambda chance: _words(chance, lambda: word(chance)) + chance.choice(("", mark, f" (v2){mark}", f" C++{LRM}"))


def _hebrew(chance: Random) -> str:
    alphabet = letters((0x5D0, 0x5EA))
    text = _words(chance, lambda: _word(chance, alphabet) + chance.choice(("", "", "\u05b8", RLM)))
    around: str = chance.choice(
        ("{}", "\u202b{}\u202c", "\u2067{}\u2069", "npm run {}", "{} \u2066npm test\u2069", "{} (x)" + RLM)
    )
    return around.format(text)


def _indic(consonants: str, virama: str, vowels: str) -> Callable[[Random], str]:
    def syllable(chance: Random) -> str:
        text = chance.choice(consonants)
        if chance.random() < 0.4:
            text += virama + chance.choice(("", ZWJ, ZWNJ)) + chance.choice(consonants)
        vowel: str = chance.choice(("", *vowels))
        return text + vowel + (virama + ZWJ if chance.random() < 0.05 else "")

    def line(chance: Random) -> str:
        return _words(chance, lambda: "".join(syllable(chance) for _ in range(chance.randint(1, 5))))

    return line


def _thai(chance: Random) -> str:
    return _words(chance, lambda: _word(chance, letters((0xE01, 0xE2E)), 3, 12), chance.choice(("", ZWSP, " ")))


def _khmer(chance: Random) -> str:
    return _words(chance, lambda: _word(chance, letters((0x1780, 0x17A2)), 3, 12), ZWSP)


def _han(chance: Random) -> str:
    word = _word(chance, letters((0x4E00, 0x9FA5)), 4, 20)
    form = chance.choice(("", "辻\U000e0100さん", "葛\U000e0101城"))
    return (
        word + chance.choice("，。；") + form + WIDE * chance.randint(0, 2) + _word(chance, letters((0x4E00, 0x9FA5)))
    )


def _kana(chance: Random) -> str:
    alphabet = letters((0x3042, 0x3093), (0x30A2, 0x30F3)) + "釉薬窯土"
    return _words(chance, lambda: _word(chance, alphabet), chance.choice(("、", ZWSP, WIDE)))


def _hangul(chance: Random) -> str:
    return _words(chance, lambda: _word(chance, letters((0xAC00, 0xD7A3)))) + chance.choice(
        ("", " ㅋㅋ", " \u1100\u1161\u11a8")
    )


def _mongolian(chance: Random) -> str:
    word = letters((0x1820, 0x1842))
    return _words(chance, lambda: _word(chance, word) + chance.choice(("", "\u180b", "\u180e" + chance.choice(word))))


def _emoji(chance: Random) -> str:
    def one() -> str:
        person = chance.choice(PEOPLE) + chance.choice(("", *TONES))
        return chance.choice((
            person + ZWJ + chance.choice(THINGS),
            person + ZWJ + chance.choice("⚕✈⚖") + PICTURE,
            chance.choice("🏃🙋💁") + chance.choice(("", *TONES)) + ZWJ + chance.choice("♀♂") + PICTURE,
            ZWJ.join([*chance.choices(PEOPLE, k=2), "👧", "👦"]),
            "👩" + ZWJ + "❤" + PICTURE + ZWJ + "👨",
            "🏳" + PICTURE + ZWJ + chance.choice(("🌈", "⚧" + PICTURE)),
            "🏴" + ZWJ + "☠" + PICTURE,
            "🏴" + "".join(chr(0xE0000 + ord(letter)) for letter in chance.choice(FLAGS)) + "\U000e007f",
            "".join(chr(0x1F1E6 + chance.randrange(26)) for _ in range(2)),
            chance.choice("0123456789#*") + PICTURE + "\u20e3",
            chance.choice(SIGNS) + chance.choice(("", PICTURE, TEXT)),
            chance.choice("❤⛓") + PICTURE + ZWJ + chance.choice("🔥🩹💥"),
            "🙂" + ZWJ + chance.choice("↔↕") + PICTURE,
            "👁" + PICTURE + ZWJ + "🗨" + PICTURE,
            chr(chance.randrange(0x1FA70, 0x1FAF8)),
        ))  # fmt: skip

    return _words(chance, lambda: one() + chance.choice(("", " " + _word(chance, LATIN))))


SCRIPTS: dict[str, Callable[[Random], str]] = {
    "Latin": _plain(LATIN, NBSP, NARROW, "\u2009"),
    "Cyrillic": _plain(letters((0x430, 0x44F)) + "ёіїєґ", NBSP),
    "Greek": _plain(letters((0x3AC, 0x3CE)), NBSP),
    "Arabic": _joined("ابتثجحخدذرزسشصضطظعغفقكلمنهوي", mark=ALM),
    "Persian": _joined(PERSIAN, mark=RLM),
    "Urdu": _joined(URDU, mark=RLM),
    "Hebrew": _hebrew,
    **{name: _indic(*signs) for name, signs in INDIC.items()},
    "Thai": _thai,
    "Khmer": _khmer,
    "Han": _han,
    "Kana": _kana,
    "Hangul": _hangul,
    "Mongolian": _mongolian,
    "emoji": _emoji,
}


def lines(count: int, seed: int) -> Iterator[str]:
    """Yield ``count`` lines, script by script in turn."""
    chance = Random(seed)
    makers = list(SCRIPTS.values())
    for number in range(count):
        yield makers[number % len(makers)](chance)
