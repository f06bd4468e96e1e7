"""`/api/admin/provisioning`: the status of provisioning files, and their reload."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal, TypedDict

from vedette.provisioning.engine import Provisioning
from vedette.provisioning.ledger_store import FileStatus
from vedette.web import answer
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import AccessPolicy, Route

_ACCESS_CONTROL = "access-control"
_ACCEPTED = 202
_NONE_HERE = frozenset({"plugins", "notifications", _ACCESS_CONTROL})
"""Kinds of Grafana 10.4 that this server has no files for.

A reload of them succeeds, because sidecars reload all kinds and retry while one fails.
"""


class ProvisionedFile(TypedDict):
    """`line` is where the error is; `lastApplied` is null until the file was applied."""

    kind: str
    file: str
    state: Literal["ok", "error", "ignored"]
    line: int | None
    message: str
    items: int
    lastApplied: str | None


class ProvisioningStatus(TypedDict):
    sources: list[ProvisionedFile]


class Reloaded(TypedDict):
    """`sources` are the files with errors."""

    message: str
    sources: list[ProvisionedFile]


class ProvisioningFilesApi:
    """The endpoints of provisioning. `policy` is a parameter because permissions are in a higher
    layer."""

    def __init__(self, provisioning: Provisioning, policy: AccessPolicy) -> None:
        self._provisioning = provisioning
        self._policy = policy

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET", "/api/admin/provisioning/status", self.status, self._policy,
                answer=ProvisioningStatus,
                summary="List the provisioning files with their states and errors.",
            ),
            Route(
                "POST", "/api/admin/provisioning/:kind/reload", self.reload, self._policy,
                answer=Reloaded,
                summary="Read and apply the files of one kind now.",
            ),
        ]  # fmt: skip

    async def status(self, call: Call) -> ProvisioningStatus:
        return {"sources": _shapes(await self._provisioning.statuses())}

    async def reload(self, call: Call) -> Reloaded | ApiAnswer:
        kind = call.params["kind"]
        if kind in _NONE_HERE:
            status = _ACCEPTED if kind == _ACCESS_CONTROL else 200
            reloaded: Reloaded = {"message": f"{kind.capitalize()} config reloaded", "sources": []}
            return answer.json(reloaded, status)
        statuses = await self._provisioning.reload(kind)
        failed = [each for each in statuses if each.state == "error"]
        message = f"{kind.capitalize()} config reloaded"
        if failed:
            message += f"; {len(failed)} of {len(statuses)} files have errors"
        return {"message": message, "sources": _shapes(failed)}


def _shapes(statuses: Sequence[FileStatus]) -> list[ProvisionedFile]:
    return [
        {
            "kind": status.kind,
            "file": status.file,
            "state": status.state,
            "line": status.line,
            "message": status.message,
            "items": status.items,
            "lastApplied": None
            if status.last_applied is None
            else datetime.fromtimestamp(status.last_applied / 1000, UTC).isoformat(),
        }
        for status in statuses
    ]
