"""Signing in, users and what protects both."""

from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, setting

ROLES = ("Viewer", "Editor", "Admin")


class SecuritySettings(Section, name="security"):
    """Configures the administrator, encryption, cookies and security headers."""

    disable_initial_admin_creation: bool = setting(
        False, "Do not create an administrator at the first start."
    )
    admin_user: str = setting(
        "admin", "Login of the administrator created at the first start.", required=True
    )
    admin_password: Secret = setting(
        Secret(""),
        "Password of that administrator, used at the first start only. If it is empty, a "
        "password is generated and printed once. In production, a short or well-known "
        "password must be changed at the first login.",
    )
    admin_email: str = setting("admin@localhost", "E-mail address of that administrator.")
    secret_key: Secret = setting(
        Secret(""),
        "Key that encrypts stored secrets: at least 32 random bytes, such as the output of "
        "`openssl rand -base64 32`. Production refuses shorter and published keys. If it is "
        "empty on the embedded database, a key is generated and stored in the data "
        "directory. Required with PostgreSQL in production.",
    )
    secret_key_fallbacks: Secret = setting(
        Secret(""),
        "Additional keys that decrypt stored secrets while secret_key changes, separated by "
        "spaces. After `vedette admin rotate-secret-key` they are no longer needed.",
    )
    encryption_provider: str = setting(
        "secretKey.v1",
        "Encryption provider of secret_key. Vedette has a single one.",
        acted_on=False,
    )
    disable_gravatar: bool = setting(
        True, "Do not load avatars from gravatar.com. Vedette never loads them.", acted_on=False
    )
    data_source_proxy_whitelist: tuple[str, ...] = setting(
        (),
        "The only host:port pairs that the data source proxy can reach. Leave empty to allow any.",
    )
    disable_brute_force_login_protection: bool = setting(
        False, "Allow any number of failed login attempts."
    )
    brute_force_login_protection_max_attempts: int = setting(
        5,
        "Number of failed login attempts that locks an account, by login and e-mail address "
        "together. Addresses from which the user has an active session are counted "
        "separately.",
        at_least=1,
    )
    brute_force_login_protection_window: timedelta = setting(
        timedelta(minutes=5), "Period in which failed login attempts are counted.", bare_unit="s"
    )
    brute_force_login_protection_max_attempts_per_address: int = setting(
        60,
        "Maximum failed login attempts per minute from one address (a /64 network for IPv6), "
        "for any account. The login page and basic authentication are counted separately. 0 "
        "removes the limit.",
        at_least=0,
    )
    cookie_secure: bool = setting(
        False, "Send cookies over HTTPS only. Always enabled if root_url is https."
    )
    cookie_samesite: str = setting(
        "lax",
        "SameSite attribute of cookies.",
        choices=("lax", "strict", "none", "disabled"),
    )
    allow_embedding: bool = setting(False, "Allow other sites to embed pages in frames.")
    strict_transport_security: bool = setting(
        False, "Send the Strict-Transport-Security (HSTS) header."
    )
    strict_transport_security_max_age_seconds: int = setting(
        86_400, "Value of max-age in the HSTS header.", unit="seconds", at_least=0
    )
    strict_transport_security_preload: bool = setting(False, "Add preload to the HSTS header.")
    strict_transport_security_subdomains: bool = setting(
        False, "Add includeSubDomains to the HSTS header."
    )
    x_content_type_options: bool = setting(True, "Send X-Content-Type-Options: nosniff.")
    x_xss_protection: bool = setting(True, "Send X-XSS-Protection to old browsers.")
    content_security_policy: bool = setting(
        True, "Send a Content-Security-Policy header with pages."
    )
    content_security_policy_template: str = setting(
        "", "Policy to send instead of the built-in one. $NONCE and $ROOT_PATH are replaced."
    )
    content_security_policy_report_only: bool = setting(
        False, "Send a Content-Security-Policy-Report-Only header.", acted_on=False
    )
    content_security_policy_report_only_template: str = setting(
        "", "Policy of the report-only header.", acted_on=False
    )
    csrf_trusted_origins: tuple[str, ...] = setting(
        (),
        "Additional origins whose pages can send write requests with a user's cookie, such "
        "as https://wiki.example.org. A bare host name allows both protocols.",
    )
    csrf_additional_headers: tuple[str, ...] = setting(
        (),
        "Headers in which a proxy sends the original host, such as X-Forwarded-Host. Pages "
        "of that host can send write requests. The proxy must overwrite these headers of "
        "clients.",
    )
    angular_support_enabled: bool = setting(
        False, "Load Angular plugins. Vedette never loads them.", acted_on=False
    )


class SecurityEncryptionSettings(Section, name="security.encryption", acted_on=False):
    """Configures the cache of data encryption keys."""

    data_keys_cache_ttl: timedelta = setting(
        timedelta(minutes=15), "TTL of cached keys.", bare_unit="s"
    )
    data_keys_cache_cleanup_interval: timedelta = setting(
        timedelta(minutes=1), "Interval between removals of expired keys.", bare_unit="s"
    )


