import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { listAssets } from '../assets/read-assets.ts'
import { assetStatus, assetTypes } from '../assets/schemas.ts'
import { type Candidate, splitWords } from './words.ts'

const pages = 5
const pageSize = 100

/** The newest images and videos of the workspace, with the words of their names. */
export async function findMedia(
  deps: Deps,
  actor: Actor,
  kinds: readonly Candidate['kind'][],
): Promise<Candidate[]> {
  const found: Candidate[] = []
  // A credential that may create videos may also use the workspace's media for them.
  const reader: Actor = { ...actor, permissions: new Set(['assets:read']) }
  for (const kind of kinds) {
    for (let page = 1; page <= pages; page++) {
      const query = { asset_type: assetTypes[kind], page, page_size: pageSize }
      const { results } = await listAssets(deps, reader, query)
      for (const { id, name, status } of results) {
        if (status === assetStatus.done) found.push({ id, kind, words: new Set(splitWords(name)) })
      }
      if (results.length < pageSize) break
    }
  }
  return found
}
