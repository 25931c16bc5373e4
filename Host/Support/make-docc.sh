#!/bin/sh
# Makes KlavaKit's documentation: make-docc.sh BUILD OUTPUT [OPTION OF DOCC]…
# BUILD is the folder of the built programs and modules, OUTPUT the archive for `docc process-archive` or a web server.
set -eu
sources="$(cd "$(dirname "$0")/../../Sources" && pwd)"
build="$1"
output="$2"
shift 2
graphs="$(mktemp -d)"
trap 'rm -rf "$graphs"' EXIT
swift symbolgraph-extract -module-name KlavaKit -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public \
  -experimental-allowed-reexported-modules=TextInput -output-dir "$graphs" -I "$build/Modules" \
  -I "$sources/KeyboardABI/include" -I "$sources/KlavaKitEntry/include"
docc convert "$sources/KlavaKit/KlavaKit.docc" --additional-symbol-graph-dir "$graphs" --output-path "$output" \
  --fallback-display-name KlavaKit --fallback-bundle-identifier org.klava.KlavaKit "$@"
