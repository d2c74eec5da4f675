import { discordApp } from '../../channels/chat-apps/discord-app.ts'
import type { ChatApp } from '../../channels/chat-apps/door-message.ts'
import { slackApp } from '../../channels/chat-apps/slack-app.ts'
import { telegramApp } from '../../channels/chat-apps/telegram-app.ts'
import type { Deps } from '../../deps.ts'
import type { ConnectionRow } from './queries.ts'

export interface Secrets {
  bot_token: string
  signing_secret?: string
  app_token?: string
  webhook_secret?: string
  url?: string
}

export const secretPurpose = 'connection'

export function openSecrets(
  { secrets }: Pick<Deps, 'secrets'>,
  row: Pick<ConnectionRow, 'secrets'>,
): Secrets {
  return JSON.parse(secrets.open(row.secrets, secretPurpose))
}

/** The client of a connection's chat app; undefined for mailboxes. */
export function openChatApp(
  deps: Pick<Deps, 'safeFetch' | 'config'>,
  kind: ConnectionRow['kind'],
  secrets: Secrets,
): ChatApp | undefined {
  const { slackUrl, telegramUrl, discordUrl } = deps.config.doors
  const fetch = deps.safeFetch.webhooks
  if (kind === 'slack') return slackApp(fetch, slackUrl, secrets)
  if (kind === 'telegram') return telegramApp(fetch, telegramUrl, secrets)
  if (kind === 'discord') return discordApp(fetch, discordUrl, secrets)
  return undefined
}
