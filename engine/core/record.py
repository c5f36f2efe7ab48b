"""A game as one JSON file: written, read, replayed, and proved.

The format `herald-game`, version 1, of a finished game:

* `made_by`: the program that wrote the file, where it says so; it proves nothing;
* `table`: rule set and version, options, names, the commitment published before the game, and the
  players' shares of the dice; `server_seed`: what was committed to, in hex like all bytes;
* `setup`: its draws, each as [sides, face] with faces from 0, and the fingerprint of the state;
* `first_link`: only where a player's name was replaced because they were forgotten: the fingerprint
  of table and set-up with the names of then. Names are not proved by such a file, all else is;
* `entries`: every choice in order, with the draws it caused (see `Entry`);
* `outcome`: the result, and `seal`: the fingerprint of last entry, result and server seed.

An entry that takes back another of its own seat leaves that one out, and what other seats have
chosen since stays; one by consent takes back all from an entry on.

Entries are chained: each holds the fingerprint of the one before, so nothing can be changed, left
out or put in unnoticed. A fingerprint is the SHA-256 of compact JSON (see `fingerprint`). A state's
is the SHA-256 of its own encoding, which only this program makes.

The file of a running game has `running` true and holds public facts only: the table, what everybody
was told, and what a spectator sees. It has no entries, and no fingerprints either: with them, one
could try out guesses at what is hidden.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from engine.core.decision import Choice
from engine.core.dice import RecordedDice, commitment
from engine.core.errors import BadRecord, BadTable, IllegalChoice, UnknownRuleset
from engine.core.events import Disclosure, Event, TakenBack
from engine.core.game import (
    CONSENT,
    Digest,
    Entry,
    Game,
    Journal,
    Seed,
    Setup,
    Table,
    fingerprint,
)
from engine.core.record_differences import must_have_drawn, must_have_ended
from engine.core.registry import ruleset
from engine.core.ruleset import Ruleset, Step
from engine.core.strict_json import Path, parse, place_of
from engine.core.taking_back import RUN_MOST
from engine.core.view import Outcome, View

FORMAT = "herald-game"
VERSION = 1
MOST_ENTRIES = 500_000

Maker = Annotated[str, msgspec.Meta(pattern=r"^[\w .+-]{0,40}$")]
FirstLink = Annotated[str, msgspec.Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
Entries = Annotated[tuple[Entry, ...], msgspec.Meta(max_length=MOST_ENTRIES)]


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished game, with everything that proves it."""

    format: Literal["herald-game"] = "herald-game"
    version: Literal[1] = 1
    made_by: Maker = ""
    running: bool = False
    table: Table
    server_seed: Seed
    setup: Setup
    first_link: FirstLink = ""
    entries: Entries
    outcome: Outcome
    seal: Digest

    @property
    def opening(self) -> str:
        """The fingerprint of table and set-up as the game began: the first link of the chain."""
        return self.first_link or fingerprint(self.table, self.setup)


class PublicRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A running game, as far as everybody may know it. Proves nothing yet."""

    format: Literal["herald-game"] = "herald-game"
    version: Literal[1] = 1
    made_by: Maker = ""
    running: bool = True
    table: Table
    events: tuple[dict[str, Any], ...]
    view: dict[str, Any]


KEPT_MOST = 2000
"""So many states that will be gone back to are kept at once: far more than a table needs, and few
enough for a file that was made to fill the memory."""


class Verdict(msgspec.Struct, frozen=True):
    """What was proved about a finished game."""

    choices: int
    draws: int
    outcome: Outcome
    seal: str
    states: bool = True
    """Whether the fingerprint of every state was made again; see `verify`."""
    names: bool = True
    """Whether the names are those of the beginning: not where one was replaced since."""


def record_of(game: Game, made_by: str = "") -> Record | PublicRecord:
    """The game as a record: all of it when it is over, public facts only while it runs.

    The game must have kept a journal. `made_by` is a name and version for those who get the file.
    """
    journal, outcome = _journal(game), game.outcome()
    if outcome is None:
        return PublicRecord(
            made_by=made_by,
            table=game.table,
            events=tuple(
                msgspec.to_builtins(t.event) for t in journal.disclosures if t.reaches(None)
            ),
            view=msgspec.to_builtins(game.view(None)),
        )
    return Record(
        made_by=made_by,
        table=game.table,
        server_seed=game.server_seed.hex(),
        setup=journal.setup,
        first_link=journal.first_link,
        entries=tuple(journal.entries),
        outcome=outcome,
        seal=_seal(journal.head, outcome, game.server_seed),
    )


def export(game: Game, made_by: str = "") -> bytes:
    """The game as a file (see `record_of`)."""
    return encode(record_of(game, made_by))


def encode(record: Record | PublicRecord) -> bytes:
    """A record as a file: JSON, each entry or event on its own line."""
    fields = []
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if name in ("made_by", "first_link") and not value:
            continue
        if name in ("entries", "events"):
            text = b"[\n" + b",\n".join(map(_encode, value)) + b"\n]"
        else:
            text = _encode(value)
        fields.append(b'"%s": %s' % (name.encode(), text))
    return b"{\n" + b",\n".join(fields) + b"\n}\n"


def load(data: bytes) -> Record | PublicRecord:
    """Read a file. Raises `BadRecord`, and nothing else, whatever the bytes are."""
    raw = parse(data)
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise BadRecord("format", f"not a {FORMAT} file")
    version = raw.get("version")
    if type(version) is int and version > VERSION:
        raise BadRecord("version", f"{version} is newer than this Herald, which reads {VERSION}")
    if not isinstance(raw.get("running"), bool):
        raise BadRecord("running", "must be true or false")
    shape: type[Record | PublicRecord] = PublicRecord if raw["running"] else Record
    try:
        record = msgspec.convert(raw, shape)
    except msgspec.ValidationError as wrong:
        raise _misshapen(str(wrong)) from None
    _rules(record.table)
    if isinstance(record, PublicRecord):
        public_view(record)
        for _ in public_events(record):
            pass
    return record


def public_events(record: PublicRecord) -> Iterator[Event]:
    """The events of a running game's record. Raises `BadRecord`."""
    rules = _rules(record.table)
    for number, raw in enumerate(record.events, start=1):
        try:
            event = rules.read_event(raw)
        except msgspec.ValidationError as wrong:
            raise BadRecord(f"event {number}", str(wrong)) from None
        if is_of_today(record.table):
            _refuse_unknown_keys(raw, msgspec.to_builtins(event), [f"event {number}"])
        yield event


def public_view(record: PublicRecord) -> View:
    """What a spectator sees of a running game. Raises `BadRecord` when it is no view."""
    try:
        view = msgspec.convert(record.view, _rules(record.table).view_type)
    except msgspec.ValidationError as wrong:
        raise BadRecord("view", str(wrong)) from None
    _refuse_unknown_keys(record.view, msgspec.to_builtins(view), ["view"])
    seats = len(record.table.names)
    if (view.ruleset, view.seats, len(view.scores)) != (record.table.ruleset, seats, seats):
        raise BadRecord("view", f"does not show the {seats} seats of the table")
    return view


def _refuse_unknown_keys(raw: Any, made: Any, path: Path) -> None:
    """Raise `BadRecord` for a key of the file that nothing was made of."""
    if isinstance(raw, dict) and isinstance(made, dict):
        for key, value in raw.items():
            if key not in made:
                raise BadRecord(place_of(path), f"there is no {key[:40]!r}")
            _refuse_unknown_keys(value, made[key], [*path, key])
    elif isinstance(raw, list) and isinstance(made, list | tuple):
        for at, (value, inner) in enumerate(zip(raw, made, strict=False)):
            _refuse_unknown_keys(value, inner, [*path, at])


