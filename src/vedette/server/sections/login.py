"""Ways to sign in that come with later issues: OAuth, proxies, tokens, directories."""

from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, setting


class OAuthSettings(Section, name="auth.generic_oauth", acted_on=False):
    """Configures login with an OAuth 2 or OpenID Connect provider."""

    enabled: bool = setting(False, "Enable login with this provider.")
    name: str = setting("OAuth", "Label of the login button.")
    icon: str = setting("signin", "Icon of the login button.")
    allow_sign_up: bool = setting(True, "Create accounts for unknown users.")
    auto_login: bool = setting(False, "Redirect to the provider without showing the login page.")
    client_id: str = setting("", "Client ID registered at the provider.")
    client_secret: Secret = setting(Secret(""), "Client secret registered at the provider.")
    auth_url: str = setting("", "Authorization endpoint of the provider.")
    token_url: str = setting("", "Token endpoint of the provider.")
    api_url: str = setting("", "User info endpoint of the provider.")
    signout_redirect_url: str = setting(
        "", "Address to which users are redirected after signing out."
    )
    scopes: tuple[str, ...] = setting(("user:email",), "Requested scopes.")
    empty_scopes: bool = setting(False, "Request no scopes.")
    auth_style: str = setting(
        "AutoDetect",
        "How the client authenticates at token_url.",
        choices=("AutoDetect", "InParams", "InHeader", ""),
    )
    id_token_attribute_name: str = setting("", "Name of the attribute that contains the ID token.")
    login_attribute_path: str = setting("", "JMESPath of the login.")
    name_attribute_path: str = setting("", "JMESPath of the name.")
    email_attribute_name: str = setting(
        "email:primary", "Name of the attribute that contains the e-mail address."
    )
    email_attribute_path: str = setting("", "JMESPath of the e-mail address.")
    role_attribute_path: str = setting("", "JMESPath of the role.")
    role_attribute_strict: bool = setting(False, "Refuse users without a matching role.")
    allow_assign_grafana_admin: bool = setting(
        False, "Allow the role GrafanaAdmin to grant server administrator rights."
    )
    skip_org_role_sync: bool = setting(False, "Do not update roles at login.")
    org_attribute_path: str = setting("", "JMESPath of the organizations.")
    org_mapping: tuple[str, ...] = setting(
        (), "Mapping of the provider's organizations to organizations and roles."
    )
    groups_attribute_path: str = setting("", "JMESPath of the groups.")
    allowed_groups: tuple[str, ...] = setting((), "Groups whose members can log in.")
    allowed_domains: tuple[str, ...] = setting((), "E-mail domains whose users can log in.")
    allowed_organizations: tuple[str, ...] = setting((), "Organizations whose members can log in.")
    team_ids: tuple[str, ...] = setting((), "IDs of teams whose members can log in.")
    team_ids_attribute: str = setting(
        "", "JMESPath of the team IDs.", aliases=("team_ids_attribute_path",)
    )
    teams_url: str = setting("", "Address of the provider's list of teams.")
    tls_skip_verify_insecure: bool = setting(False, "Do not verify the provider's certificate.")
    tls_client_cert: str = setting("", "Path of the client certificate.")
    tls_client_key: str = setting("", "Path of the client certificate's private key.")
    tls_client_ca: str = setting(
        "", "Path of the CA certificate that signed the provider's certificate."
    )
    use_pkce: bool = setting(True, "Use PKCE with S256.")
    use_refresh_token: bool = setting(False, "Refresh expired access tokens.")
    login_prompt: str = setting(
        "", "Value of the prompt parameter, which selects the provider's prompt."
    )


class GithubSettings(OAuthSettings, name="auth.github", acted_on=False):
    """Configures login with GitHub."""


class GitlabSettings(OAuthSettings, name="auth.gitlab", acted_on=False):
    """Configures login with GitLab."""


class GoogleSettings(OAuthSettings, name="auth.google", acted_on=False):
    """Configures login with Google."""

    hosted_domain: str = setting("", "Domain of the accounts that the provider offers.")
    validate_hd: bool = setting(True, "Verify the domain of the account.")


class AzureSettings(OAuthSettings, name="auth.azuread", acted_on=False):
    """Configures login with Microsoft Entra ID (Azure AD)."""

    force_use_graph_api: bool = setting(False, "Always request groups from the Graph API.")


