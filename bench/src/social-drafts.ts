import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@atelier/server/config.ts'
import { listDrafts } from '@atelier/server/features/social/posts/read-posts.ts'
import { type Actor, permissions, serviceActor } from '@atelier/server/http/permissions.ts'
import { type Database, openDatabase } from '@atelier/server/platform/postgres/db.ts'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { migrate } from '@atelier/server/platform/postgres/migrate.ts'
import { connectSql } from '../../server/test/connect-sql.ts'
import { fillDrafts, rareWord } from './fill-drafts.ts'

/**
 * node bench/src/social-drafts.ts [URL of an empty database] [few] [many]: lists and searches
 * drafts in a small workspace and in a huge one in the same database; prints ratios.
 */
const [databaseUrl, few = '10000', many = '5000000'] = process.argv.slice(2)
const rounds = 21

const lists: { name: string; query: object; aim?: number }[] = [
  { name: 'first page', query: {}, aim: 1.5 },
  { name: 'first page, by date', query: { order_by: 'date', order: 'asc' }, aim: 1.5 },
  { name: 'first page, by message', query: { order_by: 'message', order: 'asc' }, aim: 1.5 },
  { name: 'first page of one account', query: { accounts: 1 }, aim: 1.5 },
  { name: 'page 100', query: { page: 100 } },
  { name: 'search for a rare word', query: { search: rareWord }, aim: 3 },
  { name: 'search for a part of it', query: { search: rareWord.slice(1, 5) }, aim: 3 },
  { name: 'search without matches', query: { search: 'quizzical' }, aim: 3 },
  { name: 'search for a frequent word', query: { search: 'workspace' }, aim: 3 },
  { name: 'search for a word among many', query: { search: 'quiet' } },
  { name: 'search for two words', query: { search: 'the message' } },
  { name: 'search for two letters', query: { search: 'qu' } },
]

if (databaseUrl) await measure(databaseUrl)
else await withEmbedded(measure)

async function withEmbedded(work: (url: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const server = await openEmbeddedPostgres(folder)
  try {
    await work(server.url)
  } finally {
    await server.release()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(url: string): Promise<void> {
  await migrate(url)
  const db = openDatabase(url)
  try {
    const small = await filled(db, url, 'Small', Number(few))
    const large = await filled(db, url, 'Large', Number(many))
    console.log(`\n${''.padEnd(36)}${few.padStart(12)}${many.padStart(12)}   ratio`)
    for (const { name, query, aim } of lists) {
      const [a, b] = await takeTurns([() => ask(db, small, query), () => ask(db, large, query)])
      const ratio = (b as number) / (a as number)
      const verdict =
        aim === undefined ? '' : `  target ${aim}: ${ratio <= aim ? 'reached' : 'NOT reached'}`
      console.log(`${name.padEnd(36)}${ms(a)}${ms(b)}${ratio.toFixed(2).padStart(8)}${verdict}`)
    }
  } finally {
    await db.close()
  }
}

interface Filled {
  actor: Actor
  accountIds: number[]
}

async function filled(db: Database, url: string, name: string, count: number): Promise<Filled> {
  const [workspace] = await db.system<{ id: number }>`
    insert into workspaces (name, slug, settings, created_at, updated_at)
    values (${name}, ${name.toLowerCase()}, '{}', now(), now()) returning id`
  const { id } = workspace as { id: number }
  const startedAt = performance.now()
  const client = connectSql(url)
  const accountIds = await fillDrafts(client, id, count)
  await client.end()
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${count.toLocaleString('en')} drafts were written in ${seconds.toFixed(0)} s`)
  return { actor: { ...serviceActor(id, null), permissions: new Set(permissions) }, accountIds }
}

/** Like the operation, but without HTTP, which takes the same time at any size. */
async function ask(db: Database, { actor, accountIds }: Filled, query: object): Promise<void> {
  const { accounts = accountIds.length, ...rest } = query as { accounts?: number }
  const deps = { db, config: readConfig({}), clock: () => new Date(), fileSecrets: ['x'] }
  await listDrafts(deps, actor, {
    account_ids: accountIds.slice(0, accounts).join(','),
    page: 1,
    per_page: 10,
    order_by: 'created_at',
    order: 'desc',
    ...rest,
  })
}

/** Each in turn, so that a noisy moment of the machine affects both; the median counts. */
async function takeTurns(works: (() => Promise<void>)[]): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let round = -3; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const startedAt = performance.now()
      await work()
      if (round >= 0) times[index]?.push(performance.now() - startedAt)
    }
  }
  return times.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] as number)
}

function ms(value: number | undefined): string {
  return `${(value ?? 0).toFixed(1)} ms`.padStart(12)
}
