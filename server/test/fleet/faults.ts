import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet, Role } from './fleet.ts'

export interface Fault {
  name: string
  /** Breaks something, holds it, and repairs what doesn't repair itself. */
  inject(fleet: Fleet, holdMs: number): Promise<void>
  /** Faults without a duration heal by themselves, so recovery counts from their start. */
  isInstant?: boolean
}

/** ATELIER_FAULTS=Redis,S3 repeats only the faults whose names contain one of these words. */
export function isWanted({ name }: Fault): boolean {
  const words = (process.env.ATELIER_FAULTS ?? '').split(',')
  return words.some((word) => name.includes(word))
}

const killed = (role: Role): Fault => ({
  name: `kill -9 of a ${role === 'api' ? 'server' : 'worker'}`,
  inject: async (fleet) => {
    await fleet[role][0]?.kill9()
    await fleet.restart(role)
  },
})

/** Both also run on a fleet that shares the database of other tests. */
export const halfOpen: Fault = {
  name: 'half-open connections to PostgreSQL',
  isInstant: true,
  inject: async ({ databaseProxy }) => databaseProxy.freeze(),
}
export const killedWorker = killed('worker')

const redisAway: Fault = {
  name: 'Redis away',
  inject: async ({ redis }, holdMs) => {
    await redis?.kill()
    await sleep(holdMs)
    redis?.start()
  },
}

const blackHole: Fault = {
  name: 'black hole to PostgreSQL',
  inject: async ({ databaseProxy }, holdMs) => {
    databaseProxy.pause(true)
    await sleep(holdMs)
    databaseProxy.pause(false)
  },
}

export const everyFault: Fault[] = [
  killed('api'),
  killedWorker,
  {
    name: 'a worker that stands still',
    inject: async ({ worker }, holdMs) => {
      const pid = worker[0]?.pid as number
      process.kill(pid, 'SIGSTOP')
      await sleep(holdMs)
      process.kill(pid, 'SIGCONT')
    },
  },
  {
    name: 'PostgreSQL stopped at once, started again',
    inject: async ({ postgres }, holdMs) => {
      await postgres?.stopNow()
      await sleep(holdMs)
      await postgres?.startAgain()
    },
  },
  {
    name: 'all connections to PostgreSQL cut',
    isInstant: true,
    inject: async ({ databaseProxy }) => databaseProxy.cut(),
  },
  halfOpen,
  blackHole,
  redisAway,
  {
    name: 'S3 away',
    inject: async ({ storageProxy }, holdMs) => {
      await storageProxy?.close()
      await sleep(holdMs)
      await storageProxy?.restore()
    },
  },
  {
    name: 'a worker whose clock is ten minutes ahead',
    inject: async (fleet, holdMs) => {
      await fleet.worker[0]?.stop()
      await fleet.restart('worker', { isClockAhead: true })
      await sleep(holdMs)
      await fleet.worker[0]?.stop()
      await fleet.restart('worker')
    },
  },
  atOnce(redisAway, killedWorker),
  atOnce(blackHole, killed('api')),
  {
    name: 'failover to the standby',
    inject: async ({ postgres, databaseProxy }) => {
      databaseProxy.redirectTo((await postgres?.failOver()) as string)
      databaseProxy.cut()
    },
  },
]

function atOnce(one: Fault, other: Fault): Fault {
  return {
    name: `${one.name}, and ${other.name}`,
    inject: async (fleet, holdMs) => {
      await Promise.all([one.inject(fleet, holdMs), other.inject(fleet, holdMs)])
    },
  }
}
