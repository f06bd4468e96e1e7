"""Ways to sign in that come with later issues: OAuth, proxies, tokens, directories."""

from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, setting


class OAuthSettings(Section, name="auth.generic_oauth", acted_on=False):
    """Signing in by any OAuth 2 or OpenID Connect provider."""

    enabled: bool = setting(False, "Offer it.")
    name: str = setting("OAuth", "Name on the button.")
    icon: str = setting("signin", "Icon on the button.")
    allow_sign_up: bool = setting(True, "Create accounts for unknown users.")
    auto_login: bool = setting(False, "Redirect to the provider without a login page.")
    client_id: str = setting("", "Our name at the provider.")
    client_secret: Secret = setting(Secret(""), "Our password at the provider.")
    auth_url: str = setting("", "Address of the login page of the provider.")
    token_url: str = setting("", "Address that hands out tokens.")
    api_url: str = setting("", "Address that describes the user.")
    signout_redirect_url: str = setting("", "Address to sign out at the provider.")
    scopes: tuple[str, ...] = setting(("user:email",), "Requested scopes.")
    empty_scopes: bool = setting(False, "Request no scopes.")
    auth_style: str = setting(
        "AutoDetect",
        "How we log in at token_url.",
        choices=("AutoDetect", "InParams", "InHeader", ""),
    )
    id_token_attribute_name: str = setting("", "Key that holds the ID token.")
    login_attribute_path: str = setting("", "JMESPath to the login.")
    name_attribute_path: str = setting("", "JMESPath to the name.")
    email_attribute_name: str = setting("email:primary", "Attribute that holds the address.")
    email_attribute_path: str = setting("", "JMESPath to the e-mail address.")
    role_attribute_path: str = setting("", "JMESPath to the role.")
    role_attribute_strict: bool = setting(False, "Refuse users without a matching role.")
    allow_assign_grafana_admin: bool = setting(
        False, "Let the role GrafanaAdmin make server administrators."
    )
    skip_org_role_sync: bool = setting(False, "Leave roles as they are at login.")
    org_attribute_path: str = setting("", "JMESPath to the organizations.")
    org_mapping: tuple[str, ...] = setting((), "Which of them gets which role where.")
    groups_attribute_path: str = setting("", "JMESPath to the groups.")
    allowed_groups: tuple[str, ...] = setting(
        (), "Groups of which users must be a member of at least one."
    )
    allowed_domains: tuple[str, ...] = setting((), "Domains of e-mail addresses let in.")
    allowed_organizations: tuple[str, ...] = setting((), "Organizations let in.")
    team_ids: tuple[str, ...] = setting((), "Teams let in, as integers.")
    team_ids_attribute: str = setting(
        "", "JMESPath to the teams.", aliases=("team_ids_attribute_path",)
    )
    teams_url: str = setting("", "Address that lists the teams.")
    tls_skip_verify_insecure: bool = setting(False, "Do not check the provider's certificate.")
    tls_client_cert: str = setting("", "Client certificate.")
    tls_client_key: str = setting("", "Key of that certificate.")
    tls_client_ca: str = setting("", "Authority that signed the provider's certificate.")
    use_pkce: bool = setting(True, "Use PKCE with S256.")
    use_refresh_token: bool = setting(False, "Renew expired tokens.")
    login_prompt: str = setting("", "Prompt that the provider shows.")


class GithubSettings(OAuthSettings, name="auth.github", acted_on=False):
    """Signing in by GitHub."""


class GitlabSettings(OAuthSettings, name="auth.gitlab", acted_on=False):
    """Signing in by GitLab."""


class GoogleSettings(OAuthSettings, name="auth.google", acted_on=False):
    """Signing in by Google."""

    hosted_domain: str = setting("", "Domain of the accounts to choose from.")
    validate_hd: bool = setting(True, "Check that domain.")


class AzureSettings(OAuthSettings, name="auth.azuread", acted_on=False):
    """Signing in by Azure AD."""

    force_use_graph_api: bool = setting(False, "Always request groups from the Graph API.")


class OktaSettings(OAuthSettings, name="auth.okta", acted_on=False):
    """Signing in by Okta."""


