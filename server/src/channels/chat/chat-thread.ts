import type { ChatKind, ChatPost } from './chat-post.ts'

export interface ChatRequest {
  kind: ChatKind
  post: ChatPost
}

// The Slack module loads a Markdown parser, which few installations need.
const loaders = {
  slack: () => import('./slack.ts'),
  mattermost: () => import('./mattermost.ts'),
  discord: () => import('./discord.ts'),
}

export async function work({ kind, post }: ChatRequest): Promise<object> {
  const { payload } = await loaders[kind]()
  return payload(post)
}
