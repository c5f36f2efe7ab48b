"""Six colours that everybody can tell apart, and themes that are whole."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from render import players, themes
from render.style.colour import Colour, luminance
from render.style.players import colour_of, nobody
from render.style.theme import theme

# Machado, Oliveira and Fernandes (2009), full strength, on linear light.
EYES = {
    "full colour vision": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
Lab = tuple[float, float, float]


def seen(colour: Colour, eyes: str) -> Lab:
    """A colour as such eyes see it, in CIE Lab."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (v / 255 for v in colour)
    ]
    r, g, b = (
        min(1.0, max(0.0, sum(w * v for w, v in zip(row, linear, strict=True))))
        for row in EYES[eyes]
    )
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(a: Lab, b: Lab) -> float:
    return math.dist(a, b)


@pytest.mark.parametrize("eyes", EYES)
def test_any_two_players_can_be_told_apart(eyes: str) -> None:
    for one, two in combinations(players(), 2):
        assert apart(seen(one.colour, eyes), seen(two.colour, eyes)) > 20, (one.name, two.name)


@pytest.mark.parametrize("eyes", EYES)
def test_no_player_is_taken_for_nobody(eyes: str) -> None:
    for one in players():
        assert apart(seen(one.colour, eyes), seen(nobody(), eyes)) > 15, one.name


def test_every_player_has_a_name_and_a_shape_of_its_own() -> None:
    assert len(players()) == 6
    assert len({player.name for player in players()}) == 6
    assert len({player.shape for player in players()}) == 6
    assert colour_of(-1) == colour_of(17) == nobody()


def test_there_is_a_dark_and_a_light_theme() -> None:
    assert set(themes()) == {"dark", "light"}
    dark, light = theme("dark"), theme("light")
    assert luminance(dark.page.ground) < 60 < 180 < luminance(light.page.ground)


@pytest.mark.parametrize("name", themes())
def test_words_stand_out_from_the_page(name: str) -> None:
    page = theme(name).page
    assert theme(name).name == name
    for ink in (page.title, page.text, page.quiet, page.number):
        light, dark = sorted((luminance(ink), luminance(page.ground)), reverse=True)
        assert light - dark > 90
