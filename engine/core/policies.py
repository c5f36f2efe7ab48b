"""AI players: a policy gets a seat's decisions and, if it asks, the seat's view.

* `random` answers anything legal, cheaply: it never looks at the board;
* `default` answers what a lapsed clock would;
* `steward` plays as well as the rule set's own stand-in can.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from engine.core.decision import Choice, Decision
from engine.core.errors import HeraldError
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

    @cached_property
    def view(self) -> View:
        """The seat's own view, made when first asked for."""
        return self._look(self.seat)

    @property
    def awaited(self) -> Decision:
        """The first decision that the game waits for."""
        return next(decision for decision in self.decisions if decision.blocking)


class Policy(Protocol):
    """A way of playing a seat."""

    samples: bool
    """Whether every answer is sampled from the decision's own grammar, so that none is illegal."""

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        """The seat's answer to one of its open decisions."""
        ...


class RandomPolicy:
    """Every legal answer can come up, open opportunities now and then."""

    samples = True

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        """A random answer, without a look at the board."""
        options = eyes.decisions
        if len(options) > 1 and rng.random() >= OPEN_SHARE:
            options = [decision for decision in options if decision.blocking]
        decision = options[int(rng.random() * len(options))]
        return Choice(decision.seat, decision.id, decision.grammar.sample(rng))


class DefaultPolicy:
    """Answers nothing, as far as the rules allow: what the clock plays."""

    samples = False

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        """The default of what is awaited."""
        decision = eyes.awaited
        return Choice(decision.seat, decision.id, decision.default)


class StewardPolicy:
    """Plays to win, as the rule set's stand-in does, or another one that is given."""

    samples = False

    def __init__(self, decide: Callable[[Any, Sequence[Decision], Random], Choice] | None = None):
        self._decide = decide

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        """The stand-in's answer, from the seat's own view."""
        decide = self._decide or eyes.rules.steward
        return decide(eyes.view, eyes.decisions, rng)


POLICIES: dict[str, Policy] = {
    "random": RandomPolicy(),
    "default": DefaultPolicy(),
    "steward": StewardPolicy(),
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
    while most_choices is None or choices < most_choices:
        pending = game.pending()
        awaited = [decision.seat for decision in pending if decision.blocking]
        if not awaited:
            break
        seat = awaited[int(rng.random() * len(awaited))]
        own = [decision for decision in pending if decision.seat == seat]
        player = policies[seat]
        choice = player.choose(Eyes(game.rules, seat, own, game.view), rng)
        game.play(choice, by="ai", sampled=player.samples)
        choices += 1
    return choices
