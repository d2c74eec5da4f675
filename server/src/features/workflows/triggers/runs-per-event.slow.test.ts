import { expect, test } from 'vitest'
import { type Tenant, useService } from '../../../../test/harness.ts'
import { until } from '../../../../test/server-client.ts'
import { triggerClient } from './test-triggers.ts'

const service = useService()

/** A workspace with a low limit, and a board whose new tasks start a workflow that adds `width`. */
async function useDoubling(width: number, more: (board: string) => object[] = () => []) {
  const mia = await service.tenant()
  await limitRuns(mia, 20)
  const flows = triggerClient(service, mia)
  const { id: board } = (await flows.call('POST', '/api/v1/pm/boards', { title: 'Run' })).body
  const steps = Array.from({ length: width }, (_, number) => ({
    ...{ id: `card${number}`, type: 'call', operation: 'createBoardTask' },
    body: { board, title: 'More' },
  }))
  const id = await flows.define({ steps: [...steps, ...more(board)] })
  const trigger = { kind: 'event', event: 'pm_task.created', overlap: 'allow', include_own: true }
  const made = await flows.createTrigger(id, trigger)
  const addTask = (title: string) => flows.call('POST', '/api/v1/pm/tasks', { board, title })
  const countRuns = async () => {
    const [row] = await service.deps.db.system<{ all: number; open: number }>`
      select count(*) as all, count(*) filter (where ended_at is null) as open
      from workflow_runs where workspace_id = ${mia.workspaceId}`
    return row as { all: number; open: number }
  }
  const waitForRefusal = () =>
    until('a refused firing and no open run', async () => {
      const firings = await flows.listFirings(id, made.id)
      const refused = firings.find(({ outcome }: { outcome: string }) => outcome === 'failed')
      return (await countRuns()).open === 0 && refused
    })
  return { mia, flows, id, made, addTask, countRuns, waitForRefusal }
}

const limitRuns = ({ workspaceId }: Tenant, max: number) => service.deps.db.system`
  insert into workspace_quotas (workspace_id, name, max, updated_at)
  values (${workspaceId}, 'runs_per_event', ${max}, now())`

test('a workflow of twelve steps that starts itself again stops at the limit and says why', async () => {
  const { mia, addTask, countRuns, waitForRefusal } = await useDoubling(12)
  await addTask('One card')
  const { reason } = await waitForRefusal()
  expect(reason).toMatch(/at most 20 workflow runs that go back to one event.*operator/)
  expect((await countRuns()).all).toBe(20)
  const { body } = await service.call('GET', '/api/v1/usage', { key: mia.key })
  const quota = body.quotas.find(({ name }: { name: string }) => name === 'runs_per_event')
  expect(quota).toMatchObject({ used: 20, limit: 20, per: 'event', resets_at: null })
})

test('each event has a limit of its own', async () => {
  const { addTask, countRuns, waitForRefusal } = await useDoubling(2)
  await addTask('One')
  await waitForRefusal()
  await addTask('Two')
  await expect.poll(async () => (await countRuns()).all).toBe(40)
})

test('two workflows that start each other share the limit', async () => {
  const { flows, addTask, countRuns, waitForRefusal } = await useDoubling(1, () => [
    { id: 'tag', type: 'call', operation: 'createTag', body: { name: '${run.id}' } },
  ])
  const other = await flows.define({ steps: [{ id: 'say', type: 'set', value: 1 }] })
  const event = { kind: 'event', event: 'workflow_run.completed', overlap: 'allow' }
  await flows.createTrigger(other, { ...event, include_own: true })
  await addTask('One card')
  await waitForRefusal()
  expect((await countRuns()).all).toBe(20)
})

test('a run that a person starts, and the runs inside it, share the limit; the step says why', async () => {
  const mia = await service.tenant()
  await limitRuns(mia, 4)
  const { define, start, waitForEnd } = triggerClient(service, mia)
  const inner = await define({ steps: [{ id: 'say', type: 'set', value: 1 }] })
  const outer = await define({
    steps: [1, 2, 3, 4, 5].map((number) => ({
      id: `run${number}`,
      type: 'sub_workflow',
      workflow: inner,
    })),
  })
  const run = await waitForEnd(await start(outer))
  expect([run.status, JSON.stringify(run)]).toEqual([
    'FAILED',
    expect.stringMatching(/at most 4 workflow runs/),
  ])
})

test('runs that wait in a queue count for the event that caused them', async () => {
  const mia = await service.tenant()
  await limitRuns(mia, 2)
  const flows = triggerClient(service, mia)
  const { id: board } = (await flows.call('POST', '/api/v1/pm/boards', { title: 'Run' })).body
  const body = { board, title: 'More' }
  const id = await flows.define({
    steps: [{ id: 'more', type: 'call', operation: 'createBoardTask', body }],
  })
  const event = { kind: 'event', event: 'pm_task.created', include_own: true }
  const made = await flows.createTrigger(id, { ...event, overlap: 'queue' })
  await flows.call('POST', '/api/v1/pm/tasks', body)
  const outcomes = await until('the third firing', async () => {
    const found = await flows.listFirings(id, made.id)
    const names = found.map(({ outcome }: { outcome: string }) => outcome)
    return names.includes('failed') && names
  })
  expect(outcomes.sort()).toEqual(['failed', 'started', 'started'])
})
