import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useProcesses } from './processes.ts'
import { countStatements } from './statement-counter.ts'
import { createTestDatabase } from './test-database.ts'

const { dataFolder, startServer } = useProcesses()

const maxPerSecond = 1

test(`an idle server sends at most ${maxPerSecond} statement a second to PostgreSQL`, async () => {
  const database = await createTestDatabase()
  const counter = await countStatements(database.url)
  const env = { DATABASE_URL: counter.url }
  const server = await startServer({ dataDir: await dataFolder(), env })
  // A busy machine makes everything slower, so it can only lower the rate; the start has ended once
  // some seconds pass without many statements.
  const during = async (ms: number) => {
    const [before, since] = [counter.count(), performance.now()]
    await sleep(ms)
    return ((counter.count() - before) / (performance.now() - since)) * 1000
  }
  await expect.poll(() => during(3000), { interval: 0 }).toBeLessThanOrEqual(maxPerSecond)
  const rate = await during(12_000)
  // It still checks what is due; otherwise the counter sees nothing.
  expect(rate).toBeGreaterThan(0)
  expect(rate).toBeLessThanOrEqual(maxPerSecond)
  await server.stop()
  await counter.close()
  await database.drop()
})
