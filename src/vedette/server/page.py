"""Serve the user interface: its page with boot data and a nonce, and its built files.

Files are served from a map that is created at start. Request paths are never joined to a directory.
"""

import asyncio
import gzip
import mimetypes
import os
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, ClassVar

import msgspec
import orjson

from vedette.kernel.errors import NotFound
from vedette.web.answer import ApiAnswer, text
from vedette.web.call import Call
from vedette.web.headers import HeaderPolicy

_BOOT, _NONCE, _ASSETS = "<!--vedette-boot-->", "__NONCE__", '"./assets/'
_TEXTUAL = ("text/", "application/javascript", "application/json", "image/svg+xml")
_ROBOTS = "User-agent: *\nDisallow: /\n"
_FOREVER = "public, max-age=31536000, immutable"
UI_ROUTES = frozenset(
    (
        *("admin", "alerting", "connections", "d", "d-solo", "dashboard", "dashboards"),
        *("datasources", "explore", "import", "login", "org", "profile"),
    )
)
"""First path segments of the user interface. Its router ignores case."""
_NOT_FOUND = (
    '<!doctype html><html lang="en"><title>Page not found · Vedette</title><h1>Page not found</h1>'
    '<p>Check the address, or <a href="{home}">go to the home page</a>.</p></html>'
)
_NOT_BUILT = (
    "<!doctype html><title>Vedette</title><p>The user interface is not built."
    " Run <code>make install</code>.</p>"
)
BootData = Callable[[Call], Awaitable[dict[str, Any]]]


class NoSuchFile(NotFound):
    code: ClassVar[str] = "page.no_such_file"


class NoSuchPage(NotFound):
    code: ClassVar[str] = "page.no_such_page"


class _File(msgspec.Struct, frozen=True):
    path: str
    is_hashed: bool


class IndexPage:
    def __init__(self, root: Path, boot: BootData, headers: HeaderPolicy, sub_path: str) -> None:
        self._boot = boot
        self._headers = headers
        self._sub_path = sub_path
        self._files = _files(root) if root.is_dir() else {}
        self._packed: dict[str, ApiAnswer] = {}
        index = root / "index.html"
        self._index = index.read_text("utf-8") if index.is_file() else _NOT_BUILT

    async def __call__(self, call: Call) -> ApiAnswer:
        path = call.params["path"].removeprefix("/")
        found = self._files.get(path)
        if found is not None:
            return await self._file(path, found, call)
        if path == "robots.txt":
            return text(_ROBOTS)
        if path.startswith("assets/"):
            raise NoSuchFile("File not found.")
        if path and path.partition("/")[0].lower() not in UI_ROUTES:
            return self._not_found(call)
        return await self._page(call)

    def _not_found(self, call: Call) -> ApiAnswer:
        """Return a page to browsers that navigate. Raises `NoSuchPage` for everything else."""
        if "text/html" not in call.header("accept"):
            raise NoSuchPage("Not found.")
        body = _NOT_FOUND.format(home=f"{self._sub_path}/").encode()
        headers = {"Content-Security-Policy": "default-src 'none'"}
        return ApiAnswer(404, body, "text/html; charset=utf-8", headers)

    async def _file(self, path: str, file: _File, call: Call) -> ApiAnswer:
        accepts_gzip = "gzip" in call.header("accept-encoding")
        key = f"{path}?gzip" if accepts_gzip else path
        known = self._packed.get(key)
        if known is None:
            try:
                known = await asyncio.to_thread(_read, file, pack=accepts_gzip)
            except FileNotFoundError as error:
                raise NoSuchFile(
                    "This file was replaced by a newer build. Reload the page."
                ) from error
            self._packed[key] = known
        if call.header("if-none-match") == known.headers["ETag"]:
            return ApiAnswer(304, b"", "", {"ETag": known.headers["ETag"]})
        return ApiAnswer(known.status, known.body, known.content_type, dict(known.headers))

    async def _page(self, call: Call) -> ApiAnswer:
        nonce = token_urlsafe(18)
        boot = orjson.dumps(await self._boot(call)).decode().replace("<", "\\u003c")
        block = f'<script type="application/json" id="vedette-boot" nonce="{nonce}">{boot}</script>'
        html = (
            self._index.replace(_ASSETS, f'"{self._sub_path}/assets/')
            .replace(_BOOT, block)
            .replace(_NONCE, nonce)
        )
        headers = {"X-DNS-Prefetch-Control": "off"}  # Links in user content can refer to any host.
        policy = self._headers.page_policy(nonce, self._sub_path)
        if policy is not None:
            headers[policy[0]] = policy[1]
        return ApiAnswer(200, html.encode(), "text/html; charset=utf-8", headers)


def _files(folder: Path | str, prefix: str = "") -> dict[str, _File]:
    """Return every regular file below `folder`. Files are read on request."""
    found: dict[str, _File] = {}
    for entry in os.scandir(folder):
        name = prefix + entry.name
        if entry.is_dir(follow_symlinks=False):
            found |= _files(entry.path, f"{name}/")
        elif entry.is_file(follow_symlinks=False) and name != "index.html":
            found[name] = _File(entry.path, is_hashed=name.startswith("assets/"))
    return found


def _content_type(path: str) -> str:
    found = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return "application/javascript" if found == "text/javascript" else found


def _read(file: _File, *, pack: bool) -> ApiAnswer:
    body = Path(file.path).read_bytes()
    content_type = _content_type(file.path)
    headers = {
        "ETag": f'"{sha256(body).hexdigest()[:20]}"',
        "Cache-Control": _FOREVER if file.is_hashed else "public, max-age=3600",
        "Vary": "Accept-Encoding",
    }
    if pack and content_type.startswith(_TEXTUAL):
        body = gzip.compress(body, 9, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return ApiAnswer(200, body, content_type, headers)
