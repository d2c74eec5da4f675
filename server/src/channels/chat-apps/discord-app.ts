import { createPublicKey, verify } from 'node:crypto'
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { Undeliverable } from '../channel.ts'
import { callApp } from './app-request.ts'
import type { ChatApp, DoorMessage } from './door-message.ts'

export interface DiscordSecrets {
  bot_token: string
}

/** The DER header of an Ed25519 public key, before its 32 bytes. */
const derHeader = Buffer.from('302a300506032b6570032100', 'hex')
const maxAgeSeconds = 300

/** Why a request is not from Discord, now; undefined if it is. */
export function discordMistake(
  publicKey: string,
  { timestamp, signature }: { timestamp: string | undefined; signature: string | undefined },
  body: Buffer,
  now: Date,
): string | undefined {
  if (!timestamp || !signature || !/^[0-9a-f]{128}$/i.test(signature)) return 'it is not signed'
  const der = Buffer.concat([derHeader, Buffer.from(publicKey, 'hex')])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  if (!verify(null, signed, key, Buffer.from(signature, 'hex'))) return 'its signature is wrong'
  const isRecent = Math.abs(now.getTime() / 1000 - Number(timestamp)) <= maxAgeSeconds
  return isRecent ? undefined : 'its timestamp is more than five minutes off'
}

/** Calls Discord's REST API. */
export async function callDiscord(
  safeFetch: SafeFetch,
  apiUrl: string,
  token: string,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const { json, status } = await callApp(safeFetch, {
    app: 'Discord',
    method,
    url: `${apiUrl}${path}`,
    headers: { authorization: `Bot ${token}` },
    ...(body !== undefined && { body }),
  })
  if (status >= 200 && status < 300) return json
  const said = typeof json.message === 'string' ? json.message.slice(0, 200) : `status ${status}`
  throw new Undeliverable(`Discord answered ${status}: ${said}`)
}

/** The command with which people connect their account. */
const linkCommand = {
  name: 'link',
  description: 'Connect your account to Atelier',
  type: 1,
  options: [{ name: 'code', description: 'The code from Atelier', type: 3, required: true }],
}

export function discordApp(
  safeFetch: SafeFetch,
  apiUrl: string,
  { bot_token }: DiscordSecrets,
): ChatApp {
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: unknown) =>
    callDiscord(safeFetch, apiUrl, bot_token, method, path, body)
  return {
    identify: async () => {
      const { id, name, verify_key } = (await call('GET', '/applications/@me')) as Record<
        string,
        string
      >
      await call('PUT', `/applications/${id}/commands`, [linkCommand])
      const settings = { application_id: String(id), public_key: String(verify_key) }
      return { settings, description: String(name) }
    },
    send: async (channelId, message) => {
      const dm = await call('POST', '/users/@me/channels', { recipient_id: channelId })
      const sent = await call('POST', `/channels/${dm.id}/messages`, discordMessage(message))
      return { channelId: String(dm.id), messageId: String(sent.id) }
    },
    update: async ({ channelId, messageId }, message) => {
      await call('PATCH', `/channels/${channelId}/messages/${messageId}`, discordMessage(message))
    },
  }
}

const styles = { primary: 1, secondary: 2, success: 3, danger: 4, link: 5 }

export function discordMessage(message: DoorMessage): object {
  const { title, sender, workspace, ended, progress, draft } = message
  const text = [
    ...(message.message === title ? [] : [message.message]),
    ...(draft && !ended ? [draft.slice(0, 1500)] : []),
    ...(progress ? [progress] : []),
    ...(ended ? [ended] : []),
  ].join('\n\n')
  return {
    content: '',
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: title.slice(0, 256),
        description: escapeMarkdown(text).slice(0, 4000),
        footer: { text: `${sender} in ${workspace}`.slice(0, 2000) },
      },
    ],
    components: ended ? [] : buildRows(message),
  }
}

/** Links that hide their target and mentions stay plain text. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|>[\]()#-]/g, '\\$&')
}

function buildRows({ questionId, kind, options, url, needsSession }: DoorMessage): object[] {
  const button = (label: string, value: string, style: number) => ({
    type: 2,
    style,
    label: label.slice(0, 80),
    custom_id: `${questionId}:${value}`,
  })
  const open = { type: 2, style: styles.link, label: 'Open in Atelier', url }
  const row = (components: object[]) => ({ type: 1, components })
  if (needsSession) return [row([open])]
  if (kind === 'approval' || kind === 'edit') {
    const buttons = [
      button('Approve', 'approved', styles.success),
      button('Reject', 'rejected', styles.danger),
    ]
    return [row([...buttons, open])]
  }
  if (kind === 'text') return [row([button('Answer', 'form', styles.primary), open])]
  if (kind !== 'choice' && kind !== 'multi_choice') return [row([open])]
  const select = {
    type: 3,
    custom_id: `${questionId}:select`,
    options: options.map(({ label }, at) => ({ label: label.slice(0, 100), value: String(at) })),
    min_values: kind === 'choice' ? 1 : 0,
    max_values: kind === 'choice' ? 1 : options.length,
  }
  return [row([select]), row([open])]
}

/** The modal for a text answer. */
export function discordModal({
  questionId,
  title,
}: Pick<DoorMessage, 'questionId' | 'title'>): object {
  const input = { type: 4, custom_id: 'value', style: 2, label: 'Your answer', max_length: 4000 }
  return {
    title: title.slice(0, 45),
    custom_id: `${questionId}:submit`,
    components: [{ type: 1, components: [{ ...input, required: true }] }],
  }
}
