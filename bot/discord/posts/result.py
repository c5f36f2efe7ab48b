"""The result post: who won, with what, how the scores went, and the proof of the dice."""

from __future__ import annotations

from bot.discord.colours import HERALD, style_of
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.posts.phase import users_of, who
from bot.discord.posts.phone_lines import lines_of
from bot.discord.posts.summary import headlines
from bot.discord.screen import ALT_MOST, Block, Picture, Screen, clipped, gallery, row, text
from bot.service import Result
from engine.core.messages import Voice
from engine.core.messages.digest import Digest

TURNS_SHOWN = 10
TEXT_MOST = 20
"""Lines of text on a phone, all in all: with the picture and the buttons a screen and a half."""
LAST_MOST = 60
"""Letters of each of the last headlines: the picture and the proof need the room."""


def result_post(
    page: Page, result: Result, last: Digest, *, picture: Picture | None = None
) -> Screen:
    """The result: the winner, why the game ended, the standings, and what happened `last`.

    Everybody who played is mentioned, once.
    """
    voice = page.voice
    info = result.info
    blocks: list[Block] = [text(verdict(result, voice))]
    if picture is not None:
        blocks.append(gallery(picture))
    else:
        blocks.append(text("\n".join(voice.standings(result.outcome))))
        if len(result.scores) > 1:
            blocks.append(text(score_table(result, voice)))
    users = users_of(info)
    played = [who(seat, True) for seat in info.seats if seat.user_id is not None]
    proof = voice.say(
        "result.proof" if result.seal else "result.no_proof",
        seed=result.server_seed,
        commitment=result.commitment,
        seal=result.seal,
        code=info.code,
    )
    thanks = [voice.say("result.thanks", who=voice.join(played))] if played else []
    end = (*thanks, *advised(result, voice), proof)
    room = TEXT_MOST - lines_of((verdict(result, voice), *end))
    if news := [each for each in headlines(last, voice, LAST_MOST)[:2] if lines_of([each]) <= room]:
        blocks.append(text("\n".join(news[: 2 if lines_of(news) <= room else 1])))
    blocks.append(text("\n".join(end)))
    blocks.append(
        row(
            page.button(Verb.REMATCH, "result.rematch", "main"),
            page.button(Verb.REPLAY, "result.replay"),
            page.button(Verb.EXPORT, "result.export"),
            page.button(Verb.MAP, "phase.map"),
            page.button(Verb.LOG, "phase.log"),
        )
    )
    pictures = () if picture is None else (picture,)
    return Screen(blocks, pictures=pictures, mentions=list(users.values()), accent=HERALD)


def verdict(result: Result, voice: Voice) -> str:
    """Who won, why the game ended, and how equal scores were told apart."""
    outcome, seats = result.outcome, result.info.seats
    winners = voice.say(
        "outcome.winners",
        winners=outcome.winners,
        count=len(outcome.winners),
        score=outcome.standings[0].score,
    )
    signs = "".join(style_of(seats[seat]).sign for seat in outcome.winners)
    lines = [
        voice.say("result.winners", signs=signs, said=winners),
        voice.say("outcome.reason", reason=outcome.reason, turns=outcome.turns),
    ]
    scores = [each.score for each in outcome.standings]
    if len(set(scores)) < len(scores) and voice.has("tie"):
        lines.append(voice.say("tie"))
    return "\n".join(lines)


def advised(result: Result, voice: Voice) -> list[str]:
    """Who played with advice, and how often they asked."""
    names = [
        voice.say("result.times", who=voice.seat(each.seat), n=each.times)
        for each in result.advised
    ]
    return [voice.say("result.advised", who=voice.join(names))] if names else []


def standings_words(result: Result, voice: Voice) -> str:
    """What the picture of the standings says, for those who do not see it."""
    return clipped(" ".join(voice.standings(result.outcome)), ALT_MOST)


def score_table(result: Result, voice: Voice) -> str:
    """The scores over the turns, as a table in letters of one width."""
    history = list(result.scores)
    step = -(-len(history) // TURNS_SHOWN)
    shown = history[::-step][::-1]
    head = [voice.say("result.turn"), *(str(turn) for turn, _ in shown)]
    rows = [head]
    for seat in result.info.seats:
        name = style_of(seat).colour.capitalize()
        rows.append([name, *(str(scores[seat.seat]) for _, scores in shown)])
    widths = [max(len(row[at]) for row in rows) for at in range(len(head))]
    table = "\n".join(
        " ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return f"```\n{table}\n```"
