# Klava: `make run` to type, `make test` to check. Everything else is listed by `make help`.

PREFIX ?= /usr/local
# Not every shell makes a home folder of the `~` in PREFIX=~/.local.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
CONFIGURATION ?= debug
DESTDIR ?=
SEED ?= 1
JOBS ?= 2

KEYBOARDS := HabrTags Calculator PetPhrases
# Morse is written in Rust, which not every machine has.
EXAMPLES := Telex TextExpander EmojiPicker $(if $(shell command -v rustc),Morse)
ENDURANCE := -c release -Xswiftc -enable-testing --scratch-path .build/endurance

PACKAGES := libffi-dev libseccomp-dev libcanberra-dev libcairo2-dev libpango1.0-dev librsvg2-dev libspng-dev \
  libncurses-dev pkg-config gcc g++ libc6-dev valgrind
# What Klava is compared with (`make bench`), and what types through that is built with; nothing else needs any of it.
PEER_PACKAGES := dbus ibus xvfb libibus-1.0-dev fcitx5 libfcitx5core-dev libfcitx5gclient-dev
PICTURES := Examples/Pictures
SWIFT_SOURCES := Package.swift Sources Host Plugins Examples Benchmarks Tests

BIN := .build/$(CONFIGURATION)
# Where bundles go.
BUNDLES ?= .build
KLAVA := $(BIN)/klava
# What a person gets; the rest is for tests and measurements.
PRODUCTS := klava klava-runner klava-renderer $(KEYBOARDS) ProxyProbe
INSTALLED := $(DESTDIR)$(PREFIX)

.PHONY: help deps build bundles run test check endurance faults fuzz bench pictures lint format install uninstall clean

.PHONY: sdk examples peers documentation shipped place displace

help: ## Says what there is to make
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 18

deps: ## Installs from Debian what is missing; PEERS=1 also what Klava is compared with: IBus and Fcitx5
	@sh Host/Support/install-dependencies.sh $(PACKAGES) $(if $(PEERS),$(PEER_PACKAGES))

build: deps ## Builds everything, and the keyboards' bundles under .build/keyboards
	swift build -c $(CONFIGURATION)
	@$(MAKE) --no-print-directory bundles

bundles: shipped
	@$(KLAVA) bundle Tests/ServiceProbe --library $(BIN)/libServiceProbe.so -o $(BUNDLES)/fixtures/ServiceProbe.keyboard
	@$(MAKE) --no-print-directory -C Examples/UnitConverter KLAVA="$(CURDIR)/$(KLAVA)" \
	  OUT="$(abspath $(BUNDLES))/examples/UnitConverter.keyboard"

# The keyboards that come with Klava, and the one that `klava doctor` asks.
shipped: sdk
	@for name in $(KEYBOARDS); do \
	  $(KLAVA) bundle Plugins/$$name --library $(BIN)/lib$$name.so -o $(BUNDLES)/keyboards/$$name.keyboard || exit 1; \
	done
	@$(KLAVA) bundle Tests/ProxyProbe --library $(BIN)/libProxyProbe.so -o $(BUNDLES)/probes/ProxyProbe.keyboard

examples: sdk ## Builds the examples' bundles under .build/examples, each as its author would
	@for name in $(EXAMPLES); do \
	  $(MAKE) --no-print-directory -C Examples/$$name KLAVA="$(CURDIR)/$(KLAVA)" SCRATCH="$(CURDIR)/.build/authors" \
	    OUT="$(CURDIR)/.build/examples/$$name.keyboard" || exit 1; \
	done

peers: ## Builds what types through IBus and Fcitx5 for the comparison, where their libraries are (make deps PEERS=1)
	@$(MAKE) --no-print-directory -C Benchmarks/Peers/Clients OUT="$(CURDIR)/$(BIN)/peers"

