package endpoint

import (
	"slices"
	"strconv"
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func trustedByPhones() reviewer.Rule {
	return reviewer.Rule{
		ID: "TLS-004", Group: market.GroupReach, Severity: market.SeverityWarn, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("手机也信任这张证书", "Phones trust the certificate too"),
		Why:    reviewer.Say("应用在 Android 上运行，用的是系统自带的根证书；几年前的手机没有新近成立的机构，连接会失败。", "The app runs on Android and trusts the roots of its system; phones of a few years ago lack the newer authorities, and cannot connect."),
		Decide: reviewer.Say("证书链已经验证过（TLS-001）；再看链的根是否在 Android 11 自带的根证书里，按公钥比较。有几条链时，一条在就行。", "The chain has been verified (TLS-001); its root is looked up among those that come with Android 11, by its public key. When there are several chains, one will do."),
		Fix:    reviewer.Say("换一家在老手机上也受信任的机构（例如 Let's Encrypt 的 ISRG Root X1、DigiCert Global Root G2），或者让服务器把机构提供的交叉签名证书一起发出来。", "Use an authority that older phones trust (Let's Encrypt with ISRG Root X1 or DigiCert Global Root G2, for example), or have the server send the cross-signed certificate that the authority offers."),
		Source: "Android, system trust store; RFC 5280 §6",
		Skip: func(d *reviewer.Dossier) market.Text {
			n := d.Last().Net
			switch {
			case n.TLSFault != "":
				return reviewer.Say("证书没有通过验证，见 TLS-001。", "The certificate does not verify; see TLS-001.")
			case n.TLS != "" && len(n.Roots) == 0:
				return reviewer.Say("没有记下证书的根。", "The certificate's root was not recorded.")
			}
			return noTLS(d)
		},
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			var names []string
			for _, r := range d.Last().Net.Roots {
				if onAndroid(r) {
					return nil
				}
				names = append(names, r.Name)
			}
			return []reviewer.Hit{{
				Where: atNet, Evidence: strings.Join(names, ", "),
				Message: reviewer.Say("签发证书的根不在 Android 11 自带的根证书里。", "The root behind the certificate is not among those that come with Android 11."),
			}}
		},
	}
}

// onAndroid reports whether phones since Android 11 trust the root.
func onAndroid(r market.Root) bool {
	if len(r.Key) < 16 {
		return false
	}
	head, err := strconv.ParseUint(r.Key[:16], 16, 64)
	if err != nil {
		return false
	}
	_, found := slices.BinarySearch(androidRoots[:], head)
	return found
}
