#!/bin/sh
# Types with `klava play` and `klava serve` during an upgrade. Both programs must continue to type. They must start
# keyboards with the helper executables of the old version. Uses the current folder. Creates the file `ready` when both
# programs can type. Then waits until another process creates the file `upgraded`.
#
# Usage: test-upgrade.sh KLAVA
set -eu
klava=$1
rm -f ready upgraded steps requests && mkfifo steps requests
"$klava" play --transcript --strict < steps > played 2>&1 &
player=$!
"$klava" serve < requests > served 2>&1 &
server=$!
exec 3> steps 4> requests
trap 'kill $player $server 2> /dev/null || true' EXIT
fail() { cat "$1" >&2; exit 1; }
wait_for() {
  for _ in $(seq 600); do ! grep -q "$1" "$2" || return 0; sleep 0.1; done
  fail "$2"
}
printf '%s\n' '{"focus": {}}' '{"keyboard": "calc"}' '{"press": "7"}' >&3
printf '%s\n' '{"id": 1, "hello": {"version": 1}}' '{"id": 2, "focus": {}}' '{"id": 3, "keyboard": "calc"}' >&4
wait_for 'display: 7' played
wait_for '"id":3' served
touch ready
for _ in $(seq 6000); do [ ! -e upgraded ] || break; sleep 0.1; done
[ -e upgraded ] || { echo 'the upgrade did not end in ten minutes' >&2; exit 1; }
# Type with the running keyboard, and with keyboards that start after the upgrade.
printf '%s\n' '{"press": "8"}' '{"expect": {"display": {"display": "78"}}}' '{"keyboard": "pet"}' '{"press": "food"}' \
  '{"keyboard": "habr"}' '{"expect": {"keyboard": "org.klava.habr-tags"}}' >&3
printf '%s\n' '{"id": 4, "press": "7"}' >&4
wait_for '"id":4' served
# Kill the keyboards of `klava serve`, and type again.
for process in $(cat /proc/$server/task/*/children); do
  grep -qs klava-runner "/proc/$process/comm" || continue
  kill -9 "$process"
  while grep -qs '^State:[[:space:]]*[^Z[:space:]]' "/proc/$process/status"; do sleep 0.1; done
done
printf '%s\n' '{"id": 5, "press": "5"}' '{"id": 6, "keyboard": "pet"}' '{"id": 7, "press": "food"}' >&4
wait_for '"id":7' served
exec 3>&- 4>&-
wait $player || fail played
wait $server || fail served
grep -q '"id":5,.*"keyboard":"org.klava.calculator".*"restarted"' served || fail served
grep -q 'I need food' served || fail served
