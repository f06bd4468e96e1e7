"""How a domain declares its section of the configuration.

    class DatabaseSettings(Section, name="database"):
        max_idle_conn: int = setting(2, "Idle connections kept in the pool.", unit="connections")

Types: `str`, `int`, `float`, `bool`, `Secret`, `timedelta`, `tuple[str, ...]` and, for keys that
users invent, `Mapping[str, str]` (with `named_values`). A section named `plugin.*` stands for every
section of that form and holds one `Mapping[str, Mapping[str, str]]`.

Not a dataclass: eighty generated ones cost 70 ms at every start.
"""

from collections.abc import Mapping, Sequence
from inspect import get_annotations
from typing import Any, ClassVar, TypeVar, cast

import msgspec

T = TypeVar("T")


class Setting(msgspec.Struct):
    """A key with its type, its default and its documentation."""

    default: Any
    help: str
    unit: str | None = None
    live: bool = False
    """Whether a change takes effect on reload. Other changes take effect after a restart."""
    acted_on: bool = True
    """If False, the key is accepted so that existing files load, and a changed value is reported as
    a warning. The default then describes the actual behaviour."""
    choices: tuple[str, ...] | None = None
    inert_choices: tuple[str, ...] = ()
    """Choices that are accepted with the meaning of another choice. They are reported as a
    warning."""
    aliases: tuple[str, ...] = ()
    """Alternative names: `key` of the same section, or `section:key` of another one."""
    bare_unit: str | None = None
    """Unit of a duration that is written as a bare number. None if a unit is required."""
    at_least: float | None = None
    """Lower bound. For durations in seconds; they have no `at_most`."""
    at_most: float | None = None
    key: str = ""
    type: Any = str
    required: bool = False
    """Whether empty text is refused. Otherwise it selects the default or an empty value."""
    is_rest: bool = False
    """Whether the field contains all keys of the section that are not declared."""


def setting(
    default: T,
    help: str,
    *,
    unit: str | None = None,
    live: bool = False,
    acted_on: bool = True,
    choices: Sequence[str] | None = None,
    inert_choices: Sequence[str] = (),
    aliases: Sequence[str] = (),
    bare_unit: str | None = None,
    at_least: float | None = None,
    at_most: float | None = None,
    required: bool = False,
    key: str = "",
) -> T:
    """Declare a setting. `key` is its name in files if it differs from the attribute's name."""
    declared = Setting(
        default=default,
        help=help,
        unit=unit,
        live=live,
        acted_on=acted_on,
        choices=tuple(choices) if choices is not None else None,
        inert_choices=tuple(inert_choices),
        aliases=tuple(aliases),
        bare_unit=bare_unit,
        at_least=at_least,
        at_most=at_most,
        required=required,
        key=key,
    )
    return cast(T, declared)


def named_values(help: str, *, acted_on: bool = True) -> Mapping[str, str]:
    """Declare the remaining keys of a section, whose names users choose."""
    declared = Setting(default={}, help=help, acted_on=acted_on, is_rest=True)
    return cast(Mapping[str, str], declared)


def named_sections(help: str, *, acted_on: bool = True) -> Mapping[str, Mapping[str, str]]:
    """Declare all sections `<prefix>.<name>`, by name."""
    declared = Setting(default={}, help=help, acted_on=acted_on, is_rest=True)
    return cast(Mapping[str, Mapping[str, str]], declared)


class Section:
    """The immutable values of one section of the configuration."""

    section_name: ClassVar[str]
    section_help: ClassVar[str]
    section_aliases: ClassVar[tuple[str, ...]]
    declared: ClassVar[Mapping[str, Setting]]
    """Settings by attribute name, in the order of the class."""

    def __init_subclass__(
        cls, *, name: str, aliases: Sequence[str] = (), acted_on: bool = True
    ) -> None:
        """Collect the settings of the class. `acted_on=False` applies to every key."""
        cls.section_name = name
        cls.section_help = " ".join((cls.__doc__ or "").split())
        cls.section_aliases = tuple(aliases)
        declared = dict(getattr(cls, "declared", {}))
        for attribute, field_type in get_annotations(cls).items():
            field = cls.__dict__.get(attribute)
            if isinstance(field, Setting):
                field.type = field_type
                field.key = field.key or attribute
                field.acted_on = field.acted_on and acted_on
                declared[attribute] = field
        cls.declared = declared

    def __init__(self, **values: Any) -> None:
        unknown = values.keys() - self.declared.keys()
        if unknown:
            raise TypeError(f"{type(self).__name__} has no setting {sorted(unknown)}")
        for attribute, field in self.declared.items():
            self.__dict__[attribute] = values.get(attribute, field.default)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name}")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({values})"


def rest_of(cls: type[Section]) -> Setting | None:
    return next((field for field in cls.declared.values() if field.is_rest), None)
