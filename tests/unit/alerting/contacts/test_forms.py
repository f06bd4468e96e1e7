"""Forms of receivers in the shape that clients of Grafana 10.4 build them from."""

from vedette.alerting.contacts.forms import notifier
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import Manifest, PluginKind, ReceiverPlugin, SettingField

FIELDS = (
    SettingField("url", "URL", help="Where to", required=True, secret=True),
    SettingField("httpMethod", "Method", kind="choice", choices=("POST", "PUT"), default="POST"),
    SettingField("tlsConfig.insecureSkipVerify", "Skip", kind="switch"),
    SettingField("tlsConfig.clientKey", "Key", kind="lines", secret=True),
    SettingField("headers", "Headers", kind="pairs"),
)


def test_fields_become_options_and_dots_become_forms_within() -> None:
    manifest = Manifest("hook", PluginKind.RECEIVER, "Hook", "1", ">=1,<2")
    plugin = ReceiverPlugin(settings=dict, fields=FIELDS, open=lambda settings, host: None)  # type: ignore[arg-type, return-value]
    shape = notifier(manifest, plugin)
    assert (shape["type"], shape["heading"]) == ("hook", "Hook settings")
    url, method, tls, headers = shape["options"]
    assert (url["propertyName"], url["secure"], url["required"]) == ("url", True, True)
    assert (url["element"], url["inputType"], url["description"]) == (
        "input",
        "password",
        "Where to",
    )
    assert method["selectOptions"][1] == {"value": "PUT", "label": "PUT"}
    assert (tls["element"], tls["propertyName"]) == ("subform", "tlsConfig")
    inner = {each["propertyName"]: each["element"] for each in tls["subformOptions"]}
    assert inner == {"insecureSkipVerify": "checkbox", "clientKey": "textarea"}
    assert headers["element"] == "key_value_map"


def test_every_receiver_of_the_product_has_a_form() -> None:
    registry = PluginRegistry()
    for manifest in registry.manifests(PluginKind.RECEIVER):
        shape = notifier(manifest, registry.receiver(manifest.id))
        assert shape["options"], manifest.id
