"""Errors in the configuration."""

from typing import ClassVar

from vedette.kernel.errors import VedetteError


class SettingsError(VedetteError):
    """A message that names the source, the section, the key and the expected value."""

    code: ClassVar[str] = "settings.invalid"
    status: ClassVar[int] = 500

    def __init__(self, public: str) -> None:
        super().__init__(" ".join(public.split()))
