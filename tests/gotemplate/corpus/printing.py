"""Verbs and flags of printf, print and println, times and durations."""

from itertools import product

from tests.gotemplate.case import Case

_VALUES = {
    "v": "nil true .n .pi .name .list .mixed .map .alert .labels .duration .time .whole .large "
    ".tiny .nan .inf .ninf .none .nomap 'x' .missing .strings",
    "d": ".n .neg .zero .pi .name true .list .nil .duration .big .mixed .map",
    "s": ".name .n .words .mixed .nil .time .duration .labels .pi true .text",
    "q": ".name .lines .n 'x' .words .text .pi .duration .mixed .zero",
    "x": ".name .n .neg .words .list .pi .duration .text .empty .yes",
    "X": ".name .n .neg .pi .text",
    "o": ".n .neg .zero .name",
    "O": ".n .neg",
    "b": ".n .neg .zero .pi .tiny .name",
    "e": ".pi .large .tiny .zero .nan .whole .n",
    "E": ".pi .large",
    "f": ".pi .large .tiny .inf .ninf .n .whole .list",
    "F": ".pi",
    "g": ".pi .large .tiny .whole .nan .n",
    "G": ".large .tiny",
    "t": ".yes .no .n .name .mixed",
    "c": ".n 'x' 0x20ac .neg .name 1114112",
    "U": ".n 'x' 0x1F600 .neg .name",
    "T": ".n .pi .name .yes .nil .list .map .alert .labels .duration .time .strings 'x'",
    "z": ".n .name .nil .list .map .pi",
    "w": ".n",
}
_FLAGS = ["", "+", "#", "5", "-8", "08", "+08.3", ".2", " ", "-08.1", "# ", ".0", "+.10", "30"]

