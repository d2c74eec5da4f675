import { expect, test } from 'vitest'
import { expectStatus } from '../../../../test/harness.ts'
import { findStep } from '../test-workflows.ts'
import { tag, useRuns } from './test-runs.ts'

const runs = useRuns()
const { service, mia, call, define, start, readStatus, waitForEnd } = runs
const { waitForStep, approve, answer, command, passTime, wakeForNothing } = runs

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
  const question = findStep(await waitForStep(run, 'ok', 'waiting'), 'ok').waits_for.id as string
  return { run, question }
}

test('an answer from the inbox continues the run', async () => {
  const { run, question } = await asked()
  await expectStatus(200, answer(question, 'approved'))
  expect((await waitForEnd(run)).output).toEqual({ answer: 'approved', tagged: true })
})

test.each([
  ['rejected', 'rejected'],
  ['FAILED', 'rejected'],
  ['COMPLETED', 'approved'],
])('approve with %s', async (sent, value) => {
  const { run } = await asked()
  const body = { task_reference_name: 'ok', status: sent, comment: 'So be it.' }
  expect((await approve(run, body)).status).toBe(200)
  expect((await waitForEnd(run)).output.answer).toBe(value)
})

test('an approval of a paused run counts once it resumes', async () => {
  const { run } = await asked()
  expect((await command(run, 'pause', { reason: 'Lunch.' })).body).toMatchObject({
    status: 'PAUSED',
    reason: 'Lunch.',
    end_time: 0,
  })
  const answered = await approve(run, { task_reference_name: 'ok' })
  expect(answered.body).toMatchObject({ status: 'PAUSED' })
  await wakeForNothing(run)
  expect(await readStatus(run)).toMatchObject({ status: 'PAUSED', output: {} })
  await command(run, 'resume')
  expect(await waitForEnd(run)).toMatchObject({
    status: 'COMPLETED',
    output: { answer: 'approved', tagged: true },
  })
})

test('two answers, even at the same time: one counts', async () => {
  const { run } = await asked()
  const both = await Promise.all([
    approve(run, { task_reference_name: 'ok', status: 'approved' }),
    approve(run, { task_reference_name: 'ok', status: 'rejected' }),
  ])
  expect(both.map((one) => one.status).sort()).toEqual([200, 409])
  const late = await approve(run, { task_reference_name: 'ok' })
  expect(late.body).toMatchObject({ code: 'question_answered' })
  const winner = both[0]?.status === 200 ? 'approved' : 'rejected'
  expect((await waitForEnd(run)).output.answer).toBe(winner)
})

test('an answer after the question expired is refused, and the run fails', async () => {
  const { run } = await asked()
  await passTime(601)
  const late = await approve(run, { task_reference_name: 'ok' })
  expect(late.body.code).toBe('question_expired')
  expect(await waitForEnd(run)).toMatchObject({
    status: 'FAILED',
    output: { error: { code: 'question_expired', step: 'ok' } },
  })
})

test('with on_expiry continue, the run goes on without an answer', async () => {
  const { run } = await asked({ on_expiry: 'continue' })
  await passTime(601)
  expect((await waitForEnd(run)).output).toEqual({ answer: null, tagged: false })
})

test('an answer from someone who is not allowed to answer is refused', async () => {
  const { run } = await asked()
  const body = { task_reference_name: 'ok' }
  const sam = await service.colleague(mia, 'member')
  expect((await approve(run, body, sam)).body).toMatchObject({
    status: 403,
    code: 'permission_denied',
  })
  const reader = await service.keyWith(mia, ['workflows:read'])
  expect((await command(run, 'approve', body, reader)).status).toBe(403)
  const stranger = await service.tenant()
  expect((await command(run, 'approve', body, stranger.key)).status).toBe(404)
  expect((await readStatus(run)).status).toBe('RUNNING')
  await command(run, 'terminate')
})

test('anyone can answer if the step allows it', async () => {
  const { run } = await asked({ answerable_by: 'anyone' })
  const sam = await service.colleague(mia, 'member')
  await expectStatus(200, approve(run, { task_reference_name: 'ok' }, sam))
  expect((await waitForEnd(run)).output.answer).toBe('approved')
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
    const { id: question } = findStep(await waitForStep(run, path, 'waiting'), path).waits_for
    await expectStatus(200, answer(question, value, sam))
  }
  expect((await waitForEnd(run)).output).toEqual({ value: 'red Bench' })
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
  await waitForStep(run, 'ok', 'waiting')
  const { body } = await call('GET', '/api/v1/notifications?page_size=2')
  const from = { workflow_definition_id: id, workflow_run_id: run.runId }
  expect(body.results.map(({ _extra }: { _extra: object }) => _extra)).toEqual([
    { event_type: 'workflow.question', ...from, step: 'ok' },
    { event_type: 'began', ...from, step: 'tell' },
  ])
  await command(run, 'terminate')
})

test('approving an unknown step names the steps that can be approved', async () => {
  const { run } = await asked()
  const wrong = await approve(run, { task_reference_name: 'nobody' })
  expect(wrong.body).toMatchObject({ code: 'step_not_waiting', detail: /Steps that have: ok/ })
  await command(run, 'terminate')
})
