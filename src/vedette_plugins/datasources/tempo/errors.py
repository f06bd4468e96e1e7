"""Errors of Tempo."""

from vedette.sdk import BadGateway, BadRequest, NotFound


class BadQuery(BadRequest):
    code = "tempo.bad_query"


class BadFilter(BadQuery):
    code = "tempo.bad_filter"


class NoMetricsSource(BadRequest):
    code = "tempo.no_metrics_source"


class NotTempo(BadGateway):
    code = "tempo.not_tempo"


class Refused(BadGateway):
    """The server returned an error; `detail["upstreamStatus"]` holds its HTTP status."""

    code = "tempo.refused"


class TraceNotFound(NotFound):
    code = "tempo.trace_not_found"


class NoSuchResource(NotFound):
    code = "tempo.no_such_resource"
