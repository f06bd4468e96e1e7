"""The errors of data sources. Clients compare several of these messages."""

from typing import ClassVar

from vedette.kernel.errors import BadRequest, Conflict, Forbidden, NotFound, Unprocessable


class SourceNotFound(NotFound):
    code: ClassVar[str] = "datasources.not_found"

    def __init__(self) -> None:
        super().__init__("Data source not found")


class NameTaken(Conflict):
    code: ClassVar[str] = "datasources.name_taken"

    def __init__(self) -> None:
        super().__init__("data source with the same name already exists")


class DataSourceUidTaken(Conflict):
    code: ClassVar[str] = "datasources.uid_taken"

    def __init__(self) -> None:
        super().__init__("data source with the same uid already exists")


class ChangedMeanwhile(Conflict):
    code: ClassVar[str] = "datasources.changed_meanwhile"

    def __init__(self) -> None:
        super().__init__("Datasource has already been updated by someone else. Please reload.")


class ReadOnly(Forbidden):
    code: ClassVar[str] = "datasources.read_only"

    def __init__(self) -> None:
        super().__init__("Cannot change read-only data source: a provisioning file owns it")


class BadSource(BadRequest):
    code: ClassVar[str] = "datasources.bad"


class BadSettings(Unprocessable):
    code: ClassVar[str] = "datasources.bad_settings"


class NoResources(NotFound):
    code: ClassVar[str] = "datasources.no_resources"


class NoRulesOfItsOwn(NotFound):
    code: ClassVar[str] = "datasources.no_rules"


class AlertsNotManaged(Forbidden):
    code: ClassVar[str] = "datasources.alerts_not_managed"


class ProxyRefused(Forbidden):
    code: ClassVar[str] = "datasources.proxy_refused"


class CorrelationNotFound(NotFound):
    code: ClassVar[str] = "correlations.not_found"

    def __init__(self) -> None:
        super().__init__("Correlation not found")


class ReadOnlyCorrelation(Forbidden):
    code: ClassVar[str] = "correlations.read_only"

    def __init__(self) -> None:
        super().__init__("Correlation can only be edited via provisioning: a file owns it")


class TooManyCorrelations(Forbidden):
    code: ClassVar[str] = "correlations.quota"
