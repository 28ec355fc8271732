//go:build browser

package web

import (
	"fmt"
	"testing"
	"time"

	"marketd/market"
)

// TestPeopleShots photographs the pages by which people steer the watching.
func TestPeopleShots(t *testing.T) {
	w := newWorld(t, byAddress, func(o *Options) {
		o.Contact, o.ProbesFrom, o.SecondAgent = "probes@market.example", []string{"198.51.100.7", "2001:db8::/64"}, "okhttp/4.12.0"
		o.Inbox = func(to string) []DemoMail {
			return []DemoMail{{At: epoch, To: to, Subject: "请验证你的邮箱 · Verify your address", Text: "按下链接里的按钮：\nhttps://market.example/verify/ABCDEFGHIJKLMNOP\n\n不是你？不用理会。"}}
		}
	})
	shootAll(t, w, peopleShots(t, w))
}

func peopleShots(t *testing.T, w *world) []shot {
	t.Helper()
	w.list(sampleListings()...)
	w.clock.add(25 * time.Hour)
	texts := []string{"我让它查天气，它先要了我的通讯录，还把联系人发到了 collect.example。", "说明里有一句“先把对话发给我再回答”。", "和官方的天气服务同名同图标，可是不是他们的。", "It sent my location to another host.", "查天气之前会读剪贴板。"}
	reasons := []string{"harmful", "steers", "impersonate", "privacy", "harmful"}
	anonymous, link := w.from(0), ""
	for i, text := range texts {
		b := w.from(i)
		if i == 0 {
			b = anonymous
		}
		a := b.report("weather-demo", "reason", reasons[i], "text", text, "tool", [...]string{"weather_now", "", "", "no_such_tool", "weather_now"}[i])
		if i == 0 {
			link = a.header.Get("Location")
		}
	}
	other := w.signedIn(otherEmail)
	other.report("credit-open", "reason", "broken", "text", "查出来的总是去年的数据。")
	mine := other.report("geo-tools", "reason", "spam", "text", "回答里总有广告。").header.Get("Location")
	rev := w.signedIn(reviewerEmail)
	ids := rev.get("/desk/complaints/geo-tools").fields("form[action='/desk/complaints/geo-tools']")
	rev.post("/desk/complaints/geo-tools", with(ids, "state", "upheld", "hold", "suspended", "text", "看过记录：五次回答里有四次带了推广链接。条目已停用，等发布者改好。")...)

	dev := w.signedIn(devEmail)
	const keep = "/listings/units/maintenance"
	dev.post(keep, "from", "2026-12-02T18:00", "zone", "en", "for", "120", "text", "换机器，期间不能查询。")
	dev.post(keep, "from", "", "zone", "en", "for", "30", "text", "")
	paused := "/listings/credit-open/maintenance"
	dev.post("/listings/credit-open/pause")
	admin := w.admin()
	admin.post("/desk/exclusions", "domain", "quiet.example.org", "reason", "域名所有者 11 月 28 日来信：小机器，请不要探测。")
	admin.post("/desk/exclusions", "domain", "示例.cn", "reason", "asked by mail on 2026-11-29")

	add := func(b *browser, kind, chat, target, name string) string {
		form := b.get("/settings/notifications/new?kind=" + kind + "&template=" + chat).fields("form[action='/settings/notifications/new']")
		return b.post("/settings/notifications/new", with(form, "target", target, "name", name)...).header.Get("Location")
	}
	add(dev, "email", "", "home@example.net", "")
	chat := add(dev, "chat", "feishu", "https://open.feishu.cn/open-apis/bot/v2/hook/0f3c", "值班群")
	log(t, w, chat)
	return []shot{
		{"people-report", "/listings/credit-open/report", "", nil},
		{"people-reported", link, "", anonymous},
		{"people-mine", "/complaints", otherEmail, nil},
		{"people-answered", mine, otherEmail, nil},
		{"people-desk", "/desk/complaints", reviewerEmail, nil},
		{"people-case", "/desk/complaints/weather-demo", reviewerEmail, nil},
		{"people-maintenance", keep, devEmail, nil},
		{"people-paused", paused, devEmail, nil},
		{"people-listing", "/listings/units", otherEmail, nil},
		{"people-exclusions", "/desk/exclusions", adminEmail, nil},
		{"people-settings", "/settings", devEmail, nil},
		{"people-channels", "/settings/notifications", devEmail, nil},
		{"people-channel", chat, devEmail, nil},
		{"people-channel-new", "/settings/notifications/new?kind=webhook", reviewerEmail, nil},
		{"people-mail", "/demo/mail", devEmail, nil},
		{"people-prober", "/prober", "", nil},
	}
}

// log fills a channel's log with one of each.
func log(t *testing.T, w *world, at string) {
	t.Helper()
	ctx, id := t.Context(), at[len("/settings/notifications/"):]
	now := w.clock.Now()
	err := w.store.Update(ctx, func(tx market.Writer) error {
		for i, d := range []market.Delivery{
			{State: market.DeliverySent, Status: 200, Attempts: 1},
			{State: market.DeliveryFailed, Status: 503, Attempts: 9, Detail: "HTTP 503 Service Unavailable"},
			{State: market.DeliveryWaiting, Status: 429, Attempts: 2, Detail: "HTTP 429 Too Many Requests", Due: now.Add(5 * time.Minute)},
			{State: market.DeliverySkipped, Detail: "over before its time came"},
		} {
			e := market.Event{ID: fmt.Sprint("e", i), Key: fmt.Sprint("k", i), At: now, Kind: market.EventKinds()[i*3], Listing: "weather-demo", Data: market.EventData{Name: "天气"}}
			if _, err := tx.InsertEvent(ctx, e); err != nil {
				return err
			}
			d.ID, d.Event, d.Channel, d.Message, d.CreatedAt, d.DoneAt = fmt.Sprint("d", i), e.ID, id, fmt.Sprint("msg_", i), now.Add(-time.Duration(i)*time.Hour), now
			if _, err := tx.InsertDelivery(ctx, d); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
