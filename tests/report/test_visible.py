"""Safe text: nothing invisible and no whole secret, in any format, whatever the scanned files hold."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint import Edit, Finding, Fix, Place, Span
from memlint.config import FORMATS
from memlint.report.visible import shown, visible, whole, width
from memlint.source.masking import masked
from tests.report.reports import RULE, rendered, report
from tests.work import soon

fixed = settings(max_examples=100)


def raw(text: str) -> list[str]:
    """Return the characters of ``text`` that a report must not print as they are."""
    blank = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)}
    blank |= set(range(0xE0000, 0xE1000))
    hidden = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return [ch for ch in text if ch != "\n" and (unicodedata.category(ch) in hidden or ord(ch) in blank)]


# --- visible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("plain, naïve, 日本語, 🙂, नमस्ते, e\u0301", "plain, naïve, 日本語, 🙂, नमस्ते, e\u0301"),
        ("no\u00a0break", "no\u00a0break"),
        ("a\tb", "a b"),
        ("a\nb\r", r"a\x0ab\x0d"),
        ("\x1b[31mred\x7f\x9b", r"\x1b[31mred\x7f\x9b"),
        ("\u202e\u2066\u200b\u200d\ufeff\u00ad", r"\u202e\u2066\u200b\u200d\ufeff\xad"),
        ("\u2028\u2029", r"\u2028\u2029"),
        ("❤\ufe0f \U000e0041 \U000e0100", r"❤\ufe0f \U000e0041 \U000e0100"),
        ("\u3164\uffa0\u115f\u034f\u17b4", r"\u3164\uffa0\u115f\u034f\u17b4"),
        ("\ue000\U0010ffff", r"\ue000\U0010ffff"),
        ("name\udcff", r"name\xff"),
        ("\ud800", r"\ud800"),
    ],
)
def test_visible(text: str, expected: str) -> None:
    assert visible(text) == expected


@fixed
@given(st.text())
def test_visible_leaves_nothing_raw(text: str) -> None:
    assert raw(visible(text)) == []
    assert "\n" not in visible(text)
    assert visible(visible(text)) == visible(text)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("abc", 3),
        ("日本", 4),
        ("🙂", 2),
        ("e\u0301", 1),
        ("ﾊﾟ", 2),
        ("नमस्ते", 4),
        ("\u1112\u1161\u11ab", 2),
        ("é", 1),
    ],
)
def test_width(text: str, columns: int) -> None:
    assert width(text) == columns


def test_whole_keeps_all_but_lone_surrogates() -> None:
    assert whole("a\nb\u202e日\x00") == "a\nb\u202e日\x00"
    assert whole("\udcff\ud800") == r"\xff\ud800"


# --- secrets. Each is put together here, so that no live-looking one stands in the repository.

DIGITS, HEX, MIXED = "8302746159" * 4, "9f8e7d6c5b4a3021" * 4, "q7Rk2mZp9XvB4tLs8WnD3fHj" * 4
SECRETS = {
    "OpenAI": "sk-" + "proj-" + MIXED[:40],
    "Anthropic": "sk-" + "ant-api03-" + MIXED[:60],
    "Stripe": "sk" + "_live_" + MIXED[:24],
    "Stripe, restricted": "rk" + "_test_" + MIXED[:24],
    "GitHub": "gh" + "p_" + MIXED[:36],
    "GitHub, fine-grained": "github" + "_pat_" + MIXED[:22] + "_" + MIXED[:59],
    "GitLab": "gl" + "pat-" + MIXED[:20],
    "Slack": "xox" + "b-" + DIGITS[:12] + "-" + MIXED[:24],
    "npm": "np" + "m_" + MIXED[:36],
    "PyPI": "pypi" + "-AgEI" + MIXED[:60],
    "Hugging Face": "h" + "f_" + MIXED[:34],
    "AWS id": "AK" + "IA" + "IQ7ZD3LM5XWB2NVT",
    "AWS key": "wJ" + "alr9UtnFEM/K7MDENG/bPxRfi5YzQ4pL8sTxQz",
    "Google": "AI" + "za" + MIXED[:35],
    "Google OAuth": "GOC" + "SPX-" + MIXED[:28],
    "JWT": "ey" + "J" + MIXED[:20] + ".ey" + "J" + MIXED[:30] + "." + MIXED[:43],
    "SendGrid": "S" + "G." + MIXED[:22] + "." + MIXED[:43],
    "DigitalOcean": "dop" + "_v1_" + HEX,
    "Databricks": "dap" + "i" + HEX[:32],
    "Shopify": "shp" + "at_" + HEX[:32],
    "Telegram": DIGITS[:10] + ":AA" + MIXED[:33],
    "random": MIXED[:64],
}
IN_CONTEXT = {
    "URL": ("postgres://app:", "Tr0ub4dor3", "@db.example.org/app"),
    "URL without a user": ("redis://:", "Tr0ub4dor3", "@cache:6379"),
    "Slack hook": ("https://hooks.slack.com/services/", "T0A1B2C3D/B4E5F6G7H/" + MIXED[:24], ""),
    "bearer": ("Authorization: Bearer ", MIXED[:30], ""),
    "basic": ("Authorization: Basic ", "YXBwOlRy" + "MHViNGRvcjM=", ""),
    "password": ("password: ", "correct-horse", ""),
    "quoted": ('"api_key": "', "Tr0ub4dor3", '"'),
    "environment": ("DB_PASS=", "Tr0ub4dor3", ""),
    "long name": ("AWS_SECRET_ACCESS_KEY=", "Tr0ub4dor3", ""),
    "private key": ("-----BEGIN " + "PRIVATE KEY-----", "MIIEvQIBADANBgkqhki", "-----END PRIVATE KEY-----"),
}
PLANTED = [*(("", secret, "") for secret in SECRETS.values()), *IN_CONTEXT.values()]
NAMES = [*SECRETS, *IN_CONTEXT]
planted = st.sampled_from(PLANTED)
# What can stand beside a secret: a letter or a digit would be part of it.
beside = st.text(st.characters(codec="utf-8", exclude_characters="=_-+/.~") | st.sampled_from("\x00\u200b\n ")).map(
    lambda text: text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789").lstrip(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@"
    )
)


@pytest.mark.parametrize(("before", "secret", "after"), PLANTED, ids=NAMES)
def test_secrets_are_masked(before: str, secret: str, after: str) -> None:
    for head, tail in (("", ""), ("use ", " here"), ("`", "`"), ("日本", " 語"), ("(", ")")):
        out = masked(head + before + secret + after + tail)
        assert secret not in out
        assert out.startswith(head + before)
        assert "…" in out
        assert out.endswith(tail)
        assert masked(out) == out


@pytest.mark.parametrize(
    "text",
    [
        "",
        "short",
        "@docs/architecture/decisions/2024-05-18-use-postgres-for-everything.md",
        "see src/components/Dashboard2/widgets/TimeSeriesChart3/README",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "sha256 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
        "3d813cbb-47fb-32ba-91df-831e1593ac29",
        "TheVeryLongNameOfTheAbstractFactoryProviderConfiguration",
        "AVeryLongConstantNameForTheOAuth2AuthenticationProvider",
        "risk-management-of-things-that-go-wrong sk-learn-and-other-things-here",
        "the token limit is 200000; max_tokens = 4096; tokens: 12345",
        "password: ${DB_PASSWORD} and password: <your password> and token: {{ token }}",
        "secret = os.environ['SECRET'], key: process.env.KEY, op://vault/item",
        "password: ******** and pass: xxxxxxxx",
        "compass: northern, bypass: everything",
        "https://example.org/a:b@c and git@github.com:me/it.git and http://localhost:8080/@me",
        "Basic authentication and bearer of news",
        "-----BEGIN CERTIFICATE-----",
        "https://hooks.slack.com/services/",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert masked(text) == text


def test_a_path_does_not_hide_the_secret_in_it() -> None:
    key = SECRETS["GitHub"]
    assert masked(f"docs/{key}/readme") == f"docs/{key[:4]}…/readme"
    assert key not in masked(f"password=${{X:-{key}}}")


def test_masking_comes_before_escaping() -> None:
    """An escape ends in letters and digits, which would hide where a key begins."""
    key = SECRETS["OpenAI"]
    assert key not in shown(f"\x00{key}")
    assert shown(f"\x00{key}") == r"\x00" + f"{key[:4]}…"


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "a1B",
        "eyJ-",
        "eyJa.",
        "SG.",
        "sk-",
        "token_",
        "token ",
        "pass=",
        "://a:b",
        "bearer ",
        "A1a/",
        "-----BEGIN ",
        "=",
        "_",
        "1",
    ],
)
def test_masking_takes_linear_time(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    with soon():
        masked(text)


# --- every format

lines = st.text(st.characters(codec="utf-8"), max_size=80)
names = st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=20).filter(
    lambda name: not any("\ud800" <= ch <= "\udc7f" or "\udd00" <= ch <= "\udfff" for ch in name)
)


def everything(text: str, span: Span, message: str, path: str) -> list[str]:
    """Render a finding in every format, with the message in every place that takes one."""
    finding = Finding(
        span,
        message,
        path,
        "error",
        (Place(path, span, message),),
        Fix(message, (Edit(Span(0, 0), message),)),
        RULE,
    )
    made = report([finding], {path: text})
    return [rendered(made, output_format) for output_format in FORMATS]


@fixed
@given(text=lines, message=lines, path=names, data=st.data())
def test_no_format_prints_anything_invisible(text: str, message: str, path: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    for out in everything(text, span, message, path):
        assert raw(out) == []
        out.encode("utf-8")


@fixed
@given(text=lines, message=lines, path=names)
def test_documents_say_what_was_meant(text: str, message: str, path: str) -> None:
    out = dict(zip(FORMATS, everything(text, Span(0, len(text)), message, path), strict=True))
    (finding,) = json.loads(out["json"])["findings"]
    assert finding["path"] == whole(path)
    assert finding["message"] == shown(message)
    (result,) = json.loads(out["sarif"])["runs"][0]["results"]
    assert result["message"]["text"] == (shown(message) or RULE)
    assert len(out["concise"].split("\n")) == 3


@fixed
@given(planted=planted, before=beside, after=beside, filler=st.integers(0, 150), data=st.data())
def test_no_format_prints_a_secret(
    planted: tuple[str, str, str], before: str, after: str, filler: int, data: st.DataObject
) -> None:
    head, secret, tail = planted
    line = f"{'word ' * filler}{before} {head}{secret}{tail} {after}{' word' * filler}"
    start = data.draw(st.integers(0, len(line)))
    span = Span(start, data.draw(st.integers(start, len(line))))
    for out in everything(line, span, f"{before} {head}{secret}{tail} {after}", "CLAUDE.md"):
        assert secret not in out


@fixed
@given(planted=planted, before=beside, after=beside)
def test_a_secret_is_found_beside_anything_but_letters(planted: tuple[str, str, str], before: str, after: str) -> None:
    head, secret, tail = planted
    assert secret not in masked(before + head + secret + tail + after)
