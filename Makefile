# SPDX-License-Identifier: GPL-3.0-or-later
# The front door. Meson and Ninja do the work; see meson.build and tests/run.
# NO_PACKAGES=1 never installs anything: what is missing is then for you to see to.
prefix       ?= /usr/local
FUZZ_SECONDS ?= 60

.PHONY: all play serve web test lint soak bench fuzz coverage install uninstall dist deb test-deb clean help
all: build/build.ninja ## build build/causeway (the default)
	@ninja -C build --quiet

build/build.ninja:
	@tools/packages build
	@meson setup --prefix=$(prefix) build >build.log 2>&1 || { cat build.log; rm -rf build build.log; exit 1; }
	@mv build.log build/

play: all ## build it and play
	@build/causeway

serve: build/build.ninja ## build it and let others play with you over a network
	@tools/packages build online
	@web=enabled; tools/packages web && tools/vendor --fetch || { web=disabled; echo "Without the page with the board: plain pages are served."; }; \
		meson setup --reconfigure -Donline=enabled -Dweb=$$web build >/dev/null
	@ninja -C build --quiet
	@build/causeway serve

web: all ## the page as static files for any web server, in build-web/site
	@tools/packages web
	@ninja -C build --quiet src/web-strategies
	@tools/web build-web build/src/web-strategies exact
	@echo "The page is in build-web/site; any web server can host it."

test: ## build and run all tests; the last line counts them
	@tools/packages build online test
	@tests/run

lint: all ## format and static analysis; part of `make test`
	@tools/packages build online test
	@tests/lint build

soak: all ## the sampling tests with their full counts; SEED=N draws others
	@tools/packages build online web test soak
	@tools/vendor --exact && meson setup --reconfigure -Dtests=enabled -Donline=enabled -Dweb=enabled build >/dev/null
	@ninja -C build --quiet
	@tests/soak build $(SEED)

bench: all ## what playouts, solving, saving and starting up cost
	@tools/packages build online test
	@bench/run build

fuzz: ## run each fuzzer for FUZZ_SECONDS (60)
	@tools/packages build online test
	@tests/fuzz/run $(FUZZ_SECONDS)

coverage: ## line coverage by layer; fails below 98 % or 95 %
	@tools/packages build online test
	@tests/coverage

install: all ## install, honouring DESTDIR and prefix (/usr/local)
	@meson configure build -Dprefix=$(prefix)
	@ninja -C build --quiet install

uninstall: ## remove what `make install` has installed, with the same DESTDIR and prefix
	@ninja -C build --quiet uninstall

dist: ## the sources as archives, in build-dist/
	@tools/dist build-dist

deb: ## Debian packages, in build-deb/
	@tools/packages build online web deb
	@tools/deb build-deb

test-deb: ## build the packages twice, install, try and purge them in a fresh system (root)
	@tools/packages build online web deb
	@tests/deb

clean: ## remove everything that was built
	@rm -rf build build-*

help: ## show this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1|/p' Makefile | \
		while IFS='|' read -r name text; do printf 'make %-9s %s\n' "$$name" "$$text"; done
