#!/bin/sh
# Usage: terminal.sh [SOURCE]
#
# Runs foot with a program that reports each byte it receives: a hexadecimal number on a line of standard output.
# Writes "ready" first, when the terminal is in raw mode. The caller must also wait until foot has the focus.
# Ends when standard input ends. SOURCE is the C source of a library that foot loads before all other libraries.
set -eu
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
mkfifo "$directory/bytes"
printf '[main]\nfont=monospace:size=10\n' > "$directory/foot.ini"
sed -u 's/^ //' "$directory/bytes" &
reader=$!
if [ $# -gt 0 ]; then
  cc -shared -fPIC -o "$directory/preloaded.so" "$1"
  export LD_PRELOAD="$directory/preloaded.so"
fi
foot --config="$directory/foot.ini" --app-id=klava-test-foot --maximized --log-level=error sh -c '
  unset LD_PRELOAD
  stty raw -echo
  exec > "$1"
  echo ready
  exec stdbuf -oL od -An -v -w1 -tx1' terminal "$directory/bytes" < /dev/null &
foot=$!
cat > /dev/null
kill "$foot" 2> /dev/null || true
wait "$foot" 2> /dev/null || true
wait "$reader"
