#!/usr/bin/env bash
# Runs built tests: run.sh SELECTION…
# Each SELECTION has options of the test program, such as "--filter ^KlavaTests\.". All selections run at the same time,
# each in its own process. The tests keep their temporary files in a folder that this script removes. At the end, the
# script lists the failures of all selections, and returns 1 if a selection failed or has no test.
set -u
cd "$(dirname "$0")/.."
# Start the test program without `swift test`: two runs of `swift test` cannot open the database of the build together.
program="$PWD/.build/${CONFIGURATION:-debug}/KlavaPackageTests.xctest"
scratch="$(mktemp -d "${TMPDIR:-/tmp}/klava-XXXXXX")"
trap 'chmod -R u+rwX "$scratch"; rm -rf "$scratch"' EXIT
# Job control gives each selection a process group of its own, so that an interrupt reaches all its processes.
set -m
trap 'for job in $(jobs -p); do kill -INT -"$job"; done; wait; exit 130' INT TERM HUP
# Other users run keyboards in some tests, so they must be able to enter the folder.
chmod 755 "$scratch"
mkdir "$scratch/output"
number=0
set -f
for selection in "$@"; do
  number=$((number + 1))
  # shellcheck disable=SC2086 # The shell divides the options.
  { NO_COLOR=1 TMPDIR="$scratch" "$program" --testing-library swift-testing $selection < /dev/null 2>&1
    echo $? > "$scratch/output/$number.status"; } | tee "$scratch/output/$number" &
done
wait
failed=0
for number in $(seq $#); do
  code="$(cat "$scratch/output/$number.status")"
  [ "$code" = 0 ] && ! grep -aq 'Test run with 0 tests' "$scratch/output/$number" && continue
  failed=1
  printf '\n%s\n' "The tests ${*:$number:1} returned $code. Failures:"
  if grep -aq '✘' "$scratch/output/$number"; then
    grep -a '✘' "$scratch/output/$number" | cut -c1-400 | head -n 60
  else
    tail -n 20 "$scratch/output/$number"
  fi
done
exit "$failed"
