import { expect } from 'vitest'
import { social } from '../foreign-records.ts'
import {
  checkFields,
  isList,
  isObject,
  isText,
  isTime,
  isUuid,
  type Section,
  says,
} from './statement.ts'
import { ours, type World } from './world.ts'

const drafts = (world: World) =>
  world.once('drafts', async () => {
    const first = (await ours(world).socialAccount()).id as number
    const second = (await ours(world).socialAccount()).id as number
    for (let at = 0; at < 12; at++) {
      const message = at === 3 ? 'A needle' : `Draft ${at}`
      const date = `2040-01-${10 + at} 10:00`
      const tz = 'UTC'
      await world.post(`${social}/create`, { message, account_ids: [first], date, tz })
    }
    await world.post(`${social}/create`, { message: 'Other', account_ids: [second] })
    const later = { action: 'schedule', date: '2040-02-01 10:00' }
    await world.post(`${social}/create`, { message: 'Planned', account_ids: [first], ...later })
    return { first, second }
  })
async function list(world: World, query = '', accounts?: string) {
  const { first } = await drafts(world)
  return world.get(`${social}/get-drafts?account_ids=${accounts ?? first}${query}`)
}
const texts = ({ body }: { body: { results: { message: string }[] } }) =>
  body.results.map(({ message }) => message)

export const draftSection: Section = {
  title: 'List draft social posts',
  statements: [
    says('200 with a list of drafts', async (world) => {
      const { status, body } = await list(world)
      expect([status, isList(body.results)]).toEqual([200, true])
    }),
    says('with pagination info', async (world) => {
      const { count, page, per_page, pages_count, next } = (await list(world)).body
      expect([count, page, per_page, pages_count, isText(next)]).toEqual([12, 1, 10, 2, true])
    }),
    says('only unpublished drafts', async (world) => {
      const { body } = await list(world)
      expect([body.count, texts({ body }).includes('Planned')]).toEqual([12, false])
    }),
    says('only of the given accounts', async (world) => {
      const { second } = await drafts(world)
      expect(texts(await list(world, '', String(second)))).toEqual(['Other'])
    }),
    says('`account_ids` is required', async (world) => {
      expect((await world.get(`${social}/get-drafts`)).status).toBe(400)
    }),
    says('`account_ids` is separated by commas', async (world) => {
      const { first, second } = await drafts(world)
      expect((await list(world, '', `${first},${second}`)).body.count).toBe(13)
    }),
    says('`page` is 1 if omitted', async (world) => {
      expect((await list(world)).body.page).toBe(1)
    }),
    says('`per_page` is 10 if omitted', async (world) => {
      const { body } = await list(world)
      expect([body.per_page, body.results.length]).toEqual([10, 10])
    }),
    says('`page` chooses a page', async (world) => {
      expect((await list(world, '&page=2')).body.results).toHaveLength(2)
    }),
    says('`per_page` sets its size', async (world) => {
      expect((await list(world, '&per_page=3')).body.results).toHaveLength(3)
    }),
    says('`search` filters by content', async (world) => {
      expect(texts(await list(world, '&search=needle'))).toEqual(['A needle'])
    }),
    says('`tz` is a time zone name', async (world) => {
      const { body } = await list(world, '&tz=Asia/Tokyo&order_by=date&order=asc')
      expect(body.results[0].local_date).toBe('2040-01-10 19:00')
      expect((await list(world, '&tz=Nowhere')).status).toBe(400)
    }),
    says('`order_by` names a field to sort by', async (world) => {
      const { body } = await list(world, '&order_by=date&order=asc')
      expect(texts({ body })[0]).toBe('Draft 0')
    }),
    says('`order` can be asc', async (world) => {
      expect(texts(await list(world, '&order_by=id&order=asc'))[0]).toBe('Draft 0')
    }),
    says('`order` can be desc', async (world) => {
      expect(texts(await list(world, '&order_by=id&order=desc'))[0]).toBe('Draft 11')
    }),
    says('`order` can be nothing else', async (world) => {
      expect((await list(world, '&order=up')).status).toBe(400)
    }),
  ],
}

/** A task with one change of every kind in its history. */
const task = (world: World) =>
  world.once('task', async () => {
    const { body: board } = await world.post('/api/v1/pm/boards', { title: 'Launch plan' })
    const make = async (title: string) =>
      (await world.post('/api/v1/pm/tasks', { board: board.id, title })).body
    const [made, other] = [await make('Write'), await make('Review')]
    const path = `/api/v1/pm/tasks/${made.id}`
    const { body: read } = await world.get(`/api/v1/pm/boards/${board.id}`)
    const change = (body: object) => world.service.call('PATCH', path, { key: world.mia.key, body })
    await change({ status: read.statuses[1] })
    await change({ assignees: [world.mia.userId] })
    await change({ title: 'Write it' })
    const of = { content_type: 'task', object_pk: made.id }
    await world.post('/api/v1/comments', { ...of, comment: 'Looks good' })
    const { body: asset } = await world.post('/api/v1/assets/sign', {
      ...{ filename: 'a.png', filetype: 'image/png' },
    })
    await world.post(`${path}/attachment`, { asset_id: asset.asset })
    const link = { target_task_id: other.id, relation_type: 'BLOCKS' }
    await world.post(`${path}/add_dependency`, link)
    return { board: read, id: made.id as string, path: `${path}/activity` }
  })
