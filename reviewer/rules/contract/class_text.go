package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

type classText struct{ message, why, fix market.Text }

var tellApp = reviewer.Say("内容为 {} 的 POST 直接答 200 和 {}，其余请求照旧交给 SDK；下面的代码可以直接粘贴。", "Answer a POST with the body {} with 200 and {}, and leave every other request to the SDK; the code below can be pasted.")

// networkText says what came in place of an answer by HTTP. Ports and firewalls
// are to blame only where no connection was made.
func networkText(p market.Probe) classText {
	text := classTexts[market.ClassNetwork]
	switch {
	case !p.Contract.Sent && p.Reason == market.ReasonTimeout:
		text.message = reviewer.Say("5 秒之内没有连上服务器。", "No connection to the server could be made within 5 s.")
		return text
	case !p.Contract.Sent:
		return text
	}
	text.why = reviewer.Say("应用同样得不到应答。", "The app gets no answer either.")
	switch p.Reason {
	case market.ReasonTimeout:
		text.message = reviewer.Say("连上了服务器，但 30 秒之内没有等到健康检查的应答。", "The server was connected to, but no answer to the health check came within 30 s.")
		text.fix = reviewer.Say("内容为 {} 的 POST 要立刻答 200，不要等别的服务；也看看反向代理有没有把请求转给服务器。", "Answer a POST with the body {} with 200 at once, without waiting for other services; check also that the reverse proxy passes requests on to the server.")
	case market.ReasonTooLarge:
		text.message = reviewer.Say("连上了服务器，但应答的头部超过了 64 KiB。", "The server was connected to, but the header of its answer is larger than 64 KiB.")
		text.fix = reviewer.Say("去掉多余的响应头，尤其是重复的 Set-Cookie；头部通常不到 1 KiB。", "Leave out needless header fields, repeated Set-Cookie above all; a header usually takes less than 1 KiB.")
	case market.ReasonHTTPError:
		text.message = reviewer.Say("连上了服务器，但它答的不是 HTTP。", "The server was connected to, but what it answers is not HTTP.")
		text.fix = reviewer.Say("检查地址里的端口是不是 HTTP 服务的端口，例如不是数据库、SSH 或只支持标准输入输出的服务。", "Check that the port in the address is that of an HTTP server, and not of a database, of SSH or of a raw socket.")
	default:
		text.message = reviewer.Say("连上了服务器，但它没有应答就断开了连接。", "The server was connected to, but it broke the connection off before it answered.")
		text.fix = reviewer.Say("看服务器和反向代理在这个时刻的日志：进程可能在处理请求时崩溃，或代理不接受这个请求。", "Look into the logs of the server and its proxy at this time: the process may crash on the request, or the proxy may not take it.")
	}
	return text
}

