import { createHash } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import { Problem } from '../../../http/problem.ts'
import { getEntry } from '../posts/read-posts.ts'

/** The hash of a draft's or post's text and media, for questions about it. */
export async function hashPost(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets'>,
  actor: Actor,
  id: string,
): Promise<string | undefined> {
  if (!/^[1-9]\d{0,8}$/.test(id)) return undefined
  try {
    const { message, media, comments } = await getEntry(deps, actor, Number(id))
    // Links to files expire, so the ids stand for them.
    const files = media.map(({ asset_id, url }) => asset_id ?? url ?? null)
    const text = JSON.stringify({ message, media: files, comments })
    return createHash('sha256').update(text).digest('hex')
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}
