"""What `/rules` shows: a section with the answer marked, and the way to its neighbours."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.discord.colours import HERALD
from bot.discord.interactions.packing import pack
from bot.discord.interactions.replies import ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.table_settings import rules_title
from bot.discord.screen import (
    OPTION_MOST,
    Block,
    MenuOption,
    Picture,
    Screen,
    button,
    gallery,
    link,
    row,
    rows,
    select,
    text,
)
from bot.discord.voices import in_code
from bot.site.addresses import section_page, under
from engine.core.messages import Voice, catalog
from engine.core.registry import ruleset, rulesets
from engine.rulebook import Rulebook, Section, Sentence, marked
from render.text.charts import reference_pages, reference_text

if TYPE_CHECKING:
    from bot.discord.client import Bot

PAGE_MOST = 3300
NEXT_BEST = 3
QUERY_MOST = 60
_TABLE = re.compile(r"(?:^\|.*\|$\n?)+", re.MULTILINE)


def pages_of(body: str) -> list[str]:
    """A section's text in pages that a message can hold, its tables in letters of one width."""
    body = _TABLE.sub(lambda found: f"```\n{found[0].strip()}\n```\n", body)
    pages = [""]
    for paragraph in body.split("\n\n"):
        if len(pages[-1]) + len(paragraph) + 2 > PAGE_MOST and pages[-1]:
            pages.append("")
        pages[-1] += f"\n\n{paragraph[:PAGE_MOST]}" if pages[-1] else paragraph[:PAGE_MOST]
    return pages


def section_screen(
    bot: Bot,
    book: Rulebook,
    section: Section,
    page: int = 0,
    *,
    shared: bool = False,
    others: Sequence[Section] = (),
    answer: Sentence | None = None,
) -> Screen:
    """A page of a section, with the `answer` marked in it. One that is shared has no buttons."""
    voice = bot.voice()
    body = section.body
    if answer is not None and not answer.tabular:
        body = marked(body, answer.raw)
    pages = pages_of(body)
    page = min(page, len(pages) - 1)
    head = voice.say(
        "rules.section",
        book=book.title,
        number=section.number,
        title=section.title,
        page=page + 1,
        pages=len(pages),
        met=_met(bot, book, section),
    )
    blocks: list[Block] = [text(head)]
    if answer is not None:
        blocks += _answer_first(bot, book, section, answer)
    blocks.append(text(pages[page] or voice.say("rules.only_title")))
    if not shared:
        share = bot.ids.make(
            Verb.SHARE_RULE,
            0,
            book.ruleset,
            section.anchor,
            pack([page, 0 if answer is None else 1 + answer.number]),
        )
        blocks += _ways_on(bot, book, section, (page, len(pages)), share, others)
    return Screen(blocks, accent=HERALD)


def _answer_first(bot: Bot, book: Rulebook, section: Section, answer: Sentence) -> list[Block]:
    """The answer above its section, unless the section begins with it."""
    voice = bot.voice()
    if book.says_what_is_not(section):
        return [text(voice.say("rules.absent"))]
    if answer.number == 0 and not answer.tabular:
        return []
    plain = answer.plain.replace("*", "").removeprefix("Ruling. ")
    return [text(voice.say("rules.row", row=plain))]


def _met(bot: Bot, book: Rulebook, section: Section) -> str:
    """In which phase a player meets the section, where that is known."""
    phase = book.met_in(section)
    if phase is None or book.ruleset not in rulesets():
        return ""
    name = Voice(catalog(book.ruleset, bot.language), []).say(f"phase.{phase}")
    return bot.voice().say("rules.met", phase=name)


