"""Running slash commands: which ones a user is offered, and how the bot gets what they entered."""

from __future__ import annotations

from typing import Any

from bot.local_discord.payloads import commands as c
from bot.local_discord.payloads import objects
from bot.local_discord.payloads.uploads import Upload, attach
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
        if kind == c.ATTACHMENT:
            return self._file(name, value)
        if kind in (c.USER, c.CHANNEL, c.ROLE, c.MENTIONABLE):
            return self.describe(option, str(value))
        if kind == c.BOOLEAN:
            if str(value).lower() not in ("true", "false"):
                raise NotPossible("option_unfit", option=name, value=value)
            return str(value).lower() == "true"
        try:
            read = str(value) if kind == c.STRING else _number(kind, value)
        except ValueError:
            raise NotPossible("option_unfit", option=name, value=value) from None
        if strict and not _within(option, read):
            raise NotPossible("option_unfit", option=name, value=value)
        return read

    def describe(self, option: Json, value: str) -> str:
        """A user, channel or role, which the bot gets described along with its id."""
        number = int(value) if value.isdigit() else 0
        guild = self.world.guild_of(self.channel)
        kind = option["type"]
        if kind in (c.USER, c.MENTIONABLE) and number in self.world.users:
            user = self.world.users[number]
            self.resolved.setdefault("users", {})[value] = objects.user(user)
            if guild is not None and number in guild.members:
                member = objects.member(self.world, guild.members[number], with_user=False)
                granted = self.world.allowed(number, self.channel)
                member["permissions"] = str(granted)
                self.resolved.setdefault("members", {})[value] = member
            return value
        if kind in (c.ROLE, c.MENTIONABLE) and guild is not None and number in guild.roles:
            self.resolved.setdefault("roles", {})[value] = objects.role(guild.roles[number])
            return value
        found = self.world.channels.get(number)
        if kind == c.CHANNEL and found is not None and found.guild_id == self.channel.guild_id:
            kinds = option.get("channel_types")
            if not kinds or found.kind in kinds:
                form = objects.channel(self.world, found)
                form["permissions"] = str(self.world.allowed(self.world.bot.id, found))
                self.resolved.setdefault("channels", {})[value] = form
                return value
        raise NotPossible("option_unfit", option=option["name"], value=value)

    def _file(self, name: str, value: Any) -> str:
        if not isinstance(value, Upload):
            raise NotPossible("option_unfit", option=name, value=value)
        attachment = attach(self.world, self.channel.id, value)
        attachment.ephemeral = True
        self.world.storage.put_file(attachment, value.data)
        number = str(attachment.id)
        form = objects.attachment(self.world, attachment)
        self.resolved.setdefault("attachments", {})[number] = form
        return number


def _number(kind: int, value: Any) -> float:
    return int(value) if kind == c.INTEGER else float(value)


def _within(option: Json, value: Any) -> bool:
    choices = option.get("choices")
    if choices:
        return any(value == each["value"] for each in choices)
    if isinstance(value, str):
        return bool(option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000))
    least, most = option.get("min_value"), option.get("max_value")
    return bool((least is None or value >= least) and (most is None or value <= most))
