import { expect, test } from 'vitest'
import { expectStatus } from '../../../../test/harness.ts'
import { until } from '../../../../test/server-client.ts'
import { base, findStep } from '../test-workflows.ts'
import { tag, useRuns } from './test-runs.ts'

const runs = useRuns()
const { service, mia, call, define, start, runPath, waitForEnd } = runs
const { waitForStep, approve, command, passTime, listTagNames } = runs

test('steps run in order and see the output of earlier ones', async () => {
  const id = await define({
    inputs: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    steps: [
      tag('tag', '${inputs.name}'),
      { id: 'sum', type: 'set', value: { id: '${steps.tag.output.id}', two: '${1 + 1}' } },
      tag('other', 'n${steps.tag.output.id}'),
    ],
    output: {
      first: '${steps.tag.output.id}',
      second: '${steps.other.output.name}',
      sum: '${steps.sum.output}',
    },
  })
  const run = await waitForEnd(await start(id, { name: 'autumn' }))
  expect(run).toMatchObject({ status: 'COMPLETED', input: { name: 'autumn' } })
  const { first } = run.output
  expect(run.output).toEqual({ first, second: `n${first}`, sum: { id: first, two: 2 } })
  expect(run.create_time).toBeLessThanOrEqual(run.end_time)
  expect(run.workflow_id).not.toBe(run.definition_id)
  const { body } = await call('GET', `${base}/${id}/runs/${run.run_id}/steps`)
  expect(body.results.map(({ path }: { path: string }) => path)).toEqual(['tag', 'sum', 'other'])
  expect(body.results[2]).toMatchObject({ input: { body: { name: `n${first}` } }, attempts: 1 })
})

test('steps act as the person who started the run, and record it', async () => {
  const board = (await call('POST', '/api/v1/pm/boards', { title: 'Run' })).body.id
  const id = await define({
    steps: [
      {
        id: 'card',
        type: 'call',
        operation: 'createBoardTask',
        body: { board, title: 'Made by a run' },
      },
    ],
  })
  const started = await start(id)
  const run = await waitForEnd(started)
  const { body } = await call('GET', `/api/v1/pm/tasks/${run.output.slug}/activity`)
  expect(body.results[0]).toMatchObject({
    verb: 'created',
    actor: { id: mia.userId, via: 'workflow' },
    request_id: `${started.runId}:card`,
  })
})

test('branches, parallel steps and loops', async () => {
  const id = await define({
    steps: [
      {
        id: 'choice',
        type: 'branch',
        cases: [
          { when: 'inputs.size > 2', steps: [tag('many', 'b-many')] },
          { when: 'inputs.size == 2', steps: [tag('two', 'b-two')] },
        ],
        else: [tag('few', 'b-few')],
      },
      {
        id: 'both',
        type: 'parallel',
        branches: { left: [tag('l', 'b-left')], right: [tag('r', 'b-right')] },
      },
      {
        id: 'each',
        type: 'for_each',
        items: 'inputs.names',
        as: 'name',
        concurrency: 2,
        steps: [tag('one', 'b-${name}-${index}')],
        output: '${steps.one.output.name}',
      },
    ],
    output: {
      many: '${steps.many.status}',
      two: '${steps.two.output.name}',
      both: '${steps.both.output.right.name}',
      each: '${steps.each.output}',
    },
  })
  const run = await waitForEnd(await start(id, { size: 2, names: ['x', 'y', 'z'] }))
  expect(run.output).toEqual({
    many: 'skipped',
    two: 'b-two',
    both: 'b-right',
    each: ['b-x-0', 'b-y-1', 'b-z-2'],
  })
  expect(await listTagNames('b-')).toEqual([
    'b-left',
    'b-right',
    'b-two',
    'b-x-0',
    'b-y-1',
    'b-z-2',
  ])
  expect(findStep(run, 'each[2].one').status).toBe('completed')
  expect(findStep(run, 'few').status).toBe('skipped')
})

test('a failed step ends the run with a reason, and can be retried from there', async () => {
  const id = await define({
    steps: [
      tag('before', 'f-${run.id}'),
      {
        id: 'card',
        type: 'call',
        operation: 'createBoardTask',
        body: { board: '${inputs.board}', title: 'x' },
      },
    ],
  })
  const started = await start(id, { board: 'not-yet' })
  const run = await waitForEnd(started)
  expect(run).toMatchObject({
    status: 'FAILED',
    output: { error: { step: 'card', code: 'board_not_found' } },
  })
  await call('POST', '/api/v1/pm/boards', { title: 'Not yet', slug: 'not-yet' })
  expect((await command(started, 'retry')).body).toMatchObject({ status: 'RUNNING', output: {} })
  expect(await waitForEnd(started)).toMatchObject({ status: 'COMPLETED' })
  expect(await listTagNames('f-')).toHaveLength(1)
  expect((await command(started, 'retry')).body.code).toBe('run_completed')
})

