#!/usr/bin/env bash
# Runs the image as production would, read-only and without privileges, and checks that it works:
#   deploy/test-image.sh [image]
# Needs podman and curl, on a network that reaches npm's registry for two models (93 MB). It is not part
# of "npm test", because that must run without containers.
set -euo pipefail
image=${1:-localhost/atelier:0.1.0}
name=atelier-test-$$
key=key-of-the-owner-in-image-tests
trap 'podman rm --force --volumes "$name" >/dev/null 2>&1 || true; podman volume rm --force "$name" >/dev/null || true' EXIT

report() { printf '  %s\n' "$*"; }
fail() {
  printf 'FAILED: %s\nThe last lines of the log:\n' "$*" >&2
  podman logs --tail 20 "$name" >&2 || true
  exit 1
}
# Runs a command until it succeeds, for a minute at most.
until_ok() {
  for _ in $(seq 300); do "$@" >/dev/null 2>&1 && return; sleep 0.2; done
  fail "gave up waiting: $*"
}
in_container() { podman exec "$name" "$@"; }
atelier() { podman exec --env ATELIER_URL=http://127.0.0.1:4600 --env ATELIER_API_KEY=$key "$name" atelier "$@"; }
is_ready() { curl --silent --fail --max-time 5 "$url/readyz"; }
is_unready() { ! is_ready; }
has_exited() { [ "$(podman inspect --format '{{.State.Status}}' "$name")" = exited ]; }
api() { curl --silent --fail --header "Authorization: Api-Key $key" "$url/api/v1/$1" "${@:2}"; }
field() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }
is_running() { [[ $(api "tasks/$1" | field status) =~ STARTED|PROGRESS ]]; }
is_successful() { [ "$(api "tasks/$1" | field status)" = SUCCESS ]; }
# Sends the signal, waits for the exit and checks that it was orderly.
expect_exit_0() {
  until_ok has_exited
  local code
  code=$(podman inspect --format '{{.State.ExitCode}}' "$name")
  [ "$code" = 0 ] || fail "the server exited with code $code"
}
start() {
  podman start "$name" >/dev/null
  url=http://$(podman port "$name" 4600)
  until_ok is_ready
}

podman volume create "$name" >/dev/null
# A network with a certificate authority of its own names it here.
authorities=${NODE_EXTRA_CA_CERTS:+--volume=$NODE_EXTRA_CA_CERTS:$NODE_EXTRA_CA_CERTS:ro --env=NODE_EXTRA_CA_CERTS}
podman create --pull=never --name "$name" --publish 127.0.0.1::4600 --volume "$name:/data" \
  --read-only --read-only-tmpfs=false --tmpfs /tmp:size=2g,mode=1777 \
  --cap-drop all --security-opt no-new-privileges $authorities \
  --env ATELIER_BOOTSTRAP_API_KEY=$key "$image" >/dev/null

echo "$image"
report "size: $(($(podman image inspect --format '{{.Size}}' "$image") / 1000000)) MB"
begin=$(date +%s%N)
start
report "first start, with a new database: ready after $((($(date +%s%N) - begin) / 1000000)) ms"

[ "$(in_container id -u)" = 10001 ] || fail 'the user is not 10001'
in_container grep -q '^CapEff:.0*$' /proc/self/status || fail 'the server has capabilities'
in_container grep -q '^NoNewPrivs:.1$' /proc/self/status || fail 'the server may gain privileges'
in_container touch /app/x 2>/dev/null && fail 'the root file system is writable'
[ "$(in_container cat /proc/1/comm)" = tini ] || fail 'process 1 is not tini'
podman healthcheck run "$name" || fail 'the health check fails'
report 'user 10001, no capabilities, read-only root, tini as process 1, healthy'

atelier whoami | grep -q owner@atelier.local || fail 'the command line does not reach the server'
curl --silent --fail "$url/" | grep -q '<script' || fail 'the console is missing'
curl --silent --fail "$url/docs/sdk" >/dev/null || fail 'the docs are missing'
report 'the command line, the console and the docs answer'

in_container node --eval "
  const circle = Buffer.from('<svg width=\"640\" height=\"480\"><rect width=\"640\" height=\"480\" fill=\"#9cf\"/><circle cx=\"320\" cy=\"240\" r=\"150\" fill=\"#c30\"/></svg>')
  require('sharp')(circle).jpeg().toFile('/data/in.jpg')"
atelier remove-background /data/in.jpg --output /data/out.png >/dev/null
in_container node --eval "
  require('sharp')('/data/out.png').stats().then(({ isOpaque }) => process.exit(isOpaque ? 1 : 0))" ||
  fail 'the background is still there'
report "background of an image removed; models: $(in_container du -sm /data/models | cut -f1) MB"
in_container sh -c 'grep -l "^State:.Z" /proc/[0-9]*/status 2>/dev/null' && fail 'there are zombie processes'

# Half of a request, the signal, and the other half after the server stopped accepting new ones.
body='{"name":"Created while the server stops"}'
exec 3<>"/dev/tcp/127.0.0.1/${url##*:}"
printf 'POST /api/v1/workspaces/teamspaces HTTP/1.1\r\nHost: localhost\r\nAuthorization: Api-Key %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s' \
  "$key" "${#body}" "${body:0:10}" >&3
is_ready >/dev/null
podman kill --signal TERM "$name" >/dev/null
until_ok is_unready
printf '%s' "${body:10}" >&3
response=$(head -n 1 <&3)
exec 3>&-
[[ $response == *' 201 '* ]] || fail "the request in flight got: $response"
expect_exit_0
report 'SIGTERM during a request: it got its 201, and the server exited with code 0'

begin=$(date +%s%N)
start
report "second start: ready after $((($(date +%s%N) - begin) / 1000000)) ms"
asset=$(in_container cat /data/in.jpg | api assets/upload --form 'file=@-;type=image/jpeg;filename=in.jpg' | field id)
tasks=()
for _ in 1 2 3 4 5 6; do
  tasks+=("$(api tools/remove-background --json "{\"image_url\":\"$asset\"}" | field task_id)")
done
until_ok is_running "${tasks[0]}"
podman kill --signal TERM "$name" >/dev/null
expect_exit_0
start
for task in "${tasks[@]}"; do until_ok is_successful "$task"; done
report 'SIGTERM during tasks: exit code 0, and the next start finished all of them'

podman kill --signal KILL "$name" >/dev/null
until_ok has_exited
# The killed database left its process id behind. In the next container, it may be another program's.
lock=/data/postgres/server/cluster/postmaster.pid
podman run --rm --pull=never --volume "$name:/data" --entrypoint sed "$image" -i 1s/.*/1/ $lock
start
is_successful "$task" || fail 'a finished task is lost'
report 'SIGKILL: the next start recovered the database'
