"""The Alertmanager data source, which shows alerts in a table."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.sdk import (
    Answer,
    Caller,
    Connection,
    DataSource,
    DataSourcePlugin,
    Frame,
    Health,
    Host,
    Json,
    Query,
    VedetteError,
)
from vedette_plugins.datasources.alertmanager.alerts import alerts_frame, read_alerts
from vedette_plugins.datasources.alertmanager.client import AlertmanagerApi
from vedette_plugins.datasources.alertmanager.errors import NotAlertmanager
from vedette_plugins.datasources.alertmanager.model import Target, read_target
from vedette_plugins.datasources.alertmanager.resources import PROXY_ROUTES, read_resource
from vedette_plugins.datasources.alertmanager.settings import AlertmanagerSettings

_IS_HANDED = (
    " This data source receives alerts of this server's rules if the Alertmanager choice of "
    "the notification policies includes external Alertmanagers."
)


class Alertmanager:
    def __init__(self, api: AlertmanagerApi, most_rows: int, is_to_receive: bool = False) -> None:
        """`is_to_receive` tells whether the source receives the alerts of this server's rules."""
        self._api = api
        self._is_to_receive = is_to_receive
        self._most_rows = most_rows

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]:
        return await asyncio.gather(*(self._answer(query, caller) for query in queries))

    async def _answer(self, query: Query, caller: Caller) -> Answer:
        try:
            return Answer(query.ref_id, (await self._frame(query, caller),))
        except VedetteError as error:
            return Answer(query.ref_id, error=error)

    async def _frame(self, query: Query, caller: Caller) -> Frame:
        reply = await self._api.read("alerts", read_target(query).params(), caller)
        try:
            alerts = read_alerts(reply)
        except msgspec.ValidationError as error:
            raise NotAlertmanager(
                f"The response of /api/v2/alerts does not contain alerts: {error}."
            ) from error
        return alerts_frame(alerts, query.ref_id, self._most_rows)

    async def check(self) -> Health:
        try:
            status = await self._api.read("status", [], Caller(org_id=0))
        except VedetteError as error:
            return Health(ok=False, message=error.public, detail=dict(error.detail))
        if not isinstance(status, dict) or "cluster" not in status:
            return Health(
                ok=False, message="The response of /api/v2/status is not from Alertmanager."
            )
        version = str((status.get("versionInfo") or {}).get("version", ""))
        name = f"Alertmanager {version}".strip()
        return Health(
            ok=True,
            message=f"Successfully reached the Alertmanager API ({name})."
            + (_IS_HANDED if self._is_to_receive else ""),
            detail={"version": version, "cluster": (status["cluster"] or {}).get("status", "")},
        )

    async def resource(
        self,
        method: str,
        path: str,
        params: Mapping[str, Sequence[str]],
        body: bytes,
        caller: Caller,
    ) -> Json | Sequence[Any]:
        return await read_resource(self._api, method, path, params, caller)

    async def aclose(self) -> None:
        """Do nothing: the client belongs to the host."""


async def open_alertmanager(connection: Connection[AlertmanagerSettings], host: Host) -> DataSource:
    settings = connection.settings
    is_to_receive = settings.handle_grafana_managed_alerts
    return Alertmanager(AlertmanagerApi(host.http, settings), host.limits.rows, is_to_receive)


PLUGIN = DataSourcePlugin(
    settings=AlertmanagerSettings,
    open=open_alertmanager,
    proxy_routes=PROXY_ROUTES,
    query_schema=msgspec.json.schema(Target),
)
