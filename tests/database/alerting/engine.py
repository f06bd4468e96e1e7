"""Engines that evaluate rules on one database, a source whose answers a test sets, and time that a
test lets pass, for the database as for the engines."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg

from vedette.access.evaluator import RolePermissions
from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.evaluation.rendering import RAW_TEXTS
from vedette.alerting.instances.evaluation_store import EvaluationStore
from vedette.alerting.instances.history_store import TransitionStore
from vedette.alerting.instances.model import Evaluation, TransitionRecord
from vedette.alerting.instances.store import InstanceStore
from vedette.alerting.model import Instance
from vedette.alerting.model.provenance import UI
from vedette.alerting.rules.model import RuleDraft, StoredRule
from vedette.alerting.rules.parsing import RuleDefaults
from vedette.alerting.rules.writer import RuleHooks, RuleWriter
from vedette.app import evaluation
from vedette.cluster.instances import Instances
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock
from vedette.querying.limits import QueryLimits
from vedette.querying.model import SourceRef
from vedette.querying.service import QueryService
from vedette.sdk import Answer, BadGateway, Caller, Field, FieldType, Frame, FrameKind, Query
from vedette.server.sections import ALL_SECTIONS
from vedette.settings import load
from vedette.telemetry.alerting import EvaluationMetrics
from vedette.telemetry.metrics import Metrics

DEFAULTS = RuleDefaults(min_interval=timedelta(seconds=1))
START = 1_777_896_000.5
"""2026-05-04 12:00:00.5 UTC."""
_STANDING = f"""
CREATE TABLE public.passed (seconds double precision NOT NULL);
INSERT INTO public.passed VALUES (0);
CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE AS
  'SELECT to_timestamp({START} + (SELECT seconds FROM public.passed))';
CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  'SELECT to_timestamp({START} + (SELECT seconds FROM public.passed))';
"""
_GOING = """
DROP FUNCTION public.now;
DROP FUNCTION public.clock_timestamp;
DROP TABLE public.passed;
"""


class Time(SystemClock):
    """The clock of the engines stands still until it is told to go on, and that of PostgreSQL with
    it, where `url` names one."""

    def __init__(self, url: str = "") -> None:
        self.ahead = 0.0
        self._url = url

    async def stands(self) -> None:
        if self._url:
            await self._run(
                f'{_STANDING}; ALTER DATABASE "{self._name}" SET search_path = public, pg_catalog'
            )

    async def is_free(self) -> None:
        if self._url:
            await self._run(f'{_GOING}; ALTER DATABASE "{self._name}" RESET search_path')

    @property
    def _name(self) -> str:
        return self._url.rpartition("/")[2]

    async def advance(self, seconds: float) -> None:
        self.ahead += seconds
        if self._url:
            await self._run(f"UPDATE public.passed SET seconds = seconds + {seconds}")

    def now(self) -> datetime:
        return datetime.fromtimestamp(START + self.ahead, UTC)

    def now_ms(self) -> int:
        return int((START + self.ahead) * 1000)

    def monotonic(self) -> float:
        return self.ahead

    async def sleep(self, seconds: float) -> None:
        await super().sleep(min(seconds, 0.02))

    async def _run(self, sql: str) -> None:
        writable = {"default_transaction_read_only": "off"}
        connection = await asyncpg.connect(self._url, server_settings=writable)
        try:
            await connection.execute(sql)
        finally:
            await connection.close()


@dataclass
class Source:
    """Answers one number for each series; `asked` counts the times that were asked for."""

    series: dict[str, float] = field(default_factory=lambda: {"a": 0.0})
    failure: Exception | None = None
    delay: float = 0.0
    gate: asyncio.Event | None = None
    """Where it is set, queries wait for it."""
    asked: Counter[tuple[str, datetime]] = field(default_factory=Counter)

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]:
        for each in queries:
            self.asked[str(each.model.get("of", "")), each.range.end] += 1
        if self.gate is not None:
            await self.gate.wait()
        if self.delay:
            await asyncio.sleep(self.delay)
        if self.failure is not None:
            raise self.failure
        frames = tuple(
            Frame(
                FrameKind.NUMBERS,
                (Field("Value", FieldType.NUMBER, [value], labels={"host": host}),),
                meta={"type": "numeric-multi"},
            )
            for host, value in self.series.items()
        )
        return [Answer(each.ref_id, frames) for each in queries]

    async def aclose(self) -> None: ...


class Sources:
    def __init__(self, sources: Mapping[str, Source]) -> None:
        self.live = sources

    async def find(self, org_id: int, uids: Any, ids: Any) -> list[SourceRef]:
        return [
            SourceRef(org_id, number, uid, uid.title(), "test", 1)
            for number, uid in enumerate(self.live, start=1)
            if uid in uids
        ]

    async def connect(self, source: SourceRef) -> Any:
        return self.live[source.uid]

    def caller(self, source: SourceRef, caller: Caller) -> Caller:
        return caller

    def keeping(self, source: SourceRef) -> None:
        return None


class Rig:
    def __init__(self, database: Database, time: Time) -> None:
        self.database = database
        self.time = time
        self.sources = {"s": Source(), "t": Source()}
        self.engines: dict[str, evaluation.Engine] = {}
        self.metrics: dict[str, Metrics] = {}
        self.defaults = DEFAULTS

    @property
    def source(self) -> Source:
        return self.sources["s"]

    def engine(self, name: str = "one", **settings: str) -> evaluation.Engine:
        """The engine of one instance; what it remembers stays with it."""
        if name not in self.engines:
            self.engines[name] = self._build(name, settings)
        return self.engines[name]

    def _build(self, name: str, settings: Mapping[str, str]) -> evaluation.Engine:
        words = {"lease": "3s", "max_attempts": "1", **settings}
        overrides = [f"cfg:unified_alerting.{key}={text}" for key, text in words.items()]
        connections: Any = Sources(self.sources)
        queries = QueryService(
            connections,
            RolePermissions(),
            self.time,
            lambda kind, outcome, seconds: None,
            QueryLimits(timeout=5.0),
        )
        self.metrics[name] = metrics = Metrics(version="test")
        return evaluation.build(
            self.database,
            self.time,
            load(ALL_SECTIONS, overrides=overrides),
            evaluation.EvaluationServices(queries, RAW_TEXTS, connections, connections),
            self.defaults,
            Wakeups(),
            Instances(self.database, self.time, name),
            EvaluationMetrics(metrics.registry),
        )

    def number(self, name: str, engine: str = "one", **labels: str) -> float:
        found = self.metrics[engine].registry.get_sample_value(f"vedette_alerting_{name}", labels)
        return found or 0.0

    async def evaluate(self, name: str = "one") -> None:
        """The instance evaluates what is due and is done with it."""
        scheduler = self.engine(name).scheduler
        await scheduler.start_due()
        await scheduler.drain()
        async with self.database.reading() as tx:
            await self.engine(name).sources.refresh(tx)

    async def tick(self, name: str = "one", seconds: float = 10) -> None:
        """Time passes and the instance evaluates."""
        await self.time.advance(seconds)
        await self.evaluate(name)

    def writer(self, name: str = "one") -> RuleWriter:
        hooks = RuleHooks(on_reset=self.engine(name).rule_reset.reset_states)
        return RuleWriter(self.time, hooks=hooks, defaults=self.defaults)

    async def rule(self, title: str = "R", interval: float = 10, **body: Any) -> StoredRule:
        """A rule that fires while a series of the source `s` is above 10."""
        async with self.database.transaction() as tx:
            await tx.execute(
                "INSERT INTO folder (org_id, uid, parent_uid, path, title, search_title, version,"
                " created, created_by, updated, updated_by)"
                " SELECT 1, 'f', '', '/f', 'Folder', 'folder', 1, 0, '', 0, ''"
                " WHERE NOT EXISTS (SELECT 1 FROM folder WHERE uid = 'f')"
            )
            writer = self.writer()
            group = await writer.group(tx, 1, "f", f"g{interval}", timedelta(seconds=interval))
            return await writer.create(tx, group, RuleDraft(rule_body(title, **body)), UI, "test")

    async def edit(self, before: StoredRule, **changes: Any) -> StoredRule:
        async with self.database.transaction() as tx:
            draft = RuleDraft({**before.body, **changes})
            return await self.writer().update(tx, before, draft, UI, "test")

    async def delete(self, rule: StoredRule) -> None:
        async with self.database.transaction() as tx:
            await self.writer().delete(tx, rule, UI)

    async def states(self, rule: StoredRule) -> dict[str, str]:
        """By host; those of a rule without a series are under its origin."""
        return {
            each.series.get("host", each.origin.value): each.state.value
            for each in (await self.instances(rule)).values()
        }

    async def instances(self, rule: StoredRule) -> dict[str, Instance]:
        async with self.database.reading() as tx:
            return await InstanceStore(tx).of_rule(1, rule.uid)

    async def evaluation(self, rule: StoredRule) -> Evaluation:
        async with self.database.reading() as tx:
            found = await EvaluationStore(tx).of_rule(1, rule.uid)
        assert found is not None
        return found

    async def history(self, rule: StoredRule) -> Sequence[TransitionRecord]:
        """The oldest first."""
        async with self.database.reading() as tx:
            found = await TransitionStore(tx).of_rule(
                1, rule.uid, datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC), 999
            )
        return found[::-1]

    async def alerts(self) -> dict[str, Alert]:
        """Alerts by name and host, those that ended too."""
        async with self.database.reading() as tx:
            rows = await tx.all("SELECT fingerprint FROM alert WHERE org_id = 1")
            found = await AlertStore(tx).by_fingerprints(1, [row["fingerprint"] for row in rows])
        return {
            " ".join(filter(None, (each.labels["alertname"], each.labels.get("host")))): each
            for each in found.values()
        }


def rule_body(title: str, *, source: str = "s", unload: float | None = None, **body: Any) -> Any:
    condition: dict[str, Any] = {"evaluator": {"type": "gt", "params": [10]}}
    if unload is not None:
        condition["unloadEvaluator"] = {"type": "lt", "params": [unload]}
    return {
        "title": title,
        "condition": "C",
        "for": "0s",
        "noDataState": "NoData",
        "data": [
            {
                "refId": "A",
                "datasourceUid": source,
                "relativeTimeRange": {"from": 600, "to": 0},
                "model": {"refId": "A", "of": title},
            },
            {
                "refId": "C",
                "datasourceUid": "__expr__",
                "model": {
                    "refId": "C",
                    "type": "threshold",
                    "expression": "A",
                    "conditions": [condition],
                },
            },
        ],
        **body,
    }


def away() -> BadGateway:
    return BadGateway("S cannot be reached: connection refused.")


def time_of(settings: DatabaseSettings) -> Time:
    return Time(settings.url.reveal())
