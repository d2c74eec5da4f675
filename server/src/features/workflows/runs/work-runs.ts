import type { Deps } from '../../../deps.ts'
import type { OperationCaller } from '../../../http/call-operation.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { EventFollower, NumberedEvent } from '../../events/dispatch-events.ts'
import type { Part } from '../../feature.ts'
import { listPatterns } from '../events-for-expressions.ts'
import { followTriggers } from '../triggers/fire-events.ts'
import { advanceRun } from './advance-run.ts'
import { lostAfterSeconds, type RunJob, runsQueue, wakeRun } from './run-jobs.ts'
import { maxDueRuns, selectNextRun, takeDueRuns } from './run-queries.ts'
import { runsWaitingForEvents, selectWaitingRuns, type WaitsType } from './step-queries.ts'
import { takeTurn } from './take-turn.ts'
import { deleteTurns } from './turn-queries.ts'

/** If a job fails for the last time, `wake_at` finds its run again. */
const settings = { name: runsQueue, retryLimit: 3, atOnce: 20 }

/** Waves per job; a run with more to do gets another job, so that others get their turn. */
const maxWaves = 50

/**
 * Advances runs when the queue delivers jobs. Runs whose timer is due, whose worker died or whose
 * job was lost get a new job; an extra job does no harm.
 */
export function startRunWorkers(deps: Deps, caller: OperationCaller): Part {
  const turns = new Map<string, { again: boolean }>()
  const processId = deps.random.uuid()
  deps.queue.work<RunJob>(settings, (job) =>
    oneAtATime(turns, job.run_id, () =>
      takeTurn(deps, { runId: job.run_id, processId }, () => advanceFar(deps, caller, job)),
    ),
  )
  return {
    due: [{ name: 'due workflow runs', dueAt: selectNextRun, work: () => wakeDueRuns(deps) }],
    stop: () => deleteTurns(deps.db.system, processId).catch(() => {}),
  }
}

/** A job for a run that this process is already advancing only requests one more check. */
async function oneAtATime(
  turns: Map<string, { again: boolean }>,
  runId: string,
  work: () => Promise<void>,
): Promise<void> {
  const turn = turns.get(runId)
  if (turn) {
    turn.again = true
    return
  }
  const mine = { again: true }
  turns.set(runId, mine)
  try {
    while (mine.again) {
      mine.again = false
      await work()
    }
  } finally {
    turns.delete(runId)
  }
}

async function advanceFar(deps: Deps, caller: OperationCaller, job: RunJob): Promise<void> {
  for (let wave = 0; wave < maxWaves; wave++) {
    if (!(await advanceRun(deps, caller, job.run_id))) return
  }
  await deps.db.transaction('system', (tx) => deps.queue.send(tx, runsQueue, job))
}

export async function wakeDueRuns(deps: Pick<Deps, 'db' | 'clock' | 'queue'>): Promise<void> {
  const now = deps.clock()
  const again = new Date(now.getTime() + lostAfterSeconds * 1000)
  const hasMore = await deps.db.transaction('system', async (tx) => {
    const due = await takeDueRuns(tx, now, again)
    for (const run of due) await wakeRun(deps, tx, run)
    return due.length === maxDueRuns
  })
  if (hasMore) await wakeDueRuns(deps)
}

const endings: Record<string, WaitsType> = {
  'task.succeeded': 'task',
  'task.failed': 'task',
  'task.cancelled': 'task',
  'transcription.done': 'transcription',
  'transcription.failed': 'transcription',
  'transcription.deleted': 'transcription',
  'video.done': 'video',
  'video.failed': 'video',
  'question.answered': 'question',
  'question.expired': 'question',
  'question.cancelled': 'question',
}

/** Wakes the runs that wait for the subject of an event. Runs wake their parents themselves. */
export function runsFollower(deps: Pick<Deps, 'queue'>): EventFollower {
  return async (tx: Tx, events: NumberedEvent[]) => {
    await followTriggers(deps, tx, events)
    await wakeForEvents(deps, tx, events)
    const things = events.flatMap(({ type, object, trace }) => {
      const waitsType = endings[type]
      return waitsType ? [{ type: waitsType, id: String(object.id), trace }] : []
    })
    if (things.length === 0) return
    for (const { trace, ...run } of await selectWaitingRuns(tx, things)) {
      await wakeRun(deps, tx, run, { trace })
    }
  }
}

/** Wakes the runs that may wait for one of the events; they look for it themselves. */
async function wakeForEvents(deps: Pick<Deps, 'queue'>, tx: Tx, events: NumberedEvent[]) {
  const workspaces = [...new Set(events.map(({ workspace_id }) => workspace_id))]
  const patterns = [...new Set(events.flatMap(({ type }) => listPatterns(type)))]
  for (const run of await runsWaitingForEvents(tx, workspaces, patterns)) {
    await wakeRun(deps, tx, run)
  }
}
