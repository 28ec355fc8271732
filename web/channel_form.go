package web

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	"marketd/market"
	"marketd/templates"
)

// channelDraft is the form of a channel as it was typed.
type channelDraft struct {
	settings    market.ChannelSettings
	all         bool // of everything
	hush        bool // quiet hours are kept
	from, until string
	version     int64
}

// draftOf is the form of a channel as it is.
func draftOf(ch market.Channel) channelDraft {
	d := channelDraft{
		settings: market.ChannelSettings{
			Name: ch.Name, Kinds: ch.Kinds, Desk: ch.Desk, Lang: ch.Lang, Delay: ch.Delay, Remind: ch.Remind, Digest: ch.Digest, Quiet: ch.Quiet,
		},
		all: len(ch.Kinds) == 0, hush: ch.Quiet.From != ch.Quiet.Until, from: "22:00", until: "08:00", version: ch.Version,
	}
	if d.hush {
		d.from, d.until = clockText(ch.Quiet.From), clockText(ch.Quiet.Until)
	}
	return d
}

func clockText(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

var (
	errNoKinds = formError("kinds", market.Text{ZH: "没有选任何一种通知。", EN: "No kind of notice was chosen."}, market.Text{ZH: "至少选一种，或选“全部”；不想再收可以停用。", EN: "Choose at least one, or everything; to be told of nothing, turn the channel off."})
	errClock   = formError("quiet", market.Text{ZH: "免打扰的时间读不懂，或起止相同。", EN: "The quiet hours cannot be read, or begin as they end."}, market.Text{ZH: "写成 22:00 的样子。", EN: "Write times as 22:00."})
)

func formError(field string, message, fix market.Text) *market.Error {
	return &market.Error{Kind: market.Invalid, Code: "CHANNEL_INVALID", Msg: message, Violations: []market.Violation{{Path: field, Message: message, Fix: fix}}}
}

// readChannel reads the form. What is wrong with it in the form's own terms is
// an error; the draft holds what was typed all the same.
func readChannel(f url.Values) (channelDraft, error) {
	d := channelDraft{
		all: f.Get("all") != "false", hush: f.Get("hush") == "true", from: f.Get("quiet-from"), until: f.Get("quiet-until"),
		settings: market.ChannelSettings{
			Name: f.Get("name"), Target: f.Get("target"), Secret: f.Get("secret"), Desk: f.Get("desk") == "true", Lang: market.Lang(f.Get("lang")),
			Delay: minutes(f.Get("delay")), Remind: minutes(f.Get("remind")), Digest: minutes(f.Get("digest")), Quiet: market.QuietHours{Zone: f.Get("zone")},
		},
	}
	d.version, _ = strconv.ParseInt(f.Get("version"), 10, 64) // none is stale
	for _, k := range f["kinds"] {
		d.settings.Kinds = append(d.settings.Kinds, market.EventKind(k))
	}
	var wrong error
	if !d.all && len(d.settings.Kinds) == 0 {
		wrong = errNoKinds
	}
	if d.hush {
		from, a := time.Parse("15:04", d.from)
		until, b := time.Parse("15:04", d.until)
		if a != nil || b != nil || from.Equal(until) {
			return d, errClock
		}
		d.settings.Quiet.From, d.settings.Quiet.Until = from.Hour()*60+from.Minute(), until.Hour()*60+until.Minute()
	}
	return d, wrong
}

func minutes(s string) time.Duration {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 1_000_000 {
		return 0
	}
	return time.Duration(n) * time.Minute
}

// sent are the settings to be stored.
func (d channelDraft) sent() market.ChannelSettings {
	s := d.settings
	if d.all {
		s.Kinds = nil
	}
	return s
}

// kindGroups are the kinds of events in the order in which people read them.
var kindGroups = [...]struct {
	name  string
	kinds []market.EventKind
}{
	{"health", []market.EventKind{market.EventDegraded, market.EventDown, market.EventGone, market.EventGated, market.EventUp, market.EventSilent, market.EventCert}},
	{"drift", []market.EventKind{market.EventDriftCosmetic, market.EventDriftMaterial, market.EventDriftDangerous, market.EventDriftDecided}},
	{"listing", []market.EventKind{market.EventHeld, market.EventRestored, market.EventComplaint, market.EventAnswered}},
	{"submission", []market.EventKind{market.EventWaiting, market.EventDecided, market.EventChannel}},
}

// ofReviewers reports whether nobody but reviewers is told of the kind.
func ofReviewers(k market.EventKind) bool { return k == market.EventSilent || k == market.EventWaiting }

// zones are those to choose from; another one that is set stays.
var zones = [...]string{
	"Asia/Shanghai", "UTC", "Asia/Tokyo", "Asia/Singapore", "Asia/Kolkata", "Asia/Dubai", "Europe/London", "Europe/Berlin", "Europe/Moscow",
	"America/Sao_Paulo", "America/New_York", "America/Chicago", "America/Los_Angeles", "Australia/Sydney",
}

func channelForm(p *templates.Page, a market.Account, ch market.Channel, d channelDraft) templates.ChannelForm {
	set := d.settings
	f := templates.ChannelForm{
		Kind: string(ch.Kind), Chat: ch.Template, Version: d.version, Name: set.Name, Target: set.Target, Address: ch.Address,
		Secret: ch.Template == market.ChatFeishu || ch.Template == market.ChatDingTalk || ch.Template == market.ChatNtfy,
		All:    d.all, Desk: set.Desk, CanDesk: a.Role.Reviews(), Quiet: d.hush, From: d.from, Until: d.until,
		Delay:  lengthOptions(p, set.Delay, "channel.atOnce", 0, 5*time.Minute, 15*time.Minute, time.Hour, 3*time.Hour, 12*time.Hour),
		Remind: lengthOptions(p, set.Remind, "channel.noRemind", 0, time.Hour, 6*time.Hour, 24*time.Hour, 72*time.Hour, 7*24*time.Hour),
		Digest: lengthOptions(p, set.Digest, "channel.noDigest", 0, 15*time.Minute, time.Hour, 6*time.Hour, 24*time.Hour),
	}
	for _, l := range []market.Lang{"", market.Chinese, market.English} {
		f.Langs = append(f.Langs, templates.Option{Value: string(l), Label: p.T("channel.lang_" + templates.Or(string(l), "both")), Selected: l == set.Lang})
	}
	zone := set.Quiet.Zone
	if zone == "" {
		zone = map[market.Lang]string{market.Chinese: "Asia/Shanghai", market.English: "UTC"}[lang(p)]
	}
	if !slices.Contains(zones[:], zone) {
		f.Zones = append(f.Zones, templates.Option{Value: zone, Label: templates.Inert(templates.Clip(zone, 40)), Selected: true})
	}
	for _, z := range zones {
		f.Zones = append(f.Zones, templates.Option{Value: z, Label: z, Selected: z == zone})
	}
	for _, g := range kindGroups {
		group := templates.KindGroup{Label: p.T("event.group_" + g.name)}
		for _, k := range g.kinds {
			if ofReviewers(k) && !a.Role.Reviews() {
				continue
			}
			group.Kinds = append(group.Kinds, templates.Option{Value: string(k), Label: p.T(eventKey(k)), Selected: slices.Contains(set.Kinds, k)})
		}
		f.Kinds = append(f.Kinds, group)
	}
	return f
}

// lengthOptions are lengths of time to choose from, with the one that is set.
func lengthOptions(p *templates.Page, set time.Duration, none string, of ...time.Duration) []templates.Option {
	if !slices.Contains(of, set) {
		of = append(of, set)
		slices.Sort(of)
	}
	var out []templates.Option
	for _, d := range of {
		label := p.T(none)
		if d > 0 {
			label = span(p, d)
		}
		out = append(out, templates.Option{Value: strconv.Itoa(int(d / time.Minute)), Label: label, Selected: d == set})
	}
	return out
}
