"""The lobby's card: who sits, what is agreed, and the buttons to sit down and begin."""

from __future__ import annotations

from bot.discord.colours import HERALD, style_of
from bot.discord.interactions.ids import Ids
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.labels import Labels
from bot.discord.posts.table_settings import options, pace_words, rules_title
from bot.discord.screen import Block, Screen, TextBudget, button, rows, text
from bot.discord.words import Talk, escape_name
from bot.service import GameInfo
from bot.store.seats import Seat
from engine.core.registry import ruleset


def lobby_card(info: GameInfo, talk: Talk, ids: Ids) -> Screen:
    """The card of a lobby as it is now; without buttons when it is none any more."""
    game, labels, budget = info.game, Labels.of(info), TextBudget()
    title = talk("lobby.title", rules=rules_title(game.ruleset), code=game.code)
    taken = talk("lobby.taken", taken=len(info.seats), seats=game.seats_wanted)
    blocks: list[Block] = [text(budget.take(f"{title}\n{taken}"))]
    blocks.append(text(budget.take("\n".join(seat_lines(info, talk)))))
    agreed = [
        talk("lobby.option", field=field, answer=answer) for field, answer in options(game, labels)
    ]
    agreed.append(talk("lobby.pace", pace=pace_words(game.pace, talk)))
    blocks.append(text(budget.take("\n".join(agreed))))
    blocks.append(text(budget.take(talk("lobby.commitment", commitment=game.commitment))))
    if game.status != "lobby":
        key = "lobby.closed" if game.status == "abandoned" else "lobby.begun"
        return Screen([*blocks, text(talk(key))], accent=HERALD)
    return Screen([*blocks, *rows(buttons(info, talk, ids))], accent=HERALD)


def seat_lines(info: GameInfo, talk: Talk) -> list[str]:
    """Who sits, seat by seat, and what is free."""
    lines = [seat_line(info, seat, talk) for seat in info.seats]
    if not info.game.started_at:
        lines += [talk("lobby.free")] * info.free_seats
    return lines


def seat_line(info: GameInfo, seat: Seat, talk: Talk) -> str:
    """One seat: its sign and colour, and who has it."""
    shown = style_of(seat)
    return talk(
        "lobby.seat",
        sign=shown.sign,
        name=escape_name(seat.name),
        colour=shown.colour,
        kind=seat.kind,
        host=seat.user_id is not None and seat.user_id == info.game.host_user_id,
    )


def buttons(info: GameInfo, talk: Talk, ids: Ids) -> list[Block]:
    """What can be done in the lobby. What only the host may do is refused to others in words."""
    enough = len(info.seats) >= ruleset(info.game.ruleset).seats.start
    full = not info.free_seats
    made: list[Block] = [
        button(ids.make(Verb.JOIN, info.id), talk("lobby.join"), "main", disabled=full),
        button(ids.make(Verb.LEAVE, info.id), talk("lobby.leave")),
        button(ids.make(Verb.OPTIONS, info.id), talk("lobby.options")),
        button(ids.make(Verb.ADD_AI, info.id), talk("lobby.add_ai"), disabled=full),
        button(ids.make(Verb.START, info.id), talk("lobby.start"), "good", disabled=not enough),
    ]
    return made
