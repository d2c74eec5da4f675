import { describe, expect, test } from 'vitest'
import { base, findStep } from '../test-workflows.ts'
import { tag, useRuns } from './test-runs.ts'

const runs = useRuns()
const { service, call, define, start, readStatus, waitForEnd } = runs
const { waitForStep, answer, command, passTime, wakeForNothing } = runs

describe('starting', () => {
  test('the same key gives the same run; with another input it is refused', async () => {
    const id = await define({ steps: [{ id: 'x', type: 'set', value: 1 }] })
    const begin = (input: object) =>
      call('POST', `${base}/${id}/start`, { input, idempotency_key: 'once', source: 'test' })
    const [first, second] = await Promise.all([begin({ a: 1 }), begin({ a: 1 })])
    expect(first.body.run_id).toBe(second.body.run_id)
    expect((await begin({ a: 2 })).body).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
    expect((await call('GET', `${base}/${id}/runs`)).body.count).toBe(1)
  })

  test('an invalid input is an error with its path; defaults are filled in', async () => {
    const id = await define({
      inputs: {
        type: 'object',
        required: ['n'],
        properties: { n: { type: 'integer' }, colour: { type: 'string', default: 'red' } },
      },
      steps: [{ id: 'x', type: 'set', value: '${inputs.colour}' }],
    })
    const wrong = await call('POST', `${base}/${id}/start`, { input: { n: 'one' } })
    expect(wrong.body).toMatchObject({
      status: 400,
      errors: [{ path: 'input.n', message: 'must be a whole number' }],
    })
    expect((await waitForEnd(await start(id, { n: 1 }))).output).toEqual({ value: 'red' })
  })

  test('a run stays on the version that it started with', async () => {
    const steps = (value: string) => [
      { id: 'nap', type: 'wait', seconds: 60 },
      { id: 'x', type: 'set', value },
    ]
    const id = await define({ steps: steps('old') })
    const run = await start(id)
    await waitForStep(run, 'nap', 'waiting')
    const changed = await call('PATCH', `${base}/${id}`, {
      definition: { title: 'Try', steps: steps('new') },
    })
    expect(changed.body.version).toBe(2)
    await call('DELETE', `${base}/${id}`)
    expect((await call('POST', `${base}/${id}/start`, {})).status).toBe(404)
    await passTime(61)
    expect(await waitForEnd(run)).toMatchObject({ version: 1, output: { value: 'old' } })
  })

  test('a run is not there under another workflow', async () => {
    const [one, other] = await Promise.all([
      define({ steps: [{ id: 'x', type: 'set', value: 1 }] }),
      define({ steps: [{ id: 'x', type: 'set', value: 1 }] }),
    ])
    const { runId } = await start(one as string)
    const wrong = await call('GET', `${base}/${other}/runs/${runId}/status`)
    expect(wrong.body).toMatchObject({ status: 404, code: 'run_not_found' })
  })
})

describe('commands', () => {
  const waiting = async () => {
    const id = await define({
      steps: [tag('tag', 'c-${run.id}'), { id: 'nap', type: 'wait', seconds: 3600 }],
    })
    const run = await start(id)
    await waitForStep(run, 'nap', 'waiting')
    return run
  }

  test('terminate ends a run with a reason; then only retry and restart work', async () => {
    const run = await waiting()
    const { body } = await command(run, 'terminate', { reason: 'Changed our minds.' })
    expect(body).toMatchObject({
      status: 'TERMINATED',
      reason: 'Changed our minds.',
      output: { error: { code: 'terminated', message: 'Changed our minds.' } },
    })
    expect(findStep(body, 'nap').status).toBe('cancelled')
    for (const verb of ['pause', 'resume', 'terminate']) {
      expect((await command(run, verb)).body).toMatchObject({ status: 409, code: 'run_ended' })
    }
  })

  test('restart repeats everything under the same id', async () => {
    const run = await waiting()
    expect((await command(run, 'restart')).body.code).toBe('run_not_ended')
    await passTime(3601)
    await waitForEnd(run)
    expect((await command(run, 'restart')).body).toMatchObject({ status: 'RUNNING', end_time: 0 })
    // The tag exists from the first run, so its step fails now: the step really ran again.
    expect((await waitForEnd(run)).output.error).toMatchObject({ code: 'tag_name_taken' })
  })

  test('pause and resume can be repeated; the pause does not count towards the deadline', async () => {
    const run = await waiting()
    const before = (await readStatus(run)).deadline_at
    await command(run, 'pause')
    expect((await command(run, 'pause')).body.status).toBe('PAUSED')
    service.advance(100)
    await command(run, 'resume')
    const { body } = await command(run, 'resume')
    expect(body.status).toBe('RUNNING')
    const gained = (Date.parse(body.deadline_at) - Date.parse(before)) / 1000
    expect(Math.round(gained)).toBeGreaterThanOrEqual(100)
    await command(run, 'terminate')
  })

  test('no new steps start in a paused run', async () => {
    const run = await waiting()
    await command(run, 'pause')
    await passTime(3601)
    await wakeForNothing(run)
    expect(findStep(await readStatus(run), 'nap').status).toBe('waiting')
    await command(run, 'resume')
    expect((await waitForEnd(run)).status).toBe('COMPLETED')
  })
})

