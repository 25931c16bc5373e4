# Klava: `make run` starts a typing session, `make test` runs all tests, `make help` lists all targets.

PREFIX ?= /usr/local
# Some shells do not expand the `~` in PREFIX=~/.local.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
CONFIGURATION ?= debug
DESTDIR ?=
SEED ?= 1
JOBS ?= 2

KEYBOARDS := HabrTags Calculator PetPhrases
# Morse needs Rust, which may be missing.
EXAMPLES := Telex TextExpander EmojiPicker Glide Handwriting $(if $(shell command -v rustc),Morse)
ENDURANCE := -c release -Xswiftc -enable-testing --scratch-path .build/endurance

PACKAGES := libffi-dev libseccomp-dev libcanberra-dev libcairo2-dev libpango1.0-dev librsvg2-dev libspng-dev \
  libdw-dev libncurses-dev dbus libwayland-dev libxkbcommon-dev libxkbregistry-dev xkb-data libx11-data wayland-protocols \
  libsystemd-dev libicu-dev libxml2-dev unicode-data unicode-cldr-core libhunspell-dev zlib1g-dev hunspell-en-us \
  pkg-config gcc g++ libc6-dev gdb valgrind
# IBus, Fcitx5 and wvkbd, with which `make bench` compares Klava, and libraries for typing through them. No other target
# needs these packages.
PEER_PACKAGES := ibus xvfb libibus-1.0-dev fcitx5 libfcitx5core-dev libfcitx5gclient-dev \
  wvkbd
# The compositors and applications of `make test-desktop`, and with BROWSERS=1 the browsers.
DESKTOP_PACKAGES := sway foot grim kwin-wayland qtwayland5 qt6-wayland python3-gi gir1.2-gtk-3.0 gir1.2-gtk-4.0 \
  python3-pyqt5 python3-pyqt6 wayland-utils plasma-wayland-protocols $(if $(BROWSERS),firefox-esr chromium)
PICTURES := Examples/Pictures
SWIFT_SOURCES := Package.swift Sources Host Plugins Examples Benchmarks Tests

BIN := .build/$(CONFIGURATION)
# The folder of the bundles.
BUNDLES ?= .build
KLAVA := $(BIN)/klava
# The products to install. All other products are for tests and benchmarks.
PRODUCTS := klava klava-desktop klava-runner klava-renderer klava-bundle-reader klava-suggester $(KEYBOARDS) ProxyProbe
INSTALLED := $(DESTDIR)$(PREFIX)

.PHONY: help deps build bundles run test test-desktop check endurance faults fuzz bench pictures lint format install uninstall clean

.PHONY: sdk examples peers documentation shipped place displace

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 18

deps: ## Install missing Debian packages; with PEERS=1 also IBus, Fcitx5 and wvkbd for the comparison
	@sh Host/Support/install-dependencies.sh $(PACKAGES) $(if $(PEERS),$(PEER_PACKAGES)) $(if $(DESKTOP),$(DESKTOP_PACKAGES))
	@sh Host/Support/generate-protocols.sh .build/protocols Sources/Platform/WaylandProtocols/XML

build: deps ## Build everything, with the keyboards' bundles in .build/keyboards
	swift build -c $(CONFIGURATION)
	@$(MAKE) --no-print-directory bundles

bundles: shipped
	@$(KLAVA) bundle Tests/Fixtures/ServiceProbe --library $(BIN)/libServiceProbe.so -o $(BUNDLES)/fixtures/ServiceProbe.keyboard
	@$(KLAVA) bundle Tests/Fixtures/GestureProbe --library $(BIN)/libGestureProbe.so -o $(BUNDLES)/fixtures/GestureProbe.keyboard
	@$(MAKE) --no-print-directory -C Examples/UnitConverter KLAVA="$(CURDIR)/$(KLAVA)" \
	  OUT="$(abspath $(BUNDLES))/examples/UnitConverter.keyboard"

