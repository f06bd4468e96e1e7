"""Context variables of the current request, for example for log records."""

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Empty outside of a request."""
