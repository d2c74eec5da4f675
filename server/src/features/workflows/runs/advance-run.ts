import type { Deps } from '../../../deps.ts'
import type { OperationCaller } from '../../../http/call-operation.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import type { Definition } from '../definition/definition.ts'
import { ExpressionError } from '../definition/expressions.ts'
import type { Plan } from '../plan/plan.ts'
import { safePlan } from '../plan/safe-plan.ts'
import { actorOfStep } from './actor-of-run.ts'
import { definitionOf } from './definitions.ts'
import { cancelStep, endRun } from './end-run.ts'
import { lostAfterSeconds, tellFollowers } from './run-jobs.ts'
import { lockRunToAdvance, type RunRow, type RunWithMember, saveRun } from './run-queries.ts'
import { recordBegun, settleSteps, withoutDueRetries } from './settle-steps.ts'
import { beginStep } from './start-step.ts'
import { type StepRow, stepsOf } from './step-queries.ts'

/** Steps that begin in one transaction; more follow in the next. */
const mostAtOnce = 20

/**
 * Carries a run one wave further: settles what has ended, begins what can begin, and writes all of it
 * down in one transaction that holds the run. True when there is more to do at once.
 */
export async function advanceRun(
  deps: Deps,
  caller: OperationCaller,
  runId: string,
): Promise<boolean> {
  return deps.db.together(async (db, tx) => {
    const run = await lockRunToAdvance(tx, runId)
    if (run?.status !== 'RUNNING') return false
    return new Wave({ ...deps, db }, db, tx, caller, run).go()
  })
}

class Wave {
  readonly #deps: Deps
  readonly #db: Db
  readonly #tx: Tx
  readonly #caller: OperationCaller
  readonly #run: RunWithMember
  readonly #now: Date

  constructor(deps: Deps, db: Db, tx: Tx, caller: OperationCaller, run: RunWithMember) {
    this.#deps = deps
    this.#db = db
    this.#tx = tx
    this.#caller = caller
    this.#run = run
    this.#now = deps.clock()
  }

  async go(): Promise<boolean> {
    const run = this.#run
    const actor = actorOfStep(run, 'run')
    if (!actor) {
      const message = `${run.actor.name} may not act here any more: the membership has ended, or the key was revoked.`
      return this.#end({ status: 'FAILED', error: { code: 'starter_left', message } })
    }
    if (run.deadline_at <= this.#now) {
      const message = 'It was not done by its deadline.'
      return this.#end({ status: 'TIMED_OUT', error: { code: 'run_timed_out', message } })
    }
    const definition = await definitionOf(this.#tx, run)
    const records = await stepsOf(this.#tx, run)
    await settleSteps(this.#deps, this.#tx, run, actor, definition, records)
    const first = this.#plan(definition, withoutDueRetries(records, this.#now))
    if (first.end) return this.#end(first.end, records)
    await this.#cancel(first.cancel, records)
    for (const ready of first.ready.slice(0, mostAtOnce)) {
      const begun = await beginStep(this.#db, {
        deps: this.#deps,
        caller: this.#caller,
        run,
        actor: actorOfStep(run, ready.path) ?? actor,
        ready,
      })
      const before = records.get(ready.path)
      records.set(ready.path, await recordBegun(this.#deps, this.#tx, run, ready, begun, before))
    }
    // What begins next begins in a transaction of its own, when this one has been committed.
    const then = this.#plan(definition, records)
    if (then.end) return this.#end(then.end, records)
    await this.#save(records, then.ready.length > 0)
    return then.ready.length > 0
  }

  #plan(definition: Definition, records: Map<string, StepRow>): Plan {
    try {
      return safePlan(definition, this.#run, records)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const failure = { code: 'expression_failed', message: error.message, step: 'run' }
      return { ready: [], cancel: [], steps: [], end: { status: 'FAILED', error: failure } }
    }
  }

  async #cancel(paths: string[], records: Map<string, StepRow>): Promise<void> {
    for (const path of paths) {
      const row = records.get(path) as StepRow
      const actor = actorOfStep(this.#run, path)
      if (!actor) continue
      records.set(path, await cancelStep(this.#deps, this.#tx, this.#run, actor, row))
    }
  }

  async #end(ending: Parameters<typeof endRun>[3], records?: Map<string, StepRow>): Promise<false> {
    const actor = actorOfStep(this.#run, 'run')
    await endRun(this.#deps, this.#tx, this.#run, ending, actor, records?.values())
    return false
  }

  async #save(records: Map<string, StepRow>, hasMore: boolean): Promise<void> {
    const times = [...records.values()]
      .filter(({ ended_at }) => ended_at === null)
      .flatMap(({ wake_at, deadline_at }) => [wake_at, deadline_at])
      .concat(this.#run.deadline_at)
      .filter((time) => time !== null)
      .map((time) => time.getTime())
    if (hasMore) times.push(this.#now.getTime() + lostAfterSeconds * 1000)
    const wake_at = new Date(Math.min(...times))
    await saveRun(this.#tx, this.#run as RunRow, { updated_at: this.#now, wake_at })
    tellFollowers(this.#deps, this.#tx, this.#run.id)
  }
}