# What authors get (`klava new`): KlavaKit as a package of its own, and the templates of projects. What did not change stays
# as it is, so that what was built with it is not built again.
sdk:
	@rm -rf .build/sdk.new && mkdir -p .build/sdk.new/KlavaKit/Sources
	@cp Sources/SDK/Package/Package.swift .build/sdk.new/KlavaKit/
	@cd Sources && cp -R SDK/KeyboardABI SDK/KlavaKit SDK/KlavaKitEntry Shared/TextInput ../.build/sdk.new/KlavaKit/Sources/
	@cp -R Sources/SDK/Templates .build/sdk.new/templates
	@if diff -r .build/sdk.new .build/sdk > /dev/null 2>&1; then rm -rf .build/sdk.new; \
	else rm -rf .build/sdk && mv .build/sdk.new .build/sdk; fi

run: build ## Shows you a text field and the keyboards; without a terminal plays a tour of the three
	@if [ -t 0 ] && [ -t 1 ]; then \
	  $(KLAVA) simulate --root .build/state; \
	else \
	  rm -rf .build/tour && $(KLAVA) play Examples/tour.jsonl --transcript --strict --root .build/tour; \
	fi

test: deps ## Builds and runs all tests
	swift build -c $(CONFIGURATION) --build-tests
	@$(MAKE) --no-print-directory bundles examples peers
	@scratch=$$(mktemp -d "$${TMPDIR:-/tmp}/klava-XXXXXX") && chmod 755 "$$scratch" \
	  && trap 'chmod -R u+rwX "$$scratch"; rm -rf "$$scratch"' EXIT && trap 'exit 130' INT TERM HUP \
	  && TMPDIR="$$scratch" swift test -c $(CONFIGURATION) --skip-build

# Suites that start programs of Klava, compilers or other keyboard hosts, and so take minutes together.
SLOW := Conformance|Documentation|Fault|HostileZoo|KeyboardHost|Klava|Peers|Plugin|Script|Stability|TurnBudget
check: deps ## Runs the unit tests, which start no other process, and lint: two minutes after a build
	swift build -c $(CONFIGURATION) --build-tests
	swift test -c $(CONFIGURATION) --skip-build --skip '^($(SLOW))Tests\.'
	@$(MAKE) --no-print-directory lint

endurance: COUNT ?= 1000
endurance: deps ## Runs every kind of honest keyboard COUNT times (1000) on every floor
	swift build $(ENDURANCE) --build-tests
	KLAVA_HONEST_RUNS=$(COUNT) swift test $(ENDURANCE) --skip-build --filter HonestKeyboardTests

faults: COUNT ?= 10000
faults: build ## Injects COUNT (10000) faults into keyboards at work, from SEED (1)
	$(BIN)/klava-faults --count $(COUNT) --seed $(SEED)

fuzz: COUNT ?= 1000000
fuzz: deps ## Feeds every reader COUNT (1000000) mutated inputs, from SEED (1), in JOBS (2) processes
	swift build -c release --product klava-fuzz
	swift build -c release --product Typist
	.build/release/klava-fuzz --count $(COUNT) --seed $(SEED) --jobs $(JOBS)

# With bundles of its own, so that those of another build stay as they are.
bench: deps ## Measures how fast Klava is: QUICK=1 for a short run, ROWS="turn cold" those rows, CORES=0,1 on these cores
	swift build -c release
	@$(MAKE) --no-print-directory bundles peers CONFIGURATION=release BUNDLES=.build/bench
	@KLAVA_LIBRARY="$(CURDIR)/.build/bench/keyboards" $(if $(CORES),taskset -c $(CORES)) .build/release/klava-bench $(ROWS) \
	  $(if $(QUICK),--quick) --json .build/bench/report.json --svg .build/bench

