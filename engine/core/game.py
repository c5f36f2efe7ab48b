"""A game in progress: its state, its open decisions, and its log."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec

from engine.core.decision import Choice, Decision
from engine.core.dice import Dice, Draw, KeyedDice, RecordedDice, commitment
from engine.core.errors import BadRecord, BadTable, IllegalChoice
from engine.core.events import Disclosure, TakenBack
from engine.core.grammar import Unfit, Value
from engine.core.registry import ruleset
from engine.core.ruleset import Ruleset, Step
from engine.core.taking_back import (
    TAKING_BACK,
    Retractable,
    after_choice,
    from_first_open,
    taken_back_audience,
)
from engine.core.view import Outcome, View

By = Literal["player", "clock", "orders", "ai", "undo"]
"""Who made a choice for a seat: its player, the clock, a prepared order, a stand-in.

`undo` is the table, which took something back by consent of all.
"""

SEED_BYTES = range(1, 65)
Digest = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Seed = Annotated[str, msgspec.Meta(pattern=r"\A([0-9a-f]{2}){1,64}\Z")]
Count = Annotated[int, msgspec.Meta(ge=0)]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)]
Seeds = Annotated[tuple[Seed, ...], msgspec.Meta(max_length=64)]
Options = Annotated[dict[Name, Value], msgspec.Meta(max_length=200)]

OWN_HAND = ("player", "orders")
CONSENT: Final = "undo"
"""By whom something is taken back that all have agreed on."""


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is agreed before the first draw. Seeds and the commitment to the server's are hex."""

    ruleset: Name
    ruleset_version: Count
    options: Options
    names: Names
    commitment: Digest
    player_seeds: Seeds


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up: its draws and the fingerprint of the state it made."""

    draws: tuple[Draw, ...]
    state_hash: Digest


class Entry(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One line of a game's log: a choice with its draws, or the taking back of an earlier entry.

    `undoes` is the number (from 1) of the entry that is taken back, and 0 for a choice. `prev_hash`
    fingerprints the entry before (for the first: table and set-up), `state_hash` the state after.
    """

    seat: Count
    by: By = "player"
    decision: Name = ""
    value: Value = None
    draws: tuple[Draw, ...] = ()
    undoes: Count = 0
    prev_hash: Digest
    state_hash: Digest


_encode = msgspec.json.Encoder(order="deterministic").encode


def fingerprint(*parts: Any) -> str:
    """The SHA-256, in hex, of the parts' JSON, each on a line; objects in JSON sort their keys."""
    return hashlib.sha256(b"\n".join(map(_encode, parts))).hexdigest()


class Journal:
    """The log of a game: what was chosen, chained by hashes, and the events."""

    def __init__(self, table: Table, opening: Step[Any], state_hash: str) -> None:
        self.setup = Setup(opening.draws, state_hash)
        self.entries: list[Entry] = []
        self.disclosures: list[Disclosure] = list(opening.events)
        self.head = fingerprint(table, self.setup)
        """The `prev_hash` of the next entry."""
        self.first_link = ""
        """The fingerprint of table and set-up as the game began, where a name was replaced since;
        else empty, for then it can be made again."""
        self.state_hash = state_hash
        """The fingerprint of the state now."""
        self.skipped = 0
        """How many entries came before the first of `entries`."""
        self.run: list[Retractable] = []
        """All choices from the first on that can be taken back, latest last."""

    @classmethod
    def resume(
        cls,
        table: Table,
        setup: Setup,
        head: str,
        state_hash: str,
        *,
        skipped: int = 0,
        entries: Sequence[Entry] = (),
        disclosures: Sequence[Disclosure] = (),
        first_link: str = "",
    ) -> Journal:
        """Go on with a log that was stored; the first `skipped` entries may stay where they are.

        For a record all entries and all events have to be given, and the `first_link` of a game in
        which a player's name was replaced.
        """
        journal = cls(table, Step(None, tuple(disclosures), setup.draws, False), setup.state_hash)
        journal.entries += entries
        journal.head, journal.state_hash, journal.skipped = head, state_hash, skipped
        journal.first_link = first_link
        return journal

    @property
    def count(self) -> int:
        """How many entries there are, wherever they are kept."""
        return self.skipped + len(self.entries)

    def add(self, entry: Entry, events: Sequence[Disclosure]) -> None:
        """Log an entry that was carried out."""
        self.entries.append(entry)
        self.disclosures += events
        self.head, self.state_hash = fingerprint(entry), entry.state_hash

    def remember(self, by: By, choice: Choice, before: Any, step: Step[Any]) -> None:
        """Keep the state before the entry just added, as long as it may be gone back to."""
        if by not in OWN_HAND:
            self.run = []
        else:
            self.run = after_choice(self.run, Retractable(self.count, choice, before, step))

    def latest(self, seat: int) -> int:
        """Where in the run the choice is that a seat would take back now.

        Raises `IllegalChoice` when there is nothing.
        """
        for at in range(len(self.run) - 1, -1, -1):
            each = self.run[at]
            if each.seat == seat:
                if each.open:
                    return at
                break
        raise IllegalChoice("nothing_to_take_back", TAKING_BACK)


