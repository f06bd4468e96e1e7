"""Errors of Loki."""

from vedette.sdk import BadGateway, HttpResponse
from vedette.sdk.http import said

_BUSY = 429


class NotLoki(BadGateway):
    code = "loki.not_loki"


class Refused(BadGateway):
    """The server returned an error; `detail["upstreamStatus"]` holds its HTTP status."""

    code = "loki.refused"


async def check_answer(response: HttpResponse) -> None:
    """Raise `Refused` with the server's own message unless the status is 2xx."""
    if response.status < 300:
        return
    raise refused(response.status, said(await response.read()))


def refused(status: int, words: str) -> Refused:
    if not words:
        return Refused(f"Loki answered {status} without saying why.", upstreamStatus=status)
    text = f"Loki answered {status}: {words}"
    if status == _BUSY:
        text += " Try again in a moment, or select a shorter range."
    return Refused(text, upstreamStatus=status)
