import { localTime } from './days.ts'
import { type Audience, audienceOf } from './network-options.ts'
import type { Whole } from './queries.ts'

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

export function initialComposition(post: Whole | undefined, zone: string, date = ''): Composition {
  const at = post?.date ? localTime(new Date(post.date), zone) : date
  const [day = '', time = ''] = at.split(' ')
  return {
    message: post?.message ?? '',
    accountIds: post ? [post.account.id] : [],
    media: (post?.media ?? []).map((medium) => ({
      ...medium,
      description: medium.description ?? '',
    })),
    comments: post?.comments ?? [],
    audience: audienceOf(post?.additional),
    tags: post?.tags ?? [],
    date: day,
    time,
  }
}
