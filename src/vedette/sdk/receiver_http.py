"""HTTP for receivers: one URL, and the meaning of its responses.

The path, query and credentials of a URL are secrets, because they are all that is needed to post to
an incoming webhook. No error and no receipt contains them.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, timedelta
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import msgspec

from vedette.kernel.clock import Clock
from vedette.kernel.errors import BadRequest, Forbidden, VedetteError
from vedette.sdk.http import HttpResponse
from vedette.sdk.receiver import (
    Delivery,
    HttpOptions,
    Receipt,
    ReceiverHost,
    TryLater,
    Undeliverable,
)

_MOST_BODY = 64 * 1024
_MOST_WORDS = 200
_SHORTEST_SECRET = 6
_LONGEST_PAUSE = timedelta(days=1)
_LATER = frozenset({408, 425, 429})
_WORDS = ("message", "error", "errorMessages", "errors", "description", "detail", "title", "status")


class HttpAnswer(msgspec.Struct, frozen=True):
    status: int
    headers: Mapping[str, str]
    body: bytes
    """The start of the body, if it is long."""

    def json(self) -> Any:
        """Return None if the body is not JSON."""
        try:
            return msgspec.json.decode(self.body)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return None

    def object(self) -> Mapping[str, Any]:
        """Return an empty mapping if the body is not an object."""
        read = self.json()
        return read if isinstance(read, dict) else {}


class Endpoint:
    """The URL of a receiver. `name` is used in messages; `hidden` is removed from them.

    Raises `BadRequest` for an invalid URL; does no I/O.
    """

    def __init__(
        self, host: ReceiverHost, name: str, options: HttpOptions, hidden: Sequence[str] = ()
    ) -> None:
        self.name = name
        self._clock = host.clock
        self._timeout = options.timeout
        origin, self._path = _split(name, options.url)
        self._hidden = _secrets(options, (*hidden, *host.hidden))
        try:
            self._client = host.http(msgspec.structs.replace(options, url=origin))
        except Forbidden as error:
            raise BadRequest(error.public) from error

    async def post_json(
        self,
        delivery: Delivery,
        value: object,
        *,
        path: str = "",
        headers: Mapping[str, str] | None = None,
        part: str = "",
    ) -> HttpAnswer:
        """Send JSON; see `send`."""
        sent = {"Content-Type": "application/json", **(headers or {})}
        body = msgspec.json.encode(value)
        return await self.send(delivery, body, path=path, headers=sent, part=part)

    async def send(
        self,
        delivery: Delivery,
        body: bytes | None = None,
        *,
        method: str = "POST",
        path: str = "",
        form: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        part: str = "",
    ) -> HttpAnswer:
        """Send a request and return its 2xx response; see `exchange`.

        Raises `Undeliverable` or `TryLater` for all others.
        """
        answer = await self.exchange(
            delivery, body, method=method, path=path, form=form, headers=headers, part=part
        )
        self.check(answer)
        return answer

    async def exchange(
        self,
        delivery: Delivery,
        body: bytes | None = None,
        *,
        method: str = "POST",
        path: str = "",
        form: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        part: str = "",
    ) -> HttpAnswer:
        """Send a request and return any response.

        If a delivery takes several requests, `part` makes their idempotency keys different. Raises
        `TryLater` without a response, and `Undeliverable` if none is possible.
        """
        key = f"{delivery.key}.{part}" if part else delivery.key
        sent = {"Idempotency-Key": key, **(headers or {})}
        try:
            async with self._client.request(
                method,
                joined(self._path, path),
                form=form,
                body=body,
                headers=sent,
                timeout=seconds_left(self._clock, delivery, self._timeout),
            ) as response:
                read = await _beginning(response)
                return HttpAnswer(response.status, dict(response.headers), read)
        except (BadRequest, Forbidden) as error:
            raise Undeliverable(self.shown(error.public)) from error
        except VedetteError as error:
            raise TryLater(self.shown(error.public)) from error

    def check(self, answer: HttpAnswer) -> None:
        """Raise `Undeliverable` or `TryLater` unless the response is 2xx."""
        if 200 <= answer.status < 300:
            return
        if 300 <= answer.status < 400:
            raise Undeliverable(
                f"{self.name} returned a redirect ({answer.status}), which is not followed. "
                "Enter the final URL in the settings.",
                upstreamStatus=answer.status,
            )
        sentence = f"{self.name} returned {answer.status}{self.words(answer)}"
        if answer.status in _LATER or answer.status >= 500:
            raise TryLater(sentence, self.pause(answer), upstreamStatus=answer.status)
        raise Undeliverable(sentence, upstreamStatus=answer.status)

    def pause(self, answer: HttpAnswer) -> timedelta | None:
        """Return the requested pause: `Retry-After`, or `retry_after` in the body."""
        seconds = _header_seconds(answer, self._clock)
        if seconds is None:
            reply = answer.object()
            inner = reply.get("parameters")
            for place in (reply, inner if isinstance(inner, dict) else {}):
                if isinstance(found := place.get("retry_after"), int | float):
                    seconds = float(found)
        if seconds is None or not seconds >= 0:
            return None
        return timedelta(seconds=min(seconds, _LONGEST_PAUSE.total_seconds()))

    def receipt(self, answer: HttpAnswer, remote_id: str = "") -> Receipt:
        return Receipt(f"{self.name} returned {answer.status}{self.words(answer)}", remote_id)

    def words(self, answer: HttpAnswer) -> str:
        """Return `: why.` with the message of the server, or just the full stop."""
        said = " ".join(_said(answer).split())
        said = self.shown(said)[:_MOST_WORDS].rstrip(". ")
        return f": {said}." if said else "."

    def shown(self, text: str) -> str:
        """Return the text without secrets of this URL."""
        for secret in self._hidden:
            text = text.replace(secret, "***")
        return text


def seconds_left(clock: Clock, delivery: Delivery, at_most: float = 30.0) -> float:
    """Return the time for an attempt; a tenth of a second if the deadline is over."""
    left = (delivery.deadline - clock.now()).total_seconds()
    return max(0.1, min(left, at_most))


def multipart(
    fields: Sequence[tuple[str, str]], files: Sequence[tuple[str, str, str, bytes]], boundary: str
) -> tuple[bytes, str]:
    """Return the body and content type of a form (RFC 7578). A file is (field, name, type,
    bytes)."""
    pieces = []
    for name, value in fields:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
        pieces.append(head.encode() + value.encode() + b"\r\n")
    for field, name, kind, content in files:
        head = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
            f"Content-Type: {kind}\r\n\r\n"
        )
        pieces.append(head.encode() + content + b"\r\n")
    pieces.append(f"--{boundary}--\r\n".encode())
    return b"".join(pieces), f"multipart/form-data; boundary={boundary}"


def joined(base: str, path: str) -> str:
    """Return `/base?query` with a path below it; the query stays at the end."""
    if not path:
        return base or "/"
    before, mark, query = base.partition("?")
    below, own_mark, own_query = path.partition("?")
    queries = "&".join(each for each in (query, own_query) if each)
    return f"{before.rstrip('/')}/{below.lstrip('/')}{(mark or own_mark) if queries else ''}" + (
        queries
    )


def _split(name: str, url: str) -> tuple[str, str]:
    """Return the origin with its credentials, and the path with its query."""
    problem = f"The URL of {name} is not valid. It must have the form https://host/path."
    try:
        parts = urlsplit(url.strip())
        host = parts.hostname
    except ValueError as error:
        raise BadRequest(problem) from error
    if parts.scheme not in ("http", "https") or not host or re.search(r"[\s\\]", url.strip()):
        raise BadRequest(problem)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    return urlunsplit((parts.scheme, parts.netloc, "", "", "")), path


def _secrets(options: HttpOptions, hidden: Sequence[str]) -> Sequence[str]:
    """Return the secrets, the longest first, so that none is shown in part."""
    parts = urlsplit(options.url.strip())
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    logins = [value.rpartition(" ")[2] for value in options.headers.values()]
    pieces = re.split(r"[/?&=:]", target)
    found = {options.url, target, parts.password or "", options.password, *logins, *pieces, *hidden}
    return sorted((each for each in found if len(each) >= _SHORTEST_SECRET), key=len, reverse=True)


async def _beginning(response: HttpResponse) -> bytes:
    """Return at most the first 64 KiB. A success stays a success if its body breaks off."""
    pieces, length = [], 0
    try:
        async for piece in response.chunks():
            pieces.append(piece)
            length += len(piece)
            if length >= _MOST_BODY:
                break
    except VedetteError:
        if not 200 <= response.status < 300:
            raise
    return b"".join(pieces)[:_MOST_BODY]


def _header_seconds(answer: HttpAnswer, clock: Clock) -> float | None:
    """Parse `Retry-After` (RFC 9110, 10.2.3): seconds or a date."""
    value = next((v for name, v in answer.headers.items() if name.lower() == "retry-after"), "")
    with suppress(ValueError):
        return float(value)
    with suppress(ValueError, TypeError):
        when = parsedate_to_datetime(value)
        return max(0.0, (when.replace(tzinfo=when.tzinfo or UTC) - clock.now()).total_seconds())
    return None


def _said(answer: HttpAnswer) -> str:
    reply = answer.json()
    if reply is None:
        text = answer.body[: 4 * _MOST_WORDS].decode(errors="replace").strip()
        return "" if text.startswith("<") else text
    return _in_words(reply)


def _in_words(reply: object) -> str:
    match reply:
        case str():
            return reply
        case list():
            return "; ".join(filter(None, map(_in_words, reply)))
        case dict():
            parts = [_in_words(reply[key]) for key in _WORDS if reply.get(key)]
            parts = [each for each in parts if each]
            if parts or any(key in reply for key in _WORDS):
                return "; ".join(dict.fromkeys(parts))
            return "; ".join(f"{key}: {v}" for key, v in reply.items() if isinstance(v, str))
    return ""
