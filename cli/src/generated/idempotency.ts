// Generated from docs/openapi.json by "npm run generate". Do not edit.

import type { NounSpec } from '../operations/spec.ts'

export const operations: NounSpec = {
  "get": {"id":"getIdempotentResponse","method":"get","summary":"Look up the response to a request with an Idempotency-Key","says":"Use it when you never received the response. Responses are kept for 24 hours, for the workspace and the credential of the request. A 409 means that the request is still running, or that the server stopped while it ran.","permission":"any credential","params":[{"name":"key","says":"The Idempotency-Key of the request.","types":["string"]}],"fields":[],"gives":"json","example":["make-launch-space-1"]},
}
