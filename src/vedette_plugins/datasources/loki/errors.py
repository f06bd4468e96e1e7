"""What can go wrong between us and a Loki."""

import msgspec

from vedette.sdk import BadGateway, HttpResponse

_LONGEST = 500
_BUSY = 429


class NotLoki(BadGateway):
    code = "loki.not_loki"


class Refused(BadGateway):
    """The server answered with an error; `detail["upstreamStatus"]` holds its HTTP status."""

    code = "loki.refused"


class _Failure(msgspec.Struct):
    """Loki itself answers plain text; its query frontend and gateways answer JSON."""

    error: str = ""
    message: str = ""


async def check_answer(response: HttpResponse) -> None:
    """Raises `Refused` with the server's own words unless the status is 2xx."""
    if response.status < 300:
        return
    said = _said(await response.read())
    raise refused(response.status, said)


def refused(status: int, said: str) -> Refused:
    if not said:
        return Refused(f"Loki answered {status} without saying why.", upstreamStatus=status)
    text = f"Loki answered {status}: {said}"
    if status == _BUSY:
        text += " Try again in a moment, or ask for a shorter range."
    return Refused(text, upstreamStatus=status)


def _said(body: bytes) -> str:
    """The reason as one line that ends a sentence; empty for a page meant for browsers."""
    try:
        failure = msgspec.json.decode(body, type=_Failure)
        text = failure.error or failure.message
    except msgspec.DecodeError:
        text = body[: 4 * _LONGEST].decode(errors="replace")
    text = " ".join(text.split())
    if not text or text.startswith("<"):
        return ""
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}…"
    return text if text[-1] in ".…!?" else f"{text}."
