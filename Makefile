# Two commands do all the set-up: `make demo` renders the sample, `make test` tests everything.

SWIFT ?= swift
BUILD_FLAGS := -c release --explicit-target-dependency-import-check error
TOOL := .build/release/avatar-overlay

# Where `make install` puts the program and its files.
PREFIX ?= /usr/local

# Which of MediaPipe's models `make tracker` fetches.
MODELS ?= face hand gesture

.PHONY: demo demo-showreel test check check-release check-packages check-s3 check-scale deb image install build lint packages toolchain tracker avatars cards scenes bench clean help

help: ## Show the commands
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /  make \1\t/' | expand -t 23

demo: build ## Make the sample recording, render it, and leave a video and a contact sheet in demo/
	@Scripts/demo.sh $(TOOL)

demo-showreel: build ## Make demo/showreel.mp4: the six scenes on the card that the sample shows, 30 s
	@Scripts/showreel.sh $(TOOL)

test: packages lint ## Build, lint and test everything
	@[ ! -e ../shared/data/models ] || Scripts/install-tracker.sh --models none || \
	  echo "the tests of the real tracker are skipped" >&2
	@Scripts/test.sh $(SWIFT) $(BUILD_FLAGS)

check: packages ## Check in 30 min: memory under a sanitizer, random maps, faults and conformance of the service
	@SWIFT="$(SWIFT)" Scripts/check.sh

check-release: packages ## Check before a release: also threads, all cases, 10,000 random maps, the example package
	@SWIFT="$(SWIFT)" Scripts/check.sh --release

build: packages ## Build the release
	@$(SWIFT) build $(BUILD_FLAGS) --product avatar-overlay

install: build ## Install under PREFIX (/usr/local): program, avatars, manual pages, completions, unit
	@Scripts/install.sh --program $(TOOL) --prefix "$(PREFIX)" --destdir "$(DESTDIR)"

deb: build ## Make a Debian package, for the Debian that this is, in .build/packages
	@Scripts/package-deb.sh --program $(TOOL)

image: deb ## Make a container image of the package, in .build/packages; as root
	@Scripts/package-image.sh

check-packages: image ## Try the package and the image in a bare Debian: as the README says, upgraded, removed; as root
	@Scripts/check-packages.sh

check-scale: build ## Render a clip on Ray and Slurm clusters on this machine, with nodes and renders killed, in 10 min
	@Scripts/check-scale.sh $(TOOL)

lint: toolchain ## Check the format of the sources, and the dependencies between targets
	@$(SWIFT) format lint --strict --parallel -r Sources Tests Benchmarks Package.swift
	@python3 Scripts/check-structure.py $(SWIFT)

avatars: packages ## Rebuild the avatars' PNG files, and all Lottie animations, from their vector sources
	@Scripts/build-avatars.sh
	@Scripts/build-lotties.py

scenes: packages ## Rebuild the scenes' PNG files from their vector sources, and their sounds
	@Scripts/build-scenes.sh
	@Scripts/build-sounds.py

cards: packages ## Rebuild the cards' PNG files, and PDF files to print, from their vector sources
	@Scripts/build-cards.sh

check-s3: packages ## Check the store of files in S3 against a real server, Ceph's, which it installs and starts
	@$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@Scripts/s3-server.sh run $(SWIFT) test --skip-build --disable-xctest $(BUILD_FLAGS) --filter BlobsTests
	@Scripts/s3-server.sh run Scripts/check-s3-files.sh $(TOOL)

bench: packages ## Measure against the peers; writes Benchmarks/RESULTS.md
	@Scripts/bench.sh

tracker: ## Install MediaPipe's library and models, which the verb track runs; MODELS="face gesture", or none
	@Scripts/install-tracker.sh --models "$(MODELS)"

packages: toolchain
	@Scripts/install-packages.sh

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "error: no Swift toolchain found; get 6.2 or later for Debian from https://www.swift.org/install/linux/ and put its bin folder on PATH" >&2; exit 69; }

clean: ## Remove everything that was built
	@rm -rf .build demo Benchmarks/.build
