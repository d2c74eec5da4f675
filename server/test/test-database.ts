import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connectSql } from './connect-sql.ts'
import { templateName, withDatabase } from './global-setup.ts'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Creates a separate database in the suite's PostgreSQL, with every table in it or empty. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = connectSql(inject('databaseUrl'))
  await admin.run(
    `create database ${name} template ${isEmpty ? 'template1' : templateName} strategy file_copy`,
  )
  return {
    url: withDatabase(inject('databaseUrl'), name),
    drop: async () => {
      await admin.run(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}
