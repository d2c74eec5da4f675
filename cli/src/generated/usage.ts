// Generated from docs/openapi.json by "npm run generate". Do not edit.

import type { NounSpec } from '../operations/spec.ts'

export const operations: NounSpec = {
  "get": {"id":"getUsage","method":"get","summary":"Read what the workspace uses of its quotas","says":"At a limit, new records get `quota_exceeded`; reading and deleting still work. `workspaces` counts those that you own.","permission":"workspaces:read","params":[],"fields":[],"gives":"json","example":[]},
  "update-workspace-quotas": {"id":"updateWorkspaceQuotas","method":"updateWorkspaceQuotas","summary":"Change the quotas of a workspace","says":"Only for signed-in owners of the first workspace, who run the installation. Quotas that you leave out stay unchanged.","permission":"signed-in person","params":[{"name":"workspace_id","says":"Id of the workspace.","types":["integer"],"format":"int32","min":1,"max":2147483647}],"fields":[{"name":"limits","flag":"limits","in":"body","types":["object"]},{"name":"reset","flag":"reset","in":"body","says":"Quotas that get the limit of the installation again.","types":["array"],"items":{"types":["string"],"enum":["asset_bytes","project_bytes","boards","board_tasks","api_keys","webhooks","triggers","schedules","members","invitations_per_day","recipient_emails_per_hour","recipient_emails_per_day","emails_per_hour","emails_per_day","runs_per_event"]}}],"takes":"body","gives":"json","isKeyed":true,"example":["2","--limits","{\"boards\":5000,\"members\":null}","--reset","webhooks"]},
}
