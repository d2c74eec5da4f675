// Checks that a process of the previous version survives every migration, and that workspaces stay movable.

import { firstRollingMigration, readNumber } from '../server/src/platform/postgres/compatibility.ts'
import { allMigrations } from '../server/src/platform/postgres/migrate.ts'
import { findUnmovable, firstMovableMigration, migrationFindings } from './migration-rules.ts'

let count = 0
for (const { name, sql } of await allMigrations()) {
  if (readNumber(name) < firstRollingMigration) continue
  const unmovable = readNumber(name) >= firstMovableMigration ? findUnmovable(sql) : []
  for (const { line, rule, message } of [...migrationFindings(sql), ...unmovable]) {
    count++
    process.stderr.write(`server/migrations/${name}:${line} ${rule}: ${message}\n`)
  }
}
if (count > 0) {
  process.stderr.write('See "Migrations" in docs/upgrading.md.\n')
  process.exitCode = 1
}
