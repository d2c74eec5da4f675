// Made from docs/openapi.json by "npm run generate". Changes here are lost.

import type { NounSpec } from '../operations/spec.ts'

export const operations: NounSpec = {
  "get": {"id":"getIdempotentResponse","method":"get","summary":"Find what a request with an Idempotency-Key was answered","says":"For a response that was lost on its way: what did the request create? Kept for 24 hours, for the credential that sent it.","permission":"any credential","params":[{"name":"key","says":"The Idempotency-Key of the request.","types":["string"]}],"fields":[],"gives":"json","example":["make-launch-space-1"]},
}
