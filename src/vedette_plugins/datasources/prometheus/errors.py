"""Errors of Prometheus."""

from vedette.sdk import BadGateway
from vedette_plugins.datasources.prometheus.series import BadNumber


class NotPrometheus(BadGateway):
    code = "prometheus.not_prometheus"


class Refused(BadGateway):
    """The server returned an error; `detail["upstreamStatus"]` holds its HTTP status."""

    code = "prometheus.refused"


def unreadable(error: Exception) -> NotPrometheus:
    """Return the error for a response whose decoding raised `error`."""
    if isinstance(error, BadNumber):
        return NotPrometheus(str(error))
    return NotPrometheus(
        "The response is not a result of a Prometheus query. Check the URL of the data source."
    )


def refused(error_type: str, error: str, status: int) -> Refused:
    text = f"{error_type}: {error}" if error_type else error
    return Refused(text or f"Prometheus answered {status}.", upstreamStatus=status)
