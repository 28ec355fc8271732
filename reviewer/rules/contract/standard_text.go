package contract

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

// standardText is what a fault of standard MCP means to a developer. A zero fix
// is the rule's own. bare: the SDK is not to blame, and its code no cure.
type standardText struct {
	class        market.Class
	message, fix market.Text
	bare         bool
}

// standardFault says why standard clients got no list, where it will not pass
// by itself.
func standardFault(l market.ToolList) standardText {
	switch a := l.Answer; {
	case isRedirect(a):
		return standardText{
			class: market.ClassMoved, bare: true,
			message: reviewer.Say("服务器没有应答标准 MCP，而是跳转到别的地址。", "The server redirects standard MCP to another address instead of answering."),
			fix:     reviewer.Say("登记最终的地址。", "List the final address."),
		}
	case l.Fault.Code == market.FaultStatus:
		return standardStatus(l)
	case l.Fault.Code == market.FaultRPCError:
		return standardRefusal(l)
	}
	if text, known := standardTexts[l.Fault.Code]; known {
		return text
	}
	return standardText{message: reviewer.Say("按标准 MCP 的各种方式，都没有得到工具列表。", "No way of standard MCP gave a tool list.")}
}

// standardStatus is the text of a refusal by HTTP.
func standardStatus(l market.ToolList) standardText {
	status := l.Answer.Status
	if strings.HasPrefix(l.Fault.Detail, "notifications/initialized") {
		return standardText{
			message: reviewer.Sayf("initialize 成功了，但 notifications/initialized 得到 %d；标准客户端到此为止。", "initialize succeeded, but notifications/initialized was answered with %d, and standard clients give up there.", status),
			fix:     reviewer.Say("对通知（没有 id 的消息）答 202，没有内容。", "Answer a notification, which has no id, with 202 and no body."),
		}
	}
	text := standardText{class: market.ClassMismatch, message: reviewer.Sayf("标准 MCP 的请求得到的状态是 %d，没有一种方式得到工具列表。", "Standard MCP requests were answered with status %d, and no way gave a tool list.", status)}
	switch status {
	case 404, 410:
		text.class = market.ClassWrongPath
		text.message = reviewer.Sayf("这个路径上没有 MCP 服务器应答（%d）。", "No MCP server answers at this path (%d).", status)
		text.fix = classTexts[market.ClassWrongPath].fix
	case 405, 501:
		text.class = market.ClassNotEndpoint
		text.message = reviewer.Sayf("这个地址不接受 POST（%d），也没有旧的 SSE 传输。", "This address takes no POST (%d) and has no SSE transport of old either.", status)
	case 406:
		text.class, text.fix = market.ClassAccept, classTexts[market.ClassAccept].fix
	case 415:
		text.class, text.fix = market.ClassContentType, classTexts[market.ClassContentType].fix
	}
	return text
}

// standardRefusal is the text of a JSON-RPC error.
func standardRefusal(l market.ToolList) standardText {
	if l.RPCCode == codeNoMethod {
		return standardText{
			message: reviewer.Say("服务器说没有这个方法：initialize 和 server/discover 都不认，或者没有提供工具。", "The server says that there is no such method: it knows neither initialize nor server/discover, or offers no tools."),
			fix:     reviewer.Say("应用直接发 tools/list，标准客户端不会：它们先发 server/discover 或 initialize。用 SDK 就都有了；下面的代码可以直接粘贴。", "The app sends tools/list directly, but standard clients send server/discover or initialize first. An SDK has them all; the code below can be pasted."),
		}
	}
	if l.RPCCode >= codeModernFirst && l.RPCCode <= codeModernLast || strings.HasPrefix(l.Fault.Detail, "server/discover") {
		return standardText{message: reviewer.Say("服务器支持的协议版本，标准客户端都没有用成。", "Standard clients could use none of the protocol versions that the server says it supports.")}
	}
	return standardText{message: reviewer.Sayf("标准 MCP 的请求得到错误 %d。", "Standard MCP requests were answered with the error %d.", l.RPCCode)}
}

