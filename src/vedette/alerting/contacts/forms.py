"""Forms of receivers, in the format of this API and of `/api/alert-notifiers`."""

from collections.abc import Iterable, Sequence
from typing import Any

from vedette.alerting.contacts.answers import (
    Notifier,
    NotifierOption,
    ReceiverForm,
    SelectOption,
)
from vedette.sdk import Manifest, ReceiverPlugin, SettingField

_ELEMENTS = {
    "text": "input",
    "lines": "textarea",
    "number": "input",
    "switch": "checkbox",
    "choice": "select",
    "pairs": "key_value_map",
    "list": "string_array",
}


def receiver_form(manifest: Manifest, plugin: ReceiverPlugin[Any]) -> ReceiverForm:
    return {
        "type": manifest.id,
        "name": manifest.name,
        "description": manifest.description,
        "aliases": list(manifest.aliases),
        "fields": list(plugin.fields),
    }


def notifier(manifest: Manifest, plugin: ReceiverPlugin[Any]) -> Notifier:
    """Return the format from which clients of Grafana 10.4 build forms."""
    return {
        "type": manifest.id,
        "name": manifest.name,
        "heading": f"{manifest.name} settings",
        "description": manifest.description,
        "info": "",
        "options": _options([(field.key, field) for field in plugin.fields]),
    }


def _options(fields: Sequence[tuple[str, SettingField]]) -> list[NotifierOption]:
    """Convert keys with dots to nested forms."""
    made: dict[str, NotifierOption] = {}
    for key, field in fields:
        first, dot, _ = key.partition(".")
        if not dot:
            made[first] = _option(first, field)
        elif first not in made:
            inner = [(k.partition(".")[2], f) for k, f in fields if k.startswith(f"{first}.")]
            made[first] = _subform(first, inner)
    return list(made.values())


def _option(name: str, field: SettingField) -> NotifierOption:
    choices: list[SelectOption] = [{"value": each, "label": each} for each in field.choices]
    return {
        **_blank(name, field.label),
        "element": _ELEMENTS[field.kind],
        "inputType": "password" if field.secret else "number" if field.kind == "number" else "text",
        "description": field.help,
        "placeholder": field.placeholder or field.default,
        "selectOptions": choices or None,
        "required": field.required,
        "secure": field.secret,
    }


def _subform(name: str, fields: Iterable[tuple[str, SettingField]]) -> NotifierOption:
    return {
        **_blank(name, name),
        "element": "subform",
        "subformOptions": _options(list(fields)),
    }


def _blank(name: str, label: str) -> NotifierOption:
    return {
        "element": "input",
        "inputType": "text",
        "label": label,
        "description": "",
        "placeholder": "",
        "propertyName": name,
        "selectOptions": None,
        "showWhen": {"field": "", "is": ""},
        "required": False,
        "validationRule": "",
        "secure": False,
        "dependsOn": "",
        "subformOptions": None,
    }