# The bundled keyboards, and the probe that makes the proxy calls of scripts.
shipped: sdk
	@for name in $(KEYBOARDS); do \
	  $(KLAVA) bundle Plugins/$$name --library $(BIN)/lib$$name.so -o $(BUNDLES)/keyboards/$$name.keyboard || exit 1; \
	done
	@$(KLAVA) bundle Plugins/ProxyProbe --library $(BIN)/libProxyProbe.so -o $(BUNDLES)/probes/ProxyProbe.keyboard

examples: sdk ## Build the examples' bundles in .build/examples with their own makefiles
	@for name in $(EXAMPLES); do \
	  $(MAKE) --no-print-directory -C Examples/$$name KLAVA="$(CURDIR)/$(KLAVA)" SCRATCH="$(CURDIR)/.build/authors" \
	    OUT="$(CURDIR)/.build/examples/$$name.keyboard" || exit 1; \
	done

peers: ## Build the clients of IBus and Fcitx5 whose libraries are installed (make deps PEERS=1)
	@$(MAKE) --no-print-directory -C Benchmarks/Peers/Clients OUT="$(CURDIR)/$(BIN)/peers"

# The SDK for authors (`klava new`): KlavaKit and KlavaUIKit as separate packages, and the templates of projects. An unchanged SDK
# keeps its time stamps, so that builds of projects do not compile it again.
sdk:
	@rm -rf .build/sdk.new && mkdir -p .build/sdk.new/KlavaKit/Sources .build/sdk.new/KlavaUIKit/Sources
	@cp Sources/SDK/Package/Package.swift .build/sdk.new/KlavaKit/
	@cp Sources/SDK/Package/KlavaUIKit/Package.swift .build/sdk.new/KlavaUIKit/
	@cp -R Sources/SDK/KlavaUIKit .build/sdk.new/KlavaUIKit/Sources/
	@cd Sources && cp -R SDK/KeyboardABI SDK/KlavaKit SDK/KlavaKitEntry Shared/TextModel Shared/InputViewModel ../.build/sdk.new/KlavaKit/Sources/
	@cp -R Sources/SDK/Templates .build/sdk.new/templates
	@if diff -r .build/sdk.new .build/sdk > /dev/null 2>&1; then rm -rf .build/sdk.new; \
	else rm -rf .build/sdk && mv .build/sdk.new .build/sdk; fi

run: build ## Start the simulator; without a terminal, play a tour of the bundled keyboards
	@if [ -t 0 ] && [ -t 1 ]; then \
	  $(KLAVA) simulate --root .build/state; \
	else \
	  rm -rf .build/tour && $(KLAVA) play Examples/tour.jsonl --transcript --strict --root .build/tour; \
	fi

test: deps ## Build and run all tests
	swift build -c $(CONFIGURATION) --build-tests
	@$(MAKE) --no-print-directory bundles examples peers
	@scratch=$$(mktemp -d "$${TMPDIR:-/tmp}/klava-XXXXXX") && chmod 755 "$$scratch" \
	  && trap 'chmod -R u+rwX "$$scratch"; rm -rf "$$scratch"' EXIT && trap 'exit 130' INT TERM HUP \
	  && TMPDIR="$$scratch" swift test -c $(CONFIGURATION) --skip-build

test-desktop: ROUNDS ?= 35
test-desktop: deps ## Type into real applications under headless compositors (after make deps DESKTOP=1); ROUNDS=200 for long use, BROWSERS=1 for browsers
	swift build -c $(CONFIGURATION) --build-tests
	@$(MAKE) --no-print-directory bundles examples
	@scratch=$$(mktemp -d "$${TMPDIR:-/tmp}/klava-XXXXXX") && chmod 755 "$$scratch" \
	  && trap 'chmod -R u+rwX "$$scratch"; rm -rf "$$scratch"' EXIT && trap 'exit 130' INT TERM HUP \
	  && KLAVA_DESKTOP_TESTS=1 KLAVA_DESKTOP_BROWSERS=$(BROWSERS) KLAVA_DESKTOP_ROUNDS=$(ROUNDS) TMPDIR="$$scratch" swift test -c $(CONFIGURATION) --skip-build --filter '^DesktopTests\.'

