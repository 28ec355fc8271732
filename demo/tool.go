package demo

import (
	"embed"
	"encoding/json"
	"fmt"
	"math"
)

//go:embed tools/*.json
var definitions embed.FS

// tool is a tool as listed and as called.
type tool struct {
	name       string
	definition json.RawMessage
	run        func(arguments) (map[string]any, error)
}

// runs are a set of tools' implementations by tool name.
type runs map[string]func(arguments) (map[string]any, error)

// tools reads the definitions in tools/<file>.json and joins them with what
// they run.
func tools(file string, r runs) ([]tool, error) {
	data, err := definitions.ReadFile("tools/" + file + ".json")
	if err != nil {
		return nil, err
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var list []tool
	for _, d := range raw {
		var head struct {
			Name string `json:"name"`
		}
		if err := json.Unmarshal(d, &head); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if r[head.Name] == nil {
			return nil, fmt.Errorf("%s: nothing runs %s", file, head.Name)
		}
		list = append(list, tool{head.Name, d, r[head.Name]})
	}
	return list, nil
}

// arguments are a call's, as JSON decodes them.
type arguments map[string]any

func (a arguments) text(name string) (string, error) {
	s, ok := a[name].(string)
	if !ok || s == "" {
		return "", fmt.Errorf("%s: a non-empty string is needed / 需要一个非空字符串", name)
	}
	return s, nil
}

func (a arguments) number(name string) (float64, error) {
	n, ok := a[name].(float64)
	if !ok {
		return 0, fmt.Errorf("%s: a number is needed / 需要一个数", name)
	}
	return n, nil
}

// whole is an integer from low to high; without one it is otherwise.
func (a arguments) whole(name string, low, high, otherwise int) (int, error) {
	if _, ok := a[name]; !ok {
		return otherwise, nil
	}
	n, err := a.number(name)
	if err != nil {
		return 0, err
	}
	if n != math.Trunc(n) || n < float64(low) || n > float64(high) {
		return 0, fmt.Errorf("%s: a whole number from %d to %d is needed / 需要 %d 到 %d 的整数", name, low, high, low, high)
	}
	return int(n), nil
}
