"""Find declared sections and keys by any of their spellings."""

from collections.abc import Iterator, Sequence

import msgspec

from vedette.settings.declare import Section, Setting, rest_of


class Known(msgspec.Struct, frozen=True):
    """A declared key, or a key that a user defined in a section that allows it."""

    section: str
    key: str
    field: Setting
    owner: type[Section]
    attribute: str


class Catalogue:
    def __init__(self, sections: Sequence[type[Section]]) -> None:
        self._exact: dict[tuple[str, str], Known] = {}
        self._aliases: dict[tuple[str, str], Known] = {}
        self._free: dict[str, Known] = {}
        self._patterns: dict[str, Known] = {}
        self._keys_of: dict[str, list[str]] = {}
        for cls in sections:
            self._add(cls)

    def find(self, section: str, key: str) -> tuple[Known, bool] | None:
        """Return the declared key for these names, and whether they are an alias of it."""
        place = (section.lower(), key.lower())
        if known := self._exact.get(place):
            return known, False
        if known := self._aliases.get(place):
            return known, True
        if known := self._free.get(place[0]):
            return Known(known.section, key, known.field, known.owner, known.attribute), False
        for prefix, known in self._patterns.items():
            if place[0].startswith(prefix):
                return Known(section, key, known.field, known.owner, known.attribute), False
        return None

    def spellings(self) -> Iterator[tuple[str, str, Known, bool]]:
        """Yield section, key, declared key and whether the spelling is an alias."""
        for (section, key), known in self._exact.items():
            yield section, key, known, False
        for (section, key), known in self._aliases.items():
            yield section, key, known, True

    def free_sections(self) -> Iterator[tuple[str, Known]]:
        yield from self._free.items()

    def nearest(self, section: str, key: str) -> str:
        """Return a hint with the most similar declared name (`; did you mean x?`), or ""."""
        # Imported here because it is slow and only needed for misspelled names.
        import difflib

        place = section.lower()
        if place in self._keys_of:
            close = difflib.get_close_matches(key.lower(), self._keys_of[place], 1, 0.6)
            return f"; did you mean {close[0]}?" if close else self._elsewhere(key.lower())
        close = difflib.get_close_matches(place, self._keys_of, 1, 0.6)
        return f"; did you mean [{close[0]}]?" if close else ""

    def _elsewhere(self, key: str) -> str:
        """Return a hint if exactly one other section declares the key."""
        homes = [section for section, keys in self._keys_of.items() if key in keys]
        return f"; did you mean [{homes[0]}] {key}?" if len(homes) == 1 else ""

    def has_section(self, section: str) -> bool:
        return section.lower() in self._keys_of

    def _add(self, cls: type[Section]) -> None:
        name = cls.section_name
        rest = rest_of(cls)
        for spelling in (name, *cls.section_aliases):
            self._keys_of.setdefault(spelling.lower(), [])
        for attribute, field in cls.declared.items():
            known = Known(name, field.key, field, cls, attribute)
            if field is rest:
                if name.endswith(".*"):
                    self._patterns[name[:-1].lower()] = known
                    self._keys_of.pop(name.lower())
                else:
                    for spelling in (name, *cls.section_aliases):
                        self._free[spelling.lower()] = known
                continue
            self._exact[name.lower(), field.key.lower()] = known
            for spelling in (name, *cls.section_aliases):
                self._keys_of[spelling.lower()].append(field.key.lower())
            for spelling in cls.section_aliases:
                self._aliases[spelling.lower(), field.key.lower()] = known
            for alias in field.aliases:
                section, _, key = alias.rpartition(":")
                self._aliases[(section or name).lower(), key.lower()] = known
                self._keys_of.setdefault((section or name).lower(), []).append(key.lower())