class UsersSettings(Section, name="users"):
    """Configures user accounts."""

    allow_sign_up: bool = setting(False, "Allow visitors to create an account.", acted_on=False)
    allow_org_create: bool = setting(False, "Allow users to create organizations.", acted_on=False)
    auto_assign_org: bool = setting(True, "Add new users to one organization.")
    auto_assign_org_id: int = setting(1, "ID of the organization of new users.", at_least=1)
    auto_assign_org_role: str = setting(
        "Viewer", "Role of new users in that organization.", choices=ROLES
    )
    verify_email_enabled: bool = setting(
        False, "Require users to confirm their e-mail address.", acted_on=False
    )
    login_hint: str = setting("email or username", "Placeholder of the login field.")
    password_hint: str = setting("password", "Placeholder of the password field.")
    default_theme: str = setting(
        "dark", "Theme of users without a preference.", choices=("dark", "light", "system")
    )
    default_language: str = setting(
        "en-US",
        "Language of users without a preference.",
        aliases=("default_locale",),
        acted_on=False,
    )
    home_page: str = setting("", "Path to open instead of the home dashboard.", acted_on=False)
    external_manage_link_url: str = setting(
        "", "Address of an external user management page.", acted_on=False
    )
    external_manage_link_name: str = setting("", "Label of the link to that page.", acted_on=False)
    external_manage_info: str = setting("", "Text next to that link.", acted_on=False)
    viewers_can_edit: bool = setting(
        False, "Allow viewers to use Explore. Viewers still cannot save dashboards."
    )
    editors_can_admin: bool = setting(
        False, "Allow editors to manage the resources that they created.", acted_on=False
    )
    user_invite_max_lifetime_duration: timedelta = setting(
        timedelta(hours=24), "Validity of an invitation.", acted_on=False
    )
    verification_email_max_lifetime_duration: timedelta = setting(
        timedelta(hours=1), "Validity of a confirmation link.", acted_on=False
    )
    last_seen_update_interval: timedelta = setting(
        timedelta(minutes=15),
        "Minimum interval between updates of a user's last activity.",
        acted_on=False,
    )
    hidden_users: tuple[str, ...] = setting(
        (), "Logins of users that are hidden from other users.", acted_on=False
    )


class AuthSettings(Section, name="auth"):
    """Configures sessions and the login page."""

    login_cookie_name: str = setting(
        "vedette_session",
        "Name of the session cookie. The default is __Host-vedette_session if cookies are "
        "secure and root_url has no path.",
        required=True,
    )
    login_maximum_inactive_lifetime_duration: timedelta = setting(
        timedelta(days=7),
        "Maximum time without activity before a session expires.",
        aliases=("login_maximum_inactive_lifetime_days",),
        bare_unit="d",
    )
    login_maximum_lifetime_duration: timedelta = setting(
        timedelta(days=30),
        "Maximum lifetime of a session.",
        aliases=("login_maximum_lifetime_days",),
        bare_unit="d",
    )
    token_rotation_interval_minutes: int = setting(
        10,
        "Interval between replacements of the token of an active session.",
        unit="minutes",
        at_least=2,
    )
    disable_login_form: bool = setting(
        False,
        "Hide the login form and refuse POST /login. Basic authentication is controlled by "
        "[auth.basic] enabled.",
    )
    disable_login: bool = setting(False, "Disable login.", acted_on=False)
    disable_signout_menu: bool = setting(False, "Hide the sign-out menu.", acted_on=False)
    signout_redirect_url: str = setting(
        "", "Address to which users are redirected after signing out."
    )
    oauth_auto_login: bool = setting(
        False, "Redirect to the only OAuth provider immediately.", acted_on=False
    )
    oauth_state_cookie_max_age: int = setting(
        600, "Time limit of an OAuth login.", unit="seconds", acted_on=False, at_least=1
    )
    oauth_skip_org_role_update_sync: bool = setting(
        False, "Do not update roles at login.", acted_on=False
    )
    oauth_allow_insecure_email_lookup: bool = setting(
        False, "Find users by e-mail address.", acted_on=False
    )
    api_key_max_seconds_to_live: int = setting(
        -1, "Maximum lifetime of a token. -1 removes the limit.", unit="seconds", at_least=-1
    )
    sigv4_auth_enabled: bool = setting(
        False, "Allow data sources to sign requests with AWS Signature Version 4.", acted_on=False
    )
    azure_auth_enabled: bool = setting(
        False, "Allow data sources to authenticate with Azure.", acted_on=False
    )
    id_response_header_enabled: bool = setting(
        False, "Send the ID of the signed-in user in a response header.", acted_on=False
    )
    id_response_header_prefix: str = setting(
        "X-Vedette", "Prefix of the name of that header.", acted_on=False
    )


class AnonymousSettings(Section, name="auth.anonymous"):
    """Configures access without an account."""

    enabled: bool = setting(False, "Allow anonymous access.")
    org_name: str = setting(
        "Main Org.",
        "Organization of anonymous visitors. If no organization has this name, they are refused.",
    )
    org_role: str = setting(
        "Viewer", "Role of anonymous visitors in that organization.", choices=ROLES
    )
    hide_version: bool = setting(False, "Hide the server's version from anonymous visitors.")
    device_limit: int = setting(
        0, "Maximum number of anonymous devices. 0 removes the limit.", acted_on=False, at_least=0
    )


class BasicAuthSettings(Section, name="auth.basic"):
    """Configures basic authentication, with user name and password in the Authorization header."""

    enabled: bool = setting(True, "Accept basic authentication.")
    password_policy: bool = setting(
        False,
        "Require new passwords to have at least 12 characters, with upper-case and "
        "lower-case letters, digits and symbols.",
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
