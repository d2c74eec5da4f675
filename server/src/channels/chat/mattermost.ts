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

const color = '#5b5bd6'
/** A post holds 16,383 characters; the lines around the text need some of them. */
const textLength = 15_000
const lineLength = 250

/** The payload for Mattermost's incoming webhooks. Its Markdown is the same as ours. */
export function payload(post: ChatPost): object {
  const { channel, workspaceName } = post
  const author = describeAuthor(post)
  const action = readAction(post)
  const title = readTitle(post) ?? action?.label
  const link = action ? `\n\n${line(action.label)}: ${mentionNobody(action.url)}` : ''
  const ending = mentionNobody(writeRest(post))
  const text = cutMarkdown(mentionNobody(post.text), textLength - link.length, ending)
  return {
    username: cutAtWord(author, 64),
    text: `${line(author)} in ${line(channel)} of ${line(workspaceName)}`,
    attachments: [
      {
        fallback: line(title ?? post.text),
        color,
        ...(title && { title: line(title) }),
        ...(title && action && { title_link: action.url }),
        text: `${text}${link}`,
      },
    ],
  }
}

/** Plain text in one line, without formatting or links. */
function line(text: string): string {
  const words = cutAtWord(oneLine(text), lineLength)
  return mentionNobody(words.replace(/[\\`*_[\]<>#~|]/g, '\\$&'))
}

const nothing = '\u200b'

/**
 * Inserts an invisible space where a mention would start. An @ starts a mention unless a letter or
 * digit precedes it, as in an email address. It may be written as an entity, and Mattermost itself
 * turns `<!here>` into `@here`. In URLs it becomes %40, which leads to the same page. Applies to
 * code as well, because Mattermost decides what counts as code.
 */
function mentionNobody(text: string): string {
  return text
    .replace(/&(?:commat|#0*64|#x0*40);/gi, '@')
    .replace(/https?:\/\/\S+/gi, (url) => url.replaceAll('@', '%40'))
    .replace(/(?<![\p{L}\p{N}])@(?=\S)/gu, `@${nothing}`)
    .replaceAll('<!', `<${nothing}!`)
}
