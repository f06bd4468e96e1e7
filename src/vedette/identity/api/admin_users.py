"""API of server administrators for creating, changing and deleting users."""

import msgspec

from vedette.access.guard import SERVER_ADMIN
from vedette.identity.api import shapes
from vedette.identity.api.user import TokenChoice, number
from vedette.identity.errors import UserNotFound
from vedette.identity.service.sessions import Sessions
from vedette.identity.service.users import UserAccounts
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route


class NewUser(msgspec.Struct):
    password: str
    name: str = ""
    email: str = ""
    login: str = ""
    org_id: int = msgspec.field(default=0, name="OrgId")


class NewPassword(msgspec.Struct):
    password: str


class ServerPermissions(msgspec.Struct, rename="camel"):
    is_grafana_admin: bool = False


class AdminUsersApi:
    def __init__(self, users: UserAccounts, sessions: Sessions, *, default_org: int) -> None:
        self._users = users
        self._sessions = sessions
        self._default_org = default_org

    def routes(self) -> list[Route]:
        return [
            Route(
                "POST",
                "/api/admin/users",
                self.create_user,
                SERVER_ADMIN,
                answer=shapes.MadeUser,
                body=NewUser,
                summary="Create a user.",
            ),
            Route(
                "DELETE",
                "/api/admin/users/:id",
                self.delete_user,
                SERVER_ADMIN,
                answer=MessageAnswer,
                summary="Delete a user.",
            ),
            Route(
                "PUT",
                "/api/admin/users/:id/password",
                self.set_password,
                SERVER_ADMIN,
                answer=MessageAnswer,
                body=NewPassword,
                summary="Set a user's password and end the user's sessions.",
            ),
            Route(
                "PUT",
                "/api/admin/users/:id/permissions",
                self.set_permissions,
                SERVER_ADMIN,
                answer=MessageAnswer,
                body=ServerPermissions,
                summary="Grant or revoke server administrator rights.",
            ),
            Route(
                "POST",
                "/api/admin/users/:id/disable",
                self.disable,
                SERVER_ADMIN,
                answer=MessageAnswer,
                summary="Disable a user.",
            ),
            Route(
                "POST",
                "/api/admin/users/:id/enable",
                self.enable,
                SERVER_ADMIN,
                answer=MessageAnswer,
                summary="Enable a user.",
            ),
            Route(
                "POST",
                "/api/admin/users/:id/logout",
                self.log_out,
                SERVER_ADMIN,
                answer=MessageAnswer,
                summary="End all sessions of a user.",
            ),
            Route(
                "GET",
                "/api/admin/users/:id/auth-tokens",
                self.list_sessions,
                SERVER_ADMIN,
                answer=list[shapes.ListedSession],
                summary="Sessions.",
            ),
            Route(
                "POST",
                "/api/admin/users/:id/revoke-auth-token",
                self.revoke_session,
                SERVER_ADMIN,
                answer=MessageAnswer,
                body=TokenChoice,
                summary="End one session of a user.",
            ),
        ]

    async def create_user(self, call: Call) -> shapes.MadeUser:
        sent: NewUser = call.body
        account_id = await self._users.create(
            name=sent.name,
            login=sent.login,
            email=sent.email,
            password=sent.password,
            org_id=sent.org_id or self._default_org,
        )
        return {"id": account_id, "message": "User created"}

    async def delete_user(self, call: Call) -> MessageAnswer:
        await self._users.delete(call.who, number(call, "id"))
        return {"message": "User deleted"}

    async def set_password(self, call: Call) -> MessageAnswer:
        await self._users.set_password(call.who, number(call, "id"), call.body.password)
        return {"message": "User password updated"}

    async def set_permissions(self, call: Call) -> MessageAnswer:
        await self._users.set_server_admin(
            call.who, number(call, "id"), granted=call.body.is_grafana_admin
        )
        return {"message": "User permissions updated"}

    async def disable(self, call: Call) -> MessageAnswer:
        await self._users.set_disabled(call.who, number(call, "id"), disabled=True)
        return {"message": "User disabled"}

    async def enable(self, call: Call) -> MessageAnswer:
        await self._users.set_disabled(call.who, number(call, "id"), disabled=False)
        return {"message": "User enabled"}

    async def log_out(self, call: Call) -> MessageAnswer:
        await self._users.log_out(call.who, number(call, "id"))
        return {"message": "User logged out"}

    async def list_sessions(self, call: Call) -> list[shapes.ListedSession]:
        account = await self._users.get(number(call, "id"))
        found = await self._sessions.of_account(account.id)
        return [shapes.session(one, is_active=False) for one in found]

    async def revoke_session(self, call: Call) -> MessageAnswer:
        token_id = call.body.auth_token_id
        if not await self._users.end_session(call.who, number(call, "id"), token_id):
            raise UserNotFound("User auth token not found")
        return {"message": "User auth token revoked"}
