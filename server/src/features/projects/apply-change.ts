import {
  type ArrayNode,
  type JsonNode,
  type ObjectNode,
  objectNode,
  stringNode,
} from '@atelier/sdk/src/exact-json/nodes.ts'
import { invalid, problem } from '../../http/problem.ts'
import { applyJsonPatch, PatchFailed } from '../../lib/exact-json/json-patch.ts'
import { applyMergePatch } from '../../lib/exact-json/merge-patch.ts'
import { cloneNode, measureDepth } from '../../lib/exact-json/walk.ts'
import { deepestNesting } from '../../lib/json-excess.ts'
import { type Fields, readData } from './document.ts'
import { maxDataBytes } from './schemas.ts'

/** One level below the limit for a body, so that the data can be sent back. */
const deepestData = deepestNesting - 1

/** A requested change: new fields, or a patch of the data. */
export type Change =
  | { kind: 'fields'; texts: Partial<Omit<Fields, 'data'>>; data: JsonNode | undefined }
  | { kind: 'merge-patch'; patch: JsonNode }
  | { kind: 'json-patch'; patch: ArrayNode }

export const mergePatchType = 'application/merge-patch+json'
export const jsonPatchType = 'application/json-patch+json'

/** The change that a validated body requests, based on its media type. */
export function readChange(
  body: JsonNode,
  mediaType: string | undefined,
  { title, description, primary_type }: Partial<Fields>,
): Change {
  if (mediaType === mergePatchType) return { kind: 'merge-patch', patch: body }
  if (mediaType === jsonPatchType) return { kind: 'json-patch', patch: body as ArrayNode }
  const texts = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(primary_type !== undefined && { primary_type }),
  }
  return { kind: 'fields', texts, data: readData(body) }
}

/** The document that the writer wants, based on the version they started from. */
export function applyChange(from: ObjectNode, change: Change): ObjectNode {
  const members = new Map(from.members)
  if (change.kind === 'fields') {
    for (const [name, text] of Object.entries(change.texts)) members.set(name, stringNode(text))
    if (change.data) members.set('data', change.data)
  } else {
    members.set('data', patched(cloneNode(members.get('data') as JsonNode), change))
  }
  return objectNode(members)
}

type Patch = Exclude<Change, { kind: 'fields' }>

function patched(data: JsonNode, change: Patch): JsonNode {
  if (change.kind === 'merge-patch') {
    const merged = applyMergePatch(data, change.patch)
    if (measureDepth(merged) <= deepestData) return merged
    throw invalid('data', `must not be nested deeper than ${deepestData} levels`)
  }
  try {
    const limits = { deepest: deepestData, maxMoved: 4 * maxDataBytes }
    return applyJsonPatch(data, change.patch, limits)
  } catch (error) {
    if (!(error instanceof PatchFailed)) throw error
    throw problem(error.isTest ? 'patch_test_failed' : 'validation_failed', {
      detail: `Operation ${error.index} of the patch: ${error.message}. Nothing was changed.`,
      errors: [{ path: String(error.index), message: error.message }],
    })
  }
}
