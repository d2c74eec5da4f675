import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readProblem, useColleague, useService, useTenant } from '../../../../test/harness.ts'
import { removeExpired } from '../../../worker.ts'
import { base } from '../test-workflows.ts'
import { echo, triggerClient } from './test-triggers.ts'

const service = useService()
const tenant = useTenant(service)
const colleague = useColleague(service, tenant, 'member')
const flows = triggerClient(service, tenant)
const { call, define, waitForEnd, start, waitForStep, createTrigger, listFirings, deliver } = flows

describe('webhooks', () => {
  test('202 with the run, JSON, form and text, and a repeated delivery starts nothing', async () => {
    const id = await define(echo)
    const input = { word: '${trigger.body.word}' }
    const made = await createTrigger(id, { kind: 'webhook', overlap: 'allow', input })
    expect(made.secret).toBeUndefined()
    const first = await deliver(made.url, { word: 'json' }, { 'idempotency-key': 'one' })
    expect([first.status, first.body.outcome]).toEqual([202, 'started'])
    const again = await deliver(made.url, { word: 'json' }, { 'idempotency-key': 'one' })
    expect(again.body.run_id).toBe(first.body.run_id)
    const form = await deliver(made.url, 'word=form&x=1', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect((await waitForEnd({ id, runId: form.body.run_id })).output).toEqual({ word: 'form' })
    const text = await createTrigger(id, { kind: 'webhook', input: { word: '${trigger.body}' } })
    const plain = await deliver(text.url, 'hello', { 'content-type': 'text/plain' })
    expect((await waitForEnd({ id, runId: plain.body.run_id })).output).toEqual({ word: 'hello' })
    expect(await listFirings(id, made.id)).toHaveLength(2)
  })

  test('whoever rotates or resumes it becomes the person for whom its runs act', async () => {
    const id = await define(echo)
    const { id: rotated } = await createTrigger(id, { kind: 'webhook' })
    const { id: resumed } = await createTrigger(id, { kind: 'webhook', is_active: false })
    const { key } = colleague
    const change = (method: string, path: string, body: object) =>
      service.call(method, `${base}/${id}/triggers/${path}`, { key, body })
    const after = await change('POST', `${rotated}/rotate`, {})
    expect([after.status, after.body.runs_as.id]).toEqual([200, colleague.userId])
    const renamed = await change('PATCH', resumed, { title: 'Renamed' })
    expect(renamed.body.runs_as.id).toBe(tenant.userId)
    const active = await change('PATCH', resumed, { is_active: true })
    expect(active.body.runs_as.id).toBe(colleague.userId)
  })

  test('respond: output waits for the output', async () => {
    const id = await define(echo)
    const input = { word: '${trigger.query.word}' }
    const body = { kind: 'webhook', respond: 'output', methods: ['GET'], input }
    const { url } = await createTrigger(id, body)
    const answer = await service.call('GET', `${new URL(url).pathname}?word=now`)
    expect([answer.status, answer.body.output]).toEqual([200, { word: 'now' }])
    expect((await deliver(url, {})).status).toBe(405)
  })

  test('401 unsigned, 413 of 2 MiB, 400 that does not fit, 404 paused, 404 after rotation', async () => {
    const id = await define(echo)
    const input = { word: '${trigger.body.word}' }
    const github = { kind: 'webhook', verify: 'github', overlap: 'allow', input }
    const made = await createTrigger(id, github)
    expect(made.secret).toHaveLength(43)
    expect((await call('GET', `${base}/${id}/triggers/${made.id}`)).text).not.toContain(made.secret)
    const signed = (body: string, secret = made.secret) => ({
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    })
    const post = (url: string, body: string, headers: Record<string, string>) =>
      deliver(url, body, headers)
    const body = '{"word":"x"}'
    expect((await post(made.url, body, signed(body))).status).toBe(202)
    expect(await readProblem(deliver(made.url, { word: 'x' }))).toEqual([401, 'hook_refused'])
    const big = JSON.stringify({ word: 'x'.repeat(2 ** 21) })
    expect((await post(made.url, big, signed(big))).status).toBe(413)
    const wrong = '{"word":7}'
    const refused = await post(made.url, wrong, signed(wrong))
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed'])
    expect((await listFirings(id, made.id))[0]).toMatchObject({ outcome: 'failed' })
    const path = `${base}/${id}/triggers/${made.id}`
    const fresh = (await call('POST', `${path}/rotate`, { keep_seconds: 60 })).body
    expect(fresh.url).not.toBe(made.url)
    expect((await post(fresh.url, body, signed(body, fresh.secret))).status).toBe(202)
    expect((await post(made.url, body, signed(body))).status).toBe(202)
    service.advance(61)
    expect((await post(made.url, body, signed(body))).body.code).toBe('hook_not_found')
    await call('PATCH', path, { is_active: false })
    expect((await post(fresh.url, body, signed(body, fresh.secret))).status).toBe(404)
  })

  test('secrets are stored encrypted, and those of earlier versions work and are encrypted later', async () => {
    const { db } = service.deps
    const id = await define(echo)
    const body = '{"word":"x"}'
    const secret = 'chosen-by-an-earlier-version'
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    }
    const github = { kind: 'webhook', verify: 'github', overlap: 'allow', secret }
    const made = await createTrigger(id, github)
    const stored = async () => {
      const [row] = await db.system<{ secret: string; previous_secret: string | null }>`
        select secret, previous_secret from workflow_triggers where id = ${made.id}`
      return row
    }
    expect(JSON.stringify(await stored())).not.toContain(secret)
    await db.system`update workflow_triggers set secret = ${secret} where id = ${made.id}`
    expect((await deliver(made.url, body, headers)).status).toBe(202)

    await removeExpired(service.deps)
    expect(JSON.stringify(await stored())).not.toContain(secret)
    expect((await deliver(made.url, body, headers)).status).toBe(202)
    expect((await deliver(made.url, '{}', headers)).status).toBe(401)
  })

  test('a dedupe key starts one run for each value', async () => {
    const id = await define(echo)
    const made = await createTrigger(id, {
      kind: 'webhook',
      overlap: 'allow',
      dedupe_key: 'trigger.body.order',
    })
    const answers = await Promise.all(
      ['a', 'a', 'b', 'a'].map((order) => deliver(made.url, { order })),
    )
    const runs = new Set(answers.map(({ body }) => body.run_id))
    expect(runs.size).toBe(2)
    expect(await listFirings(id, made.id)).toHaveLength(4)
  })

  test('a test by a colleague does only what both may do, and a leaver pauses the trigger', async () => {
    const id = await define({
      steps: [{ id: 'tell', type: 'call', operation: 'createTag', body: { name: 'Mine' } }],
    })
    const narrow = await service.keyWith(tenant, [
      'workflows:write',
      'workflows:run',
      'workflows:read',
    ])
    const made = await createTrigger(id, { kind: 'webhook' }, narrow)
    const tested = await call('POST', `${base}/${id}/triggers/${made.id}/fire`, {}, colleague.key)
    const run = await waitForEnd({ id, runId: tested.body.run_id })
    expect(run.output.error).toMatchObject({ code: 'permission_denied' })
    await service.deps.db.system`update api_keys set revoked_at = now()
      where workspace_id = ${tenant.workspaceId} and scopes = array['workflows:write', 'workflows:run', 'workflows:read']`
    await deliver(made.url, {})
    const after = (await call('GET', `${base}/${id}/triggers/${made.id}`)).body
    expect(after.is_active).toBe(false)
  })
})

