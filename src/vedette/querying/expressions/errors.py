"""What goes wrong with one expression; the sentence names the expression by its refId."""

from vedette.kernel.errors import BadRequest, TooLarge, Unavailable, VedetteError


class BadExpression(BadRequest):
    """The expression itself is wrong, or what it is asked to work on is of the wrong form."""

    code = "query.bad_expression"


class InputFailed(BadRequest):
    """Nothing is wrong with the expression: what it reads has failed."""

    code = "query.input_failed"


class ExpressionsOff(BadRequest):
    code = "query.expressions_off"


class ExpressionTooLarge(TooLarge):
    code = "query.expression_too_large"


class SandboxFailed(Unavailable):
    """The process that runs SQL expressions could not be started, or ended by itself."""

    code = "query.sandbox_failed"


class ExpressionFailed(VedetteError):
    """A defect of ours."""

    code, status = "query.expression_failed", 500


class ExpressionStopped(VedetteError):
    """Whoever asked no longer waits; nobody reads this."""

    code, status = "query.expression_stopped", 499


class ExpressionTimeout(VedetteError):
    code, status = "query.expression_timeout", 504
