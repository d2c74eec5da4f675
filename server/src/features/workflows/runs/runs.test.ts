import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../../../test/harness.ts'
import { until } from '../../../../test/talking.ts'
import { expireQuestions } from '../../notifications/questions/expire-questions.ts'
import { workflowCaller } from '../callable.ts'
import { base, type StartedRun, stepIn, workflowsOf } from '../test-workflows.ts'
import { advanceRun } from './advance-run.ts'
import { wakeDueRuns } from './work-runs.ts'

describe('runs', () => {
  const service = useService()
  let mia: Tenant
  const { call, define, start, at, status, ended, reached, command } = workflowsOf(
    service,
    () => mia,
  )
  beforeAll(async () => {
    mia = await service.tenant()
  })

  /** Advances the clock and processes due work before it returns. */
  const pass = async (seconds: number) => {
    service.advance(seconds)
    await expireQuestions(service.deps)
    await wakeDueRuns(service.deps)
  }

  /** A job without a reason must not change anything. */
  const wakeForNothing = async ({ runId }: StartedRun) => {
    const caller = workflowCaller(() => service.operations)()
    expect(await advanceRun(service.deps, caller, runId)).toBe(false)
  }

  const tag = (id: string, name: string, more = {}) => ({
    id,
    type: 'call',
    operation: 'createTag',
    body: { name },
    ...more,
  })

  const tagNames = async (search: string): Promise<string[]> => {
    const { body } = await call('GET', '/api/v1/pm/tags?page_size=100')
    const names = body.results.map(({ name }: { name: string }) => name)
    return names.filter((name: string) => name.startsWith(search)).sort()
  }

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
    const run = await ended(await start(id, { name: 'autumn' }))
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
    const run = await ended(started)
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
    const run = await ended(await start(id, { size: 2, names: ['x', 'y', 'z'] }))
    expect(run.output).toEqual({
      many: 'skipped',
      two: 'b-two',
      both: 'b-right',
      each: ['b-x-0', 'b-y-1', 'b-z-2'],
    })
    expect(await tagNames('b-')).toEqual(['b-left', 'b-right', 'b-two', 'b-x-0', 'b-y-1', 'b-z-2'])
    expect(stepIn(run, 'each[2].one').status).toBe('completed')
    expect(stepIn(run, 'few').status).toBe('skipped')
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
    const run = await ended(started)
    expect(run).toMatchObject({
      status: 'FAILED',
      output: { error: { step: 'card', code: 'board_not_found' } },
    })
    await call('POST', '/api/v1/pm/boards', { title: 'Not yet', slug: 'not-yet' })
    expect((await command(started, 'retry')).body).toMatchObject({ status: 'RUNNING', output: {} })
    expect(await ended(started)).toMatchObject({ status: 'COMPLETED' })
    expect(await tagNames('f-')).toHaveLength(1)
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
    expect((await ended(await start(id))).output).toEqual({ value: 'board_not_found' })
  })

  test('an expression without a value fails its step with a message', async () => {
    const id = await define({ steps: [tag('tag', '${inputs.nothing}')] })
    const run = await ended(await start(id))
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
    expect((await ended(run)).output.error).toMatchObject({
      code: 'limit_exceeded',
      message: 'the expression needs too much computation',
    })
    const { status: answer, body } = await call('GET', `${at(run)}/steps`)
    expect([answer, body.results.map(({ path }: { path: string }) => path)]).toEqual([200, ['tag']])
  })

  test('a fail step fails with its message', async () => {
    const id = await define({ steps: [{ id: 'no', type: 'fail', message: 'Not ${1 + 1}.' }] })
    expect(await ended(await start(id))).toMatchObject({ status: 'FAILED', reason: 'Not 2.' })
  })

  test('a run has no more permissions than its starter', async () => {
    const id = await define({ steps: [tag('tag', 'p-${run.id}')] })
    const key = await service.keyWith(mia, ['workflows:run', 'workflows:read'])
    const { body } = await call('POST', `${base}/${id}/start`, {}, key)
    const run = await ended({ id, runId: body.run_id })
    expect(run.output.error).toMatchObject({ code: 'permission_denied' })
  })

  test('a key that was revoked stops its runs', async () => {
    const id = await define({
      steps: [{ id: 'pause', type: 'wait', seconds: 3600 }, tag('t', 'r')],
    })
    const made = await call('POST', '/api/v1/api-keys', { name: 'agent' })
    const { body } = await call('POST', `${base}/${id}/start`, {}, made.body.key)
    const run = { id, runId: body.run_id }
    await reached(run, 'pause', 'waiting')
    await call('DELETE', `/api/v1/api-keys/${made.body.id}`)
    await pass(3601)
    expect((await ended(run)).output.error).toMatchObject({ code: 'starter_left' })
  })

  describe('time', () => {
    test('a wait ends on time, not before', async () => {
      const id = await define({
        steps: [{ id: 'nap', type: 'wait', seconds: '${inputs.s}' }, tag('then', 'w-${run.id}')],
      })
      const run = await start(id, { s: 500 })
      expect(stepIn(await reached(run, 'nap', 'waiting'), 'nap').next_at).toMatch(/^20/)
      service.advance(400)
      await wakeForNothing(run)
      expect(stepIn(await status(run), 'nap').status).toBe('waiting')
      await pass(101)
      expect(await ended(run)).toMatchObject({ status: 'COMPLETED' })
    })

    test('a time in the past does not wait; an invalid time is an error', async () => {
      const id = await define({ steps: [{ id: 'nap', type: 'wait', until: '${inputs.t}' }] })
      expect(await ended(await start(id, { t: '2026-01-01T00:00:00Z' }))).toMatchObject({
        status: 'COMPLETED',
      })
      expect((await ended(await start(id, { t: 'soon' }))).output.error.code).toBe('bad_time')
    })

    test('a run that takes too long is TIMED_OUT, and its question closes', async () => {
      const id = await define({
        timeout_seconds: 60,
        steps: [{ id: 'ask', type: 'ask', kind: 'text', question: 'What now?' }],
      })
      const run = await start(id)
      const question = stepIn(await reached(run, 'ask', 'waiting'), 'ask').waits_for.id
      await pass(61)
      expect(await ended(run)).toMatchObject({
        status: 'TIMED_OUT',
        output: { error: { code: 'run_timed_out' } },
      })
      const late = await call('POST', `/api/v1/questions/${question}/answer`, { value: 'Late.' })
      expect(late.body.code).toBe('question_expired')
      // The retry gets the full time again.
      await command(run, 'retry')
      await reached(run, 'ask', 'waiting')
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
      await reached(run, 'slow', 'waiting')
      await pass(31)
      expect((await ended(run)).output).toEqual({ value: 'step_timed_out' })
    })
  })

  describe('calls outside', () => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = []
    let answers: number[] = []
    let address: string
    const server = createServer(async (request, response) => {
      const chunks = await request.toArray()
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(answers.shift() ?? 200, { 'content-type': 'application/json' })
      response.end('{"ok":true}')
    })
    beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    })
    beforeEach(() => void received.splice(0))
    afterAll(() => void server.close())

    const post = (more = {}) =>
      define({
        steps: [
          {
            id: 'post',
            type: 'http',
            method: 'POST',
            url: address,
            headers: { 'x-campaign': '${inputs.name}' },
            body: { run: '${run.id}' },
            ...more,
          },
        ],
      })

    test('use the same key for every attempt', async () => {
      answers = [500, 503]
      const run = await start(await post({ retries: { delay_seconds: 0 } }), { name: 'autumn' })
      expect(await ended(run)).toMatchObject({
        status: 'COMPLETED',
        output: { status: 200, body: { ok: true } },
      })
      expect(received).toHaveLength(3)
      for (const { headers, body } of received) {
        expect(headers).toMatchObject({
          'x-campaign': 'autumn',
          'idempotency-key': `${run.runId}:post`,
        })
        expect(JSON.parse(body)).toEqual({ run: run.runId })
      }
    })

    test('a refusal is not retried', async () => {
      answers = [404]
      const run = await ended(await start(await post(), { name: 'x' }))
      expect(run.output.error).toMatchObject({ code: 'refused', message: /404/ })
      expect(received).toHaveLength(1)
    })

    test('internal addresses are blocked', async () => {
      const run = await ended(await start(await post({ url: 'http://10.0.0.1/' }), { name: 'x' }))
      expect(run.output.error).toMatchObject({ code: 'forbidden_address' })
    })
  })

  describe('people', () => {
    const asking = (more = {}) =>
      define({
        steps: [
          {
            id: 'ok',
            type: 'ask',
            kind: 'approval',
            question: 'May it be?',
            expires_in_seconds: 600,
            ...more,
          },
          {
            id: 'decision',
            type: 'branch',
            cases: [
              {
                when: 'steps.ok.output.value == "approved"',
                steps: [tag('yes', 'y-${run.id}')],
              },
            ],
          },
        ],
        output: { answer: '${steps.ok.output.value}', tagged: '${steps.yes.output != null}' },
      })

    const asked = async (more = {}) => {
      const run = await start(await asking(more))
      const question = stepIn(await reached(run, 'ok', 'waiting'), 'ok').waits_for.id as string
      return { run, question }
    }

    test('an answer from the inbox continues the run', async () => {
      const { run, question } = await asked()
      await call('POST', `/api/v1/questions/${question}/answer`, { value: 'approved' })
      expect((await ended(run)).output).toEqual({ answer: 'approved', tagged: true })
    })

    test.each([
      ['rejected', 'rejected'],
      ['FAILED', 'rejected'],
      ['COMPLETED', 'approved'],
    ])('approve with %s', async (sent, answer) => {
      const { run } = await asked()
      const body = { task_reference_name: 'ok', status: sent, comment: 'So be it.' }
      expect((await command(run, 'approve', body)).status).toBe(200)
      expect((await ended(run)).output.answer).toBe(answer)
    })

    test('an approval of a paused run counts once it resumes', async () => {
      const { run } = await asked()
      expect((await command(run, 'pause', { reason: 'Lunch.' })).body).toMatchObject({
        status: 'PAUSED',
        reason: 'Lunch.',
        end_time: 0,
      })
      const answered = await command(run, 'approve', { task_reference_name: 'ok' })
      expect(answered.body).toMatchObject({ status: 'PAUSED' })
      await wakeForNothing(run)
      expect(await status(run)).toMatchObject({ status: 'PAUSED', output: {} })
      await command(run, 'resume')
      expect(await ended(run)).toMatchObject({
        status: 'COMPLETED',
        output: { answer: 'approved', tagged: true },
      })
    })

    test('two answers, even at the same time: one counts', async () => {
      const { run } = await asked()
      const both = await Promise.all([
        command(run, 'approve', { task_reference_name: 'ok', status: 'approved' }),
        command(run, 'approve', { task_reference_name: 'ok', status: 'rejected' }),
      ])
      expect(both.map((one) => one.status).sort()).toEqual([200, 409])
      const late = await command(run, 'approve', { task_reference_name: 'ok' })
      expect(late.body).toMatchObject({ code: 'question_answered' })
      const winner = both[0]?.status === 200 ? 'approved' : 'rejected'
      expect((await ended(run)).output.answer).toBe(winner)
    })

    test('after the question expired', async () => {
      const { run } = await asked()
      await pass(601)
      const late = await command(run, 'approve', { task_reference_name: 'ok' })
      expect(late.body.code).toBe('question_expired')
      expect(await ended(run)).toMatchObject({
        status: 'FAILED',
        output: { error: { code: 'question_expired', step: 'ok' } },
      })
    })

    test('nobody answered, and that is fine', async () => {
      const { run } = await asked({ on_expiry: 'continue' })
      await pass(601)
      expect((await ended(run)).output).toEqual({ answer: null, tagged: false })
    })

    test('from someone who is not allowed to answer', async () => {
      const { run } = await asked()
      const body = { task_reference_name: 'ok' }
      const sam = await service.colleague(mia, 'member')
      expect((await command(run, 'approve', body, sam.key)).body).toMatchObject({
        status: 403,
        code: 'permission_denied',
      })
      const reader = await service.keyWith(mia, ['workflows:read'])
      expect((await command(run, 'approve', body, reader)).status).toBe(403)
      const stranger = await service.tenant()
      expect((await command(run, 'approve', body, stranger.key)).status).toBe(404)
      expect((await status(run)).status).toBe('RUNNING')
      await command(run, 'terminate')
    })

    test('from anyone, if the step allows it', async () => {
      const { run } = await asked({ answerable_by: 'anyone' })
      const sam = await service.colleague(mia, 'member')
      await command(run, 'approve', { task_reference_name: 'ok' }, sam.key)
      expect((await ended(run)).output.answer).toBe('approved')
    })

    test('a choice and a text, asked of someone else', async () => {
      const sam = await service.colleague(mia, 'member')
      const id = await define({
        steps: [
          {
            id: 'colour',
            type: 'ask',
            kind: 'choice',
            question: 'Which?',
            options: ['${inputs.first}', 'blue'],
            user_id: '${inputs.who}',
          },
          { id: 'name', type: 'ask', kind: 'text', question: 'A name?', user_id: sam.userId },
        ],
        output: '${steps.colour.output.value} ${steps.name.output.value}',
      })
      const run = await start(id, { first: 'red', who: sam.userId })
      for (const [path, value] of [
        ['colour', 'red'],
        ['name', 'Bench'],
      ] as const) {
        const { id: question } = stepIn(await reached(run, path, 'waiting'), path).waits_for
        await call('POST', `/api/v1/questions/${question}/answer`, { value }, sam.key)
      }
      expect((await ended(run)).output).toEqual({ value: 'red Bench' })
    })

    test('questions and notifications link back to the run', async () => {
      const id = await define({
        steps: [
          {
            id: 'tell',
            type: 'call',
            operation: 'sendAgentNotification',
            body: {
              userId: String(mia.userId),
              workspaceId: String(mia.workspaceId),
              category: 'agentTaskCompleted',
              title: 'It has begun',
              message: 'As you wanted.',
              _extra: { event_type: 'began', workflow_run_id: 'pretended' },
            },
          },
          { id: 'ok', type: 'ask', kind: 'approval', question: 'And now?' },
        ],
      })
      const run = await start(id)
      await reached(run, 'ok', 'waiting')
      const { body } = await call('GET', '/api/v1/notifications?page_size=2')
      const from = { workflow_definition_id: id, workflow_run_id: run.runId }
      expect(body.results.map(({ _extra }: { _extra: object }) => _extra)).toEqual([
        { event_type: 'workflow.question', ...from, step: 'ok' },
        { event_type: 'began', ...from, step: 'tell' },
      ])
      await command(run, 'terminate')
    })

    test('approve names what can be approved', async () => {
      const { run } = await asked()
      const wrong = await command(run, 'approve', { task_reference_name: 'nobody' })
      expect(wrong.body).toMatchObject({ code: 'step_not_waiting', detail: /Steps that have: ok/ })
      await command(run, 'terminate')
    })
  })

  describe('commands', () => {
    const waiting = async () => {
      const id = await define({
        steps: [tag('tag', 'c-${run.id}'), { id: 'nap', type: 'wait', seconds: 3600 }],
      })
      const run = await start(id)
      await reached(run, 'nap', 'waiting')
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
      expect(stepIn(body, 'nap').status).toBe('cancelled')
      for (const verb of ['pause', 'resume', 'terminate']) {
        expect((await command(run, verb)).body).toMatchObject({ status: 409, code: 'run_ended' })
      }
    })

    test('restart repeats everything under the same id', async () => {
      const run = await waiting()
      expect((await command(run, 'restart')).body.code).toBe('run_not_ended')
      await pass(3601)
      await ended(run)
      expect((await command(run, 'restart')).body).toMatchObject({ status: 'RUNNING', end_time: 0 })
      // The tag exists from the first run, so its step fails now: the step really ran again.
      expect((await ended(run)).output.error).toMatchObject({ code: 'tag_name_taken' })
    })

    test('pause and resume can be repeated; the pause does not count towards the deadline', async () => {
      const run = await waiting()
      const before = (await status(run)).deadline_at
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
      await pass(3601)
      await wakeForNothing(run)
      expect(stepIn(await status(run), 'nap').status).toBe('waiting')
      await command(run, 'resume')
      expect((await ended(run)).status).toBe('COMPLETED')
    })
  })

  describe('runs inside runs', () => {
    const outer = (inner: string, more = {}) =>
      define({
        steps: [
          {
            id: 'inner',
            type: 'sub_workflow',
            workflow: inner,
            input: { n: '${inputs.n}' },
            ...more,
          },
        ],
        output: { given: '${steps.inner.output.double}' },
      })

    test('return their output and share the correlation id', async () => {
      const inner = await define({
        steps: [{ id: 'sum', type: 'set', value: '${inputs.n * 2}' }],
        output: { double: '${steps.sum.output}' },
      })
      const run = await ended(await start(await outer(inner), { n: 21 }))
      expect(run.output).toEqual({ given: 42 })
      const childId = stepIn(run, 'inner').waits_for.id
      const { body } = await call('GET', `${base}/${inner}/runs/${childId}/status`)
      expect(body).toMatchObject({
        parent_run_id: run.run_id,
        correlation_id: run.correlation_id,
        status: 'COMPLETED',
      })
    })

    test('fail their step, and end with their parent run', async () => {
      const broken = await define({ steps: [{ id: 'no', type: 'fail', message: 'Never.' }] })
      expect((await ended(await start(await outer(broken), { n: 1 }))).output.error).toMatchObject({
        code: 'sub_workflow_failed',
        message: /Never/,
      })
      const slow = await define({ steps: [{ id: 'nap', type: 'wait', seconds: 3600 }] })
      const run = await start(await outer(slow), { n: 1 })
      const child = {
        id: slow,
        runId: stepIn(await reached(run, 'inner', 'waiting'), 'inner').waits_for.id,
      }
      await command(run, 'pause')
      expect((await status(child)).status).toBe('PAUSED')
      await command(run, 'resume')
      expect((await status(child)).status).toBe('RUNNING')
      await command(run, 'terminate')
      expect((await status(child)).status).toBe('TERMINATED')
    })

    test('a workflow that starts itself is stopped', async () => {
      const id = await define(
        { steps: [{ id: 'x', type: 'set', value: 1 }] },
        { slug: 'ouroboros' },
      )
      await call('PATCH', `${base}/${id}`, {
        definition: {
          title: 'Try',
          steps: [{ id: 'self', type: 'sub_workflow', workflow: 'ouroboros' }],
        },
      })
      const run = await ended(await start(id))
      expect(run.output.error.message).toMatch(/at most 5 levels/)
    })
  })

  test('documents, inputs and outputs are kept as they were sent', async () => {
    const steps = [{ type: 'set', id: 'zebra', value: { z: '${inputs.z}', a: [1.5, null] } }]
    const definition = { title: 'Order', steps, inputs: { type: 'object', properties: {} } }
    const id = await define(definition)
    const { text } = await call('GET', `${base}/${id}`)
    expect(text).toContain(JSON.stringify(definition))
    const run = await start(id, { z: 1, a: { y: 1, b: 2 } })
    await ended(run)
    const { text: state } = await call('GET', `${at(run)}/status`)
    expect(state).toContain('"input":{"z":1,"a":{"y":1,"b":2}},"output":{"z":1,"a":[1.5,null]}')
  })

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
        errors: [{ path: 'input.n', message: 'must be integer' }],
      })
      expect((await ended(await start(id, { n: 1 }))).output).toEqual({ value: 'red' })
    })

    test('a run stays on the version that it started with', async () => {
      const steps = (value: string) => [
        { id: 'nap', type: 'wait', seconds: 60 },
        { id: 'x', type: 'set', value },
      ]
      const id = await define({ steps: steps('old') })
      const run = await start(id)
      await reached(run, 'nap', 'waiting')
      const changed = await call('PATCH', `${base}/${id}`, {
        definition: { title: 'Try', steps: steps('new') },
      })
      expect(changed.body.version).toBe(2)
      await call('DELETE', `${base}/${id}`)
      expect((await call('POST', `${base}/${id}/start`, {})).status).toBe(404)
      await pass(61)
      expect(await ended(run)).toMatchObject({ version: 1, output: { value: 'old' } })
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

  test('a follower sees each change of a run until it ends, and can resume', async () => {
    const id = await define({
      steps: [
        { id: 'ok', type: 'ask', kind: 'approval', question: 'Go?' },
        tag('t', 's-${run.id}'),
      ],
    })
    const run = await start(id)
    await reached(run, 'ok', 'waiting')
    const following = service.app.inject({
      method: 'GET',
      url: `${at(run)}/status`,
      headers: { authorization: `Api-Key ${mia.key}`, accept: 'text/event-stream' },
    })
    await command(run, 'approve', { task_reference_name: 'ok' })
    const { body: text } = await following
    const states = text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)))
    expect(states[0]).toMatchObject({ status: 'RUNNING' })
    expect(states.at(-1)).toMatchObject({ status: 'COMPLETED', run_id: run.runId })
    expect(text).toMatch(/event: run\n/)
  })

  test('the lists never disagree with the runs', async () => {
    const { body: all } = await call('GET', `${base}/runs?page_size=100`)
    expect(all.count).toBeGreaterThan(20)
    for (const listed of all.results) {
      const run = await status({ id: listed.definition_id, runId: listed.run_id })
      expect(run).toMatchObject(listed)
    }
    for (const one of ['COMPLETED', 'FAILED', 'TERMINATED', 'TIMED_OUT', 'RUNNING', 'PAUSED']) {
      const { body } = await call('GET', `${base}/runs?status=${one}&page_size=100`)
      const wanted = all.results.filter(({ status: is }: { status: string }) => is === one)
      expect(body.count).toBe(wanted.length)
    }
  })

  test('runs publish events', async () => {
    const id = await define({ steps: [{ id: 'x', type: 'fail', message: 'No.' }] })
    const run = await start(id)
    await ended(run)
    const types = await until('both events', async () => {
      const { body } = await call('GET', '/api/v1/events?after=0&limit=1000')
      const ours = body.results.filter(({ object }: { object: { id: string } }) => {
        return object.id === run.runId
      })
      return ours.length > 1 && ours.map(({ type }: { type: string }) => type)
    })
    expect(types).toEqual(['workflow_run.started', 'workflow_run.failed'])
  })
})