test('with on_error continue, later steps can read the failure', async () => {
  const id = await define({
    steps: [
      {
        id: 'risky',
        type: 'call',
        operation: 'getBoard',
        params: { board_id: 'nowhere' },
        on_error: 'continue',
      },
      { id: 'seen', type: 'set', value: '${steps.risky.error.code}' },
    ],
  })
  expect((await waitForEnd(await start(id))).output).toEqual({ value: 'board_not_found' })
})

test('an expression without a value fails its step with a message', async () => {
  const id = await define({ steps: [tag('tag', '${inputs.nothing}')] })
  const run = await waitForEnd(await start(id))
  expect(run.output.error).toMatchObject({
    step: 'tag',
    code: 'expression_failed',
    message: 'No such key: nothing in inputs.nothing',
  })
})

test('expressions that take too long fail the run, which can still be read', async () => {
  const endless = 'inputs.n.all(a, inputs.n.all(b, inputs.n.all(c, a + b + c >= 0)))'
  const id = await define({ steps: [tag('tag', 'l-${run.id}'), tag('long', `\${${endless}}`)] })
  const run = await start(id, { n: Array.from({ length: 500 }, (_, n) => n) })
  expect((await waitForEnd(run)).output.error).toMatchObject({
    code: 'limit_exceeded',
    message: 'the expression needs too much computation',
  })
  const { status: answer, body } = await call('GET', `${runPath(run)}/steps`)
  expect([answer, body.results.map(({ path }: { path: string }) => path)]).toEqual([200, ['tag']])
})

test('a fail step fails with its message', async () => {
  const id = await define({ steps: [{ id: 'no', type: 'fail', message: 'Not ${1 + 1}.' }] })
  expect(await waitForEnd(await start(id))).toMatchObject({ status: 'FAILED', reason: 'Not 2.' })
})

test('a run has no more permissions than its starter', async () => {
  const id = await define({ steps: [tag('tag', 'p-${run.id}')] })
  const key = await service.keyWith(mia, ['workflows:run', 'workflows:read'])
  const { body } = await call('POST', `${base}/${id}/start`, {}, key)
  const run = await waitForEnd({ id, runId: body.run_id })
  expect(run.output.error).toMatchObject({ code: 'permission_denied' })
})

test('a key that was revoked stops its runs', async () => {
  const id = await define({
    steps: [{ id: 'pause', type: 'wait', seconds: 3600 }, tag('t', 'r')],
  })
  const made = await call('POST', '/api/v1/api-keys', { name: 'agent' })
  const { body } = await call('POST', `${base}/${id}/start`, {}, made.body.key)
  const run = { id, runId: body.run_id }
  await waitForStep(run, 'pause', 'waiting')
  await call('DELETE', `/api/v1/api-keys/${made.body.id}`)
  await passTime(3601)
  expect((await waitForEnd(run)).output.error).toMatchObject({ code: 'starter_left' })
})

test('documents, inputs and outputs are kept as they were sent', async () => {
  const steps = [{ type: 'set', id: 'zebra', value: { z: '${inputs.z}', a: [1.5, null] } }]
  const definition = { title: 'Order', steps, inputs: { type: 'object', properties: {} } }
  const id = await define(definition)
  const { text } = await call('GET', `${base}/${id}`)
  expect(text).toContain(JSON.stringify(definition))
  const run = await start(id, { z: 1, a: { y: 1, b: 2 } })
  await waitForEnd(run)
  const { text: state } = await call('GET', `${runPath(run)}/status`)
  expect(state).toContain('"input":{"z":1,"a":{"y":1,"b":2}},"output":{"z":1,"a":[1.5,null]}')
})

test('a follower sees each change of a run until it ends, and can resume', async () => {
  const id = await define({
    steps: [{ id: 'ok', type: 'ask', kind: 'approval', question: 'Go?' }, tag('t', 's-${run.id}')],
  })
  const run = await start(id)
  await waitForStep(run, 'ok', 'waiting')
  const following = service.app.inject({
    method: 'GET',
    url: `${runPath(run)}/status`,
    headers: { authorization: `Api-Key ${mia.key}`, accept: 'text/event-stream' },
  })
  await expectStatus(200, approve(run, { task_reference_name: 'ok' }))
  const { body: text } = await following
  const states = text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)))
  expect(states[0]).toMatchObject({ status: 'RUNNING' })
  expect(states.at(-1)).toMatchObject({ status: 'COMPLETED', run_id: run.runId })
  expect(text).toMatch(/event: run\n/)
})

test('runs publish events', async () => {
  const id = await define({ steps: [{ id: 'x', type: 'fail', message: 'No.' }] })
  const run = await start(id)
  await waitForEnd(run)
  const types = await until('both events', async () => {
    const { body } = await call('GET', '/api/v1/events?after=0&limit=1000')
    const ours = body.results.filter(({ object }: { object: { id: string } }) => {
      return object.id === run.runId
    })
    return ours.length > 1 && ours.map(({ type }: { type: string }) => type)
  })
  expect(types).toEqual(['workflow_run.started', 'workflow_run.failed'])
})
