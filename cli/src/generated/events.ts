// Made from docs/openapi.json by "npm run generate". Changes here are lost.

import type { NounSpec } from '../operations/spec.ts'

export const operations: NounSpec = {
  "list": {"id":"listEvents","method":"list","summary":"List what has happened in the workspace","says":"Oldest first, as far as you may see them. Personal events need `notifications:read` as well. Ask again with `after` set to `last_seq` to go on.","permission":"events:read","params":[],"fields":[{"name":"after","flag":"after","in":"query","says":"Only events after this `seq`.","types":["integer"],"format":"int64","min":0,"max":9007199254740991,"default":0},{"name":"limit","flag":"limit","in":"query","says":"At most this many.","types":["integer"],"format":"int32","min":1,"max":1000,"default":100}],"takes":"query","gives":"json","example":["--after","41"]},
  "list-types": {"id":"listEventTypes","method":"listTypes","summary":"List every type of event and what it carries","says":"The same stands under `webhooks` in the OpenAPI document.","permission":"events:read","params":[],"fields":[],"gives":"json","example":[]},
  "follow": {"id":"streamEvents","method":"follow","summary":"Follow what happens in the workspace","says":"Server-sent events. A client that reconnects with `Last-Event-ID` misses nothing; without it, and without `after`, the stream starts now. Its first `id` says where that is.","permission":"events:read","params":[],"fields":[{"name":"after","flag":"after","in":"query","says":"Begin after this `seq`; without it, now.","types":["integer"],"format":"int64","min":0,"max":9007199254740991}],"takes":"query","gives":"stream","example":[]},
}