describe('time', () => {
  test('a wait ends on time, not before', async () => {
    const id = await define({
      steps: [{ id: 'nap', type: 'wait', seconds: '${inputs.s}' }, tag('then', 'w-${run.id}')],
    })
    const run = await start(id, { s: 500 })
    expect(findStep(await waitForStep(run, 'nap', 'waiting'), 'nap').next_at).toMatch(/^20/)
    service.advance(400)
    await wakeForNothing(run)
    expect(findStep(await readStatus(run), 'nap').status).toBe('waiting')
    await passTime(101)
    expect(await waitForEnd(run)).toMatchObject({ status: 'COMPLETED' })
  })

  test('a time in the past does not wait; an invalid time is an error', async () => {
    const id = await define({ steps: [{ id: 'nap', type: 'wait', until: '${inputs.t}' }] })
    expect(await waitForEnd(await start(id, { t: '2026-01-01T00:00:00Z' }))).toMatchObject({
      status: 'COMPLETED',
    })
    expect((await waitForEnd(await start(id, { t: 'soon' }))).output.error.code).toBe('bad_time')
  })

  test('a run that takes too long is TIMED_OUT, and its question closes', async () => {
    const id = await define({
      timeout_seconds: 60,
      steps: [{ id: 'ask', type: 'ask', kind: 'text', question: 'What now?' }],
    })
    const run = await start(id)
    const question = findStep(await waitForStep(run, 'ask', 'waiting'), 'ask').waits_for.id
    await passTime(61)
    expect(await waitForEnd(run)).toMatchObject({
      status: 'TIMED_OUT',
      output: { error: { code: 'run_timed_out' } },
    })
    const late = await answer(question, 'Late.')
    expect(late.body.code).toBe('question_expired')
    // The retry gets the full time again.
    await command(run, 'retry')
    await waitForStep(run, 'ask', 'waiting')
    await command(run, 'terminate')
  })

  test('a step that takes too long fails alone', async () => {
    const id = await define({
      steps: [
        { id: 'slow', type: 'wait', seconds: 900, timeout_seconds: 30, on_error: 'continue' },
        { id: 'why', type: 'set', value: '${steps.slow.error.code}' },
      ],
    })
    const run = await start(id)
    await waitForStep(run, 'slow', 'waiting')
    await passTime(31)
    expect((await waitForEnd(run)).output).toEqual({ value: 'step_timed_out' })
  })
})

test('lists match the status of each run', async () => {
  const { body: all } = await call('GET', `${base}/runs?page_size=100`)
  expect(all.count).toBeGreaterThan(10)
  for (const listed of all.results) {
    const run = await readStatus({ id: listed.definition_id, runId: listed.run_id })
    expect(run).toMatchObject(listed)
  }
  for (const one of ['COMPLETED', 'FAILED', 'TERMINATED', 'TIMED_OUT', 'RUNNING', 'PAUSED']) {
    const { body } = await call('GET', `${base}/runs?status=${one}&page_size=100`)
    const wanted = all.results.filter(({ status: is }: { status: string }) => is === one)
    expect(body.count).toBe(wanted.length)
  }
})
