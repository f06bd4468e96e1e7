"""Evaluates pipelines: commands, operands, calls and variables."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from vedette.gotemplate import arguments
from vedette.gotemplate.builtins import BUILTINS
from vedette.gotemplate.errors import CallError, LimitError, TemplateError
from vedette.gotemplate.fields import MissingKey, field, method
from vedette.gotemplate.limits import Budget
from vedette.gotemplate.nodes import (
    Action,
    Bool,
    Command,
    Dot,
    FieldAccess,
    FieldChain,
    Identifier,
    Nil,
    NumberNode,
    Operand,
    Pipe,
    String,
    TemplateCall,
    VariableNode,
)
from vedette.gotemplate.values import NO_VALUE, Function, MarkUp, Parameter, Value, truth


class _Nothing(Enum):
    """The pipeline has no earlier command."""

    PIPED = "nothing"


_NOTHING = _Nothing.PIPED


class Pipelines:
    """The part of an execution that evaluates values; the executor handles bodies and output."""

    def __init__(
        self,
        functions: Mapping[str, Function],
        budget: Budget,
        missing_key: MissingKey,
        escape: Callable[[str], str] | None,
        *,
        marks: bool,
    ) -> None:
        """`marks` tells texts that stand in the template from those that come with the data."""
        self.budget = budget
        self.escape = escape
        self._marks = marks
        self._functions = functions
        self._missing_key: MissingKey = missing_key
        self._node: Operand | Command | Action | TemplateCall | None = None
        self._variables: list[tuple[str, Value]] = []

    def call_value(self, function: Function, given: Sequence[Value]) -> Value:
        """Call a function that is a value, for `call`. Raises `CallError`."""
        _check_count("function value", function, len(given), len(given))
        taken = [
            arguments.accepted(value, _parameter(function, index))
            for index, value in enumerate(given)
        ]
        return function.call(self, *taken) if function.runs else function.call(*taken)

    def _pipe(self, pipe: Pipe, dot: Value) -> Value:
        value: Value = _NOTHING
        for command in pipe.commands:
            self.budget.step()
            value = self._command(command, dot, value)
            if value is None:
                value = NO_VALUE
        for name in pipe.variables:
            if pipe.assigns:
                self._assign(name, value)
            else:
                self._variables.append((name, value))
        return value

    def _command(self, command: Command, dot: Value, piped: Value) -> Value:
        first, given = command.operands[0], command.operands[1:]
        if isinstance(first, FieldAccess):
            return self._chain(first, dot, first.names, given, dot, piped)
        if isinstance(first, FieldChain):
            receiver = self._chain_start(first, dot)
            return self._chain(first, receiver, first.names, given, dot, piped)
        if isinstance(first, VariableNode) and len(first.names) > 1:
            receiver = self._variable(first)
            return self._chain(first, receiver, first.names[1:], given, dot, piped)
        if isinstance(first, Identifier):
            self._node = first
            function = self._function(first)
            return self._call(command, first.name, function, given, dot, piped)
        if isinstance(first, Pipe | VariableNode):
            self._node = first
            self._takes_nothing(first, given, piped)
            return self._operand(first, dot, "any")
        self._node = first
        self._takes_nothing(first, given, piped)
        if isinstance(first, Nil):
            raise CallError("nil is not a command")
        return self._operand(first, dot, "any")

    def _takes_nothing(self, node: Operand, given: Sequence[Operand], piped: Value) -> None:
        if given or piped is not _NOTHING:
            raise CallError(f"can't give argument to non-function {node}")

    def _chain_start(self, node: FieldChain, dot: Value) -> Value:
        self._node = node
        if isinstance(node.node, Nil):
            raise CallError(f"indirection through explicit nil in {node}")
        if isinstance(node.node, Identifier):
            function = self._function(node.node)
            return self._call(node.node, node.node.name, function, (), dot, _NOTHING)
        return self._operand(node.node, dot, "any")

    def _chain(
        self,
        node: FieldAccess | FieldChain | VariableNode,
        receiver: Value,
        names: Sequence[str],
        given: Sequence[Operand],
        dot: Value,
        piped: Value,
    ) -> Value:
        """Follow the names; only the last one can be a method with arguments."""
        self._node = node
        last = len(names) - 1
        for index, name in enumerate(names):
            final = index == last
            has_arguments = final and (bool(given) or piped is not _NOTHING)
            found = method(receiver, name)
            if found is not None:
                own, result = (given, piped) if final else ((), _NOTHING)
                receiver = self._call(node, name, found, own, dot, result)
            else:
                receiver = field(receiver, name, self._missing_key, has_arguments=has_arguments)
        return receiver

    def _function(self, node: Identifier) -> Function:
        return self._functions.get(node.name) or BUILTINS[node.name]

    def _call(
        self,
        node: Operand | Command,
        name: str,
        function: Function,
        given: Sequence[Operand],
        dot: Value,
        piped: Value,
    ) -> Value:
        total = len(given) + (piped is not _NOTHING)
        _check_count(name, function, total, len(given))
        if function is BUILTINS["and"] or function is BUILTINS["or"]:
            return self._short_circuit(function is BUILTINS["or"], given, dot, piped)
        values = [
            self._operand(operand, dot, _parameter(function, index))
            for index, operand in enumerate(given)
        ]
        if piped is not _NOTHING:
            values.append(arguments.accepted(piped, _parameter(function, len(given))))
        self._node = node
        return self._invoke(name, function, values)

    def _invoke(self, name: str, function: Function, values: list[Value]) -> Value:
        try:
            result = function.call(self, *values) if function.runs else function.call(*values)
        except (TemplateError, LimitError, RecursionError):
            raise
        except CallError as error:
            raise CallError(f"error calling {name}: {error}") from error
        except Exception as error:
            # A defect of a function becomes an error of the template.
            raise CallError(f"error calling {name}: it failed ({type(error).__name__})") from error
        if isinstance(result, str):
            self.budget.signs(len(result))
        elif isinstance(result, MarkUp):
            self.budget.signs(len(result.printed))
        elif isinstance(result, list | tuple | dict):
            self.budget.items(len(result))
        return result

    def _short_circuit(
        self, wanted: bool, given: Sequence[Operand], dot: Value, piped: Value
    ) -> Value:
        value: Value = NO_VALUE
        for operand in given:
            value = self._operand(operand, dot, "any")
            if truth(value) is wanted:
                return value
        return value if piped is _NOTHING else piped

    def _operand(self, node: Operand, dot: Value, takes: Parameter) -> Value:
        self.budget.step()
        if isinstance(node, Bool | Nil | NumberNode | String):
            self._node = node
            if self._marks and isinstance(node, String) and takes in ("any", "text"):
                return MarkUp(node.value, printed=node.value, is_own=True)
            return arguments.constant(node, takes)
        if isinstance(node, Dot):
            self._node = node
            value = dot
        elif isinstance(node, FieldAccess):
            value = self._chain(node, dot, node.names, (), dot, _NOTHING)
        elif isinstance(node, VariableNode):
            self._node = node
            value = self._variable(node)
            if len(node.names) > 1:
                value = self._chain(node, value, node.names[1:], (), dot, _NOTHING)
        elif isinstance(node, Pipe):
            value = self._pipe(node, dot)
        elif isinstance(node, Identifier):
            self._node = node
            value = self._call(node, node.name, self._function(node), (), dot, _NOTHING)
        else:
            receiver = self._chain_start(node, dot)
            value = self._chain(node, receiver, node.names, (), dot, _NOTHING)
        return value if takes == "any" else arguments.accepted(value, takes)

    def _variable(self, node: VariableNode) -> Value:
        wanted = node.names[0]
        for name, value in reversed(self._variables):
            if name == wanted:
                return value
        raise CallError(f"undefined variable: {wanted}")

    def _assign(self, wanted: str, value: Value) -> None:
        for index in range(len(self._variables) - 1, -1, -1):
            if self._variables[index][0] == wanted:
                self._variables[index] = wanted, value
                return
        raise CallError(f"undefined variable: {wanted}")


def _parameter(function: Function, index: int) -> Parameter:
    if index < len(function.parameters):
        return function.parameters[index]
    return function.rest or "any"


def _check_count(name: str, function: Function, count: int, shown: int) -> None:
    wanted = len(function.parameters)
    if function.rest is not None:
        if count < wanted:
            raise CallError(f"wrong number of args for {name}: want at least {wanted} got {shown}")
    elif count != wanted:
        raise CallError(f"wrong number of args for {name}: want {wanted} got {count}")
