"""The values of configuration files, each with its keys and its place."""

from __future__ import annotations

import pytest

from memlint.project.repository.values import Values, read_ini, read_package, read_toml, read_yaml


def told(values: Values, text: str) -> list[tuple[str, str, str]]:
    return [(".".join(value.keys), value.text, text[slice(*value.span)]) for value in values]


def test_yaml() -> None:
    text = 'a: 1\nb:\n  c: [x, "y"]\n'
    assert told(read_yaml(text), text) == [
        ("a", "1", "a: 1"),
        ("b", "", 'b:\n  c: [x, "y"]'),
        ("b.c", "", 'c: [x, "y"]'),
    ]
    assert [value.items for value in read_yaml(text)] == [(), (), ("x", "y")]


def test_package() -> None:
    text = '{"prettier": {"semi": false}}'
    assert told(read_package(text), text) == [
        ("prettier", "", '"prettier": {"semi": false}'),
        ("prettier.semi", "false", '"semi": false'),
    ]
    assert read_package('{"name": "kiln"}') == []
    assert len(read_package('{"name": "kiln", "eslintConfig": {}}')) == 2


def test_toml() -> None:
    text = 'a = 1\n  b = true\n[c]\nd.e = "x" # n\nl = [1]\n'
    assert told(read_toml(text), text) == [
        ("a", "1", "a = 1"),
        ("b", "true", "b = true"),
        ("c", "", "[c]"),
        ("c.d.e", "x", 'd.e = "x" # n'),
        ("c.l", "", "l = [1]"),
    ]


def test_ini() -> None:
    text = "k = 1\n[s]\n  K2: v ; c\nf\n[t]\nk = True"
    assert told(read_ini(text), text) == [
        ("-.k", "1", "k = 1"),
        ("s.k2", "v", "K2: v ; c"),
        ("s.f", "", ""),
        ("t.k", "True", "k = True"),
    ]


def test_a_broken_ini_file() -> None:
    with pytest.raises(ValueError, match=r"no key|parsing"):
        read_ini("[s]\n = 1\n")
