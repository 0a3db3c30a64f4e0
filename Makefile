# A thin front of CMake; `make help` lists the targets. JOBS=n limits parallel work.
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
SEED ?= 1
COUNT ?= 10000
SECONDS ?= 60
BUILD = cmake --build --preset

.PHONY: all book deb demo test test-bare test-deb test-long bench check fuzz doc cover install clean help

all: ## build the command: build/davit
	cmake --preset release
	$(BUILD) release -j $(JOBS)

demo: ## simulate a machine and draw its plots into out/demo
	tools/setup build demo
	$(MAKE) all
	tools/demo build/davit out/demo

book: ## every figure of the documents, the guide, kinds and benchmarks as pages: out/book/index.html
	tools/setup build book
	$(MAKE) all
	tools/book --davit build/davit --out out/book --jobs $(JOBS)

test: ## build and run every test (release, sanitizers, both compilers)
	tools/setup build test
	JOBS=$(JOBS) tools/test

test-bare: ## both commands of README in a chroot of a bare Debian 12 (as root)
	tools/test-bare $(BARE)

test-deb: deb ## `make deb`, and its packages in a chroot of a bare Debian 12 (as root)
	tools/test-deb $(BARE)

test-long: ## valgrind, the slowest tests with the sanitizers, ten thousand random actions, an hour with ten clients
	tools/setup build test
	tools/test-long

bench: ## time the engine beside MuJoCo, Simbody and KDL
	tools/setup build bench
	cmake --preset bench
	$(BUILD) bench -j $(JOBS)
	cmake --build build-bench --target bench

check: ## clang-format (dry run) and clang-tidy
	tools/setup build check
	tools/format --check
	JOBS=$(JOBS) tools/tidy

fuzz: ## libFuzzer on every reader, SECONDS each; then COUNT random machines of SEED
	tools/setup build fuzz
	cmake --preset fuzz -DDV_FUZZ_SECONDS=$(SECONDS)
	cmake --build build-fuzz --target fuzz -j $(JOBS)
	cmake --preset test
	cmake --build --preset test --target random_machines davit -j $(JOBS)
	build/test/random/random_machines --seed $(SEED) --count $(COUNT) --davit $(CURDIR)/build/davit --folder out/random

doc: all ## write the reference of kinds: doc/kinds.md
	build/davit kinds --markdown > doc/kinds.md.new
	mv doc/kinds.md.new doc/kinds.md

cover: ## line coverage of the tests: build-cover/coverage.html
	tools/setup build test cover
	JOBS=$(JOBS) tools/cover

install: all ## install command, library and headers to PREFIX (default /usr/local)
	cmake --install build --prefix $(PREFIX)

deb: ## Debian packages into out/deb: davit, libdavit0, libdavit-dev, python3-davit
	tools/setup build deb
	JOBS=$(JOBS) tools/deb

clean: ## remove everything that was built
	rm -rf build build-dev build-threads build-clang build-tidy build-cover build-fuzz build-bench build-deb out

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16
