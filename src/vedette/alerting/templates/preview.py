"""Previews of templates before they are saved."""

import asyncio
import re
from typing import Any

from vedette.alerting.templates.engine import TemplateEngine, limits
from vedette.alerting.templates.message_data import message_data
from vedette.gotemplate import Struct, Template, TemplateError
from vedette.sdk import Message

_DEFINED = re.compile(r'\{\{-?\s*define\s+(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)')
_MOST_SHOWN = 50
_CALLED = re.compile(r'(?:\btemplate|\btmpl\.Exec)\s+(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)')


async def preview(
    engine: TemplateEngine, name: str, text: str, message: Message, version: str
) -> dict[str, Any]:
    """Return `results` of each template that the text defines and does not call itself, or of the
    text.

    `errors` are parse errors (`invalid_template`) or failures (`execution_error`), with the line
    and column of the text.
    """
    try:
        read = await asyncio.to_thread(engine.read, text, name or "text")
    except TemplateError as error:
        return {"results": [], "errors": [_error(name, "invalid_template", error)]}
    data = message_data(message, version=version)
    results, errors = [], []
    for each in _shown(text)[:_MOST_SHOWN] or [read.name]:
        try:
            made = await asyncio.to_thread(_execute, read, each, data, len(message.alerts))
            results.append({"name": each, "text": made, "scope": "rootScope"})
        except TemplateError as error:
            errors.append(_error(each, "execution_error", error))
    return {"results": results, "errors": errors}


def _execute(template: Template, name: str, data: Struct, alerts: int) -> str:
    return template.execute(data, name=name, missing_key="zero", limits=limits(alerts))


def _shown(text: str) -> list[str]:
    called = {first or second for first, second in _CALLED.findall(text)}
    defined = [first or second for first, second in _DEFINED.findall(text)]
    return [name for name in dict.fromkeys(defined) if name not in called] or defined


def _error(name: str, kind: str, error: TemplateError) -> dict[str, Any]:
    return {
        "name": name,
        "kind": kind,
        "message": error.public,
        "line": error.line,
        "column": error.column,
    }
