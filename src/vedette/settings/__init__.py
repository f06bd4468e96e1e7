"""Configuration, declared by each domain and read from files, environment and command line.

This package contains no section. The process passes the list of all sections to `load`.
"""

from vedette.settings.declare import Section, Setting, named_sections, named_values, setting
from vedette.settings.errors import SettingsError
from vedette.settings.load import Settings, Shown, load
from vedette.settings.raw import SettingOrigin

__all__ = [
    "Section",
    "Setting",
    "SettingOrigin",
    "Settings",
    "SettingsError",
    "Shown",
    "load",
    "named_sections",
    "named_values",
    "setting",
]
