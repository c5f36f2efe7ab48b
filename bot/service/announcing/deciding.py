"""The crier: decides what is announced, where, and who is called.

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
from bot.service.games.open_game import Post, Stage, Table, question
from bot.store.outbox import NewMessage
from engine.core.events import Told


def at_start(table: Table) -> list[NewMessage]:
    """What is said when a game begins."""
    began = in_channel(table.row, Began(game_id=table.row.id))
    return began + at_rest(table, (), None)


def after_choice(
    table: Table, told: Sequence[Told], actor: int, present: int | None, *, letter: bool
) -> list[NewMessage]:
    """What is said after an entry of the log; `present` is who made it and looks at the game.

    With `letter` a new secret question is written to them all the same.
    """
    said = private_news(table, told, actor)
    if table.position.match.outcome() is not None:
        since, number = table.position.post.number, table.position.number
        result = ResultPost(game_id=table.row.id, since=since, number=number)
        return said + post_over(table) + in_channel(table.row, result)
    return said + at_rest(table, told, present, letter=letter)


def private_news(table: Table, told: Iterable[Told], actor: int) -> list[NewMessage]:
    """What others than the actor learn in private."""
    seats = {seat for each in told for seat in each.audience or () if seat != actor}
    number = table.position.number
    said = []
    for seat in sorted(seats):
        if reached_in_private(table, seat):
            news = News(game_id=table.row.id, seat=seat, since=number - 1, number=number)
            said.append(to_user(user_of(table, seat), news))
    return said


def at_rest(
    table: Table, told: Iterable[Told], actor: int | None, *, letter: bool = False
) -> list[NewMessage]:
    """What is said when the game awaits people; nothing while it plays on by itself."""
    if table.is_restless():
        return []
    position, before = table.position, table.position.rest
    stage = position.rest = position.stage()
    called = fresh_seats(table, stage, before, actor)
    secret = secret_asks(table, stage, before, called, actor if letter else None)
    pinged = tuple(s for s in called if s not in secret and called_in_channel(table, s))
    messages = [message for asks in secret.values() for message in asks]
    for seat in called:
        if seat not in secret and seat not in pinged and reached_in_private(table, seat):
            turn = YourTurn(game_id=table.row.id, number=position.number, seats=(seat,))
            messages.append(to_user(user_of(table, seat), turn))
    if is_new_phase(table, stage, before):
        return post_over(table) + phase_post(table, stage, pinged) + messages
    if pinged:
        turn = YourTurn(game_id=table.row.id, number=position.number, seats=pinged)
        messages += in_channel(table.row, turn)
    # What only some were told must not be betrayed by an edit that everybody can see.
    assert before is not None
    if stage.seats != before.seats or any(each.audience is None for each in told):
        since, post, message = position.post
        edit = AwaitedEdit(game_id=table.row.id, since=since, post=post, number=position.number)
        messages += in_channel(table.row, edit, edits=message)
    return messages


def post_over(table: Table) -> list[NewMessage]:
    """The latest phase post, marked as history; nothing where there is none."""
    since, number, message = table.position.post
    if message is None:
        return []
    over = PostOver(game_id=table.row.id, since=since, post=number)
    return in_channel(table.row, over, edits=message)


def phase_post(table: Table, stage: Stage, pinged: tuple[int, ...]) -> list[NewMessage]:
    """A new post, which tells all that happened since the one before it."""
    position = table.position
    position.post = Post(position.post.number, position.number)
    since, number, _ = position.post
    return in_channel(
        table.row,
        PhasePost(
            game_id=table.row.id,
            since=since,
            number=number,
            turn=stage.turn,
            phase=stage.phase,
            ping=pinged,
        ),
    )


def note_posted(table: Table, messages: Sequence[NewMessage], numbers: Sequence[int]) -> None:
    """Remember which message of the outbox is the phase post, if there is one among them."""
    for message, number in zip(messages, numbers, strict=True):
        if message.kind == PhasePost.kind():
            table.position.post = table.position.post._replace(message=number)


def fresh_seats(
    table: Table, stage: Stage, before: Stage | None, actor: int | None
) -> tuple[int, ...]:
    """The people who are asked something new, but for the one who has just acted."""
    old = before.asked if before is not None else frozenset()
    fresh = {seat for seat, _, _ in stage.asked - old}
    return tuple(s for s in sorted(fresh) if s != actor and not table.plays_itself(s))


def is_new_phase(table: Table, stage: Stage, before: Stage | None) -> bool:
    """Whether a new post is due: the phase is another, or other people are up than before."""
    if before is None or (stage.turn, stage.phase) != (before.turn, before.phase):
        return True
    awaited = {seat for seat in stage.seats if not table.plays_itself(seat)}
    return not awaited & before.seats


def secret_asks(
    table: Table, stage: Stage, before: Stage | None, called: Iterable[int], actor: int | None
) -> dict[int, list[NewMessage]]:
    """The new secret questions to each of these seats, and to the actor, that can be written to.

    What was asked of the actor before is nothing new, though its tag is another since they acted.
    """
    old = before.asked if before is not None else frozenset()
    known = before.secrets if before is not None else frozenset()
    found: dict[int, list[NewMessage]] = {}
    for decision in table.position.match.pending():
        tag = table.position.tag(decision)
        key = (decision.seat, decision.id, tag)
        if not decision.secret or key not in stage.asked or key in old:
            continue
        asks_actor = decision.seat == actor and question(decision) not in known
        if not asks_actor and decision.seat not in called:
            continue
        if reached_in_private(table, decision.seat):
            ask = SecretAsk(
                game_id=table.row.id,
                seat=decision.seat,
                decision=decision.id,
                decision_kind=decision.kind,
                tag=tag,
                number=table.position.number,
            )
            message = to_user(user_of(table, decision.seat), ask)
            found.setdefault(decision.seat, []).append(message)
    return found


def reached_in_private(table: Table, seat: int) -> bool:
    """Whether a seat's player can, and wants to, be written to."""
    occupant = table.seats[seat]
    if occupant.kind != "human" or occupant.user_id is None or occupant.dm_ok is False:
        return False
    return table.wishes_of(seat).notify != "none"


def called_in_channel(table: Table, seat: int) -> bool:
    """Whether a seat's player is to be mentioned in the channel."""
    occupant, notify = table.seats[seat], table.wishes_of(seat).notify
    if occupant.kind != "human":
        return False
    return notify == "channel" or (notify == "dm" and occupant.dm_ok is False)


def user_of(table: Table, seat: int) -> int:
    """The user on a seat that is known to have one."""
    user_id = table.seats[seat].user_id
    assert user_id is not None
    return user_id
