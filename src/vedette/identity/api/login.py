"""Signing in and out."""

import msgspec

from vedette.access.guard import OPEN, PERSON, PUBLIC
from vedette.identity.authenticate import Authenticator, CookieRules
from vedette.identity.errors import EmptySignIn, LoginFormDisabled, SessionEnded
from vedette.identity.service.login import Login
from vedette.identity.service.sessions import Issued, Sessions
from vedette.kernel.clock import Clock
from vedette.web import answer
from vedette.web.answer import Answer
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route

_ROTATION_RATE = RateLimit("session_rotation", burst_seconds=30)


class Credentials(msgspec.Struct):
    user: str = ""
    password: str = ""


def routes(
    login: Login,
    sessions: Sessions,
    authenticator: Authenticator,
    cookies: CookieRules,
    clock: Clock,
    *,
    home: str,
    after_logout: str,
    is_form_enabled: bool,
) -> list[Route]:
    async def log_in(call: Call) -> Answer:
        if not is_form_enabled:
            raise LoginFormDisabled
        authenticator.refuse_other_sites(call)
        sent = call.body
        if not sent.user or not sent.password:
            raise EmptySignIn
        account = await login.check(sent.user, sent.password, call.client_ip, "login")
        token = await sessions.begin(account.id, call.client_ip, call.header("user-agent"))
        call.cookies_to_set += cookies.session(token, clock.now_ms())
        return answer.json(
            {
                "message": "Logged in",
                "redirectUrl": home,
                "mustChangePassword": account.must_change_password,
            }
        )

    async def log_out(call: Call) -> Answer:
        token = call.cookie(cookies.name)
        if token:
            await sessions.end_by_token(token)
            if call.principal is not None:
                authenticator.forget(call.principal.id)
        call.cookies_to_set += cookies.cleared()
        return answer.redirect(after_logout)

    async def ping(call: Call) -> Answer:
        return answer.json({"message": "Logged in"})

    async def rotate(call: Call) -> Answer:
        issued: Issued | None = await sessions.rotate(call.cookie(cookies.name))
        if issued is None:
            raise SessionEnded("This session has ended; sign in again.")
        authenticator.set_session(call, issued)
        return answer.json({"message": "token rotated"})

    return [
        Route(
            "POST",
            "/login",
            log_in,
            PUBLIC,
            body=Credentials,
            max_body=16 * 1024,
            summary="Sign in with a login or e-mail address and a password.",
        ),
        Route("GET", "/logout", log_out, OPEN, summary="End the session."),
        Route("GET", "/api/login/ping", ping, PERSON, summary="Whether the session is alive."),
        Route(
            "POST",
            "/api/user/auth-tokens/rotate",
            rotate,
            PUBLIC,
            rate=_ROTATION_RATE,
            summary="A fresh session token in place of the one that was sent.",
        ),
    ]
