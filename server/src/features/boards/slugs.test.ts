import { beforeEach, describe, expect, test } from 'vitest'
import { expectStatus, readProblem, type Tenant } from '../../../test/harness.ts'
import { useBoards } from './test-boards.ts'

const { service, boardClient } = useBoards()
let owner: ReturnType<typeof boardClient>
let member: ReturnType<typeof boardClient>

beforeEach(async () => {
  const mia: Tenant = await service.tenant()
  owner = boardClient(mia)
  member = boardClient(await service.colleague(mia, 'member'))
})

const create = async (body: object, by = owner) =>
  expectStatus(201, by('POST', '/pm/boards', { title: 'Secret', ...body }))

const hide = (slug: string) =>
  expectStatus(200, owner('PATCH', `/pm/boards/${slug}`, { access: 0 }))

describe('a member who guesses the slug of a board that they cannot see', () => {
  test('gets it, as if no board ever had it', async () => {
    await create({ slug: 'merger' })
    await hide('merger')
    expect((await create({ slug: 'merger' }, member)).slug).toBe('merger')
  })

  test('gets no number for a title that the board has', async () => {
    const { slug } = await create({ title: 'Merger' })
    await hide(slug)
    expect((await create({ title: 'Merger' }, member)).slug).toBe('merger')
  })

  test('gets a former slug of the board', async () => {
    await create({ slug: 'first' })
    await owner('PATCH', '/pm/boards/first', { slug: 'second' })
    await hide('second')
    expect((await create({ slug: 'first' }, member)).slug).toBe('first')
  })

  test('renames a board to it', async () => {
    await create({ slug: 'merger' })
    await hide('merger')
    await create({ slug: 'mine' }, member)
    const renamed = member('PATCH', '/pm/boards/mine', { slug: 'merger' })
    expect((await expectStatus(200, renamed)).slug).toBe('merger')
  })

  test('clones a board to it', async () => {
    await create({ slug: 'merger' })
    await hide('merger')
    await create({ slug: 'mine' }, member)
    const clone = member('POST', '/pm/boards/mine/clone', { slug: 'merger' })
    expect((await expectStatus(201, clone)).slug).toBe('merger')
  })

  test('gets it after it was renamed and hidden in one request', async () => {
    await create({ slug: 'old' })
    await expectStatus(200, owner('PATCH', '/pm/boards/old', { slug: 'merger', access: 0 }))
    expect((await create({ slug: 'merger' }, member)).slug).toBe('merger')
    expect((await create({ slug: 'old' }, member)).slug).toBe('old')
  })

  test('gets it after the board moved into a teamspace', async () => {
    const { id } = await expectStatus(201, owner('POST', '/workspaces/teamspaces', { name: 'S' }))
    await create({ slug: 'merger' })
    await expectStatus(200, owner('PATCH', '/pm/boards/merger', { space_id: id }))
    expect((await create({ slug: 'merger' }, member)).slug).toBe('merger')
  })
})

test('people who see a hidden board still find it by its plain slugs', async () => {
  const { id } = await create({ slug: 'first' })
  await owner('PATCH', '/pm/boards/first', { slug: 'second' })
  await hide('second')
  for (const slug of ['first', 'second']) {
    const found = await expectStatus(200, owner('GET', `/pm/boards/${slug}`))
    expect(found).toMatchObject({ id, slug: expect.stringMatching(/^second-[0-9a-f]{6}$/) })
    expect(await readProblem(member('GET', `/pm/boards/${slug}`))).toEqual([404, 'board_not_found'])
  }
})
