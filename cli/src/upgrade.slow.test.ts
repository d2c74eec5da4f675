import { joinFleet } from '@atelier/server/platform/postgres/processes.ts'
import { describe, expect, it } from 'vitest'
import { withDatabase } from '../../server/test/global-setup.ts'
import { useService } from '../../server/test/harness.ts'
import type { Check } from './doctor/check.ts'
import { useAtelier } from './test-atelier.ts'
import { migrationSteps } from './upgrade/upgrade-findings.ts'

const service = useService()
const atelier = useAtelier()

async function check(url: string) {
  const env = { DATABASE_URL: url, ATELIER_DATA_DIR: atelier.folder }
  const { code, stdout } = await atelier.runInProcess(['upgrade', '--check', '--json'], { env })
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] }
  return { code, ok, named: (name: string) => checks.find((one) => one.name === name) }
}

describe('upgrade --check', () => {
  it('names the running versions and changes nothing', async () => {
    const leave = await joinFleet(service.deps, { version: '0.0.9', newest_migration: 24 })
    const { code, ok, named } = await check(service.databaseUrl)
    await leave()
    expect({ code, ok }).toEqual({ code: 0, ok: true })
    expect(named('Processes')?.found).toBe('1 of version 0.0.9 running')
    expect(named('Schema')).toMatchObject({ status: 'ok' })
    expect(named('Backup')?.status).toBe('ok')
  })

  it('lists pending migrations and advises a backup', async () => {
    await service.deps.db.system`create database cli_upgrade`
    const url = withDatabase(service.databaseUrl, 'cli_upgrade')
    const { code, named } = await check(url)
    expect(code).toBe(0)
    expect(named('0024_fleet.sql')?.found).toContain('pending')
    expect(named('Backup')).toMatchObject({ status: 'warning' })
    const again = await check(url)
    expect(again.named('0024_fleet.sql')).toBeDefined()
  })

  it('notices processes of versions that do not report themselves', async () => {
    const { named } = await check(service.databaseUrl)
    expect(named('Processes')?.found).toBe('1 of version older than 0024 running')
  })

  it('tells which steps running processes survive', () => {
    const old = { version: '0.1.0', newest_migration: 30, host: 'a', pid: 7, roles: 'api' }
    const running = [{ ...old, started_at: new Date() }]
    const contract = (oldest: string) => `-- contract: oldest ${oldest}: unused since then.`
    const pending = [
      { name: '0022_jobs.sql', sql: '' },
      { name: '0031_adds.sql', sql: 'create table x (id int);' },
      { name: '0032_removes.sql', sql: contract('0030') },
      { name: '0033_removes.sql', sql: contract('0031') },
    ]
    const state = { pending: [], changed: [], unknown: [] }
    const steps = migrationSteps({ version: '0.2.0', state, pending, running })
    expect(steps.map(({ status }) => status)).toEqual(['problem', 'ok', 'ok', 'problem'])
    expect(steps[3]?.found).toContain('0.1.0 on a (process 7)')
    const idle = migrationSteps({ version: '0.2.0', state, pending, running: [] })
    expect(idle.every(({ status }) => status === 'ok')).toBe(true)
  })
})
