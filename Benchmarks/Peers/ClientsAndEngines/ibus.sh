#!/bin/sh
# Starts IBus, and then runs its client: `ibus.sh PROGRAMS commit|hang`. The current folder and the bus are private. The
# caller creates both before it runs this script, and later stops all processes.
set -eu
programs=$1 kind=$2
mkfifo display engine
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3> display > Xvfb.log 2>&1 < /dev/null &
read -r number < display || { echo "failed Xvfb: $(tail -n 1 Xvfb.log)"; exit 1; }
export DISPLAY=":$number"
# Disable the panel, the settings service and the emoji table, because there is no desktop.
ibus-daemon --panel disable --config disable --emoji-extension disable \
  > ibus-daemon.log 2>&1 < /dev/null &
"$programs/ibus-engine" "$kind" > engine 2> engine.log < /dev/null &
read -r ready < engine || { echo "failed IBus: $(cat ibus-daemon.log engine.log | tail -n 1)"; exit 1; }
exec "$programs/ibus-client" klava-peer
