"""The calls between services: rates, durations and errors."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from vedette_plugins.datasources.tempo.promql_answers import Row


@dataclass(slots=True)
class Call:
    """The calls from one service to another: requests and seconds of work, per second."""

    total: float = 0.0
    failed: float = 0.0
    seconds: float = 0.0

    def add(self, other: "Call") -> None:
        self.total += other.total
        self.failed += other.failed
        self.seconds += other.seconds


Service = tuple[str, str]
"""The namespace, which is empty without namespaces, and the name."""


@dataclass(slots=True)
class ServiceMap:
    calls: dict[tuple[Service, Service], Call] = field(default_factory=dict)

    @property
    def services(self) -> dict[Service, Call | None]:
        """Return the calls that each service answered; None for services that only send
        requests."""
        found: dict[Service, Call | None] = {}
        for (client, server), call in self.calls.items():
            found.setdefault(client, None)
            answered = found.get(server)
            if answered is None:
                answered = found[server] = Call()
            answered.add(call)
        return found


def read_map(total: Iterable[Row], failed: Iterable[Row], seconds: Iterable[Row]) -> ServiceMap:
    """Build the map from the rates of three metrics, each with labels of client and server."""
    calls: dict[tuple[Service, Service], Call] = defaultdict(Call)
    for labels, value in total:
        calls[_pair(labels)].total += value
    for labels, value in failed:
        calls[_pair(labels)].failed += value
    for labels, value in seconds:
        calls[_pair(labels)].seconds += value
    return ServiceMap({pair: calls[pair] for pair in sorted(calls)})


def _pair(labels: Mapping[str, str]) -> tuple[Service, Service]:
    return (
        (labels.get("client_service_namespace", ""), labels.get("client", "")),
        (labels.get("server_service_namespace", ""), labels.get("server", "")),
    )
