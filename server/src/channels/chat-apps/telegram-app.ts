import { escapeHtml } from '../../lib/escape-html.ts'
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { Undeliverable } from '../channel.ts'
import { callApp } from './app-request.ts'
import type { ChatApp, DoorMessage } from './door-message.ts'

export interface TelegramSecrets {
  bot_token: string
  /** Comes back in a header of every webhook request. */
  webhook_secret?: string
}

/** Calls a method of the Bot API. The token is part of the URL, so URLs never appear in errors. */
export async function callTelegram(
  safeFetch: SafeFetch,
  apiUrl: string,
  token: string,
  method: string,
  body: object,
  options: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<unknown> {
  const { json, status } = await callApp(safeFetch, {
    app: 'Telegram',
    url: `${apiUrl}/bot${token}/${method}`,
    body,
    ...options,
  })
  if (json.ok === true) return json.result
  const description = typeof json.description === 'string' ? json.description : `status ${status}`
  throw new Undeliverable(`Telegram answered to ${method}: ${description.slice(0, 200)}`)
}

export function telegramApp(
  safeFetch: SafeFetch,
  apiUrl: string,
  { bot_token }: TelegramSecrets,
): ChatApp {
  const call = (method: string, body: object) =>
    callTelegram(safeFetch, apiUrl, bot_token, method, body)
  return {
    identify: async () => {
      const { username = '', first_name = '' } = (await call('getMe', {})) as Record<string, string>
      return { settings: { username }, description: `${first_name} (@${username})` }
    },
    send: async (channelId, message) => {
      const sent = await call('sendMessage', { chat_id: channelId, ...telegramMessage(message) })
      const { message_id, chat } = sent as { message_id: number; chat: { id: number } }
      return { channelId: String(chat.id), messageId: String(message_id) }
    },
    update: async ({ channelId, messageId }, message) => {
      const place = { chat_id: channelId, message_id: Number(messageId) }
      await call('editMessageText', { ...place, ...telegramMessage(message) }).catch((error) => {
        // An earlier attempt succeeded, and its response was lost.
        if (!String(error.message).includes('message is not modified')) throw error
      })
    },
  }
}

export function telegramMessage(message: DoorMessage): object {
  const { title, sender, workspace, ended, progress } = message
  const lines = [
    `<b>${escapeHtml(title)}</b>`,
    ...(message.message === title ? [] : [escapeHtml(message.message.slice(0, 2500))]),
    ...(message.draft && !ended ? [`<pre>${escapeHtml(message.draft.slice(0, 800))}</pre>`] : []),
    ...(progress ? [escapeHtml(progress)] : []),
    ...(ended ? [`<b>${escapeHtml(ended.slice(0, 500))}</b>`] : hints(message)),
    `<i>${escapeHtml(sender)} in ${escapeHtml(workspace)}</i>`,
  ]
  return {
    text: lines.join('\n\n'),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: ended ? [] : keyboard(message) },
  }
}

function hints({ kind, options, needsSession }: DoorMessage): string[] {
  if (needsSession) return []
  const list = options.map(({ label }, at) => `${at + 1}. ${escapeHtml(label)}`).join('\n')
  if (kind === 'text') return ['Reply to this message with your answer.']
  if (kind === 'multi_choice') return [list, 'Reply with the numbers you choose, such as “1, 3”.']
  if (kind === 'rank') return [list, 'Reply with the numbers in your order, such as “2, 1, 3”.']
  return kind === 'form' ? ['Open the form to answer.'] : []
}

/** The data of a button has at most 64 bytes: the question's id and a position. */
function keyboard({ questionId, kind, options, url, needsSession }: DoorMessage): object[][] {
  const button = (text: string, value: string) => ({
    text: text.slice(0, 60),
    callback_data: `${questionId}:${value}`,
  })
  // Telegram rejects buttons with local addresses.
  const isPublic = /^https:\/\/[^/]*\.[^/]+/.test(url)
  const open = isPublic ? [[{ text: 'Open in Atelier', url }]] : []
  if (needsSession) return open
  if (kind === 'approval' || kind === 'edit') {
    return [[button('Approve', 'approved'), button('Reject', 'rejected')], ...open]
  }
  const choices =
    kind === 'choice' ? options.map(({ label }, at) => [button(label, String(at))]) : []
  return [...choices, ...open]
}
