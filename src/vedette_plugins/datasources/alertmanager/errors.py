"""Errors of an Alertmanager."""

from vedette.sdk import BadGateway, BadRequest, NotFound


class BadQuery(BadRequest):
    code = "alertmanager.bad_query"


class NotAlertmanager(BadGateway):
    code = "alertmanager.not_alertmanager"


class Refused(BadGateway):
    """The server returned an error; `detail["upstreamStatus"]` holds its HTTP status."""

    code = "alertmanager.refused"


class NoSuchResource(NotFound):
    code = "alertmanager.no_such_resource"
