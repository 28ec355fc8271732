//go:build linux

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal is a new terminal (pty(7)): what a program writes to tty is read from
// the returned text once the program has ended.
func onTerminal(t *testing.T, columns uint16, cmd *exec.Cmd) string {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	defer func() { _ = master.Close() }()
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: columns, Row: 24}); err != nil {
		t.Fatal(err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = nil, tty, tty
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = tty.Close()
	out, _ := io.ReadAll(master) // ends with EIO when the last writer has gone
	_ = cmd.Wait()
	return string(out)
}

// On a terminal a check is in colour, as wide as it, and tells what it is at.
func TestCheckOnATerminal(t *testing.T) {
	t.Parallel()
	url := plays(t, fine)
	colourful := commandProcess(t, "check", url)
	colourful.Env = append(colourful.Env, "TERM=xterm", "NO_COLOR=")
	out := onTerminal(t, 60, colourful)
	if !strings.Contains(out, "\x1b[1;3") || !strings.Contains(out, "reading the tool list") || !strings.Contains(out, clearLine) {
		t.Errorf("in colour:\n%q", out)
	}
	plain := commandProcess(t, "check", url, "--lang=zh-CN")
	plain.Env = append(plain.Env, "TERM=xterm", "NO_COLOR=1")
	out = onTerminal(t, 60, plain)
	if strings.Contains(strings.ReplaceAll(out, clearLine, ""), "\x1b") || !strings.Contains(out, "逐条过规则") {
		t.Errorf("without colours:\n%q", out)
	}
	_, report, _ := strings.Cut(out[strings.LastIndex(out, clearLine):], clearLine)
	for line := range strings.SplitSeq(report, "\r\n") {
		w := 0
		for _, c := range line {
			if w++; c >= 0x2E80 {
				w++
			}
		}
		if w > 60 && !strings.Contains(line, "http") {
			t.Errorf("%d columns: %s", w, line)
		}
	}
}
