"""Interactions: commands, buttons, selects, modals, suggestions, and their life cycle."""

from __future__ import annotations

import discord
import pytest

from bot.moment import MINUTE
from bot.table.hand import Hand
from bot.table.interactions import Interaction
from bot.table.invocation import NotPossible
from bot.table.world.things import Flag
from tests.table.conftest import Seated

OK, FAILED = "INTERACTION_SUCCESS", "INTERACTION_FAILURE"


@pytest.fixture
def ada(seated: Seated) -> Hand:
    return seated.hand("ada")


async def test_a_command_carries_its_options(seated: Seated, ada: Hand) -> None:
    bea = seated.hand("bea").user
    begun = ada.run(seated.channel, "game new", ruleset="fast", seats=4, friend=str(bea.id))
    assert await seated.answered(begun) == OK
    ruleset, seats, friend = await seated.bot.until("new")
    assert (ruleset, seats, friend.display_name) == ("fast", 4, "Bea")
    assert seated.last().content == "Fast for 4"
    assert seated.last().interaction is not None


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({}, "option_missing"),
        ({"ruleset": "chess"}, "option_unfit"),
        ({"ruleset": "fast", "seats": 7}, "option_unfit"),
        ({"ruleset": "fast", "seats": "many"}, "option_unfit"),
        ({"ruleset": "fast", "friend": "1"}, "option_unfit"),
    ],
)
async def test_options_that_do_not_fit_never_reach_the_bot(
    seated: Seated, ada: Hand, values: dict[str, object], key: str
) -> None:
    with pytest.raises(NotPossible) as refused:
        ada.run(seated.channel, "game new", **values)
    assert refused.value.key == key


async def test_a_command_for_servers_is_not_offered_in_private(seated: Seated, ada: Hand) -> None:
    offered = [each.body["name"] for each in ada.commands(ada.dm())]
    assert "game" not in offered
    assert "act" in offered
    with pytest.raises(NotPossible):
        ada.run(ada.dm(), "game new", ruleset="fast")


async def test_a_command_works_in_private(seated: Seated, ada: Hand) -> None:
    begun = ada.run(ada.dm(), "act", what="pass")
    assert await seated.answered(begun) == OK
    assert seated.last(ada.dm()).content == "Done: pass"


async def test_suggestions_come_while_typing(seated: Seated, ada: Hand) -> None:
    typed = ada.type_in(seated.channel, "act", "what", what="gobi")
    assert await seated.answered(typed) == OK
    assert [each["value"] for each in typed.choices] == ["move gobi steppe", "move gobi ural"]


async def test_a_bot_that_thinks_first_edits_its_answer(seated: Seated, ada: Hand) -> None:
    begun = ada.run(seated.channel, "slow")
    await seated.answered(begun)
    original, more = await seated.bot.until("slow")
    assert [each.content for each in seated.messages()] == ["Thought.", "And more."]
    assert not seated.messages()[0].flags & Flag.LOADING
    assert (original.content, more.content) == ("Thought.", "And more.")


async def test_a_secret_answer_is_seen_by_one(seated: Seated, ada: Hand) -> None:
    begun = ada.run(seated.channel, "slow", secret=True)
    await seated.answered(begun)
    original, _ = await seated.bot.until("slow")
    kept = seated.messages()[0]
    assert kept.only == ada.user.id
    with pytest.raises(discord.NotFound):
        await seated.place.fetch_message(original.id)
    assert [each async for each in seated.place.history()] != []
    with pytest.raises(NotPossible):
        seated.hand("bea").delete(kept)
    ada.delete(kept)
    assert kept not in seated.messages()


async def pressed(seated: Seated, hand: Hand, custom_id: str) -> Interaction:
    begun = hand.run(seated.channel, "choice")
    await seated.answered(begun)
    press = hand.press(seated.last(), custom_id)
    await seated.answered(press)
    return press


async def test_a_button_changes_its_message(seated: Seated, ada: Hand) -> None:
    await pressed(seated, ada, "count")
    assert seated.last().content == "Pressed 1"
    press = seated.hand("bea").press(seated.last(), "count")
    await seated.answered(press)
    assert seated.last().content == "Pressed 2"
    assert len(seated.messages()) == 1


async def test_a_button_answers_in_secret(seated: Seated, ada: Hand) -> None:
    await pressed(seated, ada, "whisper")
    assert seated.last().only == ada.user.id


async def test_a_select_tells_what_was_chosen(seated: Seated, ada: Hand) -> None:
    await seated.answered(ada.run(seated.channel, "choice"))
    message = seated.last()
    await seated.answered(ada.choose(message, "colours", ["jade", "amber"]))
    assert await seated.bot.until("chosen") == ["jade", "amber"]
    await seated.event("MESSAGE_CREATE", lambda each: bool(each.message and each.message.only))
    assert seated.last().content == "Chosen: jade, amber"
    for unfit in ([], ["violet"], ["jade", "amber", "crimson"]):
        with pytest.raises(NotPossible):
            ada.choose(message, "colours", unfit)


