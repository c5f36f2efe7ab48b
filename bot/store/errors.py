"""What can go wrong in the store, as types with data. Each prints itself as one clear line."""

from __future__ import annotations

from typing import ClassVar


class StoreError(Exception):
    """Root of everything the store raises on purpose.

    `passes` says whether what is wrong may pass by itself, so that starting again is worth a try.
    """

    passes: ClassVar[bool] = False


class DatabaseFault(StoreError):
    """The database could not do its work. Nothing of the transaction was written.

    `database` names it without a password, `detail` is the driver's message.
    """

    passes = True
    advice: ClassVar[str] = "the database failed"

    def __init__(self, database: str, detail: str = "") -> None:
        super().__init__(database, detail)
        self.database = database
        self.detail = " ".join(detail.split())

    def __str__(self) -> str:
        return f"{self.database}: {self.advice}{f' ({self.detail})' if self.detail else ''}"


class DatabaseFull(DatabaseFault):
    """No room left on the disk."""

    advice = "the disk is full; free some space and start again, nothing half done was kept"


class DatabaseReadOnly(DatabaseFault):
    """The file, its folder or the server does not let us write."""

    passes = False
    advice = "the database cannot be written; check the rights of the file and of its folder"


class DatabaseLocked(DatabaseFault):
    """Another connection held the database longer than we wait."""

    advice = "another program holds the database; try again when it is done"


class DatabaseCorrupt(DatabaseFault):
    """The file is damaged, or no database at all."""

    passes = False
    advice = "the database is damaged or is not a database; put back the latest backup"


class DatabaseUnreachable(DatabaseFault):
    """The database cannot be opened; a server does not answer, or not now."""

    advice = "the database cannot be opened; check HERALD_DATABASE_URL, the folder and the server"


class DatabaseRefused(DatabaseUnreachable):
    """There is no such file or database, or we are not let in."""

    passes = False


class BadDatabaseUrl(StoreError):
    """The address of the database is of no use; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"HERALD_DATABASE_URL: {self.reason}"


class SchemaTooNew(StoreError):
    """The database was written by a newer Herald; an older one must not touch it."""

    def __init__(self, database: str, revision: str) -> None:
        super().__init__(database, revision)
        self.database = database
        self.revision = revision

    def __str__(self) -> str:
        return (
            f"{self.database}: schema {self.revision} is of a newer Herald; "
            "update Herald, or put back the backup made before the update"
        )


class BackupRefused(StoreError):
    """A backup cannot be made there, or of this database; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class CopyRefused(StoreError):
    """A database cannot be copied from there, or to there; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class Conflict(StoreError):
    """A row breaks a rule of the schema: a key that exists, or one that should and does not."""


class NoSuchGame(StoreError):
    """There is no game of that number."""

    def __init__(self, game_id: int) -> None:
        super().__init__(game_id)
        self.game_id = game_id

    def __str__(self) -> str:
        return f"there is no game {self.game_id}"


class ChannelTaken(StoreError):
    """The channel hosts a game already: `game_id`."""

    def __init__(self, channel_id: int, game_id: int) -> None:
        super().__init__(channel_id, game_id)
        self.channel_id = channel_id
        self.game_id = game_id

    def __str__(self) -> str:
        return f"channel {self.channel_id} hosts game {self.game_id} already"


class SeatTaken(StoreError):
    """The seat is occupied, or the user sits in this game already (then `user_id` is theirs)."""

    def __init__(self, game_id: int, seat: int, user_id: int | None) -> None:
        super().__init__(game_id, seat, user_id)
        self.game_id = game_id
        self.seat = seat
        self.user_id = user_id

    def __str__(self) -> str:
        return f"seat {self.seat} of game {self.game_id} is taken"


class VoteOpen(StoreError):
    """A vote of this kind is open in the game already: `vote_id`."""

    def __init__(self, game_id: int, kind: str, vote_id: int) -> None:
        super().__init__(game_id, kind, vote_id)
        self.game_id = game_id
        self.kind = kind
        self.vote_id = vote_id

    def __str__(self) -> str:
        return f"game {self.game_id} votes on {self.kind} already"


class WrongStatus(StoreError):
    """The game is not in a status that allows this."""

    def __init__(self, game_id: int, status: str) -> None:
        super().__init__(game_id, status)
        self.game_id = game_id
        self.status = status

    def __str__(self) -> str:
        return f"game {self.game_id} is {self.status}"


class StaleWrite(StoreError):
    """The game went on since the writer read it: nothing was written; read again and decide again.

    `number` and `prev_hash` are what the writer gave, `count` and `head_hash` what is true.
    """

    def __init__(
        self, game_id: int, number: int, prev_hash: str, count: int, head_hash: str | None
    ) -> None:
        super().__init__(game_id, number, prev_hash, count, head_hash)
        self.game_id = game_id
        self.number = number
        self.prev_hash = prev_hash
        self.count = count
        self.head_hash = head_hash

    def __str__(self) -> str:
        if self.number != self.count + 1:
            found = f"choice {self.number} came after {self.count}"
        else:
            found = f"choice {self.number} follows another choice {self.count}"
        return f"game {self.game_id}: {found}"


class BrokenChain(StoreError):
    """A game's history does not hold together: at entry `number`, because of `problem`."""

    def __init__(self, game_id: int, number: int, problem: str) -> None:
        super().__init__(game_id, number, problem)
        self.game_id = game_id
        self.number = number
        self.problem = problem

    def __str__(self) -> str:
        return f"game {self.game_id}, entry {self.number}: {self.problem}"
