package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// scalar is a flag.Value over one field.
type scalar[T any] struct {
	p      *T
	parse  func(string) (T, error)
	format func(T) string
}

func (v *scalar[T]) Set(s string) error {
	x, err := v.parse(s)
	if err == nil {
		*v.p = x
	}
	return err
}

func (v *scalar[T]) String() string {
	if v.p == nil { // flag makes a zero value to compare with
		return ""
	}
	return v.format(*v.p)
}

// list is a flag.Value over a slice: repeated, or separated by commas.
type list[T any] struct {
	p      *[]T
	parse  func(string) (T, error)
	format func(T) string
}

func (v *list[T]) Set(s string) error {
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		x, err := v.parse(part)
		if err != nil {
			return err
		}
		*v.p = append(*v.p, x)
	}
	return nil
}

func (v *list[T]) String() string {
	if v.p == nil {
		return ""
	}
	var parts []string
	for _, x := range *v.p {
		parts = append(parts, v.format(x))
	}
	return strings.Join(parts, ",")
}

// boolean is a scalar whose flag needs no value.
type boolean struct{ scalar[bool] }

func (*boolean) IsBoolFlag() bool { return true }

func yes(p *bool) *boolean {
	return &boolean{scalar[bool]{p, func(s string) (bool, error) {
		b, err := strconv.ParseBool(s)
		if err != nil {
			return false, errors.New("neither true nor false")
		}
		return b, nil
	}, strconv.FormatBool}}
}

func plain(s string) string { return s }

func number(n int) string { return strconv.Itoa(n) }

// text is a string that passes the check.
func text(p *string, check func(string) error) *scalar[string] {
	return &scalar[string]{p, func(s string) (string, error) { return s, check(s) }, plain}
}

func prefixes(p *[]netip.Prefix) *list[netip.Prefix] {
	return &list[netip.Prefix]{p, network, netip.Prefix.String}
}

func span(p *time.Duration, longest time.Duration) *scalar[time.Duration] {
	return &scalar[time.Duration]{p, func(s string) (time.Duration, error) { return duration(s, longest) }, time.Duration.String}
}

// duration accepts whole times of work: from a second to the longest.
func duration(s string, longest time.Duration) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	switch {
	case err != nil:
		return 0, errors.New("not a duration")
	case d < time.Second:
		return 0, errors.New("shorter than 1s")
	case d > longest:
		return 0, fmt.Errorf("longer than %s", longest)
	}
	return d, nil
}

func count(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, errors.New("not a whole number")
	}
	if n < 1 || n > 1000 {
		return 0, errors.New("out of range")
	}
	return n, nil
}

func prefix(s string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(s); err == nil && a.Zone() == "" {
		a = a.Unmap()
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	p, err := netip.ParsePrefix(s)
	if err != nil {
		return p, errors.New("neither an address nor a range")
	}
	if p != p.Masked() {
		return p, fmt.Errorf("has bits behind the mask; the range is %s", p.Masked())
	}
	if p.Addr().Is4In6() {
		return p, errors.New("an IPv4 range in IPv6 form, which no address is in")
	}
	return p, nil
}

// The widest networks that one operator can have: 10.0.0.0/8 (RFC 1918) and
// fc00::/7 (RFC 4193).
const (
	widest4 = 8
	widest6 = 7
)

// network accepts a range that can be somebody's: who trusts the whole internet
// has trusted a stranger.
func network(s string) (netip.Prefix, error) {
	p, err := prefix(s)
	if err == nil && p.Bits() < map[bool]int{true: widest4, false: widest6}[p.Addr().Is4()] {
		err = fmt.Errorf("wider than any network of one's own, such as 10.0.0.0/%d or fc00::/%d", widest4, widest6)
	}
	return p, err
}

// translation accepts a prefix under which a NAT64 maps IPv4 (RFC 6052 §2.2).
func translation(s string) (netip.Prefix, error) {
	p, err := prefix(s)
	if err != nil {
		return p, err
	}
	if !p.Addr().Is6() || !slices.Contains([]int{32, 40, 48, 56, 64, 96}, p.Bits()) {
		return p, errors.New("not an IPv6 range of 32, 40, 48, 56, 64 or 96 bits")
	}
	return p, nil
}

// endpoint accepts an address, for every port, or one with a port.
func endpoint(s string) (netip.AddrPort, error) {
	a, err := netip.ParseAddr(s)
	p := netip.AddrPortFrom(a, 0)
	if err != nil {
		p, err = netip.ParseAddrPort(s)
	}
	if err != nil || p.Addr().Zone() != "" || p.Addr().IsUnspecified() {
		return p, errors.New("neither an address nor ADDRESS:PORT")
	}
	return netip.AddrPortFrom(p.Addr().Unmap(), p.Port()), nil
}

func endpointText(p netip.AddrPort) string {
	if p.Port() == 0 {
		return p.Addr().String()
	}
	return p.String()
}

func level(s string) (slog.Level, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(s)); err != nil {
		return 0, errors.New("no such level")
	}
	return l, nil
}

