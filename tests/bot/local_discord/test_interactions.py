"""Interactions: commands, buttons, selects, modals, suggestions, and their life cycle."""

from __future__ import annotations

import discord
import pytest

from bot.local_discord.interactions import Interaction
from bot.local_discord.invocation import NotPossible
from bot.local_discord.user_client import UserClient
from bot.local_discord.world.models import Flag
from bot.moment import MINUTE
from tests.bot.local_discord.conftest import Online

OK, FAILED = "INTERACTION_SUCCESS", "INTERACTION_FAILURE"


@pytest.fixture
def ada(online: Online) -> UserClient:
    return online.as_user("ada")


async def test_a_command_carries_its_options(online: Online, ada: UserClient) -> None:
    bea = online.as_user("bea").user
    begun = ada.run(online.channel, "game new", ruleset="fast", seats=4, friend=str(bea.id))
    assert await online.answered(begun) == OK
    ruleset, seats, friend = await online.bot.until("new")
    assert (ruleset, seats, friend.display_name) == ("fast", 4, "Bea")
    assert online.last().content == "Fast for 4"
    assert online.last().interaction is not None


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
    online: Online, ada: UserClient, values: dict[str, object], key: str
) -> None:
    with pytest.raises(NotPossible) as refused:
        ada.run(online.channel, "game new", **values)
    assert refused.value.key == key


async def test_a_command_for_servers_is_not_offered_in_private(
    online: Online, ada: UserClient
) -> None:
    offered = [each.body["name"] for each in ada.commands(ada.dm())]
    assert "game" not in offered
    assert "act" in offered
    with pytest.raises(NotPossible):
        ada.run(ada.dm(), "game new", ruleset="fast")


async def test_a_command_works_in_private(online: Online, ada: UserClient) -> None:
    begun = ada.run(ada.dm(), "act", what="pass")
    assert await online.answered(begun) == OK
    assert online.last(ada.dm()).content == "Done: pass"


async def test_suggestions_come_while_typing(online: Online, ada: UserClient) -> None:
    typed = ada.type_in(online.channel, "act", "what", what="gobi")
    assert await online.answered(typed) == OK
    assert [each["value"] for each in typed.choices] == ["move gobi steppe", "move gobi ural"]


async def test_a_bot_that_thinks_first_edits_its_answer(online: Online, ada: UserClient) -> None:
    begun = ada.run(online.channel, "slow")
    await online.answered(begun)
    original, more = await online.bot.until("slow")
    assert [each.content for each in online.messages()] == ["Thought.", "And more."]
    assert not online.messages()[0].flags & Flag.LOADING
    assert (original.content, more.content) == ("Thought.", "And more.")


async def test_a_secret_answer_is_seen_by_one(online: Online, ada: UserClient) -> None:
    begun = ada.run(online.channel, "slow", secret=True)
    await online.answered(begun)
    original, _ = await online.bot.until("slow")
    kept = online.messages()[0]
    assert kept.only == ada.user.id
    with pytest.raises(discord.NotFound):
        await online.place.fetch_message(original.id)
    assert [each async for each in online.place.history()] != []
    with pytest.raises(NotPossible):
        online.as_user("bea").delete(kept)
    ada.delete(kept)
    assert kept not in online.messages()


async def pressed(online: Online, client: UserClient, custom_id: str) -> Interaction:
    begun = client.run(online.channel, "choice")
    await online.answered(begun)
    press = client.press(online.last(), custom_id)
    await online.answered(press)
    return press


async def test_a_button_changes_its_message(online: Online, ada: UserClient) -> None:
    await pressed(online, ada, "count")
    assert online.last().content == "Pressed 1"
    press = online.as_user("bea").press(online.last(), "count")
    await online.answered(press)
    assert online.last().content == "Pressed 2"
    assert len(online.messages()) == 1


async def test_a_button_answers_in_secret(online: Online, ada: UserClient) -> None:
    await pressed(online, ada, "whisper")
    assert online.last().only == ada.user.id


async def test_a_select_tells_what_was_chosen(online: Online, ada: UserClient) -> None:
    await online.answered(ada.run(online.channel, "choice"))
    message = online.last()
    await online.answered(ada.choose(message, "colours", ["jade", "amber"]))
    assert await online.bot.until("chosen") == ["jade", "amber"]
    await online.event("MESSAGE_CREATE", lambda each: bool(each.message and each.message.only))
    assert online.last().content == "Chosen: jade, amber"
    for unfit in ([], ["violet"], ["jade", "amber", "crimson"]):
        with pytest.raises(NotPossible):
            ada.choose(message, "colours", unfit)


