"""What belongs to the request at work and is read far from it, such as by log records."""

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Empty in the background."""
