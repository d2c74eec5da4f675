export const chatKinds = ['slack', 'mattermost', 'discord'] as const

export type ChatKind = (typeof chatKinds)[number]

/** A message of one of the team's channels, on its way to another team chat. */
export interface ChatPost {
  channel: string
  title: string | null
  /** Markdown */
  text: string
  action: { label: string; url: string } | null
  author: string
  workspaceName: string
  createdAt: Date
}

const longestUrl = 2000

/** The action, if its address is one that every chat takes. */
export function actionOf({ action }: ChatPost): ChatPost['action'] {
  if (!action || action.url.length > longestUrl) return null
  const url = URL.parse(action.url)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  return { label: oneLine(action.label) || 'View details', url: url.href }
}

/** The title, unless there is nothing to be seen of it: chats refuse an empty one. */
export function titleOf({ title }: ChatPost): string | null {
  return oneLine(title ?? '') || null
}

/** Who speaks; somebody always does. */
export function authorOf({ author }: ChatPost): string {
  return oneLine(author) || 'Atelier'
}

/** How a text ends that was too long. */
export function restOf(post: ChatPost, link: (url: string) => string = (url) => url): string {
  const action = actionOf(post)
  if (action) return `… (whole message: ${link(action.url)})`
  return `… (the whole message is in ${post.channel})`
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
