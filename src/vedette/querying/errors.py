"""Errors of one query, and of a batch as a whole."""

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
    """The code is the one that clients of Grafana 10.4 know, as that of `NoSource` is."""

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
    """A plugin raised something that it did not mean to."""

    code = "query.source_failed"


class LinkedFailed(BadGateway):
    """A source that another one takes its answer from; the status is that source's own."""

    code = "query.linked_failed"


class NotWritable(VedetteError):
    code, status = "query.not_writable", 500


class NoAnswer(VedetteError):
    """A plugin answered fewer queries than it was asked."""

    code, status = "query.no_answer", 500
