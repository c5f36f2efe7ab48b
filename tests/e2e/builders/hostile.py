"""Interactions as no honest client sends them: genuine ones, bent in every way, from a seed."""

from __future__ import annotations

import copy
from random import Random
from typing import Any, NamedTuple

from bot.discord.interactions.ids import ForeignId, OldId
from bot.discord.interactions.verbs import Verb
from bot.local_discord import interactions as life
from bot.local_discord.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from bot.local_discord.payloads import components as c
from bot.local_discord.payloads import objects
from bot.local_discord.rest.interaction_responses import FITTING
from bot.local_discord.world.models import Channel, Message, User
from tests.e2e.builders.bending import MUTATIONS, STRINGS
from tests.e2e.builders.club import Club, labels

Json = dict[str, Any]

FINAL_VERBS = (Verb.END_GAME, Verb.LEAVE_RUNNING_GAME)
FINAL_COMMANDS = ("end", "leave", "away", "pause", "replace", "kick", "host")
"""What would end the game that is played, or take it from those who play."""
WHY_NOT = "Why not …?"
DOES = ("Do it", "Do these", "Pay ", "End ", "Done ", "Step by step")
"""How the labels begin of what carries out, or leads to what does."""
"""What panels have that lead to a choice."""
RECENT = 60


class Sent(NamedTuple):
    """An interaction that was sent: the table's record of it, and what the bot was told."""

    record: Interaction
    payload: Json

    @property
    def user_id(self) -> int | None:
        """Who it says that it comes from."""
        try:
            member = self.payload.get("member") or self.payload
            return int(member["user"]["id"])
        except (KeyError, TypeError, ValueError, AttributeError):
            return None

    @property
    def can_be_answered(self) -> bool:
        """Whether it still says where an answer goes."""
        number, token = self.payload.get("id"), self.payload.get("token")
        return (number, token) == (str(self.record.id), self.record.token)


