"""`/api/admin/provisioning`: what the files led to, and read them again now."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from vedette.provisioning.engine import Provisioning
from vedette.provisioning.ledger_store import FileStatus
from vedette.web import answer
from vedette.web.call import Call
from vedette.web.routes import Policy, Route

_ACCESS_CONTROL = "access-control"
_ACCEPTED = 202
_NONE_HERE = frozenset({"plugins", "notifications", _ACCESS_CONTROL})
"""Kinds of Grafana 10.4 that this server has no files for.

A reload of them succeeds, because sidecars reload all kinds and retry while one fails.
"""


def routes(provisioning: Provisioning, policy: Policy) -> list[Route]:
    """`policy` is handed in because permissions stand above this package."""

    async def status(call: Call) -> Any:
        return {"sources": _shapes(await provisioning.statuses())}

    async def reload(call: Call) -> Any:
        kind = call.params["kind"]
        if kind in _NONE_HERE:
            status = _ACCEPTED if kind == _ACCESS_CONTROL else 200
            reloaded = {"message": f"{kind.capitalize()} config reloaded", "sources": []}
            return answer.json(reloaded, status)
        statuses = await provisioning.reload(kind)
        failed = [status for status in statuses if status.state == "error"]
        message = f"{kind.capitalize()} config reloaded"
        if failed:
            message += f"; {len(failed)} of {len(statuses)} files have errors"
        return {"message": message, "sources": _shapes(failed)}

    return [
        Route(
            "GET", "/api/admin/provisioning/status", status, policy,
            summary="Every provisioning file with its state, error and line.",
        ),
        Route(
            "POST", "/api/admin/provisioning/:kind/reload", reload, policy,
            summary="Read and apply the files of one kind now.",
        ),
    ]  # fmt: skip


def _shapes(statuses: Sequence[FileStatus]) -> list[dict[str, Any]]:
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
