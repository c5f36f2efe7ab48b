"""A page: what screens of a game are made with, and the blocks that nearly all of them have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import discord
from discord import ui

from bot.discord.colours import HERALD
from bot.discord.interactions.ids import Ids
from bot.discord.interactions.panel_state import DraftCache, PanelIds
from bot.discord.screen import (
    TITLE_MOST,
    Block,
    MenuOption,
    Screen,
    button,
    clipped,
    select,
    text,
)
from bot.discord.voices import game_voice, plain_voice
from bot.service import GameInfo
from engine.core.messages import ENGLISH, Voice


class Field(NamedTuple):
    """A line of a form, or a paragraph where it is `long`."""

    name: str
    label: str
    default: str | None = None
    most: int = 4000
    placeholder: str | None = None
    required: bool = True
    long: bool = False


class Form(NamedTuple):
    """What is asked of a player in a modal; what they type comes as a press of its id."""

    title: str
    custom_id: str
    fields: tuple[Field, ...]

    def modal(self) -> ui.Modal:
        """The form as Discord shows it."""
        modal = ui.Modal(title=clipped(self.title, TITLE_MOST), custom_id=self.custom_id)
        for each in self.fields:
            typed = ui.TextInput[ui.Modal](
                custom_id=each.name,
                default=each.default,
                required=each.required,
                max_length=each.most,
                placeholder=each.placeholder,
                style=discord.TextStyle.paragraph if each.long else discord.TextStyle.short,
            )
            modal.add_item(ui.Label(text=each.label, component=typed))
        return modal


class Page(NamedTuple):
    """What a screen is made with: ids, a voice, and the game that it is about, if any.

    A sentence is named by its key, an id by its verb and what follows the game in it (`rest`).
    """

    ids: Ids
    panel_ids: PanelIds
    language: str
    """The language of what is about no game."""
    docs_url: str
    """Where the site is served, if it is."""
    voice: Voice
    about: GameInfo | None = None

    @classmethod
    def about_no_game(cls, ids: Ids, language: str = ENGLISH, docs_url: str = "") -> Page:
        """The page that all others come from, see `of`."""
        return cls(ids, PanelIds(ids, DraftCache()), language, docs_url, plain_voice(language))

    def of(self, info: GameInfo | None) -> Page:
        """The same about a game as it is by now, with its rules and players; or about none."""
        voice = plain_voice(self.language) if info is None else game_voice(info)
        return self._replace(voice=voice, about=info)

    @property
    def info(self) -> GameInfo:
        """The game, where there must be one."""
        assert self.about is not None, "this page is about no game"
        return self.about

    def say(self, key: str, /, **facts: object) -> str:
        """A sentence."""
        return self.voice.say(key, **facts)

    def id(self, verb: str, *rest: str) -> str:
        """The id of a press about this page's game."""
        return self.ids.make(verb, 0 if self.about is None else self.about.id, *rest)

    def button(
        self,
        verb: str,
        key: str,
        /,
        style: str = "plain",
        *,
        rest: Sequence[str] = (),
        disabled: bool = False,
        **facts: object,
    ) -> Block:
        """A button."""
        said = self.say(key, **facts)
        return button(self.id(verb, *rest), said, style, disabled=disabled)

    def menu(
        self,
        verb: str,
        key: str,
        options: Sequence[MenuOption],
        /,
        *,
        rest: Sequence[str] = (),
        **facts: object,
    ) -> Block:
        """A select of some options, its sentence being shown while none is chosen."""
        return select(self.id(verb, *rest), options, self.say(key, **facts))

    def one_of(self, verb: str, key: str, values: Iterable[str], chosen: str) -> Block:
        """A select of values, of which each has a sentence: that of the select and its own name."""
        options = [MenuOption(e, self.say(f"{key}_{e}"), chosen=e == chosen) for e in values]
        return self.menu(verb, key, options)

    def notice(self, key: str, *more: Block, **facts: object) -> Screen:
        """A sentence, and perhaps buttons."""
        return notice(self.say(key, **facts), *more)

    def form(
        self,
        verb: str,
        key: str,
        /,
        *fields: Field,
        rest: Sequence[str] = (),
        **facts: object,
    ) -> Form:
        """A form, its title being a sentence."""
        return Form(self.say(key, **facts), self.id(verb, *rest), fields)

    def field(
        self,
        name: str,
        key: str,
        default: str | None = None,
        *,
        most: int,
        placeholder: str | None = None,
        required: bool = True,
        long: bool = False,
    ) -> Field:
        """A field of a form, under a sentence; what stands in it while it is empty is one, too."""
        hint = None if placeholder is None else self.say(placeholder)
        return Field(name, self.say(key), default, most, hint, required, long)


def notice(sentence: str, *more: Block, mentions: Iterable[int] = ()) -> Screen:
    """A sentence, and perhaps buttons."""
    return Screen([text(sentence), *more], mentions=mentions, accent=HERALD)