class Forger:
    """Makes interactions at a club from a seed."""

    def __init__(self, club: Club, rng: Random) -> None:
        self.club = club
        self.rng = rng
        self.modals: list[Interaction] = []
        self.suggested: list[str] = []
        self.sent: list[Sent] = []
        self.fresh: set[int] = set()
        """What was sent for the first time since somebody looked."""

    # Genuine ones.

    def specimen(self) -> Interaction:
        """Something that somebody could do now."""
        make = self.rng.choices(
            (self._press, self._modal, self._command, self._typing), weights=(55, 15, 20, 10)
        )[0]
        return make() or self._command() or self._press_anything()

    def _people(self) -> list[User]:
        return self.club.table.world.people()

    def _visible(self) -> list[tuple[Channel, Message]]:
        """The newest messages that have something to press: letters may be many, and have none."""
        world = self.club.table.world
        found = [
            (channel, message)
            for channel in list(world.channels.values())
            for message in list(world.messages(channel))[-RECENT:]
            if labels(message)
        ]
        return found[-4 * RECENT :]

    def _press(self) -> Interaction | None:
        channel, message = self._looked_at()
        ways = [e for e in c.walk(message.components) if e["type"] in (c.BUTTON, c.STRING_SELECT)]
        ways = [each for each in ways if "custom_id" in each and not self._ends(each["custom_id"])]
        if self.rng.random() < 0.7:
            ways = [each for each in ways if str(each.get("label")).startswith(DOES)] or ways
            ways = [each for each in ways if each["type"] == c.STRING_SELECT] or ways
        if not ways:
            return None
        way = self.rng.choice(ways)
        data: Json = {"custom_id": way["custom_id"], "component_type": way["type"]}
        if way["type"] == c.STRING_SELECT:
            count = self.rng.randint(way.get("min_values", 1), way.get("max_values", 1))
            options = [each["value"] for each in way["options"]]
            data["values"] = self.rng.sample(options, min(count, len(options)))
        user = self._reader(message)
        return self._begun(COMPONENT, user, channel, data, message)

    def _looked_at(self) -> tuple[Channel, Message]:
        """A message; mostly one of the newest, for what people look at leads to choices."""
        visible = self._visible()
        mostly = self.rng.random()
        if mostly < 0.3:
            visible = [
                pair for pair in visible if any(x.startswith(DOES) for x in labels(pair[1]))
            ] or visible
        elif mostly < 0.7:
            visible = [pair for pair in visible if WHY_NOT in labels(pair[1])][-6:] or visible
        return self.rng.choice(visible)

    def _reader(self, message: Message) -> User:
        """Mostly who sees a message, sometimes anybody."""
        users = self.club.table.world.users
        if message.only is not None and self.rng.random() < 0.8:
            return users[message.only]
        return self.rng.choice(self._people())

    def _press_anything(self) -> Interaction:
        channel, message = self.rng.choice(self._visible())
        data = {"custom_id": self.rng.choice(STRINGS), "component_type": c.BUTTON}
        return self._begun(COMPONENT, self._reader(message), channel, data, message)

    def _ends(self, custom_id: str) -> bool:
        try:
            return self.club.bot.page.ids.read(custom_id).verb in FINAL_VERBS
        except (ForeignId, OldId, ValueError):
            return False

    def _modal(self) -> Interaction | None:
        if not self.modals:
            return None
        shown = self.rng.choice(self.modals[-RECENT:])
        assert shown.modal is not None
        rows = [self._row(each) for each in shown.modal["components"]]
        data: Json = {"custom_id": shown.modal["custom_id"], "components": rows}
        return self._begun(MODAL, shown.user, shown.channel, data, shown.message)

    def _row(self, component: Json) -> Json:
        """A component of a modal, filled in."""
        filled = {"type": component["type"], "id": component.get("id", 1)}
        if "custom_id" in component:
            filled["custom_id"] = component["custom_id"]
            if component["type"] == c.STRING_SELECT:
                filled["values"] = [self.rng.choice(component["options"])["value"]]
            else:
                filled["value"] = self.rng.choice((*STRINGS, "1", "22:30", "Europe/Paris"))
        if "component" in component:
            filled["component"] = self._row(component["component"])
        if "components" in component:
            filled["components"] = [self._row(each) for each in component["components"]]
        return filled

    def _command(self, focused: bool = False) -> Interaction | None:
        user, channel = self.rng.choice(self._people()), self.club.channel
        command = self.rng.choice(self.club.table.as_user(user).commands(channel))
        body, options = command.body, command.body.get("options", [])
        data: Json = {"id": str(command.id), "name": body["name"], "type": body["type"]}
        inner = data
        while options and options[0]["type"] in (1, 2):
            chosen = self.rng.choice(options)
            if chosen["name"] in FINAL_COMMANDS:
                return None
            deeper = {"type": chosen["type"], "name": chosen["name"]}
            inner["options"] = [deeper]
            inner, options = deeper, chosen.get("options", [])
        inner["options"] = [self._option(e, data) for e in options if self._given(e)]
        if focused:
            texts = [each for each in inner["options"] if each["type"] == 3]
            if not texts:
                return None
            self.rng.choice(texts)["focused"] = True
        return self._begun(AUTOCOMPLETE if focused else COMMAND, user, channel, data, None)

    def _typing(self) -> Interaction | None:
        return self._command(focused=True)

    def _given(self, option: Json) -> bool:
        return bool(option.get("required")) or self.rng.random() < 0.4

    def _option(self, option: Json, data: Json) -> Json:
        kind = option["type"]
        value: Any
        if option.get("choices"):
            value = self.rng.choice(option["choices"])["value"]
        elif kind == 4:
            value = self.rng.choice((option.get("min_value", 0), 1, 3, 24))
        elif kind == 5:
            value = self.rng.random() < 0.5
        elif kind == 6:
            user = self.rng.choice(self._people())
            value = str(user.id)
            described = objects.user(user)
            data.setdefault("resolved", {}).setdefault("users", {})[value] = described
        else:
            value = self.rng.choice((*STRINGS, *self.suggested[-40:]))
        return {"type": kind, "name": option["name"], "value": value}

    def _begun(
        self, kind: int, user: User, channel: Channel, data: Json, message: Message | None
    ) -> Interaction:
        world = self.club.table.world
        if channel.guild_id is not None and user.id not in self.club.guild.members:
            user = self._people()[0]
        return Interaction(world, kind, user, channel, data, message=message)

    # Sending.

    def send(self) -> Sent:
        """Send something: as it is, bent, or a second time."""
        if self.sent and self.rng.random() < 0.04:
            again = self.rng.choice(self.sent[-RECENT:])
            self._deliver(again.payload)
            return again
        record = self.specimen()
        payload = copy.deepcopy(life.form(self.club.table.world, record))
        if self.rng.random() > 0.35:
            for _ in range(self.rng.randint(1, 3)):
                self.rng.choice(MUTATIONS)(self, payload)
        return self.hand_over(record, payload)

    def hand_over(self, record: Interaction, payload: Json) -> Sent:
        """Send an interaction for the first time, as a payload that need not be its own."""
        sent = Sent(record, payload)
        self._expect(sent)
        self._deliver(payload)
        self.sent.append(sent)
        self.fresh.add(record.id)
        return sent

    def _expect(self, sent: Sent) -> None:
        """Let the table take an answer, as one to what the interaction has become."""
        record, kind = sent.record, sent.payload.get("type")
        record.kind = kind if isinstance(kind, int) and kind in FITTING else COMMAND
        if sent.can_be_answered:
            self.club.resting.unanswered.add(record.id)
        open_ones = self.club.table.discord.interactions
        open_ones._open[record.id] = record
        open_ones._by_token[record.token] = record

    def _deliver(self, payload: Json) -> None:
        (session,) = self.club.table.discord.gateway.sessions.values()
        session.dispatch("INTERACTION_CREATE", copy.deepcopy(payload))

    def look(self) -> None:
        """Notice the modals that were shown, and what was suggested."""
        for each in self.sent[-RECENT:]:
            self.suggested += [str(choice["value"]) for choice in each.record.choices]
            each.record.choices = []
        known = {id(each) for each in self.modals}
        shown = [each.record for each in self.sent[-RECENT:] if each.record.modal is not None]
        self.modals += [each for each in shown if id(each) not in known]
