"""Renders the images of a notification: one per rule, within a time limit.

Images are not stored. Each is rendered when a notification is sent, from the data up to the time of
its decision, so that retries and other instances render the same image. Images are cached for a few
minutes, as the notifications about one group are sent together.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from vedette.alerting.evaluation.bulkheads import SourceKey
from vedette.alerting.evaluation.evaluator import sources_of, system
from vedette.alerting.images.graph import Graph
from vedette.alerting.images.painting import Renderers, RenderingFailed
from vedette.alerting.rules.model import StoredRule
from vedette.alerting.rules.parsing import RuleDefaults
from vedette.alerting.rules.store import RuleStore
from vedette.db.database import Database
from vedette.kernel.clock import Clock, milliseconds
from vedette.kernel.durations import format_duration
from vedette.kernel.errors import VedetteError
from vedette.querying.service import QueryService
from vedette.sdk import AlertView, Answer, Message
from vedette.telemetry.images import Fate, ImageMetrics

if TYPE_CHECKING:
    from vedette.alerting.images.subject import Subject

log = logging.getLogger("vedette.alerting.images")
MOST_RULES = 10
"""Maximum per notification. Further rules have no image."""
_CACHE_SIZE = 16
_CACHE_SECONDS = 300.0


class ImageOptions(msgspec.Struct, frozen=True):
    seconds: float = 10.0
    """Maximum delay of a notification because of its images."""
    most_at_once: int = 5


class NoImage(Exception):
    """The text completes the sentence why a notification is sent without an image."""

    def __init__(self, fate: Fate, text: str) -> None:
        super().__init__(text)
        self.fate: Fate = fate


class _CachedImage(msgspec.Struct):
    """A cached image or the reason why there is none, rendered once under the lock."""

    since: float
    lock: asyncio.Lock = msgspec.field(default_factory=asyncio.Lock)
    png: bytes | None = None
    why: NoImage | None = None


class _Wanted(msgspec.Struct, frozen=True):
    """`alerts` distinguishes notifications about different alerts of the same rule."""

    org_id: int
    rule_uid: str
    at: datetime
    alert_keys: frozenset[tuple[str, str]]


class ImageService:
    def __init__(
        self,
        database: Database,
        queries: QueryService,
        clock: Clock,
        is_down: Callable[[SourceKey], bool],
        defaults: RuleDefaults,
        metrics: ImageMetrics,
        options: ImageOptions,
        fonts: Path,
    ) -> None:
        self._database = database
        self._queries = queries
        self._clock = clock
        self._is_down = is_down
        self._defaults = defaults
        self._metrics = metrics
        self._options = options
        self._painters = Renderers(fonts)
        self._kept: dict[_Wanted, _CachedImage] = {}
        self._turn = asyncio.Semaphore(options.most_at_once)
        self._threads = ThreadPoolExecutor(options.most_at_once, "images")

    def close(self) -> None:
        """End rendering. A thread that waits for it would prevent the process from exiting."""
        self._painters.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def draw(self, message: Message, at: datetime, late: float) -> Mapping[str, bytes]:
        """Return PNG files by the uid of their rule. Never raises.

        `at` is when the notification was created, `late` how many seconds it has been due. The time
        limit includes `late`: a backlog is sent without images.
        """
        rules: dict[str, list[AlertView]] = {}
        for alert in message.alerts:
            if alert.rule_uid:
                rules.setdefault(alert.rule_uid, []).append(alert)
        chosen = dict(list(rules.items())[:MOST_RULES])
        seconds = self._options.seconds - late
        if seconds <= 0:
            self._missing(chosen, NoImage("late", "the notification is already late"))
            return {}
        until = self._clock.monotonic() + seconds
        tasks = {
            asyncio.create_task(self._one(message.org_id, uid, alerts, at, until)): uid
            for uid, alerts in chosen.items()
        }
        if not tasks:
            return {}
        try:
            done, slow = await asyncio.wait(tasks, timeout=seconds)
        finally:
            for task in tasks:
                task.cancel()
        self._missing([tasks[each] for each in slow], self._timeout())
        return {tasks[each]: png for each in done if (png := each.result()) is not None}

    def _missing(self, uids: Collection[str], why: NoImage) -> None:
        for uid in uids:
            self._metrics.count(why.fate)
            log.info(
                "A notification is sent without the image of a rule: %s.", why, extra={"rule": uid}
            )

    def _timeout(self) -> NoImage:
        return NoImage("timeout", f"it took longer than {self._options.seconds:g} seconds")

    async def _one(
        self, org_id: int, uid: str, alerts: Sequence[AlertView], at: datetime, until: float
    ) -> bytes | None:
        alert_keys = frozenset((each.fingerprint, each.status) for each in alerts)
        cached = self._place(_Wanted(org_id, uid, at, alert_keys))
        async with cached.lock:
            if cached.png is not None:
                self._metrics.count("reused")
            elif cached.why is not None:
                self._missing([uid], cached.why)
            else:
                # This also applies to a cancelled one, so that no one waits for it a second time.
                cached.why = self._timeout()
                cached.why = await self._make(cached, org_id, uid, alerts, at, until)
            return cached.png

    async def _make(
        self,
        cached: _CachedImage,
        org_id: int,
        uid: str,
        alerts: Sequence[AlertView],
        at: datetime,
        until: float,
    ) -> NoImage | None:
        try:
            async with self._turn:
                cached.png = await self._made(org_id, uid, alerts, at, until)
        except TimeoutError:
            why = self._timeout()
        except NoImage as found:
            # Without the traceback, which references all query results.
            why = NoImage(found.fate, str(found))
        except Exception as error:
            log.exception("An image could not be created.", extra={"rule": uid})
            why = NoImage("failed", f"internal error: {type(error).__name__}")
        else:
            self._metrics.count("drawn")
            return None
        self._missing([uid], why)
        return why

    def _place(self, wanted: _Wanted) -> _CachedImage:
        now = self._clock.monotonic()
        if (known := self._kept.get(wanted)) is not None:
            return known
        old = [each for each, cached in self._kept.items() if cached.since < now - _CACHE_SECONDS]
        for each in (*old, *list(self._kept)[: max(0, len(self._kept) - _CACHE_SIZE + 1)]):
            self._kept.pop(each, None)
        new = self._kept[wanted] = _CachedImage(now)
        return new

    async def _made(
        self, org_id: int, uid: str, alerts: Sequence[AlertView], at: datetime, until: float
    ) -> bytes:
        async with self._database.reading() as tx:
            stored = await RuleStore(tx, self._defaults).by_uid(org_id, uid)
        if stored is None:
            raise NoImage("nothing", "the rule was deleted")
        if any(map(self._is_down, sources_of(stored.rule))):
            raise NoImage("failed", "its data source is down")
        loop = asyncio.get_running_loop()
        what = await loop.run_in_executor(self._threads, _subject, stored, at)
        try:
            answers = await self._queries.run(system(org_id), what.batch)
        except VedetteError as error:
            raise NoImage("failed", error.public.rstrip(".")) from error
        graph = await loop.run_in_executor(self._threads, _graph, stored, what, answers, alerts)
        try:
            left = max(0.1, until - self._clock.monotonic())
            return await loop.run_in_executor(self._threads, self._painters.paint, graph, left)
        except RenderingFailed as error:
            raise NoImage("failed", str(error)) from error


def _subject(stored: StoredRule, at: datetime) -> "Subject":
    # Imported here because it loads numpy, which a server without rules does not need.
    from vedette.alerting.images.subject import subject

    return subject(stored.rule, stored.body.get("thresholds") or {}, at)


def _graph(
    stored: StoredRule,
    what: "Subject",
    answers: Mapping[str, Answer],
    alerts: Sequence[AlertView],
) -> Graph:
    """Raises `NoImage` if the query results contain no time series."""
    from vedette.alerting.images import lines

    alert_keys = [each.labels for each in alerts]
    for ref_id in what.shown:
        found, left_out = lines.lines(answers[ref_id], alert_keys, stored.rule.labels)
        if found:
            began = min((each.starts_at for each in alerts), default=None)
            return Graph(
                title=stored.rule.title,
                note=_note(ref_id, what.start, what.end),
                lines=found,
                zones=what.zones if ref_id == what.shown[0] else (),
                start=milliseconds(what.start),
                end=milliseconds(what.end),
                unit=lines.unit(answers[ref_id]),
                since=None if began is None else milliseconds(began),
                left_out=left_out,
            )
    failure = next((answers[each].error for each in what.shown if answers[each].error), None)
    if failure is not None:
        raise NoImage("failed", failure.public.rstrip("."))
    raise NoImage("nothing", "its queries return no time series")


def _note(ref_id: str, start: datetime, end: datetime) -> str:
    span = format_duration(timedelta(seconds=round((end - start).total_seconds())))
    return f"{ref_id} · {span} until {end:%Y-%m-%d %H:%M:%S} UTC"
