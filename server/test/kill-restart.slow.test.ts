import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPostmasters } from './data-folders.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { call, request, teamspaces, until } from './server-client.ts'
import { sample, seed } from './soak.ts'

/** A write that the server has confirmed. */
interface Acknowledged {
  slug: string
  id: number
  idempotencyKey: string | undefined
}

interface Row {
  id: number
  slug: string
}

interface CreatedEvent {
  seq: number
  type: string
  object: { id: number }
}

const { dataFolder, startServer } = useProcesses()
/** The guarantee is about ten; a few show the same in less time. */
const kills = sample(1, 10)
/** The same moments in every run of a seed, as far as kills can be timed. */
const random = createRandom(seed)
const clients = 4
const acknowledged: Acknowledged[] = []
/** Responses that a client couldn't handle; there must be none. */
const surprises: string[] = []
let requestsCutOff = 0
let writing = true
let dataDir: string
let server: ServerProcess

beforeAll(async () => {
  dataDir = await dataFolder()
  server = await startServer({ dataDir })
})
afterAll(() => {
  writing = false
})

/** Undefined if there was no response, or if the response asked for a retry. */
async function post(slug: string, idempotencyKey: string | undefined): Promise<number | undefined> {
  const headers: Record<string, string> = idempotencyKey
    ? { 'idempotency-key': idempotencyKey }
    : {}
  try {
    const answer = await call(server, 'POST', teamspaces, { body: { name: slug, slug }, headers })
    if (answer.status === 201) return answer.body.id
    // Allowed: the database is down (503), or a killed transaction is just ending (409).
    const mayComeAgain = answer.status === 503 || answer.body?.code === 'idempotency_key_in_use'
    if (!mayComeAgain) surprises.push(`${slug}: ${answer.status} ${answer.text}`)
  } catch {
    requestsCutOff++
  }
  return undefined
}

/** Writes until stopped. Every second write has a key and is retried until it gets a response. */
async function write(client: number): Promise<void> {
  for (let number = 1; writing; number++) {
    const slug = `client-${client}-${number}`
    const idempotencyKey = number % 2 === 0 ? `key-of-${slug}` : undefined
    let id = await post(slug, idempotencyKey)
    while (id === undefined && writing && surprises.length === 0) {
      await sleep(20)
      if (!idempotencyKey) break
      id = await post(slug, idempotencyKey)
    }
    if (id !== undefined) acknowledged.push({ slug, id, idempotencyKey })
  }
}

/** Integers below a limit, from the generator of Park and Miller. */
function createRandom(start: number): (limit: number) => number {
  let state = (start % 2_147_483_646) + 1
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

async function afterSomeMoreWrites(): Promise<void> {
  const enough = acknowledged.length + 1 + random(39)
  await until('more writes', async () => acknowledged.length >= enough || surprises.length > 0)
  await sleep(random(20))
}

async function allRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { results, next } = await request(
      server,
      'GET',
      `${teamspaces}?page=${page}&page_size=100`,
    )
    rows.push(...results)
    if (next === null) return rows
  }
}

async function allCreatedEvents(): Promise<CreatedEvent[]> {
  const events: CreatedEvent[] = []
  for (let after = 0; ; ) {
    const page = await request(server, 'GET', `/api/v1/events?after=${after}&limit=200`)
    if (page.results.length === 0) break
    events.push(...page.results)
    after = page.last_seq
  }
  return events.filter(({ type }) => type === 'teamspace.created')
}

test(
  `under a stream of writes, kill -9 of the server ${kills} ×, and once of its database too`,
  async () => {
    const writers = Array.from({ length: clients }, (_, client) => write(client))
    for (let kill = 1; kill <= kills; kill++) {
      const [database] = await listPostmasters(dataDir)
      await afterSomeMoreWrites()
      await server.kill9()
      server = await startServer({ dataDir })
      // The new process took over the orphaned database server and didn't replace it.
      expect(await listPostmasters(dataDir)).toEqual([database])
    }
    const [database] = await listPostmasters(dataDir)
    await afterSomeMoreWrites()
    process.kill(database as number, 'SIGKILL')
    await server.kill9()
    server = await startServer({ dataDir })
    expect(await listPostmasters(dataDir)).not.toEqual([database])
    await afterSomeMoreWrites()
    writing = false
    await Promise.all(writers)

    expect(surprises).toEqual([])
    expect(requestsCutOff).toBeGreaterThan(0)
  },
  sample(240_000, 900_000),
)

test('every acknowledged write is there, exactly once', async () => {
  const rows = await allRows()
  const idOf = new Map(rows.map(({ slug, id }) => [slug, id]))
  expect(idOf.size).toBe(rows.length)
  expect(acknowledged.length).toBeGreaterThan(kills)
  const lost = acknowledged.filter(({ slug, id }) => idOf.get(slug) !== id)
  expect(lost).toEqual([])
})

test('every write has exactly one event, and no event is without its write', async () => {
  const written = (await allRows()).map(({ id }) => id).sort((a, b) => a - b)
  // The latest events may not have their number yet.
  await until('all events', async () => (await allCreatedEvents()).length >= written.length)
  const received = (await allCreatedEvents()).map(({ object }) => object.id).sort((a, b) => a - b)
  expect(received).toEqual(written)
})

test('a repeated key returns the same write', async () => {
  const withKey = acknowledged.filter(({ idempotencyKey }) => idempotencyKey)
  expect(withKey.length).toBeGreaterThan(0)
  for (const { slug, id, idempotencyKey } of withKey) {
    expect({ slug, id: await post(slug, idempotencyKey) }).toEqual({ slug, id })
  }
  const spacesMade = (await allRows()).filter(({ slug }) => slug === withKey[0]?.slug)
  expect(spacesMade).toHaveLength(1)
})
