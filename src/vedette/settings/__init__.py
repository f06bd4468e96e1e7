"""Configuration: declared by each domain, read from file, environment and command line.

This room knows no section. Whoever starts the process passes the sum of all sections to `load`.
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
