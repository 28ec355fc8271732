package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"

	"marketd/market"
	"marketd/market/report"
	"marketd/market/toollist"
)

// check checks one thing: the URL, or the file at a path. The error says why it
// could not be.
func (k *checker) check(ctx context.Context, what string) (report.Subject, error) {
	if k.URL != "" {
		return k.server(ctx)
	}
	return k.file(what)
}

// server asks the server once. Members that an entry would have are blank and
// not judged.
func (k *checker) server(ctx context.Context) (report.Subject, error) {
	defer k.progress.end()
	x, err := k.examiner.Examine(ctx, market.Case{
		Entry: market.Entry{Kind: market.KindServer, Server: market.Server{URL: strings.TrimSpace(k.URL)}},
		Token: k.token, Profile: k.Profile, Draft: true, Progress: k.progress.step,
	})
	if err != nil {
		return report.Subject{}, errInterrupted
	}
	if n := x.Probe.Net; n.Dialled == "" && slices.ContainsFunc(append(n.Blocked, hostOf(k.URL)), private) {
		_, _ = fmt.Fprintln(k.err, "marketd: the address is in a private network; to have it asked: --probe-allow RANGE, for example 10.0.0.0/8") // nowhere else to tell it
	}
	return report.Subject{
		Report: x.Report, Name: x.Report.URL, Sent: x.Probe.Exchanges,
		Local: x.Probe.Net.Lifted || loopbackURL(k.URL), Require: k.required(),
	}, nil
}

// errInterrupted is why a check has no report when its user ended it.
var errInterrupted = errors.New("the check was ended before it was done")

// required is which profiles the verdict is of.
func (k *checker) required() market.Require {
	switch {
	case k.Profile != "":
		return market.Require(k.Profile)
	case k.Require != "":
		return k.Require
	}
	return market.RequireAny
}

// file checks a kept tool list. One that is no strict JSON has a report all the
// same.
func (k *checker) file(path string) (report.Subject, error) {
	data, err := k.read(path)
	if err != nil {
		return report.Subject{}, err
	}
	f := &report.File{Data: data}
	s := report.Subject{Name: path, File: f, Require: k.required()}
	f.List, err = toollist.Read(data)
	if fault, ok := errors.AsType[*toollist.Fault](err); ok {
		f.Fault = fault
		s.Report = k.examiner.RefuseTools(fault.Told(), nil)
		return s, nil
	}
	if err != nil {
		return report.Subject{}, fmt.Errorf("%s %w; a tools/list result, a JSON-RPC answer or an array of tools is wanted", shown(path), err)
	}
	s.Report = k.examiner.CheckTools(f.List.Tools, nil)
	return s, nil
}

// read reads a file as far as a list may be long, and a byte more.
func (k *checker) read(path string) ([]byte, error) {
	in := k.in
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, unreadable(path, err)
		}
		defer func() { _ = f.Close() }()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, toollist.MaxBytes+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	return data, nil
}

// unreadable is an error with the path as it was given.
func unreadable(path string, err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		err = e.Err
	}
	return fmt.Errorf("%s cannot be read: %w", shown(path), err)
}

// shown is a path for a message.
func shown(path string) string {
	if path == "-" {
		return "standard input"
	}
	return fmt.Sprintf("%q", path)
}

// loopbackURL reports whether a URL is of this machine by what it says.
func loopbackURL(raw string) bool {
	host := hostOf(raw)
	a, err := netip.ParseAddr(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && a.Unmap().IsLoopback()
}

// private reports whether a text is an address of a private network.
func private(addr string) bool {
	a, err := netip.ParseAddr(addr)
	return err == nil && (a.Unmap().IsPrivate() || a.Unmap().IsLinkLocalUnicast())
}

func hostOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
}
