"""Names that people have, and names that cannot be seen."""

from __future__ import annotations

import pytest

from bot.service.seats.names import clean_name
from tests.bot.discord.builders.world import World

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"


NEWEST = "\U0001fae9 \U0001fadc"


SCOTLAND = "\N{WAVING BLACK FLAG}\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    "name",
    [
        f"Ada {FAMILY}",
        f"Ada {NEWEST}",
        f"Ada {SCOTLAND}",
        "می\u200cخواهم",  # noqa: RUF001 - Persian: a joiner keeps two letters apart
        "क्\u200dष",  # Hindi
        "ශ්\u200dරී ලංකා",  # Sinhala
        "❤\ufe0f\u200d🔥",
    ],
)
async def test_names_that_people_really_have_can_join(world: World, name: str) -> None:
    await world.person("Ada").slash("game new", rules="standard")
    await world.person(name).press(world.posts()[0], "Join")
    assert (await world.game()).names[1] == name
    assert name in world.posts()[0]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u202eadA\u202c", "adA"),
        ("Ada\u200b\u2060\x07", "Ada"),
        ("\u200dAda\u200c", "Ada"),
        ("A\u200d\u200d\u200db", "A\u200db"),
        ("Ada \u200d Lovelace", "Ada  Lovelace"),
        (" \u3164\u2800 ", ""),
        ("\ufffe\ufdd0", ""),
        ("x\U000e0067", "x"),
        ("\ufe0f", ""),
        ("\u0301\u0301 \u20e3", ""),
        ("Z" + "\u0310" * 20 + "oe", "Z" + "\u0310" * 5 + "oe"),
        ("1\ufe0f\u20e3 Ada", "1\ufe0f\u20e3 Ada"),
    ],
)
def test_what_cannot_be_seen_is_left_out_of_a_name(name: str, shown: str) -> None:
    assert clean_name(name) == shown


async def test_who_has_a_name_that_cannot_be_seen_joins_under_another(world: World) -> None:
    await world.person("Ada").slash("game new", rules="standard")
    ghost = world.env.create_user("ghost", global_name="\u3164")
    found = world.guild.add_member(ghost)
    await found.click(world.posts()[0].handle, label="Join")
    assert (await world.game()).names[1] == "ghost"
