package main

import (
	"io"
	"os"

	"marketd/market"
)

// progress tells on a terminal what a check is at. On anything else, and as
// nil, it is silent.
type progress struct {
	w    io.Writer
	lang market.Lang
}

// newProgress is nil unless the stream is a terminal.
func newProgress(w io.Writer, lang market.Lang) *progress {
	f, ok := w.(*os.File)
	if !ok {
		return nil
	}
	if _, ok := columns(f); !ok {
		return nil
	}
	return &progress{w, lang}
}

// clearLine goes back to where the line begins and empties it (ECMA-48 8.3.41).
const clearLine = "\r\x1b[K"

// step tells that a step begins.
func (p *progress) step(s market.Step) {
	if p == nil {
		return
	}
	text, known := map[market.Step]market.Text{
		market.StepEntry:    {ZH: "看地址", EN: "looking at the address"},
		market.StepResolve:  {ZH: "解析域名", EN: "resolving the name"},
		market.StepContract: {ZH: "按应用的方式查在线", EN: "asking as the app does"},
		market.StepList:     {ZH: "读工具列表", EN: "reading the tool list"},
		market.StepMCP:      {ZH: "按标准 MCP 试", EN: "trying standard MCP"},
		market.StepRules:    {ZH: "逐条过规则", EN: "going through the rules"},
	}[s]
	if known {
		_, _ = io.WriteString(p.w, clearLine+text.In(p.lang)+"…") // nobody misses it
	}
}

// end takes the line away again.
func (p *progress) end() {
	if p != nil {
		_, _ = io.WriteString(p.w, clearLine)
	}
}
