import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { NotTaken } from '../post-to-service.ts'

export const networks = ['mastodon', 'bluesky', 'webhook'] as const

export type Network = (typeof networks)[number]

/** What a network takes. Servers of Mastodon may allow more, and say so when they are asked. */
export interface Limits {
  /** Characters as people count them. */
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

/** Where an account is and what lets us in. */
export interface Connection {
  network: Network
  address: string
  credentials: Record<string, string>
}

/** Who an account is, as the network says. */
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

/** A picture or film that goes with a post, in whichever form a network wants it. */
export interface Media {
  /** What it shows, in words; may be empty. */
  description: string
  /** For those who fetch it themselves. */
  link(): Promise<{ url: string; content_type: string | null }>
  file(): Promise<MediaFile>
  /** A picture that fits; a larger one is made smaller. */
  picture(fit: PictureLimits): Promise<MediaFile & { width: number; height: number }>
}

export interface PictureLimits {
  maxBytes: number
  longestSide: number
}

/** What has been handed over already, in whatever form the network refers to it. */
export type Attachment = Record<string, unknown>

/** A post, or a reply that follows it. */
export interface Part {
  /** 0 is the post itself. */
  position: number
  /** Names the part for ever: the same key is the same part, however often it is sent. */
  key: string
  postId: number
  postCreatedAt: Date
  text: string
  attachments: Attachment[]
  /** What the author says to this network in particular. */
  options: Record<string, unknown>
  /** The post at the beginning, and the part before this one. */
  replyTo: { root: Sent; parent: Sent } | null
  /** It may have been sent before. */
  isRepeated: boolean
  /** Ids of other posts on this account: with whatever words, they are not this part. */
  others: readonly string[]
  /** For those who are told everything. */
  facts: object
}

/** Where a part is now. */
export interface Sent {
  id: string
  url: string | null
  /** Bluesky names a version of a record by its content. */
  cid?: string
}

/**
 * What has become of a part that was sent by somebody who could not tell: it is there, it is not,
 * or nobody can say.
 */
export type Found = Sent | 'absent' | 'unknown'

/** One account on one network. What goes wrong is Undeliverable, TryLater, NotTaken or Unsure. */
export interface SocialAccount {
  whoIsIt(): Promise<{ identity: Identity; limits: Limits }>
  /** Hands over a picture or film before the post that shows it. */
  attach(media: Media): Promise<Attachment>
  send(part: Part): Promise<Sent>
  /** `since` is when it was first sent. */
  find(part: Part, since: Date): Promise<Found>
}

/** What adapters are given of the world. */
export interface Outside {
  safeFetch: SafeFetch
  clock: () => Date
}

/** It was sent, and whether it arrived is not known. */
export class Unsure extends NotTaken {}