def replay(record: Record, *, trusted: bool = False) -> Iterator[tuple[Entry | None, Step[Any]]]:
    """Play a record again from its draws alone: first the set-up (with None), then every entry.

    Checks that each choice is legal, and neither seeds nor fingerprints. The state of a step is the
    one state of the replay, which goes on changing. `trusted` skips the checks as well, for records
    that were verified or never left this program; on others it may do anything.
    """
    rules = _rules(record.table)
    opening = _start_again(rules, record)
    state = opening.state
    yield None, opening
    to_return_to = {entry.undoes for entry in record.entries}
    kept: dict[int, Any] = {}
    standing: list[int] = []
    """The numbers of the choices that were not taken back."""
    for number, entry in enumerate(record.entries, start=1):
        if entry.undoes:
            state = kept.pop(entry.undoes, None)
            if state is None:
                raise BadRecord(f"entry {number}", f"entry {entry.undoes} cannot be taken back")
            at = bisect_left(standing, entry.undoes)
            later, standing[at:] = standing[at + 1 :], []
            if entry.by != CONSENT:
                if len(later) > RUN_MOST:
                    raise BadRecord(f"entry {number}", f"entry {entry.undoes} is too far back")
                for each in later:
                    if each in kept:
                        kept[each] = rules.copy(state)
                    _play_recorded(rules, state, each, record.entries[each - 1], trusted=trusted)
                standing += later
            yield (
                entry,
                Step(state, (Disclosure(TakenBack(entry.seat, entry.by == CONSENT)),), (), False),
            )
            continue
        if number in to_return_to:
            _keep(kept, number, rules.copy(state))
        standing.append(number)
        yield entry, _play_recorded(rules, state, number, entry, trusted=trusted)


def _play_recorded(
    rules: Ruleset[Any], state: Any, number: int, entry: Entry, *, trusted: bool
) -> Step[Any]:
    """Carry out an entry with the draws that it holds; raises `BadRecord`."""
    dice, choice = RecordedDice(entry.draws, f"entry {number}"), _choice(entry)
    try:
        if trusted:
            step = rules.carry_out(state, rules.decision(state, choice), entry.value, dice)
        else:
            step = rules.play(state, choice, dice)
    except IllegalChoice as illegal:
        raise BadRecord(f"entry {number}", f"not a legal choice: {illegal}") from None
    dice.finish()
    return step


def verify(record: Record) -> Verdict:
    """Prove a finished game: seeds, draws, choices, fingerprints, result.

    Plays it again from the seeds. The first thing that is not as recorded raises `BadRecord`.
    States of a game that an older version began had another shape, so that their fingerprints
    cannot be made again: they are proved as links of the chain only, and all else as ever. So are
    the names of the table where the record has a `first_link`.
    """
    game = _reseed(record)
    journal, states = _journal(game), is_of_today(record.table)
    must_have_drawn("set-up", record.setup.draws, journal.setup.draws)
    if states and record.setup.state_hash != journal.setup.state_hash:
        raise BadRecord("set-up, state_hash", "not the state that the set-up makes")
    head = journal.head = record.opening
    to_return_to = {entry.undoes for entry in record.entries if entry.by == CONSENT}
    kept: dict[int, Any] = {}
    for number, entry in enumerate(record.entries, start=1):
        if number in to_return_to:
            _keep(kept, number, game.rules.copy(game.state))
        if entry.prev_hash != head:
            before = f"entry {number - 1}" if number > 1 else "table and set-up"
            raise BadRecord(
                f"entry {number}, prev_hash", f"not that of {before}: one of them was changed"
            )
        _verify_entry(game, number, entry, kept, states)
        head = fingerprint(entry)
    outcome = game.outcome()
    if outcome is None:
        raise BadRecord("outcome", "the game is not over after its last entry")
    must_have_ended(record.outcome, outcome)
    if record.seal != _seal(head, outcome, game.server_seed):
        raise BadRecord("seal", "does not follow from the last entry, the result and the seed")
    draws = record.setup.draws, *(entry.draws for entry in record.entries)
    choices = sum(not entry.undoes for entry in record.entries)
    names = record.opening == fingerprint(record.table, record.setup)
    return Verdict(choices, sum(map(len, draws)), outcome, record.seal, states, names)


def is_of_today(table: Table) -> bool:
    """Whether a game was begun by the version that its rule set has now."""
    return table.ruleset_version == _rules(table).version


_encode = msgspec.json.Encoder(order="deterministic").encode


def _keep(kept: dict[int, Any], number: int, state: Any) -> None:
    """Keep the state before an entry that is taken back later on."""
    if len(kept) >= KEPT_MOST:
        raise BadRecord(f"entry {number}", f"more than {KEPT_MOST} entries wait to be taken back")
    kept[number] = state


def _choice(entry: Entry) -> Choice:
    return Choice(entry.seat, entry.decision, entry.value)


