import { describe, expect, test } from 'vitest'
import { useService } from '../../../test/harness.ts'
import { readContract, requireNoneTooOld, requireOldEnough } from './compatibility.ts'
import { migrate, newestMigration } from './migrate.ts'
import { joinFleet, runningProcesses } from './processes.ts'

const service = useService()
const contract =
  '-- contract: oldest 0031: nothing reads it since 0031.\nalter table x drop column y;'

test('a migration names the oldest version that survives it', () => {
  expect(readContract(contract)).toEqual({ oldest: 31, reason: 'nothing reads it since 0031.' })
  expect(readContract('alter table x add column y int;')).toBeUndefined()
})

describe('a migration that removes something', () => {
  const join = (newest_migration: number) =>
    joinFleet(service.deps, { version: '0.1.0', newest_migration })

  test('is refused while a process runs that needs it, and says which', async () => {
    const leave = await join(30)
    const running = await runningProcesses(service.deps.db.system)
    expect(running).toEqual([expect.objectContaining({ pid: process.pid, roles: 'api,worker' })])
    expect(() => requireNoneTooOld({ name: '0032_x.sql', sql: contract }, running)).toThrow(
      new RegExp(`0032_x.sql removes .*: 0.1.0 on .* \\(process ${process.pid}\\). Stop them`),
    )
    await leave()
    expect(await runningProcesses(service.deps.db.system)).toEqual([])
  })

  test('is applied beside a process that no longer needs it, and after one that died', async () => {
    const { system: sql } = service.deps.db
    const leave = [await join(31), await join(30)]
    await sql`update processes set seen_at = now() - interval '1 minute' where newest_migration = 30`
    const running = await runningProcesses(sql)
    expect(running.map(({ newest_migration }) => newest_migration)).toEqual([31])
    requireNoneTooOld({ name: '0032_x.sql', sql: contract }, running)
    for (const one of leave) await one()
  })
})

describe('an older program', () => {
  test('is refused on a schema from which something it needs was removed', async () => {
    const { system: sql } = service.deps.db
    const newest = await newestMigration()
    await sql`insert into schema_migrations (name, sha256) values ('9000_newer.sql', '')`
    expect(await migrate(service.databaseUrl)).toEqual([])
    await sql`insert into schema_compatibility values ('9000_newer.sql', ${newest + 1})`
    await expect(migrate(service.databaseUrl)).rejects.toThrow(/Install the newer version again/)
    await sql`update schema_compatibility set oldest_migration = ${newest}`
    expect(await migrate(service.databaseUrl)).toEqual([])
  })

  test('learns what to do', () => {
    expect(() => requireOldEnough(24, 31)).toThrow(/a version with migration 0031/)
    expect(() => requireOldEnough(31, 31)).not.toThrow()
  })
})