TEXTS = [
    "{{print}}{{println}}",
    "{{print 1 2}} {{print `a` 1}} {{print 1 `a` 2}} {{print `a` `b`}} {{print 1 nil 2}}",
    "{{print .list .map}} {{print .nil}} {{print .mixed}} {{print true false}} {{print 1.0 2.5}}",
    "{{println 1 `a` nil}}{{println .list}}",
    "{{printf}}",
    "{{printf 1}}",
    "{{printf .n}}",
    "{{printf nil}}",
    "{{printf `none`}}",
    "{{printf `%d`}}",
    "{{printf `%d %d` 1}}",
    "{{printf `%d` 1 2}}",
    "{{printf `x` 1 `a` nil 2.5 .list}}",
    "{{printf `%`}}",
    "{{printf `%5`}}",
    "{{printf `%%`}} {{printf `%5%`}} {{printf `%%` 1}}",
    "{{printf `%!`}} {{printf `%!` 1}} {{printf `%é` 1}}",
    "{{printf `%*d|%-*d|%*d` 5 1 5 2 -5 3}}",
    "{{printf `%*d` `a` 1}} {{printf `%*d` 1}} {{printf `%.*f` 2 3.14159}}",
    "{{printf `%.*f` -2 3.14159}} {{printf `%.*f` `x` 3.14159}} {{printf `%*d` 2000000 1}}",
    "{{printf `%[2]d %[1]d` 1 2}} {{printf `%[2]d` 1 2}} {{printf `%[3]d` 1 2}}",
    "{{printf `%[1]d %d` 1 2}} {{printf `%[1]*d` 5 6}} {{printf `%[2]*[1]d` 1 5}}",
    "{{printf `%[d` 1}} {{printf `%[]d` 1}} {{printf `%[x]d` 1}} {{printf `%[0]d` 1}}",
    "{{printf `%[1]5d` 1}} {{printf `%[1].2f` 1.0}} {{printf `%.[2]*[1]f` 1.0 3}} {{printf `%[`}}",
    "{{printf `%6.2f|%-6.2f|%06.2f|%+.1e|% d` 3.14159 2.5 -1.5 12345.678 7}}",
    "{{printf `%s %v` .alert .alert}} {{printf `%+v` .alert}}",
    "{{printf `%v` .labels.SortedPairs}} {{printf `%+v` .labels.SortedPairs}}",
    "{{printf `%#v` .labels.SortedPairs}}",
    "{{printf `%#v %#v %#v %#v` 1 `a` 2.5 true}} {{printf `%#v` .mixed}} {{printf `%#v` .map}}",
    "{{printf `%#v` .labels}} {{printf `%#v` nil}} {{printf `%#v` .strings}} {{printf `%#v` 1e6}}",
    "{{printf `%#q %#q` `a` `b\tc`}} {{printf `%+q` .text}} {{printf `%#U` 0x20ac}}",
    '{{printf "%q" "\\x00\\x7f\\a\\u200b\\xff\\U0001F600"}}',
    "{{printf `%x` `héllo`}} {{printf `% x` `abc`}} {{printf `%# x` `abc`}} {{printf `%#X` `ab`}}",
    "{{printf `%t` 1}} {{printf `%5t|%-7t|` true false}}",
    "{{printf `%3c|%-3c|%03c` 'x' 'y' 'z'}} {{printf `%q` 'é'}} {{printf `%+q` 'é'}}",
    "{{printf `%p` 1}} {{printf `%p` `x`}}",
    "{{printf `%5T|%-8T|` 1 `x`}}",
    "{{printf `%s` nil}} {{printf `%d` nil}} {{printf `%v` nil}} {{printf `%5v|` nil}}",
    "{{printf `%6.3v|%-10v|%010v` 3.14159 `ab` 7}}",
    "{{printf `%x` 3.5}} {{printf `%.2x` 3.7}} {{printf `%X` -1.0}} {{printf `%x` 0.0}}",
    "{{printf `%.0f %.0f %.0f %.0f` 0.5 1.5 2.5 -0.5}} {{printf `%.3g` 1234567.0}}",
    "{{printf `%#g %#.3g %#f %#e %#.0f` 1.0 2.0 3.0 4.0 5.0}} {{printf `%#g` 1e10}}",
    "{{printf `%6d|%-6d|%06d|%+d|% d|%x|%X|%#x|%o|%#o|%O|%b|%#b` 1 2 3 4 5 255 255 255 8 8 8 5 5}}",
    "{{printf `%.3d|%8.3d|%-8.3d|%08.3d|%.0d|%+.3d` 7 7 7 7 0 7}}",
    "{{printf `%5s|%-5s|%.2s|%5.1s|%05s|%.10s` `abc` `abc` `abc` `abc` `abc` `abc`}}",
    "{{printf `%.2s|%5s|` `héé` `é`}} {{printf `%.1q` `abc`}}",
    "{{printf `%v %s` .duration .short}} {{.duration}} {{.short}} {{.negative}}",
    "{{printf `%5d|%v|%q` .duration .time .time}}",
    "{{.time}} {{.summer}} {{.offset}} {{.first}}",
    "{{.duration.Hours}} {{.duration.Minutes}} {{.duration.Seconds}} {{.duration.String}}",
    "{{.duration.Milliseconds}} {{.negative.Milliseconds}} {{.short.Microseconds}} "
    "{{.short.Nanoseconds}} {{.negative.Abs}}",
    "{{.negative.Truncate 60000000000}} {{.negative.Round 60000000000}} {{.short.Round 1000000}}",
    "{{.time.Year}} {{.time.Month}} {{.time.Day}} {{.time.Hour}} {{.time.Minute}} {{.time.Second}}",
    "{{.time.Nanosecond}} {{.time.Weekday}} {{.time.YearDay}} {{.time.Unix}} {{.time.UnixMilli}}",
    "{{.time.UnixNano}} {{.time.UnixMicro}} {{.first.IsZero}} {{.time.IsZero}} {{.summer.UTC}}",
    "{{.time.Add 3600000000000}} {{.time.AddDate 1 0 0}} {{.time.AddDate 0 13 -30}}",
    "{{.time.Sub .summer}} {{.time.Before .summer}} {{.time.After .summer}} {{.time.Equal .time}}",
    "{{.time.Sub .first}} {{.first.Sub .time}} {{.first.Sub .first}} {{.first.Sub .offset}}",
    "{{(.time.Sub .first).Hours}} {{(.first.Sub .time).Nanoseconds}} {{(.first.Sub .time).Abs}}",
    "{{(.time.Sub .first).Round 3600000000000}} {{(.first.Sub .time).Round 3600000000000}}",
    "{{(.time.Sub .first).Truncate 3600000000000}} {{(.first.Sub .time).Truncate 60000000000}}",
    "{{.first.Unix}} {{.first.UnixMilli}} {{.first.UnixMicro}} {{.first.UnixNano}}",
    "{{.time.Compare .summer}} {{.time.Truncate 3600000000000}} {{.time.Truncate 1000000000}}",
    "{{.time.Format}}",
    "{{.time.Format 1}}",
    "{{.time.Nothing}}",
    "{{printf `%d %s %v %T` .time.Month .time.Month .time.Weekday .time.Weekday}}",
    "{{.alert.StartsAt}} {{.alert.StartsAt.Unix}}",
    *(
        f"{{{{.time.Format `{layout}`}}}} {{{{.summer.Format `{layout}`}}}} "
        f"{{{{.offset.Format `{layout}`}}}}"
        for layout in (
            "2006-01-02T15:04:05Z07:00",
            "2006-01-02T15:04:05.999999999Z07:00",
            "Mon Jan _2 15:04:05 MST 2006",
            "Monday, 02-Jan-06 15:04:05 MST",
            "Mon, 02 Jan 2006 15:04:05 -0700",
            "3:04PM 03:04pm",
            "15:04:05.000 05,000 05.00 05.9 05.99999 05.0000000",
            "January 2 1 01 06 002 __2 _2006 _2 20060102150405",
            "Janet Jan. Monkey Mon",
            "Z0700 Z07 -07 -07:00 Z070000 -07:00:00 Z07:00:00 -070000",
            "plain text é 9 .x 0",
            "05.0005 1.000x .999",
        )
    ),
]

CASES = [
    *(Case(text) for text in TEXTS),
    *(
        Case(
            " ".join(
                f"{{{{printf `%{flags}{verb}|` {value}}}}}"
                for value in values.split()
                if not ("#" in flags and verb == "v" and value in (".time", ".alert"))
            )
        )
        for (verb, values), flags in product(_VALUES.items(), _FLAGS)
    ),
]
