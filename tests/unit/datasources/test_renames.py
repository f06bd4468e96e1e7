"""Names that sources of files take from each other: for any two listings, one after the other."""

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.datasources.test_rules import source

from vedette.datasources.model import DataSourceDraft
from vedette.datasources.provision.files import DataSourceEntry
from vedette.datasources.provision.listing import DataSourceListing
from vedette.datasources.provision.stored import Stored

NAMES = st.lists(st.sampled_from("abcdef"), min_size=5, max_size=5, unique=True)
UIDS = "12345"


def stored_and_listed(before, after, strangers=()):
    sources = [
        source(
            id=int(uid),
            org_id=1,
            uid=uid,
            name=name,
            is_provisioned=uid not in strangers,
            file_version=0,
        )
        for uid, name in before.items()
    ]
    listing = DataSourceListing({"": 1})
    for line, (uid, name) in enumerate(after.items()):
        listing.add(
            "a", DataSourceEntry(DataSourceDraft(name=name, type="test", uid=uid), 1, "", line)
        )
    stored = Stored(sources)
    stored.rename(listing)
    return sources, stored


def names_afterwards(sources, stored, after):
    return {
        each.uid: after[each.uid] if stored.is_renamed(each, after.get(each.uid, "")) else each.name
        for each in sources
    }


@given(NAMES, NAMES)
def test_sources_that_files_list_get_their_names_in_any_order(before, after):
    before, after = dict(zip(UIDS, before, strict=True)), dict(zip(UIDS, after, strict=True))
    assert names_afterwards(*stored_and_listed(before, after), after) == after


@given(NAMES, NAMES, st.sets(st.sampled_from(UIDS)), st.sets(st.sampled_from(UIDS)))
def test_no_name_is_given_twice_and_whoever_keeps_the_old_one_is_in_the_way_of_it(
    before, after, strangers, unlisted
):
    before = dict(zip(UIDS, before, strict=True))
    after = {u: n for u, n in zip(UIDS, after, strict=True) if u not in unlisted}
    found = names_afterwards(*stored_and_listed(before, after, strangers), after)
    assert len(set(found.values())) == len(found)
    for uid, name in after.items():
        if found[uid] != name and uid not in strangers:
            assert name in found.values()
    for uid in strangers | unlisted:
        assert found[uid] == before[uid]