async def test_a_modal_is_filled_in_and_handed_in(online: Online, ada: UserClient) -> None:
    shown = await pressed(online, ada, "write")
    assert shown.modal is not None and shown.modal["title"] == "A letter"
    channel = online.channel
    values = {"subject": "Peace", "text": "", "colour": ["jade"], "to": [str(channel.id)]}
    with pytest.raises(NotPossible):
        ada.submit(shown, {**values, "subject": ""})
    with pytest.raises(NotPossible):
        online.as_user("bea").submit(shown, values)
    await online.answered(ada.submit(shown, values))
    assert await online.bot.until("letter") == ("Peace", "", ["jade"], [channel.id])
    assert online.last().content == "**Peace** in jade"
    with pytest.raises(NotPossible):
        ada.submit(shown, values)


async def test_a_layouts_button_works(online: Online, ada: UserClient) -> None:
    await online.answered(ada.run(online.channel, "board"))
    sent = await online.bot.until("board")
    assert sent.attachments[0].filename == "map.png"
    message = online.table.world.message(online.channel.id, sent.id)
    assert message is not None
    await online.answered(ada.press(message, "my-move"))
    assert online.last().content == "Your move."


async def test_a_bot_that_does_not_answer_in_time_has_failed(
    online: Online, ada: UserClient
) -> None:
    online.table.discord.interactions.seconds = 0.05
    begun = ada.run(online.channel, "crash")
    assert await online.answered(begun) == FAILED
    interaction = await online.bot.until("crash")
    with pytest.raises(discord.NotFound) as late:
        await interaction.response.send_message("too late")
    assert late.value.code == 10062


async def test_without_a_bot_an_interaction_fails_at_once(online: Online, ada: UserClient) -> None:
    online.table.discord.gateway.sessions.clear()
    assert await online.answered(ada.run(online.channel, "crash")) == FAILED


async def test_an_interaction_is_answered_once(online: Online, ada: UserClient) -> None:
    await online.answered(ada.run(online.channel, "slow"))
    interaction = await online.bot.until("thinking")
    await online.bot.until("slow")
    again = discord.InteractionResponse(interaction)
    with pytest.raises(discord.HTTPException) as refused:
        await again.send_message("twice")
    assert (refused.value.status, refused.value.code) == (400, 40060)


async def test_a_token_is_good_for_fifteen_minutes(online: Online, ada: UserClient) -> None:
    await online.answered(ada.run(online.channel, "slow"))
    interaction = await online.bot.until("thinking")
    await online.bot.until("slow")
    online.table.time.skip(14 * MINUTE)
    await interaction.followup.send("in time")
    online.table.time.skip(2 * MINUTE)
    with pytest.raises(discord.HTTPException) as expired:
        await interaction.followup.send("too late")
    assert expired.value.code == 50027


async def test_following_up_before_answering_is_refused(online: Online, ada: UserClient) -> None:
    ada.run(online.channel, "crash")
    interaction = await online.bot.until("crash")
    with pytest.raises(discord.NotFound) as unknown:
        await interaction.followup.send("first?")
    assert unknown.value.code == 10015
    await interaction.response.send_message("now")


async def test_the_original_answer_can_be_deleted(online: Online, ada: UserClient) -> None:
    await online.answered(ada.run(online.channel, "slow"))
    interaction = await online.bot.until("thinking")
    await online.bot.until("slow")
    await interaction.delete_original_response()
    assert [each.content for each in online.messages()] == ["And more."]
    with pytest.raises(discord.NotFound) as gone:
        await interaction.edit_original_response(content="again")
    assert gone.value.code == 10008


async def test_where_the_channel_is_gone_nothing_can_be_answered(
    online: Online, ada: UserClient
) -> None:
    ada.run(online.channel, "crash")
    interaction = await online.bot.until("crash")
    online.table.world.delete_channel(online.channel)
    with pytest.raises(discord.NotFound) as gone:
        await interaction.response.send_message("anybody here?")
    assert gone.value.code == 10003


async def test_a_follow_up_takes_the_place_of_thinking(online: Online, ada: UserClient) -> None:
    ada.run(online.channel, "crash")
    interaction = await online.bot.until("crash")
    await interaction.response.defer(ephemeral=True, thinking=True)
    assert online.last().flags & Flag.LOADING
    await interaction.followup.send("here it is")
    assert [each.content for each in online.messages()] == ["here it is"]
    assert online.last().only == ada.user.id


@pytest.mark.parametrize("kind", [6, 7, 8])
async def test_an_answer_of_the_wrong_kind_is_refused(
    online: Online, ada: UserClient, kind: int
) -> None:
    ada.run(online.channel, "crash")
    interaction = await online.bot.until("crash")
    route = discord.http.Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    with pytest.raises(discord.HTTPException, match="must be one of"):
        await online.bot.http.request(route, json={"type": kind, "data": {}})
    await interaction.response.send_message("fine")


async def test_a_disabled_button_cannot_be_pressed(online: Online, ada: UserClient) -> None:
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="No", custom_id="no", disabled=True))
    await online.place.send("x", view=view)
    with pytest.raises(NotPossible):
        ada.press(online.last(), "no")
    with pytest.raises(NotPossible):
        ada.press(online.last(), "forged")
