"""What a press says: whether its message offers it, what was chosen, what was typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import discord


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
