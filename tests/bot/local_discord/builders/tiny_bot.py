"""A tiny bot on the real discord.py, with one of everything that a bot can do in a chat."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

from tests.browser import PATIENCE

COLOURS = ("amber", "crimson", "jade")


class TinyBot(discord.Client):
    """Remembers what it heard in `heard`, so that a test can look."""

    def __init__(self, intents: discord.Intents | None = None) -> None:
        super().__init__(
            intents=intents or discord.Intents.all(),
            guild_ready_timeout=0.02,
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.heard: list[tuple[str, Any]] = []
        self.errors: list[BaseException] = []
        self.changed = asyncio.Event()
        self.tree = app_commands.CommandTree(self)
        self.tree.error(self._fault)
        declare(self)

    async def _fault(self, _: Any, error: app_commands.AppCommandError) -> None:
        self.errors.append(error)
        self.hear("error", error)

    def hear(self, name: str, what: Any) -> None:
        self.heard.append((name, what))
        self.changed.set()

    async def until(self, name: str, count: int = 1) -> Any:
        """Wait until something was heard so many times; gives the latest."""
        while True:
            found = [what for heard, what in self.heard if heard == name]
            if len(found) >= count:
                return found[-1]
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), PATIENCE)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The library waits five seconds here, for Discord's sake."""

    async def on_ready(self) -> None:
        self.hear("ready", self.user)

    async def on_resumed(self) -> None:
        self.hear("resumed", None)

    async def on_message(self, message: discord.Message) -> None:
        self.hear("message", message)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.hear("guild_remove", guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.hear("guild_join", guild)

    async def on_guild_channel_delete(self, channel: Any) -> None:
        self.hear("channel_delete", channel)

    async def on_thread_create(self, thread: discord.Thread) -> None:
        self.hear("thread", thread)


class Choice(ui.View):
    """Buttons and a select, as before the layouts."""

    def __init__(self, bot: TinyBot) -> None:
        super().__init__(timeout=None)
        self.bot = bot

    @ui.button(label="Count", style=discord.ButtonStyle.primary, custom_id="count")
    async def count(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        assert interaction.message is not None
        number = int(interaction.message.content.split()[-1]) + 1
        self.bot.hear("press", interaction)
        await interaction.response.edit_message(content=f"Pressed {number}")

    @ui.button(label="Whisper", emoji="🤫", custom_id="whisper")
    async def whisper(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        await interaction.response.send_message("Only you see this.", ephemeral=True)

    @ui.button(label="Write", style=discord.ButtonStyle.success, custom_id="write")
    async def write(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        await interaction.response.send_modal(Letter(self.bot))

    @ui.button(label="Silent", style=discord.ButtonStyle.danger, custom_id="silent")
    async def silent(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        self.bot.hear("silent", interaction)

    @ui.select(
        custom_id="colours",
        placeholder="Choose colours",
        min_values=1,
        max_values=2,
        options=[
            discord.SelectOption(label=each.title(), value=each, description=f"All of {each}")
            for each in COLOURS
        ],
    )
    async def colours(self, interaction: discord.Interaction, select: ui.Select[Any]) -> None:
        self.bot.hear("chosen", list(select.values))
        await interaction.response.defer()
        await interaction.followup.send(f"Chosen: {', '.join(select.values)}", ephemeral=True)


class Letter(ui.Modal, title="A letter"):
    """One of each kind of field."""

    line: ui.Label[Any] = ui.Label(
        text="Subject", component=ui.TextInput(custom_id="subject", max_length=40)
    )
    text: ui.Label[Any] = ui.Label(
        text="Text",
        description="As long as you like",
        component=ui.TextInput(custom_id="text", style=discord.TextStyle.paragraph, required=False),
    )
    colour: ui.Label[Any] = ui.Label(
        text="Colour",
        component=ui.Select(
            custom_id="colour",
            options=[discord.SelectOption(label=each.title(), value=each) for each in COLOURS],
        ),
    )
    to: ui.Label[Any] = ui.Label(
        text="To", component=ui.ChannelSelect(custom_id="to", required=False)
    )

    def __init__(self, bot: TinyBot) -> None:
        super().__init__(custom_id="letter")
        self.bot = bot

    async def on_submit(self, interaction: discord.Interaction) -> None:
        subject, text, colour, to = (
            self.line.component,
            self.text.component,
            self.colour.component,
            self.to.component,
        )
        assert isinstance(subject, ui.TextInput) and isinstance(text, ui.TextInput)
        assert isinstance(colour, ui.Select) and isinstance(to, ui.ChannelSelect)
        entered = (subject.value, text.value, colour.values, [each.id for each in to.values])
        self.bot.hear("letter", entered)
        await interaction.response.send_message(f"**{subject.value}** in {colour.values[0]}")


class Board(ui.LayoutView):
    """A layout with one of everything."""

    def __init__(self, bot: TinyBot) -> None:
        super().__init__(timeout=None)
        row: ui.ActionRow[Any] = ui.ActionRow()
        button: ui.Button[Any] = ui.Button(label="My move", custom_id="my-move")
        link: ui.Button[Any] = ui.Button(label="Rules", url="https://example.org/rules")
        row.add_item(button)
        row.add_item(link)
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(
            discord.MediaGalleryItem("attachment://map.png", description="The map: all at peace")
        )
        thumbnail: ui.Thumbnail[Any] = ui.Thumbnail("attachment://map.png", description="Small map")
        box: ui.Container[Any] = ui.Container(
            ui.TextDisplay("## Turn 3\n**Ada** holds *Gobi*. Due <t:1700000000:R>."),
            ui.Separator(),
            ui.Section(ui.TextDisplay("The world at a glance"), accessory=thumbnail),
            gallery,
            row,
            accent_colour=discord.Colour(0xE0A030),
        )
        self.add_item(box)

        async def moved(interaction: discord.Interaction) -> None:
            bot.hear("my-move", interaction)
            await interaction.response.send_message("Your move.", ephemeral=True)

        button.callback = moved  # type: ignore[method-assign]  # the library's own way


def picture(colour: str = "teal", size: tuple[int, int] = (320, 180)) -> discord.File:
    """A small picture as an upload."""
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    data.seek(0)
    return discord.File(data, "map.png", description="A map of one colour")


def declare(bot: TinyBot) -> None:
    """Declare the bot's commands."""
    game = app_commands.Group(name="game", description="Games", guild_only=True)

    @game.command(name="new", description="Open a game")
    @app_commands.describe(ruleset="The rules", seats="How many play", friend="Who else")
    @app_commands.choices(
        ruleset=[
            app_commands.Choice(name=each.title(), value=each) for each in ("standard", "fast")
        ]
    )
    async def new(
        interaction: discord.Interaction,
        ruleset: app_commands.Choice[str],
        seats: app_commands.Range[int, 2, 6] = 3,
        friend: discord.Member | None = None,
    ) -> None:
        bot.hear("new", (ruleset.value, seats, friend))
        await interaction.response.send_message(f"{ruleset.name} for {seats}", ephemeral=False)

    @bot.tree.command(name="act", description="Do something legal")
    async def act(interaction: discord.Interaction, what: str) -> None:
        bot.hear("act", what)
        await interaction.response.send_message(f"Done: {what}", ephemeral=True)

    @act.autocomplete("what")
    async def suggest(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        legal = ("move gobi steppe", "move gobi ural", "pass")
        return [
            app_commands.Choice(name=each.title(), value=each) for each in legal if current in each
        ]

    @bot.tree.command(name="slow", description="Think first")
    async def slow(interaction: discord.Interaction, secret: bool = False) -> None:
        await interaction.response.defer(ephemeral=secret, thinking=True)
        bot.hear("thinking", interaction)
        await interaction.edit_original_response(content="Thought.")
        more = await interaction.followup.send("And more.", wait=True)
        bot.hear("slow", (await interaction.original_response(), more))

    @bot.tree.command(name="choice", description="Show buttons")
    async def choice(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Pressed 0", view=Choice(bot))

    @bot.tree.command(name="letter", description="Write a letter")
    async def letter(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Letter(bot))

    @bot.tree.command(name="board", description="Show the board")
    async def board(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Board(bot), file=picture())
        bot.hear("board", await interaction.original_response())

    @bot.tree.command(name="crash", description="Never answer")
    async def crash(interaction: discord.Interaction) -> None:
        bot.hear("crash", interaction)

    bot.tree.add_command(game)
