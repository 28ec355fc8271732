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

// statusView shows how a listing's server did of late; history is newest first.
func statusView(p *templates.Page, l market.Listing, history []market.ProbeRecord) templates.StatusView {
	v := templates.StatusView{State: string(healthOf(&l)), Since: l.Health.Since, Checked: l.Health.CheckedAt}
	if len(history) == 0 {
		return v
	}
	good, bad := 0, 0
	var took []time.Duration // oldest first
	for _, r := range history {
		probe := probeView(p, r)
		v.Probes = append(v.Probes, probe)
		bar := templates.BarView{Kind: "m", Title: p.Time(r.At) + " " + probe.Word}
		switch {
		case answered(r.Reason):
			bar.Kind = "u"
			good++
			took = append(took, r.Took)
		case r.Reason.Counts():
			bar.Kind = "d"
			bad++
		}
		v.Bars = append(v.Bars, bar)
	}
	for len(v.Bars) < historyShown {
		v.Bars = append(v.Bars, templates.BarView{Kind: "n"})
	}
	slices.Reverse(v.Bars)
	slices.Reverse(took)
	v.Probes = v.Probes[:min(len(v.Probes), 20)]
	v.Summary = p.N("status.summary", len(history), good, bad)
	if len(took) > 0 {
		v.P50, v.P95, v.Spark = i18n.Duration(quantile(took, .5)), i18n.Duration(quantile(took, .95)), spark(took)
	}
	return v
}

func probeView(p *templates.Page, r market.ProbeRecord) templates.ProbeView {
	v := templates.ProbeView{At: r.At, State: "reject", Word: p.T("reason." + string(r.Reason)), Detail: r.Detail, Took: i18n.Duration(r.Took)}
	switch {
	case r.Reason == market.ReasonOK:
		v.State = "up"
	case r.Reason == market.ReasonAuthRequired:
		v.State = "gated"
	case !r.Reason.Counts():
		v.State = "unknown"
	}
	if r.Status != 0 {
		v.Word = strconv.Itoa(r.Status) + " · " + v.Word
	}
	return v
}

// quantile is the nearest-rank quantile of spans.
func quantile(spans []time.Duration, q float64) time.Duration {
	s := slices.Sorted(slices.Values(spans))
	return s[min(len(s)-1, int(q*float64(len(s))))]
}

// spark draws spans as a path over a box of 300 by 48, the longest at the top.
func spark(spans []time.Duration) string {
	top := max(slices.Max(spans), time.Millisecond)
	step := 300.0 / float64(max(1, len(spans)-1))
	var b strings.Builder
	for i, d := range spans {
		b.WriteByte("ML"[min(i, 1)])
		b.WriteString(strconv.FormatFloat(float64(i)*step, 'f', 1, 64))
		b.WriteByte(' ')
		b.WriteString(strconv.FormatFloat(46-44*float64(d)/float64(top), 'f', 1, 64))
	}
	if len(spans) == 1 {
		b.WriteString("H300")
	}
	return b.String()
}

// span words a length of time in whole units, as a plan is told: "30 min". It
// is empty for none.
func span(p *templates.Page, d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d%time.Hour == 0:
		return p.T("span.h", int(d/time.Hour))
	case d%time.Minute == 0:
		return p.T("span.min", int(d/time.Minute))
	case d%time.Second == 0:
		return p.T("span.s", int(d/time.Second))
	}
	return p.T("span.ms", d.Milliseconds())
}
