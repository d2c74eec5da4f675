// Generated from docs/openapi.json by "npm run generate". Do not edit.

import type { NounSpec } from '../operations/spec.ts'

export const operations: NounSpec = {
  "list": {"id":"listEvents","method":"list","summary":"List the events of the workspace","says":"Oldest first; only those that you may see. Personal events also need `notifications:read`. To continue, set `after` to `last_seq`.","permission":"events:read","params":[],"fields":[{"name":"after","flag":"after","in":"query","says":"Only events after this `seq`.","types":["integer"],"format":"int64","min":0,"max":9007199254740991,"default":0},{"name":"limit","flag":"limit","in":"query","says":"Maximum number of events.","types":["integer"],"format":"int32","min":1,"max":1000,"default":100}],"takes":"query","gives":"json","example":["--after","41"]},
  "list-types": {"id":"listEventTypes","method":"listTypes","summary":"List the event types and their data","says":"The OpenAPI document lists the same under `webhooks`.","permission":"events:read","params":[],"fields":[],"gives":"json","example":[]},
  "follow": {"id":"streamEvents","method":"follow","summary":"Follow the events of the workspace","says":"Server-sent events. A client that reconnects with `Last-Event-ID` misses nothing; without it and without `after`, the stream starts now. Its first `id` is the position.","permission":"events:read","params":[],"fields":[{"name":"after","flag":"after","in":"query","says":"Start after this `seq`. Defaults to now.","types":["integer"],"format":"int64","min":0,"max":9007199254740991}],"takes":"query","gives":"stream","example":[]},
}