# Test suites that start programs of Klava, compilers, IBus or Fcitx5. Together they take minutes.
SLOW := AuthorWorkflow|Conformance|Documentation|FaultAndFuzz|HostileZoo|KeyboardHost|Klava|Peers|Plugin|Script|Compatibility|InstructionBudget
check: deps ## Run the fast tests and lint (two minutes after a build)
	swift build -c $(CONFIGURATION) --build-tests
	swift test -c $(CONFIGURATION) --skip-build --skip '^($(SLOW))Tests\.'
	@$(MAKE) --no-print-directory lint

endurance: COUNT ?= 1000
endurance: deps ## Run every kind of well-behaved keyboard COUNT times (1000) with every set of sandbox layers
	swift build $(ENDURANCE) --build-tests
	KLAVA_HONEST_RUNS=$(COUNT) swift test $(ENDURANCE) --skip-build --filter HonestKeyboardTests

faults: COUNT ?= 10000
faults: build ## Inject COUNT (10000) faults into running keyboards, from SEED (1)
	$(BIN)/klava-faults --count $(COUNT) --seed $(SEED)

fuzz: COUNT ?= 1000000
fuzz: deps ## Feed every parser COUNT (1000000) mutated inputs, from SEED (1), in JOBS (2) processes
	swift build -c release --product klava-fuzz
	swift build -c release --product CrashingKeyboard
	.build/release/klava-fuzz --count $(COUNT) --seed $(SEED) --jobs $(JOBS)

# Uses separate bundles, so that the bundles of another build do not change.
bench: deps ## Run the benchmarks; QUICK=1 for a short run, ROWS="turn cold" to select benchmarks, CORES=0,1 to use only these cores
	swift build -c release
	@$(MAKE) --no-print-directory bundles peers CONFIGURATION=release BUNDLES=.build/bench
	@KLAVA_LIBRARY="$(CURDIR)/.build/bench/keyboards" $(if $(CORES),taskset -c $(CORES)) .build/release/klava-bench $(ROWS) \
	  $(if $(QUICK),--quick) --json .build/bench/report.json --svg .build/bench

