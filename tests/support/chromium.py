"""A browser that is played by its own remote protocol: taps, what stands on the page, pictures of it."""

import asyncio
import base64
import json
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE_MS = 30_000
_OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-extensions", "--hide-scrollbars", "--remote-debugging-port=0",
    "--remote-allow-origins=*",
)  # fmt: skip


@contextmanager
def launched(profile: Path) -> Iterator[str]:
    """A headless Chromium with this profile, until the block ends: the address of its remote protocol."""
    assert CHROMIUM
    command = [CHROMIUM, *_OPTIONS, f"--user-data-dir={profile}"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stderr
        address = ""
        while not address:
            line = process.stderr.readline()
            assert line, "Chromium ended before it listened"
            if b"DevTools listening on " in line:
                address = line.decode().partition("listening on ")[2].strip()
        draining = Thread(target=process.stderr.read)
        draining.start()
        try:
            yield address
        finally:
            process.terminate()
            draining.join()


class Chromium:
    """A line to a browser, whose pages close with it."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._urls: dict[str, str] = {}
        self._ended: asyncio.Queue[str] = asyncio.Queue()
        self.errors: list[str] = []

    async def __aenter__(self) -> Self:
        self._line: ClientConnection = await connect(self._address, max_size=None, proxy=None)
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._reading.cancel()
        await self._line.close()

    async def send(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """A command of the remote protocol, and its result."""
        number = next(self._ids)
        future = self._answers[number] = asyncio.get_running_loop().create_future()
        asked: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        await self._line.send(json.dumps({**asked, "sessionId": session} if session else asked))
        answer = await future
        assert "error" not in answer, (method, answer["error"])
        result: dict[str, Any] = answer["result"]
        return result

    async def _read(self) -> None:
        async for data in self._line:
            message = json.loads(data)
            if "id" in message:
                self._answers.pop(message["id"]).set_result(message)
            elif message["method"] == "Network.requestWillBeSent":
                self._urls[message["params"]["requestId"]] = message["params"]["request"]["url"]
            elif message["method"] in ("Network.loadingFinished", "Network.loadingFailed"):
                self._ended.put_nowait(self._urls.get(message["params"]["requestId"], ""))
            elif message["method"] == "Runtime.exceptionThrown":
                self.errors.append(json.dumps(message["params"]["exceptionDetails"])[:600])
            elif message["method"] == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                self.errors.append(message["params"]["entry"]["text"])

    @asynccontextmanager
    async def requesting(self, url: str) -> AsyncIterator[None]:
        """Wait at the end of the block until a request for this, whatever its query, was answered or has failed."""
        self._ended = asyncio.Queue()
        yield
        async with asyncio.timeout(PATIENCE_MS / 1000):
            while not (await self._ended.get()).startswith(url):
                pass

    async def page(self, width: int = 360, height: int = 640, pace: int = 1) -> "Page":
        """A new page, of a guest without a cookie, as a phone of this size shows it.

        Its clock and its timers run at this `pace`.
        """
        context = (await self.send("Target.createBrowserContext", disposeOnDetach=True))["browserContextId"]
        target = await self.send("Target.createTarget", url="about:blank", browserContextId=context)
        attached = await self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        page = Page(self, attached["sessionId"], pace)
        for domain in ("Page", "Runtime", "Network", "Log"):
            await page.send(f"{domain}.enable")
        await page.resize(width, height)
        if pace != 1:
            await page.send("Page.addScriptToEvaluateOnNewDocument", source=_PACE % pace)
        await page.send("Emulation.setTouchEmulationEnabled", enabled=True)
        await page.send("Network.setUserAgentOverride", userAgent="Mozilla/5.0 test", acceptLanguage="en")
        return page


class Page:
    """One page of a browser."""

    def __init__(self, browser: Chromium, session: str, pace: int = 1) -> None:
        self._browser, self._session, self._pace = browser, session, pace

    async def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        return await self._browser.send(method, self._session, **parameters)

    async def resize(self, width: int, height: int) -> None:
        """Let the window be so large."""
        size = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": width < 800}
        await self.send("Emulation.setDeviceMetricsOverride", **size)

    async def before_scripts(self, source: str) -> None:
        """Run this JavaScript before that of every page that is loaded from now on."""
        await self.send("Page.addScriptToEvaluateOnNewDocument", source=source)

    async def open(self, url: str) -> None:
        await self.send("Page.navigate", url=url)

    async def evaluate(self, expression: str) -> Any:
        """What this JavaScript gives; a promise is waited for."""
        asked = {"expression": expression, "awaitPromise": True, "returnByValue": True, "userGesture": True}
        answer = await self.send("Runtime.evaluate", **asked)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    async def until(self, condition: str, patience: int = PATIENCE_MS) -> Any:
        """Wait until this JavaScript is true; what it gives."""
        for again in (True, False):
            try:
                return await self.evaluate(
                    _UNTIL
                    % {"condition": condition, "patience": patience * self._pace, "told": json.dumps(condition)}
                )
            except AssertionError as error:  # the page was loaded again meanwhile
                if not again or "context" not in str(error):
                    raise
        return None

    async def tap(self, selector: str) -> None:
        """Touch the middle of the first element that fits, which must be in sight."""
        await self.until(f"!!document.querySelector({json.dumps(selector)})?.checkVisibility()")
        x, y = await self.evaluate(_MIDDLE % json.dumps(selector))
        await self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def type(self, selector: str, text: str) -> None:
        """Type into a field, when it is in sight."""
        await self.until(f"document.querySelector({json.dumps(selector)})?.checkVisibility()")
        await self.evaluate(f"document.querySelector({json.dumps(selector)}).focus()")
        await self.send("Input.insertText", text=text)

    async def offline(self, cut: bool) -> None:
        """Take the network away, or give it back."""
        speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        await self.send("Network.emulateNetworkConditions", offline=cut, **speed)

    async def cookies(self, url: str) -> list[str]:
        """The values of the cookies that a request for this would bear."""
        return [cookie["value"] for cookie in (await self.send("Network.getCookies", urls=[url]))["cookies"]]

    async def picture(self, path: Path) -> None:
        """A picture of what is in sight."""
        data = (await self.send("Page.captureScreenshot", format="png"))["data"]
        await asyncio.to_thread(path.write_bytes, base64.b64decode(data))


@asynccontextmanager
async def chromium(profile: Path) -> AsyncIterator[Chromium]:
    """A browser of its own, until the block ends."""
    with launched(profile) as address:
        async with Chromium(address) as browser:
            yield browser


_UNTIL = """new Promise((done, fail) => {
  const end = performance.now() + %(patience)d;
  const look = () => {
    let found;
    try { found = %(condition)s; } catch (error) { found = null; }
    if (found) done(found);
    else if (performance.now() > end) {
      fail(new Error("waited in vain for " + %(told)s + " at " + document.body.innerText.slice(0, 400)));
    }
    else setTimeout(look, 20);
  };
  look();
})"""
_PACE = """(() => {
  const pace = %d, now = performance.now.bind(performance);
  performance.now = () => now() * pace;
  for (const name of ["setTimeout", "setInterval"]) {
    const real = window[name];
    window[name] = (act, ms = 0, ...rest) => real(act, ms / pace, ...rest);
  }
})()"""
_MIDDLE = """(() => {
  const target = document.querySelector(%s);
  target.scrollIntoView({ block: "nearest" });
  const box = target.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
})()"""
