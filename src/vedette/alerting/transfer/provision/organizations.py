"""The organization of an entry of an alerting file."""

from vedette.provisioning.entry import Entry


def org_of(entry: Entry) -> int:
    """Return the id. A missing one and any below 1 is the first organization, as in Grafana
    10.4."""
    return max(1, entry.whole("orgId", "orgID", "org_id", default=1))
