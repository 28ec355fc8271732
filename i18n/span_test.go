package i18n

import (
	"testing"
	"time"
)

func TestLong(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration][2]string{
		0:                               {"1 分钟以内", "under a minute"},
		59 * time.Second:                {"1 分钟以内", "under a minute"},
		time.Minute:                     {"1 分钟", "1 min"},
		98 * time.Minute:                {"1 小时 38 分", "1 h 38 min"},
		2 * time.Hour:                   {"2 小时", "2 h"},
		24 * time.Hour:                  {"1 天", "1 d"},
		51*time.Hour + 59*time.Minute:   {"2 天 3 小时", "2 d 3 h"},
		72*time.Hour + 9*time.Minute:    {"3 天", "3 d"},
		-time.Hour:                      {"1 分钟以内", "under a minute"},
		1000*24*time.Hour + 3*time.Hour: {"1,000 天 3 小时", "1,000 d 3 h"},
	} {
		if zh, en := For(Chinese).Long(d), For(English).Long(d); zh != want[0] || en != want[1] {
			t.Errorf("%v: %q, %q", d, zh, en)
		}
	}
}

func TestBetween(t *testing.T) {
	t.Parallel()
	at := func(s string) time.Time {
		if s == "" {
			return time.Time{}
		}
		v, err := time.Parse("2006-01-02 15:04", s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	now := at("2026-11-30 09:00")
	for _, c := range []struct{ from, until, zh, en string }{
		{"2026-11-03 06:02", "2026-11-03 07:40", "11 月 3 日 14:02 到 15:40", "3 Nov 06:02 to 07:40 UTC"},
		{"2026-11-03 15:50", "2026-11-03 16:10", "11 月 3 日 23:50 到 11 月 4 日 00:10", "3 Nov 15:50 to 16:10 UTC"},
		{"2026-11-03 06:02", "", "11 月 3 日 14:02 起", "since 3 Nov 06:02 UTC"},
		{"2025-12-31 10:00", "2026-01-01 10:00", "2025 年 12 月 31 日 18:00 到 1 月 1 日 18:00", "31 Dec 2025 10:00 to 1 Jan 10:00 UTC"},
	} {
		zh, en := For(Chinese).Between(at(c.from), at(c.until), now), For(English).Between(at(c.from), at(c.until), now)
		if zh != c.zh || en != c.en {
			t.Errorf("%s to %s: %q, %q", c.from, c.until, zh, en)
		}
	}
	late := at("2026-11-03 20:00")
	if zh, utc := For(Chinese).Day(late, now), For(Chinese).UTCDay(late, now); zh != "11 月 4 日" || utc != "11 月 3 日" {
		t.Errorf("%q, in UTC %q", zh, utc)
	}
}
