"""Names of tox environments and nox sessions, as their files spell them, and when they are all."""

from __future__ import annotations

import pytest

from memlint.project.repository.environments import is_made_of, read_nox, read_tox


def environments(listed: str) -> set[str]:
    found = read_tox("tox.ini", f"[tox]\nenvlist = {listed}\n")
    assert found is not None
    return found[0]


@pytest.mark.parametrize(
    ("listed", "names"),
    [
        ("fire, glaze  # lint", "fire glaze"),
        ("\n    fire\n    glaze", "fire glaze"),
        ("fire glaze\tdry", "fire glaze dry"),
        ("py{310,311}-{a,b}", "py310-a py310-b py311-a py311-b"),
        ("py3{9-11}", "py39 py310 py311"),
        ("x{1-2}-{3-4}", "x1-3 x1-4 x2-3 x2-4"),
        ("py{1-2}{,-x}", "py1 py1-x py2 py2-x"),
        ("py{310, 311}", "py310 py311"),
        ("{a}-b", "a-b"),
        ("a--b", "a-b"),
        ("{,a-}b", "a-b b"),
    ],
)
def test_generative_lists(listed: str, names: str) -> None:
    assert environments(listed) == set(names.split())


def test_a_list_of_millions_is_not_spelled_out() -> None:
    found = read_tox("tox.ini", f"[tox]\nenvlist = {'{1-99}' * 9}\n")
    assert found is not None
    names, known, _ = found
    assert len(names) < 2_200
    assert not known


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("tox.ini", "[tox]\nenv_list = a\n[testenv:b]\n", ("a b", True, "a b")),
        ("tox.ini", "[testenv:a-b]\n", ("a-b", True, "a b")),
        ("tox.ini", "[testenv]\n", ("", True, "")),
        ("tox.ini", "[tox]\n", ("", True, "")),
        # conditions name factors as well
        (
            "tox.ini",
            "[testenv:fire]\ndeps =\n    kiln: clay\n    !cold: glaze\n    py{38,39}-x: z\n    https://kiln.io: 3\n",
            ("fire", True, "cold fire kiln py38 py39 x"),
        ),
        # another section, or the environment, gives more
        ("tox.ini", "[tox]\nenvlist = {[base]envs}\n", ("", False, "")),
        ("tox.ini", "[tox]\nenvlist = {env:KILN}\n", ("", False, "")),
        ("tox.ini", "[tox]\nenvlist = {posargs}\n", ("", False, "")),
        ("tox.ini", "[pytest]\n", None),
        ("setup.cfg", "[tox:tox]\nenvlist=a\n", ("a", True, "a")),
        ("setup.cfg", "[tox]\nenvlist=a\n", None),
        ("tox.toml", 'env_list=["a", "b-c"]\n[env.d]\n', ("a b-c d", True, "a b c d")),
        ("tox.toml", 'env_list=["a", {x=1}]\n', ("a", False, "a")),
        ("tox.toml", 'env_list=["a"]\nlabels={x=["a"]}\n', ("a", False, "a")),
        ("tox.toml", 'env_list=["a"]\n[env_base.x]\n', ("a", False, "a")),
        ("tox.toml", "[env.a]\n", ("a", True, "a")),
        ("pyproject.toml", '[tool.tox]\nlegacy_tox_ini="""\n[tox]\nenvlist=a\n"""\n', ("a", True, "a")),
        ("pyproject.toml", '[tool.tox]\nenv_list=["a"]\n', ("a", True, "a")),
        ("pyproject.toml", "[tool.kiln]\n", None),
    ],
)
def test_files_of_tox(path: str, text: str, expected: tuple[str, bool, str] | None) -> None:
    found = read_tox(path, text)
    wanted = expected and (set(expected[0].split()), expected[1], set(expected[2].split()))
    assert found == wanted


def test_a_broken_file_is_told() -> None:
    with pytest.raises(ValueError, match="section"):
        read_tox("tox.ini", "[tox\nenvlist = a\n")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("fire", True),
        ("py310", True),
        ("py310-fire", True),
        ("fire-fire", True),
        ("pypy3.10t", True),
        ("cpython3", True),
        ("310", True),
        ("py310-glaze", False),
        ("glaze", False),
        ("pyx", False),
    ],
)
def test_what_a_name_is_made_of(name: str, expected: bool) -> None:
    assert is_made_of(name, frozenset(("fire", "dry"))) is expected
    assert is_made_of(name, frozenset()) is False


@pytest.mark.parametrize(
    ("text", "names", "known"),
    [
        ("import nox\n@nox.session\ndef fire(s): ...\n", {"fire"}, True),
        ("import nox\n@nox.session()\ndef fire(s): ...\n", {"fire"}, True),
        ("import nox\n@nox.session(name='hot')\ndef fire(s): ...\n", {"hot"}, True),
        ("import nox\n@nox.session(python='3', name='hot')\ndef fire(s): ...\n", {"hot"}, True),
        ("from nox import session\n@session(python=['3'])\ndef fire(s): ...\n", {"fire"}, True),
        ("import nox_poetry\n@nox_poetry.session\ndef fire(s): ...\n", {"fire"}, True),
        ("import nox\n@nox.session\n@other\ndef fire(s): ...\n", {"fire"}, True),
        ("import nox, os.path\nfrom os import path\nfrom __future__ import annotations\n", set(), True),
        ("@nox.other\ndef fire(s): ...\n", set(), True),
        ("@other\ndef fire(s): ...\n@zzz\ndef dry(s): ...\n", set(), True),
        ("@kiln.session\ndef fire(s): ...\n", set(), True),
        # more than is written out
        ("import nox\n@nox.session(name=X)\ndef fire(s): ...\n@nox.session\ndef dry(s): ...\n", {"dry"}, False),
        ("import nox\n@nox.session(**x)\ndef fire(s): ...\n", set(), False),
        ("import nox\nimport kiln\n@nox.session\ndef fire(s): ...\n", {"fire"}, False),
        ("import kiln.nox\n", set(), False),
        ("from kiln import sessions\n", set(), False),
        ("from . import sessions\n", set(), False),
        ("from .nox import sessions\n", set(), False),
        ("nox.session(name='x')(fire)\n", set(), False),
        ("session(fire)\n", set(), False),
        ("def (:", set(), False),
    ],
)
def test_sessions_of_nox(text: str, names: set[str], known: bool) -> None:
    assert read_nox("noxfile.py", text) == (names, known)
