import { beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, useColleague, useService, useTenant } from '../../../../test/harness.ts'
import { until } from '../../../../test/server-client.ts'
import { base } from '../test-workflows.ts'
import { dueTriggers } from './firing-queries.ts'
import { echo, triggerClient } from './test-triggers.ts'

const service = useService()
const tenant = useTenant(service)
const neighbour = useTenant(service)
const colleague = useColleague(service, tenant, 'member')
const flows = triggerClient(service, tenant)
const { call, define, waitForEnd, start, createTrigger, listFirings, waitForFirings, deliver } =
  flows

const nap = { steps: [{ id: 'nap', type: 'wait', seconds: 86_400 }] }

describe('triggers', () => {
  let id: string
  beforeAll(async () => {
    id = await define(echo)
  })

  test('a schedule is created, read, changed, paused and deleted', async () => {
    const made = await createTrigger(id, {
      kind: 'schedule',
      cron: '0 9 * * mon',
      tz: 'Europe/Berlin',
    })
    expect(made).toMatchObject({ overlap: 'skip', catch_up: 'latest', is_active: true })
    expect(new Date(made.next_fire_at).getTime()).toBeGreaterThan(Date.now())
    const path = `${base}/${id}/triggers/${made.id}`
    expect((await call('GET', path)).body).toEqual(made)
    const paused = (await call('PATCH', path, { is_active: false })).body
    expect(paused).toMatchObject({ is_active: false, next_fire_at: null })
    const changed = await call('PATCH', path, { every_seconds: 3600, is_active: true })
    expect(changed.body).toMatchObject({ every_seconds: 3600, is_active: true })
    expect(changed.body.cron).toBeUndefined()
    expect((await call('GET', `${base}/${id}/triggers`)).body.count).toBe(1)
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('GET', path)).body.code).toBe('trigger_not_found')
  })

  test.each([
    [{ kind: 'schedule', cron: '0 0 30 2 *' }, 'cron', /never happens/],
    [{ kind: 'schedule', cron: '61 * * * *' }, 'cron', /not a cron expression/],
    [{ kind: 'schedule' }, 'cron', /exactly one/],
    [{ kind: 'schedule', cron: '@daily', every_seconds: 60 }, 'cron', /exactly one/],
    [{ kind: 'schedule', every_seconds: 59 }, 'every_seconds', /at least 60/],
    [{ kind: 'schedule', rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rrule', /never happens/],
    [{ kind: 'event', event: 'weather.changed' }, 'event', /neither an event type/],
    [{ kind: 'event', event: 'pm_task.*', filter: 'event.data ==' }, 'filter', /ends too early/],
    [{ kind: 'event', event: 'pm_task.*', filter: 'inputs.x == 1' }, 'filter', /inputs/],
    [{ kind: 'event', event: 'pm_task.*', filter: looping() }, 'filter', /too much computation/],
    [{ kind: 'webhook', dedupe_key: '${trigger.body.id}' }, 'dedupe_key', /without \$\{ and \}/],
    [{ kind: 'webhook', cron: '@daily' }, 'cron', /kind schedule/],
    [{ kind: 'webhook', input: { a: '${nope}' } }, 'input.a', /nope/],
  ])('400 %j', async (body, path, message) => {
    const refused = await call('POST', `${base}/${id}/triggers`, body)
    expect([refused.status, refused.body.errors?.[0].path]).toEqual([400, path])
    expect(refused.body.errors[0].message).toMatch(message)
  })

  test('403 without workflows:run, because its runs act for its author', async () => {
    const key = await service.keyWith(tenant, ['workflows:write', 'workflows:read'])
    await expectStatus(403, call('POST', `${base}/${id}/triggers`, { kind: 'webhook' }, key))
  })

  test('the preview lists the next times', async () => {
    const query = 'cron=30%202%20*%20*%20*&tz=Europe/Berlin&count=3'
    const { body } = await call('GET', `${base}/schedule/preview?${query}`)
    expect(body.times).toHaveLength(3)
    expect(body.times[0].local).toMatch(/T0[23]:[03]0$/)
  })
})

