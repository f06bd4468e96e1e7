"""Mute timings in the provisioning API of Grafana 10.4, and for the user interface."""

import msgspec

from vedette.access.guard import needs
from vedette.alerting.model.provenance import UI, Edit, api_edit
from vedette.alerting.muting.answers import TimingAnswer
from vedette.alerting.muting.timings.bodies import IntervalBody
from vedette.alerting.muting.timings.model import StoredTiming
from vedette.alerting.muting.timings.service import TimingService
from vedette.alerting.muting.timings.text import interval_json, parse_timing
from vedette.web.answer import ApiAnswer, no_content
from vedette.web.call import Call
from vedette.web.routes import Route

_PROVISIONING, _OWN = "/api/v1/provisioning/mute-timings", "/api/v1/alerting/mute-timings"


class TimingBody(msgspec.Struct):
    name: str = ""
    time_intervals: list[IntervalBody] = []


class TimingsApi:
    """`own` serves the user interface, whose changes have no provenance."""

    def __init__(self, timings: TimingService, *, own: bool = False) -> None:
        self._timings = timings
        self._path = _OWN if own else _PROVISIONING
        self._own = own

    def routes(self) -> list[Route]:
        read, write, delete = (needs(f"alerting:{verb}") for verb in ("read", "write", "delete"))
        one = f"{self._path}/:name"
        return [
            Route(
                "GET",
                self._path,
                self.all,
                read,
                answer=list[TimingAnswer],
                summary="List the mute timings.",
            ),
            Route("GET", one, self.get, read, answer=TimingAnswer, summary="Get a mute timing."),
            Route(
                "POST",
                self._path,
                self.create,
                write,
                answer=TimingAnswer,
                body=TimingBody,
                status=201,
                summary="Create a mute timing.",
            ),
            Route(
                "PUT",
                one,
                self.update,
                write,
                answer=TimingAnswer,
                body=TimingBody,
                status=202,
                summary="Update or rename a mute timing.",
            ),
            Route("DELETE", one, self.delete, delete, status=204, summary="Delete a mute timing."),
        ]

    async def all(self, call: Call) -> list[TimingAnswer]:
        return [timing_json(each) for each in await self._timings.all(call.who.org_id)]

    async def get(self, call: Call) -> TimingAnswer:
        return timing_json(await self._timings.get(call.who.org_id, call.params["name"]))

    async def create(self, call: Call) -> TimingAnswer:
        sent: TimingBody = call.body
        timing = parse_timing(sent.name, sent.time_intervals)
        made = await self._timings.create(call.who.org_id, timing, self._edit(call))
        return timing_json(made)

    async def update(self, call: Call) -> TimingAnswer:
        sent: TimingBody = call.body
        name = call.params["name"]
        timing = parse_timing(sent.name or name, sent.time_intervals)
        saved = await self._timings.update(call.who.org_id, name, timing, self._edit(call))
        return timing_json(saved)

    async def delete(self, call: Call) -> ApiAnswer:
        await self._timings.delete(call.who.org_id, call.params["name"], self._edit(call))
        return no_content()

    def _edit(self, call: Call) -> Edit:
        return UI if self._own else api_edit(call.header("x-disable-provenance"))


def timing_json(stored: StoredTiming) -> TimingAnswer:
    shown: TimingAnswer = {
        "name": stored.timing.name,
        "time_intervals": [interval_json(each) for each in stored.timing.intervals],
    }
    if stored.provenance:
        shown["provenance"] = stored.provenance
    return shown
