import type { IncomingHttpHeaders } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { useHttpServer } from '../../../../test/local-servers.ts'
import { base, findStep } from '../test-workflows.ts'
import { useRuns } from './test-runs.ts'

const { call, define, start, readStatus, waitForEnd, waitForStep, command } = useRuns()

describe('HTTP steps', () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  let answers: number[] = []
  const server = useHttpServer(async (request, response) => {
    const chunks = await request.toArray()
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(answers.shift() ?? 200, { 'content-type': 'application/json' })
    response.end('{"ok":true}')
  })
  beforeEach(() => void received.splice(0))

  const post = (more = {}) =>
    define({
      steps: [
        {
          id: 'post',
          type: 'http',
          method: 'POST',
          url: `${server.url}/hook`,
          headers: { 'x-campaign': '${inputs.name}' },
          body: { run: '${run.id}' },
          ...more,
        },
      ],
    })

  test('use the same key for every attempt', async () => {
    answers = [500, 503]
    const run = await start(await post({ retries: { delay_seconds: 0 } }), { name: 'autumn' })
    expect(await waitForEnd(run)).toMatchObject({
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
    const run = await waitForEnd(await start(await post(), { name: 'x' }))
    expect(run.output.error).toMatchObject({ code: 'refused', message: /404/ })
    expect(received).toHaveLength(1)
  })

  test('internal addresses are blocked', async () => {
    const run = await waitForEnd(
      await start(await post({ url: 'http://10.0.0.1/' }), { name: 'x' }),
    )
    expect(run.output.error).toMatchObject({ code: 'forbidden_address' })
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
    const run = await waitForEnd(await start(await outer(inner), { n: 21 }))
    expect(run.output).toEqual({ given: 42 })
    const childId = findStep(run, 'inner').waits_for.id
    const { body } = await call('GET', `${base}/${inner}/runs/${childId}/status`)
    expect(body).toMatchObject({
      parent_run_id: run.run_id,
      correlation_id: run.correlation_id,
      status: 'COMPLETED',
    })
  })

  test('fail their step, and end with their parent run', async () => {
    const broken = await define({ steps: [{ id: 'no', type: 'fail', message: 'Never.' }] })
    expect(
      (await waitForEnd(await start(await outer(broken), { n: 1 }))).output.error,
    ).toMatchObject({
      code: 'sub_workflow_failed',
      message: /Never/,
    })
    const slow = await define({ steps: [{ id: 'nap', type: 'wait', seconds: 3600 }] })
    const run = await start(await outer(slow), { n: 1 })
    const child = {
      id: slow,
      runId: findStep(await waitForStep(run, 'inner', 'waiting'), 'inner').waits_for.id,
    }
    await command(run, 'pause')
    expect((await readStatus(child)).status).toBe('PAUSED')
    await command(run, 'resume')
    expect((await readStatus(child)).status).toBe('RUNNING')
    await command(run, 'terminate')
    expect((await readStatus(child)).status).toBe('TERMINATED')
  })

  test('a workflow that starts itself is stopped', async () => {
    const id = await define({ steps: [{ id: 'x', type: 'set', value: 1 }] }, { slug: 'ouroboros' })
    await call('PATCH', `${base}/${id}`, {
      definition: {
        title: 'Try',
        steps: [{ id: 'self', type: 'sub_workflow', workflow: 'ouroboros' }],
      },
    })
    const run = await waitForEnd(await start(id))
    expect(run.output.error.message).toMatch(/at most 5 levels/)
  })
})
