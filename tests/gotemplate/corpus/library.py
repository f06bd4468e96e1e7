"""Functions of the library that are one call of Go's own packages."""

from itertools import product

from tests.gotemplate.case import Case

_PATTERNS = [
    "a",
    "^a",
    "a$",
    "a*",
    "",
    "(a)(b)?",
    "(?P<x>b+)",
    "(?i)A",
    "[[:alpha:]]+",
    "\\\\d+",
    "\\\\b",
    ".",
    "a|b",
    "(?:x)",
    "é",
    "\\\\pL+",
    "(",
    "a{1001}",
    "(?=a)",
    "\\\\1",
    "[z-a]",
    "x*?",
    "(?s).*",
]
_REPLACEMENTS = ["", "-", "$1", "${1}", "$0$0", "$1x", "${x}", "$x", "$$", "$", "${", "$2", "\\\\1"]
_SUBJECTS = ["banana", "", "aab1 22 ABé", "a\\nb"]

TEXTS = [
    "{{title `hello wörld_x a-b o'neil 1st ǆ éa ALL caps`}}{{title ``}}",
    "{{toUpper `straße é`}} {{toLower `ÀB`}}",
    "[{{trimSpace ` \t a b \n`}}] [{{trimSpace `\u00a0x\u2003`}}]",
    "{{urlUnescape `a%20b+c%C3%A9`}}",
    "{{urlUnescape `%zz`}}",
    "{{urlUnescape `%4`}}",
    "{{base64encode .text}} {{base64decode `aGk=`}} {{base64encode ``}}.",
    "{{base64decode `*`}}",
    "{{base64decode `aGk`}}",
    "{{toJson .mixed}} {{toJson .map}} {{toJson .markup}} {{toJson .lines}} {{toJson .time}}",
    "{{toJson .nil}} {{toJson .missing}} {{toJson 1.0}} {{toJson 1.5}} {{toJson .large}}",
    "{{toJson .labels}} {{toJson .none}} {{toJson .summer}} {{toJson .duration}} {{toJson .text}}",
    "{{toJson .nan}}",
    "{{toJson .alert}} {{.labels.SortedPairs | toJson}}",
    "{{date `2006-01-02` .time}} {{.time | tz `Europe/Paris` | date `15:04 MST -0700`}}",
    "{{.time | tz `Asia/Kathmandu`}} {{.time | tz `America/Sao_Paulo`}} {{.time | tz `UTC`}}",
    "{{tz `Nowhere/None` .time}}",
    "{{date `2006` .n}}",
]

CASES = [
    *(Case(text) for text in TEXTS),
    *(
        Case(f'{{{{match "{pattern}" "{subject}"}}}}')
        for pattern, subject in product(_PATTERNS, _SUBJECTS)
    ),
    *(
        Case(
            "|".join(
                f'{{{{reReplaceAll "{pattern}" "{replacement}" "{subject}"}}}}'
                for subject in _SUBJECTS
            )
        )
        for pattern, replacement in product(_PATTERNS, _REPLACEMENTS)
    ),
]