async def test_a_modal_is_filled_in_and_handed_in(seated: Seated, ada: Hand) -> None:
    shown = await pressed(seated, ada, "write")
    assert shown.modal is not None and shown.modal["title"] == "A letter"
    bea = seated.hand("bea").user
    values = {"subject": "Peace", "text": "", "colour": ["jade"], "to": [str(bea.id)]}
    with pytest.raises(NotPossible):
        ada.submit(shown, {**values, "subject": ""})
    with pytest.raises(NotPossible):
        seated.hand("bea").submit(shown, values)
    await seated.answered(ada.submit(shown, values))
    assert await seated.bot.until("letter") == ("Peace", "", ["jade"], ["bea"])
    assert seated.last().content == "**Peace** in jade"
    with pytest.raises(NotPossible):
        ada.submit(shown, values)


async def test_a_layouts_button_works(seated: Seated, ada: Hand) -> None:
    await seated.answered(ada.run(seated.channel, "board"))
    sent = await seated.bot.until("board")
    assert sent.attachments[0].filename == "map.png"
    message = seated.table.world.message(seated.channel.id, sent.id)
    assert message is not None
    await seated.answered(ada.press(message, "my-move"))
    assert seated.last().content == "Your move."


async def test_a_command_from_a_messages_menu(seated: Seated, ada: Hand) -> None:
    said = seated.hand("dan").say(seated.channel, "remember this")
    await seated.answered(ada.run_on(seated.channel, "Quote", said))
    assert await seated.bot.until("quote") == "remember this"
    assert seated.last().content == "> remember this"


async def test_a_bot_that_does_not_answer_in_time_has_failed(seated: Seated, ada: Hand) -> None:
    seated.table.standin.interactions.seconds = 0.05
    begun = ada.run(seated.channel, "crash")
    assert await seated.answered(begun) == FAILED
    interaction = await seated.bot.until("crash")
    with pytest.raises(discord.NotFound) as late:
        await interaction.response.send_message("too late")
    assert late.value.code == 10062


async def test_without_a_bot_an_interaction_fails_at_once(seated: Seated, ada: Hand) -> None:
    seated.table.standin.gateway.sessions.clear()
    assert await seated.answered(ada.run(seated.channel, "crash")) == FAILED


async def test_an_interaction_is_answered_once(seated: Seated, ada: Hand) -> None:
    await seated.answered(ada.run(seated.channel, "slow"))
    interaction = await seated.bot.until("thinking")
    await seated.bot.until("slow")
    again = discord.InteractionResponse(interaction)
    with pytest.raises(discord.HTTPException) as refused:
        await again.send_message("twice")
    assert (refused.value.status, refused.value.code) == (400, 40060)


async def test_a_token_is_good_for_fifteen_minutes(seated: Seated, ada: Hand) -> None:
    await seated.answered(ada.run(seated.channel, "slow"))
    interaction = await seated.bot.until("thinking")
    await seated.bot.until("slow")
    seated.table.time.skip(14 * MINUTE)
    await interaction.followup.send("in time")
    seated.table.time.skip(2 * MINUTE)
    with pytest.raises(discord.HTTPException) as expired:
        await interaction.followup.send("too late")
    assert expired.value.code == 50027


async def test_following_up_before_answering_is_refused(seated: Seated, ada: Hand) -> None:
    ada.run(seated.channel, "crash")
    interaction = await seated.bot.until("crash")
    with pytest.raises(discord.NotFound) as unknown:
        await interaction.followup.send("first?")
    assert unknown.value.code == 10015
    await interaction.response.send_message("now")


async def test_the_original_answer_can_be_deleted(seated: Seated, ada: Hand) -> None:
    await seated.answered(ada.run(seated.channel, "slow"))
    interaction = await seated.bot.until("thinking")
    await seated.bot.until("slow")
    await interaction.delete_original_response()
    assert [each.content for each in seated.messages()] == ["And more."]
    with pytest.raises(discord.NotFound) as gone:
        await interaction.edit_original_response(content="again")
    assert gone.value.code == 10008


async def test_where_the_channel_is_gone_nothing_can_be_answered(seated: Seated, ada: Hand) -> None:
    ada.run(seated.channel, "crash")
    interaction = await seated.bot.until("crash")
    seated.table.world.delete_channel(seated.channel)
    with pytest.raises(discord.NotFound) as gone:
        await interaction.response.send_message("anybody here?")
    assert gone.value.code == 10003


async def test_a_follow_up_takes_the_place_of_thinking(seated: Seated, ada: Hand) -> None:
    ada.run(seated.channel, "crash")
    interaction = await seated.bot.until("crash")
    await interaction.response.defer(ephemeral=True, thinking=True)
    assert seated.last().flags & Flag.LOADING
    await interaction.followup.send("here it is")
    assert [each.content for each in seated.messages()] == ["here it is"]
    assert seated.last().only == ada.user.id


@pytest.mark.parametrize("kind", [6, 7, 8])
async def test_an_answer_of_the_wrong_kind_is_refused(seated: Seated, ada: Hand, kind: int) -> None:
    ada.run(seated.channel, "crash")
    interaction = await seated.bot.until("crash")
    route = discord.http.Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    with pytest.raises(discord.HTTPException, match="must be one of"):
        await seated.bot.http.request(route, json={"type": kind, "data": {}})
    await interaction.response.send_message("fine")


async def test_a_disabled_button_cannot_be_pressed(seated: Seated, ada: Hand) -> None:
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="No", custom_id="no", disabled=True))
    await seated.place.send("x", view=view)
    with pytest.raises(NotPossible):
        ada.press(seated.last(), "no")
    with pytest.raises(NotPossible):
        ada.press(seated.last(), "forged")
