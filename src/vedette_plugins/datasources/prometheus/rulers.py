"""The paths of the ruler of a store, if it has one, like Mimir and Cortex."""

from collections.abc import Mapping, Sequence

from vedette.sdk import BadRequest, Caller
from vedette.sdk.ruler import NoRuler
from vedette_plugins.datasources.prometheus.client import PrometheusApi
from vedette_plugins.datasources.prometheus.errors import Refused
from vedette_plugins.datasources.prometheus.settings import PrometheusSettings

_MIMIR = ("/config/v1/rules",)
_CORTEX = ("/rules", "/api/v1/rules")
_PATHS: Mapping[str, Sequence[str]] = {"mimir": _MIMIR, "cortex": _CORTEX}


class BadSubtype(BadRequest):
    code = "prometheus.bad_ruler_subtype"


async def ruler_paths(
    api: PrometheusApi, settings: PrometheusSettings, subtype: str, caller: Caller
) -> Sequence[str]:
    """Return the paths, the most likely first.

    `subtype` decides, then the settings, then the type that the store states. Raises `NoRuler` for
    a store without an API for rule groups, and `BadSubtype`.
    """
    if subtype and subtype not in _PATHS:
        raise BadSubtype(f"subtype is {subtype[:20]!r}. Use mimir or cortex.")
    kind = subtype or settings.prometheus_type.lower()
    if kind in _PATHS:
        return _PATHS[kind]
    if not kind and await _has_ruler(api, caller):
        return (*_MIMIR, *_CORTEX)
    name = settings.prometheus_type or "Prometheus"
    raise NoRuler(
        f"The data source {api.name!r} is a {name}, which has no ruler API. Change its rules "
        "in its files. Their states are shown here."
    )


async def _has_ruler(api: PrometheusApi, caller: Caller) -> bool:
    """Return whether the store lists a ruler in its features; an old one that lists none may have
    it."""
    try:
        reply = await api.resource("/api/v1/status/buildinfo", [], caller, posts=False)
    except Refused as error:
        if error.detail.get("upstreamStatus") == 404:
            return True
        raise
    build = reply["data"]
    features = build.get("features") if isinstance(build, dict) else None
    return isinstance(features, dict) and features.get("ruler_config_api") == "true"
