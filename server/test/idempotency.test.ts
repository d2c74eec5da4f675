import { describe, expect, test } from 'vitest'
import { expectStatus, useService } from './harness.ts'

const service = useService()
const spaces = '/api/v1/workspaces/teamspaces'

function post(key: string, idempotencyKey: string, body: unknown, path = spaces) {
  return service.call('POST', path, { key, body, headers: { 'idempotency-key': idempotencyKey } })
}

describe('Idempotency-Key', () => {
  test('fifty concurrent requests create one row; each gets the same response or is asked to retry', async () => {
    const mia = await service.tenant()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post(mia.key, 'one', { name: 'Launch' })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const created = answers.filter(({ status }) => status === 201)
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    for (const { status, body, headers } of answers) {
      if (status !== 409) continue
      expect(body.code).toBe('idempotency_key_in_use')
      expect(headers['retry-after']).toBe('1')
    }
    const { body } = await service.call('GET', spaces, { key: mia.key })
    expect(body.count).toBe(1)
    const events = await service.deps.db.system`
      select from events where workspace_id = ${mia.workspaceId} and type = 'teamspace.created'`
    expect(events).toHaveLength(1)
  })

  test('the first status, body and tag are repeated, and marked', async () => {
    const mia = await service.tenant()
    const first = await post(mia.key, 'again', { name: 'Launch' })
    const again = await post(mia.key, 'again', { name: 'Launch' })
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.etag).toBe(first.headers.etag)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('a refusal is repeated too and leaves nothing behind', async () => {
    const mia = await service.tenant()
    await post(mia.key, 'a', { name: 'Launch', slug: 'launch' })
    const refused = await post(mia.key, 'b', { name: 'Other', slug: 'launch' })
    expect(refused.status).toBe(409)
    const again = await post(mia.key, 'b', { name: 'Other', slug: 'launch' })
    expect([again.status, again.text]).toEqual([409, refused.text])
    expect(again.headers['content-type']).toContain('application/problem+json')
  })

  test('422 for another body, path or operation with the same key', async () => {
    const mia = await service.tenant()
    await post(mia.key, 'k', { name: 'Launch' })
    const others = [
      await post(mia.key, 'k', { name: 'Other' }),
      await post(mia.key, 'k', { name: 'Launch' }, '/api/v1/workspaces'),
    ]
    for (const { status, body } of others) {
      expect([status, body.code]).toEqual([422, 'idempotency_key_reused'])
    }
  })

  test('belongs to its credential', async () => {
    const mia = await service.tenant()
    const other = await service.keyWith(mia, ['teamspaces:write', 'teamspaces:read'])
    const first = await post(mia.key, 'mine', { name: 'Launch' })
    const second = await post(other, 'mine', { name: 'Launch' })
    expect(second.body.id).not.toBe(first.body.id)
  })

  test('400 for a key that is not valid in a header', async () => {
    const mia = await service.tenant()
    for (const key of ['with space', 'x'.repeat(256), 'ümlaut']) {
      expect((await post(mia.key, key, { name: 'A' })).status, key).toBe(400)
    }
  })

  test('is forgotten after a day', async () => {
    const mia = await service.tenant()
    const first = await post(mia.key, 'old', { name: 'Launch' })
    service.advance(24 * 3600 + 1)
    const second = await expectStatus(201, post(mia.key, 'old', { name: 'Launch' }))
    expect(second.id).not.toBe(first.body.id)
  })

  test('a secret in a repeated response is not readable in the database', async () => {
    const mia = await service.tenant()
    const first = await post(mia.key, 'secret', { name: 'Agent' }, '/api/v1/api-keys')
    const again = await post(mia.key, 'secret', { name: 'Agent' }, '/api/v1/api-keys')
    expect(again.body.key).toBe(first.body.key)
    const rows = await service.deps.db.system<{ body: Buffer }>`select body from idempotency_keys`
    for (const { body } of rows) expect(body.includes(first.body.key)).toBe(false)
  })
})

describe('GET /idempotency/{key}', () => {
  test('200 finds what a lost response created', async () => {
    const mia = await service.tenant()
    const { body: space } = await post(mia.key, 'lost', { name: 'Launch' })
    const found = await service.call('GET', '/api/v1/idempotency/lost', { key: mia.key })
    expect(found.body).toMatchObject({
      key: 'lost',
      operation_id: 'createTeamspace',
      status: 201,
      body: space,
    })
  })

  test('404 for an unknown key and for that of another credential', async () => {
    const mia = await service.tenant()
    const jo = await service.tenant()
    await post(mia.key, 'hers', { name: 'Launch' })
    for (const [key, name] of [
      [jo.key, 'hers'],
      [mia.key, 'nobody'],
    ] as const) {
      const answer = await service.call('GET', `/api/v1/idempotency/${name}`, { key })
      expect([answer.status, answer.body.code]).toEqual([404, 'idempotency_key_not_found'])
    }
  })
})
