"""The import of a dashboard that was exported for sharing."""

from collections.abc import Awaitable, Callable, Mapping

from msgspec.structs import replace

from vedette.dashboards.body import read_body
from vedette.dashboards.errors import DashboardUidTaken, InputMissing, VersionMismatch
from vedette.dashboards.inputs import Input, declared_inputs, fill_inputs
from vedette.dashboards.model import Dashboard
from vedette.dashboards.service.dashboards import Dashboards, Save
from vedette.kernel.principal import Principal

DefaultSource = Callable[[int, str], Awaitable[str | None]]
"""Returns the uid of the default data source of an organization for a plugin id."""


class Importer:
    def __init__(self, dashboards: Dashboards, default_source: DefaultSource) -> None:
        self.dashboards = dashboards
        self.default_source = default_source

    async def run(self, who: Principal, save: Save, given: Mapping[str, str]) -> Dashboard:
        """Save the model as a new dashboard.

        Inputs are filled from `given`, then from default data sources, then from the values of
        constants. Raises `InputMissing` for an input without a value.
        """
        read_body(save.body, max_bytes=self.dashboards.max_bytes)
        values = dict(given)
        for declared in declared_inputs(save.body):
            if declared.name not in values:
                values[declared.name] = await self._value(who.org_id, declared)
        filled = read_body(fill_inputs(save.body, values), max_bytes=self.dashboards.max_bytes)
        try:
            return await self.dashboards.save(
                who, replace(save, body=filled.text(id=None, version=0).encode())
            )
        except VersionMismatch as error:
            raise DashboardUidTaken from error

    async def _value(self, org_id: int, declared: Input) -> str:
        if declared.type != "datasource":
            return declared.default
        uid = await self.default_source(org_id, declared.plugin_id)
        if uid is None:
            raise InputMissing(
                f"Dashboard input missing: {declared.name} needs a data source of the type"
                f" {declared.plugin_id or 'it names'}, and there is none."
            )
        return uid
