"""Silences in the Alertmanager API v2, and a shorter request to create one."""

from datetime import timedelta

import msgspec

from vedette.access.guard import needs
from vedette.alerting.alertmanager.alerts_api import BASE
from vedette.alerting.alertmanager.filters import (
    SilenceQuery,
    in_shown_order,
    matches_filters,
    parse_filters,
)
from vedette.alerting.model.matchers import parse
from vedette.alerting.muting.answers import SavedSilence, SilenceAnswer
from vedette.alerting.muting.silences.bodies import SilenceBody
from vedette.alerting.muting.silences.errors import BadSilence
from vedette.alerting.muting.silences.model import SilenceState
from vedette.alerting.muting.silences.service import SilenceService
from vedette.alerting.muting.silences.text import (
    SilenceDraft,
    label_matchers,
    parse_moment,
    parse_recurring,
    parse_silence,
    rule_of,
    silence_json,
)
from vedette.alerting.muting.timings.bodies import IntervalBody
from vedette.kernel.durations import parse_duration
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

_SHORT = "/api/v1/alerting/silences"
_MAX_BODY = 256 * 1024


class ShortSilence(msgspec.Struct, rename="camel"):
    """Silences alerts that have all these `labels` and match the `matchers`.

    It starts now or at `starts_at`, and ends at `ends_at` or after a `duration` such as `2h`.
    `recurring` contains intervals as in mute timings; the silence is active only in these.
    """

    labels: dict[str, str] = {}
    matchers: str = ""
    starts_at: str | None = None
    ends_at: str | None = None
    duration: str = ""
    comment: str = ""
    recurring: list[IntervalBody] = []


class SilencesApi:
    def __init__(self, silences: SilenceService) -> None:
        self._silences = silences

    def routes(self) -> list[Route]:
        read, write = needs("alerting:read"), needs("alerting:write")
        all_of_them, one = f"{BASE}/silences", f"{BASE}/silence/:id"
        return [
            Route(
                "GET",
                all_of_them,
                self.all,
                read,
                answer=list[SilenceAnswer],
                query=SilenceQuery,
                summary="Silences.",
            ),
            Route(
                "POST",
                all_of_them,
                self.save,
                write,
                answer=SavedSilence,
                body=SilenceBody,
                max_body=_MAX_BODY,
                summary="Create or update a silence.",
            ),
            Route("GET", one, self.get, read, answer=SilenceAnswer, summary="Get a silence."),
            Route(
                "DELETE",
                one,
                self.expire,
                write,
                answer=MessageAnswer,
                summary="Expire a silence.",
            ),
            Route(
                "POST",
                _SHORT,
                self.save_short,
                write,
                answer=SilenceAnswer,
                body=ShortSilence,
                status=201,
                max_body=_MAX_BODY,
                summary="Create a silence from labels, for a duration or recurring.",
            ),
        ]

    async def all(self, call: Call) -> list[SilenceAnswer]:
        sent: SilenceQuery = call.query
        now, silences = await self._silences.all(call.who.org_id)
        filters = parse_filters(sent.filter)
        wanted = {
            SilenceState.ACTIVE: sent.active,
            SilenceState.PENDING: sent.pending,
            SilenceState.EXPIRED: sent.expired,
        }
        chosen = [
            (silence, state)
            for silence, state in ((each, each.state(now)) for each in silences)
            if wanted[state]
            and matches_filters(silence, filters)
            and (not sent.rule_uid or rule_of(silence) == sent.rule_uid)
        ]
        return [silence_json(silence, now) for silence in in_shown_order(chosen)]

    async def get(self, call: Call) -> SilenceAnswer:
        now, silence = await self._silences.get(call.who.org_id, call.params["id"])
        return silence_json(silence, now)

    async def save(self, call: Call) -> SavedSilence:
        draft = parse_silence(call.body)
        _, saved = await self._silences.save(call.who.org_id, draft, call.who.login)
        return {"silenceID": saved.id}

    async def save_short(self, call: Call) -> SilenceAnswer:
        draft = _draft(call.body)
        now, saved = await self._silences.save(call.who.org_id, draft, call.who.login)
        return silence_json(saved, now)

    async def expire(self, call: Call) -> MessageAnswer:
        await self._silences.expire(call.who.org_id, call.params["id"])
        return {"message": "silence deleted"}


def _draft(sent: ShortSilence) -> SilenceDraft:
    if bool(sent.ends_at) == bool(sent.duration):
        raise BadSilence("Set either endsAt or duration of the silence.")
    return SilenceDraft(
        matchers=(*label_matchers(sent.labels), *parse(sent.matchers)),
        starts_at=parse_moment("startsAt", sent.starts_at) if sent.starts_at else None,
        ends_at=parse_moment("endsAt", sent.ends_at) if sent.ends_at else None,
        comment=sent.comment[:4_096],
        recurring=parse_recurring(sent.recurring),
        lasts=parse_duration(sent.duration) if sent.duration else timedelta(0),
    )
