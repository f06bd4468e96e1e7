"""Who may what: a check on one object and a filter for many always agree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.access.actions import ACTIONS, EXPLORE, PARTS, ROLES
from vedette.access.evaluator import RolePermissions
from vedette.access.guard import needs
from vedette.access.model import Principal, Scope

roles = st.sampled_from([*ROLES, "nonsense"])
actions = st.sampled_from([*ACTIONS, *PARTS])
kinds = st.sampled_from(["user", "token", "anonymous"])
uids = st.text("abcdefghij-_0123456789", min_size=1, max_size=40)


@given(roles, kinds, actions, uids, st.booleans())
async def test_the_filter_shows_exactly_what_the_check_allows(
    role: str, kind: str, action: str, uid: str, server_admin: bool
) -> None:
    who = Principal(kind, 7, 1, role, is_server_admin=server_admin)  # type: ignore[arg-type]
    permissions = RolePermissions()
    verdict = await permissions.can(who, action, Scope("dashboards", uid))
    visible = await permissions.visible(who, action, "dashboards")
    assert verdict.allowed == (visible.everything or uid in visible.uids)
    assert verdict.reason


@given(roles, actions)
async def test_a_finer_name_never_grants_more_than_what_it_is_part_of(
    role: str, action: str
) -> None:
    who, permissions = Principal("user", 7, 1, role), RolePermissions()
    part = await permissions.can(who, action)
    whole = await permissions.can(who, PARTS.get(action, action))
    assert part.allowed <= whole.allowed
    assert part.allowed == whole.allowed or (role, action) == ("Viewer", EXPLORE)


async def test_viewers_may_explore_only_where_the_setting_lets_them() -> None:
    viewer, editor = Principal("user", 7, 1, "Viewer"), Principal("user", 8, 1, "Editor")
    allowing = RolePermissions(viewers_can_edit=True)
    assert not (await RolePermissions().can(viewer, EXPLORE)).allowed
    assert (await allowing.can(viewer, EXPLORE)).allowed
    assert not (await allowing.can(viewer, "dashboards:write")).allowed
    assert (await RolePermissions().can(editor, EXPLORE)).allowed
    assert not (await allowing.can(Principal("user", 9, 1, "None"), EXPLORE)).allowed


async def test_a_server_admin_without_a_role_has_no_rights_in_the_organization() -> None:
    who = Principal("user", 7, 1, "None", is_server_admin=True)
    assert not (await RolePermissions().can(who, "dashboards:read")).allowed


def test_no_route_forgets_the_setting_that_decides_about_explore() -> None:
    with pytest.raises(ValueError, match="datasources:explore"):
        needs(EXPLORE)
    assert needs(EXPLORE, RolePermissions()).name == EXPLORE
