"""Routes presses of buttons, selects and modals to the function registered for their verb.

discord.py hands over each interaction as an event. Reading the id there, and not from views kept
in memory, is what lets a button work after a restart, a modal too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import discord

from bot.discord.interactions.ids import ComponentId
from bot.service import Actor
from bot.service.seats.powers import Power

if TYPE_CHECKING:
    from bot.discord.client import Bot
    from bot.discord.interactions.replies import Reply

Handler = Callable[["Press"], Awaitable[None]]


class Press(NamedTuple):
    """A press to be answered: what it means, who pressed, what was chosen or typed with it."""

    bot: Bot
    reply: Reply
    id: ComponentId
    user: discord.User | discord.Member
    values: tuple[str, ...]
    typed: dict[str, str]
    message: discord.Message | None
    actor: Actor
    """Who pressed, with the rights they have where the game is played."""

    @property
    def value(self) -> str:
        """What was chosen, of a select of one; "" where nothing was."""
        return self.values[0] if self.values else ""

    @property
    def game(self) -> int:
        """The game the press is about."""
        return self.id.game

    @property
    def interaction(self) -> discord.Interaction[Any]:
        """The interaction itself."""
        return self.reply.interaction


class Handling(NamedTuple):
    """How the presses of a verb are answered, and which `power` in the game they need.

    `new_message` answers with a new private message instead of changing the one that was pressed;
    `public` lets everybody in the channel see it. `slow` work defers at once. Where a modal may be
    the answer (`may_ask`), deferring waits as long as possible: after it no modal can be shown.
    """

    handler: Handler
    power: Power | None
    new_message: bool = False
    slow: bool = False
    public: bool = False
    may_ask: bool = False


HANDLERS: dict[str, Handling] = {}


def on_press(
    verb: str,
    power: Power | None,
    *,
    new_message: bool = False,
    slow: bool = False,
    public: bool = False,
    may_ask: bool = False,
) -> Callable[[Handler], Handler]:
    """Let a function answer the presses of a verb, by those who have a power in its game.

    None is for verbs that are about no game.
    """

    def register(handler: Handler) -> Handler:
        assert verb not in HANDLERS, verb
        HANDLERS[verb] = Handling(handler, power, new_message, slow, public, may_ask)
        return handler

    return register


def is_offered(interaction: discord.Interaction[Any]) -> bool:
    """Whether a press is one that its message offers.

    A button may be gone from a message that was edited since; its handler then answers with what
    is true now. Options of a select count only where the message shows them.
    """
    if interaction.type is discord.InteractionType.modal_submit:
        return True
    data: dict[str, Any] = dict(interaction.data or {})
    values = chosen(interaction)
    try:
        shown = [] if interaction.message is None else interaction.message.components
        for component in _all_within(shown):
            if getattr(component, "custom_id", None) == data.get("custom_id"):
                fits: bool = component.type.value == data.get("component_type")
                return fits and _can_be_chosen(component, values)
    except (AttributeError, TypeError):
        # The library takes a message's parts as they come; these are none.
        return False
    return not values


def _can_be_chosen(component: Any, values: tuple[str, ...]) -> bool:
    if not isinstance(component, discord.SelectMenu):
        return not values
    if not component.min_values <= len(values) <= component.max_values:
        return False
    if component.type is not discord.ComponentType.select:
        # Discord lists these itself: people, roles or channels, by their numbers.
        offered = {each for each in values if each.isascii() and each.isdigit()}
    else:
        offered = {option.value for option in component.options}
    return offered.issuperset(values) and len(set(values)) == len(values)


def _all_within(components: Iterable[Any]) -> Iterator[Any]:
    for component in components:
        yield component
        yield from _all_within(getattr(component, "children", ()))
        if (accessory := getattr(component, "accessory", None)) is not None:
            yield accessory


def chosen(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """What was chosen in a select."""
    data: dict[str, Any] = dict(interaction.data or {})
    return tuple(map(str, data.get("values", ())))


def typed(interaction: discord.Interaction[Any]) -> dict[str, str]:
    """What was typed into a modal, by the ids of its fields; of a select, the first value."""
    found: dict[str, str] = {}

    def walk(component: dict[str, Any]) -> None:
        if "custom_id" in component:
            values = component.get("values") or [component.get("value", "")]
            found[component["custom_id"]] = str(values[0] if values else "")
        for inner in component.get("components", ()):
            walk(inner)
        if "component" in component:
            walk(component["component"])

    data: dict[str, Any] = dict(interaction.data or {})
    for component in data.get("components", ()):
        walk(component)
    return found
