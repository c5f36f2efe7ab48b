"""Discord's objects as JSON: users, servers, channels, messages, commands."""

from __future__ import annotations

from bot.local_discord.payloads.media import filled
from bot.local_discord.world.models import (
    Attachment,
    Channel,
    Command,
    Flag,
    Guild,
    Json,
    Kind,
    Member,
    Message,
    Role,
    User,
)
from bot.local_discord.world.permissions import in_guild
from bot.local_discord.world.world import World
from bot.moment import Moment, as_datetime

UPLOAD_LIMIT = 10 * 1024 * 1024
"""The largest file on a server without boosts."""


def stamp(when: Moment | None) -> str | None:
    """A moment the way Discord writes it."""
    return None if when is None else as_datetime(when).isoformat()


def user(who: User) -> Json:
    """A user as others see them."""
    form: Json = {
        "id": str(who.id),
        "username": who.username,
        "avatar": None,
        "discriminator": "0",
        "public_flags": 0,
        "flags": 0,
        "global_name": who.global_name,
        "primary_guild": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "banner": None,
        "accent_color": None,
    }
    if who.bot:
        form["bot"] = True
    return form


def own_user(who: User) -> Json:
    """A user as they see themselves."""
    return {
        **user(who),
        "mfa_enabled": True,
        "locale": who.locale,
        "verified": True,
        "email": None,
        "premium_type": 0,
    }


def member(world: World, who: Member, *, with_user: bool = True) -> Json:
    """A member of a server."""
    form: Json = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": stamp(who.joined),
        "nick": who.nick,
        "pending": False,
        "premium_since": None,
        "roles": [str(role) for role in who.roles],
        "mute": False,
        "deaf": False,
    }
    if with_user:
        form["user"] = user(world.users[who.user_id])
    return form


