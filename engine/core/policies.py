"""AI players: a policy gets a seat's decisions and, if it asks, the seat's view.

* `random` answers anything legal, cheaply: it never looks at the board;
* `default` answers what a lapsed clock would;
* `steward` plays as well as the rule set's own stand-in can;
* `careful` plays for a player who is absent: as the steward, but nothing grave;
* `advised` presses what *Suggest* shows first, at every decision: a player who follows advice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from engine.core.absence import careful
from engine.core.decision import Choice, Decision
from engine.core.errors import HeraldError
from engine.core.lazy import lazy
from engine.core.view import View

if TYPE_CHECKING:
    from engine.core.game import Game
    from engine.core.ruleset import Ruleset

OPEN_SHARE = 0.05
"""How often the random player takes up something it need not answer."""


class UnknownPolicy(HeraldError):
    """No policy of that name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(name, known)
        self.name = name
        self.known = known

    def __str__(self) -> str:
        return f"no policy is called {self.name!r}; there are: {', '.join(self.known)}"


class Eyes:
    """What a policy may know when its seat is asked. Good until the next choice of the game."""

    def __init__(
        self,
        rules: Ruleset[Any],
        seat: int,
        decisions: Sequence[Decision],
        look: Callable[[int], View],
    ) -> None:
        self.rules = rules
        self.seat = seat
        self.decisions = decisions
        """The seat's own open decisions; at least one is blocking."""
        self._look = look

    @lazy
    def blocking(self) -> Sequence[Decision]:
        """Those that the game waits for."""
        return [decision for decision in self.decisions if decision.blocking]

    @lazy
    def view(self) -> View:
        """The seat's own view, made when first asked for."""
        return self._look(self.seat)

    @property
    def awaited(self) -> Decision:
        """The first decision that the game waits for."""
        return self.blocking[0]


class GameEyes(Eyes):
    """Eyes on a game in memory; opportunities are found only if they are asked for."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.rules = game.rules
        self.seat = seat

    @lazy
    def blocking(self) -> Sequence[Decision]:
        """Those that the game waits for."""
        asked, seat = self.game.asked(), self.seat
        return [decision for decision in asked if decision.blocking and decision.seat == seat]

    @lazy
    def view(self) -> View:
        """The seat's own view, made when first asked for."""
        return self.game.view(self.seat)

    @lazy
    def decisions(self) -> Sequence[Decision]:
        """The seat's own open decisions; at least one is blocking."""
        return self.game.open_to(self.seat)


class Policy(Protocol):
    """A way of playing a seat."""

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        """The seat's answer to one of its open decisions."""
        ...


class RandomPolicy:
    """Every legal answer can come up, open opportunities now and then."""

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        """A random answer, without a look at the board."""
        looks_around = eyes.rules.opportunities and rng.random() < OPEN_SHARE
        options = eyes.decisions if looks_around else eyes.blocking
        decision = options[int(rng.random() * len(options))]
        return Choice(eyes.seat, decision.id, decision.grammar.sample(rng))

    def answer(self, game: Game, awaited: Sequence[Decision], seat: int, rng: Random) -> None:
        """Play what `choose` would choose, without the ceremony: it came from the grammar itself.

        `awaited` are all decisions that the game waits for.
        """
        own = awaited
        if game.rules.opportunities and rng.random() < OPEN_SHARE:
            own = game.open_to(seat)
        elif len(awaited) > 1:
            own = [decision for decision in awaited if decision.seat == seat]
        # Drawn even where there is only one, so that seeds keep their games.
        place = rng.random()
        decision = own[int(place * len(own))] if len(own) > 1 else own[0]
        game.answer(decision, decision.grammar.sample(rng), "ai")


class DefaultPolicy:
    """Answers nothing, as far as the rules allow: what the clock plays."""

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        """The default of what is awaited."""
        decision = eyes.awaited
        return Choice(decision.seat, decision.id, decision.default)


class StewardPolicy:
    """Plays to win, as the rule set's stand-in does, or another one that is given."""

    def __init__(self, decide: Callable[[Any, Sequence[Decision], Random], Choice] | None = None):
        self._decide = decide

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        """The stand-in's answer, from the seat's own view."""
        decide = self._decide or eyes.rules.steward
        return decide(eyes.view, eyes.decisions, rng)


class CarefulPolicy:
    """Plays for an absent player."""

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        """What the careful stand-in answers to what is awaited."""
        return careful(eyes.rules, eyes.view, eyes.awaited, rng)


class AdvisedPolicy:
    """Takes the first suggestion for each decision, opportunities that have one before the rest."""

    samples = False

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        """What is suggested first, as the panel shows it; the default where nothing is."""
        open_to = sorted(eyes.decisions, key=lambda decision: decision.blocking)
        for decision in open_to:
            # The panel asks with the seat as the seed, so that it shows the same at each look.
            found = eyes.rules.suggest(eyes.view, (decision,), Random(eyes.seat), 1)
            best = next((each for each in found if each.decision == decision.id), None)
            if best is not None:
                return Choice(eyes.seat, decision.id, best.value)
        decision = eyes.awaited
        return Choice(eyes.seat, decision.id, decision.default)


POLICIES: dict[str, Policy] = {
    "random": RandomPolicy(),
    "default": DefaultPolicy(),
    "steward": StewardPolicy(),
    "careful": CarefulPolicy(),
    "advised": AdvisedPolicy(),
}


def policy(name: str) -> Policy:
    """The policy of that name; raises `UnknownPolicy`."""
    if name not in POLICIES:
        raise UnknownPolicy(name, tuple(POLICIES))
    return POLICIES[name]


def play_out(
    game: Game, policies: Sequence[Policy], rng: Random, most_choices: int | None = None
) -> int:
    """Let policies, one for each seat, play until the game is over; gives the number of choices.

    Where several seats are awaited, chance says who answers first. Stops after `most_choices`,
    since nothing makes idle players finish a game without a turn limit.
    """
    choices = 0
    while choices != most_choices:
        awaited = game.asked()
        if len(awaited) != 1 or not awaited[0].blocking:
            awaited = [decision for decision in awaited if decision.blocking]
            if not awaited:
                break
        seat = awaited[int(rng.random() * len(awaited))].seat
        player = policies[seat]
        if isinstance(player, RandomPolicy):
            player.answer(game, awaited, seat, rng)
        else:
            game.play(player.choose(GameEyes(game, seat), rng), by="ai")
        choices += 1
    return choices
