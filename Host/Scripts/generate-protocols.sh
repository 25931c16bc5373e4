#!/bin/sh
# Generates the tables of the Wayland protocols with wayland-scanner. The first argument is the folder for the results,
# the second is the folder with Klava's own XML files. Writes only files that change, so that SwiftPM does not compile
# unchanged tables again.
set -eu

out=$1
own=$2
system=$(pkg-config --variable=pkgdatadir wayland-protocols)
files="$system/stable/viewporter/viewporter.xml
$system/stable/xdg-shell/xdg-shell.xml
$system/staging/fractional-scale/fractional-scale-v1.xml
$system/unstable/xdg-output/xdg-output-unstable-v1.xml
$system/unstable/input-method/input-method-unstable-v1.xml
$own/input-method-unstable-v2.xml
$own/virtual-keyboard-unstable-v1.xml
$own/wlr-virtual-pointer-unstable-v1.xml
$own/wlr-layer-shell-unstable-v1.xml
$own/ext-data-control-v1.xml
$own/wlr-data-control-unstable-v1.xml
$own/wlr-foreign-toplevel-management-unstable-v1.xml
$own/plasma-window-management.xml
$own/kde-keystate.xml"
mkdir -p "$out"
new=$(mktemp -d "$out/new-XXXXXX")
trap 'rm -rf "$new"' EXIT
for file in $files; do
  name=$(basename "$file" .xml)
  wayland-scanner private-code "$file" "$new/$name.c"
  echo "#include \"$name.c\"" >> "$new/all-protocols.inc"
done
{
  printf '#define KLV_INTERFACES '
  sed -n 's/.*const struct wl_interface \([a-z0-9_]*\)_interface = {.*/\1/p' "$new"/*.c | sort -u \
    | sed 's/.*/\&&_interface, \\/'
  echo ""
} >> "$new/all-protocols.inc"
# Only the tests under KWin need the protocol fake-input, so only a debug build contains it. Only `make deps DESKTOP=1`
# installs the package with this file.
fake_input=/usr/share/plasma-wayland-protocols/fake-input.xml
if [ -e "$fake_input" ]; then
  wayland-scanner private-code "$fake_input" "$new/test-protocols.inc"
  echo '#define KLV_TEST_INTERFACES &org_kde_kwin_fake_input_interface' >> "$new/test-protocols.inc"
else
  : > "$new/test-protocols.inc"
fi
for file in "$new"/*; do
  cmp -s "$file" "$out/$(basename "$file")" || cp "$file" "$out/"
done
