"""Screens: what a message shows and offers, built once and sent anywhere.

A screen is Components V2 throughout. Nothing in it is bound to this process: presses are read from
their ids (see `press`), so the view that carries it is closed before it is sent and discord.py
keeps none of it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import discord
from discord import ui

Block: TypeAlias = "ui.Item[Any]"

TEXT_MOST = 4000
"""All text of a message together."""
COMPONENTS_MOST = 40
ROW_MOST = 5
OPTIONS_MOST = 25
LABEL_MOST = 80
OPTION_MOST = 100
ALT_MOST = 1024
TITLE_MOST = 45
PLACEHOLDER_MOST = 150
WRITABLE = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum)


class Picture(NamedTuple):
    """An image to be shown, with words for those who do not see it."""

    file_name: str
    content: bytes
    alt: str = ""

    def file(self) -> discord.File:
        """The upload."""
        return discord.File(io.BytesIO(self.content), self.file_name)


class Screen:
    """A message to be: blocks from top to bottom, pictures, and who may be notified by it."""

    def __init__(
        self,
        blocks: Iterable[Block],
        *,
        pictures: Sequence[Picture] = (),
        attached: Sequence[Picture] = (),
        mentions: Iterable[int] = (),
        accent: int | None = None,
    ) -> None:
        self.blocks = list(blocks)
        self.pictures = tuple(pictures)
        self.attached = tuple(attached)
        """Files that are not pictures."""
        self.mentions = tuple(mentions)
        self.accent = accent

    def view(self, *, mark: int | None = None) -> ui.LayoutView:
        """The layout, closed: nothing of it is kept in memory. Good for one sending.

        A `mark` is kept by Discord and seen by nobody: by it the message can be found again.
        """
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(*self.blocks, accent_colour=self.accent, id=mark))
        _fit([each for each in view.walk_children() if isinstance(each, ui.TextDisplay)])
        view.stop()
        return view

    def components(self) -> list[dict[str, Any]]:
        """The layout as Discord gets it, for the few places that do not send a view."""
        found: list[dict[str, Any]] = self.view().to_components()  # type: ignore[no-untyped-call]  # discord.py has no types there
        return found

    def plain(self, sentence: str) -> Screen:
        """The same without its pictures, and with the reason."""
        blocks = [each for each in self.blocks if not isinstance(each, ui.MediaGallery)]
        screen = Screen(blocks, attached=self.attached, mentions=self.mentions, accent=self.accent)
        return screen.noted(sentence)

    def noted(self, sentence: str) -> Screen:
        """The same with a remark at its end."""
        return Screen(
            [*self.blocks, text(sentence)],
            pictures=self.pictures,
            attached=self.attached,
            mentions=self.mentions,
            accent=self.accent,
        )

    def files(self) -> list[discord.File]:
        """The uploads, new for each try."""
        return [picture.file() for picture in (*self.pictures, *self.attached)]

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Exactly the users that shall be notified, and nobody else whatever the text says."""
        return notify(self.mentions)


