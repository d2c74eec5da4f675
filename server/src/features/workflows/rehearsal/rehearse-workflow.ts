import type { Deps } from '../../../deps.ts'
import type { OperationCaller } from '../../../http/call-operation.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { FairSemaphore } from '../../../lib/fair-semaphore.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { NeedsThread, type Planner, planInThread, planQuickly } from '../plan/planners.ts'
import { advance } from '../runs/advance-run.ts'
import { lockRunToAdvance, type RunWithMember } from '../runs/run-queries.ts'
import { beginRun } from '../runs/start-run.ts'
import { type RehearsalNotes, rehearseStep } from './rehearse-step.ts'
import { rehearsedSteps } from './rehearsed-steps.ts'
import type { Rehearsal, RehearseBody } from './schemas.ts'

/** A rehearsal holds a transaction, so only a few run at once, and workspaces take turns. */
const turns = new FairSemaphore<number>(2)
const maxSeconds = 15
const maxRounds = 500

/** Carries the result out of the transaction, which is rolled back by it. */
class RolledBack extends Error {
  readonly result: Rehearsal

  constructor(result: Rehearsal) {
    super('The rehearsal is over.')
    this.result = result
  }
}

/**
 * Runs a workflow with the engine of real runs, inside a transaction that is always rolled back, so
 * nothing changes and no job, message or request leaves it. Its clock jumps over waits.
 */
export async function rehearseWorkflow(
  deps: Deps,
  caller: OperationCaller,
  actor: Actor,
  key: string,
  body: RehearseBody,
): Promise<Rehearsal> {
  requirePermission(actor, 'workflows:run')
  return turns.run(actor.workspaceId, async () => {
    try {
      return await deps.db.atomically(actor.workspaceId, async (db, tx) => {
        throw new RolledBack(await rehearse({ ...deps, db }, tx, caller, actor, key, body))
      })
    } catch (error) {
      if (error instanceof RolledBack) return error.result
      throw error
    }
  })
}

async function rehearse(
  deps: Deps,
  tx: Tx,
  caller: OperationCaller,
  actor: Actor,
  key: string,
  { input = {}, answers = {}, outputs = {} }: RehearseBody,
): Promise<Rehearsal> {
  let aheadMs = 0
  const inside = { ...deps, clock: () => new Date(deps.clock().getTime() + aheadMs) }
  const notes: RehearsalNotes = {
    given: { answers, outputs },
    effects: [],
    would: new Map(),
    children: new Map(),
  }
  const root = await beginRun(inside, tx, actor, key, { input, source: 'rehearsal' })
  const engine = {
    planTurn: planAnywhere,
    begin: (work: Parameters<typeof rehearseStep>[0]) => rehearseStep(work, tx, notes),
  }
  const endsAt = performance.now() + maxSeconds * 1000
  for (let round = 0; round < maxRounds; round++) {
    const runs = await Promise.all(collectIds(root.id, notes).map((id) => lockRunToAdvance(tx, id)))
    const open = runs.filter((run) => run?.ended_at === null) as RunWithMember[]
    if (!open.some(({ id }) => id === root.id)) break
    let hasMore = false
    for (const { id } of open) {
      if (performance.now() > endsAt) throw tooLong()
      const run = (await lockRunToAdvance(tx, id)) as RunWithMember
      if (run.status === 'RUNNING') hasMore ||= await advance(inside, tx, caller, run, engine)
    }
    const after = await Promise.all(open.map(({ id }) => lockRunToAdvance(tx, id)))
    const hasEnded = after.some((run) => run?.ended_at !== null)
    const hasStarted = collectIds(root.id, notes).length > runs.length
    if (hasMore || hasEnded || hasStarted) continue
    aheadMs += untilNext(after as RunWithMember[], inside.clock())
  }
  const ended = (await lockRunToAdvance(tx, root.id)) as RunWithMember
  if (ended.ended_at === null) throw tooLong()
  const steps = await rehearsedSteps(inside, actor, ended, notes)
  const { status, output } = ended
  return {
    status: status as Rehearsal['status'],
    output: output as Rehearsal['output'],
    steps,
    effects: notes.effects,
  }
}

function collectIds(rootId: string, { children }: RehearsalNotes): string[] {
  return [rootId, ...children.values()]
}

/** Nothing can be done now, so time passes until the first timer. */
function untilNext(runs: readonly RunWithMember[], now: Date): number {
  const times = runs.flatMap(({ wake_at }) => (wake_at ? [wake_at.getTime()] : []))
  return Math.max(1, Math.min(...times) - now.getTime())
}

/** The transaction stays open, so a costly plan moves to the thread without a second turn. */
const planAnywhere: Planner = async (definition, run, recorded) => {
  try {
    return await planQuickly(definition, run, recorded)
  } catch (error) {
    if (!(error instanceof NeedsThread)) throw error
    return planInThread(definition, run, recorded)
  }
}

function tooLong() {
  return problem('rehearsal_too_long', {
    detail: `The rehearsal has more than ${maxRounds} rounds, or takes longer than ${maxSeconds} seconds. Give it less input.`,
  })
}
