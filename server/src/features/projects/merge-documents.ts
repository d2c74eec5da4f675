import { type JsonConflict, mergeJson } from '@atelier/sdk/src/exact-json/merge.ts'
import { type ObjectNode, writeNode } from '@atelier/sdk/src/exact-json/nodes.ts'
import { pointerTo } from '@atelier/sdk/src/exact-json/pointer.ts'
import { problem } from '../../http/problem.ts'
import { JsonText } from '../../lib/exact-json/json-text.ts'
import { revisionTag } from './revision-tag.ts'

export interface Version {
  revision: number
  document: ObjectNode
}

const maxConflictsListed = 100
const maxPathCharacters = 100_000

/** Merges a writer's changes with concurrent ones, or reports the conflicts. */
export function mergeDocuments(base: Version, current: Version, yours: ObjectNode): ObjectNode {
  const versions = { base: base.document, theirs: current.document, mine: yours }
  const { node, conflicts } = mergeJson(versions)
  if (conflicts.length === 0) return node as ObjectNode
  const listed = listConflicts(conflicts)
  throw problem('merge_conflict', {
    detail: `Since revision ${base.revision} others have changed ${conflicts.length} of the places that you changed. Read revision ${current.revision}, resolve the conflicts, and send the change again.`,
    errors: listed.map(({ path }) => ({
      path,
      message: `was changed between revision ${base.revision} and ${current.revision}`,
    })),
    more: {
      base_revision: base.revision,
      current_revision: current.revision,
      conflicts: listed,
    },
    headers: { etag: revisionTag(current) },
  })
}

/** Values are parts of the documents and never larger; paths may repeat a long key many times. */
function listConflicts(conflicts: JsonConflict[]) {
  let characters = 0
  const listed = []
  for (const { path, base, theirs, mine } of conflicts.slice(0, maxConflictsListed)) {
    const pointer = pointerTo(path)
    characters += pointer.length
    if (listed.length > 0 && characters > maxPathCharacters) break
    listed.push({
      path: pointer,
      ...(base && { base: new JsonText(writeNode(base)) }),
      ...(theirs && { current: new JsonText(writeNode(theirs)) }),
      ...(mine && { yours: new JsonText(writeNode(mine)) }),
    })
  }
  return listed
}
