"""Errors about users, organizations, sessions and tokens."""

from typing import ClassVar

from vedette.kernel.errors import (
    BadRequest,
    Conflict,
    Forbidden,
    NotFound,
    Stale,
    TooManyRequests,
    Unauthorized,
)


class WrongCredentials(Unauthorized):
    """The message is the same for every reason, so that callers cannot find out which accounts
    exist."""

    code: ClassVar[str] = "password-auth.failed"

    def __init__(self) -> None:
        super().__init__("Invalid username or password")


class WrongOldPassword(Unauthorized):
    """401 and this code, as clients of Grafana 10.4 expect. The session stays valid."""

    code: ClassVar[str] = "password-auth.failed"

    def __init__(self) -> None:
        super().__init__("The old password is wrong.")


class EmptySignIn(BadRequest):
    code: ClassVar[str] = "form-auth.invalid"

    def __init__(self) -> None:
        super().__init__("Enter a user name and a password.")


class LoginFormDisabled(BadRequest):
    """400 and this code, as clients of Grafana 10.4 expect."""

    code: ClassVar[str] = "auth.client.notConfigured"

    def __init__(self) -> None:
        super().__init__("Password login is disabled by [auth] disable_login_form.")


class TooManyAttempts(TooManyRequests):
    code: ClassVar[str] = "login.too_many_attempts"


class SessionEnded(Unauthorized):
    code: ClassVar[str] = "session.ended"


class BadToken(Unauthorized):
    code: ClassVar[str] = "api-key.invalid"


class TokenOfAnotherOrg(Unauthorized):
    code: ClassVar[str] = "api-key.organization-mismatch"

    def __init__(self) -> None:
        super().__init__("API key does not belong to the requested organization")


class Disabled(Unauthorized):
    """The account is disabled. Only callers with a valid token learn the reason; a login does
    not."""

    code: ClassVar[str] = "identity.disabled"

    def __init__(self) -> None:
        super().__init__("This service account is disabled.")


class OriginNotAllowed(Forbidden):
    code: ClassVar[str] = "origin.not_allowed"


class NotAMember(Forbidden):
    code: ClassVar[str] = "org.not_a_member"


class CannotSwitchOrg(Unauthorized):
    """401, as clients of Grafana 10.4 expect. The session stays valid."""

    code: ClassVar[str] = "org.cannot_switch"

    def __init__(self) -> None:
        super().__init__("You are not a member of this organization.")


class UserNotFound(NotFound):
    code: ClassVar[str] = "user.not_found"


class UserExists(Stale):
    """412, as clients of Grafana 10.4 expect for an existing login or e-mail address."""

    code: ClassVar[str] = "user.exists"


class AlreadyAMember(Conflict):
    code: ClassVar[str] = "org.already_a_member"


class BadUser(BadRequest):
    code: ClassVar[str] = "user.bad"


class NoLogin(BadRequest):
    code: ClassVar[str] = "user.empty-username-and-email"

    def __init__(self) -> None:
        super().__init__("A user needs a login or an e-mail address.")


class LastAdmin(BadRequest):
    code: ClassVar[str] = "user.last_admin"


class WeakPassword(BadRequest):
    code: ClassVar[str] = "password.weak"


class TokenNotFound(NotFound):
    code: ClassVar[str] = "serviceaccounts.ErrTokenNotFound"


class TokenExists(BadRequest):
    """400, as clients of Grafana 10.4 expect."""

    code: ClassVar[str] = "serviceaccounts.ErrTokenAlreadyExists"


class ApiKeyNotFound(NotFound):
    code: ClassVar[str] = "api_key.not_found"

    def __init__(self) -> None:
        super().__init__("API key not found")


class ApiKeyExists(Conflict):
    code: ClassVar[str] = "api_key.exists"


class ServiceAccountNotFound(NotFound):
    code: ClassVar[str] = "serviceaccounts.ErrNotFound"


class ServiceAccountExists(BadRequest):
    """400 and this message, as clients of Grafana 10.4 expect for an existing name."""

    code: ClassVar[str] = "serviceaccounts.ErrAlreadyExists"

    def __init__(self) -> None:
        super().__init__("service account already exists")


class OrgNotFound(NotFound):
    code: ClassVar[str] = "org.not_found"

    def __init__(self) -> None:
        super().__init__("Organization not found")


class OrgExists(Conflict):
    """409, as clients of Grafana 10.4 expect when an organization is created."""

    code: ClassVar[str] = "org.exists"

    def __init__(self) -> None:
        super().__init__("Organization name taken")


class OrgNameTaken(BadRequest):
    """400, as clients of Grafana 10.4 expect when an organization is renamed."""

    code: ClassVar[str] = "org.name_taken"

    def __init__(self) -> None:
        super().__init__("Organization name taken")


class RoleTooHigh(Forbidden):
    code: ClassVar[str] = "role.too_high"
