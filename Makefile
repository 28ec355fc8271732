# One command each; `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

GO       ?= go
VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS  := -s -w -X main.release=$(VERSION)
LINT     := bin/golangci-lint
LINT_AT  := v2.15.0
FUZZTIME ?= 10s
# -p 2: the suites start databases and browsers of their own.
TESTFLAGS ?= -race -p 2 -timeout 20m

.PHONY: help run build gen test check lint vuln bench shots fuzz tools need clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## start the demo market: sample servers, accounts, listings
	$(GO) run ./cmd/marketd serve --demo

build: ## build the stripped binary as bin/marketd
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/marketd ./cmd/marketd
	@ls -l bin/marketd | awk '{printf "bin/marketd: %.1f MB\n", $$5/1e6}'

gen: ## generate the Go of the templ components, and the texts of the schemas
	$(GO) tool templ generate -include-version=false
	$(GO) tool templ fmt templates
	$(GO) generate ./catalogapi ./reviewer/rules ./reviewer/rules/examples

test: need ## run every test: race detector, both engines, browser
	$(GO) test $(TESTFLAGS) -tags browser ./...
	$(GO) test -timeout 10m -run '^(TestWeek|TestCut)$$' ./market # whole: the race detector leaves them a tenth

check: $(LINT) ## run every static check
	@.ci/format
	$(GO) mod tidy -diff
	$(GO) vet -tags browser ./...
	$(GO) tool staticcheck -tags browser -checks 'inherit,-ST1003' ./...
	$(GO) tool templ generate -check -include-version=false
	$(GO) tool templ fmt -fail templates
	$(LINT) run ./...
	$(GO) test -run 'TestArrows|TestFences|TestBudgets|TestPackages' ./market
	@.ci/words

lint: $(LINT)
	$(LINT) run ./...

$(LINT): ## built once, at a pinned version
	GOBIN=$(CURDIR)/bin $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_AT)

vuln: ## look for known vulnerabilities (needs the network)
	$(GO) tool govulncheck ./...

bench: ## measure what docs/performance.md states
	$(GO) test -run '^$$' -bench . -benchmem ./catalogapi ./healthcheck ./market/digest ./market/search ./market/similar ./market/strictjson ./web ./storage ./reviewer/rules
	$(GO) test -run '^$$' -bench Rereview -benchtime 1x ./market
	$(GO) test -run '^$$' -bench 'History|Compaction' -benchtime 20x ./market
	$(GO) test -run '^$$' -bench . -benchtime 10x ./cmd/marketd

shots: need ## photograph every page into tmp/shots
	$(GO) test -tags browser -run TestShots -count=1 -v ./web

fuzz: ## run every fuzz target for FUZZTIME (10s)
	@.ci/fuzz $(FUZZTIME)

need: ## install what the tests need, or say what to install
	@.ci/need

clean: ## remove what was built, not what was kept
	rm -rf bin tmp
