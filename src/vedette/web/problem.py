"""Errors as JSON: a message, a stable code and the id of the request."""

import logging
from typing import Any

import msgspec

from vedette.kernel.errors import VedetteError
from vedette.web.answer import ApiAnswer

log = logging.getLogger("vedette.web")
_INTERNAL = "An internal error occurred. See the server log for this request id."


def problem(error: BaseException, request_id: str) -> ApiAnswer:
    """Return the response for an error. Unexpected errors reveal no details."""
    if isinstance(error, VedetteError):
        body: dict[str, Any] = {
            "message": error.public,
            "messageId": error.code,
            "statusCode": error.status,
            "requestId": request_id,
            "traceID": request_id,
            **error.detail,
        }
        return ApiAnswer(error.status, msgspec.json.encode(body), headers=error.headers)
    log.error("Unexpected error in a request.", exc_info=error)
    body = {
        "message": _INTERNAL,
        "messageId": "server.error",
        "statusCode": 500,
        "requestId": request_id,
        "traceID": request_id,
    }
    return ApiAnswer(500, msgspec.json.encode(body))
