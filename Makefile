# The Makefile of Klava: `make run` starts the simulator, `make test` runs all tests, and `make help` lists all targets.

PREFIX ?= /usr/local
# Expand the `~` in PREFIX=~/.local, because some shells do not expand it.
override PREFIX := $(abspath $(patsubst ~/%,$(HOME)/%,$(PREFIX)))
CONFIGURATION ?= debug
# Additional flags for `swift build`. If these flags change, SwiftPM compiles everything again.
BUILD_FLAGS ?=
DESTDIR ?=
SEED ?= 1
JOBS ?= 2

KEYBOARDS := HabrTags Calculator PetPhrases
# The example Morse needs Rust. Without Rust, the build leaves out this example.
EXAMPLES := Telex TextExpander EmojiPicker Glide Handwriting Kana $(if $(shell command -v rustc),Morse)
ENDURANCE := -c release -Xswiftc -enable-testing --scratch-path .build/endurance

PACKAGES := libffi-dev libseccomp-dev libcanberra-dev libcairo2-dev libpango1.0-dev librsvg2-dev libspng-dev \
  libdw-dev libncurses-dev dbus libwayland-dev libxkbcommon-dev libxkbregistry-dev xkb-data libx11-data wayland-protocols \
  libsystemd-dev libicu-dev libxml2-dev unicode-data unicode-cldr-core libhunspell-dev zlib1g-dev hunspell-en-us \
  pkg-config gcc g++ binutils libc6-dev gdb valgrind openssh-client python3
# The packages with the programs with which `make bench` compares Klava, and the libraries of IBus and Fcitx5. No other
# target needs these packages.
PEER_PACKAGES := ibus xvfb libibus-1.0-dev fcitx5 libfcitx5core-dev libfcitx5gclient-dev \
  wvkbd squeekboard
# The packages with the compositors and applications of `make test-desktop`, the shells of CompletionTests, and with
# BROWSERS=1 the browsers.
DESKTOP_PACKAGES := sway phoc foot grim kwin-wayland qtwayland5 qt6-wayland python3-gi python3-gi-cairo gir1.2-gtk-3.0 \
  gir1.2-gtk-4.0 python3-pyqt5 python3-pyqt6 wayland-utils wl-clipboard plasma-wayland-protocols zsh fish $(if $(BROWSERS),firefox-esr chromium)
# The packages that `make package` and `make test-package` need.
PACKAGING_PACKAGES := debhelper dpkg-dev mmdebstrap lintian
PICTURES := Documentation/Pictures
SWIFT_SOURCES := Package.swift Sources Host Plugins Examples Benchmarks Tests

BIN := .build/$(CONFIGURATION)
# The folder in which this Makefile puts the bundles.
BUNDLES ?= .build
KLAVA := $(BIN)/klava
# The products to install. All other products are for tests and benchmarks.
PRODUCTS := klava klava-desktop klava-runner klava-renderer klava-bundle-reader klava-suggester $(KEYBOARDS) ProxyProbe
# The folder of the installation, as an absolute path even if DESTDIR or PREFIX is relative.
INSTALLED := $(shell realpath -m -s -- "$(DESTDIR)$(PREFIX)")

.PHONY: help deps build bundles run test test-desktop desktop-pictures check endurance faults fuzz bench pictures lint format install uninstall clean

.PHONY: sdk examples peers documentation shipped displace stage release offline-release dist package test-package \
  test-reproducible serve-endurance

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 18

deps: ## Install missing Debian packages; with PEERS=1 also the input methods and keyboards with which make bench compares Klava, with DESKTOP=1 the packages of make test-desktop, with PACKAGE=1 the tools of make package
	@sh Host/Scripts/install-dependencies.sh $(PACKAGES) $(if $(PEERS),$(PEER_PACKAGES)) $(if $(DESKTOP),$(DESKTOP_PACKAGES)) \
	  $(if $(PACKAGE),$(PACKAGING_PACKAGES))
	@sh Host/Scripts/generate-protocols.sh .build/protocols Sources/Platform/WaylandProtocols/XML

