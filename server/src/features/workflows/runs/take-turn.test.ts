import { describe, expect, test } from 'vitest'
import { findStep } from '../test-workflows.ts'
import { takeTurn } from './take-turn.ts'
import { useRuns } from './test-runs.ts'

const { service, define, start, readStatus, waitForStep } = useRuns()

describe('a run during which processes die', () => {
  const processId = () => crypto.randomUUID()
  const napping = () => define({ steps: [{ id: 'nap', type: 'wait', seconds: 3600 }] })
  const sql = () => service.deps.db.system

  /** A turn whose process died: nobody ends it or renews it. */
  async function die(runId: string): Promise<void> {
    const [row] = await sql()<{ count: number }>`
      update workflow_turns set renewed_at = now() - interval '1 minute' where run_id = ${runId} returning 1 as count`
    if (row) return
    await sql()`
      insert into workflow_turns (run_id, workspace_id, process_id, revision, deaths, renewed_at)
      select id, workspace_id, ${processId()}, revision, 0, now() - interval '1 minute'
      from workflow_runs where id = ${runId}`
  }

  /** Resumes the run in another process, which dies or not. */
  async function takeUp(runId: string, dies: boolean): Promise<boolean> {
    let worked = false
    const turn = { runId, processId: processId() }
    const work = async () => {
      worked = true
      if (dies) await new Promise<void>(() => {})
    }
    const taken = takeTurn(service.deps, turn, work)
    if (!dies) await taken
    else await expect.poll(() => worked).toBe(true)
    return worked
  }

  async function sleeper() {
    const started = await start(await napping())
    await waitForStep(started, 'nap', 'waiting')
    await expect.poll(() => listTurns(started.runId)).toEqual([])
    return started
  }

  const listTurns = async (runId: string) =>
    sql()<{ deaths: number }>`select deaths from workflow_turns where run_id = ${runId}`

  test('is resumed once, and fails after the second death', async () => {
    const started = await sleeper()
    await die(started.runId)
    expect(await takeUp(started.runId, false)).toBe(true)
    expect(await listTurns(started.runId)).toEqual([])

    await die(started.runId)
    await sql()`update workflow_turns set deaths = 1 where run_id = ${started.runId}`
    expect(await takeUp(started.runId, false)).toBe(false)
    const failed = await readStatus(started)
    expect([failed.status, failed.output.error.code]).toEqual(['FAILED', 'process_died'])
    expect(findStep(failed, 'nap').status).toBe('cancelled')
    expect(await listTurns(started.runId)).toEqual([])
  })

  test('starts counting again after it made progress', async () => {
    const started = await sleeper()
    await die(started.runId)
    await sql()`update workflow_turns set deaths = 1, revision = revision - 1 where run_id = ${started.runId}`
    expect(await takeUp(started.runId, false)).toBe(true)
    expect((await readStatus(started)).status).toBe('RUNNING')
  })

  test('is left alone while its process is alive', async () => {
    const started = await sleeper()
    await die(started.runId)
    await sql()`update workflow_turns set deaths = 1, renewed_at = now() where run_id = ${started.runId}`
    expect(await takeUp(started.runId, false)).toBe(true)
    expect((await readStatus(started)).status).toBe('RUNNING')
    expect(await listTurns(started.runId)).toEqual([{ deaths: 1 }])
  })
})
