"""Where a credential stands: which names, headers, options and URLs tell of one, and where exactly it begins and ends.

``<P>`` is a password and ``<T>`` a token, put together here so that no scanner finds one in the repository.
"""

from __future__ import annotations

import pytest

from memlint.source.secrets import credentials

PASSWORD, TOKEN = "Kz7#" + "4mQp9x", "q7Kz2mXw9LpR" + "4tVb"
HOST = "kiln-works.io"


def filled(text: str) -> str:
    return text.replace("<P>", PASSWORD).replace("<T>", TOKEN)


def found(text: str) -> list[tuple[str, str, bool]]:
    """Return each credential with its kind and whether it is harmless."""
    text = filled(text)
    return [
        (text[slice(*each.span)].replace(PASSWORD, "<P>").replace(TOKEN, "<T>"), each.kind, each.harmless)
        for each in credentials(text)
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        # what stands between the name and the value
        ("password: <P>", "password"),
        ("password = <P>", "password"),
        ("password := <P>", "password"),
        ("password => <P>", "password"),
        ("password：<P>", "password"),
        ("password    :    <P>", "password"),
        ("**Password**: <P>", "Password"),
        ("| password | <P> |", "password"),
        ('"password": "<P>"', "password"),
        ("password `<P>`", "password"),
        ("--password <P>", "password"),
        ("<password><P></password>", "password"),
        # where the value ends
        ("x\npassword: <P>.\ny", "password"),
        ("(password: <P>)", "password"),
        ("password: <P>;user=x", "password"),
        ("password=<P>&user=x", "password"),
        ("password: ${KILN:-<P>}", "password"),
        ("password: ${KILN=<P>}", "password"),
        # names
        ("my db password: <P>", "password"),
        ("dbPassword=<P>", "dbPassword"),
        ("DB_PASSWORD=<P>", "DB_PASSWORD"),
        ("DB-PASSWORD=<P>", "DB-PASSWORD"),
        ("db.password=<P>", "db.password"),
        ("password2=<P>", "password2"),
        ("password_test=<P>", "password_test"),
        ("passphrase: <P>", "passphrase"),
        ("passcode: <P>", "passcode"),
        ("passwort: <P>", "passwort"),
        ("pass: <P>", "pass"),
        ("app_pass=<P>", "app_pass"),
        ("pwd=<P>", "pwd"),
        ("密码：<P>", "密码"),
        ("пароль: <P>", "пароль"),
        ("contraseña: <P>", "contraseña"),
    ],
)
def test_a_password_behind_a_name(text: str, name: str) -> None:
    assert found(text) == [("<P>", f"value of {name}", False)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("token: <T>", "token"),
        ("token `<T>`", "token"),
        ("--token <T>", "token"),
        ("API key: <T>", "API key"),
        ("my API key: <T>", "API key"),
        ("apikey=<T>", "apikey"),
        ("accessKey=<T>", "accessKey"),
        ("secret_key=<T>", "secret_key"),
        ("client_secret=<T>", "client_secret"),
        ("secret_token: <T>", "secret_token"),
        ("token_prod=<T>", "token_prod"),
        ("credential=<T>", "credential"),
        ("credentials: <T>", "credentials"),
    ],
)
def test_a_token_behind_a_name(text: str, name: str) -> None:
    assert found(text) == [("<T>", f"value of {name}", False)]


