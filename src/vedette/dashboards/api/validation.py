"""`POST /api/dashboards/validate`."""

import asyncio
from typing import Literal, TypedDict

import msgspec

from vedette.access.guard import needs
from vedette.dashboards.model import WRITE
from vedette.dashboards.service.dashboards import Dashboards
from vedette.dashboards.service.validation import MAX_CHECKED_BYTES
from vedette.web import answer
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

_ESCAPED = 2
"""A model that is sent as text has its quotes escaped."""


class ValidateBody(msgspec.Struct):
    """`dashboard` is the model, or as in Grafana 10.4 a text with its JSON."""

    dashboard: msgspec.Raw


class DashboardProblem(TypedDict):
    """`path` is such as `panels[2].gridPos.w`. A model with an `error` cannot be saved."""

    path: str
    message: str
    severity: Literal["error", "warning"]


class DashboardValidation(TypedDict):
    """`message` is that of the first error, or empty."""

    isValid: bool
    message: str
    problems: list[DashboardProblem]


class ValidationApi:
    def __init__(self, dashboards: Dashboards) -> None:
        self.dashboards = dashboards

    def routes(self) -> list[Route]:
        return [
            Route(
                "POST", "/api/dashboards/validate", self.validate, needs(WRITE), body=ValidateBody,
                answer=DashboardValidation, max_body=_ESCAPED * MAX_CHECKED_BYTES,
                summary="Check a dashboard model without saving it. 422 if it cannot be saved.",
            ),
        ]  # fmt: skip

    async def validate(self, call: Call) -> ApiAnswer:
        body: ValidateBody = call.body
        raw = bytes(body.dashboard)
        if raw[:1] == b'"':
            raw = msgspec.json.decode(raw, type=str).encode()
        found = await asyncio.to_thread(
            self.dashboards.validation.problems, raw, max_bytes=self.dashboards.max_bytes
        )
        problems: list[DashboardProblem] = [
            {"path": each.path, "message": each.message, "severity": each.severity}
            for each in found
        ]
        errors = [each["message"] for each in problems if each["severity"] == "error"]
        result: DashboardValidation = {
            "isValid": not errors,
            "message": errors[0] if errors else "",
            "problems": problems,
        }
        return answer.json(result, 422 if errors else 200)
