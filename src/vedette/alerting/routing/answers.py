"""Notification policies as HTTP APIs return them, and the explanation of a route."""

from typing import TypedDict

from vedette.alerting.muting.answers import SilenceAnswer

PolicyAnswer = TypedDict(
    "PolicyAnswer",
    {
        "receiver": str,
        "group_by": list[str],
        "object_matchers": list[list[str]],
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
"""Inherited settings are missing; a matcher is `[label, operator, value]`."""


class PoliciesAnswer(PolicyAnswer, total=False):
    """The whole tree."""

    provenance: str
    version: int


class PolicyVisit(TypedDict):
    """`failing` lists the matchers that do not match."""

    place: list[int]
    name: str
    receiver: str
    matched: bool
    handles: bool
    failing: list[str]
    sentence: str


class ExplainedRoute(TypedDict):
    place: list[int]
    receiver: str
    receiverExists: bool
    groupBy: list[str]
    groupLabels: dict[str, str]
    groupKey: str
    groupWait: str
    groupInterval: str
    repeatInterval: str
    muteTimings: list[str]
    activeTimings: list[str]
    mutedBy: list[str]


class ExplainedPolicies(TypedDict):
    labels: dict[str, str]
    sentences: list[str]
    visits: list[PolicyVisit]
    routes: list[ExplainedRoute]
    silencedBy: list[SilenceAnswer]
    inhibitedBy: list[str]
    mutedBy: list[str]
    isMuted: bool
