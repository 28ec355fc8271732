package demo_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"marketd/demo"
)

func start(t *testing.T, ports map[string]int) *demo.Servers {
	t.Helper()
	s, err := demo.Start(t.Context(), demo.Options{Ports: ports})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func named(t *testing.T, s *demo.Servers, name string) demo.Server {
	t.Helper()
	for _, srv := range s.List() {
		if srv.Name == name {
			return srv
		}
	}
	t.Fatalf("there is no sample server %q", name)
	return demo.Server{}
}

func do(t *testing.T, s *demo.Servers, name, action string) {
	t.Helper()
	if err := s.Do(t.Context(), name, action); err != nil {
		t.Fatalf("%s %s: %v", name, action, err)
	}
}

// reply is an answer as it came.
type reply struct {
	status int
	header http.Header
	body   string
}

// post sends a body as the app would, on a connection of its own.
func post(t *testing.T, srv demo.Server, body string) (reply, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if srv.Token != "" {
		req.Header.Set("Authorization", "Bearer "+srv.Token)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{resp.StatusCode, resp.Header, string(data)}, nil
}

type toolDef struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	InputSchema map[string]any `json:"inputSchema"`
}

type rpcReply struct {
	ID     json.RawMessage `json:"id"`
	Result struct {
		Tools             []toolDef `json:"tools"`
		Content           []struct{ Text string }
		StructuredContent json.RawMessage `json:"structuredContent"`
		IsError           bool            `json:"isError"`
		ProtocolVersion   string          `json:"protocolVersion"`
	} `json:"result"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// rpc sends a request and decodes its answer, JSON or SSE.
func rpc(t *testing.T, srv demo.Server, method string, params any) rpcReply {
	t.Helper()
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
	if err != nil {
		t.Fatal(err)
	}
	r, err := post(t, srv, string(body))
	if err != nil {
		t.Fatal(err)
	}
	if r.status != http.StatusOK {
		t.Fatalf("%s answers %d: %s", method, r.status, r.body)
	}
	data := []byte(r.body)
	if r.header.Get("Content-Type") == "text/event-stream" {
		_, after, ok := bytes.Cut(data, []byte("data: "))
		if !ok {
			t.Fatalf("no data line in %q", data)
		}
		data, _, _ = bytes.Cut(after, []byte("\n\n"))
	}
	var out rpcReply
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatalf("%s: %v in %q", method, err, data)
	}
	if string(out.ID) != "7" {
		t.Errorf("%s: the answer's id is %s, want 7", method, out.ID)
	}
	return out
}

func list(t *testing.T, srv demo.Server) []toolDef {
	t.Helper()
	return rpc(t, srv, "tools/list", map[string]any{}).Result.Tools
}
