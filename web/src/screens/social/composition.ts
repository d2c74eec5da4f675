import { localTime } from './days.ts'
import { type Audience, readAudience } from './network-options.ts'
import type { PostOrDraft } from './queries.ts'

export interface Medium {
  asset_id: string | null
  url: string | null
  description: string
}

export interface Composition {
  message: string
  accountIds: number[]
  media: Medium[]
  /** Published after the post as replies. */
  comments: string[]
  audience: Audience
  tags: string[]
  /** "2026-11-20" and "09:30" in the workspace's time zone, or empty. */
  date: string
  time: string
}

/** The slot of the calendar that a new post is for. */
export interface Slot {
  /** "2026-11-20 09:30" */
  date: string
  accountIds: number[]
}

export function initialComposition(
  post: PostOrDraft | undefined,
  zone: string,
  slot: Slot,
): Composition {
  const at = post?.date ? localTime(new Date(post.date), zone) : post ? '' : slot.date
  const [day = '', time = ''] = at.split(' ')
  return {
    message: post?.message ?? '',
    accountIds: post ? [post.account.id] : slot.accountIds,
    media: (post?.media ?? []).map(({ asset_id, url, thumbnail, description }) => ({
      asset_id,
      url: thumbnail ?? url,
      description: description ?? '',
    })),
    comments: post?.comments ?? [],
    audience: readAudience(post?.additional),
    tags: post?.tags ?? [],
    date: day,
    time,
  }
}
