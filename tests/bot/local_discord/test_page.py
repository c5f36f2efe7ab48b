"""The page, in a real browser, with the tiny bot at the table."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import pytest_asyncio

from bot.local_discord.world.models import Message
from tests.bot.local_discord.conftest import Online, bot_online
from tests.browser import Browser, Tab

pytestmark = pytest.mark.asyncio(loop_scope="module")

FAINT = Path(__file__).parent / "faint.js"
READY = "document.body.classList.contains('ready')"


@pytest_asyncio.fixture(loop_scope="module")
async def at_table(tmp_path: Path) -> AsyncIterator[Online]:
    """The tiny bot at a table."""
    async with bot_online(tmp_path) as online:
        yield online


@pytest_asyncio.fixture(loop_scope="module")
async def page(chromium: Browser, at_table: Online) -> AsyncIterator[Tab]:
    """The page through Ada's eyes. Nothing may come from elsewhere, nothing may go wrong."""
    tab = await chromium.tab()
    await tab.size(1200, 800)
    await tab.open(at_table.table.address)
    await tab.until(READY)
    yield tab
    assert tab.troubles == []
    outside = [each for each in tab.requested if not each.startswith(at_table.table.origin)]
    assert [each for each in outside if not each.startswith(("about:", "data:", "blob:"))] == []
    await tab.close()


async def look_as(page: Tab, name: str) -> None:
    """Look through somebody's eyes."""
    await page.click(f".eye[title^='{name}']")
    await page.until(f"{READY} && document.querySelector('.eye.mine').innerText.includes('{name}')")


async def run(page: Tab, line: str) -> None:
    """Type a command that needs nothing more, and run it."""
    await page.click("#text")
    await page.type(line)
    await page.press("Enter")
    await page.click("[aria-label='Run the command']")


async def shown(at_table: Online) -> Message:
    """The message with buttons that `/choice` posts."""
    await at_table.answered(at_table.as_user("ada").run(at_table.channel, "choice"))
    return at_table.last()


async def test_a_message_is_typed_and_seen_by_all(at_table: Online, page: Tab) -> None:
    await page.click("#text")
    await page.type("hello **all** <img src=x onerror=alert(1)>")
    await page.press("Enter")
    assert await page.text("#log .message strong") == "all"
    await page.shows("<img src=x onerror=alert(1)>", "#log")
    assert at_table.last().author_id == at_table.as_user("ada").user.id
    at_table.as_user("bea").say(at_table.channel, "hello Ada")
    await page.shows("hello Ada", "#log")
    await look_as(page, "Bea")
    await page.shows("hello all", "#log")


MARKDOWN = {
    "**a** *b* _c_ __d__ ~~e~~": "<strong>a</strong> <em>b</em> <em>c</em> <u>d</u> <s>e</s>",
    "***both*** snake_case_name 2*3*4": "<em>both</em></strong> snake_case_name 2<em>3</em>4",
    "`x **y**`": '<code class="inline">x **y**</code>',
    "```py\na < b\n```": "<pre><code>a &lt; b</code></pre>",
    "# One\n-# small": '<h3 class="h1">One</h3><small class="subtext">small</small>',
    "- a\n- b\n  - c\n1. d": "<ul><li>a</li><li>b<ul><li>c</li></ul></li>",
    "> quote\nafter": "<blockquote><p>quote</p></blockquote><p>after</p>",
    "\\*not\\* \\<@1>": "<p>*not* &lt;@1&gt;</p>",
    "[rules](https://example.org/a)": 'rel="noreferrer noopener">rules</a>',
    "[no](javascript:alert(1))": "<p>[no](javascript:alert(1))</p>",
    "<script>alert(1)</script>": "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
    "a\nb\n\nc": '<p>a<br>b</p><p class="gap"></p><p>c</p>',
    "https://discord.com/channels/1/2/3": 'class="mention">#deleted-channel<',
}


