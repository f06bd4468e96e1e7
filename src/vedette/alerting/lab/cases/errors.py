"""Errors of rule tests."""

from vedette.kernel.errors import BadRequest


class BadCase(BadRequest):
    code = "alerting.bad_case"
