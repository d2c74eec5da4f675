// Checks that a process of the previous version survives every migration.

import { firstRollingMigration, numberOf } from '../server/src/platform/postgres/compatibility.ts'
import { allMigrations } from '../server/src/platform/postgres/migrate.ts'
import { migrationFindings } from './migration-rules.ts'

let count = 0
for (const { name, sql } of await allMigrations()) {
  if (numberOf(name) < firstRollingMigration) continue
  for (const { line, rule, message } of migrationFindings(sql)) {
    count++
    process.stderr.write(`server/migrations/${name}:${line} ${rule}: ${message}\n`)
  }
}
if (count > 0) {
  process.stderr.write('See "Migrations" in docs/upgrading.md.\n')
  process.exitCode = 1
}
