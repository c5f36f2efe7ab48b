"""The turn: its phases, the change of era, the end of the game (chapters 1, 9 and 10)."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from engine.core.flow import Play
from engine.rulesets.standard import events
from engine.rulesets.standard.frames import LastCall, Movement, Purchase
from engine.rulesets.standard.production import income, produce
from engine.rulesets.standard.state import State
from engine.rulesets.standard.wonders import claims
from engine.world import flow
from engine.world.flow import lapse
from engine.world.trade import Trade

S = TypeVar("S", bound=State)


class TurnPhase(flow.TurnPhase[S]):
    """Movement and battles, trade, production, purchase; then the next turn, or the end."""

    steps: ClassVar[tuple[str, ...]] = (
        *("movement", "trade", "production", "purchase"),
        "last_call",
    )
    occasional = ("last_call",)

    def takes_place(self, state: S, step: str) -> bool:
        if step != "last_call":
            return True
        return (state.era_ending or bool(self.end_reason(state))) and bool(claims(state))

    def begin(self, play: Play[S]) -> None:
        state = play.state
        if state.era_ending and state.era < state.tables.last_era:
            self.next_era(play)
        super().begin(play)

    def enter(self, play: Play[S], step: str) -> None:
        state = play.state
        if step == "movement":
            play.push(Movement(state.turn_order()))
        elif step == "trade":
            # Who trades shows who left an order not to be asked (rule: taking-back).
            play.reveal()
            done = (orders.trade != "ask" for orders in state.orders)
            play.push(Trade(tuple(map(any, zip(state.fallen, done, strict=True)))))
        elif step == "production":
            self.produce(play)
        elif step == "purchase":
            play.push(Purchase(state.turn_order(), state.together))
        else:
            play.push(LastCall())

    def produce(self, play: Play[S]) -> None:
        """Everyone receives their income (rule: production)."""
        produce(play, income, events.Produced)

    def next_era(self, play: Play[S]) -> None:
        """The old era's unclaimed cards lapse; catapults become medieval (rule: era-change)."""
        state = play.state
        cards = lapse(state.technologies, state.tables.era_cards[state.era])
        wonders = lapse(state.wonders, state.tables.era_wonders[state.era])
        state.era += 1
        state.era_ending = False
        era = state.tables.eras[state.era]
        play.tell(events.EraBegan(era, cards, wonders, state.modernise()))

    def end_reason(self, state: S) -> str:
        if state.era == state.tables.last_era and state.era_ending:
            return "modern_technologies"
        return super().end_reason(state)
