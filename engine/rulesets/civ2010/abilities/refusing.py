"""Why a card cannot be used now: the reason, for a player who tries."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.grammar import Answers, Form, Unfit, Value
from engine.rulesets.civ2010.abilities.choices import SeatChoices
from engine.rulesets.civ2010.abilities.using import (
    OPERATIONS,
    PARTS,
    Use,
    at_phase_start,
    has_effect,
    is_affordable,
)
from engine.rulesets.civ2010.map.board import person_works, wonder_works
from engine.rulesets.civ2010.state import Player, State
from engine.rulesets.civ2010.tables import (
    ABILITIES,
    ANARCHY,
    ANY_TIME,
    PEOPLE,
    phases_of,
    source_of,
)


def why_not_used(decision: Decision, value: Value, unfit: Unfit) -> IllegalChoice | None:
    """Why the card of an answer cannot be used, or not on what it says."""
    if not isinstance(value, dict) or value.get("do") != "use":
        return None
    key, grammar = value.get("use"), decision.grammar
    if not isinstance(key, str) or key not in ABILITIES or not isinstance(grammar, Form):
        return None
    choices = grammar.source
    if unfit.code != "not_an_option" or not isinstance(choices, SeatChoices):
        return None
    if unfit.path in (("do",), ("use",)):
        return why_not_now(choices, key, value)
    if unfit.path[0] in PARTS:
        ability = ABILITIES[key]
        use = Use(choices.state, choices.seat, key, ability)
        return OPERATIONS[ability.do].why_not(use, value)
    return None


def why_not_now(choices: SeatChoices, key: str, said: Answers) -> IllegalChoice | None:
    """What keeps an ability from being used: whose it is, the phase, its limit, its price.

    Where it can be used on nothing at all, what it was to be used on says why.
    """
    state, seat, ability = choices.state, choices.seat, ABILITIES[key]
    kind, name = source_of(key)
    card = f"{kind}:{name}"
    if not owns(state.players[seat], kind, name):
        return IllegalChoice("not_your_card", "cards", card=card)
    refusal = why_not_working(state, seat, kind, name)
    if refusal is not None:
        return refusal
    other_phase = None
    if choices.phase not in phases_of(ability):
        other_phase = IllegalChoice("card_other_phase", "cards", card=card, when=ability.when)
        if ability.when != ANY_TIME:
            return other_phase
    if key in (*state.players[seat].used, *choices.used):
        return IllegalChoice("card_used", "cards", card=card, use=ability.use)
    if not is_affordable(state, seat, ability):
        return IllegalChoice("card_too_dear", "cards", card=card)
    if ability.first and not at_phase_start(state):
        return IllegalChoice("card_too_late", "cards", card=card)
    if has_effect(state, seat, key):
        return other_phase
    lacking = OPERATIONS[ability.do].why_not(Use(state, seat, key, ability), said)
    return lacking or IllegalChoice("card_no_target", "cards", card=card)


def owns(player: Player, kind: str, name: str) -> bool:
    """Whether a player has a card, whether it works or not."""
    held = {
        "civilization": (player.civilization,),
        "technology": player.techs,
        "government": (player.government,),
        "policy": player.policies,
        "wonder": player.wonders,
        "card": player.cards,
        "token": player.tokens,
        "person": [card.name for card in player.people],
    }
    return name in held[kind]


def why_not_working(state: State, seat: int, kind: str, name: str) -> IllegalChoice | None:
    """What keeps a card that a seat has from working."""
    card = f"{kind}:{name}"
    if kind == "policy" and state.players[seat].government == ANARCHY:
        return IllegalChoice("policy_in_anarchy", "governments")
    if kind == "wonder" and not wonder_works(state, seat, name):
        return IllegalChoice("card_blockaded", "blockade", card=card)
    if kind == "person" and not person_works(state, seat, PEOPLE[name].type):
        pieces = state.pieces.values()
        stands = any(p.owner == seat and p.kind == PEOPLE[name].type for p in pieces)
        if stands:
            return IllegalChoice("card_blockaded", "blockade", card=card)
        return IllegalChoice("card_in_reserve", "great-people-cards", card=card)
    return None
