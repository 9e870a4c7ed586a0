"""Credentials are found in every shape, and nothing is that only looks like one."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path

import pytest

from memlint.source import secret_places, secrets
from memlint.source.masking import Known, hidden_parts, masked
from memlint.source.secrets import Credential, credentials
from memlint.source.spans import Span
from tests.rules.leaks import leaked
from tests.secrets_made import KINDS, SHOWN, TOKENS, made
from tests.work import soon

TABLE = json.loads(Path(secrets.__file__).with_name("token_shapes.json").read_text("utf-8"))
FRAMES = ("{}", "Use {} here, please.", "- `{}`\n", "KILN={}", '"{}",', "日本{}語", "({})", "x\n{}\n", "<!-- {} -->")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_found(kind: str) -> None:
    for seed, frame in enumerate(FRAMES):
        before, secret, after = made(kind, seed)
        text = frame.format(before + secret + after)
        found = credentials(text)
        assert found, (frame, text)
        assert leaked(secret, masked(text), shown=SHOWN.get(kind, 4)) == "" or "webhook" in kind
        assert all(0 <= each.span.start < each.span.end <= len(text) for each in found)


def test_the_table_is_covered() -> None:
    """Every row is found by a made token: a pattern that can never match would be a missed alarm for ever."""
    found = {each.kind for kind in KINDS for seed in range(3) for each in credentials("".join(made(kind, seed)))}
    exempt = {"Slack configuration token"}  # nobody documents it
    assert {row["kind"] for row in TABLE["shapes"]} - found == exempt
    assert len({row["kind"] for row in TABLE["shapes"]}) > 100


@pytest.mark.parametrize("row", TABLE["shapes"], ids=lambda row: (row.get("prefixes") or row["literals"])[0])
def test_repetitions_are_bounded(row: dict[str, str]) -> None:
    """Two in a row without a bound would read a text again and again."""
    pattern = row.get("body") or row["pattern"]
    assert not any(sign in pattern.replace("\\.", "").replace("9+/", "") for sign in ("*", "+", ",}"))


@pytest.mark.parametrize("kind", TOKENS)
def test_a_part_of_a_word_is_no_token(kind: str) -> None:
    before, secret, _ = made(kind)
    if not kind.endswith(("webhook", "DevOps token", "Telegram bot token")) and "://" not in secret:
        assert not [
            each for each in credentials(f"{before}a{secret}") if each.span.end - each.span.start == len(secret)
        ]


def test_a_token_ends_the_word_before_it() -> None:
    (one, first, _), (two, second, _) = made("GitHub token"), made("GitHub token", 1)
    counts = {
        sign: len(credentials(f"{one}{first} and x{sign}{two}{second}")) for sign in ("a", "7", "_", "-", ".", " ")
    }
    assert counts == {"a": 1, "7": 1, "_": 1, "-": 1, ".": 2, " ": 2}


def test_what_is_told_of_a_header() -> None:
    token, password = "q7Kz2mXw9LpR" + "4tVb", "Kz7#" + "4mQp9x"
    coded = b64encode(f"kiln:{password}".encode()).decode()
    bearer, basic = "token in an authorisation header", "password in a basic authorisation header"
    assert credentials(f"Authorization: Bearer {token}") == (Credential(Span(22, 38), bearer),)
    assert credentials(f"Authorization: Bearer {token}8Zc3NdY") == (Credential(Span(22, 45), bearer),)
    assert credentials(f"Authorization: Bearer {token}8Zc3NdYs") == (Credential(Span(22, 46), bearer, 4),)
    assert credentials(f"Authorization: Basic {coded}") == (Credential(Span(21, 41), basic),)
    assert credentials(f"curl -u kiln:{password} https://kiln-works.io") == (
        Credential(Span(13, 23), "password on a command line"),
    )


def test_a_letter_that_two_stand_for_in_lower_case_moves_nothing() -> None:
    before, secret, after = made("named password")
    (plain,) = credentials(f"{before}{secret}{after}")
    (moved,) = credentials(f"İİİ {before}{secret}{after}")
    assert moved.span == Span(plain.span.start + 4, plain.span.end + 4)


def test_a_checksum_that_does_not_fit() -> None:
    secret = made("GitHub token")[1]
    other = "a" if secret[-1] != "a" else "b"
    assert credentials(f"token {secret}")[0].kind == "GitHub token"
    assert credentials(f"token {secret[:-1]}{other}") == ()
    assert secret[6:] not in masked(f"token {secret[:-1]}{other}")  # what is no credential may be hidden all the same


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The key starts with pk_test_ or sk_live_, see https://kiln-works.io/apikeys and the task-brief.",
        "risk-management-of-things-that-go-wrong-in-the-kiln-room-every-year",
        "AKIA" + "IOSFODNN7EXAMPLE and " + "ASIA" + "IOSFODNN7EXAMPLE",
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY",
        "ghp_" + "x" * 36 + " sk-" + "ant-api03-" + "X" * 95,
        "glpat-" + "your-token-goes-here",
        "sk-" + "proj-" + "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmn",
        "export TOKEN=$(op read op://vault/item/field)",
        'os.environ["DB_PASSWORD"], process.env.API_KEY2, settings.SECRET_KEY2',
        "password: ${{ secrets.DB_PASSWORD }}, token: ${TOKEN:-none}, key: {{ .Values.apiKey }}",
        "API_KEY=<YOUR_API_KEY> TOKEN=YOUR_TOKEN_HERE_12345 SECRET=$SECRET_2",
        "password: changeme, password: password123, password=P@ssw0rd!, pass: hunter2, pwd: Test1234!, secret: s3cr3t",
        "postgres://postgres:postgres@localhost:5432/app and mysql://root:root@127.0.0.1/app",
        "mongodb+srv://user:p4ssw0rd@cluster0.mongodb.net and amqp://guest:guest@rabbitmq:5672",
        "postgres://user:Xk39fjq2Lm@db.example.com/app, redis://:secret@cache:6379",
        "https://abc@o1.ingest.sentry.io/2 and git@github.com:me/it.git and https://kiln-works.io/a:b@c",
        "integrity: sha512-q7Rk2mZp9XvB4tLs8WnD3fHjq7Rk2mZp9XvB4tLs8WnD3fHjq7Rk2mZp9XvB4tLs8WnD3fHjq7Rk2mZp9Xv==",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b, token_hash: 3f786850e387550fdab836ed7e6dc881",
        "secret_id: 3d813cbb-47fb-32ba-91df-831e1593ac29, token: 3d813cbb-47fb-32ba-91df-831e1593ac29",
        "max_tokens = 4096, token count: 128000, key: value, primary key: kiln_id, tokens: 12_000_000",
        "token: string; password: str = Field(max_length=128); secret: getSecret2(name), key = row[17]",
        "password_hash = $2b$12$q7Rk2mZp9XvB4tLs8WnD3e, passwordFile: /run/secrets/db-password2",
        "input_token: ExclusiveStartTableName; private_key: PKCS7PrivateKeyTypes; token: NextPartNumberMarker",
        "PASSWORD_FILE=/run/secrets/kiln2 TOKEN_URL=https://kiln-works.io/o2/token API_KEY_PATH=./keys/k3.json",
        "secret: kiln/production/db2, credentials: ./service-account2.json, token: docs/tokens3.md",
        "compass: Northern7&lights, bypass=Everything9!x",
        "const pw = await chromium.launch(); pw=page.getByRole('button'); pw: Playwright1.40, PW=$(pass kiln), mysql -p$DB_PW2",
        "next-public: NEXT_PUBLIC_API_KEY=q7Rk2mZp9XvB4tLs8WnD3fHj",
        "-----BEGIN PRIVATE KEY----- is how such a file begins, and the words after it are not one of them at all",
        "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq7Rk2mZp9XvB4tLs8WnD3f",
        "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----",
        "Authorization: Bearer <token>, Authorization: Bearer YOUR_ACCESS_TOKEN_1, bearer of news",
        "Basic authentication, Authorization: Basic dXNlcjpwYXNzd29yZA==",
        "curl -u user:password https://kiln-works.io, docker run --user 1000:1000 kiln2",
        "pass `allow_module_level=True`, pass `-DkilnDir2=no`, passes `V8::Now()`",
        "password: MySecureP@ssw0rd!, password: P4ssw0rd-For-Local-Dev7, password: Str0ngP@ss!, SECRET_KEY=django-insecure-q7Rk2m",
        "api_key: a1b2c3d4e5f6g7h8i9j0, token: 1a2b3c4d5e6f7g8h9i0j, token = abcd1234efgh5678ijkl",
        "token: 0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984, token: EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
        "PRIVATE_KEY=0x" + "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
        "password: ENC[AES256_GCM,data:q7Rk2m,iv:Zp9XvB4t], password: !vault |, password: {cipher}q7Rk2mZp9XvB4tLs8WnD3fHj",
        "password: AgBy3i4O" + "JSWK9PiTySYZZA9rO43cGDEq" * 20,
        "**Password**: `admin123`, password=Kiln@123, password: User#1234, PASSWORD=${PASSWORD:-postgres}, password: `${NAME}@F4F2024`",
        "postgresql://taskboard:taskboard_secret2@postgres:5432/taskboard and DB_PASSWORD=offer_db_pw2",
        '"token": "ps_test_scoped_token_value2", "token": "test_abc123def456", "token": "1|abc123...", "token": "jwt.token.here2"',
        "x" * 5_000,
    ],
)  # fmt: skip
def test_what_is_no_credential(text: str) -> None:
    assert credentials(text) == ()


def test_web_tokens() -> None:
    """What says when it ends tells so; samples and keys that are public by design are none."""
    from base64 import urlsafe_b64encode

    def token(claims: dict[str, object], algorithm: str = "HS256") -> str:
        parts = ({"alg": algorithm, "typ": "JWT"}, claims)
        coded = [urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in parts]
        return ".".join((*coded, "q7Rk2mZp9XvB4tLs8WnD3fHjq7Rk2mZp9XvB4tLs8Wn"))

    assert credentials(token({"sub": "glazer", "exp": 1_800_000_000}))[0].expires == 1_800_000_000
    assert credentials(token({"sub": "glazer", "exp": "soon"}))[0].expires == 0
    assert credentials(token({"sub": "1234567890", "name": "John Doe", "iat": 1516239022})) == ()
    assert credentials(token({"iss": "supabase-demo", "role": "service_role"})) == ()
    assert credentials(token({"iss": "supabase", "role": "anon"})) == ()
    assert credentials(token({"some": "payload"})) == ()
    assert credentials(token({"sub": "glazer"}, "none")) == ()
    assert credentials("eyJhbGciOiJIUzI1NiJ9.eyJhbGciOiJIUzI1Ni.q7Rk2mZp9XvB4tLs8WnD3fHj") == ()


def test_a_neighbour_is_less_than_a_host() -> None:
    password = made("password in a URL")[1]
    hosts = {"localhost": True, "db": True, "127.0.0.1": True, "kiln.local": True, "db.kiln-works.io": False}
    for host, harmless in hosts.items():
        (found,) = credentials(f"postgres://app:{password}@{host}/firings")
        assert found.harmless is harmless
    assert credentials(f"postgres://kiln:kiln_{password[:3]}@localhost/firings") == ()


def test_a_known_credential_is_hidden_where_it_stands_alone() -> None:
    before, secret, after = made("named password")
    known = Known([f"{before}{secret}{after}"])
    assert masked(f"the word {secret} and {secret[:8]}, cut", known) == "the word … and …, cut"
    assert masked("nothing to hide", Known([])) == "nothing to hide"
    assert hidden_parts(f"{secret}", known)[0].start == 0


def test_places_may_overlap() -> None:
    """A token in a URL behind a name in a header is one credential."""
    token = made("GitHub token")[1]
    assert len(credentials(f"Authorization: Bearer {token}")) == 1
    assert len(credentials(f"GITHUB_TOKEN={token}&x=1")) == 1
    assert secret_places.__doc__


# --- time

PIECES = sorted(
    {start for row in TABLE["shapes"] for start in (*row.get("prefixes", ()), *row.get("literals", ()))}
    | {f"{start}-" for row in TABLE["shapes"] for start in row.get("prefixes", ())}
    | {"a", "A1", "eyJ", "eyJa.", "eyJaaaaaaaaaaaa.eyJaaaaaaaaaa.", "://", "://a:b", "://a:b@", "pass=", "pass=pass=", "key:"}
    | {"token ", "--password ", "password `", "bearer ", "bearer a", "basic aaaaaaaaaaaaaaaa ", "-----BEGIN PRIVATE KEY-----"}
    | {"-----BEGIN ", "Version: a", "passwordpassword", "password: passwordpassword!", "secret=", "İ", " -u a:", "sshpass -p", "=", "_"}
)  # fmt: skip


SIZE = 50_000  # characters


@pytest.mark.parametrize("first", sorted({piece[0] for piece in PIECES}))
def test_long_texts_take_no_time(first: str) -> None:
    """One piece over and over, alone and before what could be a credential."""
    for piece in PIECES:
        if piece[0] == first:
            with soon():
                credentials(piece * (SIZE // len(piece)))
                credentials(f"{piece}q7Rk2mZp9XvB4tLs8WnD3f" * (SIZE // (22 + len(piece))))
