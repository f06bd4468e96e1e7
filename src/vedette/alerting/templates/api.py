"""Template groups in the provisioning API, and previews of templates."""

from contextlib import suppress
from typing import TypedDict, cast

import msgspec

from vedette.access.guard import needs
from vedette.alerting.model.provenance import api_edit
from vedette.alerting.templates.default_texts import DEFAULT_TEXTS
from vedette.alerting.templates.errors import BadTemplate, TemplateNotFound
from vedette.alerting.templates.samples import SampleAlert, sample_message
from vedette.alerting.templates.service import TemplateService
from vedette.alerting.templates.store import TemplateGroup
from vedette.alerting.templates.texts import OrgTexts
from vedette.kernel.clock import Clock
from vedette.web.answer import ApiAnswer, no_content
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route

_PATH = "/api/v1/provisioning/templates"
_TEST = "/api/alertmanager/grafana/config/api/v1/templates/test"
_DEFAULTS = "/api/v1/alerting/templates/defaults"
_MOST_BYTES = 1024 * 1024
_MOST_ALERTS = 1_000
_RATE = RateLimit("template_tests", burst_seconds=15)


class TemplateBody(msgspec.Struct):
    template: str = ""
    version: str | int = ""


class TestBody(msgspec.Struct):
    template: str = ""
    name: str = ""
    alerts: list[SampleAlert] = []


class TemplateAnswer(TypedDict):
    name: str
    template: str
    version: str
    provenance: str


class TemplateResult(TypedDict):
    name: str
    text: str
    scope: str


class TemplateProblem(TypedDict):
    """`kind` is `invalid_template` or `execution_error`."""

    name: str
    kind: str
    message: str
    line: int
    column: int


class TemplatePreview(TypedDict):
    results: list[TemplateResult]
    errors: list[TemplateProblem]


class DefaultTemplates(TypedDict):
    name: str
    template: str


class TemplatesApi:
    def __init__(
        self, service: TemplateService, texts: OrgTexts, clock: Clock, root_url: str, version: str
    ) -> None:
        """`version` is that of this server."""
        self._service = service
        self._texts = texts
        self._clock = clock
        self._root_url = root_url
        self._version = version

    def routes(self) -> list[Route]:
        read, write, delete = (needs(f"alerting:{verb}") for verb in ("read", "write", "delete"))
        one = f"{_PATH}/:name"
        return [
            Route(
                "GET",
                _PATH,
                self.all,
                read,
                answer=list[TemplateAnswer],
                summary="List the notification templates.",
            ),
            Route(
                "GET",
                one,
                self.get,
                read,
                answer=TemplateAnswer,
                summary="Get a notification template.",
            ),
            Route(
                "PUT",
                one,
                self.put,
                write,
                answer=TemplateAnswer,
                body=TemplateBody,
                status=202,
                max_body=_MOST_BYTES,
                summary="Create or update a notification template.",
            ),
            Route(
                "DELETE",
                one,
                self.delete,
                delete,
                status=204,
                summary="Delete a notification template.",
            ),
            Route(
                "POST",
                _TEST,
                self.test,
                write,
                answer=TemplatePreview,
                body=TestBody,
                max_body=_MOST_BYTES,
                rate=_RATE,
                summary="Render a template with the given alerts, or with a sample.",
            ),
            Route(
                "GET",
                _DEFAULTS,
                self.defaults,
                read,
                answer=DefaultTemplates,
                summary="Get the default templates, which can be overridden.",
            ),
        ]

    async def all(self, call: Call) -> list[TemplateAnswer]:
        return [_shape(each) for each in await self._service.all(call.who.org_id)]

    async def get(self, call: Call) -> TemplateAnswer:
        return _shape(await self._service.get(call.who.org_id, call.params["name"]))

    async def put(self, call: Call) -> TemplateAnswer:
        edit = api_edit(call.header("x-disable-provenance"))
        sent: TemplateBody = call.body
        name, expected = call.params["name"], _version(sent.version)
        return _shape(await self._service.put(call.who.org_id, name, sent.template, edit, expected))

    async def delete(self, call: Call) -> ApiAnswer:
        edit = api_edit(call.header("x-disable-provenance"))
        with suppress(TemplateNotFound):
            await self._service.delete(call.who.org_id, call.params["name"], edit)
        return no_content()

    async def test(self, call: Call) -> TemplatePreview:
        from vedette.alerting.templates.preview import preview

        sent: TestBody = call.body
        if len(sent.alerts) > _MOST_ALERTS:
            raise BadTemplate(f"A template preview can have at most {_MOST_ALERTS} alerts.")
        message = sample_message(
            sent.alerts,
            org_id=call.who.org_id,
            receiver="TestReceiver",
            root_url=self._root_url,
            now=self._clock.now(),
        )
        engine = await self._texts.engine(call.who.org_id)
        shown = await preview(engine, sent.name, sent.template, message, self._version)
        return cast(TemplatePreview, shown)

    async def defaults(self, call: Call) -> DefaultTemplates:
        return {"name": "default", "template": DEFAULT_TEXTS}


def _shape(group: TemplateGroup) -> TemplateAnswer:
    return {
        "name": group.name,
        "template": group.body,
        "version": str(group.version),
        "provenance": group.provenance,
    }


def _version(sent: str | int) -> int | None:
    """Return None if the request has no version."""
    text = str(sent)
    return int(text) if text.isdecimal() and len(text) < 10 else None
