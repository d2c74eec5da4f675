import type { SocialAccount } from '@atelier/sdk'
import { lengthOn } from '../message-length.ts'

export interface TextPart {
  kind: 'text' | 'link' | 'mention' | 'tag'
  text: string
}

const marks =
  /(?<link>https?:\/\/[^\s<>"]+)|(?<mention>(?<![\w/])@\w[\w.@-]*\w)|(?<tag>(?<![\w/])#[\p{L}\p{N}_]+)/giu

/** Splits a message into the parts that networks highlight, and the text between them. */
export function splitParts(message: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of message.matchAll(marks)) {
    const { link, mention } = match.groups ?? {}
    const text = link ? withoutPunctuation(link) : match[0]
    if (match.index > end) parts.push({ kind: 'text', text: message.slice(end, match.index) })
    parts.push({ kind: link ? 'link' : mention ? 'mention' : 'tag', text })
    end = match.index + text.length
  }
  if (end < message.length) parts.push({ kind: 'text', text: message.slice(end) })
  return parts
}

/** The link whose card networks show. */
export function findFirstLink(message: string): string | undefined {
  return splitParts(message).find(({ kind, text }) => kind === 'link' && URL.canParse(text))?.text
}

/** Mastodon and Bluesky show links without their scheme, and shorten long ones. */
export function shortLink(link: string): string {
  const bare = link.replace(/^https?:\/\/(www\.)?/i, '')
  return bare.length > 30 ? `${bare.slice(0, 30)}…` : bare
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a message where it exceeds the account's limit. */
export function splitAtLimit(
  account: Pick<SocialAccount, 'network' | 'max_characters'>,
  composition: { message: string; media: readonly unknown[]; audience?: { warning: string } },
): [fits: string, over: string] {
  const { message } = composition
  const fits = (text: string) =>
    lengthOn(account, { ...composition, message: text }) <= account.max_characters
  if (fits(message)) return [message, '']
  const ends = [...characters.segment(message)].map(({ index }) => index)
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(message.slice(0, ends[middle]))) low = middle
    else high = middle - 1
  }
  return [message.slice(0, ends[low]), message.slice(ends[low])]
}

function withoutPunctuation(link: string): string {
  return link.replace(/[.,;:!?'"…)]+$/, '')
}
