#!/bin/sh
# Starts Fcitx5, and then runs its client: `fcitx5.sh PROGRAMS commit|hang`. The current folder and the bus are private.
# The caller creates both before it runs this script, and later stops all processes.
set -eu
programs=$1
export KLAVA_PEER_CONDUCT="$2"
mkdir -p "$XDG_DATA_HOME/fcitx5/addon" "$XDG_DATA_HOME/fcitx5/inputmethod" "$XDG_CONFIG_HOME/fcitx5"
cat > "$XDG_DATA_HOME/fcitx5/addon/klava-peer.conf" << END
[Addon]
Name=Klava's peer
Category=InputMethod
Type=SharedLibrary
Library=$programs/libfcitx5-engine
END
cat > "$XDG_DATA_HOME/fcitx5/inputmethod/klava-peer.conf" << END
[InputMethod]
Name=Klava's peer
LangCode=en
Addon=klava-peer
END
cat > "$XDG_CONFIG_HOME/fcitx5/profile" << END
[Groups/0]
Name=Default
Default Layout=us
DefaultIM=klava-peer
[Groups/0/Items/0]
Name=keyboard-us
[Groups/0/Items/1]
Name=klava-peer
[GroupOrder]
0=Default
END
# Disable the addons that need a desktop, because there is no desktop.
fcitx5 --disable classicui,kimpanel,notificationitem,notifications,xcb,xim,wayland,waylandim,ibusfrontend,fcitx4frontend \
  > fcitx5.log 2>&1 < /dev/null &
exec "$programs/fcitx5-client" klava-peer
