#!/usr/bin/env bash
# Runs built tests: run.sh SELECTION…
# Each SELECTION has the options of one `swift test`, such as "--filter ^KlavaTests\.". All selections run at the same
# time. The tests keep their temporary files in a folder that this script removes. At the end, the script lists the
# failures of all selections, and returns 1 if a selection failed.
set -u
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
  # The selections share one build folder. Without --ignore-lock, each selection waits until the previous one ends.
  # shellcheck disable=SC2086 # The shell divides the options.
  { TMPDIR="$scratch" swift test -c "${CONFIGURATION:-debug}" --skip-build --ignore-lock $selection < /dev/null 2>&1
    echo $? > "$scratch/output/$number.status"; } | tee "$scratch/output/$number" &
done
wait
failed=0
for number in $(seq $#); do
  code="$(cat "$scratch/output/$number.status")"
  if [ "$code" != 0 ]; then
    failed=1
    printf '\n%s\n' "swift test ${*:$number:1} returned $code. Failures:"
    if grep -aq '✘' "$scratch/output/$number"; then
      grep -a '✘' "$scratch/output/$number" | cut -c1-400 | head -n 60
    else
      tail -n 20 "$scratch/output/$number"
    fi
  fi
done
exit "$failed"
