"""Alert rules that query a data source."""

from collections.abc import Sequence

from vedette.access.model import Permissions
from vedette.alerting.rules.model import READ
from vedette.alerting.rules.service import RuleService
from vedette.dashboards.model import UsingRule
from vedette.kernel.principal import Principal


class RulesOfSource:
    def __init__(self, service: RuleService, permissions: Permissions) -> None:
        self._service = service
        self._permissions = permissions

    async def __call__(self, who: Principal, source_uid: str) -> Sequence[UsingRule]:
        """Return the rules that the user may see."""
        if not (await self._permissions.can(who, READ)).allowed:
            return ()
        return [
            UsingRule(each.uid, each.title, each.group.folder_uid, each.group.folder_title)
            for each in await self._service.of_source(who, source_uid)
        ]
