import type { ChatKind } from '../../channels/chat/chat-post.ts'
import { checkUrl } from '../../http/body/check-url.ts'
import { invalid } from '../../http/problem.ts'

const discord = /^((ptb|canary)\.)?discord(app)?\.com$/

/**
 * Rejects a URL that cannot be right. Only the two hosts with a known URL format are checked beyond
 * http and https; self-hosted servers may have any URL.
 */
export function checkChatUrl(kind: ChatKind, text: string, allowCidrs: readonly string[]): string {
  const url = checkUrl('url', text, allowCidrs)
  checkKind(kind, url)
  return url.href
}

export function checkKind(kind: ChatKind, url: URL): void {
  if (url.hostname === 'hooks.slack.com' && kind !== 'slack') {
    throw invalid('kind', 'must be slack for a Slack URL')
  }
  if (discord.test(url.hostname) && kind !== 'discord') {
    throw invalid('kind', 'must be discord for a Discord URL')
  }
  if (discord.test(url.hostname) && /\/(slack|github)\/?$/.test(url.pathname)) {
    throw invalid('url', 'must be the plain Discord URL, without /slack or /github')
  }
}
