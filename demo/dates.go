package demo

import (
	"fmt"
	"time"
)

func dateNamed(a arguments, name string) (time.Time, error) {
	s, err := a.text(name)
	if err != nil {
		return time.Time{}, err
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return time.Time{}, fmt.Errorf("%s: %q is no date of the form YYYY-MM-DD", name, s)
	}
	return t, nil
}

func dates() runs {
	return runs{
		"date.between": func(a arguments) (map[string]any, error) {
			from, err := dateNamed(a, "from")
			if err != nil {
				return nil, err
			}
			to, err := dateNamed(a, "to")
			if err != nil {
				return nil, err
			}
			days := int(to.Sub(from).Hours() / 24)
			return map[string]any{"days": days, "workingDays": working(from, days)}, nil
		},
		"date.weekday": func(a arguments) (map[string]any, error) {
			d, err := dateNamed(a, "date")
			if err != nil {
				return nil, err
			}
			year, week := d.ISOWeek()
			return map[string]any{"weekday": d.Weekday().String(), "week": fmt.Sprintf("%d-W%02d", year, week), "dayOfYear": d.YearDay()}, nil
		},
	}
}

// working counts Mondays to Fridays in days days from the date, the last day
// not included; whole weeks need no counting.
func working(from time.Time, days int) int {
	sign := 1
	if days < 0 {
		from, days, sign = from.AddDate(0, 0, days), -days, -1
	}
	n := days / 7 * 5
	for i := range days % 7 {
		if d := from.AddDate(0, 0, i).Weekday(); d != time.Saturday && d != time.Sunday {
			n++
		}
	}
	return sign * n
}