// classTexts say what each class of rule HLT-001 means to a developer. A zero
// why is the rule's own.
var classTexts = map[market.Class]classText{
	market.ClassMismatch: {
		why: reviewer.Say("这不是你的服务器坏了：{} 不是合法的 MCP 消息，标准 SDK 照规范答 400 一类的状态；而应用只凭 200 或 405 判断能不能用。", "Your server is not broken: {} is not a valid MCP message, and a standard SDK is right to answer it with 400 or the like; but the app accepts only 200 or 405."),
		fix: tellApp,
	},
	market.ClassSessionRequired: {
		message: reviewer.Say("服务器在运行，但要先建立会话；应用不建立会话。", "The server is running, but wants a session first; the app does not open one."),
		why:     reviewer.Say("应用直接发 tools/list 和 tools/call，不先发 initialize，也不带 Mcp-Session-Id。", "The app sends tools/list and tools/call directly, without initialize and without Mcp-Session-Id."),
		fix:     reviewer.Say("把 SDK 设成无状态模式，并让健康检查得到 200；下面的代码可以直接粘贴。", "Run the SDK stateless and answer the health check with 200; the code below can be pasted."),
	},
	market.ClassAccept: {
		message: reviewer.Say("服务器在运行，但说不接受请求的 Accept（406）。", "The server is running, but does not take the request's Accept header (406)."),
		why:     reviewer.Say("应用发的是 Accept: application/json, text/event-stream，两种都在；通常是中间的代理改掉了它。", "The app sends Accept: application/json, text/event-stream, which names both; usually a proxy in between has changed it."),
		fix:     reviewer.Say("让代理原样转发 Accept；也可以让健康检查在 SDK 之前就得到 200。", "Have the proxy pass Accept on as it is; or answer the health check with 200 before the SDK sees it."),
	},
	market.ClassContentType: {
		message: reviewer.Say("服务器在运行，但说不接受 application/json（415）。", "The server is running, but does not take application/json (415)."),
		fix:     reviewer.Say("接受 Content-Type: application/json；检查代理有没有改掉或删掉它。", "Take Content-Type: application/json; check that no proxy changes or removes it."),
	},
	market.ClassWrongPath: {
		message: reviewer.Say("服务器在运行，但这个路径上没有 MCP 服务器（404 或 410）。", "The server is running, but no MCP server answers at this path (404 or 410)."),
		fix:     reviewer.Say("检查路径：通常是 /mcp；也检查反向代理有没有去掉或加上前缀。", "Check the path, which is usually /mcp; check also that the reverse proxy neither removes nor adds a prefix."),
	},
	market.ClassAuth: {
		message: reviewer.Say("服务器在运行，但要令牌才应答。", "The server is running, but wants a token before it answers."),
		why:     reviewer.Say("没有令牌，我们看不到工具列表；用户安装时，应用会先报 MARKET_SERVER_UNREACHABLE，填了令牌才好。", "Without a token we cannot see the tool list; and on installing, the app first reports MARKET_SERVER_UNREACHABLE until the user has typed a token."),
		fix:     reviewer.Say("在“测试令牌”一栏填一个供审核用的令牌（加密保存，只用于探测）。更好的做法：健康检查和 tools/list 不要令牌，只在 tools/call 时要。", "Give a token for the review in the field for the test token (kept encrypted, used for probes only). Better for users: ask for a token at tools/call only, not for the health check and tools/list."),
	},
	market.ClassThrottled: {
		message: reviewer.Say("服务器说请求太多或暂时忙，请稍后再来。", "The server says that there are too many requests, or that it is busy right now."),
		why:     reviewer.Say("这不算失败；我们按它说的时间再试。", "This does not count as a failure; we try again when the server says so."),
		fix:     reviewer.Say("一般不用做什么。如果一直这样，请放宽对少量请求的限制：用户安装时只发两个请求。", "Usually nothing to do. If it stays, allow small numbers of requests: installing sends two."),
	},
	market.ClassProxy: {
		message: reviewer.Say("前面的代理拒绝了请求（421、426 或 431）。", "A proxy in front refused the request (421, 426 or 431)."),
		fix:     reviewer.Say("检查代理的主机名、HTTP 版本和请求头大小的设置。", "Check the proxy's settings for host names, HTTP version and header size."),
	},
	market.ClassServerError: {
		message: reviewer.Say("服务器出错了（500 或 501）。", "The server failed (500 or 501)."),
		why:     reviewer.Say("应用遇到 5xx 就放弃。", "The app gives up on a 5xx."),
		fix:     reviewer.Say("看服务器日志里这个时刻的错误；内容为 {} 的 POST 应当答 200。", "Look for the error in the server's log at this time; a POST with the body {} should be answered with 200."),
	},
	market.ClassGateway: {
		message: reviewer.Say("代理应答了，但它后面的服务器没有应答（502、503、504 或 52x）。", "A proxy answered, but the server behind it did not (502, 503, 504 or 52x)."),
		why:     reviewer.Say("应用遇到 5xx 就放弃。", "The app gives up on a 5xx."),
		fix:     reviewer.Say("检查服务器有没有在运行、代理转发的端口对不对。冷启动慢的平台可以保留一个常驻实例。", "Check that the server is running and that the proxy forwards to the right port. On a platform with slow cold starts, keep one instance warm."),
	},
	market.ClassNetwork: {
		message: reviewer.Say("连不上服务器。", "No connection to the server could be made."),
		why:     reviewer.Say("用户也会连不上。", "Users cannot connect either."),
		fix:     reviewer.Say("检查服务器有没有在运行、端口有没有对公网开放、防火墙和安全组有没有放行。", "Check that the server is running, that its port is open to the internet, and that firewalls and security groups let it through."),
	},
}
