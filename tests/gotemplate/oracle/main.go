// Renders cases with Go's own template packages: JSON in, JSON out.
package main

import (
	"encoding/json"
	"errors"
	htmltemplate "html/template"
	"io"
	"os"
	"strings"
	"text/template"
)

type file struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type question struct {
	Files      []file          `json:"files"`
	Execute    string          `json:"execute"`
	Data       json.RawMessage `json:"data"`
	MissingKey string          `json:"missing_key"`
	HTML       bool            `json:"html"`
}

type answer struct {
	Output string `json:"output"`
	Error  string `json:"error"`
}

func main() {
	var questions []question
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		panic(err)
	}
	answers := make([]answer, len(questions))
	for i, q := range questions {
		answers[i] = render(q)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answers); err != nil {
		panic(err)
	}
}

type executable interface {
	ExecuteTemplate(io.Writer, string, any) error
}

// bounded stops a template that writes without end.
type bounded struct{ strings.Builder }

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > 256*1024 {
		return 0, errors.New("too long")
	}
	return b.Builder.Write(p)
}

func render(q question) answer {
	t, err := parsed(q)
	if err != nil {
		return answer{Error: err.Error()}
	}
	var out bounded
	if err := t.ExecuteTemplate(&out, q.Execute, decode(q.Data)); err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Output: out.String()}
}

func parsed(q question) (executable, error) {
	option := "missingkey=" + q.MissingKey
	if q.HTML {
		t := htmltemplate.New("").Funcs(functions).Option(option)
		for _, f := range q.Files {
			if _, err := t.New(f.Name).Parse(f.Text); err != nil {
				return nil, err
			}
		}
		return t, nil
	}
	t := template.New("").Funcs(functions).Option(option)
	for _, f := range q.Files {
		if _, err := t.New(f.Name).Parse(f.Text); err != nil {
			return nil, err
		}
	}
	return t, nil
}
