import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import { useService } from '../../../test/harness.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { showLastBackup } from '../../http/metrics.ts'
import { openBackupFolder } from './backup-folder.ts'
import { listBackups, listRoundNames } from './records.ts'
import { findLastBackup } from './schedule-queries.ts'
import { scheduledBackups } from './scheduled-backups.ts'
import { useInstallation } from './test-installation.ts'

/** Has the schedule. What is backed up is smaller. */
const service = useService()
const installation = useInstallation()
const folder = useFolder()

/** The schedule as one process of the fleet sees it. */
function openProcess(to: string) {
  const { db, loops } = service.deps
  const log = { info: () => {}, error: () => {} }
  const settings = {
    folder: join(folder, to),
    everyHours: 24,
    keep: { newest: 1, days: 0, weeks: 0, months: 0 },
    walSeconds: 0,
  }
  return scheduledBackups(settings, { db, log, loops, source: installation })
}

const running = new AbortController().signal

const schedule = async () => {
  const [row] = await service.deps.db.system<{
    hours: number
    last_backup: string | null
    last_error: string | null
    attempts: number
  }>`select extract(epoch from due_at - now())::float8 / 3600 as hours, last_backup, last_error, attempts
    from backup_schedule`
  return row
}

const makeDue = () =>
  service.deps.db.system`update backup_schedule set due_at = now(), attempts = 0`
beforeEach(makeDue)

test('one process of several makes the backup, and old ones are removed', async () => {
  const processes = Array.from({ length: 3 }, () => openProcess('fleet'))
  for (let round = 1; round <= 2; round++) {
    await makeDue()
    await Promise.all(processes.map((one) => one.runRound(running)))
    const backups = await listBackups(await openBackupFolder(join(folder, 'fleet')))
    const state = await schedule()
    expect(backups.map(({ id }) => id)).toEqual([state?.last_backup])
    expect(state).toMatchObject({ last_error: null, attempts: 0 })
    expect(state?.hours).toBeCloseTo(24, 1)
  }
})

test('a failure is recorded and retried soon, and the metric keeps the last success', async () => {
  const registry = new Registry()
  showLastBackup(registry, () => findLastBackup(service.deps.db.system))
  const metric = async () =>
    Number(/^backup_last_success_timestamp_seconds (\S+)$/m.exec(await registry.metrics())?.[1])
  await openProcess('first').runRound(running)
  const before = await metric()
  expect(before).toBeGreaterThan(Date.now() / 1000 - 600)

  await writeFile(join(folder, 'a file'), 'no folder')
  await makeDue()
  await openProcess('a file').runRound(running)
  const state = await schedule()
  expect(state).toMatchObject({ attempts: 1 })
  expect(state?.last_error).toContain('a file')
  expect(state?.hours).toBeLessThan(0.1)
  expect(await metric()).toBe(before)
})

test('a process that stops leaves the backup to another one', async () => {
  await openProcess('stopped').runRound(AbortSignal.abort())
  expect(await schedule()).toMatchObject({ attempts: 0 })
  expect((await schedule())?.hours).toBeLessThanOrEqual(0)
  await openProcess('stopped').runRound(running)
  expect(await listBackups(await openBackupFolder(join(folder, 'stopped')))).toHaveLength(1)
})

test('between backups, changes are archived; in a new folder, a backup is created at once', async () => {
  const process = openProcess('archived')
  await process.runRound(running)
  await installation.writeNote()
  await process.runRound(running)
  const archived = await openBackupFolder(join(folder, 'archived'))
  const [backup] = await listBackups(archived)
  expect(await listRoundNames(archived, backup?.id as string)).toHaveLength(2)
  await openProcess('new').runRound(running)
  expect(await listBackups(await openBackupFolder(join(folder, 'new')))).toHaveLength(1)
})
