package safety_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"marketd/reviewer/rules/safety"
)

// mixed is text with the entropy of a key.
const mixed = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4"

func kinds(found []safety.Secret) string {
	var names []string
	for _, s := range found {
		names = append(names, s.Kind)
	}
	return strings.Join(names, " ")
}

func TestFind(t *testing.T) {
	t.Parallel()
	hex := strings.Repeat("9f8a7b6c", 8)
	tests := map[string]string{
		"AKIAQ3EGZ7XKLM4NPRTV": "aws-akid",
		"ghp_" + mixed:         "github",
		"key is ghp_" + mixed + " and " + "glpat-" + mixed[:22]:              "github gitlab",
		"xoxb-2839104756-" + mixed[:12]:                                      "slack",
		"https://hooks.slack.com/services/T0A1B2C3D/B0A1B2C3D/" + mixed[:24]: "slack-hook",
		"sk-proj-" + mixed:                                   "openai-like",
		"sk-ant-api03-" + mixed:                              "openai-like",
		"AIzaSyD" + mixed[:32]:                               "google-api",
		"sk_live_" + mixed[:24]:                              "stripe",
		"LTAI5tQx7Rb2Kc9Vm4Zp8Wd1":                           "aliyun",
		"https://admin:s3cr3tPw@h.io/x":                      "url-cred",
		"redis://:" + mixed[:14] + "@cache.internal.io:6379": "url-cred",
		"-----BEGIN OPENSSH PRIVATE KEY-----\n" + strings.Repeat("bQ9x+Tz4", 10):                    "pem",
		"https://oapi.dingtalk.com/robot/send?access_token=" + hex:                                  "dingtalk-hook",
		"https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=9f8a7b6c-5d4e-3f2a-1b0c-9f8a7b6c5d4e": "wecom-hook",
		"https://open.feishu.cn/open-apis/bot/v2/hook/9f8a7b6c-5d4e-3f2a-1b0c-9f8a7b6c5d4e":         "feishu-hook",
		"mkt_" + mixed:                                    "market",
		"dckr_pat_" + mixed[:27]:                          "docker",
		"gsk_" + mixed + mixed[:16]:                       "model-key",
		"AccountKey=" + mixed + mixed + mixed[:14] + "==": "azure-storage",
		"lin_api_" + mixed + "Qz7k":                       "linear",
		"Authorization: Bearer " + mixed:                  "bearer",
		"api_key=9f8a7b6c5d4e3f2a1b0c":                    "assign",
		"AWS_SECRET_ACCESS_KEY=" + mixed:                  "assign",
		"api_key: sk-proj-" + mixed:                       "openai-like",
		"密钥是 ghp_" + mixed + "，请保密":                       "github",
	}
	for text, want := range tests {
		if got := kinds(safety.Find(text)); got != want {
			t.Errorf("Find(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestFindSparesSamples(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"AKIAIOSFODNN7EXAMPLE", "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "Authorization: Bearer <token>", "postgresql://user:pass@host:port/db", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		"postgres://postgres:postgres@localhost:5432/app", "amqp://guest:guest@rabbitmq", "mongodb://root:toor@127.0.0.1", "mysql://admin:admin@db", "redis://:password@localhost", "redis://:mypassword@redis.example.com",
		"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
		"sk-learn pipelines", "sk-estimators-with-a-very-long-name", "page_token=next", "在 app 内填写 token", "", "fc-barcelona results", "task-management-for-everyone-in-the-office", "key-value stores",
		"https://example.com:8080/path@2x", "ssh://git@github.com:org/repo",
	} {
		if got := kinds(safety.Find(text)); got != "" {
			t.Errorf("Find(%q) = %q, want none", text, got)
		}
	}
}

func TestRedact(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"use ghp_" + mixed + " now":     "use ⟦redacted: github⟧ now",
		"https://admin:s3cr3tPw@h.io/x": "https://admin:⟦redacted: url-cred⟧@h.io/x",
		"Bearer ghp_" + mixed + "!":     "Bearer ⟦redacted: github⟧!",
		"天气":                            "天气",
		"":                              "",
	} {
		if got := safety.Redact(text); got != want {
			t.Errorf("Redact(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestFixtures holds the wanted verdicts of the corpus: expressions of
// literals, mixed text and strings.Repeat, evaluated here.
func TestFixtures(t *testing.T) {
	t.Parallel()
	f := fixture(t, "secrets.go.txt")
	seen := map[string]int{}
	ast.Inspect(f, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		name := as.Lhs[0].(*ast.Ident).Name
		lit, ok := as.Rhs[0].(*ast.CompositeLit)
		if !ok {
			return true
		}
		for _, e := range lit.Elts {
			text := eval(t, e)
			found := len(safety.Find(text)) > 0
			if want := name == "fail"; found != want {
				t.Errorf("Find(%q) found %v, want %v", text, found, want)
			}
			if found && safety.Redact(text) == text {
				t.Errorf("Redact(%q) changes nothing", text)
			}
			seen[name]++
		}
		return true
	})
	if seen["fail"] != 16 || seen["pass"] != 16 {
		t.Errorf("read %v, want 16 of each", seen)
	}
}

// eval computes the few forms of expression that the fixtures use.
func eval(t *testing.T, e ast.Expr) string {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		if err != nil {
			t.Fatal(err)
		}
		return s
	case *ast.BinaryExpr:
		return eval(t, e.X) + eval(t, e.Y)
	case *ast.Ident:
		return mixed
	case *ast.SliceExpr:
		n, err := strconv.Atoi(e.High.(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		return eval(t, e.X)[:n]
	case *ast.CallExpr:
		n, err := strconv.Atoi(e.Args[1].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Repeat(eval(t, e.Args[0]), n)
	}
	t.Fatalf("cannot evaluate %s", types.ExprString(e))
	return ""
}

func fixture(t *testing.T, name string) *ast.File {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	corpus := filepath.Join(dir, "..", "shared", "corpus")
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("no corpus beside the project")
	}
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(corpus, "rule-fixtures", name), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func FuzzRedact(f *testing.F) {
	for _, s := range []string{"ghp_" + mixed, "a://b:c3dE5fG7h@d", "Bearer " + mixed, "-----BEGIN PRIVATE KEY-----\n" + mixed + mixed, "\xff\xfe", "api_key=" + mixed + "@"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, x := range safety.Find(s) {
			if x.Start < end || x.End <= x.Start || x.End > len(s) || x.Kind == "" {
				t.Fatalf("Find(%q) = %+v", s, x)
			}
			end = x.End
		}
		safety.Redact(s)
	})
}
