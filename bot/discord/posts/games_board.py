"""A server's board of games: every game, its turn, who is awaited and until when."""

from __future__ import annotations

from collections.abc import Iterable

from bot.discord.colours import HERALD
from bot.discord.posts.phase import who
from bot.discord.posts.table_settings import rules_title
from bot.discord.screen import TEXT_MOST, Screen, text
from bot.discord.voices import game_voice
from bot.moment import Moment
from bot.service import Seat, Standing
from engine.core.messages import Voice

ROOM = TEXT_MOST - 200
"""Letters for the games, beside the title and how many more there are."""
NAMED_MOST = 3
"""How many of those awaited are named; the game's own post names all."""
LAST: Moment = 1 << 62


def games_board(games: Iterable[Standing], voice: Voice) -> Screen:
    """The board: what ends first comes first, then what has no clock, then lobbies."""
    ordered = sorted(games, key=lambda each: (*_urgency(each), each.info.id))
    lines = [game_lines(each) for each in ordered]
    shown, left = 0, ROOM
    while shown < len(lines) and len(lines[shown]) < left:
        left -= len(lines[shown]) + 1
        shown += 1
    said = [voice.say("games_board.title", n=len(lines)), *lines[:shown]]
    if not lines:
        said.append(voice.say("games_board.none"))
    if shown < len(lines):
        said.append(voice.say("games_board.more", n=len(lines) - shown))
    return Screen([text("\n".join(said))], accent=HERALD)


def game_lines(standing: Standing) -> str:
    """One game, in the language that it is played in."""
    info, voice = standing.info, game_voice(standing.info)
    phase = f"phase.{standing.phase}"
    name = voice.say(
        "games_board.game",
        rules=rules_title(info.game.ruleset),
        place=f"<#{info.game.channel_id}>",
        turn=standing.turn,
        phase=voice.say(phase) if voice.has(phase) else "",
    )
    return f"{name}\n{_state(standing, voice)}"


def _state(standing: Standing, voice: Voice) -> str:
    info = standing.info
    if info.game.status == "lobby":
        taken, wanted = len(info.seats), info.game.seats_wanted
        return voice.say("games_board.lobby", taken=taken, wanted=wanted)
    if info.game.status == "paused":
        return voice.say("games_board.paused")
    if not standing.awaited:
        return voice.say("games_board.nobody")
    groups: dict[Moment, list[Seat]] = {}
    for seat, due in standing.awaited:
        groups.setdefault(due, []).append(seat)
    return " ".join(
        voice.say("games_board.awaited", who=_names(seats, voice), due=due)
        for due, seats in sorted(groups.items())
    )


def _names(seats: list[Seat], voice: Voice) -> str:
    """Players by their names: nobody is called from here."""
    named = [who(seat, False) for seat in seats[:NAMED_MOST]]
    more = len(seats) - len(named)
    return voice.join([*named, *([voice.say("games_board.others", n=more)] if more else [])])


def _urgency(standing: Standing) -> tuple[bool, Moment]:
    """Lobbies come last; before them, what has no clock."""
    soonest = min((due for _, due in standing.awaited if due), default=LAST)
    return standing.info.game.status == "lobby", soonest
