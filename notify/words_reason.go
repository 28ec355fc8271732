package notify

import "marketd/market"

// because says in words why a probe failed.
func because(r market.Reason) market.Text {
	switch r {
	case market.ReasonDNS:
		return market.Text{ZH: "域名解析不到地址", EN: "its name leads to no address"}
	case market.ReasonConnect:
		return market.Text{ZH: "连接不上", EN: "no connection could be made"}
	case market.ReasonTLS:
		return market.Text{ZH: "证书或 TLS 握手有问题", EN: "its certificate or the TLS handshake is wrong"}
	case market.ReasonTimeout:
		return market.Text{ZH: "没有在时限内回答", EN: "it did not answer in time"}
	case market.ReasonHTTPError:
		return market.Text{ZH: "回答了 HTTP 错误", EN: "it answered with an HTTP error"}
	case market.ReasonNotMCP:
		return market.Text{ZH: "回答的不是 MCP", EN: "what it answered is not MCP"}
	case market.ReasonAuthRequired:
		return market.Text{ZH: "要令牌才回答", EN: "it wants a token"}
	case market.ReasonRateLimited:
		return market.Text{ZH: "限制了我们的请求", EN: "it limits how often we may ask"}
	case market.ReasonRPCError:
		return market.Text{ZH: "回答了 JSON-RPC 错误", EN: "it answered with a JSON-RPC error"}
	case market.ReasonTooLarge:
		return market.Text{ZH: "回答太大", EN: "its answer is too large"}
	case market.ReasonBlocked:
		return market.Text{ZH: "地址不是公网地址", EN: "its address is not a public one"}
	case market.ReasonOurNetwork:
		return market.Text{ZH: "我们自己的网络不通", EN: "our own network was down"}
	}
	return market.Text{ZH: "没有记下原因", EN: "no reason was recorded"}
}
