#!/bin/sh
# Runs the command line of Parlance as the user of the server, who owns the data directory, with the server's settings.
set -e

PARLANCE_CONFIG=${PARLANCE_CONFIG:-/etc/parlance/parlance.toml}
PARLANCE_PROGRAM_NAME=parlance
export PARLANCE_CONFIG PARLANCE_PROGRAM_NAME

case "$(id -un):$*" in
  parlance:* | *:--version | *:--help | *:)
    exec /usr/lib/parlance/parlance "$@"
    ;;
  root:*)
    HOME=/var/lib/parlance
    export HOME
    exec setpriv --reuid=parlance --regid=parlance --init-groups --inh-caps=-all --no-new-privs \
      /usr/lib/parlance/parlance "$@"
    ;;
esac
echo "parlance: only root and the user parlance can use the data of the server. Run: sudo parlance $*" >&2
exit 1