pictures: build ## Render the README's pictures (the committed ones use Noto Sans: fonts-noto-core)
	@mkdir -p $(PICTURES)
	@for name in habr-tags calculator pet-phrases system; do for appearance in light dark; do \
	  $(KLAVA) render org.klava.$$name -o $(PICTURES)/$$name-$$appearance.png --appearance $$appearance --language en \
	    --root .build/pictures || exit 1; \
	done; done
	@if command -v optipng >/dev/null; then optipng -quiet -o4 -strip all $(PICTURES)/*.png; fi

documentation: ## Write the generated pages and the outputs in Documentation
	swift build -c $(CONFIGURATION) --build-tests
	@$(MAKE) --no-print-directory bundles
	KLAVA_RECORD=1 swift test -c $(CONFIGURATION) --skip-build \
	  --filter 'DocumentationTests.(CatalogTests|SessionTests)|CatalogDocumentTests'
	@if command -v docc > /dev/null; then sh Host/Support/make-docc.sh $(BIN) .build/documentation; fi

lint: ## Check the format of the sources
	swift format lint --strict --parallel --recursive $(SWIFT_SOURCES)

format: ## Format the sources
	swift format format --in-place --parallel --recursive $(SWIFT_SOURCES)

install: deps ## Install a release build below PREFIX (/usr/local)
	@for product in $(PRODUCTS); do swift build -c release --product $$product || exit 1; done
	@$(MAKE) --no-print-directory shipped CONFIGURATION=release
	@$(MAKE) --no-print-directory place CONFIGURATION=release

# Installs a build below PREFIX. With PREFIX=~/.local, the folder PREFIX/share/klava contains the user's keyboards and
# their data. So this target changes and removes only files that it names, and never a file of the user.
place:
	install -d "$(INSTALLED)/bin" "$(INSTALLED)/libexec/klava" "$(INSTALLED)/lib/klava" "$(INSTALLED)/include/klava" \
	  "$(INSTALLED)/share/bash-completion/completions"
	install $(BIN)/klava $(BIN)/klava-desktop "$(INSTALLED)/bin/"
	@for file in klava-desktop.service:share/systemd/user org.klava.Desktop.service:share/dbus-1/services \
	  org.klava.Desktop.desktop:share/applications; do \
	  folder="$(INSTALLED)/$${file#*:}" && install -d "$$folder" \
	    && sed 's|@PREFIX@|$(PREFIX)|g' "Host/Support/desktop/$${file%:*}" > "$$folder/$${file%:*}" || exit 1; \
	done
	install $(BIN)/klava-runner $(BIN)/klava-renderer $(BIN)/klava-bundle-reader $(BIN)/klava-suggester "$(INSTALLED)/libexec/klava/"
	@$(MAKE) --no-print-directory displace
	cp -R $(BUNDLES)/keyboards $(BUNDLES)/probes "$(INSTALLED)/lib/klava/"
	cp -R .build/sdk/KlavaKit .build/sdk/KlavaUIKit .build/sdk/templates "$(INSTALLED)/lib/klava/"
	"$(INSTALLED)/bin/klava" record-bundles "$(INSTALLED)"/lib/klava/*/*.keyboard
	chmod -R u+w,a+rX "$(INSTALLED)"/lib/klava/KlavaKit "$(INSTALLED)"/lib/klava/KlavaUIKit "$(INSTALLED)/lib/klava/templates"
	install -m 644 Sources/SDK/KeyboardABI/include/klava/*.h "$(INSTALLED)/include/klava/"
	@for program in klava klava-desktop; do \
	  $(BIN)/$$program --generate-completion-script bash \
	    > "$(INSTALLED)/share/bash-completion/completions/$$program" || exit 1; \
	done

# Removes the folders that contain only files of Klava, including such folders of older versions. Also removes one
# program of an older version.
displace:
	rm -rf "$(INSTALLED)/lib/klava/keyboards" "$(INSTALLED)/lib/klava/probes" "$(INSTALLED)/lib/klava/KlavaKit" "$(INSTALLED)/lib/klava/KlavaUIKit" \
	  "$(INSTALLED)/lib/klava/templates" "$(INSTALLED)/share/klava/KlavaKit" "$(INSTALLED)/share/klava/templates"
	rm -f "$(INSTALLED)/libexec/klava/klava-painter"

uninstall: displace ## Remove the files that `make install` installed; keep the keyboards of users
	rm -f "$(INSTALLED)/bin/klava" "$(INSTALLED)/bin/klava-desktop" \
	  "$(INSTALLED)/share/systemd/user/klava-desktop.service" "$(INSTALLED)/share/dbus-1/services/org.klava.Desktop.service" \
	  "$(INSTALLED)/share/applications/org.klava.Desktop.desktop" \
	  "$(INSTALLED)/share/bash-completion/completions/klava" "$(INSTALLED)/share/bash-completion/completions/klava-desktop" \
	  "$(INSTALLED)/libexec/klava/klava-runner" "$(INSTALLED)/libexec/klava/klava-renderer" \
	  "$(INSTALLED)/libexec/klava/klava-bundle-reader" "$(INSTALLED)/libexec/klava/klava-suggester" \
	  $(foreach header,$(notdir $(wildcard Sources/SDK/KeyboardABI/include/klava/*.h)),"$(INSTALLED)/include/klava/$(header)")
	rmdir "$(INSTALLED)/libexec/klava" "$(INSTALLED)/lib/klava" "$(INSTALLED)/include/klava" 2>/dev/null || true

clean: ## Remove all build results
	rm -rf .build
