package netguard

import (
	"net"
	"sync"
)

// polite is a connection on which nothing is heard before something was said.
// net/http would log what an HTTP/1 server sends before it was asked, and a
// server's text has no place in our log.
type polite struct {
	net.Conn
	said chan struct{}
	once sync.Once
}

func newPolite(c net.Conn) *polite { return &polite{Conn: c, said: make(chan struct{})} }

func (p *polite) Read(b []byte) (int, error) {
	<-p.said
	return p.Conn.Read(b)
}

func (p *polite) Write(b []byte) (int, error) {
	defer p.once.Do(func() { close(p.said) })
	return p.Conn.Write(b)
}

func (p *polite) Close() error {
	err := p.Conn.Close()
	p.once.Do(func() { close(p.said) })
	return err
}
