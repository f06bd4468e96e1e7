"""Signing in, users and what protects both."""

from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, setting

ROLES = ("Viewer", "Editor", "Admin")


class SecuritySettings(Section, name="security"):
    """Administrator, keys, cookies and headers."""

    disable_initial_admin_creation: bool = setting(
        False, "Create no administrator at the first start."
    )
    admin_user: str = setting(
        "admin", "Login of the administrator created at the first start.", required=True
    )
    admin_password: Secret = setting(
        Secret(""),
        "Password of that administrator. Empty: one is generated and printed once. "
        "Used at the first start only. In production, a short or well-known password "
        "must be changed at the first login.",
    )
    admin_email: str = setting("admin@localhost", "E-mail address of that administrator.")
    secret_key: Secret = setting(
        Secret(""),
        "Key that encrypts stored secrets: at least 32 random bytes, such as the output of"
        " `openssl rand -base64 32`. Shorter and published keys are refused in production. Empty on"
        " the embedded database: a key is generated and stored in the data directory. Required with"
        " PostgreSQL in production.",
    )
    secret_key_fallbacks: Secret = setting(
        Secret(""),
        "Additional keys that decrypt stored secrets while secret_key changes, "
        "separated by spaces. `vedette admin rotate-secret-key` makes them unnecessary.",
    )
    encryption_provider: str = setting(
        "secretKey.v1", "Scheme of the key above; there is one.", acted_on=False
    )
    disable_gravatar: bool = setting(
        True, "Do not load avatars from gravatar.com; never done.", acted_on=False
    )
    data_source_proxy_whitelist: tuple[str, ...] = setting(
        (), "The only host:port pairs that the data-source proxy may reach; empty for any."
    )
    disable_brute_force_login_protection: bool = setting(
        False, "Accept any number of wrong passwords."
    )
    brute_force_login_protection_max_attempts: int = setting(
        5,
        "Wrong passwords that lock an account, whichever of its names is used. "
        "Addresses from which it is signed in are counted separately.",
        at_least=1,
    )
    brute_force_login_protection_window: timedelta = setting(
        timedelta(minutes=5), "Time within which these wrong passwords are counted.", bare_unit="s"
    )
    brute_force_login_protection_max_attempts_per_address: int = setting(
        60,
        "Wrong passwords per minute from one address, an IPv6 /64, for any names: as many on the"
        " login page as by basic auth. 0 for no limit.",
        at_least=0,
    )
    cookie_secure: bool = setting(
        False, "Send cookies over HTTPS only. Always so where root_url is https."
    )
    cookie_samesite: str = setting(
        "lax",
        "SameSite attribute of cookies.",
        choices=("lax", "strict", "none", "disabled"),
    )
    allow_embedding: bool = setting(False, "Allow other sites to embed pages in frames.")
    strict_transport_security: bool = setting(False, "Send the HSTS header.")
    strict_transport_security_max_age_seconds: int = setting(
        86_400, "How long browsers remember it.", unit="seconds", at_least=0
    )
    strict_transport_security_preload: bool = setting(False, "Add preload to it.")
    strict_transport_security_subdomains: bool = setting(False, "Add includeSubDomains to it.")
    x_content_type_options: bool = setting(True, "Send X-Content-Type-Options: nosniff.")
    x_xss_protection: bool = setting(True, "Send X-XSS-Protection to old browsers.")
    content_security_policy: bool = setting(True, "Send a content security policy with pages.")
    content_security_policy_template: str = setting(
        "", "Policy to send instead of the built-in one; $NONCE and $ROOT_PATH are replaced."
    )
    content_security_policy_report_only: bool = setting(
        False, "Send a policy that only reports.", acted_on=False
    )
    content_security_policy_report_only_template: str = setting(
        "", "Policy to report on.", acted_on=False
    )
    csrf_trusted_origins: tuple[str, ...] = setting(
        (),
        "Other origins whose pages may write with a user's cookie, such as https://wiki.example.org;"
        " a bare host for both protocols.",
    )
    csrf_additional_headers: tuple[str, ...] = setting(
        (),
        "Headers in which a proxy sends the original host, such as X-Forwarded-Host; "
        "pages of that host can write. The proxy must overwrite headers of clients.",
    )
    angular_support_enabled: bool = setting(
        False, "Old plugins written in Angular; they never load.", acted_on=False
    )


class SecurityEncryptionSettings(Section, name="security.encryption", acted_on=False):
    """Keys that encrypt stored secrets, kept in memory."""

    data_keys_cache_ttl: timedelta = setting(timedelta(minutes=15), "How long.", bare_unit="s")
    data_keys_cache_cleanup_interval: timedelta = setting(
        timedelta(minutes=1), "How often old ones are dropped.", bare_unit="s"
    )


