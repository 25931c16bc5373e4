#!/bin/sh
# Builds a tarball of `make dist` in two folders, and compares the files that `make install` copies and their debug
# information. Prints a line for each file that differs.
#
# Usage: test-reproducible.sh TARBALL FOLDER
set -eu
umask 022
tarball=$(realpath "$1")
rm -rf "$2"
mkdir -p "$2"
cd "$2"
unset SOURCE_DATE_EPOCH

# Builds in the folder $1 with the umask $2, the time zone $3 and the language $4, and collects the files in the folder $5.
build() {
  mkdir -p "$1"
  tar -C "$1" --strip-components=1 -xf "$tarball"
  (
    umask "$2"
    export TZ="$3" LC_ALL="$4"
    make --no-print-directory -C "$1" offline-release
    make --no-print-directory -C "$1" install DESTDIR="$PWD/$5" PREFIX=/usr
  )
  cp -a "$1/.build/stage/debug" "$5/debug"
}
build first 022 UTC C installed-first
build another/deeper-folder/second 002 Asia/Tokyo C.UTF-8 installed-second

# List type, permissions and path of each file and folder, and the target of each symbolic link.
for name in first second; do
  (cd installed-$name && find . -mindepth 1 -printf '%M %P %l\n' | LC_ALL=C sort -k 2) > $name.txt
done
status=0
if ! diff first.txt second.txt > listing.diff; then
  sed -n -e 's/^</only the first build has:/p' -e 's/^>/only the second build has:/p' listing.diff
  status=1
fi
(cd installed-first && find . -type f -printf '%P\n') > files.txt
while IFS= read -r file; do
  [ -e "installed-second/$file" ] || continue
  cmp -s "installed-first/$file" "installed-second/$file" || { echo "different content: $file"; status=1; }
done < files.txt
[ $status != 0 ] || echo "Both builds gave the same $(wc -l < files.txt) files."
exit $status