class OktaSettings(OAuthSettings, name="auth.okta", acted_on=False):
    """Configures login with Okta."""


class GrafanaComSettings(OAuthSettings, name="auth.grafana_com", acted_on=False):
    """Configures login with a grafana.com account."""


class AuthProxySettings(Section, name="auth.proxy", acted_on=False):
    """Configures login with a header that a trusted proxy sets."""

    enabled: bool = setting(False, "Trust the header.")
    header_name: str = setting("X-WEBAUTH-USER", "Header that contains the user's identity.")
    header_property: str = setting(
        "username", "Property of the user that the header contains.", choices=("username", "email")
    )
    auto_sign_up: bool = setting(True, "Create accounts for unknown users.")
    sync_ttl: int = setting(
        15, "Interval between updates of a user's properties.", unit="minutes", at_least=0
    )
    whitelist: tuple[str, ...] = setting((), "Addresses and networks of trusted proxies.")
    headers: tuple[str, ...] = setting(
        (), "Additional headers with user properties, as Name:X-WEBAUTH-NAME."
    )
    headers_encoded: bool = setting(False, "Decode header values as quoted-printable.")
    enable_login_token: bool = setting(False, "Create a session for the user.")


class JwtSettings(Section, name="auth.jwt", acted_on=False):
    """Configures login with a JSON Web Token."""

    enabled: bool = setting(False, "Accept JSON Web Tokens.")
    enable_login_token: bool = setting(False, "Create a session for the user.")
    header_name: str = setting("", "Header that contains the token.")
    email_claim: str = setting("", "Claim that contains the e-mail address.")
    username_claim: str = setting("", "Claim that contains the login.")
    email_attribute_path: str = setting("", "JMESPath of the e-mail address.")
    username_attribute_path: str = setting("", "JMESPath of the login.")
    jwk_set_url: str = setting("", "Address of the JSON Web Key Set.")
    jwk_set_file: str = setting("", "Path of a file with the JSON Web Key Set.")
    key_file: str = setting("", "Path of a file with a PEM-encoded key.")
    key_id: str = setting("", "ID of the key in `key_file`.")
    cache_ttl: timedelta = setting(timedelta(minutes=60), "TTL of cached keys.", bare_unit="s")
    expected_claims: str = setting(
        "{}", "Required claims and their values, as JSON.", aliases=("expect_claims",)
    )
    role_attribute_path: str = setting("", "JMESPath of the role.")
    role_attribute_strict: bool = setting(False, "Refuse users without a matching role.")
    groups_attribute_path: str = setting("", "JMESPath of the groups.")
    auto_sign_up: bool = setting(False, "Create accounts for unknown users.")
    url_login: bool = setting(False, "Accept tokens in the URL.")
    allow_assign_grafana_admin: bool = setting(
        False, "Allow the role GrafanaAdmin to grant server administrator rights."
    )
    skip_org_role_sync: bool = setting(False, "Do not update roles at login.")


class LdapSettings(Section, name="auth.ldap", acted_on=False):
    """Configures login with an LDAP directory."""

    enabled: bool = setting(False, "Enable LDAP.")
    config_file: str = setting("", "Path of the LDAP configuration file.")
    allow_sign_up: bool = setting(True, "Create accounts for unknown users.")
    skip_org_role_sync: bool = setting(False, "Do not update roles at login.")
    sync_cron: str = setting("0 1 * * *", "Cron schedule of the synchronization of all users.")
    active_sync_enabled: bool = setting(True, "Synchronize all users on this schedule.")


class RbacSettings(Section, name="rbac", acted_on=False):
    """Configures role-based access control."""

    permission_cache: bool = setting(True, "Cache permissions.")
    reset_basic_roles: bool = setting(
        False, "Reset the permissions of the basic roles to their defaults."
    )
    permission_validation_enabled: bool = setting(True, "Refuse unknown actions and scopes.")
    single_organization: bool = setting(False, "Use a single organization.")


class ServiceAccountsSettings(Section, name="service_accounts", acted_on=False):
    """Configures service accounts."""

    token_expiration_day_limit: int = setting(
        0, "Maximum lifetime of tokens. 0 removes the limit.", unit="days", at_least=0
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
