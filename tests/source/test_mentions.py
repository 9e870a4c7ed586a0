"""What a sentence makes of a value that it names, wording by wording: wanted, not wanted, or nothing."""

from __future__ import annotations

import pytest

from tests.source.test_directives import claims


def made(sentence: str) -> str:
    """Return the claims of an item in the words of the sentence: "porcelain, not redware"."""
    names = {"white": "porcelain", "red": "redware", "grey": "stoneware"}
    return ", ".join(" ".join(names.get(word, word) for word in claim.split()) for claim in claims(f"- {sentence}\n"))


@pytest.mark.parametrize(
    "sentence",
    [
        "Install porcelain.",
        "The clay is porcelain.",
        "The clay we throw with is porcelain.",
        "We throw plates and cups with porcelain.",
        "Use the wheel and porcelain.",
        "You must use porcelain.",
        "You should always use porcelain.",
        "Make sure to use porcelain.",
        "Body: porcelain",
        "Clay: use porcelain.",
        "Use porcelain for clay: it is white.",
        "Use porcelain (the white one).",
        "Use porcelain 2.0.",
        "Use porcelain v2.",
        "Use porcelain everywhere.",
        "Use porcelain, please.",
        "✅ Porcelain",
        "Porcelain only.",
        "Only porcelain.",
        "only porcelain is used",
        "Only use porcelain.",
        "Use only porcelain, never anything else.",
        "Never use anything but porcelain.",
        "Nothing but porcelain.",
        "Porcelain is required.",
        "Porcelain is the default clay.",
        "Porcelain is our clay.",
        "Do not throw tiles (use porcelain).",
    ],
)
def test_wanted(sentence: str) -> None:
    assert made(sentence) == "porcelain"


@pytest.mark.parametrize(
    "sentence",
    [
        "No porcelain.",
        "NEVER PORCELAIN",
        "Never use any porcelain.",
        "Stop using porcelain.",
        "Try to avoid porcelain.",
        "Refrain from using porcelain.",
        "Porcelain is not allowed.",
        "Porcelain should never be used.",
        "Porcelain no longer.",
        "The use of porcelain is prohibited.",
        "Remember: porcelain is forbidden",
        # other values of the list between the prohibition and this one
        "Never use a, b or porcelain.",
        "Never use a, b, c or porcelain.",
        "Never use a/b/porcelain.",
        # what the choice is about anyway limits nothing
        "Never use porcelain for plates.",
        "Never use porcelain for all plates.",
        "Never use porcelain for clay work.",
        # a command of the value is the value
        "Never run porcelain install.",
    ],
)
def test_not_wanted(sentence: str) -> None:
    assert made(sentence) == "not porcelain"


