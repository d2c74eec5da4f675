import { cutAtWord } from '../../lib/cut-text.ts'
import { actionOf, authorOf, type ChatPost, oneLine, restOf, titleOf } from './chat-post.ts'
import { cutMarkdown } from './cut-markdown.ts'

const color = 0x5b5bd6
/** Together below the 6,000 that all embeds of a message may hold. */
const titleLength = 256
const descriptionLength = 4096
const nameLength = 200

/** What Discord's webhooks take. */
export function payload(post: ChatPost): object {
  const { channel, workspaceName, createdAt } = post
  const action = actionOf(post)
  const title = titleOf(post) ?? action?.label
  const link = action ? `\n\n${withPlainLinks(line(action.label))}: ${action.url}` : ''
  const text = cutMarkdown(withPlainLinks(post.text), descriptionLength - link.length, restOf(post))
  return {
    embeds: [
      {
        author: { name: line(authorOf(post)) },
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
 * Shows where links lead: in an embed `[your bank](https://…)` would hide it. What this does not
 * recognise as a link, Discord shall not either. Code is not spared: what is code is for the other
 * side to decide.
 */
function withPlainLinks(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]\n]+)\]\(<?(https?:\/\/[^\s()<>]+)>?\)/gi, '$1 ($2)')
    .replaceAll('](', '] (')
}
