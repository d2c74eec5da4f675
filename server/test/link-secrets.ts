import { symbols } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { watchLinkSecrets } from '../src/http/gate/acting-links.ts'
import type { Harness, Tenant } from './harness.ts'
import { notify } from './notify.ts'
import { until } from './server-client.ts'

export interface Watched {
  /** The secrets of all links that the service creates. */
  secrets: Set<string>
  /** Every line that the service and its worker log, at the most detailed level. */
  lines: string[]
}

/** Collects what must not meet: the secrets of links, and the lines of the log. */
export function useWatchedLinks(service: Harness): Watched {
  const watched: Watched = { secrets: new Set(), lines: [] }
  let stopWatching: () => void
  beforeAll(() => {
    stopWatching = watchLinkSecrets((secret) => watched.secrets.add(secret))
    service.deps.log.level = 'trace'
    Object.assign(service.deps.log, {
      [symbols.streamSym]: { write: (line: string) => void watched.lines.push(line) },
    })
  })
  afterAll(() => stopWatching())
  return watched
}

/** A question to the person, whose email has a link to answer; returns the id of the email. */
export async function sendQuestionMail(service: Harness, to: Tenant): Promise<string> {
  const question = { category: 'agentNeedsInput', question: { kind: 'approval' } }
  const { body } = await notify(service, to, { title: 'May I publish it?', ...question })
  const url = `/api/v1/notifications/${body.notification_id}/receipts`
  return until('the captured mail', async () => {
    const { receipts } = (await service.call('GET', url, { key: to.key })).body
    type Receipt = { id: string; channel: string; status: string }
    const isCaptured = (one: Receipt) => one.channel === 'email' && one.status === 'captured'
    return (receipts as Receipt[]).find(isCaptured)?.id
  })
}
