// Renders a Helm chart with the template engine and functions that Helm uses, as Debian packages them.
// Arguments: the chart's folder, and values in JSON that replace the chart's own.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/ghodss/yaml"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(file string, into interface{}) {
	text, err := os.ReadFile(file)
	check(err)
	check(yaml.Unmarshal(text, into))
}

func merge(base, over map[string]interface{}) {
	for name, value := range over {
		inner, isMap := value.(map[string]interface{})
		existing, hasMap := base[name].(map[string]interface{})
		if isMap && hasMap {
			merge(existing, inner)
		} else {
			base[name] = value
		}
	}
}

func main() {
	folder := os.Args[1]
	values := map[string]interface{}{}
	read(filepath.Join(folder, "values.yaml"), &values)
	over := map[string]interface{}{}
	check(json.Unmarshal([]byte(os.Args[2]), &over))
	merge(values, over)
	chart := map[string]interface{}{}
	read(filepath.Join(folder, "Chart.yaml"), &chart)

	all := template.New("chart").Option("missingkey=error").Funcs(sprig.TxtFuncMap())
	all.Funcs(template.FuncMap{
		"include": func(name string, data interface{}) (string, error) {
			var out bytes.Buffer
			err := all.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"toYaml": func(value interface{}) (string, error) {
			text, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(text), "\n"), err
		},
		"required": func(message string, value interface{}) (interface{}, error) {
			if value == nil || value == "" {
				return nil, fmt.Errorf("%s", message)
			}
			return value, nil
		},
	})
	files, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   map[string]interface{}{"Name": chart["name"], "AppVersion": chart["appVersion"]},
		"Release": map[string]interface{}{"Name": "test"},
	}
	for _, file := range files {
		name := filepath.Base(file)
		var out bytes.Buffer
		check(all.ExecuteTemplate(&out, name, data))
		if strings.HasSuffix(name, ".yaml") {
			fmt.Printf("---\n%s\n", out.String())
		}
	}
}
