"""The result post: who won, with what, how the scores went, and the proof of the dice."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.colours import HERALD, style_of
from bot.discord.interactions.ids import Ids
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.phase import happened
from bot.discord.screen import Block, Picture, Screen, TextBudget, button, gallery, row, text
from bot.service import Result
from engine.core.messages import Voice

TURNS_SHOWN = 10


def result_post(
    result: Result,
    lines: Sequence[str],
    voice: Voice,
    ids: Ids,
    *,
    pictures: Sequence[Picture] = (),
    chart: Picture | None = None,
) -> Screen:
    """The result, with what happened last."""
    info, budget = result.info, TextBudget()
    proof = voice.say(
        "result.proof",
        seed=result.server_seed,
        commitment=result.commitment,
        seal=result.seal,
        code=info.code,
    )
    budget.left -= len(proof)
    words = budget.take(voice.say("result.title", code=info.code, words=result.words))
    blocks: list[Block] = [text(words)]
    shown = [*pictures, *([] if chart is None else [chart])]
    if shown:
        blocks.append(gallery(*shown))
    if chart is None and len(result.scores) > 1:
        blocks.append(text(budget.take(score_table(result, voice))))
    if said := happened(lines, min(budget.left, 1200), voice):
        blocks.append(text(budget.take(said)))
    blocks.append(text(proof))
    blocks.append(
        row(
            button(ids.make(Verb.REMATCH, info.id), voice.say("result.rematch"), "main"),
            button(ids.make(Verb.REPLAY, info.id), voice.say("result.replay")),
            button(ids.make(Verb.EXPORT, info.id), voice.say("result.export")),
            button(ids.make(Verb.MAP, info.id), voice.say("phase.map")),
            button(ids.make(Verb.LOG, info.id), voice.say("phase.log")),
        )
    )
    return Screen(blocks, pictures=shown, accent=HERALD)


def chart_words(result: Result, voice: Voice) -> str:
    """What the chart of the scores says, for those who do not see it."""
    _, last = result.scores[-1] if result.scores else (0, ())
    named = zip(result.info.names, last, strict=False)
    scores = [voice.say("result.score", name=name, score=score) for name, score in named]
    return voice.say("result.chart", scores=voice.join(scores))


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
