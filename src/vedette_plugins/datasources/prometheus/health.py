"""Checks that the server answers a query, and detects its type."""

from typing import Any

from vedette.sdk import Caller, Health, VedetteError
from vedette_plugins.datasources.prometheus.client import PrometheusApi


async def check_health(api: PrometheusApi, caller: Caller, configured_type: str) -> Health:
    """Run 1+1, which needs no data."""
    try:
        reply = await api.query("1+1", None, caller)
    except VedetteError as error:
        return Health(ok=False, message=error.public, detail=dict(error.detail))
    if reply.result_type != "scalar":
        return Health(ok=False, message=f"The result of 1+1 is a {reply.result_type}.")
    build = await _build(api, caller)
    version = str(build.get("version", ""))
    flavour = _flavour(build, configured_type)
    name = f"{flavour} {version}".strip()
    return Health(
        ok=True,
        message=f"Successfully queried the Prometheus API ({name}).",
        detail={
            "application": flavour,
            "version": version,
            "features": {"rulerApiEnabled": _has_ruler(build)},
        },
    )


async def _build(api: PrometheusApi, caller: Caller) -> dict[str, Any]:
    try:
        reply = await api.resource("/api/v1/status/buildinfo", [], caller, posts=False)
    except VedetteError:  # Not every store with PromQL has this path.
        return {}
    data = reply["data"]
    return data if isinstance(data, dict) else {}


def _has_ruler(build: dict[str, Any]) -> bool:
    """Return whether rules can be changed through the API, which Mimir states."""
    features = build.get("features")
    found = features.get("ruler_config_api") if isinstance(features, dict) else None
    return str(found).lower() == "true"


def _flavour(build: dict[str, Any], configured_type: str) -> str:
    """Return the type: Mimir states its name, Cortex and Mimir list features; others are
    Prometheus."""
    application = build.get("application")
    if isinstance(application, str) and application:
        return application
    if "features" in build:
        return configured_type or "Mimir"
    return configured_type or "Prometheus"
