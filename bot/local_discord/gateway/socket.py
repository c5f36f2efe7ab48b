"""The gateway's WebSocket: hello, heartbeat, identify, resume, close."""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from typing import Any

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from bot.local_discord.gateway.intents import PRIVILEGED
from bot.local_discord.gateway.session import ALONE, Session, Shard
from bot.local_discord.payloads import objects
from bot.local_discord.world.models import Guild, Json
from bot.local_discord.world.world import Event, World

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT = 1, 2, 3, 4, 6, 7
REQUEST_MEMBERS, INVALID, HELLO, ACK = 8, 9, 10, 11

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, WRONG_TOKEN = 4001, 4002, 4003, 4004
ALREADY_IN, INVALID_SEQ, RATE_LIMITED, TIMED_OUT = 4005, 4007, 4008, 4009
BAD_SHARD, SHARDING_REQUIRED = 4010, 4011
BAD_VERSION, BAD_INTENTS, DISALLOWED_INTENTS = 4012, 4013, 4014

INTERVAL_MS = 41_250
ACK_AFTER = 0.1
"""A heartbeat takes its way, in seconds. discord.py notes when it sent one only after that, and
takes an answer that comes at once for one to the heartbeat before."""
MOST_FRAMES = 120
MOST_SESSIONS = 64


class Gateway:
    """All sessions, and the line that is open now."""

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.token = token
        self.url = ""
        self.interval_ms = INTERVAL_MS
        self.allowed_intents = PRIVILEGED
        self.shards = 1
        """How many shards are recommended to a bot."""
        self.guilds_most = 2500
        """So many servers are too many for one shard."""
        self.max_concurrency = 1
        """How many shards may identify themselves at once."""
        self.identify_seconds = 0.0
        """How long the next one of the same group must wait: on Discord five seconds."""
        self.is_dark = False
        """Whether nobody gets a line, as in an outage."""
        self.sessions: dict[str, Session] = {}
        self.lines: set[Line] = set()
        self.identified = asyncio.Event()
        """Set when all shards of a bot are there."""
        self._identified_at: dict[int, float] = {}
        world.listen(self._hear)

    def _hear(self, event: Event) -> None:
        for session in self.sessions.values():
            session.hear(event)

    @property
    def connected(self) -> bool:
        """Whether a bot listens now."""
        return any(session.attached for session in self.sessions.values())

    def may_identify(self, shard: Shard) -> bool:
        """Whether it is a shard's turn to identify itself."""
        now, group = time.monotonic(), shard.number % self.max_concurrency
        before = self._identified_at.get(group)
        if before is not None and now < before + self.identify_seconds:
            return False
        self._identified_at[group] = now
        return True

    def note_identified(self, shard: Shard) -> None:
        """Note that a shard is there."""
        there = {each.shard for each in self.sessions.values() if each.attached}
        if {Shard(number, shard.of) for number in range(shard.of)} <= there:
            self.identified.set()
        self.tell_presence()

    def open_session(self, wants: int, shard: Shard) -> Session:
        """A new session; the oldest that nobody listens to is forgotten."""
        idle = [each for each in self.sessions.values() if not each.attached]
        for session in idle[: max(0, len(self.sessions) - MOST_SESSIONS + 1)]:
            del self.sessions[session.id]
        session = Session(self.world, wants, shard)
        self.sessions[session.id] = session
        return session

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One line, from its opening to its end."""
        if self.is_dark:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=1 << 16, compress=False)
        await socket.prepare(request)
        line = Line(self, socket, request.query.get("compress") == "zlib-stream")
        self.lines.add(line)
        try:
            await line.run(request.query.get("v", "10"))
        finally:
            self.lines.discard(line)
            self.tell_presence()
        return socket

    def tell_presence(self) -> None:
        """Tell the page whether the bot is there."""
        self.world.emit("PRESENCE", facts={"online": self.connected})

    # Faults.

    async def drop(self, *, code: int = 4000, shard: int | None = None) -> None:
        """Close all lines, or those of one shard; sessions can be resumed."""
        for line in list(self.lines):
            session = line.session
            if shard is None or (session is not None and session.shard.number == shard):
                await line.close(code)

    async def go_dark(self) -> None:
        """Close all lines and give no new ones until `is_dark` is taken back."""
        self.is_dark = True
        await self.drop()

    async def ask_to_reconnect(self) -> None:
        """Ask the bot to come back on a new line, as Discord does every few hours."""
        for line in list(self.lines):
            line.send({"op": RECONNECT, "d": None})

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Tell the bot that its session is no good any more."""
        for line in list(self.lines):
            if line.session is not None and not resumable:
                self.sessions.pop(line.session.id, None)
                line.session.detach()
            line.send({"op": INVALID, "d": resumable})