func nonempty(s string) error {
	if strings.TrimSpace(s) == "" {
		return errors.New("empty")
	}
	return nil
}

func oneOf(words ...string) func(string) error {
	return func(s string) error {
		if !slices.Contains(words, s) {
			return errors.New("no such choice")
		}
		return nil
	}
}

func address(s string) error {
	h, p, err := net.SplitHostPort(s)
	if err != nil {
		return errors.New("no HOST:PORT")
	}
	if n, err := strconv.ParseUint(p, 10, 16); err != nil || strconv.FormatUint(n, 10) != p {
		return errors.New("the port is not a number from 0 to 65535")
	}
	if h != "" {
		_, err = host(h)
	}
	return err
}

// host accepts a host name or an address, without port.
func host(s string) (string, error) {
	if a, err := netip.ParseAddr(s); err == nil && a.Zone() == "" {
		return a.Unmap().String(), nil
	}
	s = strings.ToLower(s)
	for label := range strings.SplitSeq(s, ".") {
		ok := label != "" && len(label) <= 63 && label[0] != '-' && label[len(label)-1] != '-'
		for _, r := range label {
			ok = ok && (r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-')
		}
		if !ok || len(s) > 253 {
			return "", errors.New("neither a host name nor an address")
		}
	}
	return s, nil
}

// domain accepts a host name that a public authority may certify.
func domain(s string) (string, error) {
	h, err := host(s)
	if err != nil {
		return "", err
	}
	if _, err := netip.ParseAddr(h); err == nil || !strings.Contains(h, ".") {
		return "", errors.New("not a public host name")
	}
	return h, nil
}

func postgres(s string) error {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return errors.New("not a postgres:// URL")
	}
	q := u.Query() // a socket's folder is named here
	switch {
	case u.Host == "" && q.Get("host") == "":
		return errors.New("names no host")
	case strings.Trim(u.Path, "/") == "" && q.Get("dbname") == "" && q.Get("database") == "":
		return errors.New("names no database")
	}
	return nil
}

// origin accepts the URL of a site and writes it as browsers do.
func origin(s string) (string, error) {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "":
		return "", errors.New("not an http(s) URL")
	case strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil:
		return "", errors.New("has more than a scheme, a host and a port")
	}
	h, err := host(u.Hostname())
	if err != nil {
		return "", err
	}
	return Origin(u.Scheme, h, u.Port()), nil
}

// Origin is the URL of a site as browsers write it, without the scheme's own
// port (RFC 6454 §6.2).
func Origin(scheme, host, port string) string {
	switch {
	case port != "" && port != map[string]string{"https": "443", "http": "80"}[scheme]:
		host = net.JoinHostPort(host, port)
	case strings.Contains(host, ":"):
		host = "[" + host + "]"
	}
	return scheme + "://" + host
}

func directory(s string) error {
	if u, err := url.Parse(s); err != nil || u.Scheme != "https" || u.Host == "" {
		return errors.New("not an https URL")
	}
	return nil
}
