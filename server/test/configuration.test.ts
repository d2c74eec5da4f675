import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useProcesses } from './processes.ts'

const { dataFolder, runToExit } = useProcesses()

test('all configuration errors are reported together, without secrets', async () => {
  const dataDir = await dataFolder()
  const env = {
    PORT: 'abc',
    DATABASE_URL: 'mysql://atelier:pass-of-the-database@db.example.com/atelier',
    ATELIER_LOG_LEVEL: 'loud',
    ATELIER_UNKNOWN_THING: '1',
    ATELIER_BOOTSTRAP_API_KEY: 'a-short-key',
  }
  const { code, output } = await runToExit({ dataDir, env })
  expect(code).toBe(2)
  const { error } = JSON.parse(output)
  expect(error.code).toBe('bad_configuration')
  expect(error.message).toContain('5 mistakes')
  for (const name of Object.keys(env)) expect(error.message).toContain(name)
  expect(output).not.toContain('a-short-key')
  expect(output).not.toContain('pass-of-the-database')
  expect(existsSync(dataDir)).toBe(false)
})