build: deps ## Build everything, with the keyboards' bundles in .build/keyboards
	swift build -c $(CONFIGURATION) $(BUILD_FLAGS)
	@$(MAKE) --no-print-directory bundles

bundles: shipped
	@$(KLAVA) bundle Tests/Fixtures/ServiceProbe --library $(BIN)/libServiceProbe.so -o $(BUNDLES)/fixtures/ServiceProbe.keyboard
	@$(KLAVA) bundle Tests/Fixtures/GestureProbe --library $(BIN)/libGestureProbe.so -o $(BUNDLES)/fixtures/GestureProbe.keyboard
	@$(MAKE) --no-print-directory -C Examples/UnitConverter KLAVA="$(CURDIR)/$(KLAVA)" \
	  OUT="$(abspath $(BUNDLES))/examples/UnitConverter.keyboard"

# Makes the bundles of the keyboards that ship with Klava, and of the probe that makes the proxy calls of scripts.
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
	@$(MAKE) --no-print-directory -C Benchmarks/Peers/ClientsAndEngines OUT="$(CURDIR)/$(BIN)/peers"

# Makes the SDK that `klava new` uses: KlavaKit and KlavaUIKit as separate packages, and the templates of projects. If
# the SDK has not changed, its files keep their time stamps, so that projects do not compile it again.
sdk:
	@rm -rf .build/sdk.new && mkdir -p .build/sdk.new/KlavaKit/Sources .build/sdk.new/KlavaUIKit/Sources
	@cp Sources/SDK/Package/Package.swift .build/sdk.new/KlavaKit/
	@cp Sources/SDK/Package/KlavaUIKit/Package.swift .build/sdk.new/KlavaUIKit/
	@cp -R Sources/SDK/KlavaUIKit .build/sdk.new/KlavaUIKit/Sources/
	@cd Sources && cp -R SDK/KeyboardABI SDK/KlavaKit SDK/KlavaKitEntry Shared/TextModel Shared/InputViewModel Shared/JSONSyntax ../.build/sdk.new/KlavaKit/Sources/
	@cp -R Sources/SDK/Templates .build/sdk.new/templates
	@if diff -r .build/sdk.new .build/sdk > /dev/null 2>&1; then rm -rf .build/sdk.new; \
	else rm -rf .build/sdk && mv .build/sdk.new .build/sdk; fi

run: build ## Start the simulator; without a terminal, play a tour of the bundled keyboards
	@if [ -t 0 ] && [ -t 1 ]; then \
	  $(KLAVA) simulate --root .build/state; \
	else \
	  rm -rf .build/tour && $(KLAVA) play Examples/tour.jsonl --transcript --strict --root .build/tour; \
	fi

# Test suites that together need half of the time of all tests. Tests wait for programs, so two programs of tests use the
# processors better than one program.
LONG := AuthorWorkflow|Conformance|FaultAndFuzz|HostileZoo
test: deps ## Build and run all tests
	swift build -c $(CONFIGURATION) $(BUILD_FLAGS) --build-tests
	@$(MAKE) --no-print-directory -j $(JOBS) bundles examples peers
	@Tests/run.sh '--filter ^($(LONG))Tests\.' '--skip ^($(LONG))Tests\.'

test-desktop: ROUNDS ?= 10
test-desktop: deps ## Type into real applications under headless compositors (after make deps DESKTOP=1); ROUNDS=200 for long use, BROWSERS=1 for browsers
	swift build -c $(CONFIGURATION) $(BUILD_FLAGS) --build-tests
	@$(MAKE) --no-print-directory bundles examples
	@export KLAVA_DESKTOP_TESTS=1 KLAVA_DESKTOP_BROWSERS=$(BROWSERS) KLAVA_DESKTOP_ROUNDS=$(ROUNDS) \
	  && Tests/run.sh '--filter ^DesktopTests\..*/(Failure|Field)Tests/' \
	    '--filter ^DesktopTests\. --skip /(Endurance|Failure|Field)Tests/' \
	  && Tests/run.sh '--filter ^DesktopTests\..*EnduranceTests'

