"""Alerts posted by other servers, such as Prometheus: validated and stored until they resolve or
expire."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from vedette.alerting.alertmanager.errors import BadAlerts
from vedette.alerting.alertmanager.store import count_posted
from vedette.alerting.alerts.model import RESOLVE_TIMEOUT, Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.model import fingerprint
from vedette.alerting.model.labels import is_private
from vedette.alerting.model.matchers import MAX_NAME, MAX_VALUE
from vedette.cluster.time import database_now
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock, moment
from vedette.telemetry.intake import IntakeMetrics

MOST_AT_ONCE = 10_000
MOST_OF_AN_ORG = 20_000
_MOST_LABELS = 64
_LONGEST_ANNOTATION = 64 * 1024
_LONGEST_URL = 2_048
_MOST_SENTENCES = 5


class PostedAlert(msgspec.Struct, rename="camel"):
    labels: dict[str, str]
    annotations: dict[str, str] = {}
    starts_at: str | None = None
    ends_at: str | None = None
    generator_url: str = msgspec.field(default="", name="generatorURL")


class Intake:
    def __init__(
        self, database: Database, clock: Clock, wakeups: Wakeups, metrics: IntakeMetrics
    ) -> None:
        self._database = database
        self._clock = clock
        self._wakeups = wakeups
        self._metrics = metrics

    async def post(self, org_id: int, posted: Sequence[PostedAlert]) -> None:
        """Store valid alerts. Raises `BadAlerts` if others are invalid."""
        if len(posted) > MOST_AT_ONCE:
            raise BadAlerts(f"At most {MOST_AT_ONCE} alerts can be posted in a request.")
        async with self._database.reading() as tx:
            now = await database_now(tx, self._clock)
        wrong: list[str] = []
        read: dict[str, Alert] = {}
        for number, each in enumerate(posted, start=1):
            try:
                alert = read_alert(each, org_id, moment(now))
                read[alert.fingerprint] = alert
            except BadAlerts as error:
                wrong.append(f"Alert {number}: {error.public}")
        async with self._database.transaction() as tx:
            wrong += await self._keep(tx, org_id, read, now)
        firing = sum(alert.is_firing for alert in read.values())
        self._metrics.received(firing, len(read) - firing, len(wrong))
        if wrong:
            more = f" And {len(wrong) - _MOST_SENTENCES} more." if wrong[_MOST_SENTENCES:] else ""
            raise BadAlerts(" ".join(wrong[:_MOST_SENTENCES]) + more)

    async def _keep(
        self, tx: Tx, org_id: int, read: Mapping[str, Alert], now: int
    ) -> Sequence[str]:
        store = AlertStore(tx)
        known = await store.by_fingerprints(org_id, list(read))
        room = MOST_OF_AN_ORG - await count_posted(tx, org_id)
        wrong: list[str] = []
        kept: list[Alert] = []
        is_news = False
        for name, alert in read.items():
            before = known.get(name)
            if before is not None and before.origin != "posted":
                wrong.append(
                    f"An alert of a rule of this server has the labels of {_named(alert)}."
                )
                continue
            if not alert.is_firing:
                if before is not None and before.is_firing:
                    kept.append(alert)
                    is_news = True
                continue
            if before is None or not before.is_firing:
                is_news = True
                room -= 1
                if room < 0:
                    wrong.append(
                        f"{MOST_OF_AN_ORG} posted alerts already fire, which is the maximum:"
                        f" {_named(alert)} is rejected."
                    )
                    continue
            elif before.starts_at < alert.starts_at:
                alert = replace(alert, starts_at=before.starts_at)
            kept.append(alert)
        await store.put(kept, now)
        if is_news:
            tx.after_commit(lambda: self._wakeups.notify("alerts"))
        return wrong


def read_alert(posted: PostedAlert, org_id: int, now: datetime) -> Alert:
    """Validate a posted alert. Raises `BadAlerts`.

    Empty labels are dropped, and private ones (`__name__`) belong to their sender. As in
    Alertmanager, an alert without a start starts now, and one with an end in the future resolves
    then unless it is posted again.
    """
    labels = _labels(posted.labels)
    ends_at = _moment("endsAt", posted.ends_at)
    starts_at = _moment("startsAt", posted.starts_at)
    if starts_at is None:
        starts_at = now if ends_at is None else min(now, ends_at)
    if ends_at is not None and ends_at < starts_at:
        raise BadAlerts("endsAt is before startsAt.")
    is_over = ends_at is not None and ends_at <= now
    return Alert(
        org_id=org_id,
        fingerprint=fingerprint(labels),
        labels=labels,
        annotations=_annotations(posted.annotations),
        starts_at=starts_at,
        ends_at=ends_at if is_over else None,
        origin="posted",
        generator_url=posted.generator_url.replace("\0", "")[:_LONGEST_URL],
        expires_at=None if is_over else ends_at or now + RESOLVE_TIMEOUT,
    )


def _labels(written: Mapping[str, str]) -> dict[str, str]:
    labels = {name: text for name, text in written.items() if text and not is_private(name)}
    if not labels:
        raise BadAlerts("it has no label with a value.")
    if len(labels) > _MOST_LABELS:
        raise BadAlerts(f"it has more than {_MOST_LABELS} labels.")
    for name, text in labels.items():
        if not name or len(name) > MAX_NAME or len(text) > MAX_VALUE:
            raise BadAlerts(
                f"the label {name[:40]!r} has a name of more than {MAX_NAME} or a value of more"
                f" than {MAX_VALUE} characters, or no name."
            )
    return labels


def _annotations(written: Mapping[str, str]) -> dict[str, str]:
    annotations = {name: text for name, text in written.items() if text and not is_private(name)}
    if len(annotations) > _MOST_LABELS:
        raise BadAlerts(f"it has more than {_MOST_LABELS} annotations.")
    for name, text in annotations.items():
        if not name or len(name) > MAX_NAME or len(text) > _LONGEST_ANNOTATION:
            raise BadAlerts(
                f"the annotation {name[:40]!r} is too long, or has no name: a text has at most"
                f" {_LONGEST_ANNOTATION} characters."
            )
    return annotations


def _moment(key: str, written: str | None) -> datetime | None:
    """Return None for the year 1, too, which senders in Go use for a missing time."""
    if not written:
        return None
    try:
        read = datetime.fromisoformat(written)
        if read.year == 1:
            return None
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadAlerts(f"{key} {written[:40]!r} is not a time.") from None


def _named(alert: Alert) -> str:
    shown = ", ".join(f"{name}={text[:40]!r}" for name, text in sorted(alert.labels.items())[:5])
    return f"{{{shown}}}"
