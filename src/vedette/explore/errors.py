"""The errors of the query history and of saved queries."""

from typing import ClassVar

from vedette.kernel.errors import BadRequest, Conflict, NotFound, Stale


class BadQueries(BadRequest):
    code: ClassVar[str] = "explore.bad_queries"


class QueryNotFound(NotFound):
    code: ClassVar[str] = "explore.not_found"

    def __init__(self) -> None:
        super().__init__("Query not found")


class HistoryOff(NotFound):
    code: ClassVar[str] = "explore.history_off"

    def __init__(self) -> None:
        super().__init__("The query history is disabled by [query_history] enabled.")


class TitleTaken(Conflict):
    code: ClassVar[str] = "explore.title_taken"

    def __init__(self) -> None:
        super().__init__("A saved query with this title already exists. Choose another title.")


class SavedMeanwhile(Stale):
    code: ClassVar[str] = "explore.saved_meanwhile"

    def __init__(self) -> None:
        super().__init__("This saved query was changed by someone else. Reload it.")
