package i18n

import (
	"strconv"
	"time"
)

// Long writes a span in its two largest units: "1 小时 38 分", "1 h 38 min". What
// is shorter than a minute is "under a minute".
func (p *Printer) Long(d time.Duration) string {
	minutes := int(d / time.Minute)
	days, hours, minutes := minutes/(24*60), minutes/60%24, minutes%60
	switch {
	case days > 0 && hours > 0:
		return p.T("long.days", days) + " " + p.T("long.hours", hours)
	case days > 0:
		return p.T("long.days", days)
	case hours > 0 && minutes > 0:
		return p.T("long.hours", hours) + " " + p.T("long.min", minutes)
	case hours > 0:
		return p.T("long.hours", hours)
	case minutes > 0:
		return p.T("long.minutes", minutes)
	}
	return p.T("long.moment")
}

// Between writes a stretch of time to the minute, in the zone of [Printer.Time]:
// "11 月 3 日 14:02 到 15:40". A year that is not now's is told, the day of the
// end when it is another one. A zero end is one that has not come.
func (p *Printer) Between(from, until, now time.Time) string {
	start := p.moment(from, now)
	if until.IsZero() {
		return p.T("between.since", start)
	}
	a, b := from.In(p.zone), until.In(p.zone)
	if a.Year() == b.Year() && a.YearDay() == b.YearDay() {
		return p.T("between.from", start, b.Format("15:04"))
	}
	return p.T("between.from", start, p.moment(until, now))
}

// Day writes an instant's day as people say it: "11 月 3 日", "3 Nov". A year
// that is not now's is told.
func (p *Printer) Day(t, now time.Time) string {
	t = t.In(p.zone)
	return p.day(t, t.Year() != now.In(p.zone).Year())
}

// UTCDay is [Printer.Day] of the day in UTC: that of a bar.
func (p *Printer) UTCDay(t, now time.Time) string {
	t = t.UTC()
	return p.day(t, t.Year() != now.UTC().Year())
}

func (p *Printer) moment(t, now time.Time) string {
	return p.Day(t, now) + " " + t.In(p.zone).Format("15:04")
}

func (p *Printer) day(t time.Time, year bool) string {
	month := strconv.Itoa(int(t.Month()))
	if p.tag == English {
		month = t.Format("Jan")
	}
	if year {
		return p.T("between.dayOfYear", month, strconv.Itoa(t.Day()), strconv.Itoa(t.Year()))
	}
	return p.T("between.day", month, strconv.Itoa(t.Day()))
}
