"""Rate limits: buckets per kind of request and place, and one for everything."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec


class Limit(NamedTuple):
    """So many requests in so many seconds."""

    requests: int
    seconds: float


DEFAULT = Limit(10, 10.0)
GLOBAL = Limit(50, 1.0)
LIMITS: dict[str, Limit] = {
    "POST /channels/{channel}/messages": Limit(5, 5.0),
    "PATCH /channels/{channel}/messages/{message}": Limit(5, 5.0),
    "DELETE /channels/{channel}/messages/{message}": Limit(5, 1.0),
    "GET /channels/{channel}/messages": Limit(5, 5.0),
    "GET /channels/{channel}/messages/{message}": Limit(5, 5.0),
    "POST /users/@me/channels": Limit(10, 10.0),
    "PATCH /channels/{channel}": Limit(5, 15.0),
    "POST /webhooks/{application}/{token}": Limit(5, 2.0),
    "PATCH /webhooks/{application}/{token}/messages/{message}": Limit(5, 2.0),
    "GET /gateway/bot": Limit(2, 5.0),
}
UNLIMITED = ("POST /interactions/{interaction}/{token}/callback",)


class Bucket(msgspec.Struct):
    """What is left of a limit, and until when."""

    left: int
    ends: float


class Verdict(NamedTuple):
    """Whether a request may pass, and the headers with what is left."""

    passed: bool
    retry_after: float
    headers: dict[str, str]
    everywhere: bool = False


class RateLimits:
    """Counts requests. `limits` and `everywhere` may be changed, for tests of small limits."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = dict(LIMITS)
        self.default = DEFAULT
        self.everywhere = GLOBAL
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def take(self, route: str, major: str) -> Verdict:
        """Count a request to a route; `major` is the channel, server or token it is about."""
        if route in UNLIMITED:
            return Verdict(True, 0.0, {})
        whole = self._bucket("", "", self.everywhere)
        if whole.left <= 0:
            wait = max(0.0, whole.ends - self._clock())
            headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            return Verdict(False, wait, headers | retry(wait), everywhere=True)
        limit = self.limits.get(route, self.default)
        bucket = self._bucket(route, major, limit)
        wait = max(0.0, bucket.ends - self._clock())
        if bucket.left <= 0:
            headers = self._headers(route, limit, 0, wait) | {"X-RateLimit-Scope": "user"}
            return Verdict(False, wait, headers | retry(wait))
        whole.left -= 1
        bucket.left -= 1
        return Verdict(True, 0.0, self._headers(route, limit, bucket.left, wait))

    def forget(self) -> None:
        """Start counting again."""
        self._buckets.clear()

    def _bucket(self, route: str, major: str, limit: Limit) -> Bucket:
        now = self._clock()
        bucket = self._buckets.get((route, major))
        if bucket is None or bucket.ends <= now:
            bucket = Bucket(limit.requests, now + limit.seconds)
            self._buckets[route, major] = bucket
        return bucket

    def _headers(self, route: str, limit: Limit, left: int, wait: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(route.encode()).hexdigest()[:32],
        }


def retry(seconds: float) -> dict[str, str]:
    """The headers of a refusal; without `Via` discord.py takes it for a ban by the proxy."""
    return {"Retry-After": str(max(1, round(seconds))), "Via": "1.1 table"}