DESKTOP_PICTURES := $(CURDIR)/.build/desktop-pictures
desktop-pictures: deps ## Save pictures of the on-screen keyboard on many screens in .build/desktop-pictures (after make deps DESKTOP=1)
	swift build -c $(CONFIGURATION) $(BUILD_FLAGS) --build-tests
	@$(MAKE) --no-print-directory bundles
	@rm -rf $(DESKTOP_PICTURES) && mkdir -p $(DESKTOP_PICTURES)
	@KLAVA_DESKTOP_TESTS=1 KLAVA_DESKTOP_PICTURES=$(DESKTOP_PICTURES) Tests/run.sh '--filter ^DesktopTests\..*PictureTests'

# The test suites that `make check` leaves out. They start programs of Klava, compilers, IBus or Fcitx5, and take
# minutes together.
SLOW := AuthorWorkflow|Conformance|DesktopBus|Documentation|FaultAndFuzz|HostileZoo|KeyboardHost|Klava|KlavaHost|Peers|Script|Serving|Compatibility|InstructionBudget|RenderClient|SuggestionClient
check: deps ## Run the fast tests and lint (takes two minutes if everything is built)
	swift build -c $(CONFIGURATION) $(BUILD_FLAGS) --build-tests
	swift test -c $(CONFIGURATION) --skip-build --skip '^($(SLOW))Tests\.'
	@$(MAKE) --no-print-directory lint

endurance: COUNT ?= 1000
endurance: deps ## Run well-behaved keyboards COUNT times (1000) in each sandbox, and completely the tests of which make test runs a sample
	swift build $(ENDURANCE) --build-tests
	KLAVA_HONEST_RUNS=$(COUNT) swift test $(ENDURANCE) --skip-build --filter HonestKeyboardTests
	KLAVA_ALL_CHECKS=1 swift test $(ENDURANCE) --skip-build --filter 'ConformanceTests.(Zoo|Variant)Tests|HostileZooTests|KeyboardLayoutTests|PathTests'

serve-endurance: ## Type 20,000 keys through `klava serve` with all keyboards, despite crashes and misbehaving clients (COUNT=20000)
	@root=$$(mktemp -d); KLAVA_PATIENCE=100 python3 -B Tests/Integration/ServingTests/Driver/drive.py \
	  "$(CURDIR)/$(KLAVA)" "$$root" $(or $(COUNT),20000); status=$$?; rm -rf "$$root"; exit $$status

faults: COUNT ?= 10000
faults: build ## Inject COUNT (10000) faults into running keyboards, from SEED (1)
	$(BIN)/klava-faults --count $(COUNT) --seed $(SEED)

fuzz: COUNT ?= 1000000
fuzz: deps ## Feed every parser COUNT (1000000) mutated inputs, from SEED (1), in JOBS (2) processes
	swift build -c release --product klava-fuzz
	swift build -c release --product CrashingKeyboard
	.build/release/klava-fuzz --count $(COUNT) --seed $(SEED) --jobs $(JOBS)

# The benchmarks use their own bundles in .build/bench, so that the bundles of other builds do not change.
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
	swift build -c $(CONFIGURATION) $(BUILD_FLAGS) --build-tests
	@$(MAKE) --no-print-directory bundles
	KLAVA_RECORD=1 swift test -c $(CONFIGURATION) --skip-build \
	  --filter 'DocumentationTests.(CatalogTests|SessionTests)|CatalogDocumentTests'
	@if command -v docc > /dev/null; then sh Host/Scripts/make-docc.sh $(BIN) .build/documentation; fi

lint: ## Check the format of the sources
	swift format lint --strict --parallel --recursive $(SWIFT_SOURCES)

