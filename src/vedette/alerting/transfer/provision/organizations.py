"""The organization of an entry of an alerting file."""

from vedette.provisioning.entry import Entry


def org_of(entry: Entry) -> int:
    """Return the id; absent and any below 1 mean the first organization, as in Grafana 10.4."""
    return max(1, entry.whole("orgId", "orgID", "org_id", default=1))
