"""Time zones by the names of the IANA database, such as Europe/Berlin."""


def is_time_zone(name: str) -> bool:
    from zoneinfo import ZoneInfo  # Loads a database of names.

    try:
        ZoneInfo(name)
    except (ValueError, KeyError, OSError):
        return False
    return True
