"""Routes about users, servers and members."""

from __future__ import annotations

from bot.local_discord.payloads import objects
from bot.local_discord.payloads.errors import (
    UNKNOWN_MEMBER,
    UNKNOWN_ROLE,
    UNKNOWN_USER,
    Refusal,
    wrong_at,
)
from bot.local_discord.rest.request import Answer, ApiRequest
from bot.local_discord.rest.routes import route
from bot.local_discord.world.models import Channel, Guild, Kind, Member
from bot.local_discord.world.permissions import P


@route("GET", "/users/@me")
async def own_user(call: ApiRequest) -> Answer:
    """The bot itself."""
    return Answer(objects.own_user(call.bot))


@route("PATCH", "/users/@me")
async def change_own_user(call: ApiRequest) -> Answer:
    """The bot changes its name."""
    name = call.fields().text("username", 32, 2)
    if name:
        call.bot.username = name
        call.world.change_user(call.bot)
    return Answer(objects.own_user(call.bot))


@route("GET", "/users/{user}")
async def user(call: ApiRequest) -> Answer:
    """Any user."""
    found = call.world.users.get(call.number("user"))
    if found is None:
        raise Refusal(*UNKNOWN_USER)
    return Answer(objects.user(found))


@route("GET", "/users/@me/guilds")
async def own_guilds(call: ApiRequest) -> Answer:
    """The servers the bot is in."""
    found = [each for each in call.world.guilds.values() if call.bot.id in each.members]
    after = int(call.query.get("after", 0))
    found = [each for each in found if each.id > after][: call.limit(200, 200)]
    return Answer([objects.partial_guild(call.world, each, call.bot.id) for each in found])


@route("DELETE", "/users/@me/guilds/{guild}")
async def leave_guild(call: ApiRequest) -> Answer:
    """The bot leaves a server."""
    call.world.leave(call.guild(), call.bot)
    return Answer(status=204)


@route("POST", "/users/@me/channels")
async def open_dm(call: ApiRequest) -> Answer:
    """A private conversation. It opens also for people who take no messages; sending fails then."""
    number = call.fields().snowflake("recipient_id", required=True)
    found = call.world.users.get(number or 0)
    if found is None or found.bot:
        raise wrong_at("recipient_id", code="INVALID_RECIPIENT", message="Invalid Recipient(s)")
    return Answer(objects.channel(call.world, call.world.dm(found)))


@route("GET", "/guilds/{guild}")
async def guild(call: ApiRequest) -> Answer:
    """A server."""
    found = call.guild()
    form = objects.guild(found)
    if call.query.get("with_counts", "0") not in ("0", "false", "False"):
        form["approximate_member_count"] = len(found.members)
        form["approximate_presence_count"] = len(found.members)
    return Answer(form)


@route("GET", "/guilds/{guild}/channels")
async def guild_channels(call: ApiRequest) -> Answer:
    """The channels of a server."""
    channels = call.world.channels_of(call.guild())
    return Answer([objects.channel(call.world, each) for each in channels])


@route("POST", "/guilds/{guild}/channels")
async def make_channel(call: ApiRequest) -> Answer:
    """A new text channel or category."""
    found, fields = call.guild(), call.fields()
    call.guild_needs(found, P.MANAGE_CHANNELS)
    kind = fields.number("type", 0, 20) or Kind.TEXT
    if kind not in (Kind.TEXT, Kind.CATEGORY):
        raise Refusal(501, 0, f"The table does not model channels of type {kind}")
    name = fields.text("name", 100, 1, required=True)
    topic = fields.text("topic", 1024)
    parent = fields.snowflake("parent_id")
    fields.wrong.refuse()
    channel = Channel(
        id=call.world.new_id(),
        kind=kind,
        guild_id=found.id,
        name=(name or "").lower().replace(" ", "-"),
        topic=topic,
        parent_id=parent,
        position=len(call.world.channels_of(found)),
    )
    call.world.add_channel(channel)
    return Answer(objects.channel(call.world, channel), 201)


@route("GET", "/guilds/{guild}/threads/active")
async def active_threads(call: ApiRequest) -> Answer:
    """The threads of a server that are not archived."""
    world, bot = call.world, call.bot
    threads = [
        each
        for each in world.threads_of(call.guild())
        if each.thread and not each.thread.archived and world.sees(bot.id, each)
    ]
    joined = [each for each in threads if each.thread and bot.id in each.thread.members]
    return Answer(
        {
            "threads": [objects.channel(world, each, bot.id) for each in threads],
            "members": [objects.thread_member(each, bot.id) for each in joined],
            "has_more": False,
        }
    )


@route("GET", "/guilds/{guild}/roles")
async def roles(call: ApiRequest) -> Answer:
    """The roles of a server."""
    return Answer([objects.role(each) for each in call.guild().roles.values()])


@route("GET", "/guilds/{guild}/members")
async def members(call: ApiRequest) -> Answer:
    """The members of a server, by id."""
    found = call.guild()
    after = int(call.query.get("after", 0))
    listed = [found.members[each] for each in sorted(found.members) if each > after]
    return Answer([objects.member(call.world, each) for each in listed[: call.limit(1000, 1)]])


@route("GET", "/guilds/{guild}/members/search")
async def search_members(call: ApiRequest) -> Answer:
    """Members whose name begins with something."""
    found = call.guild()
    wanted = call.query.get("query", "").lower()
    hits = [each for each in found.members.values() if _named(call, each, wanted)]
    return Answer([objects.member(call.world, each) for each in hits[: call.limit(1000, 1)]])


def _named(call: ApiRequest, member: Member, beginning: str) -> bool:
    user = call.world.users[member.user_id]
    names = (user.username, user.global_name or "", member.nick or "")
    return any(name.lower().startswith(beginning) for name in names)


@route("GET", "/guilds/{guild}/members/{user}")
async def member(call: ApiRequest) -> Answer:
    """A member of a server."""
    return Answer(objects.member(call.world, _member(call, call.guild())))


def _member(call: ApiRequest, guild: Guild) -> Member:
    number = call.bot.id if call.args["user"] == "@me" else call.number("user")
    found = guild.members.get(number)
    if found is None:
        raise Refusal(*(UNKNOWN_MEMBER if number in call.world.users else UNKNOWN_USER))
    return found


@route("PATCH", "/guilds/{guild}/members/{user}")
async def change_member(call: ApiRequest) -> Answer:
    """A member's name in a server, or their roles."""
    guild, fields = call.guild(), call.fields()
    found = _member(call, guild)
    if "nick" in fields.body:
        found.nick = fields.text("nick", 32) or None
    if fields.has("roles"):
        call.guild_needs(guild, P.MANAGE_ROLES)
        wanted = [int(each) for each, _ in fields.listed("roles", 250)]
        if any(each not in guild.roles for each in wanted):
            raise Refusal(*UNKNOWN_ROLE)
        found.roles = wanted
    fields.wrong.refuse()
    call.world.storage.save(guild)
    call.world.emit("GUILD_MEMBER_UPDATE", guild=guild, user=call.world.users[found.user_id])
    return Answer(objects.member(call.world, found))
