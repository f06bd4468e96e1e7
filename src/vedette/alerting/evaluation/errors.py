"""What makes a rule's evaluation fail by the rule's own doing."""

from vedette.kernel.errors import Unprocessable


class DuplicateSeries(Unprocessable):
    """Two results can not be told apart by their labels."""

    code = "alerting.duplicate_series"


class TooManySeries(Unprocessable):
    code = "alerting.too_many_series"


class NotNumbers(Unprocessable):
    """The condition is no single number for each series."""

    code = "alerting.not_numbers"


class NoCondition(Unprocessable):
    code = "alerting.no_condition"
