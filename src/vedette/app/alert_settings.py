"""What the settings of alerting mean, and which of them cannot be used."""

from datetime import timedelta

from vedette.alerting.settings import (
    AlertingSettings,
    RecordingRulesSettings,
    StateHistoryAnnotationsSettings,
)
from vedette.kernel.durations import BadDuration, parse_duration
from vedette.outbound.address import parse_address
from vedette.outbound.errors import BadAddress
from vedette.settings import Settings


def history_age(settings: Settings) -> timedelta | None:
    text = settings[StateHistoryAnnotationsSettings].max_age.strip()
    try:
        return parse_duration(text) or None if text else None
    except BadDuration as error:
        section = "unified_alerting.state_history.annotations"
        raise settings.wrong(section, "max_age", "a duration such as 30d, or nothing") from error


def disabled_orgs(settings: Settings) -> frozenset[int]:
    """Raises `SettingsError` where one of them is no number of an organization."""
    texts = settings[AlertingSettings].disabled_orgs
    if not all(each.isdecimal() and each.isascii() and len(each) < 19 for each in texts):
        raise settings.wrong("unified_alerting", "disabled_orgs", "numbers of organizations")
    return frozenset(map(int, texts))


def check(settings: Settings) -> None:
    """Raises `SettingsError` for what the engine cannot be built with."""
    disabled_orgs(settings)
    history_age(settings)
    recording = settings[RecordingRulesSettings]
    if recording.url and not recording.default_datasource_uid:
        try:
            parse_address(recording.url)
        except BadAddress as error:
            expected = "an address such as http://mimir/api/v1/push"
            raise settings.wrong("recording_rules", "url", expected) from error
