import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { databaseUrl, postmasters } from './data-folders.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { call, makeSpace, newestSeq, openStream, spaces, until, within } from './talking.ts'

const { dataFolder, startServer } = useProcesses()
let dataDir: string

beforeAll(async () => {
  dataDir = await dataFolder()
})

/** Keeps everyone from changing a teamspace until it is let go. */
async function holdSpace(id: number) {
  const sql = postgres(await databaseUrl(dataDir), { max: 2, onnotice: () => {} })
  const held = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const holding = sql.begin(async (tx) => {
    await tx`select from teamspaces where id = ${id} for update`
    held.resolve()
    await letGo.promise
  })
  await held.promise
  return {
    async someoneWaits(): Promise<boolean> {
      const [row] = await sql`select count(*)::int as waiting from pg_locks where not granted`
      return row?.waiting > 0
    },
    async letGo(): Promise<void> {
      letGo.resolve()
      await holding
      await sql.end()
    },
  }
}

/** Refused, cut off or told to go away: all of them send the next request elsewhere. */
async function takesNoMore(server: ServerProcess): Promise<boolean> {
  return call(server, 'GET', '/readyz').then(
    ({ status }) => status === 503,
    () => true,
  )
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('lets a request in flight end, closes streams, takes nothing new and exits with 0 in under 10 s', async () => {
    const server = await startServer({ dataDir })
    const stream = await openStream(server, await newestSeq(server))
    const id = await makeSpace(server, `Before ${signal}`)
    const hold = await holdSpace(id)
    const change = call(server, 'PATCH', `${spaces}/${id}`, { body: { name: `After ${signal}` } })
    await until('the change to wait for the row', hold.someoneWaits)

    const signalledAt = performance.now()
    const exit = server.stop(signal)
    await until('the server to take nothing new', () => takesNoMore(server))
    await hold.letGo()

    const { status, body } = await change
    expect({ status, name: body.name }).toEqual({ status: 200, name: `After ${signal}` })
    expect(await within(10_000, 'ending the stream', stream.end)).toBe('ended')
    const { code, output } = await within(10_000, 'the exit', exit)
    expect(code, output).toBe(0)
    expect(performance.now() - signalledAt).toBeLessThan(10_000)
    expect(await postmasters(dataDir)).toEqual([])
  }, 60_000)
})

test('what was changed while the server stopped is there afterwards', async () => {
  const server = await startServer({ dataDir })
  const { body } = await call(server, 'GET', spaces)
  const names = body.results.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['After SIGTERM', 'After SIGINT'])
}, 60_000)