def _ways_on(
    bot: Bot,
    book: Rulebook,
    section: Section,
    place: tuple[int, int],
    share: str,
    others: Sequence[Section],
) -> list[Block]:
    """Buttons to other pages, to the next best sections, to those beside it, and to share it."""
    voice = bot.voice()

    def to(anchor: str, page: int, which: int) -> str:
        return bot.ids.make(Verb.RULE_SECTION, 0, book.ruleset, anchor, pack([page, which]))

    first: list[Block] = []
    page, pages = place
    if pages > 1:
        back, on = to(section.anchor, max(page - 1, 0), 0), to(section.anchor, page + 1, 1)
        first.append(button(back, voice.say("page.back"), disabled=not page))
        first.append(button(on, voice.say("page.on"), disabled=page + 1 >= pages))
    first.append(button(share, voice.say("rules.share")))
    if book.ruleset in rulesets():
        reference = bot.ids.make(Verb.REFERENCE, 0, book.ruleset)
        first.append(button(reference, voice.say("rules.to_reference")))
    first += on_the_web(bot, section_page(book.ruleset, section.anchor))
    near = {each.anchor: each for each in (*others, *book.neighbours(section))}
    near.pop(section.anchor, None)
    if not near:
        return [row(*first)]
    leading = [
        button(to(anchor, 0, 2), f"{each.number} {each.title}") for anchor, each in near.items()
    ]
    return [row(*first), text(voice.say("rules.nearby")), *rows(leading)]


def on_the_web(bot: Bot, page: str) -> list[Block]:
    """A link to a page of the site, where one is served."""
    if not bot.docs_url.startswith(("https://", "http://")):
        return []
    return [link(under(bot.docs_url, page), bot.voice().say("rules.web"))]


async def ready_to_search(book: Rulebook) -> Rulebook:
    """A rulebook when it can be searched: for some seconds after a start who asks it waits, and
    nobody else."""
    if not book.is_searchable:
        await asyncio.to_thread(lambda: book.index)
    return book


async def answer_screen(bot: Bot, book: Rulebook, query: str, near: Sequence[str] = ()) -> Screen:
    """The section that answers a question, and the next best; raises `ReplyWith` without any.

    `near` are anchors of what the player is at now.
    """
    hits = (await ready_to_search(book)).search(query, 1 + NEXT_BEST, near)
    if not hits:
        shown = in_code(query[:QUERY_MOST])
        raise ReplyWith(bot.voice().say("rules.nothing", query=shown))
    best, *others = hits
    return section_screen(
        bot,
        book,
        best.section,
        _page_with(best.section, best.sentence),
        others=[hit.section for hit in others],
        answer=best.sentence,
    )


def _page_with(section: Section, sentence: Sentence | None) -> int:
    """The page on which a sentence stands."""
    pages = pages_of(section.body)
    if sentence is None:
        return 0
    return next((at for at, page in enumerate(pages) if sentence.raw in page), 0)


async def reference_screen(bot: Bot, book: Rulebook, *, shared: bool = False) -> Screen:
    """What players ask most, page by page, and the way into the rulebook."""
    voice, name = bot.voice(), book.ruleset
    blocks: list[Block] = [text(voice.say("rules.reference", book=book.title))]
    pictures: list[Picture] = []
    for number, page in enumerate(reference_pages(ruleset(name).quick_reference()), start=1):
        words = reference_text(page, name, bot.language)
        picture = await bot.pictures.reference(page, name, number, words)
        blocks.append(text(words[:PAGE_MOST]) if picture is None else gallery(picture))
        pictures += [] if picture is None else [picture]
    if not shared:
        first = book.sections[0]
        read = bot.ids.make(Verb.RULE_SECTION, 0, book.ruleset, first.anchor, pack([0, 0]))
        share = bot.ids.make(Verb.SHARE_REFERENCE, 0, book.ruleset)
        label = f"{first.number} {first.title}"
        blocks.append(row(button(read, label), button(share, voice.say("rules.share"))))
    return Screen(blocks, pictures=pictures, accent=HERALD)


def which_rules_screen(bot: Bot, query: str) -> Screen:
    """Asks which rules a question is about. The question travels in the answers."""
    options = [
        MenuOption(f"{name}:{query}"[:OPTION_MOST], rules_title(name)) for name in rulesets()
    ]
    voice = bot.voice()
    custom_id = bot.ids.make(Verb.RULES_OF_CHANNEL, 0)
    ask = select(custom_id, options, voice.say("rules.choose"))
    return Screen([text(voice.say("rules.which")), ask], accent=HERALD)
