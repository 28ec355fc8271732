package demo

import "fmt"

// unit is factor × the kind's base unit + offset.
type unit struct {
	symbol, name, kind string
	factor, offset     float64
}

func knownUnits() []unit {
	return []unit{
		{"m", "metre", "length", 1, 0},
		{"km", "kilometre", "length", 1000, 0},
		{"cm", "centimetre", "length", 0.01, 0},
		{"in", "inch", "length", 0.0254, 0},
		{"ft", "foot", "length", 0.3048, 0},
		{"mi", "mile", "length", 1609.344, 0},
		{"g", "gram", "mass", 0.001, 0},
		{"kg", "kilogram", "mass", 1, 0},
		{"lb", "pound", "mass", 0.45359237, 0},
		{"oz", "ounce", "mass", 0.028349523125, 0},
		{"l", "litre", "volume", 1, 0},
		{"ml", "millilitre", "volume", 0.001, 0},
		{"gal", "US gallon", "volume", 3.785411784, 0},
		{"m/s", "metre per second", "speed", 1, 0},
		{"km/h", "kilometre per hour", "speed", 1 / 3.6, 0},
		{"mph", "mile per hour", "speed", 0.44704, 0},
		{"K", "kelvin", "temperature", 1, 0},
		{"°C", "degree Celsius", "temperature", 1, 273.15},
		{"°F", "degree Fahrenheit", "temperature", 5.0 / 9, 459.67 * 5 / 9},
	}
}

func unitNamed(a arguments, name string) (unit, error) {
	symbol, err := a.text(name)
	if err != nil {
		return unit{}, err
	}
	for _, u := range knownUnits() {
		if u.symbol == symbol {
			return u, nil
		}
	}
	return unit{}, fmt.Errorf("%s: no unit %q; unit.list tells which there are", name, symbol)
}

func units() runs {
	return runs{
		"unit.convert": func(a arguments) (map[string]any, error) {
			value, err := a.number("value")
			if err != nil {
				return nil, err
			}
			from, err := unitNamed(a, "from")
			if err != nil {
				return nil, err
			}
			to, err := unitNamed(a, "to")
			if err != nil {
				return nil, err
			}
			if from.kind != to.kind {
				return nil, fmt.Errorf("%s is a %s and %s a %s", from.symbol, from.kind, to.symbol, to.kind)
			}
			return map[string]any{
				"value": (value*from.factor + from.offset - to.offset) / to.factor, "unit": to.symbol, "factor": from.factor / to.factor,
			}, nil
		},
		"unit.list": func(a arguments) (map[string]any, error) {
			kind, err := a.text("kind")
			if err != nil {
				return nil, err
			}
			var list []map[string]any
			for _, u := range knownUnits() {
				if u.kind == kind {
					list = append(list, map[string]any{"symbol": u.symbol, "name": u.name})
				}
			}
			if list == nil {
				return nil, fmt.Errorf("kind: no kind of quantity %q", kind)
			}
			return map[string]any{"units": list}, nil
		},
	}
}
