export const chatKinds = ['slack', 'mattermost', 'discord'] as const

export type ChatKind = (typeof chatKinds)[number]

/** A message from one of the team's channels, sent to an external team chat. */
export interface ChatPost {
  channel: string
  title: string | null
  /** Markdown */
  text: string
  action: { label: string; url: string } | null
  author: string
  workspaceId: number
  workspaceName: string
  createdAt: Date
}

const longestUrl = 2000

/** The action, if every chat accepts its URL. */
export function readAction({ action }: ChatPost): ChatPost['action'] {
  if (!action || action.url.length > longestUrl) return null
  const url = URL.parse(action.url)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  return { label: oneLine(action.label) || 'View details', url: url.href }
}

/** The title, or null if nothing of it is visible: chats reject an empty title. */
export function readTitle({ title }: ChatPost): string | null {
  return oneLine(title ?? '') || null
}

/** The author's name. Chats need one, so it is never empty. */
export function describeAuthor({ author }: ChatPost): string {
  return oneLine(author) || 'Atelier'
}

/** The ending of a text that was cut. */
export function writeRest(post: ChatPost, link: (url: string) => string = (url) => url): string {
  const action = readAction(post)
  if (action) return `… (whole message: ${link(action.url)})`
  return `… (the whole message is in ${post.channel})`
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
