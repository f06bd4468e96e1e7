"""Whatever is written in a file, it loads or the error says where it went wrong."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from vedette.server.sections import ALL_SECTIONS
from vedette.settings import SettingsError, load

KEYS = [
    (section.section_name, field.key)
    for section in ALL_SECTIONS
    for field in section.declared.values()
    if not field.is_rest
]
assignment = st.builds(
    lambda place, value: f"[{place[0]}]\n{place[1]} = {value}",
    st.sampled_from(KEYS),
    st.text(max_size=20)
    | st.sampled_from(["true", "5", "-1", "1h", "a b", '"""', "%(x)s", "${X}"]),
)
any_line = assignment | st.text(max_size=40) | st.just("[server]") | st.just("http_port = x")


@given(st.lists(any_line, max_size=8).map("\n".join), st.sampled_from([".ini", ".yaml", ".json"]))
@settings(deadline=None, max_examples=300)
def test_any_file_loads_or_its_error_names_file_and_line_in_one_line(text, suffix):
    with TemporaryDirectory() as directory:
        file = Path(directory) / f"vedette{suffix}"
        file.write_text(text, "utf-8", errors="surrogatepass")
        try:
            load(ALL_SECTIONS, config_file=file)
        except SettingsError as error:
            assert re.search(rf"vedette\{suffix}:\d+: ", error.public)
            assert len(error.public.splitlines()) == 1
