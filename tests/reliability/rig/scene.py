"""Rules of a cluster with their series and receivers."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tests.reliability.rig import bodies
from tests.reliability.rig.bodies import Way
from tests.reliability.rig.checker import Message, Terms, Verdict, judge
from tests.reliability.rig.loop import Load, RigOverloaded
from tests.reliability.rig.rig import LEASE
from tests.reliability.rig.script import Breach, Key

if TYPE_CHECKING:
    from tests.reliability.rig.cluster import Cluster

_POLL = 0.05


@dataclass
class Scene:
    cluster: "Cluster"
    name: str
    rules: Sequence[str]
    series: int
    way: Way
    source: str
    hook: str
    mail: str = ""
    receiver: str = ""
    keys: list[Key] = field(default_factory=list)
    suppressed: set[Key] = field(default_factory=set)
    load: Load = field(init=False)

    def set_up(self) -> None:
        cluster, script = self.cluster, self.cluster.rig.script
        self.load = cluster.rig.load()
        for rule in self.rules:
            self.keys += [script.add(Key(rule, f"s{at}")) for at in range(self.series)]
        self.receiver = f"{self.name}-hook"
        if self.mail:
            point = bodies.mail(self.receiver, self.mail)
            cluster.want("POST", "/api/v1/provisioning/contact-points", point)
        else:
            cluster.add_receiver(self.receiver, self.hook)
        cluster.write_policies()
        cluster.want("POST", "/api/folders", {"uid": self.name, "title": f"Folder {self.name}"})
        made = [bodies.rule(rule, self.name, self.source, self.way) for rule in self.rules]
        self.write_group(made)

    def write_group(self, rules: Sequence[object]) -> None:
        path = f"/api/v1/provisioning/folder/{self.name}/rule-groups/{self.name}"
        body = {"title": self.name, "folderUid": self.name, "interval": self.way.interval}
        self.cluster.want("PUT", path, {**body, "rules": rules})

    def remove(self) -> None:
        path = f"/api/v1/provisioning/folder/{self.name}/rule-groups/{self.name}"
        self.cluster.want("DELETE", path)

    def breach(self, *keys: Key, at: float | None = None) -> float:
        """Start a breach now, of all series by default, and return its time."""
        moment = time.time() if at is None else at
        for key in keys or self.keys:
            self.cluster.rig.script.breach(key, moment)
        return moment

    def recover(self, *keys: Key, at: float | None = None) -> float:
        moment = time.time() if at is None else at
        for key in keys or self.keys:
            self.cluster.rig.script.recover(key, moment)
        return moment

    @property
    def breaches(self) -> dict[Key, list[Breach]]:
        script = self.cluster.rig.script
        return {key: script.breaches[key] for key in self.keys}

    def messages(self) -> list[Message]:
        return self.cluster.rig.collector.messages(self.hook)

    def told(self, status: str) -> dict[Key, float]:
        """Return when each series was first notified with the status in its latest breach."""
        found: dict[Key, float] = {}
        for message in sorted(self.messages()):
            for alert in message.alerts:
                breaches = self.breaches.get(alert.key)
                if alert.status != status or not breaches:
                    continue
                if alert.starts_at >= breaches[-1].start - 1:
                    found.setdefault(alert.key, message.arrived)
        return found

    def wait_until_notified(
        self, status: str, keys: Iterable[Key] | None = None, seconds: float = 45.0
    ) -> dict[Key, float]:
        """Wait; raise AssertionError that names the missing series and lists what arrived."""
        wanted = set(self.keys if keys is None else keys)
        deadline = time.monotonic() + seconds
        while missing := wanted - set(told := self.told(status)):
            if time.monotonic() > deadline:
                self._too_late(f"{len(missing)} of {len(wanted)} never told as {status}", missing)
            time.sleep(_POLL)
        return told

    def wait_until_confirmed(self, seconds: float = 20.0) -> None:
        """Wait until no notification is being sent, so that a kill causes no duplicate."""
        statement = (
            "SELECT count(*) AS n FROM alert_delivery"
            f" WHERE receiver = '{self.receiver}' AND state = 'pending'"
        )
        deadline = time.monotonic() + seconds
        while self.cluster.rows(statement)[0]["n"]:
            if time.monotonic() > deadline:
                self._too_late("messages are still under way", ())
            time.sleep(_POLL)

    def wait_until_evaluated(self, seconds: float = 45.0, since: float | None = None) -> None:
        """Wait until every rule has queried its source from now on."""
        begun = time.time() if since is None else since
        self.wait_for_queries(lambda rule: self.asked(rule, begun) >= 1, seconds)

    def wait_for_queries(self, is_enough: Callable[[str], bool], seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while missing := [rule for rule in self.rules if not is_enough(rule)]:
            if time.monotonic() > deadline:
                text = f"{len(missing)} rules do not ask their source, such as {missing[0]}"
                raise AssertionError(f"{text}\n{self._logs()}")
            time.sleep(_POLL)

    def asked(self, rule: str, since: float = 0.0) -> int:
        queries = self.cluster.rig.simulator.queries
        return sum(1 for query in queries if query.rule == rule and query.arrived >= since)

    def owner(self, rule: str = "") -> str:
        """Return the instance that queried for the rule last."""
        wanted = rule or self.rules[0]
        queries = reversed(self.cluster.rig.simulator.queries)
        return next((query.instance for query in queries if query.rule == wanted), "")

    def terms(self, **changes: float) -> Terms:
        way = self.way
        told = way.group_wait + way.group_interval + 1.0
        base = Terms(
            interval=way.interval,
            hold=way.hold,
            repeat=way.repeat,
            sure=2 * way.interval + told,
            late=LEASE + 2 * way.interval + told + 5.0,
        )
        return replace(base, **changes)

    def verdict(self, **changes: float) -> Verdict:
        return judge(
            self.breaches, self.messages(), self.terms(**changes), time.time(), self.suppressed
        )

    def require(
        self, duplicates: int = 0, repeated: int = 0, in_time: bool = True, **changes: float
    ) -> Verdict:
        """Assert that nothing is missing, out of order, wrong or late; return the verdict."""
        verdict = self.verdict(**changes)
        is_right = (
            not verdict.missed
            and not verdict.reordered
            and not verdict.unexpected
            and len(verdict.duplicates) <= duplicates
            and len(verdict.repeated) <= repeated
        )
        assert is_right, f"{self.name}, seed {self.cluster.rig.seed}: {verdict}\n{self._logs()}"
        if in_time and verdict.late:
            self._too_late(str(verdict), ())
        return verdict

    def _too_late(self, text: str, missing: Iterable[Key]) -> None:
        shown = ", ".join(f"{key.rule}/{key.series}" for key in sorted(missing)[:5])
        if self.load.is_too_high:
            raise RigOverloaded(f"{self.name}: {text} {shown}; {self.load}")
        raise AssertionError(f"{self.name}: {text} {shown}\n{self.load}\n{self._logs()}")

    def _logs(self) -> str:
        return "\n".join(f"--- {one.name}\n{one.tail()}" for one in self.cluster.instances)