async def test_markdown_is_discords(page: Tab) -> None:
    made = await page.run(
        "import('/page/markdown.js').then((m) => "
        + json.dumps(list(MARKDOWN))
        + ".map((text) => m.markdown(text).innerHTML))"
    )
    wrong = [
        (source, html)
        for (source, part), html in zip(MARKDOWN.items(), made, strict=True)
        if part not in html
    ]
    assert wrong == []


async def test_times_mentions_and_spoilers_are_shown(at_table: Online, page: Tab) -> None:
    ada = at_table.as_user("ada").user
    now = at_table.table.time.now() // 1_000_000
    at_table.as_user("bea").say(
        at_table.channel,
        f"<@{ada.id}> due <t:{now + 2 * 3600 + 1500}:R> in <#{at_table.channel.id}> ||psst||",
    )
    assert await page.text("#log .message.pings time[data-relative]") == "in 2 hours"
    assert await page.text("#log .mention.mine") == "@Ada"
    assert await page.text("#log a.mention") == "#games"
    await page.click("#log .spoiler")
    await page.until("document.querySelector('#log .spoiler.open')")


async def test_a_command_is_found_filled_in_and_run(at_table: Online, page: Tab) -> None:
    await page.click("#text")
    await page.type("/ga")
    await page.shows("/game new", ".suggestions")
    await page.press("Enter")
    await page.shows("Standard", ".suggestions")
    await page.press("ArrowDown")
    await page.press("Enter")
    await page.click_text("seats", ".add-option")
    await page.type("9")
    await page.press("Enter")
    await page.shows("does not fit", ".option-hint")
    await page.run("document.querySelector('[data-option=seats]').value = ''")
    await page.click("[data-option=seats]")
    await page.type("4")
    await page.press("Enter")
    await page.shows("Fast for 4", "#log")
    await page.shows("/game new", "#log .reply")
    assert await at_table.bot.until("new") == ("fast", 4, None)


async def test_suggestions_of_the_bot_are_offered_while_typing(at_table: Online, page: Tab) -> None:
    await page.click("#text")
    await page.type("/act")
    await page.press("Enter")
    await page.type("gobi")
    await page.shows("Move Gobi Ural", ".suggestions")
    await page.press("ArrowDown")
    await page.press("Enter")
    await page.press("Enter")
    await page.shows("Done: move gobi ural", "#log .ephemeral")
    assert await at_table.bot.until("act") == "move gobi ural"


async def test_escape_leaves_a_command(page: Tab) -> None:
    await page.click("#text")
    await page.type("/act")
    await page.press("Enter")
    await page.press("Escape")
    await page.until("document.activeElement.id === 'text'")


async def test_a_button_is_pressed_and_its_message_changes(at_table: Online, page: Tab) -> None:
    await shown(at_table)
    await page.click("[data-custom-id=count]")
    await page.shows("Pressed 1", "#log")
    await page.until("document.activeElement.dataset.customId === 'count'", "focus stays")
    await page.press("Enter")
    await page.shows("Pressed 2", "#log")


async def test_a_bot_that_does_not_answer_is_said_so(at_table: Online, page: Tab) -> None:
    await shown(at_table)
    at_table.table.discord.interactions.seconds = 0.1
    await page.click("[data-custom-id=silent]")
    await page.shows("This interaction failed.", "#log .failed")


async def test_a_select_is_worked_by_the_keyboard(at_table: Online, page: Tab) -> None:
    await shown(at_table)
    await page.click("[data-custom-id=colours]")
    await page.press("Enter")
    await page.press("ArrowDown")
    await page.press("ArrowDown")
    await page.press(" ")
    # The first is named, the others are counted: a list of several stays one line high.
    face = await page.text("[data-custom-id=colours] .select-face")
    assert face.split() == ["Amber", "+", "1"]
    await page.press("Escape")
    await page.shows("Chosen: amber, jade", "#log .ephemeral")
    assert await at_table.bot.until("chosen") == ["amber", "jade"]


