"""Errors of alert rules."""

from typing import ClassVar

from vedette.kernel.errors import BadRequest, Conflict, Forbidden, NotFound, Stale


class BadRule(BadRequest):
    """A rule is invalid. The message names the rule, the key and the remedy."""

    code: ClassVar[str] = "alerting.bad_rule"


class PanelWithoutDashboard(BadRule):
    """Panel ids are unique within a dashboard only."""

    def __init__(self) -> None:
        super().__init__("Parameter panel_id needs dashboard_uid; add the uid of the dashboard.")


class RuleNotFound(NotFound):
    code: ClassVar[str] = "alerting.rule_not_found"

    def __init__(self, uid: str) -> None:
        super().__init__(f"There is no alert rule with the uid {uid[:40]!r}.")


class GroupNotFound(NotFound):
    code: ClassVar[str] = "alerting.group_not_found"

    def __init__(self, group: str) -> None:
        super().__init__(f"There is no rule group {group[:190]!r} in this folder.")


class RuleVersionNotFound(NotFound):
    code: ClassVar[str] = "alerting.rule_version_not_found"

    def __init__(self, version: int) -> None:
        super().__init__(f"The rule has no version {version}, or the version is no longer stored.")


class RulesFolderNotFound(NotFound):
    """Raised when a folder is read or deleted; writing to it raises `FolderMissing`."""

    code: ClassVar[str] = "alerting.folder_not_found"

    def __init__(self, uid: str) -> None:
        self.uid = uid
        super().__init__(f"There is no folder with the uid {uid[:40]!r}.")


class RulerFolderForbidden(Forbidden):
    """The response is the same for a folder that does not exist and one without access."""

    code: ClassVar[str] = "alerting.folder_forbidden"

    def __init__(self, uid: str) -> None:
        super().__init__(
            f"There is no folder with the uid {uid[:40]!r}, or you have no access to it."
        )


class FolderMissing(BadRequest):
    code: ClassVar[str] = "alerting.folder_missing"

    def __init__(self, uid: str) -> None:
        self.uid = uid
        super().__init__(f"There is no folder with the uid {uid[:40]!r}; create the folder first.")


class RuleUidTaken(Conflict):
    code: ClassVar[str] = "alerting.rule_uid_taken"

    def __init__(self, uid: str) -> None:
        super().__init__(f"An alert rule with the uid {uid[:40]!r} already exists.")


class RuleTitleTaken(Conflict):
    code: ClassVar[str] = "alerting.alert-rule.conflict"

    def __init__(self, title: str) -> None:
        super().__init__(
            f"The folder already has a rule with the title {title[:190]!r}. Choose another title."
        )


class RuleChanged(Stale):
    code: ClassVar[str] = "alerting.rule_changed"

    def __init__(self, title: str) -> None:
        super().__init__(
            f"The rule {title[:190]!r} was changed by someone else. Reload it.",
            status="version-mismatch",
        )


class RuleQuotaReached(Forbidden):
    code: ClassVar[str] = "alerting.rule_quota"


class FolderHasRules(BadRequest):
    code: ClassVar[str] = "folder.not-empty"

    def __init__(self, count: int) -> None:
        super().__init__(
            f"The folder contains {count} alert rules. Delete them first, or send"
            " forceDeleteRules=true to delete them with it."
        )
