import { cutAtWord } from '../../lib/cut-text.ts'
import {
  type ChatPost,
  describeAuthor,
  oneLine,
  readAction,
  readTitle,
  writeRest,
} from './chat-post.ts'
import { cutMarkdown } from './cut-markdown.ts'

const color = 0x5b5bd6
/** Together they stay below Discord's limit of 6,000 characters for all embeds of a message. */
const titleLength = 256
const descriptionLength = 4096
const nameLength = 200

/** The payload for Discord's webhooks. */
export function payload(post: ChatPost): object {
  const { channel, workspaceName, createdAt } = post
  const action = readAction(post)
  const title = readTitle(post) ?? action?.label
  const link = action ? `\n\n${withPlainLinks(line(action.label))}: ${action.url}` : ''
  const text = cutMarkdown(
    withPlainLinks(post.text),
    descriptionLength - link.length,
    writeRest(post),
  )
  return {
    embeds: [
      {
        author: { name: line(describeAuthor(post)) },
        ...(title && { title: cutAtWord(title, titleLength) }),
        ...(title && action && { url: action.url }),
        description: `${text}${link}`,
        color,
        timestamp: createdAt.toISOString(),
        footer: { text: `${line(workspaceName)} · ${line(channel)}` },
      },
    ],
    allowed_mentions: { parse: [] },
  }
}

function line(text: string): string {
  return cutAtWord(oneLine(text), nameLength)
}

/**
 * Shows where links lead: in an embed, `[your bank](https://…)` would hide the target. Breaks
 * anything it does not recognise as a link, so that Discord does not render it as one. Applies to
 * code as well, because Discord decides what counts as code.
 */
function withPlainLinks(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]\n]+)\]\(<?(https?:\/\/[^\s()<>]+)>?\)/gi, '$1 ($2)')
    .replaceAll('](', '] (')
}
