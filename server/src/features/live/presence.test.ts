import { beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../../test/harness.ts'
import { withKey } from '../../../test/sockets.ts'
import { useLive } from './test-live.ts'

const { service, open, publishEvent } = useLive()

let address: string

beforeAll(async () => {
  address = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/ws`
})

const listen = ({ key }: Tenant) => open(address, withKey(key))

const isPresence =
  (...ids: number[]) =>
  ({ type, people = [] }: { type: string; people?: { id: number }[] }) =>
    type === 'presence' && `${people.map(({ id }) => id)}` === `${ids}`

test('people at a project see each other come, edit and leave; others see nothing', async () => {
  const mia = await service.tenant()
  const jo = await service.colleague(mia, 'member')
  const sam = await service.colleague(mia, 'member')
  const base = '/api/v1/projects/campaign'
  const { body } = await service.call('POST', base, { key: mia.key, body: { title: 'A' } })
  const path = `${base}/${body.id}/presence`
  const announce = ({ key }: Tenant, more: object = {}) =>
    service.call('PUT', path, { key, body: more })
  const [hers, his, other] = [await listen(mia), await listen(jo), await listen(sam)]

  const first = await announce(mia)
  expect(first.body).toEqual({
    people: [{ id: mia.userId, name: 'Test key', kind: 'agent', is_editing: false }],
    expires_in_seconds: 30,
  })
  expect((await announce(jo, { is_editing: true })).body.people).toHaveLength(2)
  const both = await hers.waitForFrame('both', isPresence(mia.userId, jo.userId))
  expect(both.object).toEqual({ type: 'project', id: body.id })
  expect(both.people[1]).toMatchObject({ id: jo.userId, is_editing: true })
  await his.waitForFrame('both', isPresence(mia.userId, jo.userId))
  await service.call('DELETE', path, { key: mia.key })
  await his.waitForFrame('his own', isPresence(jo.userId))
  // Events come after the frames above.
  const n = await publishEvent(sam)
  await other.waitForFrame('an event', ({ data }) => data?.n === n)
  expect(other.frames.filter(({ type }) => type === 'presence')).toEqual([])
  expect(hers.frames.filter(isPresence(jo.userId))).toEqual([])
})

test('404 for a project that the person cannot see', async () => {
  const mia = await service.tenant()
  const stranger = await service.tenant()
  const base = '/api/v1/projects/document'
  const { body } = await service.call('POST', base, { key: mia.key, body: { title: 'A' } })
  for (const method of ['PUT', 'DELETE']) {
    const options = { key: stranger.key, ...(method === 'PUT' && { body: {} }) }
    const answer = await service.call(method, `${base}/${body.id}/presence`, options)
    expect([answer.status, answer.body.code]).toEqual([404, 'project_not_found'])
  }
})
