"""Access to the page: only by the printed address, and never from another web page.

The address holds a random key. The first visit trades it for a cookie, and the page takes the key
out of its address. A page from elsewhere cannot read the key, its requests carry a foreign
`Origin`, and a foreign name that points at this machine is refused by its `Host`.
"""

from __future__ import annotations

import hmac

from aiohttp import web

COOKIE = "herald_table"
KEY_HEADER = "X-Table-Key"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Checks requests of the page."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.hosts: set[str] = set()
        self.host = ""
        self.cookie = COOKIE

    def place_at(self, port: int) -> None:
        """Take note of the port, after which the table is called."""
        self.host = f"127.0.0.1:{port}"
        self.hosts = {self.host, f"localhost:{port}"}
        # Cookies do not know ports: two tables on one machine must not share one.
        self.cookie = f"{COOKIE}_{port}"

    def check_host(self, request: web.Request) -> None:
        """Refuse a request under a name that is not the table's."""
        if request.host not in self.hosts:
            raise web.HTTPForbidden(text="This address is not the table's.")

    def check(self, request: web.Request) -> None:
        """Refuse a request that does not come from the page itself."""
        origin = request.headers.get("Origin")
        if origin is not None and origin.removeprefix("http://") not in self.hosts:
            raise web.HTTPForbidden(text="Another page cannot drive the table.")
        given = request.cookies.get(self.cookie) or request.headers.get(KEY_HEADER) or ""
        if not hmac.compare_digest(given.encode(), self.key.encode()):
            raise web.HTTPForbidden(text="Open the table by the address that Herald printed.")

    def admits(self, request: web.Request) -> bool:
        """Whether a request comes by the printed address; refuses a wrong key."""
        given = request.query.get("key")
        if given is None:
            return False
        if not hmac.compare_digest(given.encode(), self.key.encode()):
            raise web.HTTPForbidden(text="Open the table by the address that Herald printed.")
        return True

    def remember(self, answer: web.Response) -> None:
        """Set a cookie in place of the key in the printed address.

        The page is shown at once: after a redirect a strict cookie would be missing for those who
        pressed the address in another web page, such as a terminal in a browser.
        """
        answer.set_cookie(self.cookie, self.key, httponly=True, samesite="Strict", path="/")
