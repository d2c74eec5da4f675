import { beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Tenant, useService } from '../../../../test/harness.ts'
import { useHttpServer } from '../../../../test/local-servers.ts'
import { revokeTask } from '../../../../test/revoke-task.ts'
import { until } from '../../../../test/server-client.ts'
import { signReport } from '../../../engines/transcription/adapters/standard-webhook.ts'
import { openCallbackSecret, openCallbackToken } from '../../../http/gate/callback-secrets.ts'
import { base, findStep, type StartedRun, workflowClient } from '../test-workflows.ts'

const most = 3
const service = useService({ maxUnfinishedRuns: most })
let mia: Tenant
const { call, define, start, runPath, waitForEnd, waitForStep, command } = workflowClient(
  service,
  () => mia,
)

/** Quotes are twice as long in JSON. `/silent` never responds. */
const server = useHttpServer((request, response) => {
  if (request.url !== '/silent') response.end('"'.repeat(190_000))
})

beforeAll(async () => {
  mia = await service.tenant()
})

describe('an output that is too large', () => {
  test('fails the step without side effects', async () => {
    const id = await define({
      steps: [
        {
          id: 'project',
          type: 'call',
          operation: 'createProject',
          params: { resourcetype: 'campaign' },
          body: { title: 'Huge', data: { one: '${inputs.text}', two: '${inputs.text}' } },
        },
      ],
    })
    const run = await waitForEnd(await start(id, { text: 'x'.repeat(150_000) }))
    expect(run.output.error).toMatchObject({ code: 'output_too_large', step: 'project' })
    expect((await call('GET', '/api/v1/projects/campaign')).body.results).toEqual([])
    // The same run with a smaller input succeeds, so the size was the reason.
    const small = await waitForEnd(await start(id, { text: 'x' }))
    expect(small.status).toBe('COMPLETED')
    expect((await call('GET', '/api/v1/projects/campaign')).body.results).toHaveLength(1)
  })

  test('also fails a step that waited for it', async () => {
    const id = await define({ steps: [{ id: 'get', type: 'http', url: `${server.url}/quotes` }] })
    const run = await waitForEnd(await start(id))
    expect(run.output.error).toMatchObject({
      code: 'output_too_large',
      step: 'get',
      message: /the limit is 262144/,
    })
    expect(findStep(run, 'get').attempts).toBe(1)
  })
})

describe('a long transcription', () => {
  /** A run that waits for a recording that only the test transcribes. */
  type Stored = { callback_secret: string; token: string; task: string }

  async function transcribed(phrases: object[]) {
    const id = await define({
      steps: [
        {
          id: 'talk',
          type: 'call',
          operation: 'transcribe',
          body: { audio_url: `${server.url}/silent` },
        },
      ],
      output: {
        letters: '${size(steps.talk.output.text)}',
        times: '${has(steps.talk.output.payload)}',
      },
    })
    const run = await start(id)
    const record = findStep(await waitForStep(run, 'talk', 'waiting'), 'talk').waits_for.id
    const [row] = await service.deps.db.system<Stored>`
      select callback_secret, k.input ->> 'token' as token, k.id as task
      from transcriptions t join tasks k on k.id = t.task_id where t.id = ${record}`
    const { task, ...stored } = row as Stored
    const secret = openCallbackSecret(service.deps, stored)
    const token = openCallbackToken(service.deps, stored.token)
    await revokeTask(service, task)
    const body = JSON.stringify({ type: 'transcription.done', data: { job_id: record, phrases } })
    const reported = await service.app.inject({
      method: 'POST',
      url: `/api/v1/webhooks/embedded/${token}`,
      headers: signReport({ secrets: [secret], now: () => new Date() }, 'event-1', body),
      payload: body,
    })
    expect(reported.json()).toEqual({ status: 'applied' })
    return waitForEnd(run)
  }

  const phrases = (count: number, text: string) =>
    Array.from({ length: count }, (_, n) => ({ start: n * 100, end: n * 100 + 90, text }))

  test('keeps its text without the times', async () => {
    const run = await transcribed(phrases(8000, 'word'))
    expect(run.output).toEqual({ letters: 8000 * 5 - 1, times: false })
  })

  test('keeps text and times if they fit', async () => {
    const run = await transcribed(phrases(10, 'word'))
    expect(run.output).toEqual({ letters: 49, times: true })
  })

  test('fails when the text alone is too much', async () => {
    const run = await transcribed(phrases(300, 'x'.repeat(1000)))
    expect(run.output.error).toMatchObject({ code: 'output_too_large', step: 'talk' })
  })
})

describe('the limit of unfinished runs', () => {
  const napping = () => define({ steps: [{ id: 'nap', type: 'wait', seconds: 3600 }] })
  const begin = (id: string, body: object = {}, key = mia.key) =>
    call('POST', `${base}/${id}/start`, body, key)

  async function fill(id: string): Promise<StartedRun[]> {
    const runs: StartedRun[] = []
    for (let n = 0; n < most; n++) {
      const { body } = await begin(id, { idempotency_key: `n${n}` })
      runs.push({ id, runId: body.run_id })
    }
    return runs
  }

  beforeAll(async () => {
    mia = await service.tenant()
  })

  test('429 above the limit until one ends; paused runs count, and a repeated key finds its run', async () => {
    const id = await napping()
    const [first, second, third] = (await fill(id)) as [StartedRun, StartedRun, StartedRun]
    await command(first, 'pause')
    const refused = await begin(id)
    expect(refused.body).toMatchObject({
      status: 429,
      code: 'too_many_runs',
      detail: /already has 3 unfinished runs/,
    })
    expect((await call('GET', `${base}/${id}/runs`)).body.count).toBe(most)
    expect((await begin(id, { idempotency_key: 'n0' })).body.run_id).toBe(first.runId)
    const other = await service.tenant()
    const theirs = await call(
      'POST',
      base,
      { definition: { title: 'T', steps: [{ id: 'x', type: 'set', value: 1 }] } },
      other.key,
    )
    expect((await begin(theirs.body.id, {}, other.key)).status).toBe(200)

    await command(second, 'terminate')
    const next = await expectStatus(200, begin(id))
    for (const verb of ['retry', 'restart']) {
      expect((await command(second, verb)).body).toMatchObject({ code: 'too_many_runs' })
    }
    expect((await call('GET', `${runPath(second)}/status`)).body.status).toBe('TERMINATED')
    for (const run of [first, third, { id, runId: next.run_id }]) {
      await command(run, 'terminate')
    }
  })

  test('a nested run waits until the limit allows it', async () => {
    const inner = await define({ steps: [{ id: 'x', type: 'set', value: 1 }] })
    const outer = await define({
      steps: [
        {
          id: 'inner',
          type: 'sub_workflow',
          workflow: inner,
          retries: { limit: 20, delay_seconds: 0 },
        },
      ],
    })
    const id = await napping()
    const naps = [(await begin(id)).body.run_id, (await begin(id)).body.run_id]
    const run = await start(outer)
    await until('a try that found no room', async () => {
      const { body } = await call('GET', `${runPath(run)}/status`)
      return findStep(body, 'inner').error?.code === 'too_many_runs'
    })
    await command({ id, runId: naps[0] }, 'terminate')
    // Its attempts may be exhausted by now, so the test retries it.
    const now = await waitForEnd(run)
    if (now.status !== 'COMPLETED') await command(run, 'retry')
    expect((await waitForEnd(run)).status).toBe('COMPLETED')
    await command({ id, runId: naps[1] }, 'terminate')
  })
})