@pytest.mark.parametrize(
    "text",
    [
        # in prose nothing stands between them
        "password <P>",
        "password is <P>",
        "pass <P>",
        "pass `<P>`",
        "token <T>",
        "API key <T>",
        "key is <T>",
        # too far away
        "password     : <P>",
        "password:     <P>",
        # names of something else
        "key: <T>",
        "primary_key=<T>",
        "token_url=<T>",
        "password_file=<P>",
        "public_token=<T>",
        "csrf_token=<T>",
        "hash_token=<T>",
        "compass: <P>",
        # what a machine makes is longer
        "secret: <P>",
        # sealed, a web token, or a file
        f"password: {'<T>' * 16}",
        "password: eyJ<T>",
    ],
)
def test_no_value_of_a_name(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("host", "harmless"),
    [
        (HOST, False),
        ("10.0.0.1", False),
        (f"my{HOST}", False),
        ("mycompany.com", False),
        ("db", True),
        ("127.0.0.2", True),
        ("0.0.0.0", True),
        ("kiln.internal", True),
        ("kiln.local", True),
        ("a.localhost", True),
        ("[::1]:5432", True),
        # samples
        ("hostname.io", None),
        ("db.example.io", None),
        ("test.com", None),
        ("company.com", None),
    ],
)
def test_a_password_in_a_url(host: str, harmless: bool | None) -> None:
    wanted = [] if harmless is None else [("<P>", "password in a URL", harmless)]
    assert found(f"See postgres://app:<P>@{host}/firings.") == wanted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"redis://:<P>@{HOST}", ["<P>"]),
        (f"postgres://app:<T>@{HOST}", ["<T>"]),
        (f"a://b://app:<P>@{HOST}", ["<P>"]),
        (f"x://app:<P>@{HOST} and y://app:<P>@{HOST}", ["<P>", "<P>"]),
        (f"https://{HOST}/a:<P>@b", []),
        # little more than the name of the user
        (f"postgres://kiln:kiln{PASSWORD[:4]}@{HOST}", []),
        (f"postgres://kiln:kiln{PASSWORD[:5]}@{HOST}", [f"kiln{PASSWORD[:5]}"]),
        (f"postgres://ki:ki{PASSWORD[:5]}z@{HOST}", [f"ki{PASSWORD[:5]}z"]),  # a name of two letters stands anywhere
        (f"postgres://{'k' * 80}:<P>@{HOST}", ["<P>"]),
        (f"postgres://{'k' * 81}:<P>@{HOST}", []),
    ],
)
def test_urls(text: str, expected: list[str]) -> None:
    assert [value for value, _, _ in found(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer <T>",
        "Authorization:Bearer  <T>",
        "BEARER <T>",
        "Bearer    <T>",
        "Authorization: token <T>",
        "authorization=apikey <T>",
        "Authorization: key <T>",
        '"Authorization": "Token <T>"',
    ],
)
def test_a_token_in_a_header(text: str) -> None:
    assert found(text) == [("<T>", "token in an authorisation header", False)]


@pytest.mark.parametrize(
    "text",
    [
        "curl -u app:<P> x",
        "curl -u'app:<P>' x",
        "curl -u=app:<P>",
        "curl --user app:<P>",
        "curl --user='app:<P>'",
        "sshpass -p <P> ssh",
        "sshpass -p'<P>'",
        "docker login -u app -p <P>",
        "login kiln password <P>",
        "mysql -u root -p<P>",
    ],
)
def test_a_password_on_a_command_line(text: str) -> None:
    assert found(text) == [("<P>", "password on a command line", False)]


@pytest.mark.parametrize(
    "text",
    [
        "xBearer <T>",
        "Bearer     <T>",  # a table
        "Bearer eyJ<T>",
        "curl -u a/b:<P>",
        "curl --user app",
        "mysqldump -u root -p '<P>'",  # it asks for one
    ],
)
def test_neither_a_header_nor_an_option(text: str) -> None:
    assert found(text) == []


def test_each_of_several_is_found() -> None:
    names = [name for _, name, _ in found("password: <P> token: <T>\nDB_PASSWORD=<P>")]
    assert names == ["value of password", "value of token", "value of DB_PASSWORD"]


def test_a_name_is_told_up_to_40_characters() -> None:
    (value, kind, _) = found(f"a {'b' * 50}password: <P>")[0]
    assert (value, kind) == ("<P>", f"value of {'b' * 40}password")
