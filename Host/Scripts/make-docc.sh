#!/bin/sh
# Builds KlavaKit's documentation: make-docc.sh BUILD OUTPUT [OPTION OF DOCC]…
# BUILD is the folder of the built programs and modules. OUTPUT is the archive for `docc process-archive` or a web
# server.
set -eu
sources="$(cd "$(dirname "$0")/../../Sources/SDK" && pwd)"
build="$1"
output="$2"
shift 2
graphs="$(mktemp -d)"
trap 'rm -rf "$graphs"' EXIT
# DocC copies its page template and preserves the owner of the files. An unprivileged user cannot preserve the owner, so
# give DocC a copy of the template that the user owns.
template="$(dirname "$(readlink -f "$(command -v docc)")")/../share/docc/render"
if [ -d "$template" ]; then
  cp -R "$template" "$graphs/render"
  export DOCC_HTML_DIR="$graphs/render"
fi
mkdir "$graphs/symbols"
swift symbolgraph-extract -module-name KlavaKit -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public \
  -experimental-allowed-reexported-modules=TextModel,InputViewModel -output-dir "$graphs/symbols" -I "$build/Modules" \
  -I "$sources/KeyboardABI/include" -I "$sources/KlavaKitEntry/include"
docc convert "$sources/KlavaKit/KlavaKit.docc" --additional-symbol-graph-dir "$graphs/symbols" --output-path "$output" \
  --fallback-display-name KlavaKit --fallback-bundle-identifier org.klava.KlavaKit "$@"
