"""A message never says more than Discord takes."""

from __future__ import annotations

from simcord.components import walk_components

from bot.discord.screen import TEXT_MOST, Screen, text


def test_the_longest_paragraphs_are_cut_until_all_fit() -> None:
    shown = Screen([text("give " * 700), text("short"), text("get " * 800)]).components()
    said = [each["content"] for each in walk_components(shown) if each["type"] == 10]
    assert sum(map(len, said)) <= TEXT_MOST
    assert said[1] == "short"
    assert all(each.endswith("…") for each in (said[0], said[2]))
    assert min(map(len, (said[0], said[2]))) > TEXT_MOST // 4


def test_what_fits_stays_as_it_is() -> None:
    words = "word " * 100
    shown = Screen([text(words), text(words)]).components()
    assert [e["content"] for e in walk_components(shown) if e["type"] == 10] == [words, words]
