"""Work that a user has caused pauses between small parts, so that others are not held up."""

from __future__ import annotations

import time

import pytest

from bot.service.choices.pace import AT_FULL_SPEED, PART, REST, Pace


class Thread:
    """A thread that works and pauses as it is told."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.worked = 5.0
        self.paused = 0.0
        patch.setattr(time, "thread_time", lambda: self.worked)
        patch.setattr(time, "sleep", self.sleep)

    def sleep(self, seconds: float) -> None:
        self.paused += seconds

    def work(self, at: Pace, seconds: float) -> bool:
        """Work for so long, asking the pace as often as a reader of lines does."""
        over = at()
        until = self.worked + seconds
        while self.worked < until:
            self.worked += PART / 2
            over = at()
        return over


@pytest.fixture
def thread(monkeypatch: pytest.MonkeyPatch) -> Thread:
    return Thread(monkeypatch)


def test_b_1_a_line_as_people_write_it_needs_no_pause(thread: Thread) -> None:
    assert not thread.work(Pace(1.0), AT_FULL_SPEED)
    assert thread.paused == 0


def test_b_1_a_long_line_pauses_for_most_of_its_time(thread: Thread) -> None:
    assert not thread.work(Pace(1.0), 0.5)
    assert thread.paused >= (0.5 - AT_FULL_SPEED - PART) * REST


def test_b_1_work_has_an_end_whatever_the_pauses_were(thread: Thread) -> None:
    assert not thread.work(Pace(1.0), 0.99)
    assert thread.work(Pace(1.0), 1.01)


def test_b_1_under_a_lock_nobody_pauses(thread: Thread) -> None:
    assert not thread.work(Pace(1.0, rest=0), 0.5)
    assert thread.paused == 0
