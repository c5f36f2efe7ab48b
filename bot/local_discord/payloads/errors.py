"""Discord's refusals: status, code, message, and for a wrong body what is wrong where."""

from __future__ import annotations

from typing import Any, TypeAlias

from bot.local_discord.world.models import Json

Path: TypeAlias = tuple[str | int, ...]
"""Where something stands in a body: names and places in lists, from the outside to the inside."""


class Refusal(Exception):
    """The request is answered with an error; `body` is Discord's."""

    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.body: Json = {"message": message, "code": code, **more}


UNAUTHORIZED = (401, 0, "401: Unauthorized")
UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
UNKNOWN_USER = (404, 10013, "Unknown User")
UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
TOO_LARGE = (413, 40005, "Request entity too large")
ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")
MISSING_ACCESS = (403, 50001, "Missing Access")
NOT_AUTHOR = (403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
CANNOT_SEND_TO_USER = (403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
WRONG_CHANNEL_TYPE = (400, 50024, "Cannot execute action on this channel type")
INVALID_WEBHOOK_TOKEN = (401, 50027, "Invalid Webhook Token")
THREAD_ARCHIVED = (400, 50083, "Thread is archived")
INVALID_JSON = (400, 50109, "The request body contains invalid JSON.")
NO_MUTUAL_GUILDS = (
    403,
    50278,
    "Cannot send messages to this user due to having no mutual guilds",
)
MAX_COMMANDS = (400, 30032, "Maximum number of application commands reached (100).")
MAX_PINS = (400, 30003, "Maximum number of pins reached (250)")


def wrong_at(path: Path, code: str, message: str) -> Refusal:
    """The refusal of a body that is wrong in one place.

    >>> wrong_at(("items", 0), "CODE", "What is wrong").body["errors"]
    {'items': {'0': {'_errors': [{'code': 'CODE', 'message': 'What is wrong'}]}}}
    """
    tree: Json = {"_errors": [{"code": code, "message": message}]}
    for step in reversed(path):
        tree = {str(step): tree}
    return Refusal(400, 50035, "Invalid Form Body", errors=tree)


def required(path: Path) -> Refusal:
    """The refusal of a body in which something is missing."""
    return wrong_at(path, "BASE_TYPE_REQUIRED", "This field is required")


def not_modelled(what: str) -> Refusal:
    """The answer to what Discord knows and the local Discord does not."""
    return Refusal(501, 0, f"The local Discord does not model {what}")
