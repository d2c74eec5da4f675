import { describe, expect, test } from 'vitest'
import { useService } from '../../../test/harness.ts'

const service = useService()
const path = '/api/v1/workspaces/current'

describe('GET /workspaces/current', () => {
  test('200 has user, workspace and teamspaces, and nothing else', async () => {
    const mia = await service.tenant()
    const { body: space } = await service.call('POST', '/api/v1/workspaces/teamspaces', {
      key: mia.key,
      body: { name: 'Launch' },
    })
    const answer = await service.call('GET', path, { key: mia.key })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      user: { id: mia.userId, first_name: 'Test', last_name: 'Person', email: mia.email },
      workspace: {
        id: mia.workspaceId,
        name: `Workspace ${mia.slug}`,
        slug: mia.slug,
        is_active: true,
        settings: { timezone: 'UTC', language: 'en', start_of_week: 'mon' },
      },
      teamspaces: [{ id: space.id, name: 'Launch', slug: 'launch', is_active: true }],
    })
  })
})