async def test_nothing_moves_under_an_open_list(at_table: Online, page: Tab) -> None:
    await shown(at_table)
    await page.click("[data-custom-id=colours]")
    where = "document.querySelector('.select-panel:not([hidden])')?.getBoundingClientRect().y"
    before = await page.run(where)
    for number in range(20):
        at_table.as_user("bea").say(at_table.channel, f"message {number}")
    await page.shows("message 19", "#log")
    assert await page.run(where) == before


async def test_a_page_that_stays_open_shows_the_newest(at_table: Online, page: Tab) -> None:
    for number in range(160):
        at_table.as_user("bea").say(at_table.channel, f"message {number}.")
    await page.shows("message 159.", "#log")
    assert await page.run("document.querySelectorAll('#log .message').length") <= 150
    await page.run("document.querySelector('#log').scrollTop = 0")
    await page.shows("message 40.", "#log")


async def test_a_modal_is_filled_in_and_submitted(at_table: Online, page: Tab) -> None:
    await shown(at_table)
    await page.click("[data-custom-id=write]")
    await page.until("document.activeElement.closest('dialog.modal')")
    await page.click_text("Submit", ".modal button")
    await page.shows("This is needed.", ".modal")
    await page.type("Peace")
    await page.click(".modal [data-custom-id=colour]")
    await page.press("ArrowDown")
    await page.press("Enter")
    await page.click(".modal [data-custom-id=to]")
    await page.click_text("games", ".modal .option")
    await page.click_text("Submit", ".modal button")
    await page.shows("Peace in crimson", "#log")
    await page.until("!document.querySelector('dialog')")
    assert await at_table.bot.until("letter") == ("Peace", "", ["crimson"], [at_table.channel.id])


async def test_an_ephemeral_answer_is_marked_private_and_dismissed(
    at_table: Online, page: Tab
) -> None:
    await shown(at_table)
    await page.click("[data-custom-id=whisper]")
    await page.shows("Only you can see this", "#log .ephemeral")
    await look_as(page, "Bea")
    await page.shows("Pressed 0", "#log")
    assert "Only you see this." not in await page.text("#log")
    await look_as(page, "Ada")
    await page.click_text("Dismiss message")
    await page.until("!document.querySelector('.ephemeral')")


async def test_unread_messages_are_marked_for_everybody(at_table: Online, page: Tab) -> None:
    bea = at_table.as_user("bea").user
    private = await at_table.bot.create_dm(discord.Object(bea.id))
    await private.send("your secret choice")
    await page.until("document.querySelector(\".eye[title^='Bea'] .badge\")?.innerText === '1'")
    await look_as(page, "Bea")
    assert await page.text(".channel.unread .badge") == "1"
    await page.click_text("Tiny", ".channel")
    await page.shows("your secret choice", "#log")
    await page.until("!document.querySelector('#sidebar .badge')")
    await at_table.place.send("for the channel")
    await page.until(
        "document.querySelector('.channel.unread .channel-name').innerText === 'games'"
    )


async def test_a_layout_shows_its_pictures_and_they_open_large(at_table: Online, page: Tab) -> None:
    await at_table.answered(at_table.as_user("ada").run(at_table.channel, "board"))
    await page.click(".gallery .alt-badge")
    assert await page.text(".gallery .alt-text") == "The map: all at peace"
    await page.click(".gallery .alt-badge")
    await page.click(".gallery .picture-open")
    await page.until("document.querySelector('.lightbox img').naturalWidth === 320")
    await page.shows("The map: all at peace", ".lightbox")
    await page.press("Escape")
    await page.until("!document.querySelector('.lightbox')")
    assert await page.run("document.activeElement.classList.contains('picture-open')")


async def test_edits_deletions_and_threads_arrive(at_table: Online, page: Tab) -> None:
    sent = await at_table.place.send("before")
    await page.shows("before", "#log")
    await sent.edit(content="after")
    await page.shows("after (edited)", "#log")
    thread = await sent.create_thread(name="Game 12")
    await page.click_text("Game 12", ".thread-line")
    await page.shows("Game 12", "#chat-head")
    await thread.send("inside")
    await page.shows("inside", "#log")
    await page.click_text("games", ".channel")
    await page.shows("after", "#log")
    await sent.delete()
    await page.until("!document.querySelector('#log').innerText.includes('after')")