interface Entry {
  verb: string
  changes: { field: string; old: unknown; new: unknown }[]
}
const activity = async (world: World, query = '?page_size=100') =>
  (await world.get((await task(world)).path + query)).body
const entry = async (world: World, verb: string) => {
  const { results }: { results: Entry[] } = await activity(world)
  return results.find((one) => one.verb === verb) as Entry & Record<string, unknown>
}

export const activitySection: Section = {
  title: 'Get task activity',
  statements: [
    ...checkFields('an entry', (world) => entry(world, 'status_changed'), {
      ...{ verb: isText, actor: isObject, timestamp: isTime, changes: isList },
    }),
    ...Object.entries({
      ...{ status_changed: 'status', assigned: 'assignees', updated: 'title' },
      ...{ commented: 'comment', attached: 'attachments', dependency_added: 'blocks' },
    }).map(([verb, field]) =>
      says(`${verb} is in it, with a diff of ${field}`, async (world) => {
        const change = (await entry(world, verb)).changes.find((one) => one.field === field)
        expect([change?.field, change?.new !== undefined && change.new !== null]).toEqual([
          ...[field, true],
        ])
      }),
    ),
    says('it is paginated', async (world) => {
      expect(Object.keys(await activity(world))).toEqual(
        expect.arrayContaining(['count', 'next', 'previous', 'results']),
      )
    }),
    says('`page` counts from 1', async (world) => {
      const first = await activity(world, '?page=1&page_size=2')
      expect(first.results).toEqual((await activity(world, '?page_size=2')).results)
      expect((await world.get(`${(await task(world)).path}?page=0`)).status).toBe(400)
    }),
    says('`page_size` sets the size of a page', async (world) => {
      expect((await activity(world, '?page_size=2')).results).toHaveLength(2)
    }),
    says('the Organization header scopes to a workspace', async (world) => {
      const headers = { organization: String(world.stranger.workspaceId) }
      expect((await world.get((await task(world)).path, { headers })).status).toBe(403)
    }),
    says('the Space header scopes further', async (world) => {
      const { path } = await task(world)
      expect((await world.get(path, { headers: await otherSpace(world) })).status).toBe(200)
      expect((await world.get(path, { headers: { space: '2000000000' } })).status).toBe(403)
    }),
  ],
}

const otherSpace = (world: World) =>
  world.once('space', async () => {
    const { body } = await world.post('/api/v1/workspaces/teamspaces', { name: 'Elsewhere' })
    return { space: String(body.id) }
  })
const board = async (world: World, query = '', reference?: string) =>
  (await world.get(`/api/v1/pm/boards/${reference ?? (await task(world)).board.id}${query}`)).body

export const boardSection: Section = {
  title: 'Get a board',
  statements: [
    says('by its UUID', async (world) => {
      const { id } = await board(world)
      expect([isUuid(id), id]).toEqual([true, (await task(world)).board.id])
    }),
    says('by its slug', async (world) => {
      const { slug, id } = (await task(world)).board
      expect((await board(world, '', slug)).id).toBe(id)
    }),
    says('`expand=statuses` has the columns inline', async (world) => {
      const { statuses } = await board(world, '?expand=statuses')
      expect(statuses.every(({ title }: { title: unknown }) => isText(title))).toBe(true)
    }),
    says('`expand=creator,modifier` has the people inline', async (world) => {
      const { creator, modifier } = await board(world, '?expand=creator,modifier')
      expect([creator.email, modifier.email]).toEqual([world.mia.email, world.mia.email])
    }),
    says('several are separated by commas', async (world) => {
      const { statuses, creator } = await board(world, '?expand=statuses,creator')
      expect([isObject(statuses[0]), isObject(creator)]).toEqual([true, true])
    }),
    says('the Organization header scopes to a workspace', async (world) => {
      const { id } = (await task(world)).board
      const headers = { organization: String(world.mia.workspaceId) }
      expect((await world.get(`/api/v1/pm/boards/${id}`, { headers })).status).toBe(200)
    }),
    says('the Space header scopes further', async (world) => {
      const headers = await otherSpace(world)
      const { body } = await world.post('/api/v1/pm/boards', { title: 'There' }, { headers })
      const { body: second } = await world.post('/api/v1/workspaces/teamspaces', { name: 'Third' })
      const path = `/api/v1/pm/boards/${body.id}`
      const elsewhere = await world.get(path, { headers: { space: String(second.id) } })
      expect([(await world.get(path, { headers })).status, elsewhere.status]).toEqual([200, 404])
    }),
  ],
}
