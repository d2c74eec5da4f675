import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { TemporaryRejection } from '../post-to-service.ts'
import type { LinkCard } from './link-card.ts'

export const networks = ['mastodon', 'bluesky', 'webhook'] as const

export type Network = (typeof networks)[number]

/** The limits of a network. Mastodon servers may allow more, and report it when asked. */
export interface Limits {
  /** Visible characters. */
  message: number
  media: number
  /** Mastodon counts every link as this many characters. */
  link?: number
}

export const usualLimits: Record<Network, Limits> = {
  mastodon: { message: 500, media: 4, link: 23 },
  bluesky: { message: 300, media: 4 },
  webhook: { message: 5000, media: 10 },
}

export const networkNames: Record<Network, string> = {
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  webhook: 'Webhook',
}

/** The URL and credentials of an account. */
export interface Connection {
  network: Network
  address: string
  credentials: Record<string, string>
}

/** The account's identity according to the network. */
export interface Identity {
  id: string
  handle: string
  name: string
  url: string | null
}

export interface MediaFile {
  path: string
  bytes: number
  contentType: string
}

/** An image or video of a post, in the form that a network needs. */
export interface Media {
  /** The alt text; may be empty. */
  description: string
  /** For receivers that download the file themselves. */
  link(): Promise<{ url: string; content_type: string | null }>
  file(): Promise<MediaFile>
  /** An image within the limits; a larger one is scaled down. */
  picture(fit: PictureLimits): Promise<MediaFile & { width: number; height: number }>
}

export interface PictureLimits {
  maxBytes: number
  longestSide: number
}

/** The network's reference to uploaded media. */
export type Attachment = Record<string, unknown>

/** A post or one of its replies. */
export interface Part {
  /** 0 is the post itself. */
  position: number
  /** Identifies the part permanently: the same key is the same part, however often it is sent. */
  key: string
  postId: number
  postCreatedAt: Date
  text: string
  attachments: Attachment[]
  /** The author's options for this network. */
  options: Record<string, unknown>
  /** The first post of the thread and the previous part. */
  replyTo: { root: PublishedPart; parent: PublishedPart } | null
  /** The part may have been sent before. */
  isRepeated: boolean
  /** Ids of other posts on this account: even with the same text, they are not this part. */
  others: readonly string[]
  /** All details, for receivers that get everything. */
  facts: object
}

/** The id and URL of a published part. */
export interface PublishedPart {
  id: string
  url: string | null
  /** Bluesky identifies a version of a record by its content. */
  cid?: string
}

/**
 * The state of a part whose sending had an unknown outcome: published, absent, or still unknown.
 */
export type SentState = PublishedPart | 'absent' | 'unknown'

/** What a network reports about a post. What it does not report is missing. */
export interface PostFigures {
  likes?: number
  shares?: number
  replies?: number
}

export interface AccountFigures {
  followers?: number
  /** By the network's id. Posts that no longer exist there are missing. */
  posts: Map<string, PostFigures>
}

/** One account on one network. Throws Undeliverable, TryLater, NotTaken or Unsure. */
export interface SocialAccount {
  whoIsIt(): Promise<{ identity: Identity; limits: Limits }>
  /** Uploads an image or video before the post that shows it. */
  attach(media: Media): Promise<Attachment>
  send(part: Part): Promise<PublishedPart>
  /** `since` is the time of the first attempt. */
  find(part: Part, since: Date): Promise<SentState>
  /** Missing for networks without figures. */
  figures?(postIds: readonly string[]): Promise<AccountFigures>
}

/** The external dependencies of the adapters. */
export interface NetworkDeps {
  safeFetch: SafeFetch
  clock: () => Date
  /** Describes the page behind a link. Only publishing needs it. */
  readLink?: (url: string) => Promise<LinkCard | undefined>
}

/** The part was sent, but its arrival is unknown. */
export class ArrivalUnknown extends TemporaryRejection {}
