import type { Operation } from '../../../http/operation.ts'
import type { Effect } from './schemas.ts'

interface OperationInputs {
  params?: unknown
  query?: unknown
  body?: unknown
}

interface NotifyResult {
  deliveries?: { channel: string }[]
}

const kindOfChannel: Record<string, Effect['kind']> = { email: 'mail', chat: 'chat' }

/** What a call of an operation would change or send. Reading has no effect. */
export function describeEffects(
  operation: Operation,
  input: OperationInputs,
  output: unknown,
): Effect[] {
  if (operation.method === 'GET') return []
  if (operation.id === 'sendAgentNotification') {
    return describeMessages((input.body ?? {}) as Record<string, unknown>, output as NotifyResult)
  }
  const { params, query, body } = input
  const given = Object.entries({ params, query, body }).filter(([, value]) => value !== undefined)
  const details = { operation: operation.id, ...Object.fromEntries(given) }
  return [
    { kind: chooseKind(operation), summary: `${operation.summary}${readName(body)}`, details },
  ]
}

function chooseKind({ id, permission }: Operation): Effect['kind'] {
  if (permission === 'social:write') return 'post'
  if (permission === 'chat:write') return 'chat'
  if (permission === 'boards:write' && /Task/.test(id)) return 'task'
  return 'write'
}

/** One effect per kind of channel; websocket and push carry what the inbox gets. */
function describeMessages(
  { title, message, userId }: Record<string, unknown>,
  told: NotifyResult,
): Effect[] {
  const channels = (told.deliveries ?? []).map(({ channel }) => channel)
  const byKind = Map.groupBy(channels, (channel) => kindOfChannel[channel] ?? 'notification')
  return [...byKind].map(([kind, list]) => ({
    kind,
    summary: `${verbs[kind]}: ${String(title)}`,
    details: { user_id: userId, title, message, channels: list },
  }))
}

const verbs: Partial<Record<Effect['kind'], string>> = {
  notification: 'Notify a person',
  mail: 'Send an email',
  chat: 'Post to the team chat',
}

/** “: Review the draft”, if the body says how the record is called. */
function readName(body: unknown): string {
  if (body === null || typeof body !== 'object') return ''
  const { title, name, message, comment } = body as Record<string, unknown>
  const text = [title, name, message, comment].find((one) => typeof one === 'string')
  return text === undefined ? '' : `: ${String(text).slice(0, 120)}`
}
