"""Parses tokens into the tree of a template."""

from collections.abc import Container, Iterable, Mapping

from vedette.gotemplate.lexer import TemplateToken, TokenKind
from vedette.gotemplate.nodes import (
    Action,
    Body,
    Break,
    Continue,
    Definition,
    If,
    Node,
    Range,
    TemplateCall,
    Text,
    With,
)
from vedette.gotemplate.pipeline_parser import MAX_NESTING, PipelineParser

MAX_TEXT = 1024 * 1024
"""The maximum length of a text in characters."""
_BRANCHES: Mapping[str, type[If] | type[With] | type[Range]] = {
    "if": If,
    "with": With,
    "range": Range,
}


def read(
    name: str, text: str, functions: Container[str], variables: Iterable[str]
) -> dict[str, Definition]:
    """Return the templates that `text` defines, including itself as `name`.

    Raises `TemplateError`. `variables` are those that are set before the start, with their `$`.
    """
    return Parser(name, text, functions, variables).read()


class Parser(PipelineParser):
    def __init__(
        self, name: str, text: str, functions: Container[str], variables: Iterable[str]
    ) -> None:
        super().__init__(name, text, functions, variables)
        self._definitions: dict[str, Definition] = {}
        self._range_depth = 0

    def read(self) -> dict[str, Definition]:
        if len(self._text) > MAX_TEXT:
            raise self._lexer.error(0, f"the text is longer than {MAX_TEXT} characters")
        nodes: list[Node] = []
        while self._peek().kind is not TokenKind.END:
            if self._peek().kind is TokenKind.LEFT:
                left = self._next()
                if self._peek_solid().text == "define" and self._peek().kind is TokenKind.KEYWORD:
                    self._next()
                    self._define()
                    continue
                self._ahead.append(left)
            node = self._text_or_action()
            if isinstance(node, TemplateToken):
                raise self._error(node, f"unexpected {{{{{node.text}}}}}")
            nodes.append(node)
        self._add(self._name, tuple(nodes), len(self._text))
        return self._definitions

    def _add(self, name: str, body: Body, at: int) -> None:
        definition = Definition(name, self._name, self._text, body)
        old = self._definitions.get(name)
        if old is None or old.is_empty:
            self._definitions[name] = definition
        elif not definition.is_empty:
            raise self._lexer.error(at, f'multiple definition of template "{name}"')

    def _define(self) -> None:
        token = self._next_solid()
        name = self._template_name(token, "define clause")
        self._expect(TokenKind.RIGHT, "define clause")
        self._separately(name, "define")

    def _separately(self, name: str, context: str) -> None:
        """Parse the body of another template, which does not see the variables of this one."""
        known, depth = self._known, self._range_depth
        self._known, self._range_depth = ["$"], 0
        body, end = self._body()
        if end.text != "end":
            raise self._error(end, f"unexpected {{{{else}}}} in {context} clause")
        self._add(name, body, end.at)
        self._known, self._range_depth = known, depth

    def _body(self) -> tuple[Body, TemplateToken]:
        """Return the nodes up to `{{end}}` or `{{else`, and that keyword."""
        nodes: list[Node] = []
        while self._peek().kind is not TokenKind.END:
            node = self._text_or_action()
            if isinstance(node, TemplateToken):
                return tuple(nodes), node
            nodes.append(node)
        raise self._error(self._peek(), "unexpected EOF")

    def _text_or_action(self) -> Node | TemplateToken:
        token = self._next_solid()
        if token.kind is TokenKind.TEXT:
            return Text(token.at, token.text)
        if token.kind is not TokenKind.LEFT:
            raise self._unexpected(token, "input")
        self._nesting += 1
        if self._nesting > MAX_NESTING:
            raise self._error(token, f"more than {MAX_NESTING} actions inside one another")
        try:
            return self._action()
        finally:
            self._nesting -= 1

    def _action(self) -> Node | TemplateToken:
        token = self._next_solid()
        if token.kind is TokenKind.KEYWORD and token.text != "nil":
            return self._control(token)
        self._ahead.append(token)
        at = token.at
        return Action(at, self._pipeline("command", TokenKind.RIGHT))

    def _control(self, token: TemplateToken) -> Node | TemplateToken:
        word = token.text
        if word in _BRANCHES:
            return self._branch(word, token.at)
        if word in ("break", "continue"):
            following = self._next_solid()
            if following.kind is not TokenKind.RIGHT:
                raise self._unexpected(following, f"{{{{{word}}}}}")
            if not self._range_depth:
                raise self._error(token, f"{{{{{word}}}}} outside {{{{range}}}}")
            return Break(token.at) if word == "break" else Continue(token.at)
        if word == "end":
            self._expect(TokenKind.RIGHT, "end")
            return token
        if word == "else":
            if self._peek_solid().text not in ("if", "with"):
                self._expect(TokenKind.RIGHT, "else")
            return token
        if word == "template":
            return self._call()
        if word == "block":
            return self._block()
        raise self._unexpected(token, "command")

    def _branch(self, word: str, at: int) -> If | With | Range:
        mark = len(self._known)
        pipe = self._pipeline(word, TokenKind.RIGHT)
        if word == "range":
            self._range_depth += 1
        body, end = self._body()
        if word == "range":
            self._range_depth -= 1
        otherwise: Body = ()
        if end.text == "else":
            # The rest of an unclosed `{{else`.
            following = self._ahead[-1] if self._ahead else None
            if following is not None and following.text == word and word != "range":
                # {{else if x}} is parsed as {{else}}{{if x}}, with one {{end}} for both.
                self._next()
                self._nesting += 1
                if self._nesting > MAX_NESTING:
                    raise self._error(following, f"more than {MAX_NESTING} {{{{else {word}}}}}")
                otherwise = (self._branch(word, following.at),)
                self._nesting -= 1
            elif following is not None:
                raise self._unexpected(following, "input")
            else:
                otherwise, end = self._body()
                if end.text != "end":
                    raise self._error(end, "expected end; found {{else}}")
        del self._known[mark:]
        return _BRANCHES[word](at, pipe, body, otherwise)

    def _call(self) -> TemplateCall:
        named = self._next_solid()
        name = self._template_name(named, "template clause")
        pipe = None
        if self._peek_solid().kind is TokenKind.RIGHT:
            self._next()
        else:
            pipe = self._pipeline("template clause", TokenKind.RIGHT)
        return TemplateCall(named.at, name, named.text, pipe)

    def _block(self) -> TemplateCall:
        named = self._next_solid()
        name = self._template_name(named, "block clause")
        pipe = self._pipeline("block clause", TokenKind.RIGHT)
        self._separately(name, "block")
        return TemplateCall(named.at, name, named.text, pipe)

    def _template_name(self, token: TemplateToken, context: str) -> str:
        if token.kind not in (TokenKind.STRING, TokenKind.RAW):
            raise self._unexpected(token, context)
        return self._string(token).value
