# What people type. Everything is built by meson; this file only names the common tasks.
# NEEDS=no skips the look for missing Debian packages.

BUILD ?= build
NEEDS ?= yes
HOST = 127.0.0.1
PORT = 1337
SECONDS = 600
IDLE = 5000
SLOW = 50
ROUNDS = 200
READS = 1000000
needs = $(if $(filter yes,$(NEEDS)),scripts/dependencies $(1),:)

.PHONY: help build release demo public test test-panel test-strapi soak exact endure bench compare fuzz sanitize format check coverage clean install

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile

build: ## build/lectern
	@$(call needs,build)
	@scripts/build $(BUILD)

demo: ## build, and serve the example project at http://127.0.0.1:1337 until Ctrl-C (PORT=1337)
	@$(call needs,demo)
	@scripts/build $(BUILD)
	@HOST=$(HOST) PORT=$(PORT) scripts/demo $(BUILD)/lectern

public: build ## let anybody read all content of the example project, running or not
	@examples/prepare examples/foodadvisor $(BUILD)/lectern && $(BUILD)/lectern role grant public 'api::*' find findOne --project examples/foodadvisor

release: ## build-release/lectern, optimised by the profile of a load; make install BUILD=build-release installs it
	@$(call needs,build)
	@scripts/release build-release

test: ## build, and run all tests
	@$(call needs,test)
	@scripts/build $(BUILD)
	@tests/run $(BUILD)

test-panel: ## build Strapi's panel with npm, once, and work in it with Chromium
	@$(call needs,test)
	@scripts/build $(BUILD)
	@scripts/test-packages tests/panel
	@LECTERN=$(BUILD)/lectern node tests/panel/run.mjs

test-strapi: ## Strapi itself beside lectern: the steps in its panel, the database there and back, what 12,818 requests may do, random requests
	@$(call needs,test)
	@scripts/build $(BUILD)
	@scripts/test-packages tests/panel
	@LECTERN=$(BUILD)/lectern node tests/panel/run.mjs --on strapi
	@LECTERN=$(BUILD)/lectern node tests/panel/back.mjs
	@LECTERN=$(BUILD)/lectern node tests/panel/rights.mjs
	@LECTERN=$(BUILD)/lectern node tests/panel/fuzz.mjs --requests 2000

soak: ## a mixed load of 64 busy, IDLE=5000 idle and SLOW=50 slow connections for SECONDS=600, under ASan
	@$(call needs,test)
	@scripts/build-asan
	@LECTERN=build-asan/lectern node tests/load/soak.mjs --seconds $(SECONDS) --idle $(IDLE) --slow $(SLOW)

exact: ## READS=1000000 beside 32 writers, on two servers and each database, which are killed meanwhile: none may be older than it may be
	@$(call needs,test)
	@scripts/build $(BUILD)
	@LECTERN=$(BUILD)/lectern node tests/load/exactness.mjs --database sqlite --reads $(READS) --faults 1
	@LECTERN=$(BUILD)/lectern node tests/load/exactness.mjs --database postgres --reads $(READS) --faults 1

endure: ## kill the server, and the process of the project's code, ROUNDS=200 times while clients write, and look for every answered write
	@$(call needs,test)
	@scripts/build $(BUILD)
	@LECTERN=$(BUILD)/lectern DURABILITY_ROUNDS=$(ROUNDS) node --test tests/durability_test.mjs
	@LECTERN=$(BUILD)/lectern CODE_ROUNDS=$(ROUNDS) CODE_CALLS=20000 node --test tests/code_faults_test.mjs tests/code_frames_test.mjs

bench: ## measure beside nginx, on one core, connections, on PostgreSQL, and writes
	@$(call needs,bench)
	@scripts/release build-release
	@node bench/run.mjs --lectern build-release/lectern
	@node bench/connections.mjs --lectern build-release/lectern
	@node bench/postgres.mjs --lectern build-release/lectern
	@node bench/writes.mjs --lectern build-release/lectern
	@node bench/extensions.mjs --lectern build-release/lectern
	@node bench/advise.mjs --lectern build-release/lectern
	@node bench/limits.mjs --lectern build-release/lectern
	@node bench/code.mjs --lectern build-release/lectern

compare: ## measure beside Strapi, Directus, PostGraphile, and endpoints by hand on Fastify and Bun (npm installs them: 1.3 GB)
	@$(call needs,compare)
	@scripts/release build-release
	@node bench/compare.mjs --lectern build-release/lectern

fuzz: ## every fuzz target for 60 seconds
	@$(call needs,fuzz)
	@fuzz/run

sanitize: ## most tests under ASan and UBSan, a shorter run under TSan
	@$(call needs,test)
	@scripts/sanitize

format: ## clang-format on all C files, prettier on all JavaScript
	@$(call needs,format)
	@git ls-files '*.c' '*.h' | xargs clang-format -i
	@scripts/format-javascript

check: ## layout, format, lint, spelling
	@$(call needs,check)
	@scripts/build $(BUILD)
	@scripts/check $(BUILD)

coverage: ## run all tests and write build-coverage/coverage.html
	@$(call needs,coverage)
	@scripts/coverage

install: build ## install the command (DESTDIR is obeyed)
	@meson install -C $(BUILD)

clean: ## remove what was built
	@rm -rf build build-*
