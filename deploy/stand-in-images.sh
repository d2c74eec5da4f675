#!/bin/sh
# Makes the two base images of the Containerfile from Debian and npm packages, for machines that
# reach no image registry. They carry the names in FROM, so build with --pull=never afterwards.
# Needs root, debootstrap, podman, and "npm ci" in this repository.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

debootstrap --variant=minbase bookworm "$work/debian" >"$work/log" || { cat "$work/log"; exit 1; }
# The official slim image leaves these out, too.
(cd "$work/debian" && rm -rf var/cache/apt/archives/* var/lib/apt/lists/* var/cache/debconf/* var/log/* \
  usr/share/doc/* usr/share/info/* usr/share/lintian/* usr/share/locale/* usr/share/man/*)
tar -C "$work/debian" -c . | podman import --quiet - docker.io/library/debian:bookworm-slim

# Node and npm in /usr/local, as in the official image. It also trusts what this machine trusts, because
# a network without a registry often has a certificate authority of its own.
mkdir -p "$work/debian/usr/local/lib/node_modules"
cp "$root"/node_modules/node-linux-*/bin/node "$work/debian/usr/local/bin/"
cp -rL "$(npm root -g)/npm" "$work/debian/usr/local/lib/node_modules/"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/debian/usr/local/bin/npm"
authorities=/etc/ssl/certs/ca-certificates.crt
mkdir -p "$work/debian/etc/ssl/certs"
cp "$authorities" "$work/debian$authorities"
tar -C "$work/debian" -c . |
  podman import --quiet --change "ENV NODE_EXTRA_CA_CERTS=$authorities" - docker.io/library/node:24-bookworm-slim
