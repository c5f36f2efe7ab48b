"""What `/rules` shows: a section with the answer marked, and the way to its neighbours."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from bot.discord.colours import HERALD
from bot.discord.interactions.packing import pack
from bot.discord.interactions.replies import ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.pictures.pictures import Pictures
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
    text,
)
from bot.discord.voices import in_code
from bot.site.addresses import section_page, under
from engine.core.messages import Voice, catalog
from engine.core.registry import ruleset, rulesets
from engine.rulebook import Rulebook, Section, Sentence, marked
from render import Card, Look
from render.cards.reference import reference_pages
from render.text.charts import reference_text

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
    page: Page,
    book: Rulebook,
    section: Section,
    at: int = 0,
    *,
    shared: bool = False,
    others: Sequence[Section] = (),
    answer: Sentence | None = None,
) -> Screen:
    """A part of a section, with the `answer` marked in it. One that is shared has no buttons."""
    page = page.of(None)
    body = section.body
    if answer is not None and not answer.tabular:
        body = marked(body, answer.raw)
    pages = pages_of(body)
    at = min(at, len(pages) - 1)
    head = page.say(
        "rules.section",
        book=book.title,
        number=section.number,
        title=section.title,
        page=at + 1,
        pages=len(pages),
        met=_met(page, book, section),
    )
    blocks: list[Block] = [text(head)]
    if answer is not None:
        blocks += _answer_first(page, book, section, answer)
    blocks.append(text(pages[at] or page.say("rules.only_title")))
    if not shared:
        number = 0 if answer is None else 1 + answer.number
        share = [book.ruleset, section.anchor, pack([at, number])]
        blocks += _ways_on(page, book, section, (at, len(pages)), share, others)
    return Screen(blocks, accent=HERALD)


def _answer_first(page: Page, book: Rulebook, section: Section, answer: Sentence) -> list[Block]:
    """The answer above its section, unless the section begins with it."""
    if book.says_what_is_not(section):
        return [text(page.say("rules.absent"))]
    if answer.number == 0 and not answer.tabular:
        return []
    plain = answer.plain.replace("*", "").removeprefix("Ruling. ")
    return [text(page.say("rules.row", row=plain))]


def _met(page: Page, book: Rulebook, section: Section) -> str:
    """In which phase a player meets the section, where that is known."""
    phase = book.met_in(section)
    if phase is None or book.ruleset not in rulesets():
        return ""
    name = Voice(catalog(book.ruleset, page.language), []).say(f"phase.{phase}")
    return page.say("rules.met", phase=name)


def _ways_on(
    page: Page,
    book: Rulebook,
    section: Section,
    place: tuple[int, int],
    share: Sequence[str],
    others: Sequence[Section],
) -> list[Block]:
    """Buttons to other pages, to the next best sections, to those beside it, and to share it."""

    def to(anchor: str, at: int, which: int) -> list[str]:
        return [book.ruleset, anchor, pack([at, which])]

    first: list[Block] = []
    at, parts = place
    if parts > 1:
        back, on = to(section.anchor, max(at - 1, 0), 0), to(section.anchor, at + 1, 1)
        last = at + 1 >= parts
        first.append(page.button(Verb.RULE_SECTION, "page.back", rest=back, disabled=not at))
        first.append(page.button(Verb.RULE_SECTION, "page.on", rest=on, disabled=last))
    first.append(page.button(Verb.SHARE_RULE, "rules.share", rest=share))
    if book.ruleset in rulesets():
        first.append(page.button(Verb.REFERENCE, "rules.to_reference", rest=[book.ruleset]))
    first += on_the_web(page, section_page(book.ruleset, section.anchor))
    near = {each.anchor: each for each in (*others, *book.neighbours(section))}
    near.pop(section.anchor, None)
    if not near:
        return [row(*first)]
    leading = [
        button(page.id(Verb.RULE_SECTION, *to(anchor, 0, 2)), f"{each.number} {each.title}")
        for anchor, each in near.items()
    ]
    return [row(*first), text(page.say("rules.nearby")), *rows(leading)]


def on_the_web(page: Page, address: str) -> list[Block]:
    """A link to a page of the site, where one is served."""
    if not page.docs_url.startswith(("https://", "http://")):
        return []
    return [link(under(page.docs_url, address), page.say("rules.web"))]


async def ready_to_search(book: Rulebook) -> Rulebook:
    """A rulebook when it can be searched: for some seconds after a start who asks it waits, and
    nobody else."""
    if not book.is_searchable:
        await asyncio.to_thread(lambda: book.index)
    return book


async def answer_screen(page: Page, book: Rulebook, query: str, near: Sequence[str] = ()) -> Screen:
    """The section that answers a question, and the next best; raises `ReplyWith` without any.

    `near` are anchors of what the player is at now.
    """
    hits = (await ready_to_search(book)).search(query, 1 + NEXT_BEST, near)
    if not hits:
        shown = in_code(query[:QUERY_MOST])
        raise ReplyWith(page.of(None).say("rules.nothing", query=shown))
    best, *others = hits
    return section_screen(
        page,
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


async def reference_screen(
    page: Page, pictures: Pictures, book: Rulebook, *, shared: bool = False
) -> Screen:
    """What players ask most, page by page, and the way into the rulebook."""
    page, name = page.of(None), book.ruleset
    blocks: list[Block] = [text(page.say("rules.reference", book=book.title))]
    drawn: list[Picture] = []
    look = Look(language=page.language)
    for number, part in enumerate(reference_pages(ruleset(name).quick_reference()), start=1):
        words = reference_text(part, name, look)
        wish = Card(part, name, page=True)
        picture = await pictures.draw(f"reference_{number}.png", wish, look, words)
        blocks.append(text(words[:PAGE_MOST]) if picture is None else gallery(picture))
        drawn += [] if picture is None else [picture]
    if not shared:
        first = book.sections[0]
        read = page.id(Verb.RULE_SECTION, name, first.anchor, pack([0, 0]))
        share = page.button(Verb.SHARE_REFERENCE, "rules.share", rest=[name])
        blocks.append(row(button(read, f"{first.number} {first.title}"), share))
    return Screen(blocks, pictures=drawn, accent=HERALD)


def which_rules_screen(page: Page, query: str) -> Screen:
    """Asks which rules a question is about. The question travels in the answers."""
    options = [
        MenuOption(f"{name}:{query}"[:OPTION_MOST], rules_title(name)) for name in rulesets()
    ]
    return page.notice("rules.which", page.menu(Verb.RULES_OF_CHANNEL, "rules.choose", options))
