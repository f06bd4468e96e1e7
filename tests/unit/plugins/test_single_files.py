"""Data sources that are one file, or that an installed package offers."""

import sys

import pytest

from vedette.plugins.errors import PluginBroken, PluginRefused, UnknownPlugin
from vedette.plugins.listing import plugin_settings
from vedette.plugins.registry import PluginRegistry

SOURCE = """
import msgspec
from vedette.sdk import DataSourcePlugin

class Settings(msgspec.Struct):
    depth: int = 3

class Asked(msgspec.Struct):
    path: str = ""

async def open_source(connection, host):
    raise NotImplementedError

PLUGIN = DataSourcePlugin(Settings, open_source, query_schema=msgspec.json.schema(Asked))
"""


@pytest.fixture
def install(monkeypatch, tmp_path):
    """Installs Python packages that each offer one data source."""
    site = tmp_path / "site-packages"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))

    def install(name, code):
        module = name.replace("-", "_")
        (site / f"{module}.py").write_text(code)
        about = site / f"{module}-1.2.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Name: {name}\nVersion: 1.2\nSummary: Of a package.\n")
        (about / "entry_points.txt").write_text(
            f"[vedette.datasources]\n{name} = {module}:PLUGIN\n"
        )
        monkeypatch.delitem(sys.modules, module, raising=False)

    return install


def test_a_file_in_the_directory_is_a_data_source_named_as_the_file(tmp_path):
    (tmp_path / "own_weather.py").write_text(SOURCE)
    registry = PluginRegistry(tmp_path, True)
    manifest = registry.manifest("own-weather")
    assert (manifest.name, manifest.signature) == ("Own weather", "missing")
    assert registry.datasource("own-weather").settings().depth == 3


def test_a_file_may_say_more_of_itself(tmp_path):
    said = 'MANIFEST = {"id": "tides", "name": "Tides", "version": "2.1", "queryText": "path"}\n'
    (tmp_path / "a_file.py").write_text(said + SOURCE)
    manifest = PluginRegistry(tmp_path, True).manifest("tides")
    assert (manifest.name, manifest.version, manifest.query_text) == ("Tides", "2.1", "path")


def test_a_file_is_not_run_before_it_is_allowed_and_used(tmp_path):
    trace = tmp_path / "ran"
    (tmp_path / "quiet.py").write_text(f"open({str(trace)!r}, 'w').close()\n" + SOURCE)
    with pytest.raises(PluginRefused, match="quiet is unsigned"):
        PluginRegistry(tmp_path, ["another"]).datasource("quiet")
    registry = PluginRegistry(tmp_path, ["quiet"])
    assert not trace.exists()
    registry.datasource("quiet")
    assert trace.exists()


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("def (", "invalid syntax"),
        ("MANIFEST = {'name': input()}", "malformed node"),
        ("MANIFEST = ['name']", "not a dictionary"),
        ("MANIFEST = {'id': 'A b'}", "is not a valid id"),
        ("MANIFEST = {'sdk': '>=2'}", "requires SDK >=2"),
        ("MANIFEST = {'version': 3}", "Expected `str`"),
        ("MANIFEST = {'id': 'prometheus'}", "already belongs to another plugin"),
        ("x = '\0'", "null bytes"),
    ],
)
def test_a_file_that_cannot_be_one_is_named_and_harms_no_other(tmp_path, caplog, code, why):
    (tmp_path / "unreadable.py").write_text(code)
    (tmp_path / "fine_neighbour.py").write_text(SOURCE)
    registry = PluginRegistry(tmp_path, True)
    (record,) = caplog.records
    assert "unreadable.py" in record.getMessage()
    assert why in record.getMessage()
    assert registry.datasource("fine-neighbour")
    with pytest.raises(UnknownPlugin):
        registry.datasource("unreadable")


@pytest.mark.parametrize(
    "code", ["import nothing_of_that_name", "PLUGIN = 3", "raise SystemError('no')", ""]
)
def test_a_file_whose_code_fails_is_named_when_it_is_used(tmp_path, code):
    (tmp_path / "failing.py").write_text(code)
    sys.modules.pop("vedette_external.failing.failing", None)
    sys.modules.pop("vedette_external.failing", None)
    registry = PluginRegistry(tmp_path, True)
    with pytest.raises(PluginBroken, match=r"[Ff]ailing"):
        registry.datasource("failing")
    assert "ailing" in plugin_settings(registry, "failing")["loadError"]
    assert registry.datasource("testdata")


def test_files_that_are_kept_aside_are_no_plugins(tmp_path):
    (tmp_path / "_shared.py").write_text(SOURCE)
    (tmp_path / ".hidden.py").write_text(SOURCE)
    ids = {each.id for each in PluginRegistry(tmp_path, True).manifests()}
    assert ids == {each.id for each in PluginRegistry().manifests()}


def test_an_installed_package_offers_a_source_that_must_be_allowed_as_well(install):
    install("from-package", SOURCE)
    with pytest.raises(PluginRefused, match="allow_loading_unsigned_plugins"):
        PluginRegistry().datasource("from-package")
    assert "from_package" not in sys.modules
    registry = PluginRegistry(allow_unsigned=["from-package"])
    assert registry.datasource("from-package").settings().depth == 3
    told = registry.manifest("from-package")
    assert (told.name, told.version, told.description) == ("From package", "1.2", "Of a package.")


def test_a_broken_package_is_refused_by_name_and_harms_no_other(install):
    install("good-package", SOURCE)
    install("torn-package", "import nothing_of_that_name")
    registry = PluginRegistry(allow_unsigned=True)
    with pytest.raises(PluginBroken, match="Torn package"):
        registry.datasource("torn-package")
    assert registry.datasource("good-package")


def test_a_package_cannot_take_the_place_of_a_built_in_source(install, caplog):
    install("prometheus", SOURCE)
    registry = PluginRegistry(allow_unsigned=True)
    assert registry.manifest("prometheus").signature == "builtin"
    assert "entry point prometheus" in caplog.text


def test_forms_can_be_made_from_what_a_source_may_be_told(tmp_path):
    (tmp_path / "with_forms.py").write_text(SOURCE)
    told = plugin_settings(PluginRegistry(tmp_path, True), "with-forms")
    assert told["settingsSchema"]["properties"]["depth"] == {"type": "integer", "default": 3}
    assert told["querySchema"]["properties"]["path"]["type"] == "string"
    assert told["loadError"] == ""


def test_only_the_reason_of_a_refused_source_is_shown(tmp_path):
    (tmp_path / "refused_one.py").write_text(SOURCE)
    told = plugin_settings(PluginRegistry(tmp_path), "refused-one")
    assert (told["settingsSchema"], told["querySchema"]) == (None, None)
    assert "unsigned" in told["loadError"]


def test_every_built_in_source_has_a_schema_of_its_settings():
    registry = PluginRegistry()
    for manifest in registry.manifests():
        told = plugin_settings(registry, manifest.id)
        assert told["loadError"] == ""
        if manifest.kind == "datasource":
            assert told["settingsSchema"]["type"] == "object", manifest.id