class UsersSettings(Section, name="users"):
    """Accounts."""

    allow_sign_up: bool = setting(False, "Let anyone make an account.", acted_on=False)
    allow_org_create: bool = setting(False, "Let users make organizations.", acted_on=False)
    auto_assign_org: bool = setting(True, "Put new users into one organization.")
    auto_assign_org_id: int = setting(1, "Organization of new users.", at_least=1)
    auto_assign_org_role: str = setting("Viewer", "Role in that organization.", choices=ROLES)
    verify_email_enabled: bool = setting(
        False, "Require a confirmed e-mail address.", acted_on=False
    )
    login_hint: str = setting("email or username", "Text in the empty login field.")
    password_hint: str = setting("password", "Text in the empty password field.")
    default_theme: str = setting(
        "dark", "Theme of users without a preference.", choices=("dark", "light", "system")
    )
    default_language: str = setting(
        "en-US", "Language of users who chose none.", aliases=("default_locale",), acted_on=False
    )
    home_page: str = setting("", "Path shown at home, not the home dashboard.", acted_on=False)
    external_manage_link_url: str = setting("", "Where users are managed.", acted_on=False)
    external_manage_link_name: str = setting("", "Name of that link.", acted_on=False)
    external_manage_info: str = setting("", "Text next to that link.", acted_on=False)
    viewers_can_edit: bool = setting(
        False, "Allow viewers to use Explore. Viewers still cannot save dashboards."
    )
    editors_can_admin: bool = setting(False, "Let editors manage what they made.", acted_on=False)
    user_invite_max_lifetime_duration: timedelta = setting(
        timedelta(hours=24), "How long an invitation is valid.", acted_on=False
    )
    verification_email_max_lifetime_duration: timedelta = setting(
        timedelta(hours=1), "How long a confirmation link is valid.", acted_on=False
    )
    last_seen_update_interval: timedelta = setting(
        timedelta(minutes=15), "How exactly we know when a user was here last.", acted_on=False
    )
    hidden_users: tuple[str, ...] = setting(
        (), "Logins that are hidden from other users.", acted_on=False
    )


class AuthSettings(Section, name="auth"):
    """Sessions and the login page."""

    login_cookie_name: str = setting(
        "vedette_session",
        "Name of the session cookie. The default is __Host-vedette_session where cookies are secure"
        " and there is no sub path.",
        required=True,
    )
    login_maximum_inactive_lifetime_duration: timedelta = setting(
        timedelta(days=7),
        "How long a session lasts without use.",
        aliases=("login_maximum_inactive_lifetime_days",),
        bare_unit="d",
    )
    login_maximum_lifetime_duration: timedelta = setting(
        timedelta(days=30),
        "How long a session lasts at most.",
        aliases=("login_maximum_lifetime_days",),
        bare_unit="d",
    )
    token_rotation_interval_minutes: int = setting(
        10, "How often the cookie of an active session is replaced.", unit="minutes", at_least=2
    )
    disable_login_form: bool = setting(
        False,
        "Hide the login form and refuse POST /login. [auth.basic] enabled controls basic auth.",
    )
    disable_login: bool = setting(False, "Switch off signing in.", acted_on=False)
    disable_signout_menu: bool = setting(False, "Show no way to sign out.", acted_on=False)
    signout_redirect_url: str = setting("", "Page shown after signing out.")
    oauth_auto_login: bool = setting(
        False, "Redirect to the only OAuth provider immediately.", acted_on=False
    )
    oauth_state_cookie_max_age: int = setting(
        600, "How long an OAuth login may take.", unit="seconds", acted_on=False, at_least=1
    )
    oauth_skip_org_role_update_sync: bool = setting(
        False, "Leave roles as they are at login.", acted_on=False
    )
    oauth_allow_insecure_email_lookup: bool = setting(
        False, "Match users by e-mail address.", acted_on=False
    )
    api_key_max_seconds_to_live: int = setting(
        -1, "Longest life of a token; -1 for no limit.", unit="seconds", at_least=-1
    )
    sigv4_auth_enabled: bool = setting(False, "Sign requests for AWS.", acted_on=False)
    azure_auth_enabled: bool = setting(False, "Log in to sources by Azure.", acted_on=False)
    id_response_header_enabled: bool = setting(
        False, "Say who is signed in by a response header.", acted_on=False
    )
    id_response_header_prefix: str = setting(
        "X-Vedette", "Start of that header's name.", acted_on=False
    )


class AnonymousSettings(Section, name="auth.anonymous"):
    """Visitors who are not signed in."""

    enabled: bool = setting(False, "Allow anonymous access.")
    org_name: str = setting(
        "Main Org.", "Organization they see; while there is none of this name they are refused."
    )
    org_role: str = setting("Viewer", "Role in that organization.", choices=ROLES)
    hide_version: bool = setting(False, "Hide the server's version from them.")
    device_limit: int = setting(0, "Devices at most; 0 for no limit.", acted_on=False, at_least=0)


class BasicAuthSettings(Section, name="auth.basic"):
    """Name and password in the Authorization header of requests."""

    enabled: bool = setting(True, "Accept basic authentication.")
    password_policy: bool = setting(
        False,
        "New passwords have at least 12 characters: upper-case and lower-case letters, digits and"
        " symbols.",
    )
    min_password_length: int = setting(
        5, "Minimum length of new passwords.", at_least=1, at_most=64
    )


SECTIONS: tuple[type[Section], ...] = (
    SecuritySettings,
    SecurityEncryptionSettings,
    UsersSettings,
    AuthSettings,
    AnonymousSettings,
    BasicAuthSettings,
)
