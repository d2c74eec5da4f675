#!/bin/sh
# Builds the image with podman, buildah or docker, whichever is installed. Arguments are passed on:
#   deploy/build-image.sh --build-arg MODELS=all
#   TAG=registry.example.com/atelier:1 deploy/build-image.sh --build-arg EMBEDDED_POSTGRES=no
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' server/package.json)
tag=${TAG:-localhost/atelier:$version}

for builder in podman buildah docker; do
  command -v "$builder" >/dev/null || continue
  # The OCI format has no health check.
  case $builder in docker) format= ;; *) format='--format docker' ;; esac
  # $format is two words or none.
  exec "$builder" build $format -f deploy/Containerfile -t "$tag" \
    --label "org.opencontainers.image.version=$version" "$@" .
done
echo 'Install podman, buildah or docker to build the image.' >&2
exit 1
