#!/usr/bin/env bash
# Sends a summary of all boards to the owner of the key, at most once a day:
# 0 8 * * 1-5  ATELIER_API_KEY=atl_… /path/to/daily-report.sh
set -euo pipefail
URL=${ATELIER_URL:-http://localhost:4600}

api() {
  curl -sS --fail-with-body --retry 3 -H "Authorization: Api-Key $ATELIER_API_KEY" \
    -H "Content-Type: application/json" "$@"
}
field() { node -pe "JSON.parse(require('node:fs').readFileSync(0, 'utf8')).$1"; }

ME=$(api "$URL/api/v1/workspaces/current")
SUMMARY=$(api "$URL/api/v1/pm/boards?page_size=100" |
  field 'results.map(({ title, tasks_count }) => `${title}: ${tasks_count} tasks`).join(", ")')

# The key is the same for the whole day, so a second run sends nothing.
api -H "Idempotency-Key: daily-report-$(date +%F)" "$URL/api/v1/service/agent/notify" -d "$(
  printf '%s' "$ME" | SUMMARY="$SUMMARY" node -pe '
    const { user, workspace } = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
    JSON.stringify({
      userId: String(user.id),
      workspaceId: String(workspace.id),
      category: "agentTaskCompleted",
      title: "Daily report",
      message: process.env.SUMMARY || "No boards yet.",
    })'
)" | field status
