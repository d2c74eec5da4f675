import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { useService, useTenant } from '../../../test/harness.ts'
import { useHttpServer } from '../../../test/local-servers.ts'
import { mask, maskNestedHeaders } from './mask-headers.ts'
import { base, workflowClient } from './test-workflows.ts'

const service = useService()
const mia = useTenant(service)
const { call, define, start, runPath, waitForEnd } = workflowClient(service, () => mia)

const secret = 'hunter2'
let received: IncomingHttpHeaders = {}
const server = useHttpServer((request, response) => {
  received = request.headers
  response.writeHead(200, { 'set-cookie': `session=${secret}`, 'x-colour': 'red' })
  response.end('{}')
})

test('which headers are hidden', () => {
  const hidden = ['Authorization', 'cookie', 'Set-Cookie', 'X-API-Key', 'x-auth-token', 'MySecret']
  const shown = ['accept', 'x-authorization-kind', 'content-type']
  const headers = Object.fromEntries([...hidden, ...shown].map((name) => [name, 'value']))
  const masked = maskNestedHeaders({ url: 'u', headers }) as { headers: Record<string, string> }
  for (const name of hidden) expect([name, masked.headers[name]]).toEqual([name, mask])
  for (const name of shown) expect([name, masked.headers[name]]).toEqual([name, 'value'])
  for (const other of [null, 'x', [1], { headers: 'x' }, { headers: null }]) {
    expect(maskNestedHeaders(other)).toEqual(other)
  }
})

test('a secret is sent, and visible only to people who can write workflows', async () => {
  const step = {
    id: 'get',
    type: 'http',
    url: server.url,
    headers: { Authorization: `Bearer ${secret}`, 'x-campaign': 'autumn' },
  }
  const id = await define({
    steps: [{ id: 'each', type: 'for_each', items: '[1]', steps: [step] }],
    output: '${steps.each.output[0]}',
  })
  const run = await start(id)
  expect(await waitForEnd(run)).toMatchObject({
    status: 'COMPLETED',
    output: { headers: { 'set-cookie': mask, 'x-colour': 'red' } },
  })
  expect(received.authorization).toBe(`Bearer ${secret}`)

  const { body, text } = await call('GET', `${runPath(run)}/steps`)
  expect(body.results.at(-1)).toMatchObject({
    path: 'each[0].get',
    input: { headers: { Authorization: mask, 'x-campaign': 'autumn' } },
    output: { headers: { 'set-cookie': mask } },
  })
  expect(text).not.toContain(secret)
  const following = await service.app.inject({
    method: 'GET',
    url: `${runPath(run)}/status`,
    headers: { authorization: `Api-Key ${mia.key}`, accept: 'text/event-stream' },
  })
  expect(following.body).toContain('event: run')
  expect(following.body).not.toContain(secret)

  const reader = await service.keyWith(mia, ['workflows:read', 'workflows:run'])
  for (const path of [`${base}/${id}`, `${base}/${id}/versions`, `${base}/${id}/versions/1`]) {
    expect((await call('GET', path)).text).toContain(secret)
    const seen = await call('GET', path, undefined, reader)
    expect([path, seen.status, seen.text.includes(secret)]).toEqual([path, 200, false])
    expect(seen.text).toContain(mask)
  }
})
