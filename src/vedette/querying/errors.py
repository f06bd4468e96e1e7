"""Errors of one query and of a whole batch."""

from vedette.kernel.errors import (
    BadGateway,
    BadRequest,
    Forbidden,
    GatewayTimeout,
    NotFound,
    TooLarge,
    VedetteError,
)


class BadBatch(BadRequest):
    code = "query.bad_batch"


class NoQueries(BadBatch):
    """The code, like that of `NoSource`, is the one of Grafana 10.4."""

    code = "query.noQueries"


class NoSource(BadBatch):
    code = "query.invalidDatasourceId"


class UnknownSource(NotFound):
    code = "query.unknown_source"


class SourceForbidden(Forbidden):
    code = "query.source_forbidden"


class SourceTimeout(GatewayTimeout):
    code = "query.timeout"


class TooManyPoints(TooLarge):
    code = "query.too_many_points"


class SourceFailed(BadGateway):
    """A plugin raised an unexpected error."""

    code = "query.source_failed"


class LinkedFailed(BadGateway):
    """A source that another one queries has failed; the status is that of this source."""

    code = "query.linked_failed"


class NotWritable(VedetteError):
    code, status = "query.not_writable", 500


class NoAnswer(VedetteError):
    """A plugin returned fewer results than queries."""

    code, status = "query.no_answer", 500