def role(what: Role) -> Json:
    """A role of a server."""
    form: Json = {
        "id": str(what.id),
        "name": what.name,
        "permissions": str(what.permissions),
        "position": what.position,
        "color": what.colour,
        "colors": {"primary_color": what.colour, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": what.managed_by is not None,
        "mentionable": what.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if what.managed_by is not None:
        form["tags"] = {"bot_id": str(what.managed_by)}
    return form


def guild(what: Guild) -> Json:
    """A server as the REST interface answers it."""
    return {
        "id": str(what.id),
        "name": what.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": str(what.owner_id),
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role(each) for each in what.roles.values()],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def gateway_guild(world: World, what: Guild, viewer: int) -> Json:
    """A server as the gateway sends it: with channels, threads and members that the viewer sees."""
    seen = [each for each in world.channels_of(what) if world.sees(viewer, each)]
    threads = [
        each
        for each in world.threads_of(what)
        if each.thread and not each.thread.archived and world.sees(viewer, each)
    ]
    return {
        **guild(what),
        "joined_at": stamp(what.members[viewer].joined) if viewer in what.members else None,
        "large": False,
        "member_count": len(what.members),
        "voice_states": [],
        "members": [member(world, each) for each in what.members.values()],
        "channels": [channel(world, each) for each in seen],
        "threads": [channel(world, each, viewer) for each in threads],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def partial_guild(world: World, what: Guild, viewer: int) -> Json:
    """A server in the list of one's servers."""
    return {
        "id": str(what.id),
        "name": what.name,
        "icon": None,
        "banner": None,
        "owner": what.owner_id == viewer,
        "permissions": str(in_guild(what, viewer)),
        "features": [],
    }


def channel(world: World, what: Channel, viewer: int | None = None) -> Json:
    """A channel, thread or private conversation."""
    form: Json = {
        "id": str(what.id),
        "type": what.kind,
        "last_message_id": None if what.last_message_id is None else str(what.last_message_id),
        "flags": 0,
    }
    if what.kind != Kind.CATEGORY:
        form["last_pin_timestamp"] = stamp(what.last_pin)
    if what.is_dm:
        others = [each for each in what.recipients if each != world.bot.id]
        return {**form, "recipients": [user(world.users[each]) for each in others]}
    form |= {
        "guild_id": str(what.guild_id),
        "name": what.name,
        "parent_id": None if what.parent_id is None else str(what.parent_id),
        "rate_limit_per_user": what.slowmode,
    }
    if what.thread is not None:
        return form | _thread(what, viewer)
    return form | {
        "topic": what.topic,
        "position": what.position,
        "nsfw": what.nsfw,
        "permission_overwrites": [
            {
                "id": str(each.id),
                "type": each.kind,
                "allow": str(each.allow),
                "deny": str(each.deny),
            }
            for each in what.overwrites.values()
        ],
    }


def _thread(what: Channel, viewer: int | None) -> Json:
    thread = what.thread
    assert thread is not None
    form: Json = {
        "owner_id": str(thread.owner_id),
        "message_count": thread.message_count,
        "total_message_sent": thread.message_count,
        "member_count": len(thread.members),
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": stamp(thread.archive_moment or thread.created),
            "auto_archive_duration": thread.auto_archive_minutes,
            "locked": thread.locked,
            "create_timestamp": stamp(thread.created),
        },
    }
    if what.kind == Kind.PRIVATE_THREAD:
        form["thread_metadata"]["invitable"] = thread.invitable
    if viewer is not None and viewer in thread.members:
        form["member"] = thread_member(what, viewer)
    return form


def thread_member(what: Channel, user_id: int) -> Json:
    """A member of a thread."""
    assert what.thread is not None
    return {
        "id": str(what.id),
        "user_id": str(user_id),
        "join_timestamp": stamp(what.thread.members[user_id]),
        "flags": 0,
    }


def attachment(world: World, what: Attachment) -> Json:
    """A file of a message."""
    address = world.file_url(what)
    form: Json = {
        "id": str(what.id),
        "filename": what.filename,
        "size": what.size,
        "url": address,
        "proxy_url": address,
    }
    optional = {
        "content_type": what.content_type,
        "width": what.width,
        "height": what.height,
        "description": what.description,
        "ephemeral": what.ephemeral or None,
    }
    return form | {name: value for name, value in optional.items() if value is not None}


def message(
    world: World, what: Message, viewer: int | None = None, *, nested: bool = False
) -> Json:
    """A message as a user sees it; without a viewer, as the bot does."""
    viewer = world.bot.id if viewer is None else viewer
    author = world.users[what.author_id]
    form: Json = {
        "id": str(what.id),
        "type": what.kind,
        "channel_id": str(what.channel_id),
        "author": user(author),
        "content": what.content,
        "mentions": [user(world.users[each]) for each in what.mentions],
        "mention_roles": [str(each) for each in what.mention_roles],
        "mention_everyone": what.mention_everyone,
        "attachments": [attachment(world, each) for each in what.attachments],
        "embeds": [],
        "components": [filled(world, each) for each in what.components],
        "timestamp": stamp(what.sent),
        "edited_timestamp": stamp(what.edited),
        "flags": what.flags,
        "pinned": what.pinned is not None,
        "tts": what.tts,
    }
    if what.by_interaction:
        form["application_id"] = form["webhook_id"] = str(world.bot.id)
    if what.nonce is not None:
        form["nonce"] = what.nonce
    if what.interaction is not None:
        form |= _interaction(world, what.interaction)
    if what.reference is not None:
        form["message_reference"] = what.reference
        if not nested and "message_id" in what.reference:
            form["referenced_message"] = _referenced(world, what.reference, viewer)
    if what.flags & Flag.HAS_THREAD and what.id in world.channels:
        form["thread"] = channel(world, world.channels[what.id], viewer)
    return form


def _interaction(world: World, facts: Json) -> Json:
    """The interaction that a message answers, in both of Discord's forms."""
    form: Json = {"interaction_metadata": {**facts["metadata"], "user": _user(world, facts)}}
    if "triggering_interaction_metadata" in facts["metadata"]:
        cause = facts["metadata"]["triggering_interaction_metadata"]
        form["interaction_metadata"]["triggering_interaction_metadata"] = {
            **cause,
            "user": _user(world, facts),
        }
    if facts.get("name"):
        form["interaction"] = {
            "id": facts["metadata"]["id"],
            "type": facts["metadata"]["type"],
            "name": facts["name"],
            "user": _user(world, facts),
        }
    return form


def _user(world: World, facts: Json) -> Json:
    return user(world.users[facts["user_id"]])


def _referenced(world: World, reference: Json, viewer: int) -> Json | None:
    found = world.message(int(reference["channel_id"]), int(reference["message_id"]))
    return None if found is None else message(world, found, viewer, nested=True)


def command(world: World, what: Command) -> Json:
    """An application command."""
    form: Json = {
        "id": str(what.id),
        "application_id": str(world.bot.id),
        "version": str(what.version),
        **what.body,
    }
    if what.guild_id is not None:
        form["guild_id"] = str(what.guild_id)
    return form


def application(world: World) -> Json:
    """The application, as its owner sees it."""
    bot = world.bot
    owner = world.people()[0] if world.people() else bot
    return {
        "id": str(bot.id),
        "name": bot.global_name or bot.username,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 1 << 15 | 1 << 19,
        "flags_new": str(1 << 15 | 1 << 19),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(owner),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {"0": {}},
        "summary": "",
    }
