package main

import (
	"bufio"
	"crypto/tls"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process is a market that serves in a process of its own.
type process struct {
	running
	cmd *exec.Cmd
}

// serveProcess returns when the market is ready. The test's end kills it.
func serveProcess(t *testing.T, data string, args ...string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(os.Args[0], append([]string{"serve", "--listen=127.0.0.1:0", "--data=" + data}, args...)...)}
	p.err = newOutput()
	p.cmd.Env, p.cmd.Stderr = append(os.Environ(), asProgram+"=1"), p.err
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.end(t, syscall.SIGKILL) })
	late := time.AfterFunc(patience, func() { _ = p.cmd.Process.Kill() })
	defer late.Stop()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("it is not ready (%v):\n%s", err, p.err)
	}
	p.url = strings.TrimSpace(strings.TrimPrefix(line, "marketd: serving "))
	p.client = &http.Client{Timeout: patience, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: authorityOf(t, data), MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true,
	}}
	return p
}

// end sends the signal and waits for the process to end; again does nothing. It
// returns how long that took.
func (p *process) end(t *testing.T, signal syscall.Signal) time.Duration {
	t.Helper()
	if p.cmd.ProcessState != nil {
		return 0
	}
	if p.client != nil {
		p.client.CloseIdleConnections()
	}
	start := time.Now()
	if err := p.cmd.Process.Signal(signal); err != nil {
		t.Error(err)
	}
	late := time.AfterFunc(patience, func() { _ = p.cmd.Process.Kill() })
	defer late.Stop()
	if err := p.cmd.Wait(); err != nil && signal != syscall.SIGKILL {
		t.Errorf("it ends with %v:\n%s", err, p.err)
	}
	return time.Since(start)
}
