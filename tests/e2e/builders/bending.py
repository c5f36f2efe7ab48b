"""Ways to bend an interaction's payload, so that it is none any more, or another."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from bot.discord.interactions.ids import ForeignId, OldId

if TYPE_CHECKING:
    from tests.e2e.builders.hostile import Forger

Json = dict[str, Any]
Mutate = Callable[["Forger", Json], None]

HUGE = 6000
STRINGS = (
    "",
    " ",
    "gobi",
    "end",
    "0",
    "-1",
    "99999999999999999999",
    "true",
    "None",
    "`@everyone`",
    "<@1> **x** ||y||",
    "a\nb\r\n\tc",
    "'; DROP TABLE games; --",
    "{reference} {0} %s",
    "../../etc/passwd",
    "\N{COLLISION SYMBOL}" * 50,
    "\u202e\u200b\u0000x",
    "x" * HUGE,
    "h1" + "A" * 40,
)
ODD = (math.nan, math.inf, 2**63, -(2**63), 10**400)
JUNK: tuple[Any, ...] = (*STRINGS, *ODD, None, True, 0, -1, 1.5, [], {}, [[]], [None], {"a": {}})


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a payload: what holds it, and under which key."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(pairs):
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def drop_anything(forger: Forger, payload: Json) -> None:
    holder, key = forger.rng.choice(list(places(payload)))
    del holder[key]


def replace_anything(forger: Forger, payload: Json) -> None:
    holder, key = forger.rng.choice(list(places(payload)))
    holder[key] = copy.deepcopy(forger.rng.choice(JUNK))


def replace_in_data(forger: Forger, payload: Json) -> None:
    inside = list(places(payload.get("data"))) if isinstance(payload.get("data"), dict) else []
    if inside:
        holder, key = forger.rng.choice(inside)
        holder[key] = copy.deepcopy(forger.rng.choice(JUNK))


def bend_id(forger: Forger, payload: Json) -> None:
    data, rng = payload.get("data"), forger.rng
    if not isinstance(data, dict) or not isinstance(data.get("custom_id"), str):
        return
    old = data["custom_id"]
    at = rng.randrange(len(old) + 1)
    data["custom_id"] = rng.choice(
        (old[:at], old[at:], old[:at] + "A" + old[at + 1 :], old + "A", old * 3, old[::-1])
    )


def resign_id(forger: Forger, payload: Json) -> None:
    """An id that Herald could have made once: for another game, seat, question or answer."""
    data, rng, ids = payload.get("data"), forger.rng, forger.club.bot.page.ids
    if not isinstance(data, dict):
        return
    try:
        press = ids.read(str(data.get("custom_id")))
    except (ForeignId, OldId, ValueError):
        return
    game, rest = press.game, list(press.rest)
    if rng.random() < 0.3:
        game = rng.choice((0, 1, 2, 3, 9999))
    elif rest:
        at = rng.randrange(len(rest))
        letters = rest[at] or "A"
        rest[at] = "".join(rng.choice("ABCDEFGHIJKLMNOP") for _ in letters)
    data["custom_id"] = ids.make(press.verb, game, *rest)


def bend_values(forger: Forger, payload: Json) -> None:
    data, rng = payload.get("data"), forger.rng
    if isinstance(data, dict):
        values = [rng.choice(STRINGS) for _ in range(rng.randrange(30))]
        data["values"] = rng.choice((values, values[:1], [], None, "x", [7], [*values, *values]))


def bend_kind(forger: Forger, payload: Json) -> None:
    rng = forger.rng
    if rng.random() < 0.5 and isinstance(payload.get("data"), dict):
        payload["data"]["component_type"] = rng.choice((*range(20), None, "2"))
    else:
        payload["type"] = rng.choice((0, 1, 2, 3, 4, 5, 6, 99, "3", None))


def another_user(forger: Forger, payload: Json) -> None:
    holder = payload.get("member", payload)
    if not isinstance(holder, dict) or not isinstance(holder.get("user"), dict):
        return
    users = [str(each.id) for each in forger.club.table.world.users.values()]
    holder["user"]["id"] = forger.rng.choice((*users, "1", "18446744073709551615"))


def foreign_place(forger: Forger, payload: Json) -> None:
    rng = forger.rng
    name = rng.choice(("guild_id", "channel_id", "channel", "message", "guild"))
    if name in ("guild_id", "channel_id"):
        payload[name] = rng.choice(("1", "18446744073709551615", "0"))
    elif name == "message" and isinstance(payload.get("message"), dict):
        payload["message"]["id"] = "1"
        payload["message"]["components"] = []
    elif isinstance(payload.get(name), dict):
        payload[name]["id"] = "2"
    if rng.random() < 0.3:
        payload.pop(name, None)


def bend_options(forger: Forger, payload: Json) -> None:
    data, rng = payload.get("data"), forger.rng
    if not isinstance(data, dict):
        return
    options = data.setdefault("options", [])
    if not isinstance(options, list):
        return
    junk = {"type": rng.randrange(13), "name": rng.choice(("game", "what", "x")), "value": "1"}
    options.insert(0, rng.choice((junk, {**junk, "focused": True}, {**junk, "options": []})))


def bend_fields(forger: Forger, payload: Json) -> None:
    data, rng = payload.get("data"), forger.rng
    if isinstance(data, dict):
        field = {"type": 4, "custom_id": rng.choice(STRINGS), "value": rng.choice(JUNK)}
        row = {"type": 1, "components": [field]}
        rows: Any = rng.choice(
            ([row], [row] * 30, [field], [{"type": 18, "component": field}], [[]])
        )
        data["components"] = copy.deepcopy(rows)


MUTATIONS: tuple[Mutate, ...] = (
    drop_anything,
    replace_anything,
    replace_in_data,
    bend_id,
    resign_id,
    bend_values,
    bend_kind,
    another_user,
    foreign_place,
    bend_options,
    bend_fields,
)
