package notify

import (
	"time"

	"marketd/market"
)

// Mail is a mail as it is handed over.
type Mail struct {
	ID          string    // the same however often it is sent
	At          time.Time // of this attempt
	To          string
	Subject     string
	Text        string
	HTML        string
	Unsubscribe string // link; "" when there is none
}

// compose makes the mail of a message.
func compose(m market.Message, base string, now time.Time) Mail {
	d, langs := write(m, base), languages(m.Channel)
	mail := Mail{ID: m.ID, At: now, To: m.Target}
	if m.Purpose != market.PurposeVerify {
		mail.Unsubscribe = m.Unsubscribe
		d.links = []footLink{
			{market.Text{ZH: "设置通知", EN: "Notification settings"}, base + settingsPath},
			{market.Text{ZH: "不再收到这些邮件", EN: "Get no more of these mails"}, m.Unsubscribe},
		}
	}
	mail.Subject, mail.Text, mail.HTML = in(d.subject, langs), d.plain(langs), d.html(langs)
	return mail
}
