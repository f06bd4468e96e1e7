"""Errors raised on purpose. Any other error in a request is a defect, answered with 500."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal


class VedetteError(Exception):
    """The base class of deliberate errors. A subclass sets its code and status: there is no
    default.

    `public` is one sentence that is safe to show. `detail` adds fields to the JSON response and
    holds no secrets either.
    """

    code: ClassVar[str]
    status: ClassVar[int]
    source: ClassVar[Literal["server", "downstream"]] = "server"

    def __init__(self, public: str, **detail: Any) -> None:
        super().__init__(public)
        self.public = public
        self.detail: Mapping[str, Any] = detail

    @property
    def headers(self) -> Mapping[str, str]:
        """Return headers of the response, such as `Retry-After`."""
        return {}


class BadRequest(VedetteError):
    code, status = "request.bad", 400


class Unauthorized(VedetteError):
    code, status = "auth.unauthorized", 401


class Forbidden(VedetteError):
    code, status = "request.forbidden", 403


class NotFound(VedetteError):
    code, status = "request.not_found", 404


class Conflict(VedetteError):
    code, status = "request.conflict", 409


class Stale(VedetteError):
    code, status = "request.stale", 412


class TooLarge(VedetteError):
    code, status = "request.too_large", 413


class Unprocessable(VedetteError):
    code, status = "request.unprocessable", 422


class TooManyRequests(VedetteError):
    """`retry_after` is in whole seconds."""

    code, status = "request.too_many", 429

    def __init__(self, public: str, retry_after: int, **detail: Any) -> None:
        super().__init__(public, retryAfter=retry_after, **detail)
        self.retry_after = retry_after

    @property
    def headers(self) -> Mapping[str, str]:
        return {"Retry-After": str(self.retry_after)}


class BadGateway(VedetteError):
    code, status, source = "downstream.failed", 502, "downstream"


class Unavailable(VedetteError):
    code, status = "server.unavailable", 503

    @property
    def headers(self) -> Mapping[str, str]:
        return {"Retry-After": "5"}


class GatewayTimeout(VedetteError):
    code, status, source = "downstream.timeout", 504, "downstream"
