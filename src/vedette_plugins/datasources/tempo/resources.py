"""Resources for query editors, and the paths that the proxy allows."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from vedette.sdk import Caller, Json, ProxyRoute
from vedette_plugins.datasources.tempo.client import Params, TempoApi
from vedette_plugins.datasources.tempo.errors import BadQuery, NoSuchResource, Refused

_READ = (
    "api/search",
    "api/search/tags",
    "api/v2/search/tags",
    "api/metrics/query",
    "api/metrics/query_range",
    "api/status/buildinfo",
)
_TAG_VALUES = re.compile(r"api/(?:v2/)?search/tag/[^/]{1,600}/values")
_PARAMS = (
    "start",
    "end",
    "scope",
    "q",
    "query",
    "tag",
    "tags",
    "limit",
    "spss",
    "step",
    "minDuration",
    "maxDuration",
    "maxStaleValues",
)

PROXY_ROUTES = (
    *(ProxyRoute("GET", path) for path in _READ),
    ProxyRoute("GET", "api/search/tag/*/values"),
    ProxyRoute("GET", "api/v2/search/tag/*/values"),
    ProxyRoute("GET", "api/traces/*"),
    ProxyRoute("GET", "api/v2/traces/*"),
    ProxyRoute("GET", "api/echo"),
    ProxyRoute("GET", "ready"),
)


async def read_resource(
    api: TempoApi, path: str, params: Mapping[str, Sequence[str]], caller: Caller
) -> Json:
    """Return `tags`, `tag-values?tag=`, and unchanged responses of read-only paths.

    Raises `NoSuchResource` for other paths, and `BadQuery` for `tag-values` without a tag.
    """
    name = path.strip("/")
    pairs = [(key, value) for key in _PARAMS for value in params.get(key, ()) if value]
    if name == "tags":
        return await _tags(api, pairs, caller)
    if name == "tag-values":
        return await _tag_values(api, pairs, caller)
    if name == "status/buildinfo":
        name = "api/status/buildinfo"
    if name not in _READ and _TAG_VALUES.fullmatch(name) is None:
        raise NoSuchResource(f"Tempo data sources have no resource {path[:100]!r}.")
    return await api.objects(f"/{name}", pairs, caller)


async def _tags(api: TempoApi, pairs: Params, caller: Caller) -> Json:
    """Return `{"scopes": [{"name": "resource", "tags": [...]}]}`, also for servers without
    scopes."""
    try:
        return await api.objects("/api/v2/search/tags", pairs, caller)
    except Refused as error:
        if error.detail.get("upstreamStatus") != 404:
            raise
    old = await api.objects("/api/search/tags", pairs, caller)
    return {"scopes": [{"name": "unscoped", "tags": old.get("tagNames") or []}]}


async def _tag_values(api: TempoApi, pairs: Params, caller: Caller) -> Json:
    """Return `{"tagValues": [{"type": "string", "value": "shop"}]}`; `tag` is as in TraceQL."""
    tag = next((value for key, value in pairs if key == "tag"), "")
    if not tag:
        raise BadQuery("tag-values requires the parameter tag, such as resource.service.name.")
    rest = [("q" if key == "query" else key, value) for key, value in pairs if key != "tag"]
    try:
        return await api.objects(f"/api/v2/search/tag/{_segment(tag)}/values", rest, caller)
    except Refused as error:
        if error.detail.get("upstreamStatus") != 404:
            raise
    bare = re.sub(r"^(?:resource|span)?\.", "", tag)
    old: dict[str, Any] = await api.objects(
        f"/api/search/tag/{_segment(bare)}/values", rest, caller
    )
    values = [{"type": "string", "value": value} for value in old.get("tagValues") or ()]
    return {"tagValues": values}


def _segment(tag: str) -> str:
    """Quote any tag as one segment of a path."""
    if set(tag) <= {"."} or len(tag) > 500:
        raise BadQuery(f"{tag[:60]!r} is not a valid tag name.")
    return quote(tag, safe="")
