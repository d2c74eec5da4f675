import { localTime } from './days.ts'
import { type Said, saidIn } from './network-options.ts'
import type { Whole } from './queries.ts'

export interface Medium {
  asset_id: string | null
  url: string | null
  description: string
}

/** What is in the composer. */
export interface Written {
  message: string
  accountIds: number[]
  media: Medium[]
  /** Follow the post as replies. */
  comments: string[]
  said: Said
  tags: string[]
  /** "2026-11-20" and "09:30" on the clocks of the workspace, or nothing. */
  date: string
  time: string
}

export function firstWritten(post: Whole | undefined, zone: string, date = ''): Written {
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
    said: saidIn(post?.additional),
    tags: post?.tags ?? [],
    date: day,
    time,
  }
}