describe('waiting', () => {
  test('a step waits for an event after it began, with a filter over it', async () => {
    const steps = [
      {
        id: 'got',
        type: 'wait_for_event',
        event: 'pm_board.created',
        filter: 'event.actor.via == "api" && event.object.id != "${inputs.not}"',
      },
    ]
    const id = await define({ inputs: { type: 'object' }, steps })
    const early = (await call('POST', '/api/v1/pm/boards', { title: 'Early' })).body
    const run = await start(id, { not: early.id })
    await waitForStep(run, 'got', 'waiting')
    const board = (await call('POST', '/api/v1/pm/boards', { title: 'Late' })).body
    const { output, status } = await waitForEnd(run)
    expect([status, output.object]).toEqual(['COMPLETED', { type: 'pm_board', id: board.id }])
  })

  test('on_timeout continues or fails, and since: run counts from the start', async () => {
    const wait = { type: 'wait_for_event', event: 'pm_board.deleted', timeout_seconds: 60 }
    const steps = [
      { id: 'soft', ...wait, on_timeout: 'continue' },
      { id: 'hard', ...wait, on_error: 'continue' },
      { id: 'tag', type: 'call', operation: 'createBoard', body: { title: 'Since' } },
      { id: 'past', type: 'wait_for_event', event: 'pm_board.created', since: 'run' },
    ]
    const id = await define({
      steps,
      output: '${[steps.soft.output, steps.hard.error.code, steps.past.output.type]}',
    })
    const run = await start(id)
    await waitForStep(run, 'soft', 'waiting')
    service.advance(61)
    await waitForStep(run, 'hard', 'waiting')
    service.advance(61)
    const { value } = (await waitForEnd(run)).output
    expect(value).toEqual([null, 'step_timed_out', 'pm_board.created'])
  })

  test('start_at begins later', async () => {
    const id = await define(echo)
    const start_at = new Date(service.deps.clock().getTime() + 3600_000).toISOString()
    const { body } = await call('POST', `${base}/${id}/start`, { input: { word: 'x' }, start_at })
    const run = { id, runId: body.run_id }
    expect(await flows.readStatus(run)).toMatchObject({
      status: 'RUNNING',
      start_time: Date.parse(start_at),
      end_time: 0,
    })
    service.advance(3601)
    expect((await waitForEnd(run)).status).toBe('COMPLETED')
    const far = { start_at: '2099-01-01T00:00:00Z' }
    expect((await call('POST', `${base}/${id}/start`, far)).status).toBe(400)
  })
})
