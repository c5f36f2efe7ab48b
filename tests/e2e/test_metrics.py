"""Metrics and health on loopback, at a table where something happens."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import yaml

from bot.config import BadConfig
from bot.discord.metrics import served
from bot.discord.metrics.figures import Figures
from bot.discord.metrics.serving import at_port
from bot.discord.metrics.watching import look
from bot.moment import HOUR, MINUTE
from bot.store import clocks
from bot.store.clocks import Clock
from tests.e2e.builders.club import Club

DOCS = Path(__file__).parents[2] / "docs" / "metrics"
NAME = re.compile(r"\b(?:herald|process)_\w+")


async def asked(address: str, page: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"{address}{page}") as answer:
        return answer.status, await answer.text()


def value(page: str, name: str) -> float:
    """What a metric, named with its labels, stands at."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", page, re.MULTILINE)
    assert found is not None, f"{name} is not in\n{page}"
    return float(found[1])


@pytest.fixture
async def address(club: Club) -> AsyncIterator[str]:
    async with at_port(club.bot, 0) as found:
        yield found


async def test_what_happens_is_counted_and_measured(club: Club, address: str) -> None:
    await club.begun()
    await club.settle(2)
    logging.getLogger("herald.discord").error("expected trouble")
    club.expected.append("expected trouble")
    status, page = await asked(address, "/metrics")
    assert status == 200
    assert value(page, 'herald_choices_total{by="player"}') == 2
    assert value(page, "herald_choice_seconds_count") == 2
    assert value(page, 'herald_answer_seconds_count{kind="press"}') >= 4
    assert value(page, 'herald_answer_seconds_count{kind="command"}') >= 3
    assert value(page, "herald_errors_total") == 1
    assert value(page, 'herald_shard_up{shard="0"}') == 1
    assert value(page, "herald_outbox_waiting") == 0
    assert value(page, "process_resident_memory_bytes") > 1 << 20


async def test_nothing_in_it_is_about_a_person_or_a_game(club: Club, address: str) -> None:
    await club.begun()
    await club.settle()
    _, page = await asked(address, "/metrics")
    game = await club.game()
    ids = [seat.user_id for seat in game.seats]
    for each in (game.code, str(club.guild.id), str(club.channel.id), *map(str, ids), "ada"):
        assert each not in page


async def test_what_waits_is_measured(club: Club, address: str) -> None:
    await club.begun()
    figures, herald = Figures(), club.bot.herald
    game, now = await club.game(), herald.time.now()
    late = Clock(decision="x", kind="lobby", opened_at=now - HOUR, due_at=now - 10 * MINUTE)
    assert (await asked(address, "/health"))[0] == 200
    async with herald.store.transaction(game.id) as tx:
        await clocks.start(tx, game.id, late)
    await look(club.bot, figures)
    page = figures.page().decode()
    assert value(page, "herald_clocks_late") == 1
    assert value(page, "herald_clocks_late_seconds") == pytest.approx(600, abs=60)
    assert value(page, 'herald_games{status="running"}') == 1
    assert value(page, "herald_servers") == 1
    status, said = await asked(address, "/health")
    assert status == 503
    assert json.loads(said)["troubles"] == ["clocks have run out and nobody acts on them"]


async def test_health_says_what_is_wrong(club: Club, address: str) -> None:
    assert await asked(address, "/health") == (200, '{"status": "ok", "troubles": []}')
    club.bot.fault = "the clocks"
    status, said = await asked(address, "/health")
    assert (status, json.loads(said)["troubles"]) == (503, ["the clocks stopped"])


async def test_a_connection_that_is_cut_is_seen(club: Club, address: str) -> None:
    gateway = club.table.discord.gateway
    gateway.is_dark = True
    await gateway.drop()
    shard = club.bot.shards[0]
    await club.until(shard.is_closed)
    status, said = await asked(address, "/health")
    assert (status, json.loads(said)["troubles"]) == (503, ["no connection to Discord: shard 0"])
    _, page = await asked(address, "/metrics")
    assert value(page, 'herald_shard_up{shard="0"}') == 0
    gateway.is_dark = False


async def test_without_a_port_nothing_listens(club: Club) -> None:
    async with served(club.bot, None) as address:
        assert address == ""
        assert club.bot.when_answered == []


async def test_it_listens_on_loopback_alone_and_stops_with_herald(club: Club) -> None:
    async with at_port(club.bot, 0) as address:
        assert address.startswith("http://127.0.0.1:")
        taken = int(address.rpartition(":")[2])
        with pytest.raises(BadConfig, match=rf"HERALD_METRICS: port {taken}: "):
            async with at_port(club.bot, taken):
                pass
    assert club.bot.when_answered == []
    with pytest.raises(aiohttp.ClientConnectionError):
        await asked(address, "/health")


def known() -> set[str]:
    """All names that Prometheus can ask for."""
    page = Figures().page().decode()
    found: set[str] = set()
    for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", page, re.MULTILINE):
        ends = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
        found.update(name + end for end in ends)
    return found


def test_the_dashboard_shows_metrics_that_there_are() -> None:
    panels = json.loads((DOCS / "dashboard.json").read_text())["panels"]
    shown = {
        each
        for panel in panels
        for query in panel["targets"]
        for each in NAME.findall(query["expr"])
    }
    assert shown <= known()
    own = {each for each in known() if each.startswith("herald_") and not each.endswith("_created")}
    families = {re.sub("_(bucket|sum|count)$", "", each) for each in own}
    missing = {each for each in families if not any(name.startswith(each) for name in shown)}
    assert missing == {"herald_info", "herald_watched_timestamp_seconds"}
    assert len({panel["id"] for panel in panels}) == len(panels)


def test_there_are_three_alerts_on_metrics_that_there_are() -> None:
    (group,) = yaml.safe_load((DOCS / "alerts.yml").read_text())["groups"]
    assert len(group["rules"]) == 3
    for rule in group["rules"]:
        assert set(NAME.findall(rule["expr"])) <= known(), rule["alert"]
        assert rule["for"] and rule["labels"]["severity"]
        assert rule["annotations"]["summary"] and rule["annotations"]["description"]
