"""What can be wrong with a test of a rule."""

from vedette.kernel.errors import BadRequest


class BadCase(BadRequest):
    code = "alerting.bad_case"