class Game:
    """A game at a table. Its state changes in place: keep no reference to it between choices.

    With `journal` None nothing is logged, copied or hashed, for simulations that only want the end.
    """

    def __init__(
        self,
        table: Table,
        server_seed: bytes,
        state: Any,
        dice: Dice,
        journal: Journal | None = None,
    ) -> None:
        self.rules: Ruleset[Any] = ruleset(table.ruleset)
        self.table = table
        self.server_seed = server_seed
        self.state = state
        self.dice = dice
        self.journal = journal
        self._asked: Sequence[Decision] | None = None
        self._pending: tuple[Decision, ...] | None = None
        self._copied: Any = None
        self._encoded: bytes | None = None

    @classmethod
    def new(
        cls,
        ruleset_name: str,
        names: Sequence[str],
        options: Mapping[str, Value],
        server_seed: bytes,
        player_seeds: Sequence[bytes],
        *,
        record: bool = True,
        version: int | None = None,
    ) -> Game:
        """Start a game. Raises `UnknownRuleset`, or `BadTable` when it cannot begin like this.

        `version` is an older one of the rules, for playing a game of then again.
        """
        rules = ruleset(ruleset_name)
        if len(player_seeds) != len(names):
            raise BadTable(f"{len(names)} players gave {len(player_seeds)} seeds")
        if not all(len(seed) in SEED_BYTES for seed in (server_seed, *player_seeds)):
            raise BadTable(f"a seed has {SEED_BYTES.start} to {SEED_BYTES.stop - 1} bytes")
        dice = KeyedDice(server_seed, player_seeds)
        opening = rules.start(len(names), options, dice, version)
        table = Table(
            ruleset=rules.name,
            ruleset_version=version or rules.version,
            options={**rules.option_defaults, **options},
            names=tuple(names),
            commitment=commitment(server_seed),
            player_seeds=tuple(seed.hex() for seed in player_seeds),
        )
        journal = Journal(table, opening, rules.hash(opening.state)) if record else None
        return cls(table, server_seed, opening.state, dice, journal)

    @classmethod
    def resume(cls, table: Table, server_seed: bytes, state: Any, journal: Journal) -> Game:
        """A game that was stored, as it was between two choices."""
        dice = KeyedDice(server_seed, [bytes.fromhex(seed) for seed in table.player_seeds])
        return cls(table, server_seed, state, dice, journal)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.table.names

    def asked(self) -> Sequence[Decision]:
        """The decisions of the flow, without opportunities, found once until the next choice."""
        if self._asked is None:
            self._asked = self.rules.asked(self.state)
        return self._asked

    def pending(self) -> tuple[Decision, ...]:
        """Every decision open now, found once until the next choice."""
        if self._pending is None:
            self._pending = (*self.asked(), *self.rules.opportunities_now(self.state))
        return self._pending

    def open_to(self, seat: int) -> list[Decision]:
        """A seat's own open decisions; the opportunities of others are not looked for."""
        if self._pending is not None:
            return [decision for decision in self._pending if decision.seat == seat]
        own = [decision for decision in self.asked() if decision.seat == seat]
        return own + self.rules.opportunities_of(self.state, seat)

    def copied(self) -> Any:
        """A copy of the state, made once until the next choice. It is shared: only read it."""
        if self._copied is None:
            self._copied = self.rules.copy(self.state)
        return self._copied

    def encoded(self) -> bytes:
        """The state as bytes, made once until the next choice."""
        if self._encoded is None:
            self._encoded = self.rules.encode(self.state)
        return self._encoded

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, may know now."""
        return self.rules.view(self.state, seat)

    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""
        return self.rules.outcome(self.state)

    def decision(self, choice: Choice) -> Decision:
        """The open decision that a choice answers; raises `IllegalChoice` when there is none."""
        seat, name = choice.seat, choice.decision
        if type(seat) is int:  # Python takes True for seat 1.
            # Nearly always one of the flow, found without looking for opportunities.
            for decision in self.asked():
                if decision.seat == seat and decision.id == name:
                    return decision
            for decision in self.pending():
                if decision.seat == seat and decision.id == name:
                    return decision
        return self.rules.decision(self.state, choice)

    def play(self, choice: Choice, by: By = "player") -> Step[Any]:
        """Carry out a choice; raises `IllegalChoice`, and then nothing has changed."""
        decision = self.decision(choice)
        try:
            value = decision.grammar.validate(choice.value)
        except Unfit as unfit:
            raise self.rules.why_not(self.state, decision, choice.value, unfit) from None
        return self.answer(decision, value, by)

    def answer(self, decision: Decision, value: Value, by: By = "player") -> Step[Any]:
        """Carry out an answer to an open decision of this game that is known to fit.

        The value was validated by, or sampled from, the decision's own grammar.
        """
        asked, journal = self._asked, self.journal
        if journal is None:
            self._asked = self._pending = self._copied = self._encoded = None
            step = self.rules.carry_out(self.state, decision, value, self.dice, asked)
        else:
            before = self.copied()
            self._asked = self._pending = self._copied = self._encoded = None
            step = self._play_logged(journal, decision, value, by, asked, before)
        self._asked = step.asked
        return step

    def _play_logged(
        self,
        journal: Journal,
        decision: Decision,
        value: Value,
        by: By,
        asked: Sequence[Decision] | None,
        before: Any,
    ) -> Step[Any]:
        try:
            step = self.rules.carry_out(self.state, decision, value, self.dice, asked)
        except BaseException:
            # A fault halfway through must not leave a half-changed game behind.
            self.state = self.rules.copy(before)
            raise
        entry = Entry(
            seat=decision.seat,
            by=by,
            decision=decision.id,
            value=value,
            draws=step.draws,
            prev_hash=journal.head,
            state_hash=self.rules.hash_of(self.encoded()),
        )
        journal.add(entry, step.events)
        journal.remember(by, Choice(decision.seat, decision.id, value), before, step)
        return step

    def take_back(self, seat: int) -> Step[Any]:
        """Undo the seat's latest choice, latest first when asked again (rule: taking-back).

        What other seats have chosen since, unnoticed by this one, stays: else a player whose Undo
        is gone would know that others did something in secret. Only in a game with a journal, and
        only while the seat's own hand made the choice, the seat has learnt nothing since, and
        nothing that others chose depends on it; raises `IllegalChoice` otherwise.
        """
        journal = self.journal
        if journal is None or not self.pending():
            raise IllegalChoice("nothing_to_take_back", TAKING_BACK)
        at = journal.latest(seat)
        undone = journal.run[at]
        state, journal.run = self._without(journal.run, at)
        disclosure = Disclosure(TakenBack(seat), taken_back_audience(seat, undone.step))
        return self._go_back(journal, seat, "player", undone.number, state, disclosure)

    def to_take_back(self, seat: int) -> int:
        """The number of the entry that `take_back` would take back; 0 if there is none."""
        journal = self.journal
        if journal is None or not self.pending():
            return 0
        try:
            at = journal.latest(seat)
            if at < len(journal.run) - 1:
                self._without(journal.run, at)
        except IllegalChoice:
            return 0
        return journal.run[at].number

    def _without(self, run: list[Retractable], at: int) -> tuple[Any, list[Retractable]]:
        """The state, and the run that led to it, as if one choice of a run had not been made.

        Raises `IllegalChoice` where a later choice would not be the same without it.
        """
        state, found = self.rules.copy(run[at].before), run[:at]
        for later in run[at + 1 :]:
            before = self.rules.copy(state)
            if not self._is_played_again(state, later):
                raise IllegalChoice("nothing_to_take_back", TAKING_BACK)
            found.append(later._replace(before=before))
        return state, from_first_open(found)

    def _is_played_again(self, state: Any, made: Retractable) -> bool:
        """Make a choice in another state than it was made in; whether it is the same there."""
        try:
            question = self.rules.decision(state, made.choice)
            if question.about != self.rules.decision(made.before, made.choice).about:
                return False
            step = self.rules.play(state, made.choice, RecordedDice(made.step.draws), question)
        except (IllegalChoice, BadRecord):
            return False
        done = made.step
        return (step.events, step.draws, step.revealed) == (done.events, done.draws, done.revealed)

    def rewind(self, seat: int, number: int, before: Any) -> Step[Any]:
        """Undo entry `number` and all after it, as the table agreed on a seat's asking.

        `before` is the state before that entry, which the game takes over. The dice are as they
        were, too: the same choices would fall out the same. Only in a game with a journal that is
        not over; raises `IllegalChoice` otherwise.
        """
        journal, is_seated = self.journal, 0 <= seat < len(self.names)
        if journal is None or not is_seated or not self.pending():
            raise IllegalChoice("nothing_to_take_back", TAKING_BACK)
        if not 1 <= number <= journal.count:
            raise IllegalChoice("nothing_to_take_back", TAKING_BACK)
        journal.run.clear()
        disclosure = Disclosure(TakenBack(seat, consent=True))
        return self._go_back(journal, seat, CONSENT, number, before, disclosure)

    def _go_back(
        self, journal: Journal, seat: int, by: By, number: int, before: Any, disclosure: Disclosure
    ) -> Step[Any]:
        self._asked = self._pending = self._copied = self._encoded = None
        self.state = before
        entry = Entry(
            seat=seat,
            by=by,
            undoes=number,
            prev_hash=journal.head,
            state_hash=self.rules.hash_of(self.encoded()),
        )
        journal.add(entry, (disclosure,))
        return Step(before, (disclosure,), (), False)
