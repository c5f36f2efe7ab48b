"""The lobby post: who sits where, what is agreed, and the buttons to join and start."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.colours import HERALD, style_of
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.posts.dice import word_button
from bot.discord.posts.preferences import (
    chosen_words,
    open_choice,
    preference_button,
    sort_of_choice,
)
from bot.discord.posts.table_settings import OptionWords, options, pace_words, rules_title
from bot.discord.screen import Block, Screen, TextBudget, rows, text
from bot.discord.voices import escape
from bot.service import Seat
from engine.core.messages import Voice
from engine.core.registry import ruleset

OPTIONS_SHOWN = 5
"""How many options a card lists, where the table has not changed more of them."""


def lobby_card(page: Page) -> Screen:
    """The card of a lobby as it is now; without buttons when it is none any more."""
    info, voice = page.info, page.voice
    game, budget = info.game, TextBudget()
    title = voice.say("lobby.title", rules=rules_title(game.ruleset), code=game.code)
    taken = voice.say("lobby.taken", taken=len(info.seats), seats=game.seats_wanted)
    blocks: list[Block] = [text(budget.take(f"{title}\n{taken}"))]
    blocks.append(text(budget.take("\n".join(seat_lines(page)))))
    agreed = option_lines(list(options(game, voice)), voice)
    choice = open_choice(info)
    if choice is not None:
        what = sort_of_choice(info, choice, voice)
        agreed.append(voice.say("lobby.choose", what=what))
    agreed.append(voice.say("lobby.pace", pace=pace_words(game, voice)))
    blocks.append(text(budget.take("\n".join(agreed))))
    blocks.append(text(budget.take(voice.say("lobby.commitment", commitment=game.commitment))))
    if game.status != "lobby":
        key = "lobby.closed" if game.status == "abandoned" else "lobby.begun"
        return Screen([*blocks, text(voice.say(key))], accent=HERALD)
    return Screen([*blocks, *rows(buttons(page))], accent=HERALD)


def option_lines(agreed: Sequence[OptionWords], voice: Voice) -> list[str]:
    """The options that a table has chosen; of the usual ones, as many as there is room for."""
    room = max(0, OPTIONS_SHOWN - sum(not each.is_usual for each in agreed))
    usual = [each for each in agreed if each.is_usual]
    left_out = usual[room:] if len(usual) > room + 1 else []
    lines = [
        voice.say("lobby.option", field=each.field, answer=each.answer)
        for each in agreed
        if each not in left_out
    ]
    return [*lines, voice.say("lobby.usual", n=len(left_out))] if left_out else lines


def seat_lines(page: Page) -> list[str]:
    """Who sits, seat by seat, and what is free."""
    info = page.info
    lines = [seat_line(page, seat) for seat in info.seats]
    if not info.game.started_at:
        lines += [page.say("lobby.free")] * info.free_seats
    return lines


def seat_line(page: Page, seat: Seat) -> str:
    """One seat: its sign and colour, who has it, and what they chose in the lobby."""
    info = page.info
    shown, chosen = style_of(seat), chosen_words(page, seat)
    line = page.say(
        "lobby.seat",
        sign=shown.sign,
        name=escape(seat.name),
        colour=shown.colour,
        kind=seat.kind,
        host=seat.user_id is not None and seat.user_id == info.game.host_user_id,
    )
    return page.say("lobby.seat_with", seat=line, chosen=chosen) if chosen else line


def buttons(page: Page) -> list[Block]:
    """What can be done in the lobby. What only the host may do is refused to others in words."""
    info = page.info
    enough = len(info.seats) >= ruleset(info.game.ruleset).seats.start
    full = not info.free_seats
    made: list[Block] = [
        page.button(Verb.JOIN, "lobby.join", "main", disabled=full),
        page.button(Verb.LEAVE, "lobby.leave"),
        page.button(Verb.OPTIONS, "lobby.options"),
        page.button(Verb.ADD_AI, "lobby.add_ai", disabled=full),
        page.button(Verb.START, "lobby.start", "good", disabled=not enough),
        *preference_button(page),
        word_button(page),
    ]
    return made
