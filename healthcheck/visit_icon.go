package healthcheck

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// icon gets a picture, from the address or out of it, and reads it.
func (v *Visitor) icon(ctx context.Context, address string) market.IconFacts {
	b, facts := v.iconBytes(ctx, address)
	if facts.Fault != "" {
		return facts
	}
	select {
	case v.drawing <- struct{}{}:
		defer func() { <-v.drawing }()
		return readIcon(b)
	case <-ctx.Done():
		return market.IconFacts{Fault: market.IconUnreachable, Detail: "not drawn in time"}
	}
}

func (v *Visitor) iconBytes(ctx context.Context, address string) ([]byte, market.IconFacts) {
	if strings.HasPrefix(address, "data:") {
		b, ok := iconData(address)
		if !ok {
			return nil, market.IconFacts{Fault: market.IconBroken, Detail: "the data: URI is not in base64"}
		}
		return b, market.IconFacts{}
	}
	if !isPage(address) {
		return nil, market.IconFacts{Fault: market.IconUnreachable, Detail: "no https address"}
	}
	resp, err := follow(ctx, v.icons, http.MethodGet, address, "image/png, image/webp, image/jpeg")
	if err != nil {
		return nil, notHad(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return nil, market.IconFacts{Fault: market.IconUnreachable, Detail: statusLine(resp.StatusCode)}
	}
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, notHad(err)
	}
	return b, market.IconFacts{}
}

// notHad says why there is no picture. One that is larger than the limit is
// there, and too large.
func notHad(err error) market.IconFacts {
	f := market.IconFacts{Fault: market.IconUnreachable, Detail: "no answer"}
	if e, ok := errors.AsType[*netguard.Error](err); ok {
		f.Detail = e.Detail
		if e.Reason == market.ReasonTooLarge && e.Phase == netguard.PhaseBody {
			f.Fault = market.IconTooLarge
		}
	}
	return f
}
