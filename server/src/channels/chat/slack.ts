import { cutAtWord, wholeCharacters } from '../../lib/cut-text.ts'
import {
  type ChatPost,
  describeAuthor,
  oneLine,
  readAction,
  readTitle,
  writeRest,
} from './chat-post.ts'
import { escapeText, linkTarget } from './slack-inline.ts'
import { toMrkdwn } from './slack-markdown.ts'
import { cutIntoSections } from './slack-sections.ts'

const headerLength = 150
const buttonLength = 75
const contextLength = 500
const sectionLength = 3000
/**
 * Slack accepts 50 blocks, but rejects a message whose blocks hold more than about 12,000
 * characters together. It does not document how it counts.
 */
const maxSections = 3
/** More than twice what fits; converting more would only cost time. */
const maxRead = 20_000

/** The payload for Slack's incoming webhooks and for compatible servers. */
export function payload(post: ChatPost): object {
  const title = readTitle(post)
  const action = readAction(post)
  const ending = writeRest(post, (url) => `<${linkTarget(url)}>`)
  const text = toMrkdwn(wholeCharacters(post.text, maxRead))
  const sections = cutIntoSections(text, { sectionLength, maxSections, ending })
  const [beginning] = cutIntoSections(text, { sectionLength, maxSections: 1, ending })
  const from = escaped(
    `${describeAuthor(post)} · ${post.workspaceName} · ${post.channel}`,
    contextLength,
  )
  return {
    // For previews, and for servers without block support.
    text: title ? `*${escaped(title, headerLength)}*\n${beginning}` : beginning,
    blocks: [
      ...(title ? [{ type: 'header', text: plain(title, headerLength) }] : []),
      ...sections.map((section) => ({ type: 'section', text: mrkdwn(section) })),
      { type: 'context', elements: [mrkdwn(from)] },
      ...(action ? [{ type: 'actions', elements: [button(action)] }] : []),
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

/** `verbatim`: names of people and channels in the text do not become mentions. */
function mrkdwn(text: string) {
  return { type: 'mrkdwn', text, verbatim: true }
}

function plain(text: string, maxLength: number) {
  return { type: 'plain_text', text: escaped(text, maxLength), emoji: false }
}

function button({ label, url }: { label: string; url: string }) {
  return { type: 'button', text: plain(label, buttonLength), url }
}

/** Escaping lengthens the text, and the limit applies to the escaped text. */
function escaped(text: string, maxLength: number): string {
  const line = oneLine(text)
  let shown = cutAtWord(line, maxLength)
  for (let room = maxLength; escapeText(shown).length > maxLength; room--) {
    shown = cutAtWord(line, room - 1)
  }
  return escapeText(shown)
}
