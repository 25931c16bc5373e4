#!/bin/sh
# Copies the files of a release build to STAGE/files, in the layout that they have below PREFIX. Copies the debug
# information of the programs to STAGE/debug, in the layout of /usr/lib/debug, where gdb looks for it.
#
# Usage: stage.sh BUILD CHECKOUTS STAGE SWIFT-VERSION "KEYBOARD…" MANUAL-PROGRAM
# If UNSTRIPPED is 1, the programs keep their debug information, and there is no STAGE/debug.
set -eu
# The permissions of the files must not depend on the umask of the user who builds Klava.
umask 022
# Sort names in the same order on each machine.
export LC_ALL=C
fail() { echo "klava: $*" >&2; exit 1; }
build=$1 checkouts=$2 stage=$3 version=$4 keyboards=$5 manual=$6
# The folder with the sources of the Swift packages. In a source package of Debian, this folder is Vendor.
[ ! -d Vendor ] || checkouts=Vendor
files=$stage/files
private=$files/lib/klava
runtime=$private/swift-$version

# Copies a program or library without its debug information. Copies the debug information to STAGE/debug, to a path with
# the build ID.
strip_to() {
  if [ "${UNSTRIPPED:-}" = 1 ]; then install -D -m 755 "$1" "$2"; return; fi
  identifier=$(readelf -n "$1" | sed -n 's/.*Build ID: //p')
  rest=${identifier#??}
  folder=$stage/debug/.build-id/${identifier%"$rest"}
  mkdir -p "$folder" "$(dirname "$2")"
  objcopy --only-keep-debug "$1" "$folder/$rest.debug"
  strip --strip-unneeded -o "$2" "$1"
}

rm -rf "$stage"
mkdir -p "$files/bin" "$files/libexec/klava" "$runtime" "$files/include/klava" "$files/share/pkgconfig"

for program in klava klava-desktop; do strip_to "$build/$program" "$files/bin/$program"; done
for program in klava-runner klava-renderer klava-bundle-reader klava-suggester; do
  strip_to "$build/$program" "$files/libexec/klava/$program"
done

# The Swift runtime: the libraries that a keyboard may load (Sandbox.md#needed-libraries). These libraries need no other
# library of Swift.
toolchain=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/linux
for library in $(sed -n '/ let swiftRuntime/,/^  ]/s/[^"]*"\([^"]*\)"[^"]*/\1 /gp' Sources/Trusted/BundleFormat/Library/ELFImage+Rules.swift); do
  strip --strip-unneeded -o "$runtime/$library" "$toolchain/$library"
done
for needed in $(readelf -d "$runtime"/*.so | sed -n 's/.*Shared library: \[\(.*\)\]/\1/p' | sort -u); do
  [ -e "$runtime/$needed" ] || [ ! -e "$toolchain/$needed" ] || fail "The Swift runtime needs $needed. Add it to ELFImage.swiftRuntime."
done

# Make the bundles with the staged programs. The libraries in the bundles are also without debug information.
bundles=$stage/bundles
mkdir -p "$bundles" "$private/keyboards" "$private/probes"
for name in $keyboards ProxyProbe; do
  strip_to "$build/lib$name.so" "$bundles/lib$name.so"
  folder=keyboards
  [ "$name" != ProxyProbe ] || folder=probes
  "$files/bin/klava" bundle "Plugins/$name" --library "$bundles/lib$name.so" -o "$private/$folder/$name.keyboard"
done
rm -rf "$bundles"

# Copy the SDK and the project templates for authors of keyboards.
cp -R .build/sdk/KlavaKit .build/sdk/KlavaUIKit .build/sdk/templates "$private/"
install -m 644 Sources/SDK/KeyboardABI/include/klava/*.h "$files/include/klava/"
sed "s|@VERSION@|$("$files/bin/klava" --version)|" Sources/SDK/Package/klava.pc > "$files/share/pkgconfig/klava.pc"

# Copy or make the files for users: files for the desktop, manual pages, completions and documentation.
install -D -m 644 Host/DesktopFiles/klava-desktop.service "$files/share/systemd/user/klava-desktop.service"
install -D -m 644 Host/DesktopFiles/org.klava.Desktop.service "$files/share/dbus-1/services/org.klava.Desktop.service"
install -D -m 644 Host/DesktopFiles/org.klava.Desktop.desktop "$files/share/applications/org.klava.Desktop.desktop"
install -D -m 644 Host/DesktopFiles/org.klava.Desktop.metainfo.xml "$files/share/metainfo/org.klava.Desktop.metainfo.xml"

mkdir -p "$files/share/man/man1" "$files/share/bash-completion/completions" "$files/share/zsh/site-functions" \
  "$files/share/fish/vendor_completions.d"
mkdir -p "$stage/manual"
# Without SOURCE_DATE_EPOCH, the manual pages have the date of the last release, which each copy of the sources contains.
release=$(sed -n 's/.*<release .*date="\([^"]*\)".*/\1/p' Host/DesktopFiles/org.klava.Desktop.metainfo.xml | head -n 1)
[ -n "${SOURCE_DATE_EPOCH:-}$release" ] || fail "org.klava.Desktop.metainfo.xml has no date of a release."
date=$(date -u -d "${SOURCE_DATE_EPOCH:+@}${SOURCE_DATE_EPOCH:-$release}" +%Y-%m-%d)
for program in klava klava-desktop; do
  [ -z "$manual" ] || LD_LIBRARY_PATH="$toolchain" "$manual" "$files/bin/$program" --multi-page --date "$date" \
    -o "$stage/manual" > /dev/null
  # A completion file needs no #! line, because the shell sources it.
  "$files/bin/$program" --generate-completion-script bash | sed '1{/^#!/d}' > "$files/share/bash-completion/completions/$program"
  "$files/bin/$program" --generate-completion-script zsh > "$files/share/zsh/site-functions/_$program"
  "$files/bin/$program" --generate-completion-script fish > "$files/share/fish/vendor_completions.d/$program.fish"
done
# Name the page of a subcommand as git does: klava-enable(1).
for page in "$stage"/manual/*.1; do
  [ -e "$page" ] || continue
  name=$(basename "$page" .1)
  case $name in *.help | klava.record-bundles | klava.validate-check) continue ;; esac
  title=$(echo "$name" | tr . -)
  # Change the references to the names of the installed pages. Remove the comma after the last reference of a page.
  sed -e "/^$/d" -e "0,/^\.Nm /s/^\.Nm .*/.Nm $title/" -e "s/^\.Dt .*/.Dt $(echo "$title" | tr '[:lower:]' '[:upper:]') 1/" \
    -e '/^\.Xr .*\.\(help\|record-bundles\|validate-check\) 1/d' -e '/^\.Xr /{s/\./-/g;s/^-/./}' "$page" \
    | sed '$s/^\(\.Xr .*\) ,$/\1/' | gzip -9n > "$files/share/man/man1/$title.1.gz"
done
rm -rf "$stage/manual"
for page in "$files"/share/man/man1/*.1.gz; do
  [ -e "$page" ] || continue
  for name in $(gunzip -c "$page" | sed -n 's/^\.Xr \([^ ]*\) .*/\1/p'); do
    [ -e "$files/share/man/man1/$name.1.gz" ] || fail "The manual page $(basename "$page") names $name(1), which is not installed."
  done
done

# Copy the documentation, and the files to which its pages link.
documents=$files/share/doc/klava
mkdir -p "$documents"
cp -R --parents ./*.md LICENSE Package.swift Documentation Examples Benchmarks/*.md Benchmarks/Profiles Tests/README.md \
  Sources/Tools/README.md Sources/SDK/KlavaKit/KlavaKit.docc Sources/SDK/KeyboardABI/include/klava "$documents"
find "$documents/Examples" -name .build -prune -exec rm -rf {} +
# Copy the licenses of the libraries that are part of the programs or that this script installs with them.
licenses=$documents/licenses
mkdir -p "$licenses"
for license in "$checkouts"/*/LICENSE*; do
  cp "$license" "$licenses/$(basename "$(dirname "$license")").txt"
done
cp "$toolchain/../../../share/swift/LICENSE.txt" "$licenses/swift.txt"
# Foundation contains ICU. The toolchain has no license of ICU, but the distribution's ICU has the same license.
for license in /usr/share/doc/libicu-dev/copyright /usr/share/licenses/libicu/LICENSE /usr/share/licenses/icu/LICENSE; do
  [ ! -e "$license" ] || cp "$license" "$licenses/icu.txt"
done
# TOMLKit contains toml++ by other authors, with the same license.
toml=$checkouts/TOMLKit/Sources/CTOML/Sources/toml.hpp
{
  sed -n '/^\/\/ MIT License/,/^\/\/ OTHERWISE/s/^\/\/ \{0,1\}//p' "$toml"
  printf '\nA part of toml++ has the same license:\n\n'
  grep -B1 'Hoehrmann' "$toml" | sed 's/^[[:space:]]*\/\/ //'
} > "$licenses/toml++.txt"
# The generated tables of the Wayland protocols begin with the copyright notices of the project wayland-protocols.
for table in $(sed -n 's/^#include "\(.*\)"/.build\/protocols\/\1/p' .build/protocols/all-protocols.inc); do
  sed -n '/^\/\*$/,/^ \*\/$/s/^[ /]\*[ /]\{0,1\}//p' "$table"
done > "$licenses/wayland-protocols.txt"
for name in swift-argument-parser swift-collections TOMLKit toml++ OpenCombine swift icu wayland-protocols; do
  grep -qsi copyright "$licenses/$name.txt" || fail "The license of $name is missing. stage.sh says where the build looks for it."
done
chmod -R u+w,a+rX "$files"
# Write the list of files that `make uninstall` removes.
(cd "$files" && find . ! -type d | sort) > "$stage/files.txt"
mv "$stage/files.txt" "$private/files.txt"
# A build with manual pages is a release build. The files of a release build must not contain the path of the build's
# folder.
if [ -n "$manual" ]; then
  found=$(grep -rlF "$PWD" "$files" || true)
  [ -z "$found" ] || fail "These files contain the path of the build's folder: $found"
fi