/** Nested loops over a list of 100: a million steps. */
function looping() {
  const list = `[${Array.from({ length: 100 }, (_, i) => i).join(',')}]`
  return `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c >= 0)))`
}

describe('schedules', () => {
  test('a due time starts one run with its input, and the next time is set', async () => {
    const id = await define(echo)
    const made = await createTrigger(id, {
      kind: 'schedule',
      every_seconds: 3600,
      input: { word: 'at ${trigger.scheduled_for}' },
    })
    service.advance(3601)
    const [firing] = await waitForFirings(id, made.id)
    expect(firing).toMatchObject({ outcome: 'started', scheduled_for: made.next_fire_at })
    const run = await waitForEnd({ id, runId: firing.run_id })
    expect(run.output).toEqual({ word: `at ${made.next_fire_at}` })
    const after = (await call('GET', `${base}/${id}/triggers/${made.id}`)).body
    expect(after).toMatchObject({ last_outcome: 'started' })
    expect(Date.parse(after.next_fire_at) - Date.parse(made.next_fire_at)).toBe(3_600_000)
  })

  test('three hours down: each catch_up does what it says', async () => {
    const id = await define(echo)
    const made = await Promise.all(
      ['none', 'latest', 'all'].map((catch_up) =>
        createTrigger(id, { kind: 'schedule', every_seconds: 1800, catch_up, overlap: 'allow' }),
      ),
    )
    const [none, latest, all] = made.map((one) => one.id)
    service.advance(3 * 3600 - 600)
    const started = async (triggerId: string) =>
      (await listFirings(id, triggerId)).filter(
        ({ outcome }: { outcome: string }) => outcome === 'started',
      ).length
    await waitForFirings(id, all, 5)
    await waitForFirings(id, latest)
    await waitForFirings(id, none)
    expect([await started(none), await started(latest), await started(all)]).toEqual([0, 1, 5])
  })

  test('many due schedules of one workspace do not delay another', async () => {
    const id = await define(echo)
    const every = { kind: 'schedule', every_seconds: 3600, overlap: 'allow' }
    for (let n = 0; n < 12; n++) await createTrigger(id, every)
    const other = triggerClient(service, neighbour)
    const theirs = await other.define(echo)
    const last = await other.createTrigger(theirs, every)
    service.advance(3601)
    const [firing] = await other.waitForFirings(theirs, last.id)
    const fired_at = new Date(firing.fired_at)
    const [before] = await service.deps.db.system<{ count: number }>`
      select count(*)::int as count from workflow_trigger_firings f
        join workflow_triggers t on t.id = f.trigger_id
      where t.workflow_id = ${id} and f.fired_at < ${fired_at}`
    expect(before?.count).toBeLessThan(6)
  })

  test('skip, queue and replace while the previous run has not finished', async () => {
    const id = await define(nap)
    const of = (overlap: string) => createTrigger(id, { kind: 'webhook', overlap })
    const [skip, queue, replace] = await Promise.all(['skip', 'queue', 'replace'].map(of))
    for (const one of [skip, queue, replace]) {
      await deliver(one.url, {})
      await deliver(one.url, {})
    }
    const seen = async (one: { id: string }) => {
      const [second, first] = await listFirings(id, one.id)
      return [first, second]
    }
    const [, skipped] = await seen(skip)
    expect(skipped).toMatchObject({ outcome: 'skipped', run_id: null })
    const [first, queued] = await seen(queue)
    expect(queued).toMatchObject({ outcome: 'queued', run_id: null })
    const [replaced, second] = await seen(replace)
    const run = await waitForEnd({ id, runId: replaced.run_id })
    expect([run.status, run.output.error.code]).toEqual(['TERMINATED', 'replaced'])
    expect(second.outcome).toBe('started')
    await flows.command({ id, runId: first.run_id }, 'terminate', {})
    await until('the queued run', async () => (await seen(queue))[1].outcome === 'started')
  })
})

