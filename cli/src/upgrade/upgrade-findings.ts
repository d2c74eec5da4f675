import {
  findTooOld,
  firstRollingMigration,
  readContract,
  readNumber,
} from '@atelier/server/platform/postgres/compatibility.ts'
import type { Migration, SchemaState } from '@atelier/server/platform/postgres/migrate.ts'
import type { FleetProcess } from '@atelier/server/platform/postgres/processes.ts'
import { type Check, type Finding, ok, problem, warning } from '../doctor/check.ts'

export interface Upgrade {
  version: string
  state: SchemaState
  pending: Pick<Migration, 'name' | 'sql'>[]
  running: FleetProcess[]
}

export function processFinding({ running }: Upgrade): Finding {
  if (running.length === 0) return ok('none is running, as far as this database knows')
  const counts = new Map<string, number>()
  for (const { version } of running) counts.set(version, (counts.get(version) ?? 0) + 1)
  const list = [...counts].map(([version, count]) => `${count} of version ${version}`)
  return ok(`${list.join(', ')} running`)
}

/** One check per pending migration, or one that says there is none. */
export function migrationSteps(upgrade: Upgrade): Check[] {
  const { state, pending } = upgrade
  if (state.changed.length > 0) {
    const fix = 'Restore the file, or install this version of Atelier again.'
    return [{ name: 'Schema', ...problem(`${state.changed.join(', ')} was changed.`, fix) }]
  }
  const steps = pending.map((migration) => ({
    name: migration.name,
    ...describeStep(migration, upgrade),
  }))
  if (state.unknown.length > 0) {
    const found = `The database is newer than this program: it has ${state.unknown.join(', ')}.`
    const fix = 'Install the newer version. This one is only for going back, if it still starts.'
    steps.unshift({ name: 'Schema', ...warning(found, fix) })
  }
  return steps.length > 0 ? steps : [{ name: 'Schema', ...ok('up to date, nothing to apply') }]
}

function describeStep(
  { name, sql }: Pick<Migration, 'name' | 'sql'>,
  { running }: Upgrade,
): Finding {
  if (running.length === 0) return ok('pending; no process is in its way')
  if (readNumber(name) < firstRollingMigration) {
    return problem(
      'Running processes may not survive it.',
      'Stop all processes before you upgrade.',
    )
  }
  const old = findTooOld(sql, running)
  if (old.length > 0) {
    const list = old.map(({ version, host, pid }) => `${version} on ${host} (process ${pid})`)
    return problem(
      `It waits for older processes: ${list.join(', ')}.`,
      'Stop these processes first.',
    )
  }
  const kind = readContract(sql) ? 'removes only what no running process uses' : 'only adds'
  return ok(`pending; ${kind}, so processes can keep running`)
}

export function backupAdvice({ pending }: Upgrade): Finding {
  if (pending.length === 0) return ok('not needed for this step')
  return warning(
    'Migrations cannot be undone.',
    'Back up the database and the files now. To go back, restore that backup.',
  )
}
