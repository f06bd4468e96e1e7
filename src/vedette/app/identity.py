"""Users, organizations, sessions, logins and tokens, built from the configuration."""

from datetime import timedelta

import msgspec

from vedette.app.addresses import session_cookie
from vedette.crypto.passwords import PasswordHashes
from vedette.db.database import Database
from vedette.identity.anonymous import Anonymous
from vedette.identity.api.admin_users import AdminUsersApi
from vedette.identity.api.keys import KeysApi
from vedette.identity.api.login import LoginApi
from vedette.identity.api.org import OrgApi
from vedette.identity.api.orgs import OrgsApi
from vedette.identity.api.preferences import PreferencesApi
from vedette.identity.api.serviceaccounts import ServiceAccountsApi
from vedette.identity.api.user import CurrentUser, UserApi, describe
from vedette.identity.api.users import UsersApi
from vedette.identity.authenticate import AuthenticationMethods, Authenticator, CookieRules
from vedette.identity.changes import AccountChanges
from vedette.identity.service.guessing import GuessingRules
from vedette.identity.service.login import Login
from vedette.identity.service.members import OrgMembers
from vedette.identity.service.organizations import Organizations
from vedette.identity.service.password_rules import PasswordRules
from vedette.identity.service.profile import FindDashboard, Profile
from vedette.identity.service.sessions import Lifetimes, Sessions
from vedette.identity.service.tokens import ServiceAccounts
from vedette.identity.service.users import UserAccounts
from vedette.identity.settings import (
    AnonymousSettings,
    AuthSettings,
    BasicAuthSettings,
    SecuritySettings,
    UsersSettings,
)
from vedette.kernel.clock import Clock
from vedette.kernel.principal import Principal
from vedette.settings import Settings
from vedette.web.origins import Origins
from vedette.web.routes import Route


class Identity(msgspec.Struct, frozen=True):
    users: UserAccounts
    members: OrgMembers
    orgs: Organizations
    profile: Profile
    sessions: Sessions
    authenticator: Authenticator
    changes: AccountChanges
    passwords: PasswordHashes
    guessing: GuessingRules
    routes: list[Route]

    async def describe(self, who: Principal) -> CurrentUser:
        return await describe(self.users, self.orgs, self.profile, who)


def build(
    database: Database,
    clock: Clock,
    settings: Settings,
    *,
    root_url: str,
    sub_path: str,
    is_https: bool,
    passwords: PasswordHashes,
    find_dashboard: FindDashboard,
) -> Identity:
    security, auth = settings[SecuritySettings], settings[AuthSettings]
    anonymous = settings[AnonymousSettings]
    sessions = Sessions(
        database,
        clock,
        Lifetimes(
            idle=auth.login_maximum_inactive_lifetime_duration,
            absolute=auth.login_maximum_lifetime_duration,
            rotation=timedelta(minutes=auth.token_rotation_interval_minutes),
        ),
    )
    guessing = GuessingRules(
        attempts=security.brute_force_login_protection_max_attempts,
        window=security.brute_force_login_protection_window,
        per_address=security.brute_force_login_protection_max_attempts_per_address,
        is_enabled=not security.disable_brute_force_login_protection,
    )
    login = Login(database, clock, passwords, guessing)
    cookies = CookieRules(
        name=session_cookie(settings),
        path=sub_path or "/",
        is_secure=security.cookie_secure or is_https,
        same_site="" if security.cookie_samesite == "disabled" else security.cookie_samesite,
        max_age=sessions.max_age,
        rotation=sessions.rotation_seconds,
    )
    basic = settings[BasicAuthSettings]
    methods = AuthenticationMethods(
        basic=basic.enabled,
        anonymous=Anonymous(
            database,
            clock,
            role=anonymous.org_role if anonymous.enabled else "",
            org_name=anonymous.org_name,
        ),
        origins=Origins(
            root_url,
            security.csrf_trusted_origins,
            host_headers=security.csrf_additional_headers,
        ),
    )
    changes = AccountChanges()
    authenticator = Authenticator(database, clock, sessions, login, cookies, methods, changes)
    users = settings[UsersSettings]
    role = users.auto_assign_org_role if users.auto_assign_org else "None"
    rules = password_rules(settings)
    accounts = UserAccounts(
        database, clock, passwords, default_role=role, changed=changes.publish, rules=rules
    )
    members = OrgMembers(database, clock, changed=changes.publish)
    orgs = Organizations(database, clock)
    profile = Profile(database, clock, find_dashboard)
    service_accounts = ServiceAccounts(
        database, clock, changes.publish, auth.api_key_max_seconds_to_live
    )
    after_logout = auth.signout_redirect_url or f"{sub_path}/login"
    return Identity(
        accounts,
        members,
        orgs,
        profile,
        sessions,
        authenticator,
        changes,
        passwords,
        guessing,
        [
            *LoginApi(
                login,
                sessions,
                authenticator,
                cookies,
                clock,
                home=f"{sub_path}/",
                after_logout=after_logout,
                is_form_enabled=not auth.disable_login_form,
            ).routes(),
            *UserApi(accounts, members, orgs, profile, sessions, authenticator, cookies).routes(),
            *PreferencesApi(profile, of_org=False).routes(),
            *PreferencesApi(profile, of_org=True).routes(),
            *UsersApi(accounts, members, clock).routes(),
            *AdminUsersApi(accounts, sessions, default_org=users.auto_assign_org_id).routes(),
            *OrgApi(orgs, members, clock).routes(),
            *OrgsApi(orgs, members, clock).routes(),
            *ServiceAccountsApi(service_accounts, clock).routes(),
            *KeysApi(service_accounts).routes(),
        ],
    )


def password_rules(settings: Settings) -> PasswordRules:
    basic = settings[BasicAuthSettings]
    return PasswordRules(basic.min_password_length, is_strict=basic.password_policy)
