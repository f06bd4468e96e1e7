"""What makes a rule's evaluation fail by the rule's own doing."""

from vedette.kernel.errors import BadGateway, GatewayTimeout, Unprocessable, VedetteError


class DuplicateSeries(Unprocessable):
    """Two results cannot be told apart by their labels."""

    code = "alerting.duplicate_series"


class TooManyRuleSeries(Unprocessable):
    code = "alerting.too_many_series"


class NotNumbers(Unprocessable):
    """The condition is no single number for each series."""

    code = "alerting.not_numbers"


class NoCondition(Unprocessable):
    code = "alerting.no_condition"


class EvaluationTimeout(GatewayTimeout):
    code = "evaluation.timeout"


class SourceBusy(GatewayTimeout):
    """So many rules wait for the data source that this one is not even asked."""

    code = "evaluation.source_busy"


class EvaluationFailed(VedetteError):
    """A defect of ours; the log has it."""

    code, status = "evaluation.failed", 500


class NoTarget(Unprocessable):
    """A recording rule does not say where its series go."""

    code = "recording.no_target"


class WriteRefused(BadGateway):
    """The store of recorded series said no, or nothing that can be understood."""

    code = "recording.write_refused"
