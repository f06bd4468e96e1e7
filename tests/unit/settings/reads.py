"""Finds where the source reads the attributes of sections, without running it."""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

Place = tuple[str, str]
"""Name of a section's class, and an attribute."""
Holders = dict[str, str]
"""Names of sections by the text of an expression that holds one, such as `self._settings`."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def reads(files: Iterable[Path], sections: Collection[str]) -> Mapping[Place, list[str]]:
    """Return the files that read each attribute of the classes `sections`.

    A section is recognized as `settings[Section]`, as a variable or attribute that such a value
    was assigned to, as an annotated parameter, and as `self` inside its own class. An attribute
    of an object is recognized under every name of the object: `outbound.settings` is a section
    where the class `Outbound` has assigned one to `self.settings`.
    """
    trees = {str(file): ast.parse(file.read_text()) for file in files}
    classes = [
        node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    ]
    attributes: dict[str, Holders] = {}
    for _ in range(2):  # The second time, attributes of attributes are known.
        for each in classes:
            held = _Reads(sections, attributes).attributes_of(each)
            attributes[each.name] = attributes.get(each.name, {}) | held
    found: dict[Place, list[str]] = {}
    for file, tree in trees.items():
        for place in _Reads(sections, attributes).of(tree, {}):
            found.setdefault(place, []).append(file)
    return found


class _Reads:
    def __init__(self, sections: Collection[str], attributes: Mapping[str, Holders]) -> None:
        self._sections = sections
        self._attributes = attributes

    def attributes_of(self, scope: ast.ClassDef) -> Holders:
        """The attributes of a class that hold a section."""
        return {
            name.removeprefix("self."): section
            for function in scope.body
            if isinstance(function, Function)
            for name, section in self.names_in(function, {}).items()
            if name.startswith("self.")
        }

    def of(self, node: ast.AST, holders: Holders) -> Iterator[Place]:
        if isinstance(node, ast.ClassDef):
            holders = holders | self._own(node.name, "self")
            if node.name in self._sections:
                holders = holders | {"self": node.name}
        elif isinstance(node, Function):
            holders = self.names_in(node, holders)
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Load)
            and (section := self._section(node.value, holders))
        ):
            yield section, node.attr
        for child in ast.iter_child_nodes(node):
            yield from self.of(child, holders)

    def names_in(self, function: Function, holders: Holders) -> Holders:
        """What is known inside a function. Its parameters hide names from outside."""
        known = dict(holders)
        for argument in (*function.args.args, *function.args.kwonlyargs):
            if argument.arg != "self":
                known.pop(argument.arg, None)
            if argument.annotation is None:
                continue
            name = _last(argument.annotation)
            if name in self._sections:
                known[argument.arg] = name
            known |= self._own(name, argument.arg)
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                for left, right in _assignments(node):
                    if section := self._section(right, known):
                        known[_text(left)] = section
                    elif text := _text(right):
                        known |= {
                            _text(left) + name.removeprefix(text): section
                            for name, section in known.items()
                            if name.startswith(f"{text}.")
                        }
        return known

    def _own(self, name: str, holder: str) -> Holders:
        found = self._attributes.get(name, {})
        return {f"{holder}.{attribute}": section for attribute, section in found.items()}

    def _section(self, node: ast.expr, holders: Holders) -> str | None:
        if isinstance(node, ast.Subscript) and _last(node.slice) in self._sections:
            return _last(node.slice)
        return holders.get(_text(node))


def _assignments(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


def _text(node: ast.expr) -> str:
    """`a.b.c`; empty for any other expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (owner := _text(node.value)):
        return f"{owner}.{node.attr}"
    return ""


def _last(node: ast.expr) -> str:
    """The name at the end of an annotation or a subscript."""
    if isinstance(node, ast.Constant):
        return str(node.value).rpartition(".")[2]
    return _text(node).rpartition(".")[2]
