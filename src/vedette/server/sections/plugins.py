"""Plugins: which load, and what each is told."""

from collections.abc import Mapping

from vedette.settings import Section, named_sections, setting


class PluginsSettings(Section, name="plugins"):
    """Which plugins load."""

    allow_loading_unsigned_plugins: tuple[str, ...] = setting(
        (), "true, false or the ids of unsigned plugins that may load."
    )
    plugin_admin_enabled: bool = setting(False, "Show and manage plugins.", acted_on=False)
    plugin_admin_external_manage_enabled: bool = setting(
        False, "Leave installing to someone else.", acted_on=False
    )
    plugin_catalog_url: str = setting("", "Address of the catalogue.", acted_on=False)
    plugin_catalog_hidden_plugins: tuple[str, ...] = setting(
        (), "Ids that the catalogue does not show.", acted_on=False
    )
    enable_alpha: bool = setting(False, "Load plugins that are not ready.", acted_on=False)
    app_tls_skip_verify_insecure: bool = setting(
        False, "Do not check certificates of app plugins.", acted_on=False
    )
    public_key_retrieval_disabled: bool = setting(
        False, "Trust only the keys we came with.", acted_on=False
    )
    preinstall: tuple[str, ...] = setting((), "Ids installed at start.", acted_on=False)

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
    """One section for each plugin: its own settings, or where it is."""

    by_id: Mapping[str, Mapping[str, str]] = named_sections("A setting of the plugin.")


SECTIONS: tuple[type[Section], ...] = (PluginsSettings, EachPluginSettings)
