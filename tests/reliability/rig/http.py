"""Plain requests to instances, with a time limit and without exceptions for statuses."""

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Reply:
    """A response. The status is 0 without one."""

    status: int
    text: str
    headers: dict[str, str]

    def json(self) -> Any:
        return json.loads(self.text)


def ask(
    method: str,
    url: str,
    body: Any = None,
    headers: dict[str, str] | None = None,
    timeout: float = 10.0,
) -> Reply:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {**(headers or {})}, method=method)
    if data is not None:
        request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=timeout) as reply:
            return Reply(reply.status, reply.read().decode(), _lower(reply.headers))
    except urllib.error.HTTPError as error:
        with error:
            return Reply(error.code, error.read().decode(errors="replace"), _lower(error.headers))
    except (OSError, urllib.error.URLError):
        return Reply(0, "", {})


def _lower(headers: Any) -> dict[str, str]:
    """Return lower-case headers. Cookies are joined without attributes, as they are sent back."""
    found = {name.lower(): value for name, value in headers.items()}
    cookies = [text.partition(";")[0] for text in headers.get_all("set-cookie", [])]
    return found | {"set-cookie": "; ".join(cookies)}
