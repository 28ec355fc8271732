package web

import (
	"strconv"
	"time"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

// How much of a listing's story its page tells; the page of its health tells all.
const (
	incidentsShown = 5
	probesShown    = 20
	windowsShown   = 5
)

// story is what is known of how a listing's server did.
type story struct {
	market.Overview
	probes  []market.ProbeRecord // newest first
	windows []market.Maintenance // the latest to begin first
}

// statusView shows how a listing's server did of late.
func statusView(p *templates.Page, l market.Listing, st *story) templates.StatusView {
	v := templates.StatusView{
		State: string(healthOf(&l)), Since: l.Health.Since,
		Uptimes: uptimeViews(p, &st.Uptimes), Days: dayBars(p, "days", st.Days), DayRows: dayRows(p, st.Days),
	}
	v.Spark, v.Hours = latencyView(p, st.Latency)
	for _, r := range st.probes[:min(len(st.probes), probesShown)] {
		v.Probes = append(v.Probes, probeView(p, r))
	}
	v.Incidents = incidentViews(p, st.Incidents[:min(len(st.Incidents), incidentsShown)])
	for _, m := range st.windows {
		v.Windows = append(v.Windows, windowView(p, m))
	}
	return v
}

func probeView(p *templates.Page, r market.ProbeRecord) templates.ProbeView {
	v := templates.ProbeView{At: r.At, State: "reject", Word: p.T("reason." + string(r.Reason)), Detail: r.Detail, Took: i18n.Duration(r.Took)}
	switch {
	case r.Void != market.VoidNone:
		v.State, v.Word = "unknown", v.Word+" · "+p.T("status.void_"+string(r.Void))
		if r.Void == market.VoidMaintenance {
			v.State = "maintenance"
		}
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

func incidentViews(p *templates.Page, all []market.Incident) []templates.IncidentView {
	out := make([]templates.IncidentView, len(all))
	for i := range all {
		out[i] = incidentView(p, &all[i])
	}
	return out
}

// incidentView words an incident: "11 月 3 日 14:02 到 15:40：证书过期，持续 1 小时 38 分".
func incidentView(p *templates.Page, i *market.Incident) templates.IncidentView {
	v := templates.IncidentView{State: string(i.Worst), Word: p.T("incident.was_" + string(i.Worst)), Detail: i.Detail, Open: i.Lasts()}
	when, why := p.Between(i.Start, i.End, p.Now), p.T("reason."+string(i.Reason))
	if v.Open {
		v.Word = p.T("incident.is_" + string(i.Worst))
		v.Text = p.T("incident.open", when, why, p.Long(p.Now.Sub(i.Start)))
		return v
	}
	v.Text = p.T("incident.closed", when, why, p.Long(i.End.Sub(i.Start)))
	return v
}

// windowView words announced maintenance.
func windowView(p *templates.Page, m market.Maintenance) templates.WindowView {
	v := templates.WindowView{Note: m.Text, Word: p.T("window.planned")}
	v.Text = p.T("window.text", p.Between(m.From, m.Until, p.Now), p.Long(m.Until.Sub(m.From)))
	switch {
	case !m.CancelledAt.IsZero():
		v.Word = p.T("window.cancelled")
	case m.Holds(p.Now):
		v.Word = p.T("window.now")
	case !p.Now.Before(m.Until):
		v.Word = p.T("window.past")
	}
	return v
}

// span words a length of time in whole units, as a plan is told: "30 min". It
// is empty for none.
func span(p *templates.Page, d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d%(24*time.Hour) == 0 && d > 24*time.Hour:
		return p.T("long.days", int(d/(24*time.Hour)))
	case d%time.Hour == 0:
		return p.T("span.h", int(d/time.Hour))
	case d%time.Minute == 0:
		return p.T("span.min", int(d/time.Minute))
	case d%time.Second == 0:
		return p.T("span.s", int(d/time.Second))
	}
	return p.T("span.ms", d.Milliseconds())
}
