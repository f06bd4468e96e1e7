"""Notification policies as HTTP APIs return them."""

from typing import TypedDict

PolicyAnswer = TypedDict(
    "PolicyAnswer",
    {
        "receiver": str,
        "group_by": list[str],
        "object_matchers": list[tuple[str, str, str]],
        "continue": bool,
        "mute_time_intervals": list[str],
        "active_time_intervals": list[str],
        "group_wait": str,
        "group_interval": str,
        "repeat_interval": str,
        "routes": list["PolicyAnswer"],
    },
    total=False,
)
"""Inherited settings are missing. A matcher is `[label, operator, value]`."""


class PoliciesAnswer(PolicyAnswer, total=False):
    """The whole tree."""

    provenance: str
    version: int
