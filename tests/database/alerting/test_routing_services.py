"""Edits of policies, timings and silences: who may, what is refused, and what follows of them."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.alerts.version_store import versions
from vedette.alerting.model import fingerprint
from vedette.alerting.model.provenance import API, API_OPEN, FILE, UI, OtherProvenance
from vedette.alerting.muting.silences.errors import BadSilence, SilenceNotFound
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.silences.service import KEPT, SilenceService
from vedette.alerting.muting.silences.store import SilenceStore
from vedette.alerting.muting.silences.text import SilenceDraft, label_matchers
from vedette.alerting.muting.timings.errors import (
    TimingExists,
    TimingNotFound,
    TimingUsed,
)
from vedette.alerting.muting.timings.service import TimingService
from vedette.alerting.muting.timings.text import parse_timing
from vedette.alerting.routing.policies import NotificationPolicy, default_policy
from vedette.alerting.routing.policy_text import BadPolicy
from vedette.alerting.routing.service import PolicyService, lock_name
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import SystemClock, moment

HOUR = timedelta(hours=1)
NIGHT = parse_timing("night", [{"times": [{"start_time": "22:00", "end_time": "24:00"}]}])
LABELS = {"alertname": "Down", "team": "web"}


class Setup:
    def __init__(self, database: Database, org_id: int) -> None:
        self.database = database
        self.org_id = org_id
        self.clock = SystemClock()
        self.wakeups = Wakeups()
        self.policies = PolicyService(
            database, self.clock, self.wakeups, self._receivers, self._timings
        )
        self.timings = TimingService(
            database, self.clock, self.wakeups, [self.policies], self._lock
        )
        self.silences = SilenceService(database, self.clock, self.wakeups)
        self.receivers = {"grafana-default-email", "chat"}

    async def _receivers(self, tx: Tx, org_id: int) -> Collection[str]:
        return self.receivers

    async def _timings(self, tx: Tx, org_id: int) -> Collection[str]:
        return {row["name"] for row in await tx.all("SELECT name FROM mute_timing")}

    async def _lock(self, tx: Tx, org_id: int) -> None:
        await tx.lock(lock_name(org_id))

    async def version(self) -> int:
        async with self.database.reading() as tx:
            return (await versions(tx, "routing")).get(self.org_id, 0)

    async def unrouted(self) -> int:
        async with self.database.transaction() as tx:
            return len(await AlertStore(tx).take_unrouted(10))


@pytest.fixture
async def setup(database: Database) -> Setup:
    async with database.transaction() as tx:
        org_id = await tx.value(
            "INSERT INTO org (name, created, updated) VALUES ('first', 1, 1) RETURNING id"
        )
    return Setup(database, org_id)


def draft(labels: Mapping[str, str] = LABELS, **changes: Any) -> SilenceDraft:
    made = SilenceDraft(label_matchers(labels), None, None, "work", lasts=HOUR)
    return replace(made, **changes)


async def saved(setup: Setup, draft: SilenceDraft) -> Silence:
    return (await setup.silences.save(setup.org_id, draft, "eva"))[1]


async def found(setup: Setup) -> Sequence[Silence]:
    return (await setup.silences.all(setup.org_id))[1]


async def aged(setup: Setup, silence: Silence, by: timedelta) -> Silence:
    """The silence as if everything about it had been so much earlier."""
    older = replace(silence, starts_at=silence.starts_at - by, ends_at=silence.ends_at - by)
    async with setup.database.transaction() as tx:
        await SilenceStore(tx).put(setup.org_id, older)
    return older


async def test_a_new_tree_leads_what_fires_through_it_at_once(setup: Setup) -> None:
    async with setup.database.transaction() as tx:
        alert = Alert(setup.org_id, fingerprint(LABELS), LABELS, {}, setup.clock.now())
        await AlertStore(tx).put([alert], setup.clock.now_ms())
    assert await setup.unrouted() == 1
    await setup.policies.replace(setup.org_id, NotificationPolicy("chat"), API)
    stored = await setup.policies.get(setup.org_id)
    assert (stored.policy, stored.provenance) == (NotificationPolicy("chat"), "api")
    assert await setup.unrouted() == 1
    assert await setup.version() == 1
    assert await setup.wakeups.wait("alerts", 0)


async def test_a_tree_that_names_what_does_not_exist_is_refused_in_sentences(setup: Setup) -> None:
    tree = NotificationPolicy("mail", routes=(NotificationPolicy(mute_timings=("holidays",)),))
    with pytest.raises(BadPolicy) as refused:
        await setup.policies.replace(setup.org_id, tree, UI)
    assert refused.value.public == (
        "The default policy: the contact point 'mail' does not exist."
        " Policy 1: the mute timing 'holidays' does not exist."
    )
    assert (await setup.policies.get(setup.org_id)).policy == default_policy()
    assert await setup.version() == 0


async def test_a_tree_from_a_file_is_changed_by_files_alone(setup: Setup) -> None:
    await setup.policies.replace(setup.org_id, NotificationPolicy("chat"), FILE)
    for edit in (UI, API, API_OPEN):
        with pytest.raises(OtherProvenance, match="provisioning file defines it"):
            await setup.policies.replace(setup.org_id, NotificationPolicy("chat"), edit)
        with pytest.raises(OtherProvenance, match="needs 'file'"):
            await setup.policies.reset(setup.org_id, edit)
    assert await setup.policies.reset(setup.org_id, FILE) == default_policy()
    await setup.policies.replace(setup.org_id, NotificationPolicy("chat"), UI)


async def test_a_reset_names_a_contact_point_that_exists(setup: Setup) -> None:
    setup.receivers = {"pager", "chat"}
    policy = await setup.policies.reset(setup.org_id, API)
    assert policy.receiver == "chat"


async def test_policies_follow_names_that_change(setup: Setup) -> None:
    await setup.timings.create(setup.org_id, NIGHT, API)
    tree = NotificationPolicy(
        "chat", routes=(NotificationPolicy("chat", mute_timings=("night",)), NotificationPolicy())
    )
    await setup.policies.replace(setup.org_id, tree, API)
    await setup.timings.update(setup.org_id, "night", replace(NIGHT, name="late"), API)
    async with setup.database.transaction() as tx:
        await setup.policies.rename_receiver(tx, setup.org_id, "chat", "talk")
        uses = await setup.policies.uses_of_receiver(tx, setup.org_id, "talk")
    stored = await setup.policies.get(setup.org_id)
    assert stored.policy == NotificationPolicy(
        "talk", routes=(NotificationPolicy("talk", mute_timings=("late",)), NotificationPolicy())
    )
    assert stored.provenance == "api"
    assert uses == ["the default policy", "policy 1"]
    assert [each.timing.name for each in await setup.timings.all(setup.org_id)] == ["late"]


async def test_a_timing_that_is_used_stays(setup: Setup) -> None:
    await setup.timings.create(setup.org_id, NIGHT, API)
    tree = NotificationPolicy("chat", routes=(NotificationPolicy(active_timings=("night",)),))
    await setup.policies.replace(setup.org_id, tree, UI)
    with pytest.raises(TimingUsed, match=r"'night' is still used: policy 1\."):
        await setup.timings.delete(setup.org_id, "night", API)
    await setup.policies.replace(setup.org_id, NotificationPolicy("chat"), UI)
    with pytest.raises(OtherProvenance, match="needs 'api'"):
        await setup.timings.delete(setup.org_id, "night", UI)
    await setup.timings.delete(setup.org_id, "night", API)
    await setup.timings.delete(setup.org_id, "night", API)
    with pytest.raises(TimingNotFound):
        await setup.timings.get(setup.org_id, "night")


async def test_a_timing_is_made_once_and_renamed_to_a_name_that_is_free(setup: Setup) -> None:
    await setup.timings.create(setup.org_id, NIGHT, UI)
    await setup.timings.create(setup.org_id, replace(NIGHT, name="late"), UI)
    with pytest.raises(TimingExists):
        await setup.timings.create(setup.org_id, NIGHT, UI)
    with pytest.raises(TimingExists):
        await setup.timings.update(setup.org_id, "night", replace(NIGHT, name="late"), UI)
    with pytest.raises(TimingNotFound):
        await setup.timings.update(setup.org_id, "noon", NIGHT, UI)
    assert await setup.version() == 2


async def test_a_silence_names_who_made_it_and_does_not_reach_back(setup: Setup) -> None:
    now = moment(setup.clock.now_ms())
    made = await saved(setup, draft(starts_at=now - HOUR, ends_at=now + HOUR))
    assert made.created_by == "eva"
    assert now <= made.starts_at < now + HOUR
    assert made.ends_at == now + HOUR
    other = await saved(setup, draft(author="bot"))
    assert other.created_by == "bot"
    assert other.ends_at - other.starts_at == HOUR
    assert set(await found(setup)) == {made, other}
    assert await setup.wakeups.wait("alerts", 0)
    assert await setup.version() == 2


async def test_an_active_silence_keeps_its_id_when_it_ends_later(setup: Setup) -> None:
    made = await aged(setup, await saved(setup, draft()), timedelta(minutes=10))
    later = draft(id=made.id, starts_at=made.starts_at, ends_at=made.ends_at + HOUR)
    changed = await saved(setup, later)
    assert (changed.id, changed.starts_at) == (made.id, made.starts_at)
    assert await found(setup) == [changed]


async def test_a_silence_that_has_not_begun_may_begin_at_another_time(setup: Setup) -> None:
    start = moment(setup.clock.now_ms()) + HOUR
    made = await saved(setup, draft(starts_at=start))
    earlier = await saved(setup, draft(id=made.id, starts_at=start - 2 * HOUR, ends_at=start))
    assert earlier.id == made.id
    assert start - HOUR <= earlier.starts_at < start


async def test_another_matcher_makes_another_silence_and_ends_the_first(setup: Setup) -> None:
    made = await aged(setup, await saved(setup, draft()), timedelta(minutes=10))
    other = await saved(setup, draft({"team": "db"}, id=made.id))
    assert other.id != made.id
    now, first = await setup.silences.get(setup.org_id, made.id)
    assert made.starts_at < first.ends_at <= now


async def test_silences_that_cannot_act_are_refused(setup: Setup) -> None:
    with pytest.raises(BadSilence, match="at least one matcher"):
        await saved(setup, draft({}))
    with pytest.raises(BadSilence, match="end after it starts"):
        await saved(setup, draft(ends_at=moment(setup.clock.now_ms()) - HOUR))
    with pytest.raises(SilenceNotFound):
        await saved(setup, draft(id="nobody"))
    assert await found(setup) == []


async def test_what_ended_is_shown_for_five_days(setup: Setup) -> None:
    made = await saved(setup, draft())
    await setup.silences.expire(setup.org_id, made.id)
    _, ended = await setup.silences.get(setup.org_id, made.id)
    ended = await aged(setup, ended, KEPT - timedelta(minutes=1))
    await setup.silences.delete_old()
    assert await found(setup) == [ended]
    await aged(setup, ended, timedelta(minutes=2))
    await setup.silences.delete_old()
    with pytest.raises(SilenceNotFound):
        await setup.silences.get(setup.org_id, made.id)


async def test_silences_of_another_organization_are_not_found(setup: Setup) -> None:
    """Proves T41."""
    made = await saved(setup, draft())
    with pytest.raises(SilenceNotFound):
        await setup.silences.get(setup.org_id + 1, made.id)
    with pytest.raises(SilenceNotFound):
        await setup.silences.expire(setup.org_id + 1, made.id)
