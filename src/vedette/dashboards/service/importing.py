"""The import of a dashboard that was exported for sharing."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

import orjson
from msgspec.structs import replace

from vedette.dashboards.body import read_body_apart
from vedette.dashboards.errors import DashboardUidTaken, InputMissing, VersionMismatch
from vedette.dashboards.inputs import Input, declared_inputs, fill_inputs
from vedette.dashboards.model import Dashboard
from vedette.dashboards.service.dashboards import Dashboards, Save
from vedette.dashboards.service.library_draft import ExportedElement, exported_elements
from vedette.kernel.principal import Principal

DefaultSource = Callable[[int, str], Awaitable[str | None]]
"""Returns the uid of the default data source of an organization for a plugin id."""


class Importer:
    def __init__(self, dashboards: Dashboards, default_source: DefaultSource) -> None:
        self.dashboards = dashboards
        self.default_source = default_source

    async def run(self, who: Principal, save: Save, given: Mapping[str, str]) -> Dashboard:
        """Saves the model as a new dashboard, its inputs filled from `given`, from the default
        sources and from the constants' own values. Its library elements are created if the
        organization does not have them. Raises `InputMissing` for an input that is left."""
        await read_body_apart(save.body, max_bytes=self.dashboards.max_bytes)
        values = dict(given)
        for asked in declared_inputs(save.body):
            if asked.name not in values:
                values[asked.name] = await self._value(who.org_id, asked)
        text = fill_inputs(save.body, values)
        filled = await read_body_apart(text, max_bytes=self.dashboards.max_bytes)
        elements: Sequence[ExportedElement] = ()
        if "__elements" in filled.keys:
            elements = exported_elements(
                {"__elements": orjson.loads(bytes(filled.keys["__elements"]))}
            )
            rest = {key: value for key, value in filled.keys.items() if key != "__elements"}
            filled = replace(filled, keys=rest)
        model = filled.text(id=None, version=0).encode()
        try:
            return await self.dashboards.save(who, replace(save, body=model, elements=elements))
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
