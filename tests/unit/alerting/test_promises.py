"""What alerting promises whatever happens: evaluations, flushes and sends with crashes in between.

A database that commits or not, a process that forgets, and a receiver that keeps all it got. The
checks keep books of their own and do not look into the code they check.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.unit.alerting.made import MINUTE, START, sample
from tests.unit.alerting.made import rule as made_rule

from vedette.alerting.delivery.decide import (
    Decision,
    Members,
    Sent,
    decide,
    delivery_key,
    supersedes,
)
from vedette.alerting.evaluation.states import step
from vedette.alerting.model import (
    AlertState,
    EvaluationOutcome,
    Instance,
    InstanceOrigin,
    Rule,
    Transition,
    alert_labels,
    fingerprint,
)
from vedette.kernel.errors import BadGateway

HOSTS = ("a", "b")
REPEAT = timedelta(hours=1)
NUMBERS = st.sampled_from([0.0, 1.0])
READINGS = st.one_of(
    st.fixed_dictionaries(dict.fromkeys(HOSTS, NUMBERS)),
    st.fixed_dictionaries(dict.fromkeys(HOSTS, NUMBERS)),
    st.fixed_dictionaries({}, optional=dict.fromkeys(HOSTS, NUMBERS | st.none())),
    st.sampled_from(["error", "down"]),
)
CRASHES = st.sampled_from(["none", "none", "before commit", "after commit"])


@dataclass
class Delivery:
    key: str
    says: Decision
    attempted: bool = False
    sent: bool = False


@dataclass
class Database:
    """Only what was committed."""

    states: dict[str, Instance] = field(default_factory=dict)
    outcomes: list[EvaluationOutcome] = field(default_factory=list)
    log: list[Transition] = field(default_factory=list)
    members: dict[str, bool] = field(default_factory=dict)
    """By fingerprint: whether it is active."""
    sent: Sent | None = None
    outbox: list[Delivery] = field(default_factory=list)


class Alerting(RuleBasedStateMachine):
    made: Rule

    @initialize(
        hold=st.sampled_from([0, 0, 1, 3]),
        keep=st.sampled_from([0, 2]),
        no_data=st.sampled_from(["NoData", "Alerting", "OK", "KeepLast"]),
        on_error=st.sampled_from(["Error", "Alerting", "OK", "KeepLast"]),
        missing=st.integers(1, 3),
    )
    def begin(self, hold: int, keep: int, no_data: str, on_error: str, missing: int) -> None:
        self.made = made_rule(
            hold=hold * MINUTE,
            keep_firing=keep * MINUTE,
            no_data=no_data,
            on_error=on_error,
            missing_evaluations=missing,
        )
        self.database = Database()
        self.cached: dict[str, Instance] | None = None
        self.now = START
        self.muted: set[str] = set()
        self.received: list[Delivery] = []
        self.before: dict[str | None, AlertState] = {}
        self.true_since: dict[str, datetime] = {}
        self.unseen: dict[str, int] = {}
        self.recovering_since: dict[str, datetime] = {}

    @rule(minutes=st.sampled_from([1, 1, 1, 2, 30]), reading=READINGS, crash=CRASHES)
    def evaluate(self, minutes: int, reading: object, crash: str) -> None:
        self.now += minutes * MINUTE
        if crash == "before commit":
            self._step(reading)
            self.cached = None
        found = self._step(reading)
        database = self.database
        self.before = {each.series.get("host"): each.state for each in database.states.values()}
        database.outcomes.append(self._outcome(reading))
        database.log.extend(found.transitions)
        database.states = dict(self.cached or {})
        active = {each.fingerprint for each in found.instances if each.is_active}
        database.members = dict.fromkeys(database.members, False) | dict.fromkeys(active, True)
        self._check_transitions(reading, found.transitions)
        if crash == "after commit":
            self.cached = None

    @rule(crash=CRASHES)
    def flush(self, crash: str) -> None:
        if crash == "before commit":
            self._decide()
        found = self._decide()
        database = self.database
        database.sent = found.after
        for each in found.settled:
            del database.members[each]
        if found.reason.sends:
            self._check_content(found)
            last = database.outbox[-1] if database.outbox else None
            if last and not last.attempted and supersedes(last.says, found):
                database.outbox.pop()
            key = delivery_key(1, "g", "i", self.now)
            key += f"-{len(database.log)}-{len(self.received)}-{len(database.outbox)}"
            database.outbox.append(Delivery(key, found))
        self._check_everybody_will_know()

    @precondition(lambda self: any(not each.sent for each in self.database.outbox))
    @rule(crash=st.sampled_from(["none", "none", "before send", "before mark"]))
    def send(self, crash: str) -> None:
        oldest = next(each for each in self.database.outbox if not each.sent)
        oldest.attempted = True
        if crash == "before send":
            return
        self.received.append(oldest)
        oldest.sent = crash != "before mark"

    @rule(host=st.sampled_from(HOSTS))
    def mute_or_unmute(self, host: str) -> None:
        self.muted ^= {self._identity(host)}

    @rule(
        reading=st.fixed_dictionaries(dict.fromkeys(HOSTS, NUMBERS)),
        muted=st.sets(st.sampled_from(HOSTS)),
    )
    def spend_an_ordinary_minute(self, reading: object, muted: set[str]) -> None:
        self.muted = {self._identity(host) for host in muted}
        self.evaluate(1, reading, "none")
        self.flush("none")

    @invariant()
    def the_state_is_that_of_a_backtest_without_crashes(self) -> None:
        states: dict[str, Instance] = {}
        log: list[Transition] = []
        for outcome in self.database.outcomes:
            found = step(self.made, states, outcome)
            states = found.by_fingerprint
            log.extend(found.transitions)
        assert states == self.database.states
        assert log == self.database.log

    @invariant()
    def errors_and_silence_never_change_who_an_alert_is(self) -> None:
        for each in self.database.states.values():
            if each.origin is InstanceOrigin.SERIES:
                assert each.fingerprint == self._identity(each.series["host"])

    @invariant()
    def a_resolved_message_follows_a_firing_one_and_does_not_repeat(self) -> None:
        told: set[str] = set()
        keys: set[str] = set()
        for each in self.received:
            if each.key in keys:
                continue
            keys.add(each.key)
            assert each.says.resolved <= told
            told = (told - each.says.resolved) | each.says.firing

    @invariant()
    def what_was_attempted_once_is_repeated_with_the_same_key_only(self) -> None:
        contents = {}
        for each in self.received:
            content = (each.says.firing, each.says.resolved)
            assert contents.setdefault(each.key, content) == content

    def teardown(self) -> None:
        """In the end, when all is well and nothing is muted, everybody knows."""
        if not hasattr(self, "made"):
            return
        self.muted.clear()
        self.flush("none")
        self._send_all()
        active = {key for key, is_active in self.database.members.items() if is_active}
        assert self._known() == active
        for _ in range(4):
            self.evaluate(10, dict.fromkeys(HOSTS, 0.0), "none")
        self.flush("none")
        self._send_all()
        assert self._known() == set()
        assert not self.database.members

    def _send_all(self) -> None:
        while any(not each.sent for each in self.database.outbox):
            self.send("none")

    def _check_everybody_will_know(self) -> None:
        """Once all is sent, the receiver knows what fires, but for what is muted."""
        active = {key for key, is_active in self.database.members.items() if is_active}
        assert self._believed(self.database.outbox) ^ active <= self.muted

    def _known(self) -> set[str]:
        return self._believed(self.received)

    def _believed(self, deliveries: list[Delivery]) -> set[str]:
        """What these messages, in their order, leave firing in the eyes of who gets them."""
        told: set[str] = set()
        for each in deliveries:
            told = (told - each.says.resolved) | each.says.firing
        return told

    def _identity(self, host: str) -> str:
        return fingerprint(alert_labels({"host": host}, {}, self.made.reserved_labels))

    def _outcome(self, reading: object) -> EvaluationOutcome:
        if isinstance(reading, str):
            down = reading == "down"
            return EvaluationOutcome(
                self.now, (), BadGateway("away"), source_down=down, ref_ids=("A",)
            )
        assert isinstance(reading, dict)
        samples = tuple(sample(value, host=host) for host, value in reading.items())
        return EvaluationOutcome(self.now, samples, ref_ids=() if samples else ("A",))

    def _step(self, reading: object):
        if self.cached is None:
            self.cached = dict(self.database.states)
        found = step(self.made, self.cached, self._outcome(reading))
        self.cached = found.by_fingerprint
        return found

    def _decide(self) -> Decision:
        members = self.database.members
        firing = frozenset(key for key, is_active in members.items() if is_active)
        now = Members(firing, frozenset(members) - firing, frozenset(self.muted))
        return decide(self.database.sent, now, REPEAT, self.now)

    def _check_content(self, found: Decision) -> None:
        """A message shows the group as it is when it is written."""
        members = self.database.members
        active = {each.fingerprint for each in self.database.states.values() if each.is_active}
        assert found.firing == active - self.muted
        assert not found.resolved & (active | self.muted)
        assert found.firing <= members.keys()

    def _check_transitions(self, reading: object, transitions: tuple[Transition, ...]) -> None:
        by_host = {
            each.after.series["host"]: each for each in transitions if "host" in each.after.series
        }
        for host in HOSTS:
            says = self._says(host, reading)
            if says in ("FALSE", "NoData", "Error", "gone"):
                self.true_since.pop(host, None)
            elif says == "TRUE":
                self.true_since.setdefault(host, self.now)
            now = self.database.states.get(self._identity(host))
            state = now.state if now else AlertState.NORMAL
            held = self.now - self.true_since.get(host, self.now) >= self.made.hold
            if says == "TRUE":
                fires = held or self.before.get(host) in (AlertState.FIRING, AlertState.RECOVERING)
                assert state is (AlertState.FIRING if fires else AlertState.PENDING)
            if says in ("keep", "last"):
                before = self.before.get(host, AlertState.NORMAL)
                fires = says == "last" and held and before is AlertState.PENDING
                assert state is (AlertState.FIRING if fires else before)
            if says == "FALSE":
                assert state in (AlertState.NORMAL, AlertState.RECOVERING)
            if state is AlertState.RECOVERING:
                self.recovering_since.setdefault(host, self.now)
            else:
                self.recovering_since.pop(host, None)
            moved = by_host.get(host)
            if moved and moved.resolves:
                assert says in ("FALSE", "gone", "TRUE")
                assert says != "TRUE" or (
                    moved.before is not None
                    and moved.before.state in (AlertState.NO_DATA, AlertState.ERROR)
                )

    def _says(self, host: str, reading: object) -> str:
        """What the evaluation says of a series, by the rule's settings and in plain words."""
        policies = {"Alerting": "TRUE", "OK": "FALSE", "KeepLast": "last"}
        known = host in self.unseen
        if reading == "down":
            return "keep"
        if reading == "error":
            if self.made.on_error == "Error" or not known:
                return "keep"
            self.unseen[host] = 0
            return policies[self.made.on_error]
        assert isinstance(reading, dict)
        if not reading and self.made.no_data != "NoData":
            if known:
                self.unseen[host] = 0
            return policies[self.made.no_data] if known else "keep"
        if host in reading:
            self.unseen[host] = 0
            value = reading[host]
            if value is None:
                return policies.get(self.made.no_data, "NoData")
            return "TRUE" if value else "FALSE"
        if known:
            self.unseen[host] += 1
            if self.unseen[host] >= self.made.missing_evaluations:
                if self._is_held(host):
                    return "FALSE"
                del self.unseen[host]
                return "gone"
        return "keep"

    def _is_held(self, host: str) -> bool:
        """Fires for as long as the rule keeps what is over firing."""
        begun = self.recovering_since.get(host, self.now)
        fires = self.before.get(host) in (AlertState.FIRING, AlertState.RECOVERING)
        return bool(self.made.keep_firing) and fires and self.now - begun < self.made.keep_firing


Alerting.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestAlertingKeepsItsPromises = Alerting.TestCase