format: ## Format the sources
	swift format format --in-place --parallel --recursive $(SWIFT_SOURCES)

# The release build. Its programs find the Swift runtime in PREFIX/lib/klava, and do not contain the path of this
# folder. The release build has a separate scratch folder, because its compiler flags differ from the flags of `make
# bench`.
SWIFT_VERSION = $(shell swiftc --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
RELEASE = -c release --scratch-path .build/install -Xswiftc -no-toolchain-stdlib-rpath \
  -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." -Xcc "-ffile-prefix-map=$(CURDIR)=." \
  -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xlinker -rpath -Xlinker '$$ORIGIN/../lib/klava/swift-$(SWIFT_VERSION)' \
  -Xlinker -rpath -Xlinker '$$ORIGIN/../../lib/klava/swift-$(SWIFT_VERSION)'
STAGE ?= .build/stage

release: deps offline-release ## Build the files that `make install` copies, in .build/stage

# The release build without `make deps`, with which a Linux distribution makes its packages. With UNSTRIPPED=1, the
# programs keep their debug information, so that the tools of the distribution can move this information to separate
# packages.
offline-release: sdk
	@sh Host/Scripts/generate-protocols.sh .build/protocols Sources/Platform/WaylandProtocols/XML
	@for product in $(PRODUCTS) generate-manual; do swift build $(RELEASE) --product $$product || exit 1; done
	@$(MAKE) --no-print-directory stage BUILD=.build/install/release CHECKOUTS=.build/install/checkouts \
	  MANUAL=.build/install/release/generate-manual

# Copies a build to the folder STAGE, in the layout of an installation. MANUAL is the program that makes the manual
# pages. If MANUAL is empty, STAGE gets no manual pages.
stage: BUILD ?= $(BIN)
stage: CHECKOUTS ?= .build/checkouts
stage:
	@UNSTRIPPED=$(UNSTRIPPED) sh Host/Scripts/stage.sh "$(BUILD)" "$(CHECKOUTS)" "$(STAGE)" "$(SWIFT_VERSION)" "$(KEYBOARDS)" "$(MANUAL)"

install: ## Copy the release build to PREFIX (/usr/local), after `make release`
	@if [ ! -d "$(STAGE)/files" ]; then \
	  echo "klava: there is no release build. Run \`make release\` first, as an ordinary user." >&2; exit 1; fi
	@case "$(PREFIX)" in *[!A-Za-z0-9/._+~@:-]*) \
	  echo "klava: PREFIX may contain only letters, digits and the characters / . _ + ~ @ : -, because systemd and D-Bus read it." >&2; \
	  exit 1 ;; esac
	@# Keep the installed version's Swift libraries, because its running programs still need them (Desktop.md#own-version).
	@if cd "$(INSTALLED)/lib/klava" 2> /dev/null; then for folder in swift-*; do \
	  grep -qs "/$$folder/" files.txt || rm -rf "$$folder"; done; fi
	@$(MAKE) --no-print-directory displace KEPT='swift-*'
	@umask 022 && mkdir -p "$(INSTALLED)" && cp -R -P --remove-destination "$(STAGE)/files/." "$(INSTALLED)/"
	@for file in $(PREFIXED); do \
	  sed 's|@PREFIX@|$(PREFIX)|g' "$(STAGE)/files/$$file" > "$(INSTALLED)/$$file" || exit 1; done
	@if [ -z "$(DESTDIR)" ]; then "$(INSTALLED)/bin/klava" record-bundles "$(INSTALLED)"/lib/klava/*/*.keyboard; fi

# The installed files in which `make install` replaces @PREFIX@ by PREFIX.
PREFIXED := share/systemd/user/klava-desktop.service share/dbus-1/services/org.klava.Desktop.service \
  share/applications/org.klava.Desktop.desktop

# Removes the folders that this or an older version of Klava installed, and two files that only older versions
# installed. Does not remove PREFIX/share/klava: with PREFIX=~/.local, this folder contains the user's keyboards and
# their data. KEPT is the pattern of the folders in lib/klava that stay.
displace:
	@# Try a second time if the first removal fails, because a running Klava can write a record into a folder during the removal.
	@remove() { find "$(INSTALLED)/lib/klava" -mindepth 1 -maxdepth 1 ! -name '$(KEPT)' -exec rm -rf {} +; }; \
	  [ ! -d "$(INSTALLED)/lib/klava" ] || remove 2> /dev/null || remove
	@rmdir "$(INSTALLED)/lib/klava" 2> /dev/null || true
	@rm -rf "$(INSTALLED)/share/klava/KlavaKit" "$(INSTALLED)/share/klava/templates" "$(INSTALLED)/share/doc/klava"
	@rm -f "$(INSTALLED)/libexec/klava/klava-painter" "$(INSTALLED)/lib/pkgconfig/klava.pc"

uninstall: ## Remove the files that `make install` installed; keep the keyboards of users
	@if [ ! -f "$(INSTALLED)/lib/klava/files.txt" ]; then \
	  echo "klava: Klava is not installed in $(INSTALLED). Pass the PREFIX of the installation." >&2; exit 1; fi
	@while IFS= read -r file; do rm -f "$(INSTALLED)/$$file"; done < "$(INSTALLED)/lib/klava/files.txt"
	@$(MAKE) --no-print-directory displace
	@rmdir "$(INSTALLED)/libexec/klava" "$(INSTALLED)/include/klava" 2>/dev/null || true

# The source package for Debian. Its tarball contains the Swift packages that Klava uses, so that the package can be
# built without a network. Debian does not contain Swift, so the build needs a toolchain of Swift 6.3 in the PATH.
VERSION := $(shell sed -n 's/.*klavaVersion = "\(.*\)".*/\1/p' Sources/Tools/CommandSupport/KlavaVersion.swift)
DIST := .build/dist
dist: ## Make a source tarball with all Swift packages, and a Debian source package, in .build/dist
	swift package resolve
	@rm -rf $(DIST) && mkdir -p $(DIST)/klava-$(VERSION)/Vendor
	@git archive HEAD | tar -x -C $(DIST)/klava-$(VERSION)
	@for package in .build/checkouts/*; do \
	  cp -R "$$package" $(DIST)/klava-$(VERSION)/Vendor/ && cd $(DIST)/klava-$(VERSION)/Vendor/$${package##*/} \
	    && chmod -R u+w . && rm -rf .git .github Tests && cd $(CURDIR) || exit 1; done
	@mv $(DIST)/klava-$(VERSION)/debian $(DIST)/debian
	@tar -C $(DIST) --sort=name --owner=0 --group=0 --mtime="@$$(git log -1 --format=%ct)" \
	  -cJf $(DIST)/klava_$(VERSION).orig.tar.xz klava-$(VERSION)
	@mv $(DIST)/debian $(DIST)/klava-$(VERSION)/debian
	@if command -v dpkg-source > /dev/null; then cd $(DIST) && dpkg-source -b klava-$(VERSION); fi

package: dist ## Build the Debian packages in .build/dist
	cd $(DIST)/klava-$(VERSION) && dpkg-buildpackage -us -uc -b
	@# Build a keyboard for `make test-package`, which root may have to run without Swift.
	swift build --product HonestFoundation

test-package: ## Check the Debian packages, and install, use and remove them in a minimal system without Swift (needs root)
	lintian --fail-on error $(DIST)/*.deb
	sh Host/Scripts/test-package.sh $(DIST) .build/debug/libHonestFoundation.so

test-reproducible: ## Build the last commit in two folders, and compare all files that make install copies
	@$(MAKE) --no-print-directory dist DIST=.build/reproducible/dist
	sh Host/Scripts/test-reproducible.sh .build/reproducible/dist/klava_$(VERSION).orig.tar.xz .build/reproducible/builds

clean: ## Remove all build results
	rm -rf .build
