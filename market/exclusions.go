package market

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/net/idna"
)

// Exclusions is whom the market leaves alone. Reviewers read it, admins change it.
type Exclusions struct {
	store Store
	clock Clock
}

// NewExclusions returns an Exclusions.
func NewExclusions(s Store, c Clock) *Exclusions { return &Exclusions{s, c} }

var (
	errExclusionAdmins = NewError(Forbidden, "ADMINS_ONLY", Text{"只有管理员能改这里。", "Only an admin may change this."})
	errDomain          = &Error{Kind: Invalid, Code: "DOMAIN_INVALID", Msg: Text{"这不是一个域名。", "This is not a domain."}, Violations: []Violation{{Path: "domain", Message: Text{"这不是一个域名或地址。", "This is neither a domain nor an address."}, Fix: Text{"写成 example.com 的样子，不带 https:// 和路径；它下面的名字都算在内。", "Write it as example.com, without https:// and path; all names below it are included."}}}}
	errTopLevel        = &Error{Kind: Invalid, Code: "DOMAIN_INVALID", Msg: Text{"这个域名太宽。", "This domain is too wide."}, Violations: []Violation{{Path: "domain", Message: Text{"顶级域名下的一切都会被排除。", "It would leave out everything below a top-level domain."}, Fix: Text{"写出对方自己的域名，如 example.com。", "Write the domain of who asked, such as example.com."}}}}
)

// Under reports whether the host is the domain or a name below it. Both are in
// lower case.
func (e Exclusion) Under(host string) bool {
	return host == e.Domain || strings.HasSuffix(host, "."+e.Domain)
}

// ExcludedBy finds the exclusion under which the host is, which may have a port.
func ExcludedBy(exclusions []Exclusion, hostport string) (Exclusion, bool) {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
	if ascii, err := idna.Lookup.ToASCII(host); err == nil { // written in another way, it is the same host
		host = ascii
	}
	for _, e := range exclusions {
		if e.Under(host) {
			return e, true
		}
	}
	return Exclusion{}, false
}

// domainOf is a typed domain as one is kept: lower case, ASCII, nothing around it.
func domainOf(typed string) (string, error) {
	d := strings.ToLower(strings.TrimSpace(typed))
	d = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(d, "https://"), "http://"), "*.")
	d = strings.TrimSuffix(strings.TrimSuffix(d, "/"), ".")
	if ip, err := netip.ParseAddr(strings.Trim(d, "[]")); err == nil {
		return ip.Unmap().String(), nil
	}
	d, err := idna.Lookup.ToASCII(d)
	switch {
	case err != nil || d == "" || len(d) > 253 || strings.ContainsAny(d, "/:@?# "):
		return "", errDomain
	case !strings.Contains(d, "."):
		return "", errTopLevel
	}
	return d, nil
}

// List returns all exclusions, by domain, with the names of who set them. It
// wants a reviewing role.
func (x *Exclusions) List(ctx context.Context, actor Actor) ([]Exclusion, map[string]string, error) {
	if !actor.Role.Reviews() {
		return nil, nil, ErrReviewersOnly
	}
	var (
		out   []Exclusion
		named map[string]string
	)
	err := x.store.View(ctx, func(r Reader) (err error) {
		if out, err = r.Exclusions(ctx); err != nil {
			return err
		}
		var ids []string
		for _, e := range out {
			ids = append(ids, e.By)
		}
		named, err = names(ctx, r, ids)
		return err
	})
	return out, named, err
}

// Add leaves a domain and all below it alone from now on. One that is left alone
// already stays as it is. Errors: Forbidden; Invalid (domain, reason).
func (x *Exclusions) Add(ctx context.Context, actor Actor, domain, reason string) (Exclusion, error) {
	if actor.Role != RoleAdmin {
		return Exclusion{}, errExclusionAdmins
	}
	domain, wrongDomain := domainOf(domain)
	reason, wrongReason := reasonOf(reason)
	if err := both(wrongDomain, wrongReason); err != nil {
		return Exclusion{}, err
	}
	e := Exclusion{Domain: domain, Reason: reason, By: actor.Account, At: x.clock.Now()}
	err := x.store.Update(ctx, func(w Writer) error {
		have, err := w.Exclusions(ctx)
		if err != nil {
			return err
		}
		for _, h := range have {
			if h.Domain == domain { // a second click
				return nil
			}
		}
		if err := w.PutExclusion(ctx, e); err != nil {
			return err
		}
		return w.AppendAct(ctx, exclusionAct(ActExcluded, actor, e.Domain, reason, e.At))
	})
	return e, err
}

// Lift probes a domain again, for a reason. One that is not left alone is no error.
func (x *Exclusions) Lift(ctx context.Context, actor Actor, domain, reason string) error {
	if actor.Role != RoleAdmin {
		return errExclusionAdmins
	}
	reason, err := reasonOf(reason)
	if err != nil {
		return err
	}
	now := x.clock.Now()
	return x.store.Update(ctx, func(w Writer) error {
		have, err := w.Exclusions(ctx)
		if err != nil {
			return err
		}
		for _, h := range have {
			if h.Domain != domain {
				continue
			}
			if err := w.DeleteExclusion(ctx, domain); err != nil {
				return err
			}
			return w.AppendAct(ctx, exclusionAct(ActReadmitted, actor, domain, reason, now))
		}
		return nil
	})
}

func exclusionAct(action string, actor Actor, domain, reason string, now time.Time) Act {
	return Act{At: now, Actor: actor.Account, IP: actor.IP, Action: action, Object: "domain/" + domain, Text: reason}
}

// both joins the violations of two errors into one.
func both(a, b error) error {
	x, isA := errors.AsType[*Error](a)
	y, isB := errors.AsType[*Error](b)
	if !isA || !isB {
		return errors.Join(a, b)
	}
	joined := *x
	joined.Violations = append(append([]Violation{}, x.Violations...), y.Violations...)
	return &joined
}

// errExcluded stands for every error of its code.
var errExcluded = NewError(Invalid, "PROBE_EXCLUDED", Text{"它的所有者要求我们不要访问。", "Its owner asked us not to visit it."})

// refuseExcluded is the error for an entry whose server asked to be left alone.
func refuseExcluded(ctx context.Context, r Reader, entry Entry) error {
	all, err := r.Exclusions(ctx)
	if err != nil {
		return err
	}
	e, found := ExcludedBy(all, entry.Host())
	if !found {
		return nil
	}
	msg := Text{
		"「" + e.Domain + "」的所有者要求我们不要访问它，所以没有检查，也不能提交。如果它归你，请写信给市场的运营者解除。",
		"The owner of " + e.Domain + " asked us not to visit it, so it was not checked and cannot be submitted. If it is yours, write to the operator of this market to have that lifted.",
	}
	return &Error{Kind: Invalid, Code: errExcluded.Code, Msg: msg, Violations: []Violation{{
		Path: "/entry/server/url", Message: msg, Fix: Text{"怎么联系，见关于探测的页面。", "The page about our probes says how."},
	}}}
}
