#!/bin/sh
# Installs the Debian packages in a minimal system without Swift, uses Klava there, upgrades it while programs run,
# removes Klava, and checks that no files of Klava remain.
#
# Usage: test-package.sh FOLDER-WITH-PACKAGES LIBRARY-OF-HONESTFOUNDATION
set -eu
packages=$(cd "$1" && pwd)
foundation=$2
root=$(mktemp -d /tmp/klava-root-XXXXXX)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
trap 'exit 130' INT TERM HUP

mmdebstrap --variant=minbase --include=ca-certificates,openssh-client "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$root" > /dev/null
mkdir -p "$root/packages"
# In the minimal system, apt uses the same package sources as on this machine.
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp -R /etc/apt/. "$root/etc/apt/"
cp Examples/tour.jsonl "$root/packages/"
# Unpack the packages with debug information instead of installing them, because they are large.
for package in "$packages"/*.deb; do
  case $package in
  *-dbgsym_*) dpkg-deb -x "$package" "$root/packages/debug" ;;
  *) cp "$package" "$root/packages/" ;;
  esac
done
mount -t proc proc "$root/proc"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/home/user DEBIAN_FRONTEND=noninteractive "$@"; }
fail() { echo "klava: the package test failed: $*" >&2; exit 1; }

inside useradd -m user
inside apt-get update -q > /dev/null 2>&1 || fail "apt-get update"
inside find /usr /etc /var/lib/systemd -xdev ! -path '/usr/share/doc/*' | sort > "$root/before"
inside sh -c 'apt-get install -q -y --no-install-recommends /packages/*.deb' > "$root/install.log" 2>&1 \
  || { tail -20 "$root/install.log" >&2; fail "apt-get install"; }
[ -z "$(inside sh -c 'command -v swift || true')" ] || fail "the system has Swift"

# gdb finds the debug information of a program by the program's build ID.
for program in "$root"/usr/bin/klava* "$root"/usr/libexec/klava/* "$root"/usr/lib/klava/*/*.keyboard/*.so; do
  identifier=$(readelf -n "$program" | sed -n 's/.*Build ID: //p' | sed 's|^..|&/|')
  readelf -SW "$root/packages/debug/usr/lib/debug/.build-id/$identifier.debug" | grep -q ' \.debug_line ' \
    || fail "no package has the debug information of $program"
  ! readelf -SW "$program" | grep -q -e ' \.debug_' -e ' \.symtab ' || fail "$program has debug information"
done

as_user() { inside su user -s /bin/sh -c "cd && $*"; }
as_user klava play /packages/tour.jsonl --transcript --strict || fail "klava play"
as_user klava validate /usr/lib/klava/keyboards/Calculator.keyboard || fail "klava validate"

# Make a bundle of a keyboard that uses Foundation, sign the bundle and install it.
mkdir "$root/packages/foundation"
cp "$foundation" "$root/packages/foundation/libHonestFoundation.so"
cat > "$root/packages/foundation/Info.plist" << END
<plist version="1.0"><dict>
  <key>CFBundleIdentifier</key><string>org.example.foundation</string>
  <key>CFBundleDisplayName</key><string>Foundation</string>
  <key>CFBundleExecutable</key><string>libHonestFoundation.so</string>
  <key>KLVSwiftVersion</key><string>$(ls "$root/usr/lib/klava" | sed -n 's/^swift-//p')</string>
  <key>NSExtension</key><dict>
    <key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string>
    <key>NSExtensionPrincipalClass</key><string>HonestFoundation.KeyboardViewController</string>
  </dict>
</dict></plist>
END
as_user klava bundle /packages/foundation --library /packages/foundation/libHonestFoundation.so -o Foundation.keyboard || fail "klava bundle"
as_user "ssh-keygen -q -t ed25519 -N '' -f key && klava sign Foundation.keyboard --key key && klava install Foundation.keyboard" \
  || fail "klava sign or klava install"
as_user klava validate Foundation.keyboard --only loads --only keys-work || fail "klava validate of a keyboard with Foundation"
as_user klava list --all | grep 'org.example.foundation .*signed with the key' || fail "klava list"
as_user klava-desktop --version || fail "klava-desktop"
as_user klava doctor || echo "klava doctor reports problems of this machine."
as_user man -w klava-enable > /dev/null 2>&1 || test -e "$root/usr/share/man/man1/klava-enable.1.gz" || fail "no manual page"

# Makes packages of the later version $1 in the folder packages/$1. The shell function $2 changes their files.
make_version() {
  mkdir "$root/packages/$1"
  for package in "$root/packages"/*.deb; do
    dpkg-deb -R "$package" "$root/unpacked"
    version=$(sed -n 's/^Version: //p' "$root/unpacked/DEBIAN/control")
    sed -i "s/$version/$version+$1/" "$root/unpacked/DEBIAN/control"
    (cd "$root/unpacked" && "$2")
    dpkg-deb -Znone --root-owner-group -b "$root/unpacked" "$root/packages/$1/$(basename "$package")" > /dev/null
    rm -r "$root/unpacked"
  done
}
# Renames the folder of the Swift libraries, to simulate packages with another version of Swift. This test has no
# programs for such a version.
rename_runtime() { for folder in usr/lib/klava/swift-*; do [ ! -d "$folder" ] || mv "$folder" "$folder.1"; done; }

# Upgrades while `klava play` and `klava serve` run.
cp Host/Scripts/test-upgrade.sh "$root/packages/"
upgrade() {
  make_version "$1" "$2"
  rm -f "$root/home/user/upgrade/ready"
  as_user 'mkdir -p upgrade && cd upgrade && sh /packages/test-upgrade.sh klava' &
  user=$!
  until [ -e "$root/home/user/upgrade/ready" ]; do kill -0 $user 2> /dev/null || fail "klava play or klava serve"; sleep 0.1; done
  inside sh -c "apt-get install -q -y --no-install-recommends /packages/$1/*.deb" > "$root/install.log" 2>&1 \
    || { tail -20 "$root/install.log" >&2; fail "the upgrade"; }
  touch "$root/home/user/upgrade/upgraded"
  wait $user || fail "klava play or klava serve after an upgrade"
}
upgrade later true
as_user klava play /packages/tour.jsonl --transcript --strict > /dev/null || fail "klava play after an upgrade"
upgrade swift rename_runtime
[ "$(ls -d "$root"/usr/lib/klava/swift-* | wc -l)" = 2 ] || fail "an upgrade with another version of Swift must keep the old libraries"

inside apt-get purge -q -y klava klava-desktop klava-runtime klava-dev > /dev/null
left=$(inside find / -xdev -path /packages -prune -o -path /proc -prune -o -path /home -prune -o -iname '*klava*' -print \
  | grep -v -e '^/var/lib/apt' -e '^/var/cache' -e '^/var/log' -e '^/packages' || true)
[ -z "$left" ] || fail "these files are left: $left"
inside apt-get autopurge -q -y > /dev/null 2>&1
inside find /usr /etc /var/lib/systemd -xdev ! -path '/usr/share/doc/*' | sort > "$root/after"
# Ignore caches and configuration files that other packages leave.
new=$(comm -13 "$root/before" "$root/after" | grep -v -e fontconfig -e ld.so.cache -e mime -e gdk-pixbuf -e __pycache__ || true)
[ -z "$new" ] || echo "Other packages left: $new"
inside test -d /home/user/.config/klava -o -d /home/user/.local/state/klava || fail "the user's files are gone"
echo "The packages install, upgrade, work without Swift, and leave only the user's files."
