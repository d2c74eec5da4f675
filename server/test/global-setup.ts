import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { connectSql } from './connect-sql.ts'
import { runsFolder } from './remember-runs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    /** The folder where `remember-work.ts` stores the models' results. */
    workFolder: string
  }
}

export const templateName = 'atelier_template'

/** One real PostgreSQL for the whole run, with a filled template that each test file clones. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  await chmod(folder, 0o755)
  // Nothing here has to survive a crash of the machine, so nothing waits for the disk.
  const server = await openEmbeddedPostgres(folder, { fsync: 'off', max_connections: '300' })
  const admin = connectSql(server.url)
  await admin.run(`create database ${templateName}`)
  await admin.end()
  await migrate(withDatabase(server.url, templateName))
  project.provide('databaseUrl', server.url)
  const workFolder = await mkdtemp(join(tmpdir(), 'atelier-remembered-'))
  project.provide('workFolder', workFolder)
  await rm(runsFolder, { recursive: true, force: true })
  await mkdir(runsFolder, { recursive: true })
  return async () => {
    await server.release()
    await rm(folder, { recursive: true, force: true })
    await rm(workFolder, { recursive: true, force: true })
  }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = name
  return changed.href
}
