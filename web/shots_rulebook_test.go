//go:build browser

package web

import (
	"net/http"
	"testing"
	"time"
)

// TestToolShots photographs the pages of the reviewers' tools, as TestShots does
// the others.
func TestToolShots(t *testing.T) {
	w := newWorld(t)
	shootAll(t, w, toolShots(t, w))
}

// toolShots prepares and lists the pages of the reviewers' tools.
func toolShots(t *testing.T, w *world) []shot {
	t.Helper()
	admin, rev := w.admin(), w.signedIn(reviewerEmail)
	setRule(t, admin, "DSC-003", "mode", "monitor")
	w.sold(rev, "tool-fine", "tool-dsc-003", "tool-sec-030")
	w.clock.add(time.Minute)
	over := w.judged(otherEmail, "fares-sec-030")
	rev.post("/desk/" + over.ID + "/claim")
	rev.post("/desk/"+over.ID+"/waive", rev.get("/desk/"+over.ID).waiveForm("SEC-030", "wrong", "true", "reason", "这是票价接口的产品名，不是给模型的指令；规则把引号里的例子也当成了命令。")...)
	w.clock.add(time.Minute)
	refused := w.judged(otherEmail, "todo-hlt-001")
	asked := w.judged(devEmail, "lists-hlt-001")
	w.signedIn(devEmail).post("/submissions/"+asked.ID+"/appeal", "reason", "健康检查是网关答的，服务器本身没有问题；请人看一眼。")
	rev.post("/desk/" + asked.ID + "/claim")
	rev.post("/desk/" + over.ID + "/claim")

	start := func(pairs ...string) string {
		a := admin.post("/desk/rereviews", append(pairs, "reason", "新规则集上线前先看一遍：DSC-003 该不该重新计入结论？")...)
		if a.status != http.StatusSeeOther {
			t.Fatalf("start: %d %q", a.status, a.text("#problems"))
		}
		return a.header.Get("Location")
	}
	applied := start("set-DSC-003", "reset", "set-SEC-030", "warn")
	w.work(applied, 9)
	admin.post(applied + "/apply")
	w.work(applied, 9)
	setRule(t, admin, "SEC-030", "severity", "needs_human")
	done := start("set-DSC-003", "monitor", "set-SEC-030", "reject")
	w.work(done, 9)
	admin.post(done + "/cancel")
	trial := start("set-DSC-003", "monitor", "set-SEC-030", "reject")
	w.work(trial, 9)
	return []shot{
		{"tool-rules", "/desk/rules?days=0", adminEmail, nil},
		{"tool-rules-quiet", "/desk/rules?family=META&days=0", reviewerEmail, nil},
		{"tool-rule", "/desk/rules/SEC-030", adminEmail, nil},
		{"tool-rule-read", "/desk/rules/DSC-003", reviewerEmail, nil},
		{"tool-rule-none", "/desk/rules/META-003", adminEmail, nil},
		{"tool-rereviews", "/desk/rereviews", adminEmail, nil},
		{"tool-propose", "/desk/rereviews/new", adminEmail, nil},
		{"tool-trial", trial, adminEmail, nil},
		{"tool-applied", applied, adminEmail, nil},
		{"tool-dropped", done, reviewerEmail, nil},
		{"tool-appeal", "/submissions/" + refused.ID, otherEmail, nil},
		{"tool-appealed", "/submissions/" + asked.ID, devEmail, nil},
		{"tool-case-appeal", "/desk/" + asked.ID, reviewerEmail, nil},
		{"tool-case-waived", "/desk/" + over.ID, reviewerEmail, nil},
		{"tool-desk", "/desk", reviewerEmail, nil},
	}
}
