"""The command tree: every command gets an answer, also an outdated or unknown one."""

from __future__ import annotations

import logging
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.discord.discord_errors import DISCORD_ERRORS, is_temporary
from bot.discord.interactions.replies import Reply, ReplyWith, answer, with_retries

log = logging.getLogger("herald.discord")

Interaction: TypeAlias = "discord.Interaction[Any]"
Command: TypeAlias = "app_commands.Command[Any, ..., Any]"
VALUES = {
    discord.AppCommandOptionType.string: str,
    discord.AppCommandOptionType.integer: int,
    discord.AppCommandOptionType.boolean: bool,
    discord.AppCommandOptionType.user: str,
}
"""What an option of each kind that we have holds."""
READ_MOST = 500
"""How much of what is typed for an option is read. Discord lets 6,000 letters pass, of which some
become eighteen where capitals and accents are set aside: that would hold up everybody else."""


WHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""On servers, and in the direct messages with Herald: players go on there with their games."""
FOR = app_commands.AppInstallationType(guild=True, user=False)
"""Herald is installed by servers. What a user alone had installed could post in no channel."""


class Tree(app_commands.CommandTree[Any]):
    """The commands. Each answers through `answers`; what is raised here came before that.

    Without permissions of its own a command is for everybody whom the server lets use commands:
    whose game it is, and what they may do in it, is looked up when it is used.
    """

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client, allowed_contexts=WHERE, allowed_installs=FOR)

    def _from_interaction(self, interaction: Interaction) -> None:
        if self.client.is_stopping:
            return
        self.client.loop.create_task(self._take(interaction), name="command")

    async def _take(self, interaction: Interaction) -> None:
        """Carry a command out; one that does not fit those we have is answered, too."""
        try:
            with self.client.answering():
                data: Any = interaction.data
                command, options = self._get_app_command_options(data)
                check_options(command, options)
                if interaction.type is discord.InteractionType.autocomplete:
                    await self._suggest(interaction, command, options)
                else:
                    await self._call(interaction)
        except Exception as error:
            await self._unfit(interaction, error)

    async def _suggest(
        self, interaction: Interaction, command: Command, options: list[Any]
    ) -> None:
        """Suggest what an option can be while it is typed; raises where nothing can be suggested.

        The library would log it as a fault when the user has typed on in between.
        """
        focused = [each["name"] for each in options if each.get("focused")]
        suggesting = {each.display_name for each in command.parameters if each.autocomplete}
        if [name in suggesting for name in focused] != [True]:
            raise app_commands.CommandSignatureMismatch(command)
        given = app_commands.Namespace(interaction, {}, options)
        # Where the library keeps them itself, for code that asks.
        setattr(interaction, "_cs_command", command)  # noqa: B010
        setattr(interaction, "_cs_namespace", given)  # noqa: B010
        with self.client.limits.suggesting(interaction.user.id) as has_room:
            if has_room:
                await command._invoke_autocomplete(interaction, focused[0], given)
            else:
                await interaction.response.autocomplete([])

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Apologise for a command that broke before it could answer."""
        if not isinstance(error, app_commands.CommandInvokeError):
            await self._unfit(interaction, error)
            return

        async def work(reply: Reply) -> None:
            raise error

        name = interaction.command.qualified_name if interaction.command else "?"
        await answer(Reply(interaction), interaction.client.page.voice, f"command:{name}", work)

    async def _unfit(self, interaction: Interaction, error: Exception) -> None:
        """Answer a command, or the typing of one, that is not as we know it."""
        log.warning("a command that does not fit: %s: %.200s", type(error).__name__, error)
        if interaction.type is discord.InteractionType.autocomplete:
            if isinstance(error, discord.HTTPException) and not is_temporary(error):
                # Too late, or answered already: nobody waits for it.
                return
            try:
                await with_retries(lambda: interaction.response.autocomplete([]))
            except DISCORD_ERRORS as failed:
                log.warning("no suggestions for %s: %s", interaction.user.id, failed)
            return
        private = isinstance(error, app_commands.NoPrivateMessage)
        voice = interaction.client.page.voice

        async def work(reply: Reply) -> None:
            raise ReplyWith(voice.say("new.no_channel" if private else "outdated.command"))

        await answer(Reply(interaction), voice, "command:?", work)


def check_options(command: Command, options: list[Any]) -> None:
    """See that options are those of a command, of the types it declares; raises if not.

    The library hands on whatever comes, and a command that has changed since Discord learnt it
    would be surprised. Of endless text the beginning is left.
    """
    known = {each.display_name: each for each in command.parameters}
    for option in options:
        parameter = known.pop(option["name"], None)
        if parameter is None or parameter.type.value != option["type"]:
            raise app_commands.CommandSignatureMismatch(command)
        value, choices = option["value"], [each.value for each in parameter.choices]
        if type(value) is not VALUES[parameter.type] or (choices and value not in choices):
            raise app_commands.CommandSignatureMismatch(command)
        if isinstance(value, str):
            option["value"] = value[:READ_MOST]
