"""One HTTP request to a store of the tests."""

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode


def post(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Raises `RuntimeError` with the store's own words where it says no."""
    request = urllib.request.Request(url, body, dict(headers), method="POST")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            answer.read()
    except urllib.error.HTTPError as error:
        said = error.read().decode(errors="replace")[:500]
        raise RuntimeError(f"{url} answered {error.code}: {said}") from error


def get(url: str, **params: str | int) -> Any:
    """The JSON that is answered. Raises as `post`."""
    try:
        with urllib.request.urlopen(f"{url}?{urlencode(params)}", timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        said = error.read().decode(errors="replace")[:500]
        raise RuntimeError(f"{url} answered {error.code}: {said}") from error
