"""A real browser for tests, and how to drive it.

It is driven over the DevTools protocol, which needs nothing but a socket.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from tests import machine

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--remote-debugging-port=0",
)
PATIENCE = 120.0
"""Seconds until something is given up that never happens; nothing is slow for so long."""
TRIES = 50
"""How often a press is made again that missed what moved away under it."""


class Tab:
    """One tab. What it does is asked for by CSS selectors; a click is a click of the mouse."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.troubles: list[str] = []
        self.requested: list[str] = []
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            frame = json.loads(message.data)
            if "id" in frame:
                waiting = self._waiting.pop(frame["id"], None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(frame)
            else:
                self._note(frame["method"], frame["params"])

    def _note(self, method: str, params: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.troubles.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.troubles.append(" ".join(str(each.get("value")) for each in params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.troubles.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")
        elif method == "Network.requestWillBeSent":
            self.requested.append(params["request"]["url"])

    async def call(
        self, method: str, *, patience: float = PATIENCE, **params: Any
    ) -> dict[str, Any]:
        """One command of the protocol."""
        number = next(self._numbers)
        answer = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        await self._socket.send_json({"id": number, "method": method, "params": params})
        frame = await asyncio.wait_for(answer, patience)
        if "error" in frame:
            raise RuntimeError(f"{method}: {frame['error']['message']}")
        result: dict[str, Any] = frame["result"]
        return result

    async def begin(self) -> None:
        """Listen to what the page does."""
        for domain in ("Page", "Runtime", "Log", "Network"):
            await self.call(f"{domain}.enable")
        await self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        await self.prefer("dark")

    async def size(self, width: int, height: int, *, phone: bool = False) -> None:
        """Make the window so large, or let it be a phone."""
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )
        await self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    async def prefer(self, scheme: str) -> None:
        """Let the system be dark or light. Nothing moves, so that a place stays where it is."""
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        await self.call("Emulation.setEmulatedMedia", features=features)

    async def open(self, address: str) -> None:
        """Go to an address."""
        await self.call("Page.navigate", url=address)

    async def run(self, script: str, *, patience: float = PATIENCE) -> Any:
        """The value of a JavaScript expression; promises are awaited."""
        told = await self.call(
            "Runtime.evaluate",
            patience=patience,
            expression=script,
            awaitPromise=True,
            returnByValue=True,
        )
        if "exceptionDetails" in told:
            details = told["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return told["result"].get("value")

    async def until(self, condition: str, what: str = "", *, patience: float = PATIENCE) -> Any:
        """Wait until a JavaScript expression is true; gives its value.

        The browser itself looks again and again, so that nothing sleeps here.
        """
        script = f"""new Promise((resolve, reject) => {{
            const end = performance.now() + {patience * 1000 - 2000};
            const look = () => {{
                let value = null;
                try {{ value = {condition}; }} catch (error) {{ value = null; }}
                if (value) resolve(value === true || typeof value !== "object" ? value : true);
                else if (performance.now() > end) reject(new Error("never"));
                else setTimeout(look, 10);
            }};
            look();
        }})"""
        try:
            return await self.run(script, patience=patience)
        except (RuntimeError, TimeoutError):
            shown = await self.run("document.body ? document.body.innerText : ''")
            raise AssertionError(
                f"never: {what or condition}\ntroubles: {self.troubles}\nthe page ends with:\n"
                + shown[-3000:]
            ) from None

    async def text(self, selector: str) -> str:
        """The text of an element that is there, or will be."""
        await self.until(f"document.querySelector({json.dumps(selector)})", selector)
        return str(await self.run(f"document.querySelector({json.dumps(selector)}).innerText"))

    async def shows(self, text: str, within: str = "body") -> None:
        """Wait until a text can be read in one of the elements that a selector finds."""
        await self.until(
            f"[...document.querySelectorAll({json.dumps(within)})]"
            f".some((e) => e.innerText.includes({json.dumps(text)}))",
            f"{text!r} in {within}",
        )

    async def _click(self, found: str, what: str) -> None:
        """Press what a JavaScript expression finds, once it is in sight and nothing covers it.

        A page may push it away between press and release; a press that misses
        does nothing, and is made again.
        """
        for _ in range(TRIES):
            place = await self.until(
                f"(() => {{ const e = {found}; if (!e) return false;"
                " e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect();"
                " const x = r.x + r.width / 2, y = r.y + r.height / 2;"
                " const top = document.elementFromPoint(x, y);"
                " const place = `${x} ${y}`, still = window.placeBefore === place;"
                " window.placeBefore = place;"
                " if (!still || !r.width || !top || !(e.contains(top) || top.contains(e)))"
                " return false;"
                " window.wasHit = false; removeEventListener('click', window.noteHit, true);"
                " window.noteHit = (event) => { const hit = e.contains(event.target)"
                f" || Boolean({found}?.contains(event.target)); window.wasHit ||= hit;"
                " if (!hit) { event.stopImmediatePropagation(); event.preventDefault(); }"
                " removeEventListener('click', window.noteHit, true); };"
                " addEventListener('click', window.noteHit, true);"
                " return place; })()",
                f"{what} in sight",
            )
            x, y = map(float, place.split())
            for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
                await self.call(
                    "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1
                )
            if await self.run("window.wasHit"):
                return
        raise AssertionError(f"{what} never stands still")

    async def click(self, selector: str) -> None:
        """Press an element with the mouse, where it can be seen."""
        await self._click(f"document.querySelector({json.dumps(selector)})", selector)

    async def click_text(self, text: str, selector: str = "button", *, exact: bool = False) -> None:
        """Press the last element that says something, or nothing but that."""
        wanted = json.dumps(text)
        fits = f"e.innerText.trim() === {wanted}" if exact else f"e.innerText.includes({wanted})"
        found = (
            f"[...document.querySelectorAll({json.dumps(selector)})].filter((e) => {fits}).at(-1)"
        )
        await self._click(found, f"{selector} that says {text!r}")

    async def type(self, text: str) -> None:
        """Type letters where the cursor is."""
        await self.call("Input.insertText", text=text)

    async def press(self, key: str, *, alt: bool = False, shift: bool = False) -> None:
        """Press a key by its name: Enter, Escape, ArrowDown, Tab, 1."""
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, " ": 32}
        code = codes.get(key, ord(key[0]))
        told: dict[str, Any] = {
            "key": key,
            "code": f"Digit{key}" if key.isdigit() else key,
            "windowsVirtualKeyCode": code,
            "modifiers": (1 if alt else 0) | (8 if shift else 0),
        }
        letter = "\r" if key == "Enter" else key
        text: dict[str, Any] = {"text": letter} if len(letter) == 1 and not alt else {}
        await self.call("Input.dispatchKeyEvent", type="keyDown", **told, **text)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **told)

    async def picture(self, path: Path) -> None:
        """What can be seen now, as a picture."""
        told = await self.call("Page.captureScreenshot", format="png")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(told["data"]))

    async def close(self) -> None:
        """Close it: a page that is left open would look for its table without end."""
        await self.call("Page.close")
        await self._socket.close()
        self._reader.cancel()


class Browser:
    """A running browser."""

    def __init__(self, http: aiohttp.ClientSession, port: int) -> None:
        self._http = http
        self._root = f"http://127.0.0.1:{port}"

    async def tab(self) -> Tab:
        """A new tab."""
        async with self._http.put(f"{self._root}/json/new?about:blank") as answer:
            target = await answer.json()
        socket = await self._http.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0)
        tab = Tab(socket)
        await tab.begin()
        return tab


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """A browser with nothing in it, that ends with the test."""
    path = machine.browser()
    assert path is not None, "whoever opens a browser looks first whether there is one"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = await asyncio.create_subprocess_exec(
            path,
            *FLAGS,
            f"--user-data-dir={folder}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            port = await asyncio.wait_for(_port(process), PATIENCE)
            async with aiohttp.ClientSession() as http:
                yield Browser(http, port)
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _port(process: asyncio.subprocess.Process) -> int:
    """The port that the browser says it listens on."""
    assert process.stderr is not None
    async for line in process.stderr:
        text = line.decode(errors="replace")
        if "DevTools listening on" in text:
            return int(text.rpartition("127.0.0.1:")[2].partition("/")[0])
    raise RuntimeError("the browser ended at once")
