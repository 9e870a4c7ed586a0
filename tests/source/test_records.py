"""Records behave as ``typing.NamedTuple`` classes do, of which they are a faster make."""

from __future__ import annotations

import pickle
import typing

import pytest

from memlint.source import records


class Pot(records.NamedTuple):
    """A pot."""

    clay: str
    height: int = 10

    @property
    def tall(self) -> bool:
        return self.height > 20


class Model(typing.NamedTuple):
    """A pot."""

    clay: str
    height: int = 10


class Wide(records.NamedTuple):
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: int
    k: int = 11


def test_it_is_a_tuple_with_names() -> None:
    pot = Pot("red", height=30)
    assert (pot.clay, pot.height, pot.tall) == ("red", 30, True)
    assert pot == ("red", 30)
    assert hash(pot) == hash(("red", 30))
    clay, height = pot
    assert (clay, height) == ("red", 30)
    assert repr(pot) == "Pot(clay='red', height=30)"
    assert Pot.__doc__ == "A pot."


def test_it_tells_of_its_fields_as_the_other_does() -> None:
    assert Pot._fields == Model._fields
    assert Pot._field_defaults == Model._field_defaults
    assert Pot("red")._asdict() == Model("red")._asdict()
    assert tuple(Pot("red")._replace(height=3)) == tuple(Model("red")._replace(height=3))
    assert tuple(Pot._make(["red", 3])) == tuple(Model._make(["red", 3]))
    match Pot("red"):
        case Pot(clay, height):
            assert (clay, height) == ("red", 10)


@pytest.mark.parametrize("arguments", [(), ("red", 1, 2)])
def test_a_wrong_number_of_values_is_refused(arguments: tuple[object, ...]) -> None:
    for made in (Pot, Model):
        with pytest.raises(TypeError):
            made(*arguments)  # type: ignore[arg-type]


def test_a_wrong_name_is_refused() -> None:
    for made in (Pot, Model):
        with pytest.raises(TypeError):
            made(colour="red")  # type: ignore[call-arg]
        with pytest.raises(ValueError, match="colour"):
            made("red")._replace(colour="red")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Pot._make(["red"])


def test_it_goes_to_other_processes() -> None:
    assert pickle.loads(pickle.dumps(Pot("red", 3))) == Pot("red", 3)
    assert type(pickle.loads(pickle.dumps(Pot("red", 3)))) is Pot


def test_many_fields_are_no_limit() -> None:
    wide = Wide(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert (wide.j, wide.k) == (10, 11)
    assert len(wide) == 11


def test_a_field_cannot_be_set() -> None:
    with pytest.raises(AttributeError):
        Pot("red").clay = "white"  # type: ignore[misc]
