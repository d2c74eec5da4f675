import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach } from 'vitest'
import { type ChatKind, chatKinds } from '../src/channels/chat/chat-post.ts'
import { type LocalServer, readBody, startHttpServer } from './local-servers.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into what was sent
type Json = any

export interface ChatServer extends LocalServer {
  /** The accepted messages. */
  received: Json[]
  /** Everyone that those messages would notify: `@channel`, `<!here>`, … */
  mentions: string[]
  /** Responds to all requests instead, while it is set. */
  answer: ((req: IncomingMessage, res: ServerResponse) => void) | undefined
}

interface Rules {
  /** The error for a message, in the words of the real server; undefined if it is accepted. */
  findError(message: Json): string | undefined
  mentionsIn(message: Json): string[]
  accept(res: ServerResponse): void
  reject(res: ServerResponse, error: string): void
}

/** A server that accepts and rejects messages like the real one, by its documented limits. */
async function startChat(kind: ChatKind): Promise<ChatServer> {
  const rules = { slack, mattermost, discord }[kind]
  const server = await startHttpServer(async (req, res) => {
    if (chat.answer) return chat.answer(req, res)
    const message = JSON.parse(String(await readBody(req)))
    const error = rules.findError(message)
    if (error) return rules.reject(res, error)
    chat.received.push(message)
    chat.mentions.push(...rules.mentionsIn(message))
    rules.accept(res)
  })
  const chat: ChatServer = { ...server, received: [], mentions: [], answer: undefined }
  return chat
}

/** A server of each kind for each test, so that retries of an earlier test reach none of them. */
export function useChats(): Record<ChatKind, ChatServer> {
  const chats = {} as Record<ChatKind, ChatServer>
  beforeEach(async () => {
    for (const kind of chatKinds) chats[kind] = await startChat(kind)
  })
  afterEach(() => Promise.all(chatKinds.map((kind) => chats[kind].close())))
  return chats
}

const slack: Rules = {
  findError: ({ text, blocks }) => {
    if (typeof text !== 'string' || text === '') return 'no_text'
    if (text.length > 40_000 || blocks.length > 50) return 'invalid_blocks'
    const texts = blocks.flatMap(slackTexts)
    if (texts.some((one: Json) => one.text.trim() === '' || one.text.length > one.limit)) {
      return 'invalid_blocks'
    }
    const together = texts.reduce((sum: number, one: Json) => sum + one.text.length, 0)
    return together > 11_000 ? 'msg_blocks_too_long' : undefined
  },
  mentionsIn: ({ text, blocks }) => {
    const texts = [text, ...blocks.flatMap(slackTexts).map((one: Json) => one.text)]
    // Everything between < and > that isn't a URL is a command.
    return texts.flatMap((one) => one.match(/<(?!https?:\/\/|mailto:)[^>]*>?/g) ?? [])
  },
  accept: (res) => res.end('ok'),
  reject: (res, error) => res.writeHead(400).end(error),
}

function slackTexts(block: Json): { text: string; limit: number }[] {
  if (block.type === 'header') return [{ text: block.text.text, limit: 150 }]
  if (block.type === 'section') return [{ text: block.text.text, limit: 3000 }]
  if (block.type === 'context') return block.elements.map((one: Json) => ({ ...one, limit: 3000 }))
  return block.elements.map((one: Json) => ({ text: one.text.text, limit: 75 }))
}

const mattermost: Rules = {
  findError: ({ text, attachments }) => {
    const length = [text, ...attachments.map((one: Json) => one.text)].join('').length
    return length > 16_383 ? 'Unable to save the post, it is too long.' : undefined
  },
  mentionsIn: ({ text, attachments }) => {
    const shown = attachments.flatMap((one: Json) => [one.title, one.text, one.fallback])
    return [text, ...shown].flatMap((one) => mattermostMentions(one ?? ''))
  },
  accept: (res) => res.end('ok'),
  reject: (res, message) =>
    res.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ message })),
}

/** Translates Slack's commands first, then reads Markdown, then looks at the words. */
function mattermostMentions(text: string): string[] {
  const translated = text
    .replace(/<!(channel|here|all)>/g, '@$1')
    .replace(/<@([a-zA-Z0-9]+)>/g, '@$1')
  const read = translated
    .replace(/&commat;/g, '@')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&#x([\da-f]{1,6});/gi, (_, code) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    )
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
  const words = read.split(/[^\p{L}\p{N}:.\-_@]+/u)
  const parts = words.flatMap((word) => [word.replace(/^[:.\-_]+/, ''), ...word.split(/[.\-:]/)])
  return parts.filter((part) => /^@./.test(part))
}

const discord: Rules = {
  findError: ({ embeds: [embed] }) => {
    const { title = '', description = '', footer, author } = embed
    const fields: [string, number][] = [
      [title, 256],
      [description, 4096],
      [footer.text, 2048],
      [author.name, 256],
    ]
    const tooLong = fields.some(([text, most]) => text.length > most)
    const together = fields.reduce((sum, [text]) => sum + text.length, 0)
    const isBad = tooLong || together > 6000 || !(title || description) || author.name === ''
    return isBad || Number.isNaN(Date.parse(embed.timestamp)) ? 'Invalid Form Body' : undefined
  },
  // An embed notifies nobody; a link that hides its target counts as just as bad.
  mentionsIn: ({ content, allowed_mentions, embeds: [{ description }] }) => [
    ...(content || allowed_mentions?.parse?.length !== 0 ? ['@everyone'] : []),
    ...(description.match(/\[[^\]]*\]\([^)]*\)/g) ?? []),
  ],
  accept: (res) => res.writeHead(204).end(),
  reject: (res, message) =>
    res
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ message, code: 50035 })),
}