@pytest.mark.parametrize(
    "sentence",
    [
        # a prohibition that another one takes back
        "Never avoid porcelain.",
        "Never avoid using porcelain.",
        "Do not stop using porcelain.",
        "Never skip the porcelain.",
        # a prohibition that is limited
        "Never use porcelain directly.",
        "Never use porcelain in the kiln room.",
        "Never use porcelain with grog.",
        "Never use porcelain on Mondays.",
        "Never use porcelain at night.",
        "Never use porcelain as body.",
        "Never use porcelain for throwing of the very big clay plates here.",
        "Never use porcelain only for it.",
        "Do not use porcelain 2.",
        "Do not use porcelain >= 3.",
        "Do not use porcelain v2.",
        "Avoid porcelain install.",
        # a prohibition of something else
        "Never commit without running porcelain.",
        "Do not forget to use porcelain.",
        "Don't hesitate to use porcelain.",
        "Do not throw redware (porcelain is better).",
        # told of it, not asked for
        "Porcelain was thrown.",
        "Porcelain is slow.",
        "The use of porcelain is encouraged.",
        "Porcelain tools are clean.",
        "Use `porcelain` tools.",
        "Redware is better than porcelain.",
        # of something else
        "Glaze: porcelain",
        "Glaze: we use porcelain",
        "Porcelain clay: white and thin",
        "Porcelain: the clay for plates",
        "Clay: porcelain, redware",
        "Porcelain → redware",
        # one of several
        "Use either porcelain or redware.",
        "Use porcelain and redware.",
        "Use porcelain/redware.",
        "porcelain|redware",
        "Porcelain and redware are used.",
        # too far from its verb
        "We use, as always, porcelain.",
        "We use for plates and cups and tiles the porcelain.",
    ],
)
def test_nothing(sentence: str) -> None:
    assert made(sentence) == ""


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Never use redware; use porcelain.", "not redware, porcelain"),
        ("Never use redware - use porcelain.", "not redware, porcelain"),
        ("Never use redware. Use porcelain.", "not redware, porcelain"),
        ("Use redware for plates and porcelain for cups.", "redware, porcelain"),
        ("Choose porcelain rather than redware.", "porcelain, not redware"),
        ("Porcelain rather than redware.", "porcelain, not redware"),
        ("Prefer the porcelain over the redware.", "porcelain, not redware"),
        ("Use porcelain instead of redware or stoneware.", "porcelain, not redware, not stoneware"),
        ("Use porcelain (not redware).", "porcelain, not redware"),
        ("Redware, not porcelain.", "redware, not porcelain"),
        ("Not redware, porcelain.", "not redware"),
        ("Instead of redware, porcelain.", "not redware"),
        ("Use porcelain, not redware or stoneware.", "porcelain, not redware, not stoneware"),
        ("no porcelain, no redware", "not porcelain, not redware"),
        ("Never use porcelain, redware or stoneware.", "not porcelain, not redware, not stoneware"),
        ("Replace porcelain with redware.", "not porcelain, redware"),
        ("Switch from porcelain to redware.", "not porcelain, redware"),
        ("Use redware as a replacement for porcelain.", "porcelain"),
        ("Don't use redware except porcelain.", "not redware"),
    ],
)
def test_two_values(sentence: str, expected: str) -> None:
    assert made(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        # Spanish, French, German, Portuguese, Russian
        ("Nunca uses porcelain, usa redware.", "not porcelain, redware"),
        ("No porcelain, sino redware.", "not porcelain, redware"),
        ("No uses redware pero usa porcelain.", "not redware, porcelain"),
        ("Usa porcelain, no redware.", "porcelain, not redware"),
        ("Usa redware en vez de una porcelain.", "redware, not porcelain"),
        ("El porcelain no está permitido.", "not porcelain"),
        ("El uso de porcelain está prohibido.", "not porcelain"),
        ("Porcelain está prohibido.", "not porcelain"),
        ("Evita usar el porcelain en la rueda.", "not porcelain"),
        ("N'utilise jamais porcelain.", "not porcelain"),
        ("Ne pas utiliser porcelain.", "not porcelain"),
        ("Utilise porcelain, pas redware.", "porcelain, not redware"),
        ("Utilise toujours redware plutôt que porcelain.", "redware, not porcelain"),
        ("Porcelain est interdit.", "not porcelain"),
        ("Verwende porcelain, nicht redware.", "porcelain, not redware"),
        ("Verwende nicht redware, sondern porcelain.", "not redware, porcelain"),
        ("Verwende redware anstelle von porcelain.", "redware, not porcelain"),
        ("Porcelain wird nicht verwendet.", "not porcelain"),
        ("Immer porcelain verwenden.", "porcelain"),
        ("Keine porcelain und keine redware.", "not porcelain, not redware"),
        ("Não use porcelain.", "not porcelain"),
        ("Use sempre redware em vez de porcelain.", "redware, not porcelain"),
        ("Не используй porcelain.", "not porcelain"),
        ("Используй porcelain, а не redware.", "porcelain, not redware"),
        ("Используй porcelain вместо redware.", "porcelain, not redware"),
        ("Всегда используй porcelain.", "porcelain"),
        ("Porcelain запрещён.", "not porcelain"),
        # Chinese, Japanese, Korean
        ("禁止 porcelain", "not porcelain"),
        ("避免使用 `porcelain`。", "not porcelain"),
        ("porcelain 不允许", "not porcelain"),
        ("请使用`porcelain`。", "porcelain"),
        ("从 porcelain 迁移到 redware", "redware"),
        ("porcelainを使用してください", "porcelain"),
        ("porcelain は絶対に使わない", "not porcelain"),
        ("porcelainではなくredwareを使う", "not porcelain, redware"),
        ("redware の代わりに porcelain を使う", "not redware, porcelain"),
        ("porcelain は使用しない、redware を使う。", "not porcelain, redware"),
        ("porcelain を使わないでください。", "not porcelain"),
        ("porcelain 사용 금지", "not porcelain"),
        ("porcelain 대신 redware 사용", "not porcelain, redware"),
        ("porcelain을 사용한다", "porcelain"),
        ("porcelain을 절대 사용하지 마세요", "not porcelain"),
    ],
)
def test_other_languages(sentence: str, expected: str) -> None:
    assert made(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        # a prohibition reaches over three other values
        ("Never use grog, slip, engobe or porcelain.", "not porcelain"),
        ("Never use grog, slip, engobe, ash or porcelain.", ""),
        # over two verbs or articles
        ("Never install the porcelain.", "not porcelain"),
        ("Never install using the porcelain.", ""),
        # over four words in other languages
        ("Nunca uses en la rueda porcelain.", "not porcelain"),
        # what it is for has up to three words
        ("Never use porcelain for thin clay plates.", "not porcelain"),
        ("Never use porcelain for very thin clay plates.", ""),
        # a label speaks of what stands up to 24 characters behind it
        ("Clay: of white and very solid porcelain", "porcelain"),
        ("Clay: of whitest and very firm porcelain", ""),
        # Japanese and Korean have their negation up to ten characters behind
        ("porcelainは他の窯の外で決して使わない。", "not porcelain"),
        ("porcelain은 가마에서 오래 사용하지 마세요", "not porcelain"),
    ],
)
def test_how_far_a_word_reaches(sentence: str, expected: str) -> None:
    assert made(sentence) == expected
