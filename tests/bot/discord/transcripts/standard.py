"""Standard rules."""

from __future__ import annotations

from bot.discord.interactions.verbs import Verb
from tests.bot.discord.transcripts.builders import Table


async def story(table: Table) -> None:
    """Two turns, from the lobby to the rematch."""
    await lobby(table)
    await placing(table)
    await moving(table)
    await looking(table)
    await trading(table)
    await buying(table)
    await asking_the_table(table)
    await ending(table)


async def lobby(table: Table) -> None:
    """Open a table, set it up, and start."""
    await table.slash("Ada", "help")
    await table.slash("Ada", "inbox")
    await table.slash("Ada", "game new", rules="standard", seats=4)
    await table.press("Bea", "Join")
    await table.slash("Cyd", "game join")
    await table.press("Dan", "Start")
    await table.slash("Bea", "game status")
    await table.pick("Bea", "🌲 Jade")
    await table.press("Bea", "My word for the dice")
    await table.fill("Bea", word="walrus")
    await table.press("Cyd", "Leave")
    await table.press("Cyd", "Join")
    await table.press("Ada", "Add an AI player")
    await table.press("Ada", "Options")
    await table.pick("Ada", "🔷", verb=Verb.REMOVE_SEAT)
    await table.press("Ada", "Options")
    await table.press("Ada", "Last turn")
    await table.fill("Ada", number="many")
    await table.press("Ada", "Last turn")
    await table.fill("Ada", number="2")
    await table.pick("Ada", "Regions with nothing to find: Two")
    await table.pick("Ada", "3 seats")
    await table.pick("Ada", "A turn a day")
    await table.press("Ada", "When the parts")
    await table.fill("Ada", movement="14:00", trade="16:00", purchase="late")
    await table.press("Ada", "When the parts")
    await table.fill("Ada", movement="14:00", trade="16:00", purchase="21:30")
    await table.pick("Ada", "Steady")
    await table.pick("Ada", "Relaxed")
    await table.pick("Ada", "12 hours")
    await table.pick("Ada", "When time runs out, a stand-in")
    await table.pick("Ada", "Anyone who has its code")
    await table.pick("Ada", "Nobody is given")
    await table.pick("Ada", "Players may ask")
    await table.press("Ada", "Quiet hours")
    await table.fill("Ada", **{"from": "22:00", "until": "07:00", "zone": "Europe/Berlin"})
    await table.pick("Ada", "🟥 Bea", verb=Verb.SET_HOST)
    await table.press("Ada", "Start")
    await table.press("Bea", "Start")


async def placing(table: Table) -> None:
    """Place by panel, by words and by a list of orders; take back; ask why not."""
    await table.open("Ada")
    await table.open("Dan")
    await table.open("Bea")
    await table.use_further("Bea", Verb.REFRESH_PANEL)
    await table.press("Ada", "Why not")
    await table.fill("Ada", wish="Atlantis")
    await table.pick("Ada", "Asia")
    await table.pick("Ada", "Gobi", verb=Verb.PICK_FROM_LIST)
    await table.press("Ada", "Undo")
    await table.type("Ada", "act", "what", "gob")
    await table.slash("Ada", "act", what="gobi")
    await table.press("Bea", "Suggest")
    await table.press("Bea", "Do it")
    for region in ("steppe", "congo", "murray", "dakota"):
        await table.slash(await table.next(), "act", what=region)


async def moving(table: Table) -> None:
    """Move by whole moves, step by step, by orders and by what the panel puts first; fight."""
    await table.open("Cyd")
    await table.press("Cyd", "Step by step")
    await table.press("Cyd", "", verb=Verb.PICK)
    await table.press("Cyd", "", verb=Verb.DRAFT_BACK)
    await table.press("Cyd", "", verb=Verb.DRAFT_BACK)
    await table.press("Cyd", "Steppe", verb=Verb.SHOW_WHOLES)
    await table.pick_first("Cyd", Verb.MARK_WHOLES, 2)
    await table.press("Cyd", "Pick nothing")
    await table.pick("Cyd", "A swordsman Steppe > Gobi", "A settler Steppe > Sarmatia")
    await table.press("Cyd", "Do these 2, end")
    await table.press("Cyd", "Attack Ada")
    await table.use("Cyd", Verb.TURN_TO_DECISION)
    await table.press("Cyd", "Attack Ada")
    while await table.kind() != "movement":
        await table.play(await table.next())
    await table.use("Dan", Verb.BATTLES)
    for _ in range(2):
        name = await table.next()
        await table.slash(name, "orders")
        await table.fill(name, orders="move gobbi > nowhere\nend")
        await table.play(name)
        await table.slash(name, "orders")
        await table.fill(name, orders="end")
        await table.press(name, "Change")
        await table.fill(name, orders="end")
        await table.press(name, "Do it")


