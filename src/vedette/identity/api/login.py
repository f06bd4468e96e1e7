"""API for login and logout."""

from typing import TypedDict

import msgspec

from vedette.access.guard import OPEN, PERSON, PUBLIC
from vedette.identity.authenticate import Authenticator, CookieRules
from vedette.identity.errors import EmptySignIn, LoginFormDisabled, SessionEnded
from vedette.identity.service.login import Login
from vedette.identity.service.sessions import Issued, Sessions
from vedette.kernel.clock import Clock
from vedette.web import answer
from vedette.web.answer import ApiAnswer, MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route

_ROTATION_RATE = RateLimit("session_rotation", burst_seconds=30)


class Credentials(msgspec.Struct):
    user: str = ""
    password: str = ""


class LoggedIn(TypedDict):
    message: str
    redirectUrl: str
    mustChangePassword: bool


class LoginApi:
    def __init__(
        self,
        login: Login,
        sessions: Sessions,
        authenticator: Authenticator,
        cookies: CookieRules,
        clock: Clock,
        *,
        home: str,
        after_logout: str,
        is_form_enabled: bool,
    ) -> None:
        self._login = login
        self._sessions = sessions
        self._authenticator = authenticator
        self._cookies = cookies
        self._clock = clock
        self._home = home
        self._after_logout = after_logout
        self._is_form_enabled = is_form_enabled

    def routes(self) -> list[Route]:
        return [
            Route(
                "POST",
                "/login",
                self.log_in,
                PUBLIC,
                body=Credentials,
                answer=LoggedIn,
                max_body=16 * 1024,
                summary="Log in with a login or an e-mail address and a password.",
            ),
            Route("GET", "/logout", self.log_out, OPEN, status=302, summary="End the session."),
            Route(
                "GET",
                "/api/login/ping",
                self.ping,
                PERSON,
                answer=MessageAnswer,
                summary="Check whether the session is active.",
            ),
            Route(
                "POST",
                "/api/user/auth-tokens/rotate",
                self.rotate,
                PUBLIC,
                answer=MessageAnswer,
                rate=_ROTATION_RATE,
                summary="Rotate the session token.",
            ),
        ]

    async def log_in(self, call: Call) -> LoggedIn:
        if not self._is_form_enabled:
            raise LoginFormDisabled
        self._authenticator.refuse_other_sites(call)
        sent = call.body
        if not sent.user or not sent.password:
            raise EmptySignIn
        account = await self._login.check(sent.user, sent.password, call.client_ip, "login")
        token = await self._sessions.begin(account.id, call.client_ip, call.header("user-agent"))
        call.cookies_to_set += self._cookies.session(token, self._clock.now_ms())
        return {
            "message": "Logged in",
            "redirectUrl": self._home,
            "mustChangePassword": account.must_change_password,
        }

    async def log_out(self, call: Call) -> ApiAnswer:
        token = call.cookie(self._cookies.name)
        if token:
            await self._sessions.end_by_token(token)
            if call.principal is not None:
                self._authenticator.forget(call.principal.id)
        call.cookies_to_set += self._cookies.cleared()
        return answer.redirect(self._after_logout)

    async def ping(self, call: Call) -> MessageAnswer:
        return {"message": "Logged in"}

    async def rotate(self, call: Call) -> MessageAnswer:
        issued: Issued | None = await self._sessions.rotate(call.cookie(self._cookies.name))
        if issued is None:
            raise SessionEnded("This session has ended. Sign in again.")
        self._authenticator.set_session(call, issued)
        return {"message": "token rotated"}