def notify(users: Iterable[int] = ()) -> discord.AllowedMentions:
    """A permission to notify these users and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        users=[discord.Object(user) for user in users],
        replied_user=False,
    )


def text(content: str, *, number: int | None = None) -> ui.TextDisplay[Any]:
    """A paragraph. `number` names it, for an edit that changes this paragraph alone."""
    # Plain text: a catalog's refusal knows more than its letters, which no message needs.
    said = clipped(str(content), TEXT_MOST)
    return ui.TextDisplay(said or "\N{ZERO WIDTH SPACE}", id=number)


def line() -> ui.Separator[Any]:
    """A thin line between two parts."""
    return ui.Separator()


def gallery(*pictures: Picture) -> ui.MediaGallery[Any]:
    """Pictures that are uploaded with the message."""
    return ui.MediaGallery(
        *(
            discord.MediaGalleryItem(
                f"attachment://{each.file_name}", description=clipped(each.alt, ALT_MOST) or None
            )
            for each in pictures
        )
    )


def attachment(file: Picture) -> ui.File[Any]:
    """A file that is uploaded with the message."""
    return ui.File(f"attachment://{file.file_name}")


STYLES = {
    "main": discord.ButtonStyle.primary,
    "plain": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def button(
    custom_id: str,
    label: str,
    style: str = "plain",
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> ui.Button[Any]:
    """A button that is a press of an id."""
    return ui.Button(
        style=STYLES[style],
        label=clipped(label, LABEL_MOST) or None,
        custom_id=custom_id,
        emoji=emoji,
        disabled=disabled,
    )


def link(url: str, label: str) -> ui.Button[Any]:
    """A button that leads somewhere."""
    return ui.Button(label=clipped(label, LABEL_MOST), url=url)


def components_of(blocks: Iterable[Block]) -> int:
    """How many components some blocks are, with all inside them."""
    return sum(1 + len(getattr(each, "children", ())) for each in blocks)


def row(*items: Block) -> ui.ActionRow[Any]:
    """Up to five buttons beside each other, or one select."""
    return ui.ActionRow(*items)


def rows(items: Sequence[Block]) -> list[ui.ActionRow[Any]]:
    """Any number of buttons, in rows."""
    return [row(*items[at : at + ROW_MOST]) for at in range(0, len(items), ROW_MOST)]


class MenuOption(NamedTuple):
    """An option of a select."""

    value: str
    label: str
    description: str = ""
    chosen: bool = False
    emoji: str | None = None


def select(
    custom_id: str,
    options: Sequence[MenuOption],
    placeholder: str = "",
    *,
    least: int = 1,
    most: int = 1,
) -> ui.ActionRow[Any]:
    """A row with a select of up to 25 options."""
    return row(
        ui.Select(
            custom_id=custom_id,
            placeholder=clipped(placeholder, PLACEHOLDER_MOST) or None,
            min_values=least,
            max_values=most,
            options=[
                discord.SelectOption(
                    label=clipped(each.label, OPTION_MOST) or "\N{ZERO WIDTH SPACE}",
                    value=each.value,
                    description=clipped(each.description, OPTION_MOST) or None,
                    default=each.chosen,
                    emoji=each.emoji,
                )
                for each in options
            ],
        )
    )


def roles_select(custom_id: str, chosen: Iterable[int], placeholder: str) -> ui.ActionRow[Any]:
    """A row with a select of any number of the server's roles."""
    defaults = [discord.SelectDefaultValue.from_role(discord.Object(each)) for each in chosen]
    return row(
        ui.RoleSelect(
            custom_id=custom_id,
            placeholder=clipped(placeholder, PLACEHOLDER_MOST),
            min_values=0,
            max_values=OPTIONS_MOST,
            default_values=defaults,
        )
    )


def channels_select(custom_id: str, chosen: Iterable[int], placeholder: str) -> ui.ActionRow[Any]:
    """A row with a select of any number of the server's channels in which a game can be played."""
    defaults = [discord.SelectDefaultValue.from_channel(discord.Object(each)) for each in chosen]
    return row(
        ui.ChannelSelect(
            custom_id=custom_id,
            channel_types=list(WRITABLE),
            placeholder=clipped(placeholder, PLACEHOLDER_MOST),
            min_values=0,
            max_values=OPTIONS_MOST,
            default_values=defaults,
        )
    )


def channel_select(custom_id: str, chosen: int | None, placeholder: str) -> ui.ActionRow[Any]:
    """A row with a select of one of the server's channels in which one can write, or none."""
    default = [] if chosen is None else [chosen]
    return row(
        ui.ChannelSelect(
            custom_id=custom_id,
            channel_types=[discord.ChannelType.text, discord.ChannelType.news],
            placeholder=clipped(placeholder, PLACEHOLDER_MOST),
            min_values=0,
            default_values=[
                discord.SelectDefaultValue.from_channel(discord.Object(each)) for each in default
            ],
        )
    )


def clipped(content: str, most: int) -> str:
    """The text, cut at a word with an ellipsis where it is too long.

    >>> clipped("one two three", 9)
    'one two …'
    """
    if len(content) <= most:
        return content
    cut = content[: most - 1]
    head = cut.rpartition(" ")[0]
    return f"{head} …"[:most] if len(head) > most // 2 else f"{cut}…"


def _fit(texts: Sequence[ui.TextDisplay[Any]]) -> None:
    """Cut the longest paragraphs until all together are no more than a message takes."""
    while (surplus := sum(len(each.content) for each in texts) - TEXT_MOST) > 0:
        longest = max(texts, key=lambda each: len(each.content))
        size = len(longest.content)
        longest.content = clipped(longest.content, max(size - surplus, size // 2))


class TextBudget:
    """How much text a message still takes; each part takes its share of it."""

    def __init__(self, most: int = TEXT_MOST) -> None:
        self.left = most

    def take(self, content: str) -> str:
        """The text, cut to what is left, and counted."""
        content = clipped(content, max(self.left, 0))
        self.left -= len(content)
        return content
