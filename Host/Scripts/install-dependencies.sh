#!/bin/sh
# Installs the given Debian packages that are missing, without asking. If the machine has no apt, the script installs
# nothing. In this case, if a C compiler or a library is missing, the script prints the names of all given packages and
# fails.
set -eu

if command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
  missing=
  for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
  done
  [ -n "$missing" ] || exit 0
  as_root=
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
      echo "klava: these packages are missing, and only root can install them:$missing" >&2
      exit 1
    fi
    as_root=sudo
  fi
  echo "Installing$missing"
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q
  # Do not quote $missing, because the shell must split the list into names.
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
elif ! pkg-config --exists libffi libseccomp cairo pangocairo librsvg-2.0 spng ncursesw icu-i18n xkbregistry libxml-2.0 2>/dev/null || ! command -v cc >/dev/null 2>&1; then
  echo "klava: this machine has no apt. Install the packages that Debian calls: $*" >&2
  exit 1
fi
