"""Short messages: the beginning, reminders, lapsed clocks, votes, seats that pass, the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.discord.colours import HERALD, style_of
from bot.discord.interactions.ids import Ids
from bot.discord.interactions.packing import pack
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.lobby import seat_lines
from bot.discord.posts.phase import happened, users_of, who
from bot.discord.posts.table_settings import rules_title
from bot.discord.screen import Block, Screen, TextBudget, button, clipped, row, text
from bot.discord.words import Talk, escape_name
from bot.moment import Moment
from bot.service import GameInfo, VoteInfo
from bot.store.votes import Vote

NEWS_MOST = 3500


def notice(sentence: str, *more: Block, mentions: Iterable[int] = ()) -> Screen:
    """A sentence, and perhaps buttons."""
    return Screen([text(sentence), *more], mentions=mentions, accent=HERALD)


def my_move(info: GameInfo, talk: Talk, ids: Ids) -> Block:
    """A row with the one button that leads to a player's panel."""
    return row(button(ids.make(Verb.MY_MOVE, info.id), talk("phase.my_move"), "main"))


def began(info: GameInfo, lines: Sequence[str], talk: Talk) -> Screen:
    """The game begins: who sits where, the promise about the dice, and what the set-up brought."""
    budget = TextBudget()
    rules = rules_title(info.game.ruleset)
    blocks: list[Block] = [
        text(budget.take(talk("began.title", rules=rules, code=info.code))),
        text(budget.take("\n".join(seat_lines(info, talk)))),
        text(budget.take(talk("began.commitment", commitment=info.game.commitment))),
    ]
    if said := happened(lines, budget.left, talk):
        blocks.append(text(said))
    return Screen(blocks, accent=HERALD)


def your_turn(info: GameInfo, seats: Sequence[int], talk: Talk, ids: Ids) -> Screen:
    """Some seats are up, and called by a mention."""
    users = users_of(info)
    called = [info.seats[seat] for seat in seats]
    people = talk.join([who(seat, True, talk) for seat in called])
    sentence = talk("turn.channel", who=people, count=len(called))
    mentions = [users[seat] for seat in seats if seat in users]
    return notice(sentence, my_move(info, talk, ids), mentions=mentions)


def turn_in_private(info: GameInfo, talk: Talk, ids: Ids) -> Screen:
    """A player is up, and told so in private."""
    return notice(talk("turn.private", game=game_name(info, talk)), my_move(info, talk, ids))


def reminder(
    info: GameInfo, seats: Sequence[int], stage: int, due: Moment, talk: Talk, ids: Ids
) -> Screen:
    """Some seats are missing, and their time runs out."""
    users = users_of(info)
    people = talk.join([who(info.seats[seat], True, talk) for seat in seats])
    sentence = talk("reminder.channel", who=people, stage=stage, due=due)
    mentions = [users[seat] for seat in seats if seat in users]
    return notice(sentence, my_move(info, talk, ids), mentions=mentions)


def reminder_in_private(info: GameInfo, stage: int, due: Moment, talk: Talk, ids: Ids) -> Screen:
    """A player is missing, and told so in private."""
    sentence = talk("reminder.private", game=game_name(info, talk), stage=stage, due=due)
    return notice(sentence, my_move(info, talk, ids))


def news(info: GameInfo, lines: Sequence[str], talk: Talk, ids: Ids) -> Screen:
    """What a player alone has learnt."""
    said = clipped("\n".join(lines).strip(), NEWS_MOST)
    heading = talk("news.title", game=game_name(info, talk))
    return notice(f"{heading}\n{said}", my_move(info, talk, ids))


def lapsed(
    info: GameInfo, seat: int, in_a_row: int, stand_in: bool, lines: Sequence[str], talk: Talk
) -> Screen:
    """The clock chose for somebody."""
    sentence = talk(
        "lapsed.said",
        who=who(info.seats[seat], False, talk),
        stand_in=stand_in,
        in_a_row=in_a_row,
    )
    said = "\n".join(line for line in lines if line)
    return notice(clipped(f"{sentence}\n{said}".strip(), NEWS_MOST))


def vote_sentence(info: GameInfo, vote: Vote, talk: Talk) -> str:
    """What the table is asked."""
    asker = "" if vote.seat is None else who(info.seats[vote.seat], False, talk)
    detail = {"name": "", "seat": 0, "resume": False, **vote.detail}
    seat = info.seats[detail["seat"]]
    return talk(
        "vote.question",
        kind=vote.kind,
        who=asker,
        newcomer=escape_name(str(detail["name"])),
        seat=f"{style_of(seat).sign} {escape_name(seat.name)}",
        resume=bool(detail["resume"]),
    )


def vote(info: GameInfo, asked: VoteInfo, talk: Talk, ids: Ids, *, calling: bool) -> Screen:
    """A question to the table, with how it stands. With `calling`, those missing are mentioned."""
    sentence = vote_sentence(info, asked.vote, talk)
    state = asked.vote.state
    tally = talk("vote.tally", n=len(asked.agreeing), needed=asked.needed, state=state)
    lines = [sentence, tally]
    mentions: list[int] = []
    if state == "open" and asked.missing:
        users = users_of(info)
        people = [who(info.seats[seat], calling, talk) for seat in asked.missing]
        lines.append(talk("vote.missing", who=talk.join(people)))
        mentions = [users[seat] for seat in asked.missing if seat in users] if calling else []
    if state == "open" and asked.vote.closes_at is not None:
        lines.append(talk("vote.until", due=asked.vote.closes_at))
    blocks: list[Block] = [text("\n".join(lines))]
    if state == "open":
        number = pack([asked.vote.id])
        blocks.append(
            row(
                button(ids.make(Verb.VOTE_YES, info.id, number), talk("vote.agree"), "good"),
                button(ids.make(Verb.VOTE_NO, info.id, number), talk("vote.disagree"), "danger"),
            )
        )
    return Screen(blocks, mentions=mentions, accent=HERALD)


def vote_closed(info: GameInfo, closed: Vote, talk: Talk) -> Screen:
    """What the table decided."""
    sentence = vote_sentence(info, closed, talk)
    return notice(talk("vote.closed", question=sentence, state=closed.state))


def seat_passed(
    info: GameInfo, seat: int, old: str, new: str, kind: str, reason: str, talk: Talk
) -> Screen:
    """A seat passed to somebody else."""
    sign = style_of(info.seats[seat]).sign
    return notice(
        talk(
            "seat.passed",
            sign=sign,
            old=escape_name(old),
            new=escape_name(new),
            kind=kind,
            reason=reason,
        )
    )


def game_name(info: GameInfo, talk: Talk) -> str:
    """A game as it is called among several, with a way to its channel."""
    place = "" if info.game.channel_id is None else f"<#{info.game.channel_id}>"
    return talk("game.name", code=info.code, place=place)


def log_button(info: GameInfo, talk: Talk, ids: Ids) -> Block:
    """A row with the way to the log."""
    return row(button(ids.make(Verb.LOG, info.id), talk("phase.log")))