async def looking(table: Table) -> None:
    """Everything that is looked at without changing it."""
    await table.slash("Dan", "board")
    await table.press("Dan", "Map")
    await table.pick("Dan", "Asia", verb=Verb.MAP_PART)
    await table.pick("Dan", "Technologies", verb=Verb.SHOW_CHART)
    await table.type("Dan", "map", "region", "gob")
    await table.slash("Dan", "map", region="Gobi")
    await table.slash("Dan", "map", turn=0)
    await table.slash("Dan", "map", turn=9)
    await table.press("Dan", "Log")
    await table.slash("Dan", "log", since=1)
    await table.use("Dan", Verb.LOG_PAGE)
    await table.press("Dan", "Rules")
    await table.press("Dan", "", verb=Verb.RULE_SECTION)
    await table.press("Dan", "Share")
    await table.press("Dan", "Quick reference", verb=Verb.REFERENCE)
    await table.press("Dan", "Share", verb=Verb.SHARE_REFERENCE)
    await table.type("Ada", "rules", "about", "plag")
    await table.slash("Ada", "rules", about="how far does a plague reach?")
    await table.type("Ada", "card", "name", "swo")
    await table.slash("Ada", "card", name="swordsman")
    await table.press("Ada", "Share", verb=Verb.SHARE_CARD)
    await table.pick("Ada", "Man-at-arms", verb=Verb.CARD)
    await table.slash("Ada", "why")
    await table.pick("Ada", "What happens next?", verb=Verb.WHY)
    await table.slash("Ada", "why", about="move swordsman gobi > nile")
    await table.slash("Ada", "inbox")
    await table.slash("Ada", "play")
    await table.use_further("Ada", Verb.CHARTS)
    await table.slash("Ada", "catchup")
    await table.slash("Dan", "play")


async def trading(table: Table) -> None:
    """Offer, answer with another offer, accept, and be done."""
    await table.slash("Ada", "trade")
    await table.press("Ada", "Make an offer")
    await table.press("Ada", "Bea")
    await table.pick("Ada", "5", verb=Verb.SET_NUMBER_FROM_LIST)
    await table.pick("Ada", "Horses from Dakota", verb=Verb.TAKE)
    await table.use("Ada", Verb.TYPE_NUMBER)
    await table.fill("Ada", number="99")
    await table.use("Ada", Verb.TYPE_NUMBER)
    await table.fill("Ada", number="12")
    await table.use("Ada", Verb.TAKE_NOTHING)
    await table.open("Bea")
    await table.use("Bea", Verb.COUNTER_OFFER)
    await table.use("Bea", Verb.DRAFT_BACK)
    await table.use("Bea", Verb.TAKE_NOTHING)
    await table.press("Ada", "Accept")
    await table.open("Cyd")
    await table.use("Cyd", Verb.REST_UNLESS_ASKED)
    while await table.kind() == "trade":
        await table.play(await table.next())


async def buying(table: Table) -> None:
    """Buy, plan for what comes, and be done."""
    await table.open("Cyd")
    await table.pick("Cyd", "2 horsemen in Steppe")
    await table.use("Cyd", Verb.DO_WHOLES)
    await table.use_further("Cyd", Verb.PLAN)
    await table.pick("Cyd", "Movement", verb=Verb.PLAN_FOR)
    await table.fill("Cyd", orders="move settler congo > nowhere")
    await table.pick("Cyd", "Movement", verb=Verb.PLAN_FOR)
    await table.fill("Cyd", orders="move settler congo > nigeria\nend")
    await table.pick_first("Cyd", Verb.DROP_PREPARED)
    await table.use("Cyd", Verb.DROP_ALL_PREPARED)
    await table.open("Cyd")
    await table.press("Cyd", "Step by step")
    await table.pick("Cyd", "Settler", verb=Verb.PICK_FROM_LIST)
    await table.press("Cyd", "Steppe", verb=Verb.PICK)
    await table.use("Cyd", Verb.CANCEL_DRAFT)
    await table.press("Cyd", "Done buying")
    await table.press_in_letter("Ada")
    await table.play("Ada")
    await table.say("purchase", "done")


async def asking_the_table(table: Table) -> None:
    """Ask for the last choice back, and have all agree."""
    await table.slash("Cyd", "game undo")
    await table.use("Cyd", Verb.ASK_FOR_UNDO)
    await table.use("Ada", Verb.VOTE_YES)
    await table.use("Dan", Verb.VOTE_YES)
    await table.use("Bea", Verb.VOTE_YES)
    await table.say("purchase", "done")


async def ending(table: Table) -> None:
    """The last turn, the result, the record, the film, and another game."""
    first = await table.next()
    assert first != "Cyd"
    await table.open(first)
    await table.use(first, Verb.END_TURN)
    while await table.next() != "Cyd":
        await table.slash(await table.next(), "act", what="end")
    await table.open("Cyd")
    await table.press("Cyd", "Step by step")
    await table.press("Cyd", "Steppe", verb=Verb.PICK)
    await table.pick("Cyd", "Horseman", verb=Verb.TAKE)
    await table.pick("Cyd", "2", verb=Verb.TAKE_COUNT)
    await table.use("Cyd", Verb.TAKE_DONE)
    await table.say("movement", "end")
    await table.say("trade", "done")
    await table.say("purchase", "done")
    await table.use("Dan", Verb.EXPORT)
    await table.use("Dan", Verb.REPLAY)
    await table.use("Bea", Verb.REMATCH)
    await table.slash("Dan", "game new", rules="standard")
    await table.use("Dan", Verb.OPEN_IN_THREAD)
    await table.slash("Bea", "game leave")
    await table.slash("Ada", "game end")
