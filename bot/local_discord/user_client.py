"""Everything a Discord user can do, as calls: write, run commands, press, choose, submit.

The page, the demo and the tests all act through this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.local_discord.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from bot.local_discord.invocation import Entry, NotPossible, describe, usable
from bot.local_discord.payloads import components as c
from bot.local_discord.payloads.modals import fits, handed_in
from bot.local_discord.payloads.uploads import Upload
from bot.local_discord.sending import join_thread, send_message
from bot.local_discord.simulated_discord import SimulatedDiscord
from bot.local_discord.world.models import Channel, Command, Json, Message, User
from bot.local_discord.world.permissions import P


class UserClient:
    """A user's client. What they cannot do raises `NotPossible` or Discord's refusal."""

    def __init__(self, discord: SimulatedDiscord, user: User) -> None:
        self.discord = discord
        self.world = discord.world
        self.user = user

    # Messages.

    def say(
        self,
        channel: Channel,
        text: str,
        files: Sequence[Upload] = (),
        *,
        reply_to: int | None = None,
    ) -> Message:
        """Post a message."""
        body: Json = {"content": text}
        if reply_to is not None:
            body["message_reference"] = {"message_id": str(reply_to)}
        message = send_message(self.world, channel, self.user, body, dict(enumerate(files)))
        self.world.read(self.user.id, channel, message.id)
        self.world.storage.commit()
        return message

    def delete(self, message: Message) -> None:
        """Delete one's own message, another's with the permission, or dismiss an ephemeral one."""
        channel = self.world.channels[message.channel_id]
        own = self.user.id in (message.author_id, message.only)
        if not own and not self.world.allowed(self.user.id, channel) & P.MANAGE_MESSAGES:
            raise NotPossible("not_allowed")
        self.world.delete_message(message)
        self.world.storage.commit()

    def dm(self) -> Channel:
        """Open the DM channel with the bot."""
        channel = self.world.dm(self.user)
        self.world.storage.commit()
        return channel

    def join_thread(self, channel: Channel) -> None:
        """Join a thread."""
        join_thread(self.world, channel, self.user)
        self.world.storage.commit()

    def set_dms(self, is_open: bool) -> None:
        """Take private messages from the bot, or not."""
        self.user.dms_open = is_open
        self.world.change_user(self.user)
        self.world.storage.commit()

    # Interactions.

    def commands(self, channel: Channel) -> list[Command]:
        """The commands one is offered in a channel."""
        return usable(self.world, self.user, channel)

    def run(self, channel: Channel, line: str, **values: Any) -> Interaction:
        """Run a slash command, such as `run(channel, "game new", seats=3)`."""
        name, *words = line.removeprefix("/").split()
        command = self._command(channel, name)
        data = Entry(self.world, channel, command).data(words, values)
        return self._begin(COMMAND, channel, data, name=" ".join([name, *words]))

    def type_in(self, channel: Channel, line: str, focused: str, **values: Any) -> Interaction:
        """Type one option of a slash command; the bot's suggestions come as its answer."""
        name, *words = line.removeprefix("/").split()
        command = self._command(channel, name)
        data = Entry(self.world, channel, command).data(words, values, focused)
        return self._begin(AUTOCOMPLETE, channel, data)

    def _command(self, channel: Channel, name: str) -> Command:
        for command in self.commands(channel):
            if command.body["name"] == name:
                return command
        raise NotPossible("no_such_command", name=name)

    def press(self, message: Message, custom_id: str) -> Interaction:
        """Press a button."""
        button = self._component(message, custom_id)
        if button["type"] != c.BUTTON:
            raise NotPossible("no_such_component")
        data = {"custom_id": custom_id, "component_type": c.BUTTON, "id": button["id"]}
        return self._on(message, data)

    def choose(self, message: Message, custom_id: str, values: Sequence[str]) -> Interaction:
        """Choose in a select."""
        select = self._component(message, custom_id)
        if select["type"] not in c.SELECTS or not fits(select, list(values)):
            raise NotPossible("no_such_component")
        data: Json = {
            "custom_id": custom_id,
            "component_type": select["type"],
            "id": select["id"],
            "values": list(values),
        }
        if select["type"] != c.STRING_SELECT:
            data["resolved"] = self._resolved(message.channel_id, values)
        return self._on(message, data)

    def _component(self, message: Message, custom_id: str) -> Json:
        channel = self.world.channels[message.channel_id]
        visible = message.only in (None, self.user.id) and self.world.sees(self.user.id, channel)
        found = c.find(message.components, custom_id)
        if not visible or found is None or found.get("disabled"):
            raise NotPossible("no_such_component")
        return found

    def _resolved(self, channel_id: int, values: Sequence[str]) -> Json:
        found: Json = {}
        for value in values:
            describe(self.world, self.world.channels[channel_id], value, found)
        return found

    def _on(self, message: Message, data: Json) -> Interaction:
        channel = self.world.channels[message.channel_id]
        return self._begin(COMPONENT, channel, data, message=message)

    def submit(self, shown: Interaction, values: dict[str, Any]) -> Interaction:
        """Submit the modal that an interaction was answered with."""
        modal = shown.modal
        if modal is None or shown.user.id != self.user.id:
            raise NotPossible("no_such_modal")
        resolved: Json = {}
        try:
            rows = handed_in(modal, values)
        except ValueError as unfit:
            raise NotPossible("modal_unfit", field=str(unfit)) from None
        for field in c.walk(modal["components"]):
            if field["type"] in c.SELECTS and field["type"] != c.STRING_SELECT:
                chosen = values.get(field["custom_id"]) or []
                described = self._resolved(shown.channel.id, chosen)
                for name, found in described.items():
                    resolved.setdefault(name, {}).update(found)
        data: Json = {"custom_id": modal["custom_id"], "components": rows}
        if resolved:
            data["resolved"] = resolved
        begun = self._begin(MODAL, shown.channel, data, message=shown.message, cause=shown)
        shown.modal = None
        return begun

    def _begin(
        self,
        kind: int,
        channel: Channel,
        data: Json,
        *,
        message: Message | None = None,
        cause: Interaction | None = None,
        name: str = "",
    ) -> Interaction:
        if not self.world.sees(self.user.id, channel):
            raise NotPossible("not_allowed")
        guild = self.world.guild_of(channel)
        if guild is not None and self.world.bot.id not in guild.members:
            raise NotPossible("bot_gone", bot=str(self.world.bot.global_name))
        interaction = Interaction(
            self.world, kind, self.user, channel, data, message=message, cause=cause, name=name
        )
        reachable = bool(self.discord.gateway.sessions)
        return self.discord.interactions.begin(interaction, reachable=reachable)
