"""Errors of a rule's evaluation."""

from vedette.kernel.errors import BadGateway, GatewayTimeout, Unprocessable, VedetteError


class DuplicateSeries(Unprocessable):
    """Two results have the same labels."""

    code = "alerting.duplicate_series"


class TooManyRuleSeries(Unprocessable):
    code = "alerting.too_many_series"


class NotNumbers(Unprocessable):
    """The condition is not a single number for each series."""

    code = "alerting.not_numbers"


class NoCondition(Unprocessable):
    code = "alerting.no_condition"


class EvaluationTimeout(GatewayTimeout):
    code = "evaluation.timeout"


class SourceBusy(GatewayTimeout):
    """So many rules wait for the data source that this one is not evaluated."""

    code = "evaluation.source_busy"


class EvaluationFailed(VedetteError):
    """An internal error. The log contains it."""

    code, status = "evaluation.failed", 500


class NoTarget(Unprocessable):
    """The recording rule has no target for its series."""

    code = "recording.no_target"


class WriteRefused(BadGateway):
    """The target of recorded series rejected them, or its response cannot be read."""

    code = "recording.write_refused"
