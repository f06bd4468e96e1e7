"""The part of Jira's REST API that alerts need: find, create, edit and transition an issue."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

import msgspec

from vedette.sdk import Delivery, TryLater, Undeliverable
from vedette.sdk.receiver_http import Endpoint

_CLOUD_SEARCH = "search/jql"
_GONE = (404, 405, 410)


class Issue(msgspec.Struct, frozen=True):
    key: str
    is_done: bool


class Issues:
    def __init__(self, endpoint: Endpoint, *, is_api_3: bool) -> None:
        self._endpoint = endpoint
        self._search = _CLOUD_SEARCH if is_api_3 else "search"

    async def find(self, delivery: Delivery, jql: str) -> Issue | None:
        """Return the first issue. Jira Data Center supports version 2; Jira Cloud has another
        search endpoint."""
        body = msgspec.json.encode({"jql": jql, "fields": ["status"], "maxResults": 2})
        kind = {"Content-Type": "application/json"}
        answer = await self._endpoint.exchange(
            delivery, body, path=self._search, headers=kind, part="search"
        )
        if answer.status in _GONE and self._search != _CLOUD_SEARCH:
            answer = await self._endpoint.exchange(
                delivery, body, path=_CLOUD_SEARCH, headers=kind, part="search"
            )
            if answer.status not in _GONE:
                self._search = _CLOUD_SEARCH
        self._endpoint.check(answer)
        found = answer.object().get("issues")
        if not isinstance(found, list):
            raise TryLater("Jira answered a search without issues.")
        return _issue(found[0]) if found else None

    async def create(self, delivery: Delivery, fields: Mapping[str, object]) -> str:
        """Return the key of the new issue."""
        answer = await self._endpoint.post_json(delivery, {"fields": fields}, path="issue")
        return str(answer.object().get("key", ""))

    async def change(self, delivery: Delivery, key: str, fields: Mapping[str, object]) -> None:
        await self._endpoint.send(
            delivery,
            msgspec.json.encode({"fields": fields}),
            method="PUT",
            path=_path(key),
            headers={"Content-Type": "application/json"},
            part="change",
        )

    async def move(self, delivery: Delivery, key: str, transition: str) -> None:
        """Raises `Undeliverable` if the workflow does not allow this transition."""
        path = f"{_path(key)}/transitions"
        answer = await self._endpoint.send(delivery, method="GET", path=path, part="offer")
        offered = answer.object().get("transitions")
        names = {
            str(each.get("name")): str(each.get("id"))
            for each in (offered if isinstance(offered, list) else [])
        }
        if transition not in names:
            raise Undeliverable(
                f"Jira's issue {key} has no transition {transition!r}; it offers"
                f" {', '.join(sorted(names)) or 'none'}."
            )
        await self._endpoint.post_json(
            delivery, {"transition": {"id": names[transition]}}, path=path, part="move"
        )


def _path(key: str) -> str:
    return f"issue/{quote(key, safe='')}"


def _issue(found: Any) -> Issue | None:
    match found:
        case {"key": str(key), "fields": {"status": {"statusCategory": {"key": category}}}}:
            return Issue(key, category == "done")
        case {"key": str(key)}:
            return Issue(key, is_done=False)
    return None


def quoted(text: str) -> str:
    """Quote a text for JQL."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def document(text: str) -> Mapping[str, object]:
    """Return a text in the Atlassian Document Format of API 3: a paragraph for each block."""
    return {
        "type": "doc",
        "version": 1,
        "content": [
            {"type": "paragraph", "content": _lines(block)}
            for block in text.split("\n\n")
            if block.strip()
        ],
    }


def _lines(block: str) -> Sequence[Mapping[str, str]]:
    found: list[Mapping[str, str]] = []
    for line in block.strip("\n").split("\n"):
        if found:
            found.append({"type": "hardBreak"})
        if line:
            found.append({"type": "text", "text": line})
    return found
