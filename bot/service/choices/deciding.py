"""Decides what is announced after a change, where, and who is notified.

Each part of a turn has one post, which is edited as the game goes on; battles belong to the part
that they are fought in. People are called when something new is asked of them, in the way they
chose: by the post, or by one further message beside it. Nobody is mentioned twice for the same part
of a turn, and no channel has more than these two messages: who is up again, or comes later, gets a
letter. Who has just acted is looking at the game and is not called. Who missed a first deadline is
asked in private whether they are still there, instead of being called. A secret question is written
to them all the same, unless they see it in a message that stays: a private panel vanishes with
their client. While AI players and prepared choices follow each other nothing is announced: what
they did is said when the game awaits a person again. What that is follows from what the latest post
says and what has happened since, whoever made the last choice: `Post` keeps it, and so does the
outbox.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bot.service.announcing.announcements import (
    Announcement,
    AwaitedEdit,
    Began,
    Losses,
    News,
    PhasePost,
    PostOver,
    ResultPost,
    SecretAsk,
    StillThere,
    Waiting,
    YourTurn,
    in_channel,
    to_user,
)
from bot.service.choices.playing_on import can_play_on
from bot.service.game.awaited import Ends, waiting
from bot.service.game.clocks import ClockPlan
from bot.service.game.open_game import OpenGame
from bot.service.game.position import Post, Stage, question
from bot.service.game.voices import voice_of
from bot.store.outbox import NewMessage
from engine.core.events import Disclosure
from engine.core.messages.digest import losers

CALLS_MOST = 1
"""How many messages there are in a channel beside the post of a part of the turn."""


def at_start(game: OpenGame, plan: ClockPlan) -> list[NewMessage]:
    """What is announced when a game begins; the `plan` has its clocks."""
    began = in_channel(game.row, Began(game_id=game.row.id))
    return began + at_rest(game, plan.ends(()), None)


def after_choice(
    game: OpenGame,
    disclosures: Sequence[Disclosure],
    actor: int,
    present: int | None,
    plan: ClockPlan,
    *,
    letter: bool,
) -> list[NewMessage]:
    """What is announced after an entry of the log; `present` is who made it and looks at the game.

    With `letter` a new secret question is written to them all the same. The `plan` says what
    becomes of the clocks.
    """
    note(game, disclosures)
    said = private_news(game, disclosures, actor)
    if game.position.game.outcome() is not None:
        since, number = game.position.post.number, game.position.number
        result = ResultPost(game_id=game.row.id, since=since, number=number)
        return said + post_over(game) + in_channel(game.row, result)
    return said + at_rest(game, plan.ends(game.clocks), present, letter=letter)


def private_news(game: OpenGame, disclosures: Sequence[Disclosure], actor: int) -> list[NewMessage]:
    """What others than the actor learn in private, or are told of at once though all may know it.

    What all may know reaches those who want to be called in the channel by a mention there, as
    long as the channel has room for it.
    """
    secret = {seat for each in disclosures for seat in each.audience or () if seat != actor}
    public = {
        int(getattr(each.event, field))
        for each in disclosures
        if each.audience is None
        for field in each.event.notifies
    } - {actor, *secret}
    number = game.position.number
    said = []
    for seat in sorted(secret | public):
        is_public = seat in public
        news = News(
            game_id=game.row.id, seat=seat, since=number - 1, number=number, is_public=is_public
        )
        if is_public and is_pinged(game, seat, False):
            said += in_channel(game.row, news)
            game.position.post = game.position.post.after_call((seat,))
        elif reached_in_private(game, seat):
            said.append(to_user(user_of(game, seat), news))
    return said


def at_rest(
    game: OpenGame,
    ends: Ends,
    actor: int | None,
    *,
    letter: bool = False,
    at_once: bool = False,
) -> list[NewMessage]:
    """What is announced when the game awaits people; nothing while it plays on by itself.

    The `actor` has just chosen in person. The `ends` are those of the clocks; see `edit` for
    `at_once`.
    """
    if can_play_on(game):
        return []
    position, before = game.position, game.position.rest
    stage = position.rest = position.stage()
    called = fresh_seats(game, ends, stage, before, actor)
    doubted = tuple(seat for seat in called if is_doubted(game, seat))
    sure = tuple(seat for seat in called if seat not in doubted)
    secret = secret_asks(game, stage, before, sure, actor if letter else None)
    is_new = stage.part != position.post.part
    pinged = tuple(s for s in sure if s not in secret and is_pinged(game, s, is_new))
    messages = [message for asks in secret.values() for message in asks]
    for seat in called:
        if seat not in secret and seat not in pinged and reached_in_private(game, seat):
            (tag, *_) = sorted(tag for asked, _, tag in stage.asked if asked == seat)
            turn: Announcement
            if seat in doubted:
                position.doubted[seat] = position.latest_deadline.get(seat, "")
                turn = StillThere(game_id=game.row.id, seat=seat, number=position.number, tag=tag)
            else:
                turn = YourTurn(game_id=game.row.id, number=position.number, seats=(seat,), tag=tag)
            messages.append(to_user(user_of(game, seat), turn))
    now = waiting(game, ends)
    if is_new:
        over, others = post_over(game), [s for s in range(len(game.seats)) if s != actor]
        lost = position.post.losers
        notify = tuple(seat for seat in others if seat in lost and called_in_channel(game, seat))
        messages += losses(game, (seat for seat in others if seat not in called))
        return over + phase_post(game, stage, now, pinged, notify) + messages
    if pinged:
        turn = YourTurn(
            game_id=game.row.id,
            number=position.number,
            seats=pinged,
            since=position.post.number,
        )
        messages += in_channel(game.row, turn)
        position.post = position.post.after_call(pinged)
    # Who is called reads there what was lost.
    position.post = position.post._replace(losers=position.post.losers - {*called, *secret})
    return messages + edit(game, now, at_once=at_once)


def edit(game: OpenGame, now: Waiting, *, at_once: bool) -> list[NewMessage]:
    """An edit of the phase post where it does not say what is true `now`.

    An edit that everybody can see must not betray what only some may know. Who chooses something in
    secret may have more time by it: the post says so when the time that it names is over, unless
    it may `at_once`.
    """
    position, post = game.position, game.position.post
    if not post.is_behind and now == post.waiting:
        return []
    edit_at = 0
    if not at_once and not post.is_behind and now.is_only_later(post.waiting):
        edit_at = post.edit_at if post.edit_at > game.now else post.waiting.first_over(now)
    position.post = post._replace(
        told=position.number, is_behind=False, waiting=now, edit_at=edit_at
    )
    said = AwaitedEdit(
        game_id=game.row.id,
        since=post.since,
        post=post.number,
        number=position.number,
        waiting=now,
        notify=post.notify,
    )
    messages = in_channel(game.row, said, edits=post.message)
    if edit_at <= game.now:
        return messages
    return [msgspec.structs.replace(each, due_at=edit_at) for each in messages]


def is_behind(game: OpenGame, ends: Ends) -> bool:
    """Whether a game rests otherwise than was announced."""
    position, post = game.position, game.position.post
    if can_play_on(game):
        return False
    return (
        position.stage() != position.rest or post.is_behind or waiting(game, ends) != post.waiting
    )


def at_change(game: OpenGame, ends: Ends) -> list[NewMessage]:
    """The phase post of a game in which people or clocks have changed, and nothing else."""
    if can_play_on(game):
        return []
    return edit(game, waiting(game, ends, is_paused=game.row.status == "paused"), at_once=True)


def note(game: OpenGame, disclosures: Sequence[Disclosure]) -> None:
    """Remember that something happened that all may know, and who lost something by it."""
    if not any(each.audience is None for each in disclosures):
        return
    lost = losers(disclosures, voice_of(game.catalog, game.names))
    post = game.position.post
    game.position.post = post._replace(is_behind=True, losers=post.losers | lost)


def post_over(game: OpenGame, *, is_last: bool = False) -> list[NewMessage]:
    """The latest phase post, marked as history; nothing where there is none.

    It leaves what happened since it was posted to the next one, unless it `is_last`.
    """
    post = game.position.post
    if post.message is None:
        return []
    number = game.position.number if is_last else post.number
    over = PostOver(game_id=game.row.id, since=post.since, post=post.number, number=number)
    return in_channel(game.row, over, edits=post.message)


def losses(game: OpenGame, seats: Iterable[int]) -> list[NewMessage]:
    """Letters to those of these seats who want them, about what they lost since the last post.

    The others learn what they lost where they are called.
    """
    since, number = game.position.post.number, game.position.number
    if number == since:
        return []
    return [
        to_user(
            user_of(game, seat),
            Losses(game_id=game.row.id, seat=seat, since=since, number=number),
        )
        for seat in seats
        if seat in game.position.post.losers
        and reached_in_private(game, seat)
        and game.wishes_of(seat).notify == "dm"
    ]


def phase_post(
    game: OpenGame,
    stage: Stage,
    now: Waiting,
    pinged: tuple[int, ...],
    notify: tuple[int, ...],
) -> list[NewMessage]:
    """A new post, which tells all that happened since the one before it."""
    position = game.position
    called = frozenset({*pinged, *notify})
    # The first one stands below what the game began with.
    beside = int(position.post.message is None)
    post = position.post = Post(
        since=position.post.number,
        number=position.number,
        notify=notify,
        called=called,
        calls=beside,
        part=stage.part,
        told=position.number,
        waiting=now,
    )
    return in_channel(
        game.row,
        PhasePost(
            game_id=game.row.id,
            since=post.since,
            number=post.number,
            turn=stage.turn,
            phase=stage.phase,
            step=stage.step,
            waiting=now,
            ping=pinged,
            notify=notify,
            beside=beside,
        ),
    )


def note_posted(game: OpenGame, messages: Sequence[NewMessage], numbers: Sequence[int]) -> None:
    """Remember which message of the outbox is the phase post, if there is one among them."""
    for message, number in zip(messages, numbers, strict=True):
        if message.kind == PhasePost.kind():
            game.position.post = game.position.post._replace(message=number)


def fresh_seats(
    game: OpenGame, ends: Ends, stage: Stage, before: Stage | None, actor: int | None
) -> tuple[int, ...]:
    """The people who are asked something new, but for the one who has just acted.

    Whose time is over is not called either: the rest of their answer is chosen in a moment.
    """
    old = before.asked if before is not None else frozenset()
    over = {seat for seat, end in ends.items() if end <= game.now}
    fresh = {seat for seat, _, _ in stage.asked - old} - over
    return tuple(s for s in sorted(fresh) if s != actor and not game.plays_itself(s))


def is_doubted(game: OpenGame, seat: int) -> bool:
    """Whether a player who is called has just missed a first deadline: they are asked whether they
    are still there, once, where that can be done in private."""
    position = game.position
    is_asked = position.doubted.get(seat) == position.latest_deadline.get(seat, "")
    return position.misses(seat) == 1 and not is_asked and reached_in_private(game, seat)


def is_pinged(game: OpenGame, seat: int, is_new: bool) -> bool:
    """Whether a seat that is called is mentioned in the channel, by a new post or beside it.

    Who was mentioned before, or finds no room in the channel, gets a letter; who cannot be written
    to is mentioned all the same.
    """
    if not called_in_channel(game, seat):
        return False
    post = game.position.post
    has_room = post.calls < CALLS_MOST and seat not in post.called
    return is_new or has_room or not reached_in_private(game, seat)


def secret_asks(
    game: OpenGame, stage: Stage, before: Stage | None, called: Iterable[int], actor: int | None
) -> dict[int, list[NewMessage]]:
    """The new secret questions to each of these seats, and to the actor, that can be written to.

    What was asked of the actor before is nothing new, though its tag is another since they acted.
    """
    old = before.asked if before is not None else frozenset()
    known = before.secrets if before is not None else frozenset()
    found: dict[int, list[NewMessage]] = {}
    for decision in game.position.pending():
        # What is not awaited, such as standing orders, is in no letter.
        if not decision.secret or not decision.blocking:
            continue
        tag = game.position.tag(decision)
        key = (decision.seat, decision.id, tag)
        if key not in stage.asked or key in old:
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
