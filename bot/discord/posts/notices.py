"""Short messages: start, reminders, lapsed clocks, votes, seats that change hands, the end."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.discord.colours import HERALD, style_of
from bot.discord.interactions.packing import pack
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page, notice
from bot.discord.posts.dice import grouped, share_lines
from bot.discord.posts.lobby import seat_lines
from bot.discord.posts.log import phases
from bot.discord.posts.phase import users_of, who
from bot.discord.posts.summary import fitting
from bot.discord.posts.table_settings import rules_title
from bot.discord.screen import (
    Block,
    Screen,
    TextBudget,
    button,
    clipped,
    row,
    text,
)
from bot.discord.voices import escape, in_code
from bot.moment import Moment
from bot.service import DoneForYou, GameInfo, Vote, VoteInfo
from bot.service.announcing.announcements import HandedBack, Lapsed, Reminder, SeatPassed
from bot.service.choices.reasons import Reason
from bot.service.clock.pausing import MISSED_TWICE
from engine.core.messages import Voice
from engine.core.registry import ruleset

LAPSED_MOST = 150
"""How many letters are said of what was done for someone whose time was over."""
NEWS_MOST = 3500
NAME_MOST = 40


def my_move(page: Page) -> Block:
    """A row with the one button that leads to a player's panel."""
    return row(page.button(Verb.MY_MOVE, "phase.my_move", "main"))


def began(page: Page, mark: str = "", *, is_pinned: bool = True) -> Screen:
    """The game begins: what it is about, who sits where, the promise about the dice.

    What players ask most is a press away. Where the bot may not pin it, players are asked to.
    """
    info, voice = page.info, page.voice
    budget = TextBudget()
    rules = rules_title(info.game.ruleset)
    aim = voice.say("aim") if voice.has("aim") else ""
    posted_mark = voice.say("dice.mark", mark=grouped(mark))
    blocks: list[Block] = [
        text(budget.take(voice.say("began.title", rules=rules, code=info.code, aim=aim))),
        text(budget.take("\n".join(seat_lines(page)))),
        text(budget.take(voice.say("began.commitment", commitment=info.game.commitment))),
        text(budget.take(f"{share_lines(page)}\n{posted_mark}")),
    ]
    if has_reference(info):
        reference = page.of(None).id(Verb.REFERENCE, info.game.ruleset)
        blocks.append(row(button(reference, voice.say("rules.to_reference"), "main")))
        if not is_pinned:
            blocks.append(text(budget.take(voice.say("began.pin"))))
    return Screen(blocks, accent=HERALD)


def has_reference(info: GameInfo) -> bool:
    """Whether the rules have a quick reference, for which their first post is kept in reach."""
    return bool(ruleset(info.game.ruleset).quick_reference().groups)


def invited(page: Page, by: int, users: Sequence[int]) -> Screen | None:
    """Those who played before are invited to a rematch; None where it has begun without them."""
    info, voice = page.info, page.voice
    host, free = info.seat_of(by), [user for user in users if info.seat_of(user) is None]
    if info.game.status != "lobby" or host is None or not free:
        return None
    people = voice.join([f"<@{user}>" for user in free])
    sentence = voice.say("new.invited", who=people, host=who(host, False))
    join = row(page.button(Verb.JOIN, "lobby.join", "main"))
    return notice(sentence, join, mentions=free)


def your_turn(page: Page, seats: Sequence[int], lost: str = "") -> Screen:
    """Some seats are up, and called by a mention; a single one reads what it has `lost`."""
    info, voice = page.info, page.voice
    users = users_of(info)
    called = [info.seats[seat] for seat in seats]
    people = voice.join([who(seat, True) for seat in called])
    sentence = voice.say("turn.channel", who=people, lost=lost)
    mentions = [users[seat] for seat in seats if seat in users]
    return notice(sentence, my_move(page), mentions=mentions)


def reminder(page: Page, what: Reminder, seats: Sequence[int]) -> Screen:
    """Some seats are missing, and their time runs out."""
    info, voice = page.info, page.voice
    users = users_of(info)
    people = voice.join([who(info.seats[seat], True) for seat in seats])
    sentence = voice.say("reminder.channel", who=people, stage=what.stage, due=what.due_at)
    sentence += waiting_words(what, voice)
    mentions = [users[seat] for seat in seats if seat in users]
    return notice(sentence, my_move(page), mentions=mentions)


def waiting_words(what: Reminder, voice: Voice) -> str:
    """That everybody waits for the one who is reminded; empty where that is not so."""
    return " " + voice.say("reminder.others", n=what.others) if what.others else ""


def reminder_in_private(page: Page, what: Reminder) -> Screen:
    """A player is missing, and gets a private message."""
    voice = page.voice
    game = game_name(page)
    sentence = voice.say("reminder.private", game=game, stage=what.stage, due=what.due_at)
    sentence += waiting_words(what, voice)
    return notice(sentence, my_move(page))


def news(page: Page, lines: Sequence[str], is_public: bool = False) -> Screen:
    """What a player has learnt, alone or as one whom it concerns."""
    info = page.info
    said = clipped("\n".join(lines).strip(), NEWS_MOST)
    key = "news.public" if is_public else "news.title"
    heading = page.say(key, game=game_name(page))
    move = (my_move(page),) if info.game.is_live else ()
    return notice(f"{heading}\n{said}", *move)


def has_offers(screen: Screen) -> bool:
    """Whether news have more buttons than *My move*: those that answer offers."""
    return len([each for each in screen.blocks if isinstance(each, ui.ActionRow)]) > 1


