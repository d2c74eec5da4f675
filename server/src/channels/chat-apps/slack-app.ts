import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { TryLater, Undeliverable } from '../channel.ts'
import { TemporaryRejection, waitSeconds } from '../post-to-service.ts'
import { callApp } from './app-request.ts'
import type { ChatApp } from './door-message.ts'
import { slackMessage } from './slack-views.ts'

export interface SlackSecrets {
  bot_token: string
  signing_secret?: string
  app_token?: string
}

const maxAgeSeconds = 300

/** Why a request is not from Slack, now; undefined if it is. */
export function slackMistake(
  secret: string,
  { timestamp, signature }: { timestamp: string | undefined; signature: string | undefined },
  body: Buffer,
  now: Date,
): string | undefined {
  if (!timestamp || !/^\d{1,12}$/.test(timestamp) || !signature) return 'it is not signed'
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > maxAgeSeconds) {
    return 'its timestamp is more than five minutes off'
  }
  const right = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')}`
  const [a, b] = [Buffer.from(right), Buffer.from(signature)]
  return a.length === b.length && timingSafeEqual(a, b) ? undefined : 'its signature is wrong'
}

/** Errors that mean the app must be set up again. */
const lasting = ['invalid_auth', 'account_inactive', 'token_revoked', 'not_authed', 'missing_scope']

/** Calls a method of Slack's Web API. */
export async function callSlack(
  safeFetch: SafeFetch,
  apiUrl: string,
  token: string,
  method: string,
  body: object,
  timeoutMs?: number,
): Promise<Record<string, unknown>> {
  const { json, headers, status } = await callApp(safeFetch, {
    app: 'Slack',
    url: `${apiUrl}/${method}`,
    headers: { authorization: `Bearer ${token}` },
    body,
    ...(timeoutMs && { timeoutMs }),
  })
  if (json.ok === true) return json
  const error = typeof json.error === 'string' ? json.error : `status ${status}`
  if (error === 'ratelimited') {
    const seconds = waitSeconds({ status, headers, text: '' })
    throw new TryLater(`Slack asked us to wait ${seconds} seconds.`, seconds)
  }
  if (['internal_error', 'fatal_error', 'request_timeout'].includes(error)) {
    throw new TemporaryRejection(`Slack answered ${error} to ${method}.`)
  }
  const advice = lasting.includes(error) ? ' Check the tokens and scopes of the app.' : ''
  throw new Undeliverable(`Slack answered ${error} to ${method}.${advice}`)
}

export function slackApp(
  safeFetch: SafeFetch,
  apiUrl: string,
  { bot_token }: SlackSecrets,
): ChatApp {
  const call = (method: string, body: object) =>
    callSlack(safeFetch, apiUrl, bot_token, method, body)
  return {
    identify: async () => {
      const me = await call('auth.test', {})
      return {
        settings: { team_id: String(me.team_id ?? ''), bot_user_id: String(me.user_id ?? '') },
        description: `${me.user ?? 'The app'} in ${me.team ?? 'Slack'}`,
      }
    },
    send: async (channelId, message) => {
      const sent = await call('chat.postMessage', { channel: channelId, ...slackMessage(message) })
      return { channelId: String(sent.channel), messageId: String(sent.ts) }
    },
    update: async ({ channelId, messageId }, message) => {
      await call('chat.update', { channel: channelId, ts: messageId, ...slackMessage(message) })
    },
  }
}
