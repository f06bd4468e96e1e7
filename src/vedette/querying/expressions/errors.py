"""Errors of expressions; each message names the expression by its refId."""

from vedette.kernel.errors import BadRequest, TooLarge, Unavailable, VedetteError


class BadExpression(BadRequest):
    """The expression is invalid, or its input has the wrong format."""

    code = "query.bad_expression"


class InputFailed(BadRequest):
    """The input of the expression has failed."""

    code = "query.input_failed"


class ExpressionsOff(BadRequest):
    code = "query.expressions_off"


class ExpressionTooLarge(TooLarge):
    code = "query.expression_too_large"


class SandboxFailed(Unavailable):
    """The process of SQL expressions could not be started, or ended unexpectedly."""

    code = "query.sandbox_failed"


class ExpressionFailed(VedetteError):
    """A defect of the program."""

    code, status = "query.expression_failed", 500


class ExpressionStopped(VedetteError):
    """The caller stopped the work and discards its result."""

    code, status = "query.expression_stopped", 499


class ExpressionTimeout(VedetteError):
    code, status = "query.expression_timeout", 504
