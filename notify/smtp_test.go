package notify_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"marketd/market"
	"marketd/notify"
)

// mailServer is a small SMTP server with STARTTLS and AUTH PLAIN.
type mailServer struct {
	listener net.Listener
	config   *tls.Config
	roots    *x509.CertPool
	implicit bool   // TLS from the start
	noTLS    bool   // no STARTTLS
	refuse   string // line in answer to RCPT
	hang     bool   // says nothing at all

	wg    sync.WaitGroup
	mu    sync.Mutex
	mails []string // as received, in clear before TLS marked
	auth  []string // user and password, "clear" before them when TLS was not on
}

func newMailServer(t *testing.T, set func(*mailServer)) *mailServer {
	t.Helper()
	donor := httptest.NewUnstartedServer(nil) // its certificate is for 127.0.0.1
	donor.StartTLS()
	s := &mailServer{config: &tls.Config{Certificates: donor.TLS.Certificates, MinVersion: tls.VersionTLS12}, roots: x509.NewCertPool()}
	s.roots.AddCert(donor.Certificate())
	donor.Close()
	set(s)
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.listener = l
	s.wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			s.wg.Go(func() { s.serve(conn) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		s.wg.Wait()
	})
	return s
}

func (s *mailServer) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	if s.hang {
		_, _ = io.Copy(io.Discard, conn)
		return
	}
	secure := s.implicit
	if secure {
		conn = tls.Server(conn, s.config)
	}
	r := bufio.NewReader(conn)
	say := func(lines ...string) {
		for _, l := range lines {
			_, _ = fmt.Fprintf(conn, "%s\r\n", l)
		}
	}
	say("220 mail.test ESMTP")
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch strings.ToUpper(verb) {
		case "EHLO":
			say("250-mail.test")
			if !secure && !s.noTLS {
				say("250-STARTTLS")
			}
			say("250-8BITMIME", "250-ENHANCEDSTATUSCODES", "250 AUTH PLAIN")
		case "STARTTLS":
			say("220 go on")
			conn, secure = tls.Server(conn, s.config), true
			r = bufio.NewReader(conn)
		case "AUTH":
			plain, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(rest, "PLAIN "))
			s.keep(&s.auth, fmt.Sprintf("%t%s", secure, strings.ReplaceAll(string(plain), "\x00", " ")))
			say("235 welcome")
		case "RCPT":
			if s.refuse != "" {
				say(s.refuse)
				continue
			}
			say("250 ok")
		case "DATA":
			say("354 go on")
			var b strings.Builder
			for {
				l, err := r.ReadString('\n')
				if err != nil {
					return
				}
				if l == ".\r\n" {
					break
				}
				b.WriteString(strings.TrimPrefix(l, "."))
			}
			s.keep(&s.mails, b.String())
			say("250 taken")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

func (s *mailServer) keep(to *[]string, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*to = append(*to, what)
}

