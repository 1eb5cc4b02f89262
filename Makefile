# Targets for people who work on ctxpack. `make check` is what CI runs.

GO ?= go
PYTHON ?= python3
GORELEASER ?= $(GO) run github.com/goreleaser/goreleaser/v2@v2.16.0
FUZZTIME ?= 30s
FUZZJOBS ?= 1
PEER ?= repomix
CODE2PROMPT ?= code2prompt
ROUNDS ?= 5
BAZEL_REMOTE ?= bazel-remote
BIN := bin/ctxpack

.PHONY: all build pack test race lint fuzz fuzz-long hostile strace bench bench-repos bench-peers bench-scale remote-cache-test fleet-bench eval soak docs-figures fit man dist release dist-test golden check clean

all: build

build: ## the program, as bin/ctxpack
	$(GO) build -trimpath -ldflags '-s -w' -o $(BIN) .

pack: ## a bundle of this repository on standard output
	@$(GO) run . pack .

test: ## all tests
	$(GO) test -timeout 3h ./...

# With GORACE, the programs that tests start do not wait a second at their end.
race: ## tests under the race detector, without rare grammars and most of what has no goroutines
	GORACE=atexit_sleep_ms=50 $(GO) test -race -short -vet=off -tags nogrammars_rare -timeout 3h \
		./signatures ./internal/bundle/pipeline $$($(GO) list ./... | grep -v /signatures/internal/lang/) # the longest first

lint: ## formatting, vet, staticcheck, and the rules of rules_test.go
	@unformatted=$$(gofmt -l $$(git ls-files '*.go' | grep -v /testdata/)); \
		if [ -n "$$unformatted" ]; then echo "not formatted:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -tags nogrammars_rare ./signatures
	$(GO) tool staticcheck ./...
	$(GO) test -run 'Architecture|Rules' .

fuzz: ## every fuzz target for FUZZTIME each, by FUZZJOBS processes
	@set -e; for package in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
			echo "$$package $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 5x -parallel $(FUZZJOBS) $$package; \
		done; \
	done

fuzz-long: ## every fuzz target for ten minutes each
	@$(MAKE) fuzz FUZZTIME=10m

hostile: ## the suite of hostile repositories and inputs
	$(GO) test -run '^Test(Receive)?Hostile' . ./internal/repo/gitrepo ./internal/repo/remote

strace: build ## what the program opens, writes and starts on hostile repositories (Linux, needs strace)
	@scripts/strace-hostile.sh $(BIN)

bench: ## benchmarks of the stages; of the whole beside PEER (repomix) on the folders PEER_REPOS
	$(GO) test -run '^$$' -bench . -benchmem ./...
	@if [ -n "$(PEER_REPOS)" ]; then $(MAKE) bench-peers; \
		else echo "PEER_REPOS names no repositories; runs beside a peer were left out"; fi

bench-peers: build ## cold and warm runs beside PEER and CODE2PROMPT on the folders PEER_REPOS, and beside the ratios of before; RECORD=1 keeps them
	@peer=$$(command -v "$(PEER)" || echo -); prompt=$$(command -v "$(CODE2PROMPT)" || echo -); \
		scripts/bench-peers.sh $(BIN) "$$peer" "$$prompt" $(ROUNDS) $(PEER_REPOS)

bench-scale: build ## what a file costs in trees of 1, 2 and 4 copies of the folder REPO, or of COPIES
	@scripts/bench-scale.sh $(BIN) $(REPO) $(ROUNDS) $(COPIES)

bench-repos: build ## pack every repository below REPOS and print a table of the cost
	@scripts/bench-repos.sh $(BIN) $(REPOS)

remote-cache-test: build ## clones that share a bazel-remote (the program BAZEL_REMOTE), and what breaks it
	@scripts/remote-cache-test.py $(BIN) $(BAZEL_REMOTE)

fleet-bench: build ## processor time of a fleet of 300 made repositories and FLEET_REPOS, with BAZEL_REMOTE
	@scripts/fleet-bench.py $(BIN) $(BAZEL_REMOTE) $(FLEET_REPOS)

eval: build ## what bundles hold of what is needed, by the benchmark in the folder EVAL; FULL=1 for all of it
	@test -n "$(EVAL)" || { echo "EVAL names no folder; see docs/ranking.md"; exit 2; }
	@scripts/eval.sh $(BIN) $(EVAL) $(FULL)

soak: ## the tests that ordinary runs do with small numbers, with large ones
	CTXPACK_SOAK=1 $(GO) test -timeout 2h -run 'MemoryStaysFlat' -v ./signatures
	CTXPACK_SOAK=1 $(GO) test -timeout 2h . ./internal/share/store ./internal/bundle/pipeline ./compressor/messages

docs-figures: build ## what the examples in docs show, of the repositories below REPOS
	@scripts/docs-figures.sh $(BIN) $(REPOS)

fit: ## try VALUES of the fitted number NAME by COMMAND, in which {} is the program
	@scripts/fit.py $(NAME) $(VALUES) -- $(COMMAND)

man: ## manual pages, as bin/man
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(GO) run ./scripts/manpages bin/man

dist: SNAPSHOT := --snapshot
dist release: ## archives, wheels, npm packages and checksums for all platforms, in dist (needs zig: PYTHON with ziglang); release: of a tag, published as a draft
	PYTHON=$(PYTHON) VERSION=$$(sed -n 's/^const Version = "\(.*\)"$$/\1/p' cmd/internal/cli/version.go) \
		SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) COMMIT_DATE=$$(git log -1 --format=%cI) \
		$(GORELEASER) release --clean $(SNAPSHOT) --release-notes bin/release/notes.md
	cp bin/release/packages/* dist/
	$(PYTHON) scripts/dist.py formula dist

dist-test: ## install the wheel and the npm packages of dist, and pack with them
	scripts/dist-test.sh dist

golden: ## write the golden files anew; read the difference before committing it
	$(GO) test . ./internal/bundle/render ./internal/bundle/pipeline ./signatures ./cmd -update

check: lint race ## what CI runs

clean:
	rm -rf bin dist
