"""Decides what is announced after a change, where, and who is notified.

People are called when something new is asked of them, once, in the way they chose; who has just
acted is looking at the game and is not called. A secret question is written to them all the same,
unless they see it in a message that stays: a private panel vanishes with their client. While AI
players and prepared choices follow each other nothing is said: what they did is told when the game
awaits a person again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.service.announcing.announcements import (
    AwaitedEdit,
    Began,
    News,
    PhasePost,
    PostOver,
    ResultPost,
    SecretAsk,
    YourTurn,
    in_channel,
    to_user,
)
from bot.service.games.open_game import OpenGame
from bot.service.games.position import Post, Stage, question
from bot.store.outbox import NewMessage
from engine.core.events import Told


def at_start(game: OpenGame) -> list[NewMessage]:
    """What is said when a game begins."""
    began = in_channel(game.row, Began(game_id=game.row.id))
    return began + at_rest(game, (), None)


def after_choice(
    game: OpenGame, told: Sequence[Told], actor: int, present: int | None, *, letter: bool
) -> list[NewMessage]:
    """What is said after an entry of the log; `present` is who made it and looks at the game.

    With `letter` a new secret question is written to them all the same.
    """
    said = private_news(game, told, actor)
    if game.position.game.outcome() is not None:
        since, number = game.position.post.number, game.position.number
        result = ResultPost(game_id=game.row.id, since=since, number=number)
        return said + post_over(game) + in_channel(game.row, result)
    return said + at_rest(game, told, present, letter=letter)


def private_news(game: OpenGame, told: Iterable[Told], actor: int) -> list[NewMessage]:
    """What others than the actor learn in private."""
    seats = {seat for each in told for seat in each.audience or () if seat != actor}
    number = game.position.number
    said = []
    for seat in sorted(seats):
        if reached_in_private(game, seat):
            news = News(game_id=game.row.id, seat=seat, since=number - 1, number=number)
            said.append(to_user(user_of(game, seat), news))
    return said


def at_rest(
    game: OpenGame, told: Iterable[Told], actor: int | None, *, letter: bool = False
) -> list[NewMessage]:
    """What is said when the game awaits people; nothing while it plays on by itself."""
    if game.can_play_on():
        return []
    position, before = game.position, game.position.rest
    stage = position.rest = position.stage()
    called = fresh_seats(game, stage, before, actor)
    secret = secret_asks(game, stage, before, called, actor if letter else None)
    pinged = tuple(s for s in called if s not in secret and called_in_channel(game, s))
    messages = [message for asks in secret.values() for message in asks]
    for seat in called:
        if seat not in secret and seat not in pinged and reached_in_private(game, seat):
            turn = YourTurn(game_id=game.row.id, number=position.number, seats=(seat,))
            messages.append(to_user(user_of(game, seat), turn))
    if is_new_phase(game, stage, before):
        return post_over(game) + phase_post(game, stage, pinged) + messages
    if pinged:
        turn = YourTurn(game_id=game.row.id, number=position.number, seats=pinged)
        messages += in_channel(game.row, turn)
    # What only some were told must not be betrayed by an edit that everybody can see.
    assert before is not None
    if stage.seats != before.seats or any(each.audience is None for each in told):
        since, post, message = position.post
        edit = AwaitedEdit(game_id=game.row.id, since=since, post=post, number=position.number)
        messages += in_channel(game.row, edit, edits=message)
    return messages


def post_over(game: OpenGame) -> list[NewMessage]:
    """The latest phase post, marked as history; nothing where there is none."""
    since, number, message = game.position.post
    if message is None:
        return []
    over = PostOver(game_id=game.row.id, since=since, post=number)
    return in_channel(game.row, over, edits=message)


def phase_post(game: OpenGame, stage: Stage, pinged: tuple[int, ...]) -> list[NewMessage]:
    """A new post, which tells all that happened since the one before it."""
    position = game.position
    position.post = Post(position.post.number, position.number)
    since, number, _ = position.post
    return in_channel(
        game.row,
        PhasePost(
            game_id=game.row.id,
            since=since,
            number=number,
            turn=stage.turn,
            phase=stage.phase,
            ping=pinged,
        ),
    )


def note_posted(game: OpenGame, messages: Sequence[NewMessage], numbers: Sequence[int]) -> None:
    """Remember which message of the outbox is the phase post, if there is one among them."""
    for message, number in zip(messages, numbers, strict=True):
        if message.kind == PhasePost.kind():
            game.position.post = game.position.post._replace(message=number)


def fresh_seats(
    game: OpenGame, stage: Stage, before: Stage | None, actor: int | None
) -> tuple[int, ...]:
    """The people who are asked something new, but for the one who has just acted."""
    old = before.asked if before is not None else frozenset()
    fresh = {seat for seat, _, _ in stage.asked - old}
    return tuple(s for s in sorted(fresh) if s != actor and not game.plays_itself(s))


def is_new_phase(game: OpenGame, stage: Stage, before: Stage | None) -> bool:
    """Whether a new post is due: the phase is another, or other people are up than before."""
    if before is None or (stage.turn, stage.phase) != (before.turn, before.phase):
        return True
    awaited = {seat for seat in stage.seats if not game.plays_itself(seat)}
    return not awaited & before.seats


def secret_asks(
    game: OpenGame, stage: Stage, before: Stage | None, called: Iterable[int], actor: int | None
) -> dict[int, list[NewMessage]]:
    """The new secret questions to each of these seats, and to the actor, that can be written to.

    What was asked of the actor before is nothing new, though its tag is another since they acted.
    """
    old = before.asked if before is not None else frozenset()
    known = before.secrets if before is not None else frozenset()
    found: dict[int, list[NewMessage]] = {}
    for decision in game.position.game.pending():
        tag = game.position.tag(decision)
        key = (decision.seat, decision.id, tag)
        if not decision.secret or key not in stage.asked or key in old:
            continue
        asks_actor = decision.seat == actor and question(decision) not in known
        if not asks_actor and decision.seat not in called:
            continue
        if reached_in_private(game, decision.seat):
            ask = SecretAsk(
                game_id=game.row.id,
                seat=decision.seat,
                decision=decision.id,
                decision_kind=decision.kind,
                tag=tag,
                number=game.position.number,
            )
            message = to_user(user_of(game, decision.seat), ask)
            found.setdefault(decision.seat, []).append(message)
    return found


def reached_in_private(game: OpenGame, seat: int) -> bool:
    """Whether a seat's player can, and wants to, be written to."""
    occupant = game.seats[seat]
    if occupant.kind != "human" or occupant.user_id is None or occupant.dm_ok is False:
        return False
    return game.wishes_of(seat).notify != "none"


def called_in_channel(game: OpenGame, seat: int) -> bool:
    """Whether a seat's player is to be mentioned in the channel."""
    occupant, notify = game.seats[seat], game.wishes_of(seat).notify
    if occupant.kind != "human":
        return False
    return notify == "channel" or (notify == "dm" and occupant.dm_ok is False)


def user_of(game: OpenGame, seat: int) -> int:
    """The user on a seat that is known to have one."""
    user_id = game.seats[seat].user_id
    assert user_id is not None
    return user_id
