"""The whole configuration, under the paths of Grafana 10.4."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, cast

import msgspec

from vedette.access.guard import needs
from vedette.alerting.alertmanager.answers import ConfigurationAnswer, StoredConfiguration
from vedette.alerting.alertmanager.configuration import ConfigurationService
from vedette.alerting.alertmanager.configuration_history import ConfigurationHistory
from vedette.alerting.alertmanager.configuration_json import (
    ConfigurationBody,
    configuration_json,
    kept_json,
    parse_configuration,
)
from vedette.alerting.alertmanager.configuration_store import MOST
from vedette.alerting.alertmanager.errors import BadConfiguration
from vedette.alerting.contacts.visibility import Visibility
from vedette.alerting.model.provenance import OtherProvenance
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

_PATH = "/api/alertmanager/grafana/config/api/v1/alerts"
_HISTORY = "/api/alertmanager/grafana/config/history"
_MAX_BODY = 8 * 1024 * 1024


class ConfigurationHistoryQuery(msgspec.Struct):
    """0 and below return all versions, as in Grafana 10.4."""

    limit: Annotated[int, msgspec.Meta(le=1_000_000)] = 0


class ConfigurationApi:
    def __init__(
        self,
        configurations: ConfigurationService,
        history: ConfigurationHistory,
        visibility: Visibility,
    ) -> None:
        self._configurations = configurations
        self._history = history
        self._visibility = visibility

    def routes(self) -> list[Route]:
        read, write, delete = (needs(f"alerting:{verb}") for verb in ("read", "write", "delete"))
        return [
            Route(
                "GET",
                _PATH,
                self.get,
                read,
                answer=ConfigurationAnswer,
                summary="Get the whole configuration without secrets.",
            ),
            Route(
                "POST",
                _PATH,
                self.replace,
                write,
                answer=MessageAnswer,
                body=ConfigurationBody,
                status=202,
                max_body=_MAX_BODY,
                summary="Replace the whole configuration in one transaction.",
            ),
            Route(
                "DELETE",
                _PATH,
                self.reset,
                delete,
                answer=MessageAnswer,
                status=202,
                summary="Reset the configuration to the default.",
            ),
            Route(
                "GET",
                _HISTORY,
                self.history,
                read,
                answer=list[StoredConfiguration],
                query=ConfigurationHistoryQuery,
                summary="List previous configurations without secrets, newest first.",
            ),
            Route(
                "POST",
                f"{_HISTORY}/:id/_activate",
                self.activate,
                write,
                answer=MessageAnswer,
                status=202,
                summary="Restore a previous configuration with the current secrets.",
            ),
        ]

    async def get(self, call: Call) -> ConfigurationAnswer:
        whole = await self._configurations.get(call.who.org_id)
        shown = configuration_json(whole, await self._visibility.of(call.who))
        return cast(ConfigurationAnswer, shown)

    async def replace(self, call: Call) -> MessageAnswer:
        wanted = parse_configuration(call.body)
        with _as_bad_request():
            await self._history.keep(call.who.org_id)
            await self._configurations.replace(call.who.org_id, wanted)
        return {"message": "configuration created"}

    async def reset(self, call: Call) -> MessageAnswer:
        with _as_bad_request():
            await self._history.keep(call.who.org_id)
            await self._configurations.reset(call.who.org_id)
        return {"message": "configuration deleted; the default is applied"}

    async def history(self, call: Call) -> list[StoredConfiguration]:
        asked: ConfigurationHistoryQuery = call.query
        limit = min(asked.limit, MOST) if asked.limit > 0 else MOST
        found = await self._history.newest(call.who.org_id, limit)
        visible = await self._visibility.of(call.who)
        return [
            cast(StoredConfiguration, kept_json(each, call.who.org_id, visible)) for each in found
        ]

    async def activate(self, call: Call) -> MessageAnswer:
        text = call.params["id"]
        if not text.isdecimal() or len(text) > 18:
            raise BadConfiguration("The id of a configuration must be a number.")
        await self._history.activate(call.who.org_id, int(text))
        return {"message": "configuration activated"}


@contextmanager
def _as_bad_request() -> Iterator[None]:
    """In this API, a change of a provisioned part is a bad request."""
    try:
        yield
    except OtherProvenance as error:
        raise BadConfiguration(error.public) from error
