import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@atelier/server/platform/postgres/db.ts'
import { findEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { oldestVersion } from '@atelier/server/platform/postgres/migrate.ts'
import { explainDatabaseError } from '../database-errors.ts'
import { type Check, type Finding, look, ok, problem, skipped, warning } from './check.ts'
import type { Settings } from './configuration.ts'
import { inTime } from './in-time.ts'
import { jobs } from './jobs.ts'
import { type DatabaseFacts, readFacts, schema, tenantRole } from './schema.ts'

const patienceMs = 5_000

interface DatabaseTarget {
  url: string
  name: string
}

/** Checks on one connection: it responds, its user has privileges, the schema is current, no job failed. */
export async function examineDatabase(settings: Settings): Promise<Check[]> {
  let facts: DatabaseFacts | undefined
  const database = await look('Database', async () => {
    const place = await findDatabase(settings)
    if ('status' in place) return place
    try {
      facts = await readDatabaseFacts(place)
      return judge(place, facts)
    } catch (error) {
      return unreachable(place, error)
    }
  })
  const known = facts
  const unseen = skipped('Needs a working database.', 'Fix the database first.')
  return [
    database,
    await look('Tenant role', () => (known ? tenantRole(known) : unseen)),
    await look('Schema', () => (known ? schema(known) : unseen)),
    await look('Jobs', () => (known ? jobs(known.failedJobs) : unseen)),
  ]
}

const notYet = skipped(
  'Not created yet: the first start creates it.',
  'Start Atelier once: npm start',
)

/** The database to check, or why there is none. */
async function findDatabase({ config, wrong }: Settings): Promise<DatabaseTarget | Finding> {
  if (wrong.has('DATABASE_URL')) {
    return skipped('DATABASE_URL is not valid.', 'Correct it and run this again.')
  }
  if (config.databaseUrl) {
    const { host, pathname } = new URL(config.databaseUrl)
    return { url: config.databaseUrl, name: `at ${host}${pathname}` }
  }
  try {
    const found = await findEmbeddedPostgres(config.dataDir)
    if (!found) return notYet
    return found.url ? { url: found.url, name: 'in the data folder' } : stopped(found.home)
  } catch (error) {
    return problem(
      `The database in ${config.dataDir} cannot be read (${(error as Error).message}).`,
      'Run this as the user that runs Atelier.',
    )
  }
}

/** It runs only while Atelier does, so this is no problem unless its log says otherwise. */
async function stopped(home: string): Promise<Finding> {
  const file = join(home, 'postgres.log')
  const log = await readFile(file, 'utf8').catch(() => '')
  // A line with details and one with a hint may follow.
  const failure = log
    .trimEnd()
    .split('\n')
    .slice(-3)
    .findLast((line) => /\b(FATAL|PANIC):/.test(line))
  if (failure) return warning(`It is not running. Its log ends with: ${failure}`, `Read ${file}`)
  return skipped(
    'Not running: the embedded database runs only while Atelier does.',
    'Start Atelier and run this again to check the database.',
  )
}

async function readDatabaseFacts({ url }: DatabaseTarget): Promise<DatabaseFacts> {
  const db = openDatabase(url, 'atelier doctor')
  try {
    return await inTime(readFacts(db.system), patienceMs)
  } finally {
    // Not awaited: closing takes as long as connecting while the connection is being opened.
    void db.close()
  }
}

function judge({ name }: DatabaseTarget, facts: DatabaseFacts): Finding {
  const place = `PostgreSQL ${facts.version} ${name}, as ${facts.user}`
  if (facts.version_number < oldestVersion * 10_000) {
    return problem(
      `${place} is too old: Atelier needs ${oldestVersion} or newer.`,
      'Upgrade it, or set DATABASE_URL to a newer one.',
    )
  }
  if (facts.is_replica) {
    return problem(`${place} is a read-only replica.`, 'Set DATABASE_URL to the primary server.')
  }
  return ok(place)
}

function unreachable({ name }: DatabaseTarget, error: unknown): Finding {
  const explained = explainDatabaseError(error)
  if (explained) return problem(explained.found, explained.fix)
  return problem(
    `PostgreSQL ${name} cannot be used (${(error as Error).message}).`,
    'Correct DATABASE_URL, or ask the operator of that server.',
  )
}
