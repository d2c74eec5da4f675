import { describe, expect, test } from 'vitest'
import { useService } from '../../../test/harness.ts'
import { bootstrap } from './bootstrap.ts'

const path = '/api/v1/workspaces/current'

describe('the first start', () => {
  const service = useService()

  test('creates an owner, a workspace and a key with every scope; a second start creates nothing', async () => {
    const first = await bootstrap(service.deps)
    expect(await bootstrap(service.deps)).toBeUndefined()
    const { body } = await service.call('GET', path, { key: first?.key as string })
    expect(body.user.email).toBe('owner@atelier.local')
    const answer = await service.call('POST', '/api/v1/workspaces/teamspaces', {
      key: first?.key as string,
      body: { name: 'Launch' },
    })
    expect(answer.status).toBe(201)
  })
})

describe('concurrent first starts', () => {
  const service = useService()

  test('create one installation; a configured key is used', async () => {
    const chosen = 'a-chosen-key-of-24-characters'
    const deps = { ...service.deps, config: { ...service.deps.config, bootstrapApiKey: chosen } }
    const starts = await Promise.all([bootstrap(deps), bootstrap(deps), bootstrap(deps)])
    expect(starts.filter(Boolean)).toEqual([{ email: 'owner@atelier.local', key: undefined }])
    expect((await service.call('GET', path, { key: chosen })).status).toBe(200)
  })
})