func (s *mailServer) url(t *testing.T, user string) *url.URL {
	t.Helper()
	scheme := "smtp"
	if s.implicit {
		scheme = "smtps"
	}
	u, err := url.Parse(scheme + "://" + user + s.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func (s *mailServer) sender(t *testing.T, user string) *notify.Sender {
	t.Helper()
	server, err := notify.NewSMTP(notify.SMTPOptions{URL: s.url(t, user), Password: "geheim", From: "市场 <no-reply@market.example.com>", Roots: s.roots})
	if err != nil {
		t.Fatal(err)
	}
	return notify.New(notify.Options{Mail: server, BaseURL: "https://market.example.com", Clock: clock{then}})
}

func mailMessage() market.Message {
	m := message(market.Channel{Kind: market.ChannelEmail}, "dev@example.com", "", event(market.EventDown, market.EventData{Name: "天气 " + hostile, Detail: hostile}))
	m.Unsubscribe = "https://market.example.com/unsubscribe/x"
	return m
}

func TestMailIsReceived(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(*mailServer){
		"STARTTLS":           func(*mailServer) {},
		"TLS from the start": func(s *mailServer) { s.implicit = true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newMailServer(t, set)
			if sent := s.sender(t, "user@").Send(t.Context(), mailMessage()); !sent.OK || sent.Status != 250 {
				t.Fatalf("%+v", sent)
			}
			if len(s.auth) != 1 || s.auth[0] != "true user geheim" {
				t.Errorf("signed in as %q", s.auth)
			}
			if len(s.mails) != 1 {
				t.Fatalf("%d mails", len(s.mails))
			}
			checkMail(t, s.mails[0])
		})
	}
}

// checkMail reads the mail as a mail program would.
func checkMail(t *testing.T, raw string) {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	decode := func(name string) string {
		s, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get(name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return s
	}
	for name, want := range map[string]string{
		"To": "<dev@example.com>", "Message-Id": "<msg_1@market.example.com>", "Date": "Mon, 30 Nov 2026 09:00:00 +0000",
		"Auto-Submitted": "auto-generated", "List-Unsubscribe": "<https://market.example.com/unsubscribe/x>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		"Mime-Version": "1.0",
	} {
		if got := m.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if from := decode("From"); !strings.Contains(from, "市场") || !strings.Contains(from, "<no-reply@market.example.com>") {
		t.Errorf("From: %s", from)
	}
	if subject := decode("Subject"); !strings.HasPrefix(subject, "「天气") || strings.ContainsAny(subject, "\r\n") {
		t.Errorf("Subject: %s", subject)
	}
	media, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || media != "multipart/alternative" {
		t.Fatalf("%s, %v", media, err)
	}
	var kinds []string
	for parts := multipart.NewReader(m.Body, params["boundary"]); ; {
		p, err := parts.NextRawPart()
		if err == io.EOF { //nolint:errorlint // as documented
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		kind, _, _ := mime.ParseMediaType(p.Header.Get("Content-Type"))
		kinds = append(kinds, kind)
		body, err := io.ReadAll(quotedprintable.NewReader(p))
		if err != nil || !strings.Contains(string(body), "服务器停了") || strings.Contains(string(body), "evil.example") {
			t.Errorf("%s: %s, %v", kind, body, err)
		}
	}
	if fmt.Sprint(kinds) != "[text/plain text/html]" {
		t.Errorf("parts %v", kinds)
	}
}

func TestMailThatIsNotTaken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		set  func(*mailServer)
		want market.Sent
	}{
		"no such mailbox":        {func(s *mailServer) { s.refuse = "550 5.1.1 who is that" }, market.Sent{Status: 550, Permanent: true, Detail: "the mail server refused it with 550 5.1.1"}},
		"full":                   {func(s *mailServer) { s.refuse = "452 4.2.2 full" }, market.Sent{Status: 452, Detail: "the mail server refused it with 452 4.2.2"}},
		"not trusted":            {func(s *mailServer) { s.roots = x509.NewCertPool() }, market.Sent{Detail: "the mail server could not be used"}},
		"says nothing":           {func(s *mailServer) { s.hang = true }, market.Sent{Detail: "the mail server did not answer in time"}},
		"no TLS on this machine": {func(s *mailServer) { s.noTLS, s.roots = true, x509.NewCertPool() }, market.Sent{OK: true, Status: 250}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newMailServer(t, c.set)
			ctx := t.Context()
			if s.hang {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, 300*time.Millisecond)
				defer cancel()
			}
			got := s.sender(t, "").Send(ctx, mailMessage())
			got.Took = 0
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestVerificationMailHasItsLinkAlone(t *testing.T) {
	t.Parallel()
	m := mailMessage()
	m.Purpose, m.Events, m.Link = market.PurposeVerify, nil, "https://market.example.com/verify/abc"
	got := mailOf(t, m)
	if got.Unsubscribe != "" || !strings.Contains(got.Text, "https://market.example.com/verify/abc") || !strings.Contains(got.HTML, `href="https://market.example.com/verify/abc"`) {
		t.Errorf("%+v", got)
	}
}

func TestOutboxKeepsTheLast(t *testing.T) {
	t.Parallel()
	var box notify.Outbox
	for i := range 150 {
		box.Mail(t.Context(), notify.Mail{ID: fmt.Sprint(i), To: fmt.Sprint(i % 2)})
	}
	if all, odd := box.Mails(""), box.Mails("1"); len(all) != 100 || all[0].ID != "149" || all[99].ID != "50" || len(odd) != 50 {
		t.Errorf("%d mails, %d to one", len(all), len(odd))
	}
}
