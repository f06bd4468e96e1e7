"""What is shown as one line is one line."""

from hypothesis import given
from hypothesis import strategies as st

from vedette.kernel.text import has_control, one_line


@given(st.text())
def test_one_line_holds_no_control_character_and_all_other_words(text: str) -> None:
    line = one_line(text)
    assert not has_control(line)
    assert one_line(line) == line
    if not has_control(text):
        assert line == text.strip()


def test_a_message_of_several_lines_keeps_its_words() -> None:
    assert one_line("why\r\n\tnot\x7f") == "why not"
