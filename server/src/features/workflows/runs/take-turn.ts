import type { Deps } from '../../../deps.ts'
import { startHeartbeat } from '../../../platform/work/lease.ts'
import { endRun } from './end-run.ts'
import { lockRunToAdvance } from './run-queries.ts'
import { beginTurn, endTurn, renewTurn, type Turn, takeOverTurn } from './turn-queries.ts'

/** A run that has crashed this many processes without progress is not retried. */
const maxDeaths = 2

const renewEveryMs = 2000

/** Runs during which a process died go one at a time, so a second crash identifies the culprit. */
let suspects: Promise<unknown> = Promise.resolve()

/** Works on a run for one turn and marks it, so the next process can tell if this one dies. */
export async function takeTurn(deps: Deps, turn: Turn, work: () => Promise<void>): Promise<void> {
  const sql = deps.db.system
  const state = await beginTurn(sql, turn)
  if (state === 'held') return work()
  if (state === 'begun') return holdTurn(deps, turn, work)
  const mine = suspects.then(async () => {
    const deaths = await takeOverTurn(sql, turn)
    // Another process took it over in the meantime: it is now held, and the row lock decides.
    if (deaths === undefined) return work()
    deps.log.warn({ run_id: turn.runId, deaths }, 'a process died while working on this run')
    return holdTurn(deps, turn, deaths < maxDeaths ? work : () => failRun(deps, turn.runId))
  })
  suspects = mine.catch(() => {})
  return mine
}

/** Works while a heartbeat shows that this process is alive. */
async function holdTurn(deps: Deps, turn: Turn, work: () => Promise<void>): Promise<void> {
  const sql = deps.db.system
  const heartbeat = startHeartbeat(renewEveryMs, () => renewTurn(sql, turn))
  try {
    await work()
  } finally {
    heartbeat.stop()
    await endTurn(sql, turn).catch((error) => {
      deps.log.warn({ err: error, run_id: turn.runId }, 'could not end the turn of a run')
    })
  }
}

async function failRun(deps: Deps, runId: string): Promise<void> {
  await deps.db.atomically('system', async (db, tx) => {
    const run = await lockRunToAdvance(tx, runId)
    if (run?.status !== 'RUNNING') return
    const message = `The process working on this run died ${maxDeaths} times without progress. Change the workflow, then start a new run.`
    await endRun({ ...deps, db }, tx, run, {
      status: 'FAILED',
      error: { code: 'process_died', message },
    })
  })
}
