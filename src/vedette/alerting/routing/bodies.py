"""Notification policies in request bodies, parsed by `policy_text`."""

from typing import Any, TypedDict

PolicyBody = TypedDict(
    "PolicyBody",
    {
        "receiver": Any,
        "group_by": Any,
        "matchers": Any,
        "object_matchers": Any,
        "match": Any,
        "match_re": Any,
        "continue": Any,
        "mute_time_intervals": Any,
        "active_time_intervals": Any,
        "group_wait": Any,
        "group_interval": Any,
        "repeat_interval": Any,
        "routes": list["PolicyBody"],
    },
    total=False,
)


class PoliciesBody(PolicyBody, total=False):
    """The whole tree. `version` is the one that was read."""

    version: Any
