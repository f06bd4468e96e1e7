"""Counts the values and the depth of a JSON document before it is decoded."""

_STRUCTURE = b"[]{},"
_NO_STRUCTURE = bytes(byte for byte in range(256) if byte not in _STRUCTURE)
_OPENING = bytes.maketrans(b"{}", b"[]")
_BELOW_FOUR_BYTES = bytes(range(0xF0))
_MOST_AT_ONCE = 64 * 1024
"""The size of pieces. Splitting a piece at each quote takes up to ten times its size."""
VALUE_BYTES = 64
"""The average size of a value as an object in bytes, without its text: in lists of short texts,
numbers and small objects."""


class JsonTally:
    """Counts a document in pieces of any size; `values` are the items and members so far.

    The document need not be valid: the counts of an invalid one are approximate.
    """

    def __init__(self) -> None:
        self.values = 0
        self._length = 0
        self._width = 1
        self._carried = b""
        self._in_text = False

    @property
    def objects(self) -> int:
        """Return about the size of the values as objects in bytes, including their texts."""
        return self._length * self._width + VALUE_BYTES * self.values

    def feed(self, piece: bytes) -> bytes:
        """Count the brackets and commas of the piece that are outside of texts."""
        if len(piece) <= _MOST_AT_ONCE:
            return self._feed(piece)
        starts = range(0, len(piece), _MOST_AT_ONCE)
        return b"".join(self._feed(piece[start : start + _MOST_AT_ONCE]) for start in starts)

    def _feed(self, piece: bytes) -> bytes:
        if self._carried:
            piece, self._carried = self._carried + piece, b""
        self._length += len(piece)
        self._width = max(self._width, _width(piece))
        ending = len(piece) - len(piece.rstrip(b"\\"))
        if ending % 2:  # The escaped character is in the next piece.
            piece, self._carried = piece[:-1], b"\\"
        if b"\\" in piece:
            piece = piece.replace(b"\\\\", b"").replace(b'\\"', b"")
        parts = piece.split(b'"')
        outside = b"".join(parts[self._in_text :: 2]).translate(None, _NO_STRUCTURE)
        self._in_text ^= len(parts) % 2 == 0
        self.values += len(outside.translate(None, b"]}"))
        return outside


def _width(piece: bytes) -> int:
    """Return the bytes per character: one wide character makes its whole text as wide."""
    if piece.isascii() and b"\\u" not in piece:
        return 1
    if b"\\ud" in piece or b"\\uD" in piece or piece.translate(None, _BELOW_FOUR_BYTES):
        return 4
    return 2


def depth_of(brackets: bytes, depth: int, most: int) -> tuple[int, int]:
    """Return the depth after `brackets`, which start at `depth`, and the maximum.

    Stops soon after `most`.
    """
    deepest = depth
    for bracket in brackets.translate(_OPENING, b","):
        if bracket == 91:
            depth += 1
            if depth > deepest:
                deepest = depth
                if deepest > most:
                    break
        else:
            depth -= 1
    return depth, deepest
