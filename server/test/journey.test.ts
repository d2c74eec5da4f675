import { beforeAll, describe, expect, test } from 'vitest'
import { box } from '../src/engines/background/drawn-subjects.ts'
import { toImage } from '../src/engines/background/test-scenes.ts'
import { type Tenant, useService } from './harness.ts'
import { type Driver, overCli, overHttp, overMcp, overSdk } from './journey-drivers.ts'
import { normalise, readApi, readRows, smallestId } from './journey-traces.ts'
import { until } from './server-client.ts'

/**
 * The same work, done through each client in its own workspace. The traces in the database and in
 * the API must be the same.
 */
const service = useService()

const drivers: [string, (access: { baseUrl: string; key: string }) => Promise<Driver>][] = [
  ['SDK', overSdk],
  ['MCP', overMcp],
  ['CLI', overCli],
]

/** Enough for an image tool on a machine that is busy with other tests. */
const workMs = 60_000

let baseUrl: string
let picture: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  baseUrl = await service.listen()
  // Ids that can't be mistaken for other numbers.
  const sql = service.deps.db.system
  const counters = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = 'public'`
  for (const [at, { name }] of counters.entries()) {
    await sql`select setval(${name}::regclass, ${smallestId * (at + 1)})`
  }
  picture = new Uint8Array(
    await toImage(await box())
      .resize(240)
      .png()
      .toBuffer(),
  )
})

/**
 * The work itself: the agent's part through `agent`, and the person's part in between. The image
 * tool is a cheap one: the models have their own tests.
 */
async function travel(agent: Driver, { userId, workspaceId, token }: Tenant) {
  const asset = await agent.upload('box.png', picture)
  await until('the upload', async () => (await unfinished(workspaceId)) === 0, workMs)
  expect((await agent.call('assets.get', [asset.id])).status).toBe(4)
  const { task_id } = await agent.call('images.convertFormat', [], {
    image_url: asset.id,
    output_format: 'webp',
  })
  await until('the conversion', async () => (await unfinished(workspaceId)) === 0, workMs)
  const task = await agent.call('tasks.get', [task_id])
  expect(task).toMatchObject({ status: 'SUCCESS' })
  const [{ asset_id }] = task.info.result
  await agent.call('boards.create', [], { title: 'Launch', slug: 'launch' })
  const card = await agent.call('boardTasks.create', [], { board: 'launch', title: 'Box' })
  await agent.call('boardTasks.attachAsset', [card.id], { asset_id })
  await agent.call('comments.create', [], {
    content_type: 'task',
    object_pk: card.id,
    comment: 'The box as WebP.',
  })
  const { question_id, thread_id } = await agent.call('notifications.send', [], {
    userId: String(userId),
    workspaceId: String(workspaceId),
    title: 'May the box go out?',
    message: 'It is on the card.',
    category: 'agentNeedsInput',
    threadId: 'launch/box',
    question: { kind: 'approval' },
  })
  // The email asks the question; if the answer came first, the email would report it.
  await until('the mail', async () => (await unfinished(workspaceId)) === 0)
  const answer = await service.call('POST', `/api/v1/questions/${question_id}/answer`, {
    token,
    body: { value: 'approved', comment: 'Good.' },
  })
  expect(answer.status).toBe(200)
  const { results } = await agent.call('threads.readAnswers', [thread_id], { wait: 20 })
  expect(results[0].answer.value).toBe('approved')
  await agent.call('boardTasks.update', [card.id], { complete: true })
  return { cardId: card.id as string, threadId: thread_id as string }
}

async function unfinished(workspaceId: number): Promise<number> {
  const [open] = await service.deps.db.system<{ count: number }>`
    select (select count(*) from deliveries where workspace_id = ${workspaceId}
        and status in ('queued', 'attempted'))
      + (select count(*) from events where workspace_id = ${workspaceId} and seq is null)
      + (select count(*) from tasks where workspace_id = ${workspaceId}
        and status not in ('SUCCESS', 'FAILURE')) as count`
  return Number(open?.count)
}

/** Everything that is left once nothing is in progress any more. */
async function traceJourney(open: (typeof drivers)[number][1]) {
  const mia = await service.tenant()
  const agent = await service.colleague(mia, 'member')
  const driver = await open({ baseUrl, key: agent.key })
  const { cardId, threadId } = await travel(driver, mia)
  await driver.close()
  await until('the mails and the events', async () => (await unfinished(mia.workspaceId)) === 0)
  const known: [string | number, string][] = [
    [mia.workspaceId, 'workspace'],
    [mia.userId, 'person'],
    [agent.userId, 'agent'],
    [mia.email, 'mail of the person'],
    [agent.email, 'mail of the agent'],
    [mia.slug, 'slug'],
    [encodeURIComponent(threadId), 'thread'],
  ]
  const rows = normalise(await readRows(service, mia.workspaceId), known)
  const shown = normalise(await readApi(service, mia, cardId, encodeURIComponent(threadId)), known)
  return { rows, shown } as Traces
}

interface Traces {
  rows: Record<string, object[]>
  shown: Record<string, { status: number }>
}

describe('one journey', () => {
  let first: Traces

  test('by HTTP leaves the expected records', async () => {
    first = await traceJourney(overHttp)
    for (const [path, { status }] of Object.entries(first.shown)) {
      expect([path, status]).toEqual([path, 200])
    }
    const verbs = first.rows.pm_activity?.map((row) => (row as { verb: string }).verb)
    expect(verbs?.toSorted()).toEqual(['attached', 'commented', 'completed', 'created'])
    const tables = ['assets', 'comments', 'deliveries', 'events', 'mails', 'notifications']
    expect(Object.keys(first.rows)).toEqual(
      expect.arrayContaining([...tables, 'pm_boards', 'pm_tasks', 'questions', 'tasks']),
    )
  })

  test.each(drivers)('by %s leaves exactly the same records', async (_, open) => {
    const traces = await traceJourney(open)
    expect(traces.rows).toEqual(first.rows)
    expect(traces.shown).toEqual(first.shown)
  })
})
