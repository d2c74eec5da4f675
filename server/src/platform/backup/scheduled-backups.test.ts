import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import { useService } from '../../../test/harness.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { showLastBackup } from '../../http/metrics.ts'
import { listBackups } from './read-backups.ts'
import { openRepository } from './repository.ts'
import { lastBackupAt } from './schedule-queries.ts'
import { scheduledBackups } from './scheduled-backups.ts'

const service = useService()
const folder = useFolder()

/** The schedule as one process of the fleet sees it. */
function openProcess(to: string) {
  const { db, loops, random, storage } = service.deps
  const log = { info: () => {}, error: () => {} }
  const settings = {
    folder: join(folder, to),
    key: undefined,
    everyHours: 24,
    keep: { newest: 1, days: 0, weeks: 0, months: 0 },
    walSeconds: 60,
  }
  const source = { databaseUrl: service.databaseUrl, storage, isEmbedded: false }
  return scheduledBackups(settings, { db, log, loops, random, source })
}

const schedule = async () => {
  const [row] = await service.deps.db.system<{
    hours: number
    last_backup: string | null
    last_error: string | null
    lease: string | null
    attempts: number
  }>`select extract(epoch from due_at - now())::float8 / 3600 as hours, last_backup, last_error,
    lease, attempts from backup_schedule`
  return row
}

const makeDue = () =>
  service.deps.db.system`update backup_schedule set due_at = now(), attempts = 0`
beforeEach(makeDue)

test('one process of several makes the backup, and old ones are removed', async () => {
  const processes = Array.from({ length: 3 }, () => openProcess('fleet'))
  for (let round = 1; round <= 2; round++) {
    await makeDue()
    await Promise.all(processes.map(({ due }) => due.work()))
    const backups = await listBackups(await openRepository(join(folder, 'fleet')))
    const state = await schedule()
    expect(backups.map(({ id }) => id)).toEqual([state?.last_backup])
    expect(state).toMatchObject({ last_error: null, lease: null, attempts: 0 })
    expect(state?.hours).toBeCloseTo(24, 1)
  }
})

test('a failure is recorded and retried soon, and the metric keeps the last success', async () => {
  const registry = new Registry()
  showLastBackup(registry, () => lastBackupAt(service.deps.db.system))
  const metric = async () =>
    Number(/^backup_last_success_timestamp_seconds (\S+)$/m.exec(await registry.metrics())?.[1])
  await openProcess('first').due.work()
  const before = await metric()
  expect(before).toBeGreaterThan(Date.now() / 1000 - 600)

  await writeFile(join(folder, 'a file'), 'no folder')
  await makeDue()
  await openProcess('a file').due.work()
  const state = await schedule()
  expect(state).toMatchObject({ lease: null, attempts: 1 })
  expect(state?.last_error).toContain('a file')
  expect(state?.hours).toBeLessThan(0.1)
  expect(await metric()).toBe(before)
})

test('a process that stops gives the backup back', async () => {
  const stopped = openProcess('stopped')
  stopped.abandon()
  await stopped.due.work()
  expect(await schedule()).toMatchObject({ lease: null, attempts: 0 })
  expect((await schedule())?.hours).toBeLessThanOrEqual(0)
  await openProcess('stopped').due.work()
  expect(await listBackups(await openRepository(join(folder, 'stopped')))).toHaveLength(1)
})