def lapsed(page: Page, what: Lapsed, done: DoneForYou | None) -> Screen:
    """The clock chose for a player, and what it did, as far as all may know it."""
    info, voice = page.info, page.voice
    said, left = "", 0
    if done is not None and done.pieces:
        said, left = fitting(done.pieces, (), LAPSED_MOST, ", ")
    sentence = voice.say(
        "lapsed.said",
        who=who(info.seats[what.seat], False),
        stand_in=what.stand_in,
        said=voice.say("catch_up.and_more", said=said, n=left) if left else said,
        idle=phases(done.idle if done is not None else (), voice),
        secret=done is None or bool(done.secret),
    )
    if what.in_a_row < MISSED_TWICE:
        return notice(sentence)
    take = page.button(Verb.TAKE_SEAT, "lapsed.take", rest=[pack([what.seat])])
    return notice(sentence + " " + voice.say("lapsed.again", n=what.in_a_row), row(take))


def still_there(page: Page, done: Sequence[str], due: Moment) -> Screen:
    """A player who missed a deadline is asked whether they are there, and helped if they are not.

    Their next question is open until `due`; 0 where no clock runs.
    """
    sentence = page.say("still_there.said", game=game_name(page), due=due)
    buttons = row(
        page.button(Verb.MY_MOVE, "still_there.here", "main"),
        button(page.of(None).id(Verb.ME_WEEK_AWAY), page.say("still_there.week")),
    )
    return notice("\n".join((sentence, *done)), buttons)


def handed_back(page: Page, what: HandedBack) -> Screen:
    """Prepared choices that could not be played, with the reason."""
    voice = page.voice
    reason = Reason(code=what.code, rule=what.rule, data=what.data, own=what.own)
    sentence = voice.say(
        "handed_back.said",
        game=game_name(page),
        n=len(what.values) + len(what.lines),
        why=reason.sentence(voice),
    )
    lines = [voice.say("handed_back.line", line=in_code(line)) for line in what.lines if line]
    said = clipped("\n".join((sentence, *lines)), NEWS_MOST)
    return notice(said, my_move(page))


def vote_sentence(page: Page, vote: Vote) -> str:
    """What the table is asked."""
    info = page.info
    asker = "" if vote.seat is None else who(info.seats[vote.seat], False)
    detail = {"name": "", "seat": 0, "resume": False, **vote.detail}
    seat = info.seats[detail["seat"]]
    return page.say(
        "vote.question",
        kind=vote.kind,
        who=asker,
        newcomer=escape(str(detail["name"])),
        seat=f"{style_of(seat).sign} {escape(seat.name)}",
        resume=bool(detail["resume"]),
    )


def vote(page: Page, asked: VoteInfo, *, calling: bool) -> Screen:
    """A question to the table, with how it stands. With `calling`, those missing are mentioned."""
    info, voice = page.info, page.voice
    sentence = vote_sentence(page, asked.vote)
    state = asked.vote.state
    tally = voice.say("vote.tally", n=len(asked.agreeing), needed=asked.needed, state=state)
    lines = [sentence, tally]
    mentions: list[int] = []
    if state == "open" and asked.missing:
        users = users_of(info)
        people = [who(info.seats[seat], calling) for seat in asked.missing]
        lines.append(voice.say("vote.missing", who=voice.join(people)))
        mentions = [users[seat] for seat in asked.missing if seat in users] if calling else []
    if state == "open" and asked.vote.closes_at is not None:
        lines.append(voice.say("vote.until", due=asked.vote.closes_at))
    blocks: list[Block] = [text("\n".join(lines))]
    if state == "open":
        number = pack([asked.vote.id])
        blocks.append(
            row(
                page.button(Verb.VOTE_YES, "vote.agree", "good", rest=[number]),
                page.button(Verb.VOTE_NO, "vote.disagree", "danger", rest=[number]),
            )
        )
    return Screen(blocks, mentions=mentions, accent=HERALD)


def vote_closed(page: Page, closed: Vote, *, is_gone: bool = False) -> Screen:
    """What the table decided. The vote about a volunteer who `is_gone` is void."""
    sentence = vote_sentence(page, closed)
    return notice(
        page.say(
            "vote.closed", question=sentence, state=closed.state, kind=closed.kind, gone=is_gone
        )
    )


def vote_over(page: Page, closed: Vote) -> Screen:
    """What is left of the post that asked the table: how it ended is said, and why elsewhere."""
    question = vote_sentence(page, closed)
    how = {"state": closed.state, "kind": closed.kind}
    return notice(page.say("vote.over", question=question, **how))


def seat_passed(page: Page, what: SeatPassed) -> Screen:
    """A seat has another player now; who lost it can take it back for a while."""
    info, voice = page.info, page.voice
    sentence = voice.say(
        "seat.passed",
        sign=style_of(info.seats[what.seat]).sign,
        old=escape(what.from_name),
        new=escape(what.to_name),
        kind=what.to_kind,
        reason=what.reason,
        alone=not info.humans,
    )
    if what.reason not in ("left", "replaced") or not info.game.is_live:
        return notice(sentence)
    label = voice.unescaped.say("seat.return", name=clipped(what.from_name, NAME_MOST))
    return notice(sentence, row(button(page.id(Verb.RETURN), label)))


def game_name(page: Page) -> str:
    """A game as it is called among several, with a way to its channel."""
    info = page.info
    place = "" if info.game.channel_id is None else f"<#{info.game.channel_id}>"
    return page.say("game.name", code=info.code, place=place)
