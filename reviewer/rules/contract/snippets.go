package contract

import (
	_ "embed" // the fixes to paste
	"strings"

	"marketd/market"
)

var (
	//go:embed snippets/go_sdk.go.txt
	goSDK string
	//go:embed snippets/mcp_go.go.txt
	mcpGo string
	//go:embed snippets/typescript.ts.txt
	typeScript string
	//go:embed snippets/python.py.txt
	python string
)

// snippets are the fixes that make a server of the SDK answer the app: one for
// an SDK that was recognised, else one for each language.
func snippets(sdk string) []market.Snippet {
	snip := func(lang, code string) market.Snippet {
		return market.Snippet{Lang: lang, Code: strings.TrimSuffix(code, "\n")}
	}
	switch sdk {
	case "go-sdk":
		return []market.Snippet{snip("Go", goSDK)}
	case "mcp-go":
		return []market.Snippet{snip("Go", mcpGo)}
	case "typescript":
		return []market.Snippet{snip("TypeScript", typeScript)}
	case "python":
		return []market.Snippet{snip("Python", python)}
	}
	return []market.Snippet{snip("Go", goSDK), snip("TypeScript", typeScript), snip("Python", python)}
}
