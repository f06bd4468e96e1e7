package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	htmltemplate "html/template"
	"math"
	"net/url"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// KV is a map with methods, as the labels of an alert are.
type KV map[string]string

// Pair is one label.
type Pair struct {
	Name, Value string
}

// Pairs are labels in order.
type Pairs []Pair

func (ps Pairs) Names() []any {
	var names []any
	for _, p := range ps {
		names = append(names, p.Name)
	}
	return names
}

func (kv KV) SortedPairs() Pairs {
	names := make([]string, 0, len(kv))
	for name := range kv {
		names = append(names, name)
	}
	sort.Strings(names)
	pairs := Pairs{}
	for _, name := range names {
		pairs = append(pairs, Pair{name, kv[name]})
	}
	return pairs
}

func (kv KV) Get(name string) string { return kv[name] }

func (kv KV) Fail() (string, error) { return "", errors.New("on purpose") }

// Alert is a struct with fields and methods.
type Alert struct {
	Status   string
	Count    int
	Ratio    float64
	Labels   KV
	StartsAt time.Time
	Extra    any
}

func (a Alert) Name() string { return a.Labels["alertname"] }

func (a Alert) Plus(n int) int { return a.Count + n }

var functions = map[string]any{
	"upper":       strings.ToUpper,
	"add":         func(a, b int) int { return a + b },
	"half":        func(f float64) float64 { return f / 2 },
	"yesno":       func(b bool) string { return strconv.FormatBool(b) },
	"join":        func(separator string, texts ...string) string { return strings.Join(texts, separator) },
	"any":         func(v any) any { return v },
	"list":        func(v ...any) []any { return slices.Clip(append([]any{}, v...)) },
	"fail":        func() (string, error) { return "", errors.New("on purpose") },
	"keys":        func(m map[string]any) int { return len(m) },
	"title":       strings.Title,
	"toUpper":     strings.ToUpper,
	"toLower":     strings.ToLower,
	"trimSpace":   strings.TrimSpace,
	"urlUnescape": url.QueryUnescape,
	"match":       regexp.MatchString,
	"reReplaceAll": func(pattern, replacement, text string) (string, error) {
		compiled, err := regexp.Compile(pattern)
		if err != nil {
			return "", err
		}
		return compiled.ReplaceAllString(text, replacement), nil
	},
	"toJson": func(v any) (string, error) {
		text, err := json.Marshal(v)
		return string(text), err
	},
	"base64encode": func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
	"base64decode": func(s string) (string, error) {
		text, err := base64.StdEncoding.DecodeString(s)
		return string(text), err
	},
	"date": func(layout string, t time.Time) string { return t.Format(layout) },
	"tz": func(name string, t time.Time) (time.Time, error) {
		location, err := time.LoadLocation(name)
		if err != nil {
			return time.Time{}, err
		}
		return t.In(location), nil
	},
	"safeHtml": func(s string) htmltemplate.HTML { return htmltemplate.HTML(s) },
}

func decode(raw json.RawMessage) any {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		panic(err)
	}
	return native(value)
}

func native(value any) any {
	switch v := value.(type) {
	case json.Number:
		if n, err := strconv.Atoi(v.String()); err == nil {
			return n
		}
		f, _ := v.Float64()
		return f
	case []any:
		list := make([]any, len(v))
		for i, element := range v {
			list[i] = native(element)
		}
		return list
	case map[string]any:
		if len(v) == 1 {
			for tag, of := range v {
				if strings.HasPrefix(tag, "$") {
					return tagged(tag, of)
				}
			}
		}
		m := make(map[string]any, len(v))
		for key, element := range v {
			m[key] = native(element)
		}
		return m
	}
	return value
}

func tagged(tag string, of any) any {
	switch tag {
	case "$float":
		switch of {
		case "NaN":
			return math.NaN()
		case "+Inf":
			return math.Inf(1)
		case "-Inf":
			return math.Inf(-1)
		}
		f, err := strconv.ParseFloat(of.(string), 64)
		if err != nil {
			panic(err)
		}
		return f
	case "$time":
		parts := strings.Split(of.(string), "|")
		t, err := time.Parse(time.RFC3339Nano, parts[0])
		if err != nil {
			panic(err)
		}
		if len(parts) > 1 {
			location, err := time.LoadLocation(parts[1])
			if err != nil {
				panic(err)
			}
			return t.In(location)
		}
		return t
	case "$duration":
		return time.Duration(native(of).(int))
	case "$strings":
		return map[string]string(kv(of))
	case "$kv":
		return kv(of)
	case "$alert":
		m := native(of).(map[string]any)
		return Alert{m["Status"].(string), m["Count"].(int), m["Ratio"].(float64), m["Labels"].(KV), m["StartsAt"].(time.Time), m["Extra"]}
	case "$func":
		return functions[of.(string)]
	}
	panic(tag)
}

func kv(of any) KV {
	m := KV{}
	for key, value := range of.(map[string]any) {
		m[key] = value.(string)
	}
	return m
}