pictures: build ## Makes the README's pictures anew (in the tree they are in Noto Sans: fonts-noto-core)
	@mkdir -p $(PICTURES)
	@for name in habr-tags calculator pet-phrases system; do for appearance in light dark; do \
	  $(KLAVA) render org.klava.$$name -o $(PICTURES)/$$name-$$appearance.png --appearance $$appearance --language en \
	    --root .build/pictures || exit 1; \
	done; done
	@if command -v optipng >/dev/null; then optipng -quiet -o4 -strip all $(PICTURES)/*.png; fi

documentation: ## Writes the pages and outputs in Documentation that come from the code
	swift build -c $(CONFIGURATION) --build-tests
	@$(MAKE) --no-print-directory bundles
	KLAVA_RECORD=1 swift test -c $(CONFIGURATION) --skip-build \
	  --filter 'DocumentationTests.(CatalogueTests|SessionTests)|CatalogueDocumentTests'
	@if command -v docc > /dev/null; then sh Host/Support/make-docc.sh $(BIN) .build/documentation; fi

lint: ## Checks the form of the sources
	swift format lint --strict --parallel --recursive $(SWIFT_SOURCES)

format: ## Gives the sources their form
	swift format format --in-place --parallel --recursive $(SWIFT_SOURCES)

install: deps ## Installs a release build below PREFIX (/usr/local)
	@for product in $(PRODUCTS); do swift build -c release --product $$product || exit 1; done
	@$(MAKE) --no-print-directory shipped CONFIGURATION=release
	@$(MAKE) --no-print-directory place CONFIGURATION=release

# Puts a build below PREFIX. PREFIX/share/klava is not Klava's own: with PREFIX=~/.local it is where a person's keyboards
# and what those stored are. So all that is removed or opened here is named, and none of it is there.
place:
	install -d "$(INSTALLED)/bin" "$(INSTALLED)/libexec/klava" "$(INSTALLED)/lib/klava" "$(INSTALLED)/include/klava" \
	  "$(INSTALLED)/share/bash-completion/completions"
	install $(BIN)/klava "$(INSTALLED)/bin/klava"
	install $(BIN)/klava-runner $(BIN)/klava-renderer "$(INSTALLED)/libexec/klava/"
	@$(MAKE) --no-print-directory displace
	cp -R $(BUNDLES)/keyboards $(BUNDLES)/probes "$(INSTALLED)/lib/klava/"
	cp -R .build/sdk/KlavaKit .build/sdk/templates "$(INSTALLED)/lib/klava/"
	chmod -R u+w,a+rX "$(INSTALLED)/lib/klava/KlavaKit" "$(INSTALLED)/lib/klava/templates"
	install -m 644 Sources/SDK/KeyboardABI/include/klava/*.h "$(INSTALLED)/include/klava/"
	$(KLAVA) --generate-completion-script bash > "$(INSTALLED)/share/bash-completion/completions/klava"

# The folders that are Klava's own as a whole, also those of an older one, and a program that an older one installed.
displace:
	rm -rf "$(INSTALLED)/lib/klava/keyboards" "$(INSTALLED)/lib/klava/probes" "$(INSTALLED)/lib/klava/KlavaKit" \
	  "$(INSTALLED)/lib/klava/templates" "$(INSTALLED)/share/klava/KlavaKit" "$(INSTALLED)/share/klava/templates"
	rm -f "$(INSTALLED)/libexec/klava/klava-painter"

uninstall: displace ## Removes what `make install` put below PREFIX, and no keyboard of yours
	rm -f "$(INSTALLED)/bin/klava" "$(INSTALLED)/share/bash-completion/completions/klava" \
	  "$(INSTALLED)/libexec/klava/klava-runner" "$(INSTALLED)/libexec/klava/klava-renderer" \
	  $(foreach header,$(notdir $(wildcard Sources/SDK/KeyboardABI/include/klava/*.h)),"$(INSTALLED)/include/klava/$(header)")
	rmdir "$(INSTALLED)/libexec/klava" "$(INSTALLED)/lib/klava" "$(INSTALLED)/include/klava" 2>/dev/null || true

clean: ## Removes everything that was built
	rm -rf .build
