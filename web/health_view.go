package web

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

// uptimeViews words the shares of probes that were answered. What was not
// measured is said to be so.
func uptimeViews(p *templates.Page, u *market.Uptimes) []templates.UptimeView {
	var out []templates.UptimeView
	for _, r := range []struct {
		key    string
		counts market.ProbeCounts
	}{{"status.range24h", u.Day}, {"status.range7d", u.Week}, {"status.range30d", u.Month}, {"status.range90d", u.Quarter}} {
		v := templates.UptimeView{Label: p.T(r.key), State: "unknown"}
		if c := r.counts; c.Counted() > 0 {
			v.State, v.Share, v.Words = shareState(c), percent(c.Answered(), c.Counted()), p.N("status.ofProbes", c.Counted())
		}
		out = append(out, v)
	}
	return out
}

// shareState is the state under which a share over a long time is coloured, as on
// badges: good from 99.5 % on, bad below 95 %.
func shareState(c market.ProbeCounts) string {
	switch of, _ := c.Uptime(); {
	case of >= .995:
		return "up"
	case of >= .95:
		return "degraded"
	}
	return "down"
}

// countsState is the state under which counts are coloured.
func countsState(t market.ProbeCounts) string {
	switch kind(t) {
	case "u":
		return "up"
	case "g":
		return "degraded"
	case "d":
		return "down"
	case "w":
		return "maintenance"
	}
	return "unknown"
}

// kind is the bar of counts (see [templates.BarView]): red as soon as half failed.
func kind(t market.ProbeCounts) string {
	switch {
	case t.Counted() > 0 && t.Failed == 0:
		return "u"
	case t.Counted() > 0 && 2*t.Failed < t.Counted():
		return "g"
	case t.Counted() > 0:
		return "d"
	case t.Maintenance > 0:
		return "w"
	case t.Unknown > 0:
		return "m"
	}
	return "n"
}

// dayBars draws days, the last one today.
func dayBars(p *templates.Page, id string, days []market.HistoryDay) templates.BarsView {
	v := templates.BarsView{ID: id, Title: p.N("status.barsTitle", len(days)), Bars: make([]templates.BarView, len(days)), To: p.T("status.today")}
	if len(days) > 0 {
		v.From = p.UTCDay(days[0].Start, p.Now)
	}
	count := map[string]int{}
	for i := range days {
		c := days[i].ProbeCounts
		k := kind(c)
		count[k]++
		v.Bars[i] = templates.BarView{Kind: k, Title: p.UTCDay(days[i].Start, p.Now) + p.T("status.colon") + countsWords(p, c)}
	}
	v.Desc = p.T("status.barsDesc", count["u"], count["g"], count["d"], count["w"], count["m"]+count["n"])
	return v
}

// countsWords says what a stretch of time came to.
func countsWords(p *templates.Page, t market.ProbeCounts) string {
	switch {
	case t.Counted() > 0:
		return p.T("status.shareOf", percent(t.Answered(), t.Counted()), t.Counted(), t.Failed)
	case t.Maintenance > 0:
		return p.T("status.keyPlanned")
	case t.Unknown > 0:
		return p.T("status.keySkipped")
	}
	return p.T("status.keyNone")
}

// dayRows are the days with a record in numbers, newest first.
func dayRows(p *templates.Page, days []market.HistoryDay) []templates.DayView {
	var rows []templates.DayView
	for _, d := range slices.Backward(days) {
		if d.Total() == 0 {
			continue
		}
		v := templates.DayView{
			When: d.Start.UTC().Format("2006-01-02"), State: countsState(d.ProbeCounts), Share: p.T("status.uncounted"),
			OK: i18n.Number(d.Answered()), Failed: i18n.Number(d.Failed), Skipped: i18n.Number(d.Unknown), Planned: i18n.Number(d.Maintenance),
			P50: took(d.P50), P95: took(d.P95),
		}
		if d.Counted() > 0 {
			v.Share = percent(d.Answered(), d.Counted())
		}
		rows = append(rows, v)
	}
	return rows
}

// took is a time to answer in words, a dash when nothing was answered.
func took(d time.Duration) string {
	if d > 0 {
		return i18n.Duration(d)
	}
	return "–"
}

// hoursShown is how much of the time to answer is drawn.
const hoursShown = 24

// latencyView draws the time to answer, an hour a point, over the last day; nil
// when nothing was answered in it.
func latencyView(p *templates.Page, points []market.LatencyPoint) (*templates.SparkView, []templates.HourView) {
	first := p.Now.UTC().Truncate(time.Hour).Add(-(hoursShown - 1) * time.Hour)
	var (
		p50, p95 [hoursShown]time.Duration
		rows     []templates.HourView
		usual    = reach{}
		slow     = reach{}
	)
	for _, at := range slices.Backward(points) {
		hour := int(at.At.Sub(first) / time.Hour)
		if at.At.Before(first) || hour >= hoursShown || at.P50 == 0 {
			continue
		}
		p50[hour], p95[hour] = at.P50, at.P95
		usual.add(at.P50)
		slow.add(at.P95)
		rows = append(rows, templates.HourView{When: p.Time(at.At), P50: took(at.P50), P95: took(at.P95)})
	}
	if len(rows) == 0 {
		return nil, nil
	}
	v := templates.SparkView{
		ID: "latency", Title: p.T("status.latencyTitle"), P50Now: usual.words(p), P95Now: slow.words(p),
		P50: sparkPath(p50[:], slow.most), P95: sparkPath(p95[:], slow.most),
	}
	v.Desc = p.T("status.latencyAlt", v.P50Now, v.P95Now)
	return &v, rows
}

// reach is the shortest and the longest of some spans.
type reach struct{ least, most time.Duration }

func (r *reach) add(d time.Duration) {
	if r.most == 0 || d < r.least {
		r.least = d
	}
	r.most = max(r.most, d)
}

func (r reach) words(p *templates.Page) string {
	if a, b := i18n.Duration(r.least), i18n.Duration(r.most); a != b {
		return p.T("status.reach", a, b)
	}
	return i18n.Duration(r.most)
}

// sparkPath draws spans over a box of 300 by 48, the top at its upper edge.
// Where there is none (0), the line breaks; a lone one is a short stroke.
func sparkPath(spans []time.Duration, top time.Duration) string {
	step := 300 / float64(len(spans))
	var b strings.Builder
	number := func(f float64) { b.WriteString(strconv.FormatFloat(f, 'f', 1, 64)) }
	pen := byte('M')
	for i, d := range spans {
		if d == 0 {
			pen = 'M'
			continue
		}
		b.WriteByte(pen)
		pen = 'L'
		number(float64(i) * step)
		b.WriteByte(' ')
		number(46 - 44*float64(d)/float64(max(top, 1)))
		if i+1 == len(spans) || spans[i+1] == 0 {
			b.WriteByte('H')
			number(float64(i+1) * step)
		}
	}
	return b.String()
}
