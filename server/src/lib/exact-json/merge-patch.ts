import type { JsonNode } from '@atelier/sdk/src/exact-json/nodes.ts'

/**
 * JSON Merge Patch (RFC 7396): replaces the members in the patch and removes those set to null.
 * Changes the target in place, so pass a copy.
 */
export function applyMergePatch(target: JsonNode | undefined, patch: JsonNode): JsonNode {
  if (patch.kind !== 'object') return patch
  const result: JsonNode =
    target?.kind === 'object' ? target : { kind: 'object', members: new Map() }
  if (patch.members.size > 0) result.source = undefined
  for (const [name, value] of patch.members) {
    if (value.source === 'null') result.members.delete(name)
    else result.members.set(name, applyMergePatch(result.members.get(name), value))
  }
  return result
}