describe('events', () => {
  const tag = (name: string) => call('POST', '/api/v1/pm/boards', { title: name })

  test('fires once for each matching event that its author sees, and not for its own', async () => {
    const id = await define({
      ...echo,
      steps: [{ id: 'more', type: 'call', operation: 'createBoard', body: { title: 'Own' } }],
      output: { word: '${inputs.word}' },
    })
    const made = await createTrigger(id, {
      kind: 'event',
      event: 'board.created',
      filter: 'event.actor.name != "Nobody"',
      overlap: 'allow',
      input: { word: '${trigger.event.object.id}' },
    })
    const board = (await tag('First')).body
    const [firing] = await waitForFirings(id, made.id)
    expect(firing).toMatchObject({ outcome: 'started', event_id: expect.any(Number) })
    const run = await waitForEnd({ id, runId: firing.run_id })
    expect(run.output).toEqual({ word: board.id })
    await tag('Second')
    await waitForFirings(id, made.id, 2)
    expect(await listFirings(id, made.id)).toHaveLength(2)
  })

  test('a chain of more than 10 runs is stopped', async () => {
    const id = await define({
      steps: [{ id: 'more', type: 'call', operation: 'createTag', body: { name: '${run.id}' } }],
    })
    const event = { kind: 'event', event: 'workflow_run.completed', overlap: 'allow' }
    const made = await createTrigger(id, {
      ...event,
      include_own: true,
      filter: `event.data.definition_id == "${id}"`,
    })
    await start(id)
    const all = await waitForFirings(id, made.id, 11)
    expect(all[0]).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/chain/) })
    expect(all.filter((one: { outcome: string }) => one.outcome === 'started')).toHaveLength(10)
  })

  test('debounce runs once for a burst, for its last event', async () => {
    const id = await define(echo)
    const made = await createTrigger(id, {
      kind: 'event',
      event: 'project_type.created',
      debounce_seconds: 600,
      input: { word: '${trigger.event.object.id}' },
    })
    for (const name of ['one-a', 'one-b', 'one-c']) {
      const body = { resourcetype: name, title: name, id_kind: 'uuid' }
      expect((await call('POST', '/api/v1/project-types', body)).status).toBe(201)
    }
    await waitForFirings(id, made.id, 3)
    service.advance(601)
    const all = await until('the burst', async () => {
      const found = await listFirings(id, made.id)
      return found[0].outcome === 'started' && found
    })
    const outcomes = all.map((one: { outcome: string }) => one.outcome)
    expect(outcomes).toEqual(['started', 'skipped', 'skipped'])
  })

  test('many bursts of one workspace do not delay another', async () => {
    const other = triggerClient(service, neighbour)
    const burst = { kind: 'event', event: 'project_type.created', debounce_seconds: 600 }
    const body = { resourcetype: 'burst', title: 'burst', id_kind: 'uuid' }
    const id = await define(echo)
    for (let n = 0; n < 3; n++) {
      const made = await createTrigger(id, burst)
      await call('POST', '/api/v1/project-types', { ...body, resourcetype: `burst-${n}` })
      await waitForFirings(id, made.id)
    }
    const theirs = await other.define(echo)
    const last = await other.createTrigger(theirs, burst)
    await other.call('POST', '/api/v1/project-types', body)
    await other.waitForFirings(theirs, last.id)
    const later = new Date(service.deps.clock().getTime() + 700_000)
    const due = await dueTriggers(service.deps.db.system, later)
    expect(due.map(({ workspace_id }) => workspace_id).slice(0, 2)).toContain(neighbour.workspaceId)
  })

  test('the author of a trigger sees the event, or it does not fire', async () => {
    const id = await define(echo)
    const made = await createTrigger(
      id,
      { kind: 'event', event: 'api_key.*', overlap: 'allow' },
      colleague.key,
    )
    const mine = await createTrigger(id, { kind: 'event', event: 'api_key.*', overlap: 'allow' })
    await service.keyWith(tenant, ['workflows:read'])
    await waitForFirings(id, mine.id)
    expect(await listFirings(id, made.id)).toEqual([])
  })
})
