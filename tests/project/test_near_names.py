"""Names that are a slip of another one, and names that are others."""

from __future__ import annotations

import pytest

from memlint.project.near_names import NearNames

NAMES = ("glaze-names", "Kiln Tests", "cone-six", "firing-2", "clay", "wheel-of-red-clay", "how-we-fire-tiles")


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("glaze-name", "glaze-names"),  # a letter less
        ("glaze-namess", "glaze-names"),  # a letter more
        ("glaze-nanes", "glaze-names"),  # another letter
        ("plaze-names", "glaze-names"),
        ("glaze-nmaes", "glaze-names"),  # two that changed places
        ("glazenames", "glaze-names"),  # without the hyphen
        ("names-glaze", "glaze-names"),  # in another order
        ("kilns-tests", "Kiln Tests"),  # told as it is written
        ("cones-six", "cone-six"),
        ("firings-2", "firing-2"),
        ("wheel-red-clay", "wheel-of-red-clay"),  # a word less
        ("wheel-of-red-clay-x", "wheel-of-red-clay"),  # a word more
        ("how-we-tiles", "how-we-fire-tiles"),
        ("how-we-fire-the-tiles", "how-we-fire-tiles"),
    ],
)
def test_a_slip(asked: str, expected: str) -> None:
    assert NearNames(NAMES).near(asked) == (expected,)


@pytest.mark.parametrize(
    "asked",
    [
        "glaze-names",  # it is the name
        "kiln-tests",
        "firing-3",  # another number
        "cone-sic",  # a short word into another one
        "cone-ten",
        "gla-names",
        "clays",  # of a short name
        "cla",
        "how-we-fire-2-tiles",  # a number is no word too many
        "glaze",
        "",
    ],
)
def test_another_name(asked: str) -> None:
    assert NearNames(NAMES).near(asked) == ()


def test_several_are_told_in_order() -> None:
    assert NearNames(("kiln-b-tests", "kiln-a-tests")).near("kiln-tests") == ("kiln-a-tests", "kiln-b-tests")
    assert NearNames(("wheelb", "wheela", "Wheel")).near("wheelc") == ("Wheel", "wheela", "wheelb")


def test_of_two_that_fold_to_one_the_first_is_told() -> None:
    assert NearNames(("Kiln_Tests", "kiln-tests")).near("kiln-test") == ("Kiln_Tests",)