class Line:
    """One open socket."""

    def __init__(self, gateway: Gateway, socket: web.WebSocketResponse, compress: bool) -> None:
        self.gateway = gateway
        self.socket = socket
        self.session: Session | None = None
        self._zlib = zlib.compressobj() if compress else None
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._frames: list[float] = []
        self._last_beat = time.monotonic()

    def send(self, payload: Json) -> None:
        """Put something that is no event on the line."""
        self._queue.put_nowait(msgspec.json.encode(payload))

    async def close(self, code: int, reason: str = "") -> None:
        """End it from this side."""
        if self.session is not None:
            self.session.detach()
        await self.socket.close(code=code, message=reason.encode())

    async def run(self, version: str) -> None:
        """Talk until one side hangs up."""
        if version not in ("9", "10"):
            await self.close(BAD_VERSION, "Invalid API version")
            return
        writer = asyncio.create_task(self._write())
        watcher = asyncio.create_task(self._watch())
        self.send({"op": HELLO, "d": {"heartbeat_interval": self.gateway.interval_ms}})
        try:
            async for message in self.socket:
                if message.type is not WSMsgType.TEXT:
                    await self.close(DECODE_ERROR, "Error while decoding payload.")
                    break
                await self._take(message.data)
        finally:
            if self.session is not None:
                self.session.detach()
            for task in (writer, watcher):
                task.cancel()
            await asyncio.gather(writer, watcher, return_exceptions=True)

    async def _write(self) -> None:
        while True:
            frame = await self._queue.get()
            try:
                if self._zlib is None:
                    await self.socket.send_str(frame.decode())
                else:
                    data = self._zlib.compress(frame) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(data)
            except ConnectionError:
                return

    async def _watch(self) -> None:
        """Hang up on a bot whose heart stopped."""
        patience = self.gateway.interval_ms / 1000 * 1.5
        while True:
            await asyncio.sleep(patience / 3)
            if time.monotonic() - self._last_beat > patience:
                await self.close(TIMED_OUT, "Session timed out.")
                return

    async def _take(self, text: str) -> None:
        now = time.monotonic()
        self._frames = [each for each in self._frames if each > now - 60] + [now]
        if len(self._frames) > MOST_FRAMES:
            await self.close(RATE_LIMITED, "You are being rate limited.")
            return
        try:
            frame = json.loads(text)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            await self.close(DECODE_ERROR, "Error while decoding payload.")
            return
        if op == HEARTBEAT:
            self._last_beat = now
            asyncio.get_running_loop().call_later(ACK_AFTER, self.send, {"op": ACK})
        elif op == IDENTIFY:
            await self._identify(data)
        elif op == RESUME:
            await self._resume(data)
        elif self.session is None:
            await self.close(NOT_AUTHENTICATED, "Not authenticated.")
        elif op == REQUEST_MEMBERS:
            self.gateway.world.emit("UNMODELLED", facts={"what": "asking for members"})
        elif op not in (PRESENCE, VOICE):
            await self.close(UNKNOWN_OPCODE, "Unknown opcode.")

    async def _identify(self, data: Any) -> None:
        if self.session is not None:
            await self.close(ALREADY_IN, "Already authenticated.")
            return
        if not isinstance(data, dict) or data.get("token") != self.gateway.token:
            await self.close(WRONG_TOKEN, "Authentication failed.")
            return
        wants = data.get("intents")
        if not isinstance(wants, int) or wants < 0:
            await self.close(BAD_INTENTS, "Invalid intent(s).")
            return
        if wants & PRIVILEGED & ~self.gateway.allowed_intents:
            await self.close(DISALLOWED_INTENTS, "Disallowed intent(s).")
            return
        shard = shard_of(data.get("shard"))
        if shard is None:
            await self.close(BAD_SHARD, "Invalid shard.")
            return
        if len(self._guilds(shard)) >= self.gateway.guilds_most:
            await self.close(SHARDING_REQUIRED, "Sharding required.")
            return
        if not self.gateway.may_identify(shard):
            self.send({"op": INVALID, "d": False})
            return
        self._greet(self.gateway.open_session(wants, shard))

    def _guilds(self, shard: Shard) -> list[Guild]:
        """The bot's servers that a shard hears of."""
        world = self.gateway.world
        own = (each for each in world.guilds.values() if world.bot.id in each.members)
        return [each for each in own if shard.has(each.id)]

    def _greet(self, session: Session) -> None:
        world = self.gateway.world
        self.session = session
        session.attach(self._queue.put_nowait)
        guilds = self._guilds(session.shard)
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": objects.own_user(world.bot),
                "guilds": [{"id": str(each.id), "unavailable": True} for each in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.gateway.url,
                "shard": list(session.shard),
                "application": {"id": str(world.bot.id), "flags": 1 << 15 | 1 << 19},
                "private_channels": [],
            },
        )
        for guild in guilds:
            form = objects.gateway_guild(world, guild, world.bot.id)
            # Only servers that the bot was in before say so; that is how it tells a new one.
            session.dispatch("GUILD_CREATE", {**form, "unavailable": False})
        self.gateway.note_identified(session.shard)

    async def _resume(self, data: Any) -> None:
        if not isinstance(data, dict) or data.get("token") != self.gateway.token:
            await self.close(WRONG_TOKEN, "Authentication failed.")
            return
        session = self.gateway.sessions.get(str(data.get("session_id")))
        after = data.get("seq")
        if session is None or not isinstance(after, int):
            self.send({"op": INVALID, "d": False})
            return
        for line in [each for each in self.gateway.lines if each.session is session]:
            await line.close(4000, "Resumed elsewhere.")
        if after > session.number:
            await self.close(INVALID_SEQ, "Invalid seq.")
            return
        if not session.can_resume(after):
            self.send({"op": INVALID, "d": False})
            return
        self.session = session
        for frame in session.missed(after):
            self._queue.put_nowait(frame)
        session.attach(self._queue.put_nowait)
        session.dispatch("RESUMED", {"_trace": ["table"]})
        self.gateway.tell_presence()


def shard_of(said: Any) -> Shard | None:
    """The shard that a bot says it is; None for what is none."""
    if said is None:
        return ALONE
    match said:
        case [int(number), int(count)] if 0 <= number < count:
            return Shard(number, count)
    return None


async def say_goodbye(gateway: Gateway) -> None:
    """Close all lines, because the table ends."""
    await gateway.drop(code=WSCloseCode.GOING_AWAY)
