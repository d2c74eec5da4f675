import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConnectionQuota } from '../../src/http/gate/connection-quota.ts'
import { unsharedCounts } from '../../src/platform/counts/shared-counts.ts'
import { useService, useTenant } from '../harness.ts'

/** Nobody can hold so many streams that the server or other workspaces suffer. */
const service = useService()
const mia = useTenant(service)
let baseUrl: string

beforeAll(async () => {
  baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => service.app.server.closeAllConnections())

interface Opened {
  sent: ClientRequest
  status: number | undefined
}

function open(key: string): Promise<Opened> {
  const headers = { authorization: `Api-Key ${key}`, accept: 'text/event-stream' }
  const sent = request(`${baseUrl}/api/v1/events/stream`, { agent: false, headers })
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response: IncomingMessage) => {
      response.on('error', () => {}).resume()
      resolve({ sent, status: response.statusCode })
    })
    sent.end()
  })
}

test('429 for the 51st stream of a credential, until one closes', async () => {
  const streams = await Promise.all(Array.from({ length: 50 }, () => open(mia.key)))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  const more = await service.call('GET', '/api/v1/events/stream', { key: mia.key })
  expect([more.status, more.body.code]).toEqual([429, 'too_many_streams'])
  // Another credential has its own.
  const other = await open(await service.keyWith(mia, ['events:read']))
  expect(other.status).toBe(200)
  streams[0]?.sent.destroy()
  await expect.poll(async () => (await open(mia.key)).status).toBe(200)
})

test('a workspace gets at most half of the connections, with any number of keys', () => {
  const quota = new ConnectionQuota(
    { noun: 'event streams', tooMany: 'too_many_streams', exhausted: 'streams_exhausted' },
    unsharedCounts(),
  )
  const holder = (workspaceId: number, at: number) => ({
    workspaceId,
    credentialId: `${at % 1000}`,
  })
  const fill = (workspaceId: number) => {
    for (let at = 0; ; at++) {
      const one = { ...holder(workspaceId, at), credentialId: `${workspaceId} ${at % 1000}` }
      try {
        quota.require(one)
      } catch (error) {
        return { held: at, code: (error as { code: string }).code }
      }
      quota.take(one)
    }
  }
  expect(fill(1)).toEqual({ held: 10_000, code: 'too_many_streams' })
  expect(fill(2)).toEqual({ held: 10_000, code: 'streams_exhausted' })
  for (let at = 0; at < 10_000; at++) {
    quota.giveBack({ workspaceId: 1, credentialId: `1 ${at % 1000}` })
  }
  expect(() => quota.require(holder(3, 0))).not.toThrow()
})
