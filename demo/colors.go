package demo

import (
	"fmt"
	"math"
)

type rgb struct{ r, g, b uint8 }

func colorNamed(a arguments, name string) (rgb, error) {
	s, err := a.text(name)
	if err != nil {
		return rgb{}, err
	}
	var c rgb
	if n, err := fmt.Sscanf(s, "#%02x%02x%02x", &c.r, &c.g, &c.b); n != 3 || err != nil || len(s) != 7 {
		return rgb{}, fmt.Errorf("%s: %q is no colour of the form #RRGGBB", name, s)
	}
	return c, nil
}

// luminance is WCAG 2's relative luminance.
func (c rgb) luminance() float64 {
	part := func(x uint8) float64 {
		v := float64(x) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.r) + 0.7152*part(c.g) + 0.0722*part(c.b)
}

// hsl returns hue in degrees, saturation and lightness in percent.
func (c rgb) hsl() (h, s, l int) {
	r, g, b := float64(c.r)/255, float64(c.g)/255, float64(c.b)/255
	high, low := max(r, g, b), min(r, g, b)
	d, light := high-low, (high+low)/2
	if d == 0 {
		return 0, 0, int(math.Round(light * 100))
	}
	var hue float64
	switch high {
	case r:
		hue = math.Mod((g-b)/d+6, 6)
	case g:
		hue = (b-r)/d + 2
	default:
		hue = (r-g)/d + 4
	}
	return int(math.Round(hue*60)) % 360, int(math.Round(d / (1 - math.Abs(2*light-1)) * 100)), int(math.Round(light * 100))
}

func colors() runs {
	return runs{
		"color.rgb": func(a arguments) (map[string]any, error) {
			c, err := colorNamed(a, "color")
			if err != nil {
				return nil, err
			}
			h, s, l := c.hsl()
			return map[string]any{"red": c.r, "green": c.g, "blue": c.b, "hue": h, "saturation": s, "lightness": l}, nil
		},
		"color.contrast": func(a arguments) (map[string]any, error) {
			front, err := colorNamed(a, "foreground")
			if err != nil {
				return nil, err
			}
			behind, err := colorNamed(a, "background")
			if err != nil {
				return nil, err
			}
			x, y := front.luminance(), behind.luminance()
			ratio := (max(x, y) + 0.05) / (min(x, y) + 0.05)
			return map[string]any{
				"ratio": math.Round(ratio*100) / 100, "AA": ratio >= 4.5, "AAA": ratio >= 7, "largeAA": ratio >= 3, "largeAAA": ratio >= 4.5,
			}, nil
		},
	}
}
