"""Discord's refusals: status, code, message, and for a wrong body what is wrong where."""

from __future__ import annotations

from typing import Any

from bot.local_discord.world.models import Json


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
UNKNOWN_ROLE = (404, 10011, "Unknown Role")
UNKNOWN_USER = (404, 10013, "Unknown User")
UNKNOWN_EMOJI = (404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
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
TOO_OLD_TO_DELETE = (
    400,
    50034,
    "You can only bulk delete messages that are under 14 days old.",
)
THREAD_ARCHIVED = (400, 50083, "Thread is archived")
NO_MUTUAL_GUILDS = (
    403,
    50278,
    "Cannot send messages to this user due to having no mutual guilds",
)
MAX_COMMANDS = (400, 30032, "Maximum number of application commands reached (100).")
MAX_PINS = (400, 30003, "Maximum number of pins reached (250)")


class Wrong:
    """Gathers what is wrong with a body, by path, and refuses it as Discord does.

    >>> wrong = Wrong()
    >>> wrong.at("embeds", 0, "title").add("BASE_TYPE_REQUIRED", "This field is required")
    >>> wrong.body["errors"]["embeds"]["0"]["title"]["_errors"][0]["code"]
    'BASE_TYPE_REQUIRED'
    """

    def __init__(self, tree: Json | None = None, path: tuple[str, ...] = ()) -> None:
        self._tree: Json = {} if tree is None else tree
        self._path = path

    def at(self, *steps: str | int) -> Wrong:
        """The same findings, seen from further inside the body."""
        return Wrong(self._tree, (*self._path, *map(str, steps)))

    def add(self, code: str, message: str) -> None:
        """Something is wrong here."""
        node = self._tree
        for step in self._path:
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    @property
    def body(self) -> Json:
        """The body of the refusal."""
        return {"message": "Invalid Form Body", "code": 50035, "errors": self._tree}

    def refuse(self) -> None:
        """Raise the refusal, if anything is wrong."""
        if self._tree:
            raise Refusal(400, 50035, "Invalid Form Body", errors=self._tree)

    # What is most often wrong, in Discord's words.

    def required(self) -> None:
        """A field is missing."""
        self.add("BASE_TYPE_REQUIRED", "This field is required")

    def choices(self, allowed: str) -> None:
        """A value is none of those allowed."""
        self.add("BASE_TYPE_CHOICES", f"Value must be one of {{{allowed}}}.")

    def length(self, least: int, most: int) -> None:
        """A text is too short or too long."""
        if least:
            self.add("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        else:
            self.add("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def wrong_at(*steps: str | int, code: str, message: str) -> Refusal:
    """The refusal of a body that is wrong in one place."""
    wrong = Wrong()
    wrong.at(*steps).add(code, message)
    return Refusal(400, 50035, "Invalid Form Body", errors=wrong.body["errors"])
