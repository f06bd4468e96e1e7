"""The query model: the alerts that a panel shows."""

from typing import Annotated, Any

import msgspec

from vedette.sdk import Query
from vedette_plugins.datasources.alertmanager.client import Params
from vedette_plugins.datasources.alertmanager.errors import BadQuery
from vedette_plugins.datasources.alertmanager.matchers import matchers

_Filter = Annotated[
    str,
    msgspec.Meta(
        title="Matchers",
        description='Matchers that must all match: severity="critical", team=~"a|b"',
    ),
]
_Receiver = Annotated[
    str,
    msgspec.Meta(
        title="Receiver", description="Regular expression for the complete name of the receiver."
    ),
]
_Active = Annotated[bool, msgspec.Meta(title="Active")]
_Silenced = Annotated[bool, msgspec.Meta(title="Silenced")]
_Inhibited = Annotated[bool, msgspec.Meta(title="Inhibited")]
_Unprocessed = Annotated[bool, msgspec.Meta(title="Unprocessed")]


class Target(msgspec.Struct, rename="camel"):
    """Selects alerts of every state, unless states are switched off."""

    filter: _Filter = ""
    receiver: _Receiver = ""
    active: _Active = True
    silenced: _Silenced = True
    inhibited: _Inhibited = True
    unprocessed: _Unprocessed = True

    def params(self) -> Params:
        states = {
            "active": self.active,
            "silenced": self.silenced,
            "inhibited": self.inhibited,
            "unprocessed": self.unprocessed,
        }
        found = [(key, "false") for key, is_wanted in states.items() if not is_wanted]
        found += [("filter", each) for each in matchers(self.filter)]
        if self.receiver:
            found.append(("receiver", self.receiver))
        return found


def read_target(query: Query) -> Target:
    """Decode a target. `filter` may also be a list of matchers. Raises `BadQuery`."""
    model: dict[str, Any] = {key: value for key, value in query.model.items() if value is not None}
    if isinstance(model.get("filter"), list):
        model["filter"] = ",".join(str(each) for each in model["filter"])
    try:
        return msgspec.convert(model, Target, strict=False)
    except msgspec.ValidationError as error:
        raise BadQuery(f"Query {query.ref_id}: {error}.") from error
