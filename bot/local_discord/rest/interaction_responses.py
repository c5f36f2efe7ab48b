"""Routes of interaction responses: the first answer, its edits, and follow-ups."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from aiohttp import web
from msgspec import Meta

from bot.local_discord import interactions as life
from bot.local_discord.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from bot.local_discord.payloads import objects
from bot.local_discord.payloads.commands import read_choices
from bot.local_discord.payloads.errors import (
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    Path,
    Refusal,
    wrong_at,
)
from bot.local_discord.payloads.message_body import Body, write
from bot.local_discord.payloads.modals import read_modal
from bot.local_discord.payloads.reading import read
from bot.local_discord.rest.endpoint import Endpoint, answer, nothing
from bot.local_discord.sending import unarchive_thread
from bot.local_discord.world.models import Flag, Json, Message, MessageKind

MESSAGE, THINKING, QUIET, UPDATE, CHOICES, SHOW_MODAL = 4, 5, 6, 7, 8, 9
FITTING = {
    COMMAND: (MESSAGE, THINKING, SHOW_MODAL),
    COMPONENT: (MESSAGE, THINKING, QUIET, UPDATE, SHOW_MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL: (MESSAGE, THINKING, QUIET, UPDATE),
}
DATA = ("data",)
routes = web.RouteTableDef()


class Callback(msgspec.Struct):
    """A first answer: its kind, and what is in it."""

    type: Annotated[int, Meta(ge=1, le=12)]
    data: Any = None


class Answering(Endpoint):
    """A path where interactions are answered; it goes by their token, not by the bot's."""

    needs_token = False

    def post_message(self, about: Interaction, body: Any, at: Path, *, loading: bool) -> Message:
        """A message that answers an interaction; one that is loading says that the bot thinks."""
        world = self.world
        if about.channel.id not in world.channels:
            raise Refusal(*UNKNOWN_CHANNEL)
        flags = (read(Body, body, at).flags or 0) & (Flag.EPHEMERAL | Flag.SUPPRESS_NOTIFICATIONS)
        kind = MessageKind.COMMAND if about.kind == COMMAND else MessageKind.PLAIN
        message = Message(
            id=world.new_id(),
            channel_id=about.channel.id,
            author_id=self.bot.id,
            sent=world.now(),
            flags=flags | Flag.LOADING if loading else flags,
            only=about.user.id if flags & Flag.EPHEMERAL else None,
            interaction=life.metadata(about),
            by_interaction=True,
        )
        if not loading:
            write(world, about.channel, message, body, self.files, new=True, at=at)
        message.kind = kind
        unarchive_thread(world, about.channel, self.bot)
        return world.post(message)

    def edit_message(self, about: Interaction, message: Message, body: Any, at: Path = ()) -> None:
        """Change an answer, or put it in the place of "thinking"."""
        loading = message.flags & Flag.LOADING
        write(self.world, about.channel, message, body, self.files, at=at)
        message.flags &= ~Flag.LOADING
        if not loading:
            message.edited = self.world.now()
        self.world.change_message(message)

    def followed(self) -> Interaction:
        """The interaction of a token that is still good."""
        number = self.number("application")
        return self.discord.interactions.to_follow(number, self.arg("token"))


@routes.view("/interactions/{interaction}/{token}/callback")
class FirstAnswer(Answering):
    """The first answer to an interaction; there is only one, and it has three seconds."""

    async def post(self) -> web.Response:
        """Give it."""
        life_cycle = self.discord.interactions
        interaction = life_cycle.to_answer(self.number("interaction"), self.arg("token"))
        callback = self.body(Callback)
        kind, data = callback.type, {} if callback.data is None else callback.data
        if kind not in FITTING[interaction.kind] or (
            kind in (QUIET, UPDATE) and interaction.message is None
        ):
            allowed = ", ".join(map(str, FITTING[interaction.kind]))
            message = f"Value must be one of {{{allowed}}}."
            raise wrong_at(("type",), "BASE_TYPE_CHOICES", message)
        original = self._carry_out(interaction, kind, data)
        life_cycle.answered(interaction, kind, original)
        if self.request.query.get("with_response") not in ("1", "true", "True"):
            return nothing()
        return answer(self._callback(interaction, kind, original))

    def _carry_out(self, interaction: Interaction, kind: int, data: Any) -> Message | None:
        message = interaction.message
        match kind:
            case 8:
                interaction.choices = read_choices(data, _focused_kind(interaction.data))
                return None
            case 9:
                interaction.modal = read_modal(data)
                return None
            case 7:
                if message is None or self.world.message(message.channel_id, message.id) is None:
                    raise Refusal(*UNKNOWN_MESSAGE)
                self.edit_message(interaction, message, data, DATA)
                return message
            case 6:
                return message
        return self.post_message(interaction, data, DATA, loading=kind == THINKING)

    def _callback(self, interaction: Interaction, kind: int, message: Message | None) -> Json:
        about: Json = {"id": str(interaction.id), "type": interaction.kind}
        form: Json = {"interaction": about}
        if message is not None:
            about["response_message_id"] = str(message.id)
            about["response_message_loading"] = bool(message.flags & Flag.LOADING)
            about["response_message_ephemeral"] = message.ephemeral
            if kind in (MESSAGE, UPDATE):
                form["resource"] = {"type": kind, "message": objects.message(self.world, message)}
        return form


def _focused_kind(data: Json) -> int:
    for option in data.get("options", []):
        if option.get("focused"):
            return int(option["type"])
        found = _focused_kind(option)
        if found:
            return found
    return 0


@routes.view("/webhooks/{application}/{token}")
class FollowUp(Answering):
    """What comes after the first answer."""

    async def post(self) -> web.Response:
        """One message more. The first one after "thinking" takes the place of that."""
        interaction = self.followed()
        original = self.world.message(interaction.channel.id, interaction.original or 0)
        if original is not None and original.flags & Flag.LOADING:
            self.edit_message(interaction, original, self.json)
            return answer(objects.message(self.world, original))
        message = self.post_message(interaction, self.json, (), loading=False)
        return answer(objects.message(self.world, message))


@routes.view("/webhooks/{application}/{token}/messages/{message}")
class OneAnswer(Answering):
    """The original answer, or a follow-up."""

    def _found(self) -> tuple[Interaction, Message]:
        interaction = self.followed()
        original = self.arg("message") == "@original"
        number = interaction.original if original else self.number("message")
        message = self.world.message(interaction.channel.id, number or 0)
        if message is None or message.author_id != self.bot.id:
            raise Refusal(*UNKNOWN_MESSAGE)
        return interaction, message

    async def get(self) -> web.Response:
        """What it says."""
        return answer(objects.message(self.world, self._found()[1]))

    async def patch(self) -> web.Response:
        """Change it."""
        interaction, message = self._found()
        self.edit_message(interaction, message, self.json)
        return answer(objects.message(self.world, message))

    async def delete(self) -> web.Response:
        """Delete it."""
        self.world.delete_message(self._found()[1])
        return nothing()