async def test_files_can_be_sent(at_table: Online, page: Tab, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("a note")
    root = (await page.call("DOM.getDocument"))["root"]["nodeId"]
    found = await page.call("DOM.querySelector", nodeId=root, selector="#composer input[type=file]")
    await page.call("DOM.setFileInputFiles", files=[str(note)], nodeId=found["nodeId"])
    await page.shows("note.txt", ".file-bar")
    await page.click("[aria-label='Send']")
    await page.shows("note.txt", "#log")
    assert at_table.last().attachments[0].filename == "note.txt"


async def test_replies_name_what_they_answer(at_table: Online, page: Tab) -> None:
    at_table.as_user("bea").say(at_table.channel, "who begins?")
    await page.shows("who begins?", "#log")
    await page.click(".message .tools button:last-child")
    await page.click_text("Reply", ".menu-item")
    await page.type("me")
    await page.press("Enter")
    await page.shows("who begins?", "#log .reply")
    assert at_table.last().reference is not None


async def test_the_clock_can_be_put_forward(at_table: Online, page: Tab) -> None:
    now = at_table.table.time.now() // 1_000_000
    await at_table.place.send(f"due <t:{now + 25 * 3600 + 1500}:R>")
    assert await page.text("#log time[data-relative]") == "in 1 day"
    await page.click("#skip-more")
    await page.click_text("A day on", ".menu-item")
    await page.until("document.querySelector('#log time[data-relative]').innerText === 'in 1 hour'")
    await page.click("#skip")
    await page.shows("Nothing is due.", "#toasts")


async def test_private_messages_can_be_closed(at_table: Online, page: Tab) -> None:
    await page.click("#chat-head [aria-label='Settings']")
    await page.click(".modal input[type=checkbox]")
    await page.press("Escape")
    await at_table.event("USER_UPDATE")
    assert not at_table.as_user("ada").user.dms_open


async def test_the_owner_sends_the_bot_away_and_back(at_table: Online, page: Tab) -> None:
    await page.click("#chat-head [aria-label='Settings']")
    await page.click_text("Remove Tiny", ".modal button")
    await at_table.bot.until("guild_remove")
    await page.click("#text")
    await page.type("/")
    await page.shows("There are no commands here.", ".suggestions")
    await page.press("Escape")
    await page.click("#chat-head [aria-label='Settings']")
    await page.click_text("Invite Tiny", ".modal button")
    await at_table.bot.until("guild_join")


async def test_the_banner_says_what_this_is(page: Tab) -> None:
    await page.shows("Local table", "#banner")
    await page.click("#real-server")
    await page.shows("DISCORD_TOKEN", ".modal")


async def test_what_the_table_does_not_model_is_told_on_the_page(
    at_table: Online, page: Tab
) -> None:
    with pytest.raises(Exception, match="does not model"):
        await at_table.bot.guilds[0].invites()
    await page.shows("/invites", "#toasts")


async def test_eyes_and_channel_are_remembered(at_table: Online, page: Tab) -> None:
    await look_as(page, "Cyn")
    await page.open(at_table.table.origin + "/")
    await page.until(f"{READY} && document.querySelector('.eye.mine').innerText.includes('Cyn')")
    await page.press("2", alt=True)
    await page.until(f"{READY} && document.querySelector('.eye.mine').innerText.includes('Bea')")


async def test_a_broken_line_is_told_and_mended(at_table: Online, page: Tab) -> None:
    await page.run(
        "window.lost = false; new MutationObserver(() => window.lost ||="
        " document.body.classList.contains('line-lost'))"
        ".observe(document.body, {attributes: true})"
    )
    await at_table.table.sockets.close()
    at_table.as_user("bea").say(at_table.channel, "while you were away")
    await page.shows("while you were away", "#log")
    assert await page.run("window.lost")
    await page.until("!document.body.classList.contains('line-lost')")


async def test_older_messages_come_when_one_scrolls_up(at_table: Online, page: Tab) -> None:
    for number in range(70):
        at_table.as_user("bea").say(at_table.channel, f"word {number}")
    await page.open(at_table.table.origin + "/")
    await page.until(f"{READY} && document.querySelectorAll('.message').length === 50")
    await page.run("document.querySelector('#log').scrollTop = 0")
    await page.shows("word 0", "#log")
    await page.until("document.querySelectorAll('.message').length === 70")
    middle = "[...document.querySelectorAll('.message')][35]"
    await page.run(f"{middle}.scrollIntoView({{block: 'nearest'}})")
    assert await page.run(
        f"{middle}.getBoundingClientRect().bottom"
        " <= document.querySelector('.jump').getBoundingClientRect().top"
    ), "the jump button covers what was scrolled to"
    await page.click(".jump")
    await page.until("document.querySelector('.jump').hidden")


async def test_a_phone_shows_all_of_a_long_line_of_code(at_table: Online, page: Tab) -> None:
    at_table.as_user("bea").say(at_table.channel, f"```\n{'wine and iron, ' * 8}\n```")
    await page.size(390, 844, phone=True)
    await page.until("document.querySelector('#log pre')")
    assert await page.run(
        "[...document.querySelectorAll('#log pre')].every((e) => e.scrollWidth <= e.clientWidth)"
    )


async def test_a_phone_shows_the_chat_and_a_drawer(at_table: Online, page: Tab) -> None:
    await at_table.answered(at_table.as_user("ada").run(at_table.channel, "board"))
    await shown(at_table)
    await page.size(390, 844, phone=True)
    await page.until("document.querySelector('.gallery img')?.complete")
    wide = "document.scrollingElement.scrollWidth"
    assert await page.run(f"{wide} <= innerWidth")
    assert await page.run(
        "[...document.querySelectorAll('#log *')].every("
        "(e) => e.getBoundingClientRect().right <= innerWidth + 1)"
    )
    assert await page.run(
        "[...document.querySelectorAll('#banner button')].every("
        "(e) => e.getBoundingClientRect().right <= innerWidth)"
    )
    await page.click("#open-sidebar")
    await page.click_text("Bea", ".eye")
    await page.until(f"{READY} && document.querySelector('.eye.mine').innerText.includes('Bea')")
    await page.click_text("games", ".channel")
    await page.until("document.querySelector('#shade').hidden")


async def test_everything_has_a_name_for_those_who_cannot_see(at_table: Online, page: Tab) -> None:
    await at_table.answered(at_table.as_user("ada").run(at_table.channel, "board"))
    message = await shown(at_table)
    await at_table.answered(at_table.as_user("ada").press(message, "whisper"))
    await page.shows("Only you see this.", "#log")
    await page.click("[data-custom-id=write]")
    await page.until("document.querySelector('dialog')")
    assert await nameless(page) == []
    await page.press("Escape")
    await page.until("!document.querySelector('dialog')")
    assert await nameless(page) == []


async def nameless(page: Tab) -> list[str]:
    """What can be worked, or looked at, but has no name."""
    roles = ("button", "link", "textbox", "combobox", "radio", "checkbox", "image", "dialog")
    tree = await page.call("Accessibility.getFullAXTree")
    return [
        node["role"]["value"]
        for node in tree["nodes"]
        if not node.get("ignored")
        and node.get("role", {}).get("value") in roles
        and not node.get("name", {}).get("value")
    ]


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_letters_stand_out_from_their_ground(
    at_table: Online, page: Tab, scheme: str
) -> None:
    await page.prefer(scheme)
    await at_table.answered(at_table.as_user("ada").run(at_table.channel, "board"))
    await shown(at_table)
    at_table.as_user("bea").say(at_table.channel, "`code` <@1> > x\n-# small\n> quote")
    await page.shows("quote", "#log")
    assert await page.run(FAINT.read_text()) == []
