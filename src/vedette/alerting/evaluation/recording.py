"""Recording rules: write query results to a metrics store by remote write."""

from collections.abc import Awaitable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

import msgspec
from msgspec.structs import replace

from vedette.alerting.evaluation import remote_write
from vedette.alerting.evaluation.errors import NoTarget, WriteRefused
from vedette.alerting.evaluation.evaluator import Evaluated, Evaluator
from vedette.alerting.evaluation.failures import FailureReason, reason_of
from vedette.alerting.evaluation.rendering import Render
from vedette.alerting.evaluation.states import Step
from vedette.alerting.model import EvaluationOutcome, Rule
from vedette.alerting.rules.parsing import Recording
from vedette.datasources.connections import Live
from vedette.datasources.model import SourceRef
from vedette.kernel.clock import Clock, milliseconds
from vedette.kernel.errors import VedetteError
from vedette.sdk import HttpClient

_WRITE, _PUSH = "/api/v1/write", "/api/v1/push"
_MOST_SHOWN = 300


class TargetConnections(Protocol):
    def find(
        self, org_id: int, uids: Collection[str], ids: Collection[int]
    ) -> Awaitable[Sequence[SourceRef]]: ...

    def live(self, source: SourceRef) -> Awaitable[Live]: ...


class RecordingTarget(msgspec.Struct, frozen=True):
    """The default target for rules without one: the data source with that uid, or the URL of
    `client`."""

    datasource_uid: str = ""
    client: HttpClient | None = None
    url: str = ""
    headers: Mapping[str, str] | None = None
    seconds: float = 10.0


class RecordingEvaluator:
    def __init__(
        self,
        evaluator: Evaluator,
        clock: Clock,
        render: Render,
        connections: TargetConnections,
        target: RecordingTarget,
    ) -> None:
        self._evaluator = evaluator
        self._clock = clock
        self._render = render
        self._connections = connections
        self._target = target

    async def evaluate(
        self, rule: Rule, record: Recording, slot: datetime, queried_at: datetime, until: float
    ) -> Evaluated | None:
        """Evaluate a recording rule like `Evaluator.evaluate`. It has no states."""
        started = self._clock.monotonic()
        outcome, observations = await self._evaluator.run_queries(rule, {}, slot, queried_at, until)
        if outcome.failure is None and outcome.samples:
            try:
                await self._write(rule, record, outcome)
            except VedetteError as error:
                outcome = replace(outcome, failure=error)
        failure = outcome.failure
        reason = None if failure is None else reason_of(failure)
        if reason is FailureReason.DATABASE:
            return None
        step = Step((), failure=failure, health="ok" if outcome.samples else "nodata")
        if failure is not None:
            step = replace(step, health="error")
        return Evaluated(slot, step, reason, observations, self._clock.monotonic() - started)

    async def _write(self, rule: Rule, record: Recording, outcome: EvaluationOutcome) -> None:
        series = []
        for sample in outcome.samples:
            if sample.value is not None:
                labels = {**sample.labels, **self._render.labels(rule, sample)}
                labels = {name: value for name, value in labels.items() if value}
                series.append(({**labels, "__name__": record.metric}, sample.value))
        body = remote_write.body(series, milliseconds(outcome.tick))
        uid = record.target_datasource_uid or self._target.datasource_uid
        if uid:
            client, path = await self._source(rule.org_id, uid)
            await self._send(client, path, body, {})
        elif self._target.client is not None:
            headers = self._target.headers or {}
            await self._send(self._target.client, self._target.url, body, headers)
        else:
            raise NoTarget(
                f"The recording rule {rule.title!r} has no target. Choose a data source in the "
                "rule, or set [recording_rules] url."
            )

    async def _source(self, org_id: int, uid: str) -> tuple[HttpClient, str]:
        found = await self._connections.find(org_id, {uid}, ())
        if not found:
            raise NoTarget(f"The target data source {uid!r} does not exist.")
        live = await self._connections.live(found[0])
        flavour = str(live.record.json_data.get("prometheusType", ""))
        return live.http, _PUSH if flavour in ("Mimir", "Cortex") else _WRITE

    async def _send(
        self, client: HttpClient, url: str, body: bytes, headers: Mapping[str, str]
    ) -> None:
        sent = {**headers, **remote_write.HEADERS}
        seconds = self._target.seconds
        async with client.request("POST", url, body=body, headers=sent, timeout=seconds) as got:
            if got.status >= 300:
                text = (await got.read())[:_MOST_SHOWN].decode("utf-8", "replace").strip()
                raise WriteRefused(
                    f"Remote write returned {got.status}: {text or 'no details'}",
                    upstreamStatus=got.status,
                )
