"""`/api/convert`: the API of rulers for imported rules, as used by mimirtool and cortextool."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, NotRequired, TypedDict

from vedette.access.guard import needs
from vedette.alerting.model.provenance import Edit, api_edit
from vedette.alerting.rules.api.source_rules import SourceGroup, SourceGroups
from vedette.alerting.rules.parsing import BASE_INTERVAL
from vedette.alerting.transfer.prometheus.convert import DEFAULT_OFFSET, ConversionOptions
from vedette.alerting.transfer.prometheus.files import BadRuleFile, PrometheusGroup, read_file
from vedette.alerting.transfer.prometheus.service import ImportedRules, ImportLocation
from vedette.datasources.service import DataSources
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

_BASES = ("/api/convert/prometheus/config/v1/rules", "/api/convert/api/prom/rules")
_HEADER = "x-grafana-alerting-"
_MOST_BYTES = 2 * 1024 * 1024
_MOST_RULES = 5_000
_YAML = "application/yaml"
_KINDS = ("prometheus", "loki")


class ImportAnswer(TypedDict):
    """`warnings` list differences between the sent and the imported rules."""

    status: str
    errorType: str
    error: str
    warnings: NotRequired[list[str]]


class ConvertApi:
    def __init__(
        self,
        imported: ImportedRules,
        sources: DataSources,
        interval: timedelta,
        min_interval: timedelta,
    ) -> None:
        """`interval` is the default of groups. The server evaluates no rule more often than
        `min_interval`."""
        self._imported = imported
        self._sources = sources
        self._interval = interval
        self._step = min(BASE_INTERVAL, min_interval)

    def routes(self) -> list[Route]:
        return [route for base in _BASES for route in self._routes(base)]

    def _routes(self, base: str) -> list[Route]:
        read, write = needs("alert.rules:read"), needs("alert.rules:write")
        delete = needs("alert.rules:delete")
        namespace, group = f"{base}/:namespace", f"{base}/:namespace/:group"
        return [
            Route(
                "GET",
                base,
                self.all,
                read,
                answer=SourceGroups,
                media=_YAML,
                summary="List imported rules in the Prometheus format.",
            ),
            Route(
                "GET",
                namespace,
                self.namespace,
                read,
                answer=SourceGroups,
                media=_YAML,
                summary="List imported rules of a namespace, which is a folder.",
            ),
            Route(
                "GET",
                group,
                self.group,
                read,
                answer=SourceGroup,
                media=_YAML,
                summary="Get a group of imported rules.",
            ),
            Route(
                "POST",
                base,
                self.post_all,
                write,
                raw=True,
                max_body=_MOST_BYTES,
                status=202,
                answer=ImportAnswer,
                summary="Import groups by namespace, as YAML or JSON.",
            ),
            Route(
                "POST",
                namespace,
                self.post,
                write,
                raw=True,
                max_body=_MOST_BYTES,
                status=202,
                answer=ImportAnswer,
                summary="Import a group, as YAML or JSON.",
            ),
            Route(
                "DELETE",
                namespace,
                self.delete,
                delete,
                status=202,
                answer=ImportAnswer,
                summary="Delete the imported rules of a namespace.",
            ),
            Route(
                "DELETE",
                group,
                self.delete,
                delete,
                status=202,
                answer=ImportAnswer,
                summary="Delete a group of imported rules.",
            ),
        ]

    async def all(self, call: Call) -> ApiAnswer:
        return await _yaml(await self._imported.all(call.who, _where(call)))

    async def namespace(self, call: Call) -> ApiAnswer:
        name = call.params["namespace"]
        found = await self._imported.of_namespace(call.who, _where(call), name)
        return await _yaml({name: found})

    async def group(self, call: Call) -> ApiAnswer:
        name, group = call.params["namespace"], call.params["group"]
        return await _yaml(await self._imported.of_group(call.who, _where(call), name, group))

    async def post_all(self, call: Call) -> ImportAnswer:
        warnings: list[str] = []
        found = await _sent(call, "", warnings)
        if "" in found:
            raise BadRuleFile("The request has no namespace. Send groups by namespace.")
        return await self._put(call, list(found.items()), warnings)

    async def post(self, call: Call) -> ImportAnswer:
        warnings: list[str] = []
        name = call.params["namespace"]
        found = await _sent(call, name, warnings)
        if set(found) - {name}:
            raise BadRuleFile(f"The request contains another namespace than {name[:190]!r}.")
        return await self._put(call, list(found.items()), warnings)

    async def delete(self, call: Call) -> ImportAnswer:
        await self._imported.delete(
            call.who,
            _where(call),
            call.params["namespace"],
            _edit(call),
            call.params.get("group", ""),
        )
        return _accepted([])

    async def _put(
        self,
        call: Call,
        found: Sequence[tuple[str, Sequence[PrometheusGroup]]],
        warnings: list[str],
    ) -> ImportAnswer:
        options = await self._options(call)
        for namespace, groups in found:
            warnings += await self._imported.put(
                call.who, _where(call), namespace, groups, options, _edit(call)
            )
        return _accepted(warnings)

    async def _options(self, call: Call) -> ConversionOptions:
        uid = call.header(f"{_HEADER}datasource-uid").strip()
        if not uid:
            raise BadRuleFile(
                "The header X-Grafana-Alerting-Datasource-UID is missing. Set it to the"
                " uid of the data source that the rules query."
            )
        source = await self._sources.by_uid(call.who, uid)
        if source.type not in _KINDS:
            raise BadRuleFile(
                f"The data source {source.name!r} is of the type {source.type}; imported"
                " rules require a Prometheus or Loki data source."
            )
        target = call.header(f"{_HEADER}target-datasource-uid").strip()
        if target:
            await self._sources.by_uid(call.who, target)
        return ConversionOptions(
            datasource_uid=uid,
            target_datasource_uid=target or (uid if source.type == "prometheus" else ""),
            interval=self._interval,
            query_offset=DEFAULT_OFFSET,
            step=self._step,
            scope=_where(call).parent_uid,
            is_loki=source.type == "loki",
            pauses_alerts=_flag(call, "alert-rules-paused"),
            pauses_recordings=_flag(call, "recording-rules-paused"),
        )


def _where(call: Call) -> ImportLocation:
    return ImportLocation(call.header(f"{_HEADER}folder-uid").strip())


def _edit(call: Call) -> Edit:
    return api_edit(call.header("x-disable-provenance"))


def _flag(call: Call, name: str) -> bool:
    text = call.header(f"{_HEADER}{name}").strip().lower()
    if text not in ("", "true", "false"):
        raise BadRuleFile(f"The header X-Grafana-Alerting-{name} is {text[:20]!r}; use true.")
    return text == "true"


async def _sent(
    call: Call, namespace: str, warnings: list[str]
) -> Mapping[str, Sequence[PrometheusGroup]]:
    """Parse in a thread, as a file can be large. Raises `BadRuleFile`."""
    text = _text(call)
    found = await asyncio.to_thread(read_file, text, "the request", namespace, warnings.append)
    rules = sum(len(group.rules) for groups in found.values() for group in groups)
    if rules > _MOST_RULES:
        raise BadRuleFile(
            f"The rules sent are {rules:,}; at most {_MOST_RULES:,} are imported by one request."
            " Send the groups in several."
        )
    return found


def _text(call: Call) -> str:
    try:
        return call.raw_body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRuleFile("The request is not UTF-8 text.") from error


def _accepted(warnings: Sequence[str]) -> ImportAnswer:
    body: ImportAnswer = {"status": "success", "errorType": "", "error": ""}
    if warnings:
        body["warnings"] = list(warnings)
    return body


async def _yaml(value: Any) -> ApiAnswer:
    from yaml import safe_dump

    dump: Callable[..., Any] = safe_dump
    text = await asyncio.to_thread(dump, value, sort_keys=False, allow_unicode=True, width=4_096)
    return ApiAnswer(200, text.encode(), f"{_YAML}; charset=utf-8")
