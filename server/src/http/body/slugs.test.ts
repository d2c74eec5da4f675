import { expect, test } from 'vitest'
import { useService } from '../../../test/harness.ts'

const service = useService()

const steps = [{ id: 'x', type: 'set', value: 1 }]

const kinds: [string, string, (name: string) => object][] = [
  ['boards', '/api/v1/pm/boards', (title) => ({ title })],
  [
    'workflows',
    '/api/v1/service/workflows',
    (title) => ({ definition: { title, steps }, is_listed: false }),
  ],
  ['teamspaces', '/api/v1/workspaces/teamspaces', (name) => ({ name })],
]

test.each(kinds)(
  'ten concurrent %s with the same name get different slugs',
  async (_, path, body) => {
    const { key } = await service.tenant()
    const make = (name: string) => service.call('POST', path, { key, body: body(name) })
    const made = await Promise.all(Array.from({ length: 10 }, () => make('Launch week')))
    expect(made.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const slugs = made.map((one) => one.body.slug).sort()
    const numbered = Array.from({ length: 9 }, (_, index) => `launch-week-${index + 2}`)
    expect(slugs).toEqual(['launch-week', ...numbered].sort())
  },
)

test('ten concurrent clones of a board get different slugs', async () => {
  const { key } = await service.tenant()
  const path = '/api/v1/pm/boards'
  const { body } = await service.call('POST', path, { key, body: { title: 'Launch' } })
  const clones = await Promise.all(
    Array.from({ length: 10 }, () =>
      service.call('POST', `${path}/${body.id}/clone`, { key, body: {} }),
    ),
  )
  expect(new Set(clones.map((one) => one.body.slug)).size).toBe(10)
})

test('a name that looks like an id becomes a slug that does not', async () => {
  const { key } = await service.tenant()
  const title = '3f0a3d4e-8f0b-4f0e-9d55-0a1b2c3d4e5f'
  const { body } = await service.call('POST', '/api/v1/pm/boards', { key, body: { title } })
  expect(body.slug).toBe(`board-${title}`)
  const reserved = { definition: { title: 'Templates', steps } }
  const made = await service.call('POST', '/api/v1/service/workflows', { key, body: reserved })
  expect(made.body.slug).toBe('workflow-templates')
})
