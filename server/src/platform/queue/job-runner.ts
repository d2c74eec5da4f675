import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Random } from '../../lib/random.ts'
import type { Db } from '../postgres/db.ts'
import { type Tracer, traced } from '../tracing/tracer.ts'
import { backoff, spread } from '../work/backoff.ts'
import type { DueWork } from '../work/due.ts'
import type { Loops } from '../work/loops.ts'
import { onDemand, type PollLoop, poll } from '../work/poll.ts'
import {
  claimJobs,
  deleteJob,
  findNextJobTime,
  giveBackJobs,
  giveUpJob,
  type Job,
  renewJobs,
  retryJob,
} from './job-queries.ts'

export interface QueueSettings {
  name: string
  /** How often a job is retried, with growing delays, before it is given up. */
  retryLimit: number
  /** The number of concurrent jobs in one process. */
  atOnce: number
}

export interface Needs {
  db: Pick<Db, 'system'>
  random: Random
  log: Pick<Logger, 'warn' | 'error'>
  loops: Loops
  tracer?: Tracer | undefined
}

interface Worker extends QueueSettings {
  running: number
  /** Jobs may be waiting for a free slot. */
  hasMore: boolean
  /** The workspace of the job that was started last. */
  last: number
  handle(data: object): Promise<void>
}

const retryDelaySeconds = { first: 5, max: 6 * 3600 }
const renewEveryMs = 3000
const maxErrorLength = 1000
/** A job that runs longer hangs. Its lease ends, and it runs again. */
const maxJobSeconds = 900

/** Runs the jobs of all queues in this process. One statement claims for all of them. */
export class JobRunner {
  readonly #needs: Needs
  readonly #workers = new Map<string, Worker>()
  readonly #underWay = new Map<Job['id'], Promise<void>>()
  readonly #lease: string
  readonly #claims: PollLoop
  readonly #renewals: PollLoop
  readonly due: DueWork

  constructor(needs: Needs) {
    this.#needs = needs
    this.#lease = needs.random.uuid()
    const onError = (err: unknown) => needs.log.warn({ err }, 'the queue failed and will retry')
    const { loops } = needs
    this.#claims = onDemand({ loops, name: 'jobs', onError }, () => this.#claim())
    this.#renewals = poll({ loops, name: 'job leases', everyMs: renewEveryMs, onError }, () =>
      this.#renew(),
    )
    this.due = {
      name: 'due jobs',
      dueAt: (sql, after) => findNextJobTime(sql, [...this.#workers.keys()], after),
      clock: 'database',
      work: this.#claims.wake,
    }
  }

  add(settings: QueueSettings, handle: Worker['handle']): void {
    this.#workers.set(settings.name, { ...settings, running: 0, hasMore: false, last: 0, handle })
    this.#claims.wake()
  }

  /** Claims jobs of a queue; false if this process has no free slot for them. */
  wake(name: string): boolean {
    const worker = this.#workers.get(name)
    if (!worker) return false
    worker.hasMore = true
    if (worker.running >= worker.atOnce) return false
    this.#claims.wake()
    return true
  }

  /** Lets running jobs finish, and returns those that take too long. */
  async stop(patienceMs = 5000): Promise<void> {
    await this.#claims.stop()
    const patience = sleep(patienceMs, undefined, { ref: false })
    await Promise.race([Promise.all(this.#underWay.values()), patience])
    await this.#renewals.stop()
    if (this.#underWay.size === 0) return
    await giveBackJobs(this.#needs.db.system, this.#lease).catch((err) => {
      this.#needs.log.warn({ err }, 'could not give back jobs; their leases end soon')
    })
  }

  async #claim(): Promise<void> {
    const workers = [...this.#workers.values()].filter(({ running, atOnce }) => running < atOnce)
    if (workers.length === 0) return
    const room = workers.map(({ name, running, atOnce, last }) => ({
      queue: name,
      free: atOnce - running,
      last,
    }))
    for (const worker of workers) worker.hasMore = false
    const jobs = await claimJobs(this.#needs.db.system, this.#lease, room)
    for (const { queue, free } of room) {
      const claimed = jobs.filter((job) => job.queue === queue)
      const worker = this.#workers.get(queue) as Worker
      if (claimed.length === free) worker.hasMore = true
      worker.last = claimed.at(-1)?.workspace_id ?? worker.last
      for (const job of claimed) this.#underWay.set(job.id, this.#run(worker, job))
    }
  }

  async #run(worker: Worker, job: Job): Promise<void> {
    worker.running++
    try {
      await withDeadline(maxJobSeconds, this.#attempt(worker, job))
    } catch (err) {
      const about = { err, queue: job.queue }
      this.#needs.log.warn(about, 'could not record the end of a job; it will run again')
    }
    worker.running--
    this.#underWay.delete(job.id)
    if (worker.hasMore) this.#claims.wake()
  }

  async #attempt({ retryLimit, handle }: Worker, job: Job): Promise<void> {
    const sql = this.#needs.db.system
    try {
      if (job.attempts > retryLimit + 1) throw new Error('The processes that ran this job died.')
      await this.#traced(job, () => handle(job.data))
    } catch (err) {
      return this.#fail(job, retryLimit, err)
    }
    await deleteJob(sql, job)
  }

  #traced(job: Job, work: () => Promise<void>): Promise<void> {
    const attributes = { 'atelier.job_id': String(job.id), 'atelier.attempt': job.attempts }
    const { queue, trace: parent } = job
    const span = { name: `job ${queue}`, kind: 'consumer' as const, parent, attributes }
    return traced(this.#needs.tracer, span, work)
  }

  async #fail(job: Job, retryLimit: number, err: unknown): Promise<void> {
    const { db, log } = this.#needs
    const about = { err, queue: job.queue, job_id: job.id }
    const reason = String(err).slice(0, maxErrorLength)
    if (job.attempts > retryLimit) {
      log.error(about, 'a job failed for the last time')
      return giveUpJob(db.system, job, reason)
    }
    log.warn(about, 'a job failed and will be retried')
    const delay = spread(backoff(job.attempts, retryDelaySeconds), Math.random())
    await retryJob(db.system, job, reason, delay)
  }

  async #renew(): Promise<void> {
    if (this.#underWay.size === 0) return
    await renewJobs(this.#needs.db.system, this.#lease, [...this.#underWay.keys()])
  }
}

async function withDeadline(seconds: number, work: Promise<void>): Promise<void> {
  const tooLate = Promise.withResolvers<never>()
  const late = new Error(`The job did not finish in ${seconds} s.`)
  const timer = setTimeout(() => tooLate.reject(late), seconds * 1000).unref()
  await Promise.race([work, tooLate.promise]).finally(() => clearTimeout(timer))
}