class GrafanaComSettings(OAuthSettings, name="auth.grafana_com", acted_on=False):
    """Signing in by an account of grafana.com."""


class AuthProxySettings(Section, name="auth.proxy", acted_on=False):
    """Signing in by a header of a trusted proxy."""

    enabled: bool = setting(False, "Believe the header.")
    header_name: str = setting("X-WEBAUTH-USER", "Header that names the user.")
    header_property: str = setting("username", "What it holds.", choices=("username", "email"))
    auto_sign_up: bool = setting(True, "Create accounts for unknown users.")
    sync_ttl: int = setting(15, "How often users are updated.", unit="minutes", at_least=0)
    whitelist: tuple[str, ...] = setting((), "Addresses and networks of trusted proxies.")
    headers: tuple[str, ...] = setting((), "Other headers, as Name:X-WEBAUTH-NAME.")
    headers_encoded: bool = setting(False, "Headers are quoted-printable.")
    enable_login_token: bool = setting(False, "Start a session of our own.")


class JwtSettings(Section, name="auth.jwt", acted_on=False):
    """Signing in by a signed token."""

    enabled: bool = setting(False, "Accept tokens.")
    enable_login_token: bool = setting(False, "Start a session of our own.")
    header_name: str = setting("", "Header that holds the token.")
    email_claim: str = setting("", "Claim that holds the e-mail address.")
    username_claim: str = setting("", "Claim that holds the login.")
    email_attribute_path: str = setting("", "JMESPath to the e-mail address.")
    username_attribute_path: str = setting("", "JMESPath to the login.")
    jwk_set_url: str = setting("", "Address of the keys.")
    jwk_set_file: str = setting("", "File of the keys.")
    key_file: str = setting("", "File of one key.")
    key_id: str = setting("", "Its id.")
    cache_ttl: timedelta = setting(timedelta(minutes=60), "How long keys are kept.", bare_unit="s")
    expected_claims: str = setting(
        "{}", "Claims that must be there, as JSON.", aliases=("expect_claims",)
    )
    role_attribute_path: str = setting("", "JMESPath to the role.")
    role_attribute_strict: bool = setting(False, "Refuse users without a matching role.")
    groups_attribute_path: str = setting("", "JMESPath to the groups.")
    auto_sign_up: bool = setting(False, "Create accounts for unknown users.")
    url_login: bool = setting(False, "Accept tokens in the address.")
    allow_assign_grafana_admin: bool = setting(
        False, "Let the role GrafanaAdmin make server administrators."
    )
    skip_org_role_sync: bool = setting(False, "Leave roles as they are at login.")


class LdapSettings(Section, name="auth.ldap", acted_on=False):
    """Signing in by a directory."""

    enabled: bool = setting(False, "Use the directory.")
    config_file: str = setting("", "File that describes it.")
    allow_sign_up: bool = setting(True, "Create accounts for unknown users.")
    skip_org_role_sync: bool = setting(False, "Leave roles as they are at login.")
    sync_cron: str = setting("0 1 * * *", "When all users are updated.")
    active_sync_enabled: bool = setting(True, "Update all users at that time.")


class RbacSettings(Section, name="rbac", acted_on=False):
    """Finer permissions."""

    permission_cache: bool = setting(True, "Keep permissions in memory.")
    reset_basic_roles: bool = setting(False, "Give the three roles their first permissions again.")
    permission_validation_enabled: bool = setting(True, "Refuse unknown actions and scopes.")
    single_organization: bool = setting(False, "There is one organization.")


class ServiceAccountsSettings(Section, name="service_accounts", acted_on=False):
    """Accounts of programs."""

    token_expiration_day_limit: int = setting(
        0, "Longest life of their tokens; 0 for no limit.", unit="days", at_least=0
    )


SECTIONS: tuple[type[Section], ...] = (
    OAuthSettings,
    GithubSettings,
    GitlabSettings,
    GoogleSettings,
    AzureSettings,
    OktaSettings,
    GrafanaComSettings,
    AuthProxySettings,
    JwtSettings,
    LdapSettings,
    RbacSettings,
    ServiceAccountsSettings,
)
