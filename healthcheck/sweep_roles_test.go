package healthcheck_test

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// TestMain runs the tests, or a part of the benchmark of sweeps in a process of
// its own, so that what it takes can be told apart.
func TestMain(m *testing.M) {
	switch os.Getenv("SWEEP_ROLE") {
	case "servers":
		fatal(serveSweep())
	case "prober":
		fatal(probeSweep())
	default:
		goleak.VerifyTestMain(m)
	}
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

const (
	sweepServers = 2000
	sweepLatency = 20 * time.Millisecond
	sweepDomain  = ".sweep.test"
)

// sweepAddr is the address of a server of the sweep: each has its own, all one port.
func sweepAddr(i int) string { return fmt.Sprintf("127.%d.%d.%d", 1+i/62500, 1+i/250%250, 1+i%250) }

// field is what the servers of a sweep say of themselves.
type field struct {
	Plain, TLS, HTTP2 int    // ports
	CA                string // PEM
}

// serveSweep serves every address until its input ends.
func serveSweep() error {
	cert, ca, err := sweepCert()
	if err != nil {
		return err
	}
	f := field{CA: ca}
	for _, kind := range []struct {
		port   *int
		protos []string
	}{{&f.Plain, nil}, {&f.TLS, []string{"http/1.1"}}, {&f.HTTP2, []string{"h2"}}} {
		l, err := net.Listen("tcp4", "0.0.0.0:0")
		if err != nil {
			return err
		}
		*kind.port = l.Addr().(*net.TCPAddr).Port
		if kind.protos != nil {
			l = tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{cert}, NextProtos: kind.protos})
		}
		if kind.port == &f.HTTP2 {
			srv := &http.Server{Handler: http.HandlerFunc(answerHTTP2), ErrorLog: log.New(io.Discard, "", 0)}
			go func() { _ = srv.Serve(l) }()
			continue
		}
		go acceptAll(l)
	}
	if err := json.NewEncoder(os.Stdout).Encode(f); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

func acceptAll(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go answerAll(c)
	}
}

// answerAll answers requests on a connection, written by hand so that the
// servers take as little as they can of the processors.
func answerAll(c net.Conn) {
	defer func() { _ = c.Close() }()
	r := bufio.NewReaderSize(c, 2<<10)
	for {
		length := 0
		for {
			line, err := r.ReadSlice('\n')
			if err != nil {
				return
			}
			if len(line) <= 2 {
				break
			}
			if n, ok := bytes.CutPrefix(bytes.ToLower(line), []byte("content-length: ")); ok {
				length, _ = strconv.Atoi(string(bytes.TrimSpace(n)))
			}
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		time.Sleep(sweepLatency)
		says := sweepAnswer(body)
		if _, err := fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: %s\r\nContent-Length: %d\r\n\r\n%s", time.Now().UTC().Format(http.TimeFormat), len(says), says); err != nil {
			return
		}
	}
}

func answerHTTP2(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	time.Sleep(sweepLatency)
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, sweepAnswer(body))
}

var (
	sweepID    = regexp.MustCompile(`"id":(\d+)`)
	sweepTools = `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[` + strings.Join([]string{sweepTool("now"), sweepTool("daily"), sweepTool("alerts")}, ",") + `]}}`
)

func sweepTool(name string) string {
	return `{"name":"weather_` + name + `","title":"Weather ` + name + `","description":"Returns the weather for a city. Give the city's name in Chinese or English, and the unit if it is not Celsius.",` +
		`"inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city"},"unit":{"type":"string","enum":["c","f"]}},"required":["city"]},` +
		`"annotations":{"readOnlyHint":true,"openWorldHint":true}}`
}

func sweepAnswer(body []byte) string {
	id := "1"
	if m := sweepID.FindSubmatch(body); m != nil {
		id = string(m[1])
	}
	switch {
	case bytes.Contains(body, []byte(`"server/discover"`)):
		return `{"jsonrpc":"2.0","id":` + id + `,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"weather","version":"1"}}}}`
	case bytes.Contains(body, []byte(`"tools/list"`)):
		return fmt.Sprintf(sweepTools, id)
	}
	return "{}"
}

func sweepCert() (cert tls.Certificate, ca string, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return cert, "", err
	}
	now := time.Now()
	root := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "sweep"}, IsCA: true, BasicConstraintsValid: true, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour), KeyUsage: x509.KeyUsageCertSign}
	rootDER, err := x509.CreateCertificate(rand.Reader, root, root, &key.PublicKey, key)
	if err != nil {
		return cert, "", err
	}
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), DNSNames: []string{"*" + sweepDomain}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour)}
	leafDER, err := x509.CreateCertificate(rand.Reader, leaf, root, &key.PublicKey, key)
	if err != nil {
		return cert, "", err
	}
	ca = string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: rootDER}))
	return tls.Certificate{Certificate: [][]byte{leafDER}, PrivateKey: key}, ca, nil
}

// cpuTime is what a process has taken of the processors, by its own account.
func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peakRSS is the most memory that the process has had, in bytes.
func peakRSS() int64 {
	b, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(b), "VmHWM:")
	rest, _, _ = strings.Cut(rest, "kB")
	n, _ := strconv.ParseInt(strings.TrimSpace(rest), 10, 64)
	return n << 10
}
