#!/bin/sh
# Runs the command line of Parlance with the Node of this distribution: `./parlance --help`.
home=$(dirname -- "$(readlink -f -- "$0")") || exit 1
exec "$home/node/bin/node" "$home/program/parlance.mjs" "$@"
