import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ServerProcess, useProcesses } from '../processes.ts'
import { sample } from '../soak.ts'
import { createTestDatabase } from '../test-database.ts'
import { expectComplete } from './complete.ts'
import { startLoad, waitForRecovery } from './load.ts'
import { olderRef, unpackVersion } from './older-version.ts'

const isSoak = sample(false, true)
/** How long the versions run together in each step. */
const stepMs = Number(process.env.ATELIER_UPGRADE_STEP_SECONDS ?? 30) * 1000
const processes = useProcesses()

test.skipIf(!isSoak)(
  'a rolling upgrade under load shows no error to a client that retries',
  async () => {
    const ref = olderRef()
    const older = await unpackVersion(ref)
    const database = await createTestDatabase({ isEmpty: true })
    const dataDir = await processes.dataFolder()
    const start = (role: string, root?: string) => {
      const env = {
        DATABASE_URL: database.url,
        ATELIER_ALLOW_CIDRS: 'webhooks=127.0.0.0/8',
        ATELIER_RATE_LIMIT_PER_SECOND: '0',
        ATELIER_WORKSPACE_RATE_LIMIT_PER_SECOND: '0',
        ATELIER_ROLES: role,
      }
      return processes.startServer({ dataDir, env, ...(root && { root }) })
    }
    const fleet: Record<string, ServerProcess[]> & { api: ServerProcess[] } = {
      api: [await start('api', older.root), await start('api', older.root)],
      worker: [await start('worker', older.root)],
    }
    const load = await startLoad(fleet)
    await sleep(stepMs)
    const steps: string[] = []
    for (const [role, place] of [
      ['api', 0],
      ['worker', 0],
      ['api', 1],
    ] as const) {
      const list = fleet[role] as ServerProcess[]
      const old = list[place] as ServerProcess
      list[place] = await start(role)
      const exit = await old.stop()
      expect(exit.code, exit.output).toBe(0)
      await waitForRecovery(fleet, load)
      await sleep(stepMs)
      steps.push(`${role} ${place + 1}: slowest response ${Math.round(load.slowestMs())} ms`)
    }
    await load.stop()
    await expectComplete(fleet, load)
    const writes = Object.values(load.acknowledged).map(({ size }) => size)
    const total = writes.reduce((sum, size) => sum + size, 0)
    process.stdout.write(
      `From ${ref}: ${total} writes and ${load.tasks.length} tasks acknowledged, ` +
        `${load.unexpected.length} errors after retries.\n${steps.join('\n')}\n`,
    )
    await load.receiver.close()
    await Promise.all(Object.values(fleet).flatMap((list) => list.map((one) => one.stop())))
    await database.drop()
    await older.remove()
  },
)
