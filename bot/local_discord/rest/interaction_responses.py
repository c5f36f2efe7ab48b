"""Routes of interaction responses: the first answer, its edits, and follow-ups."""

from __future__ import annotations

from typing import Any

from bot.local_discord import interactions as life
from bot.local_discord.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from bot.local_discord.payloads import objects
from bot.local_discord.payloads.commands import read_choices
from bot.local_discord.payloads.errors import UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, Refusal, wrong_at
from bot.local_discord.payloads.message_body import write
from bot.local_discord.payloads.modals import read_modal
from bot.local_discord.rest.request import Answer, ApiRequest
from bot.local_discord.rest.routes import route
from bot.local_discord.sending import unarchive_thread
from bot.local_discord.world.models import Flag, Json, Message, MessageKind

MESSAGE, THINKING, QUIET, UPDATE, CHOICES, SHOW_MODAL = 4, 5, 6, 7, 8, 9
FITTING = {
    COMMAND: (MESSAGE, THINKING, SHOW_MODAL),
    COMPONENT: (MESSAGE, THINKING, QUIET, UPDATE, SHOW_MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL: (MESSAGE, THINKING, QUIET, UPDATE),
}
HOOK = "/webhooks/{application}/{token}"


@route("POST", "/interactions/{interaction}/{token}/callback", needs_token=False)
async def first_answer(call: ApiRequest) -> Answer:
    """The first answer to an interaction; there is only one, and it has three seconds."""
    life_cycle = call.discord.interactions
    interaction = life_cycle.to_answer(call.number("interaction"), call.args["token"])
    fields = call.fields()
    kind = fields.number("type", 1, 12, required=True)
    fields.wrong.refuse()
    if kind not in FITTING[interaction.kind] or (
        kind in (QUIET, UPDATE) and interaction.message is None
    ):
        allowed = ", ".join(map(str, FITTING[interaction.kind]))
        raise wrong_at(
            "type", code="BASE_TYPE_CHOICES", message=f"Value must be one of {{{allowed}}}."
        )
    data = fields.body.get("data") or {}
    message = _carry_out(call, interaction, kind, data)
    life_cycle.answered(interaction, kind, message)
    if call.query.get("with_response") not in ("1", "true", "True"):
        return Answer(status=204)
    return Answer(_callback(call, interaction, kind, message))


def _carry_out(call: ApiRequest, interaction: Interaction, kind: int, data: Json) -> Message | None:
    if kind == CHOICES:
        interaction.choices = read_choices(data, _focused_kind(interaction.data))
        return None
    if kind == SHOW_MODAL:
        interaction.modal = read_modal(data)
        return None
    if kind == QUIET:
        return interaction.message
    if kind == UPDATE:
        message = _existing(call, interaction.message)
        _edit(call, interaction, message, data, ("data",))
        return message
    if kind == THINKING:
        return _post(call, interaction, None, data)
    return _post(call, interaction, data, data)


def _focused_kind(data: Json) -> int:
    for option in data.get("options", []):
        if option.get("focused"):
            return int(option["type"])
        found = _focused_kind(option)
        if found:
            return found
    return 0


def _post(
    call: ApiRequest,
    interaction: Interaction,
    body: Json | None,
    flagged: Json,
    prefix: str = "data",
) -> Message:
    """A message that answers an interaction; without a body it says that the bot thinks."""
    world = call.world
    if interaction.channel.id not in world.channels:
        raise Refusal(*UNKNOWN_CHANNEL)
    flags = int(flagged.get("flags") or 0) & (Flag.EPHEMERAL | Flag.SUPPRESS_NOTIFICATIONS)
    kinds = {1: MessageKind.COMMAND, 2: MessageKind.CONTEXT_COMMAND, 3: MessageKind.CONTEXT_COMMAND}
    kind = MessageKind.PLAIN
    if interaction.kind == COMMAND:
        kind = kinds[interaction.data.get("type", 1)]
    message = Message(
        id=world.new_id(),
        channel_id=interaction.channel.id,
        author_id=call.bot.id,
        sent=world.now(),
        kind=kind,
        flags=flags if body is not None else flags | Flag.LOADING,
        only=interaction.user.id if flags & Flag.EPHEMERAL else None,
        interaction=life.metadata(interaction),
        by_interaction=True,
    )
    if body is not None:
        kind = message.kind
        steps = (prefix,) if prefix else ()
        write(world, interaction.channel, message, body, call.files, new=True, prefix=steps)
        message.kind = kind
    unarchive_thread(world, interaction.channel, call.bot)
    return world.post(message)


def _edit(
    call: ApiRequest,
    interaction: Interaction,
    message: Message,
    body: Any,
    prefix: tuple[str, ...] = (),
) -> None:
    loading = message.flags & Flag.LOADING
    write(call.world, interaction.channel, message, body, call.files, prefix=prefix)
    message.flags &= ~Flag.LOADING
    if not loading:
        message.edited = call.world.now()
    call.world.change_message(message)


def _existing(call: ApiRequest, message: Message | None) -> Message:
    """The message, if it was not deleted since."""
    if message is None or call.world.message(message.channel_id, message.id) is None:
        raise Refusal(*UNKNOWN_MESSAGE)
    return message


def _callback(
    call: ApiRequest, interaction: Interaction, kind: int, message: Message | None
) -> Json:
    interaction_object: Json = {"id": str(interaction.id), "type": interaction.kind}
    form: Json = {"interaction": interaction_object}
    if message is not None:
        interaction_object["response_message_id"] = str(message.id)
        interaction_object["response_message_loading"] = bool(message.flags & Flag.LOADING)
        interaction_object["response_message_ephemeral"] = message.ephemeral
        if kind in (MESSAGE, UPDATE):
            form["resource"] = {"type": kind, "message": objects.message(call.world, message)}
    return form


# After the first answer.


def _followed(call: ApiRequest) -> Interaction:
    return call.discord.interactions.to_follow(call.number("application"), call.args["token"])


@route("POST", HOOK, needs_token=False)
async def follow_up(call: ApiRequest) -> Answer:
    """One message more. The first one after "thinking" takes the place of that."""
    interaction = _followed(call)
    body = call.body if isinstance(call.body, dict) else {}
    original = call.world.message(interaction.channel.id, interaction.original or 0)
    if original is not None and original.flags & Flag.LOADING:
        body = {**body, "flags": int(body.get("flags") or 0) & ~Flag.EPHEMERAL}
        _edit(call, interaction, original, body)
        return Answer(objects.message(call.world, original))
    message = _post(call, interaction, body, body, prefix="")
    return Answer(objects.message(call.world, message))


def _hooked(call: ApiRequest) -> tuple[Interaction, Message]:
    """The message of a token: the original, or one of its follow-ups."""
    interaction = _followed(call)
    if call.args.get("message", "@original") == "@original":
        number = interaction.original
    else:
        number = call.number("message")
    message = call.world.message(interaction.channel.id, number or 0)
    if message is None or message.author_id != call.bot.id:
        raise Refusal(*UNKNOWN_MESSAGE)
    return interaction, message


@route("GET", HOOK + "/messages/{message}", needs_token=False)
async def hooked(call: ApiRequest) -> Answer:
    """The original answer, or a follow-up."""
    return Answer(objects.message(call.world, _hooked(call)[1]))


@route("PATCH", HOOK + "/messages/{message}", needs_token=False)
async def edit_hooked(call: ApiRequest) -> Answer:
    """Change the original answer, or a follow-up."""
    interaction, message = _hooked(call)
    _edit(call, interaction, message, call.body)
    return Answer(objects.message(call.world, message))


@route("DELETE", HOOK + "/messages/{message}", needs_token=False)
async def delete_hooked(call: ApiRequest) -> Answer:
    """Delete the original answer, or a follow-up."""
    _, message = _hooked(call)
    call.world.delete_message(message)
    return Answer(status=204)