def _journal(game: Game) -> Journal:
    if game.journal is None:
        raise BadTable("this game is played without a record")
    return game.journal


def _seal(head: str, outcome: Outcome, server_seed: bytes) -> str:
    return fingerprint(head, outcome, server_seed.hex())


def _rules(table: Table) -> Ruleset[Any]:
    try:
        rules = ruleset(table.ruleset)
    except UnknownRuleset as unknown:
        raise BadRecord("table, ruleset", str(unknown)) from None
    if table.ruleset_version < 1:
        raise BadRecord("table, ruleset_version", "the first version is 1")
    if table.ruleset_version > rules.version:
        raise BadRecord(
            "table, ruleset_version",
            f"the game was played by version {table.ruleset_version} of {rules.name}, "
            f"this Herald knows {rules.version}: update Herald",
        )
    return rules


def _start_again(rules: Ruleset[Any], record: Record) -> Step[Any]:
    dice = RecordedDice(record.setup.draws, "set-up")
    try:
        table = record.table
        opening = rules.start(len(table.names), table.options, dice, table.ruleset_version)
    except BadTable as wrong:
        raise BadRecord("table", str(wrong)) from None
    dice.finish()
    return opening


def _reseed(record: Record) -> Game:
    """The game as its table and seeds begin it."""
    table, server_seed = record.table, bytes.fromhex(record.server_seed)
    if commitment(server_seed) != table.commitment:
        raise BadRecord("server_seed", "its SHA-256 is not the commitment of the table")
    _rules(table)
    seeds = [bytes.fromhex(seed) for seed in table.player_seeds]
    try:
        game = Game.new(
            table.ruleset,
            table.names,
            table.options,
            server_seed,
            seeds,
            version=table.ruleset_version,
        )
    except BadTable as wrong:
        raise BadRecord("table", str(wrong)) from None
    if table != game.table and is_of_today(table):
        raise BadRecord("table", "not complete")
    return game


def _verify_entry(
    game: Game, number: int, entry: Entry, kept: dict[int, Any], states: bool
) -> None:
    where = f"entry {number}"
    if entry.by == CONSENT:
        made = _rewind_again(game, where, entry, kept)
    elif entry.undoes:
        made = _take_back_again(game, where, entry)
    else:
        made = _play_again(game, where, entry)
    must_have_drawn(where, entry.draws, made.draws)
    if not states:
        # All but the fingerprints is as it would be made today.
        links = {"prev_hash": entry.prev_hash, "state_hash": entry.state_hash}
        made = msgspec.structs.replace(made, **links)
    if entry.state_hash != made.state_hash:
        raise BadRecord(f"{where}, state_hash", "not the state that this choice leads to")
    if fingerprint(entry) != fingerprint(made):
        raise BadRecord(where, "not in its normal form")


def _play_again(game: Game, where: str, entry: Entry) -> Entry:
    try:
        game.play(_choice(entry), entry.by)
    except IllegalChoice as illegal:
        raise BadRecord(where, f"not a legal choice: {illegal}") from None
    return _journal(game).entries[-1]


def _take_back_again(game: Game, where: str, entry: Entry) -> Entry:
    try:
        game.take_back(entry.seat)
    except IllegalChoice:
        raise BadRecord(where, f"seat {entry.seat} had nothing to take back") from None
    return _journal(game).entries[-1]


def _rewind_again(game: Game, where: str, entry: Entry, kept: dict[int, Any]) -> Entry:
    before = kept.pop(entry.undoes, None)
    try:
        if before is None:
            raise IllegalChoice("nothing_to_take_back")
        game.rewind(entry.seat, entry.undoes, before)
    except IllegalChoice:
        raise BadRecord(where, f"entry {entry.undoes} cannot be taken back") from None
    return _journal(game).entries[-1]


_AT = re.compile(r"(?P<problem>.*?)(?: - at `(?P<path>.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


def _misshapen(complaint: str) -> BadRecord:
    """A complaint of the schema (`Expected ... - at `$.entries[3].seat``) as ours."""
    said = _AT.fullmatch(complaint)
    assert said is not None
    path: Path = [
        step[1] if step[1] is not None else int(step[2])
        for step in _STEP.finditer(said["path"] or "")
    ]
    return BadRecord(place_of(path), said["problem"])