// standardTexts are those of the faults of an answer, by code.
var standardTexts = map[string]standardText{
	market.FaultHTML: {
		class:   market.ClassNotEndpoint,
		message: reviewer.Say("应答标准 MCP 的是一个网页。", "A web page answered standard MCP."),
		fix:     reviewer.Say("填 MCP 服务器的完整路径，通常以 /mcp 结尾；也检查反向代理有没有把请求转给它。", "Give the full path of the MCP server, which usually ends in /mcp; check also that the reverse proxy passes requests on to it."),
	},
	market.FaultMediaType:    {message: reviewer.Say("应答的类型既不是 application/json，也不是 text/event-stream。", "The answer is neither application/json nor text/event-stream.")},
	market.FaultNotJSON:      {message: reviewer.Say("应答不是合法的 JSON。", "The answer is not valid JSON.")},
	market.FaultUnstrictJSON: {message: unstrictText},
	market.FaultEnvelope:     {message: reviewer.Say("应答不是规范的 MCP 应答：缺少 JSON-RPC 2.0 或这个方法必有的成员。", "The answer is no proper answer of MCP: it lacks members of JSON-RPC 2.0 or of this method.")},
	market.FaultID:           {message: reviewer.Say("应答的 id 与请求的不同。", "The answer's id is not the request's.")},
	market.FaultNoTools:      {message: reviewer.Say("工具列表的应答里没有 result.tools 数组。", "The answer to tools/list has no array result.tools.")},
	market.FaultTooLarge: {
		bare:    true,
		message: reviewer.Say("标准 MCP 的应答超过了上限，没有再读下去。", "The answer to standard MCP is over the limit; we stopped reading."),
		fix:     reviewer.Say("缩短说明，去掉 Schema 里重复的部分，把长资料放到工具的结果里。", "Shorten descriptions, remove repetition from schemas, and move long material into the tools' results."),
	},
	market.FaultTooManyTools: {
		bare:    true,
		message: reviewer.Sayf("标准 MCP 的列表里工具超过 %d 个，没有再读下去。", "The list of standard MCP has more than %d tools; we stopped reading.", toolsReject),
		fix:     reviewer.Say("合并相近的工具，或拆成几个条目，各有各的用途。", "Merge tools that are alike, or split them into several listings with a purpose each."),
	},
	market.FaultStreamNoReply: {message: reviewer.Say("事件流里没有应答。", "There is no answer in the event stream.")},
	market.FaultStreamNoise:   {message: reviewer.Say("事件流里不是消息的事件太多。", "Too many events of the stream are no message.")},
	market.FaultCursorLoop: {
		bare:    true,
		message: reviewer.Say("翻页没有尽头：游标重复，或翻了 20 页还没有完。", "Paging does not end: a cursor came again, or there were more than 20 pages."),
		fix:     reviewer.Say("最后一页不要给 nextCursor；每页的游标各不相同，总共不超过 20 页。", "Leave nextCursor out on the last page, give every other page a cursor of its own, and have at most 20 pages."),
	},
	market.FaultCursorType: {
		bare:    true,
		message: reviewer.Say("nextCursor 不是字符串，或者太长。", "nextCursor is not a string, or too long."),
		fix:     reviewer.Say("nextCursor 用不超过 4096 字节的字符串，没有下一页就不写。", "Make nextCursor a string of at most 4,096 bytes, and leave it out when there is no next page."),
	},
	market.FaultEncoded: {
		bare:    true,
		message: reviewer.Say("应答用了没有要求的内容编码，读不出来。", "The answer has a content coding that nobody asked for and that cannot be read."),
		fix:     reviewer.Say("请求里没有 Accept-Encoding 时，不要压缩应答。", "Do not compress an answer to a request without Accept-Encoding."),
	},
	market.FaultWithheld: {
		bare:    true,
		message: reviewer.Say("服务器先要客户端给东西，才给工具列表。", "The server asks something of the client before it gives its tool list."),
		fix:     reviewer.Say("不要等客户端的回答，直接给出工具列表。", "Give the tool list without waiting for the client's answer."),
	},
	market.FaultEndpoint: {
		bare:    true,
		message: reviewer.Say("SSE 传输的 endpoint 事件指向别处，没有跟去。", "The SSE transport's endpoint event leads to another origin; it was not followed."),
		fix:     reviewer.Say("endpoint 用相对地址，例如 /messages?sessionId=…；反向代理后面的服务器要知道自己对外的地址。最好换成 Streamable HTTP。", "Give the endpoint as a relative address such as /messages?sessionId=…; a server behind a proxy has to know its public address. Best of all, move to Streamable HTTP."),
	},
}

// strictly are the notes on an answer that was read all the same, and on which
// clients that hold to the letter fail.
var strictly = map[string]market.Text{
	market.NoteBatch:     reviewer.Say("应答包在一个数组里。", "The answer is wrapped in an array."),
	market.NoteNullError: reviewer.Say("result 旁边还有 \"error\": null。", "There is \"error\": null beside the result."),
	market.NoteStringID:  reviewer.Say("应答的 id 是字符串，请求的是数字。", "The answer's id is a string; the request's is a number."),
	market.NoteMediaType: reviewer.Say("应答没有写明是 application/json 或 text/event-stream。", "The answer does not say that it is application/json or text/event-stream."),
	market.NoteSSEAsJSON: reviewer.Say("事件流被标成了 application/json。", "An event stream is labelled application/json."),
	market.NoteUnended:   reviewer.Say("最后一个事件后面没有空行，照规范读的客户端会丢掉它。", "The last event is not followed by a blank line; clients that read by the standard drop it."),
}

// oddities are the hits on a list that was read.
func oddities(l market.ToolList) []reviewer.Hit {
	var hits []reviewer.Hit
	for _, n := range l.Notes {
		text, odd := strictly[n.Code]
		if !odd {
			continue
		}
		hits = append(hits, reviewer.Hit{
			Severity: market.SeverityWarn, Where: atMCP, Evidence: n.Detail, Message: text,
			Why: reviewer.Say("我们读出来了，严格的客户端读不出来。", "We could read it; strict clients cannot."),
			Fix: reviewer.Say("照 JSON-RPC 2.0 和 MCP 规范的写法应答；SDK 就是这样写的。", "Answer as JSON-RPC 2.0 and the MCP specification have it; SDKs do."),
		})
	}
	return hits
}
