package notify

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"marketd/market"
)

// SMTP hands mails to the operator's own mail server, over a connection of
// their own. Off this machine it speaks TLS or nothing.
type SMTP struct {
	host     string
	from     string
	options  []mail.Option
	tls      *tls.Config
	implicit bool // TLS from the start
}

// SMTPOptions say which server, and as whom.
type SMTPOptions struct {
	URL      *url.URL // smtp://[USER@]HOST[:587] with STARTTLS, smtps://[USER@]HOST[:465]
	Password string
	From     string         // address, with a name if wished: "Market <no-reply@example.com>"
	Roots    *x509.CertPool // nil means the system's
}

// NewSMTP returns an SMTP. It dials nothing yet.
func NewSMTP(o SMTPOptions) (*SMTP, error) {
	host := o.URL.Hostname()
	secure := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12, RootCAs: o.Roots}
	opts := []mail.Option{mail.WithTimeout(timeout), mail.WithoutNoop(), mail.WithTLSConfig(secure)}
	port := 587
	switch {
	case o.URL.Scheme == "smtps":
		port = 465
		opts = append(opts, mail.WithTLSPolicy(mail.TLSOpportunistic)) // it is on already: see dial
	case loopback(host):
		opts = append(opts, mail.WithTLSPolicy(mail.TLSOpportunistic))
	default:
		opts = append(opts, mail.WithTLSPolicy(mail.TLSMandatory))
	}
	if p := o.URL.Port(); p != "" {
		n, err := strconv.Atoi(p)
		if err != nil {
			return nil, fmt.Errorf("mail server's port: %w", err)
		}
		port = n
	}
	opts = append(opts, mail.WithPort(port))
	if user := o.URL.User.Username(); user != "" {
		opts = append(opts, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(user), mail.WithPassword(o.Password))
	}
	s := &SMTP{host: host, from: o.From, options: opts, tls: secure, implicit: o.URL.Scheme == "smtps"}
	if _, err := mail.NewClient(host, opts...); err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}
	return s, mail.NewMsg().From(o.From)
}

func loopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

// dial connects; the connection ends with ctx, however slowly the server goes on.
func (s *SMTP) dial(ctx context.Context) mail.DialContextFunc {
	return func(dialling context.Context, network, address string) (net.Conn, error) {
		dial := (&net.Dialer{}).DialContext
		if s.implicit {
			dial = (&tls.Dialer{Config: s.tls}).DialContext
		}
		conn, err := dial(dialling, network, address)
		if err == nil {
			context.AfterFunc(ctx, func() { _ = conn.Close() })
		}
		return conn, err
	}
}

// Mail hands one mail over.
func (s *SMTP) Mail(ctx context.Context, m Mail) market.Sent {
	start := time.Now()
	sent := s.hand(ctx, m)
	sent.Took = time.Since(start)
	return sent
}

func (s *SMTP) hand(ctx context.Context, m Mail) market.Sent {
	msg, err := s.message(m)
	if err != nil {
		return market.Sent{Detail: "the address cannot be used", Permanent: true}
	}
	client, err := mail.NewClient(s.host, append(slices.Clone(s.options), mail.WithDialContextFunc(s.dial(ctx)))...)
	if err != nil {
		return market.Sent{Detail: "the mail server cannot be used"}
	}
	err = client.DialAndSendWithContext(ctx, msg)
	if err == nil || msg.IsDelivered() { // what fails after the server took it is not the mail's
		return market.Sent{OK: true, Status: 250}
	}
	if ctx.Err() != nil {
		return market.Sent{Detail: "the mail server did not answer in time"}
	}
	return fault(err)
}

// fault says what went wrong, without the server's words: they may name accounts.
func fault(err error) market.Sent {
	if refused, ok := errors.AsType[*mail.SendError](err); ok && refused.ErrorCode() > 0 {
		return market.Sent{
			Status: refused.ErrorCode(), Permanent: !refused.IsTemp(),
			Detail: strings.TrimSpace(fmt.Sprintf("the mail server refused it with %d %s", refused.ErrorCode(), refused.EnhancedStatusCode())),
		}
	}
	if ne, ok := errors.AsType[net.Error](err); ok && ne.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		return market.Sent{Detail: "the mail server did not answer in time"}
	}
	return market.Sent{Detail: "the mail server could not be used"}
}

// message builds the mail: both forms, its own id, and what tells other programs
// that nobody wrote it by hand (RFC 3834) and how to get no more (RFC 8058).
func (s *SMTP) message(m Mail) (*mail.Msg, error) {
	msg := mail.NewMsg()
	if err := errors.Join(msg.From(s.from), msg.To(m.To)); err != nil {
		return nil, err
	}
	sender, err := msg.GetSender(false)
	if err != nil {
		return nil, err
	}
	_, domain, _ := strings.Cut(sender, "@")
	msg.SetMessageIDWithValue(m.ID + "@" + strings.Trim(domain, "<>"))
	msg.SetDateWithValue(m.At)
	msg.Subject(m.Subject)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	if strings.HasPrefix(m.Unsubscribe, "https://") {
		if err := msg.SetListUnsubscribeOneClick(m.Unsubscribe); err != nil {
			return nil, err
		}
	}
	msg.SetBodyString(mail.TypeTextPlain, m.Text)
	msg.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	return msg, nil
}
