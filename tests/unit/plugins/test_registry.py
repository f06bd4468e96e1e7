import json
import subprocess
import sys

import pytest

from vedette.plugins.errors import PluginBroken, PluginRefused, UnknownPlugin
from vedette.plugins.listing import plugin_errors, plugin_list, plugin_settings
from vedette.plugins.loading import panel_types
from vedette.plugins.manifest import sdk_fits
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import DataSourcePlugin, PluginKind

SOURCE = """
from vedette.sdk import DataSourcePlugin
from .parts import Settings

async def open_source(connection, host):
    raise NotImplementedError

PLUGIN = DataSourcePlugin(settings=Settings, open=open_source)
"""
PARTS = "import msgspec\n\nclass Settings(msgspec.Struct):\n    depth: int = 3\n"


@pytest.fixture
def directory(tmp_path):
    """Three foreign plugins: one that works, one broken, one whose manifest is none."""
    write(tmp_path / "mine", "my-source", SOURCE)
    (tmp_path / "mine" / "parts.py").write_text(PARTS)
    write(tmp_path / "broken", "broken-source", "import nothing_of_that_name")
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "plugin.json").write_text("{}")
    return tmp_path


def write(folder, plugin_id, code, **more):
    folder.mkdir()
    manifest = {
        "id": plugin_id,
        "kind": "datasource",
        "name": plugin_id.title(),
        "version": "0.1.0",
        "sdk": ">=1,<2",
        "python": "source:PLUGIN",
        **more,
    }
    (folder / "plugin.json").write_text(json.dumps(manifest))
    (folder / "source.py").write_text(code)


def test_the_built_in_sources_are_there_under_every_name_they_are_stored_by():
    registry = PluginRegistry()
    assert isinstance(registry.datasource("prometheus"), DataSourcePlugin)
    assert registry.datasource("grafana-testdata-datasource") is registry.datasource("testdata")
    kinds = {each.id for each in registry.manifests(PluginKind.DATASOURCE)}
    assert {"prometheus", "testdata"} <= kinds


def test_each_panel_is_counted_under_its_own_type():
    panels = {each.id for each in PluginRegistry().manifests(PluginKind.PANEL)}
    assert panel_types() == panels
    assert {"alertlist", "nodeGraph", "traces"} <= panels


def test_nothing_of_a_plugin_is_imported_before_it_is_used():
    code = (
        "import sys; from vedette.plugins.registry import PluginRegistry; PluginRegistry();"
        "print([m for m in sys.modules if m.startswith(('vedette_plugins', 'numpy'))])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_unsigned_plugins_load_only_where_the_operator_says_so(directory):
    """Proves T18."""
    with pytest.raises(PluginRefused, match="allow_loading_unsigned_plugins"):
        PluginRegistry(directory).datasource("my-source")
    with pytest.raises(PluginRefused):
        PluginRegistry(directory, ["other"]).datasource("my-source")
    for allowed in (True, ["my-source"]):
        plugin = PluginRegistry(directory, allowed).datasource("my-source")
        assert plugin.settings().depth == 3


def test_a_broken_plugin_is_refused_by_name_and_harms_no_other(directory):
    registry = PluginRegistry(directory, True)
    with pytest.raises(PluginBroken, match="Broken-Source"):
        registry.datasource("broken-source")
    assert registry.datasource("my-source")


def test_a_foreign_plugin_cannot_take_the_place_of_a_built_in_one(tmp_path):
    write(tmp_path / "x", "x-source", SOURCE, aliases=["prometheus"])
    registry = PluginRegistry(tmp_path, True)
    assert registry.manifest("prometheus").signature == "builtin"
    with pytest.raises(UnknownPlugin):
        registry.manifest("x-source")


@pytest.mark.parametrize("name", ["nothing", "", "../prometheus", "timeseries"])
def test_other_names_are_unknown(name):
    with pytest.raises(UnknownPlugin):
        PluginRegistry().datasource(name)


def test_plugins_are_listed_by_type(directory):
    registry = PluginRegistry(directory)
    listed = {each["id"]: each for each in plugin_list(registry, "datasource")}
    assert listed["prometheus"]["signature"] == "internal"
    assert (listed["my-source"]["signature"], listed["my-source"]["enabled"]) == ("unsigned", False)
    assert {each["type"] for each in listed.values()} == {"datasource"}
    assert len(plugin_list(registry)) > len(listed)
    assert plugin_list(registry, "app") == []
    assert plugin_settings(registry, "grafana-testdata-datasource")["id"] == "testdata"


def test_plugins_are_listed_by_origin_and_by_whether_they_may_load(directory):
    registry = PluginRegistry(directory)
    foreign = {each["id"] for each in plugin_list(registry, is_core=False)}
    assert "my-source" in foreign and "prometheus" not in foreign
    core = {each["id"] for each in plugin_list(registry, is_core=True)}
    assert "prometheus" in core and not core & foreign
    assert {each["id"] for each in plugin_list(registry, is_enabled=False)} == foreign
    assert {each["id"] for each in plugin_list(registry, is_enabled=True)} == core


def test_a_plugin_that_may_not_load_is_listed_with_the_reason(directory):
    errors = plugin_errors(PluginRegistry(directory))
    assert {"pluginId": "my-source", "errorCode": "signatureMissing"} in errors
    assert plugin_errors(PluginRegistry(directory, True)) == []


@pytest.mark.parametrize(
    ("rules", "fits"),
    [
        (">=1,<2", True),
        (">=1.0.0", True),
        ("1.2.3", True),
        ("==1.2.3", True),
        (">1.2", True),
        ("<=1.2.2", False),
        (">=2", False),
        ("^1", False),
        ("", False),
    ],
)
def test_plugins_for_another_sdk_are_distinguished(rules, fits):
    assert sdk_fits(rules, "1.2.3") is fits
