import { cutAtWord } from '../../lib/cut-text.ts'
import { actionOf, authorOf, type ChatPost, oneLine, restOf, titleOf } from './chat-post.ts'
import { cutMarkdown } from './cut-markdown.ts'

const color = '#5b5bd6'
/** A post holds 16,383 characters; the lines around the text need a few of them. */
const textLength = 15_000
const lineLength = 250

/** What Mattermost's incoming webhooks take. Its Markdown is ours. */
export function payload(post: ChatPost): object {
  const { channel, workspaceName } = post
  const author = authorOf(post)
  const action = actionOf(post)
  const title = titleOf(post) ?? action?.label
  const link = action ? `\n\n${line(action.label)}: ${mentionNobody(action.url)}` : ''
  const ending = mentionNobody(restOf(post))
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

/** Plain words in one line: no formatting, no links. */
function line(text: string): string {
  const words = cutAtWord(oneLine(text), lineLength)
  return mentionNobody(words.replace(/[\\`*_[\]<>#~|]/g, '\\$&'))
}

const nothing = '\u200b'

/**
 * Puts an invisible space where a mention would begin. An @ counts unless a letter or digit stands
 * right before it, as in a mail address; it may be written as an entity; and `<!here>` is turned
 * into `@here` by Mattermost itself. In addresses it is written as %40, which leads to the same
 * place. Code is not spared: what is code is for the other side to decide.
 */
function mentionNobody(text: string): string {
  return text
    .replace(/&(?:commat|#0*64|#x0*40);/gi, '@')
    .replace(/https?:\/\/\S+/gi, (url) => url.replaceAll('@', '%40'))
    .replace(/(?<![\p{L}\p{N}])@(?=\S)/gu, `@${nothing}`)
    .replaceAll('<!', `<${nothing}!`)
}
