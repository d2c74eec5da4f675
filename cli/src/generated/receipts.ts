// Generated from docs/openapi.json by "npm run generate". Do not edit.

import type { NounSpec } from '../operations/spec.ts'

export const operations: NounSpec = {
  "get": {"id":"getReceipt","method":"get","summary":"Get the signed receipt of an answer","says":"A compact JWS (EdDSA) that proves who answered what, where and when. Its `subject` is the hash of what was approved. Verify it offline with the keys at /.well-known/atelier-keys.json, or with `atelier receipts verify`.","permission":"notifications:read","params":[{"name":"id","says":"Id of the question.","types":["string"],"format":"uuid"}],"fields":[],"gives":"file","example":["c2a7e0b4-1f60-4b8e-9c0a-2d5f8e6b7a90"]},
  "list-keys": {"id":"listReceiptKeys","method":"listKeys","summary":"List the public keys of receipts","says":"A JWK set with the current key and all earlier ones. Save it to verify offline.","permission":"public","params":[],"fields":[],"gives":"json","isPublic":true,"example":[]},
}
