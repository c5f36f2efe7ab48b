"""Running slash commands: which ones a user is offered, and how the bot gets what they entered."""

from __future__ import annotations

from typing import Any

from bot.local_discord.payloads import commands as c
from bot.local_discord.payloads import objects
from bot.local_discord.world.models import Channel, Command, Json, User
from bot.local_discord.world.permissions import ALL, P
from bot.local_discord.world.world import World

GUILD_CONTEXT, DM_CONTEXT = 0, 1


class NotPossible(Exception):
    """A user tried what they cannot do here; `key` names the sentence, `facts` go into it."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(f"{key} {facts}")
        self.key = key
        self.facts = facts


def usable(world: World, user: User, channel: Channel) -> list[Command]:
    """The commands that a user is offered in a channel, by name."""
    granted = world.allowed(user.id, channel)
    guild = world.guild_of(channel)
    if not granted & P.USE_APPLICATION_COMMANDS:
        return []
    if guild is not None and world.bot.id not in guild.members:
        return []
    found = [
        each
        for each in world.commands.values()
        if each.guild_id in (None, channel.guild_id)
        and _fits(each.body, guild is None)
        and _may(each.body, granted, guild is None)
    ]
    return sorted(found, key=lambda each: str(each.body["name"]))


def _fits(body: Json, private: bool) -> bool:
    contexts = body["contexts"]
    if contexts is not None:
        return (DM_CONTEXT if private else GUILD_CONTEXT) in contexts
    return not private or bool(body["dm_permission"])


def _may(body: Json, granted: int, private: bool) -> bool:
    needs = body["default_member_permissions"]
    if private or needs is None or granted == ALL:
        return True
    return int(needs) != 0 and granted & int(needs) == int(needs)


class Entry:
    """What a user entered for a command: the words after its name, and values by option."""

    def __init__(self, world: World, channel: Channel, command: Command) -> None:
        self.world = world
        self.channel = channel
        self.command = command
        self.resolved: Json = {}

    def data(self, words: list[str], values: dict[str, Any], focused: str | None = None) -> Json:
        """The interaction's data. Raises `NotPossible` when an option is missing or does not fit.

        With `focused` the person still types that option, and nothing has to be complete.
        """
        body = self.command.body
        declared, wrappers = body.get("options", []), []
        for word in words:
            inner = next((each for each in declared if each["name"] == word), None)
            if inner is None or inner["type"] not in (c.SUBCOMMAND, c.GROUP):
                raise NotPossible("no_such_command", name=f"{body['name']} {' '.join(words)}")
            wrappers.append(inner)
            declared = inner.get("options", [])
        if any(each["type"] in (c.SUBCOMMAND, c.GROUP) for each in declared):
            raise NotPossible("no_such_command", name=body["name"])
        options = self._values(declared, values, focused)
        for inner in reversed(wrappers):
            options = [{"type": inner["type"], "name": inner["name"], "options": options}]
        data: Json = {
            "id": str(self.command.id),
            "name": body["name"],
            "type": body["type"],
            "options": options,
        }
        if self.command.guild_id is not None:
            data["guild_id"] = str(self.command.guild_id)
        if self.resolved:
            data["resolved"] = self.resolved
        return data

    def _values(
        self, declared: list[Json], values: dict[str, Any], focused: str | None
    ) -> list[Json]:
        given = []
        for option in declared:
            name = option["name"]
            if name == focused:
                typed = str(values.get(name, ""))
                given.append(
                    {"type": option["type"], "name": name, "value": typed, "focused": True}
                )
            elif values.get(name) not in (None, ""):
                value = self._value(option, values[name], strict=focused is None)
                given.append({"type": option["type"], "name": name, "value": value})
            elif option.get("required") and focused is None:
                raise NotPossible("option_missing", option=name)
        return given

    def _value(self, option: Json, value: Any, *, strict: bool) -> Any:
        kind, name = option["type"], option["name"]
        if kind == c.USER:
            if not str(value).isdigit() or int(value) not in self.world.users:
                raise NotPossible("option_unfit", option=name, value=value)
            describe(self.world, self.channel, str(value), self.resolved)
            return str(value)
        if kind == c.BOOLEAN:
            if str(value).lower() not in ("true", "false"):
                raise NotPossible("option_unfit", option=name, value=value)
            return str(value).lower() == "true"
        try:
            read = str(value) if kind == c.STRING else int(value)
        except ValueError:
            raise NotPossible("option_unfit", option=name, value=value) from None
        if strict and not _within(option, read):
            raise NotPossible("option_unfit", option=name, value=value)
        return read


def describe(world: World, channel: Channel, value: str, resolved: Json) -> None:
    """Add a user, role or channel to what the bot gets described along with its id.

    Raises `NotPossible` for an id of none of them.
    """
    number = int(value) if value.isdigit() else 0
    guild = world.guild_of(channel)
    if number in world.users:
        resolved.setdefault("users", {})[value] = objects.user(world.users[number])
        if guild is not None and number in guild.members:
            member = objects.member(world, guild.members[number], with_user=False)
            member["permissions"] = str(world.allowed(number, channel))
            resolved.setdefault("members", {})[value] = member
    elif guild is not None and number in guild.roles:
        resolved.setdefault("roles", {})[value] = objects.role(guild.roles[number])
    elif number in world.channels and world.channels[number].guild_id == channel.guild_id:
        form = objects.channel(world, world.channels[number])
        form["permissions"] = str(world.allowed(world.bot.id, world.channels[number]))
        resolved.setdefault("channels", {})[value] = form
    else:
        raise NotPossible("no_such_component")


def _within(option: Json, value: Any) -> bool:
    choices = option.get("choices")
    if choices:
        return any(value == each["value"] for each in choices)
    if isinstance(value, str):
        return bool(option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000))
    least, most = option.get("min_value"), option.get("max_value")
    return bool((least is None or value >= least) and (most is None or value <= most))
