"""Plugins: which ones load, and the settings each one receives."""

from collections.abc import Mapping

from vedette.settings import Section, named_sections, setting


class PluginsSettings(Section, name="plugins"):
    """Configures which plugins are loaded."""

    allow_loading_unsigned_plugins: tuple[str, ...] = setting(
        (), "IDs of unsigned plugins that can be loaded. true allows all of them, false none."
    )
    plugin_admin_enabled: bool = setting(False, "Enable the management of plugins.", acted_on=False)
    plugin_admin_external_manage_enabled: bool = setting(
        False, "Manage plugin installations externally.", acted_on=False
    )
    plugin_catalog_url: str = setting("", "Address of the plugin catalog.", acted_on=False)
    plugin_catalog_hidden_plugins: tuple[str, ...] = setting(
        (), "IDs of plugins that the catalog hides.", acted_on=False
    )
    enable_alpha: bool = setting(False, "Load plugins that are in alpha.", acted_on=False)
    app_tls_skip_verify_insecure: bool = setting(
        False, "Do not verify certificates in requests of app plugins.", acted_on=False
    )
    public_key_retrieval_disabled: bool = setting(
        False, "Use only the included signing keys.", acted_on=False
    )
    preinstall: tuple[str, ...] = setting((), "IDs of plugins to install at start.", acted_on=False)

    @property
    def all_unsigned_may_load(self) -> bool:
        return any(word.lower() == "true" for word in self.allow_loading_unsigned_plugins)

    @property
    def unsigned_that_may_load(self) -> frozenset[str]:
        words = {"true", "false"}
        return frozenset(
            word for word in self.allow_loading_unsigned_plugins if word.lower() not in words
        )


class EachPluginSettings(Section, name="plugin.*", acted_on=False):
    """Configures one plugin: its own settings, or its path."""

    by_id: Mapping[str, Mapping[str, str]] = named_sections("A setting of the plugin.")


SECTIONS: tuple[type[Section], ...] = (PluginsSettings, EachPluginSettings)
