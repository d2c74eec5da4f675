import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { checksumTables } from '../../../../test/checksum-tables.ts'
import { callAs, expectStatus, useService, useTenant } from '../../../../test/harness.ts'
import { useHttpServer } from '../../../../test/local-servers.ts'
import { until } from '../../../../test/server-client.ts'
import { templates } from '../templates.ts'
import { base, findStep, workflowClient } from '../test-workflows.ts'
import type { Effect } from './schemas.ts'
import {
  callsOfRehearsal,
  callsOfRun,
  contentOfRehearsal,
  contentOfRun,
  listTexts,
  textsSent,
} from './test-effects.ts'

/** Each template is rehearsed, then its trigger starts a real run, and both are compared. */
const service = useService()
const mia = useTenant(service)
const ask = callAs(service, mia)
const flows = workflowClient(service, () => mia)
const translation = '{"id": "1", "url": "https://news.example/1", "text": "Tassen kaufen."}'
const bodies: string[] = []
const translator = useHttpServer(async (request, response) => {
  bodies.push(await text(request))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(translation)
})
const facts = {} as Record<'board' | 'transcription' | 'campaign', string> &
  Record<'account' | 'draft', number>

beforeAll(async () => {
  facts.board = (await ask('POST', '/api/v1/pm/boards', { title: 'Desk' })).slug
  const task = { board: facts.board, title: 'Old', due_date: '2026-01-05' }
  await ask('POST', '/api/v1/pm/tasks', task)
  await ask('POST', '/api/v1/pm/tasks', { board: facts.board, title: 'Done', complete: true })
  const social = '/api/v1/service/social-media'
  const account = {
    network: 'webhook',
    name: 'Blog',
    url: translator.url,
    secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  }
  facts.account = (await ask('POST', `${social}/accounts`, account)).id
  // Not due during the test.
  const weekday = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][
    (new Date().getUTCDay() + 3) % 7
  ]
  const queue = { account_id: facts.account, weekday, time: '09:00' }
  await ask('POST', `${social}/queue-slots`, queue)
  const draft = { message: 'Hello', account_ids: [facts.account], action: 'draft' }
  facts.draft = (await ask('POST', `${social}/create`, draft)).posts[0].id
  const data = { budget: 100, spent: 95 }
  facts.campaign = (await ask('POST', '/api/v1/projects/campaign', { title: 'Mugs', data })).id
  const file = { filename: 'old-mug.png', filetype: 'image/png' }
  await ask('POST', '/api/v1/assets/sign', file)
  facts.transcription = randomUUID()
  await service.deps.db.system`
    insert into transcriptions (id, workspace_id, job_status, provider, language_code, task_id, source,
      text, phrases, callback_hash, callback_secret, created_by, created_at, updated_at)
    values (${facts.transcription}, ${mia.workspaceId}, 'DONE', 'embedded', 'en-US', gen_random_uuid(),
      'talk.mp4', 'Buy mugs.', '[]', ${randomUUID()}, 'x', ${mia.userId}, now(), now())`
})

interface Case {
  /** Beside what the trigger fills in. */
  given?: object
  trigger: object
  answers: Record<string, unknown>
  outputs?: object
  effects: string[]
}

const at = { scheduled_for: '2026-11-16T09:00:00.000Z' }

const cases: Record<string, () => Case> = {
  'weekly-report': () => ({
    given: { board: facts.board },
    trigger: at,
    answers: { review: 'approved' },
    effects: ['notification', 'mail', 'chat'],
  }),
  'draft-review-publish': () => ({
    trigger: { event: { object: { id: facts.draft } } },
    answers: { decision: 'Add to queue' },
    effects: ['notification', 'mail', 'post'],
  }),
  'form-to-task': () => ({
    given: { board: facts.board },
    trigger: { body: { name: 'Ana', message: 'Please call.' } },
    answers: { review: 'approved' },
    effects: ['notification', 'mail', 'task'],
  }),
  'support-mail-to-task': () => ({
    given: { board: facts.board },
    trigger: { body: { MessageID: '1', From: 'ana@example.com', Subject: 'Broken mug' } },
    answers: { urgency: 'high' },
    effects: ['task', 'notification', 'mail', 'task'],
  }),
  'asset-clean-up': () => ({
    given: { search: 'old-mug' },
    trigger: at,
    answers: { review: 'approved' },
    effects: ['notification', 'mail', 'write'],
  }),
  'transcript-to-tasks': () => ({
    given: { board: facts.board },
    trigger: { event: { object: { id: facts.transcription } } },
    answers: { lines: 'Buy mugs\n\nCall Ana' },
    effects: ['notification', 'mail', 'task', 'task'],
  }),
  'launch-week': () => ({
    given: { board: facts.board, account_ids: [facts.account] },
    trigger: { body: { name: 'Mug week', posts: [{ day: '2026-12-01', message: 'Mugs!' }] } },
    answers: { go: 'Go' },
    effects: ['write', 'post', 'task', 'notification', 'mail', 'write'],
  }),
  'translated-subtitles': () => ({
    given: { translator_url: translator.url, language: 'de' },
    trigger: { event: { object: { id: facts.transcription } } },
    answers: { review: 'approved' },
    outputs: { translation: { status: 200, headers: {}, body: JSON.parse(translation) } },
    effects: ['http', 'notification', 'mail', 'write'],
  }),
  'stale-task-nudge': () => ({
    given: { board: facts.board },
    trigger: at,
    answers: { review: 'approved' },
    effects: ['notification', 'mail', 'write'],
  }),
  'budget-alarm': () => ({
    trigger: { event: { object: { id: facts.campaign } } },
    answers: { decision: 'Pause the campaign' },
    effects: ['chat', 'notification', 'mail', 'write'],
  }),
}

test('every template with a trigger has a case', () => {
  const ids = templates.filter(({ trigger }) => trigger).map(({ id }) => id)
  expect(ids.toSorted()).toEqual(Object.keys(cases).toSorted())
  expect(ids).toHaveLength(10)
})

test.for(Object.keys(cases))('%s', async (template) => {
  const { given = {}, trigger, answers, outputs = {}, effects } = (cases[template] as () => Case)()
  await settled()
  const sent = await textsSent(service, mia.workspaceId)
  const { id } = await ask('POST', base, { template, trigger_input: given })
  const [made] = (await ask('GET', `${base}/${id}/triggers`)).results
  const [tested] = [await ask('POST', `${base}/${id}/triggers/${made.id}/fire`, { trigger })]
  expect(tested, JSON.stringify(tested)).toMatchObject({ outcome: 'started' })
  // Otherwise the drafts of another template would start it.
  await ask('PATCH', `${base}/${id}/triggers/${made.id}`, { is_active: false })
  const run = { id, runId: tested.run_id }
  const { input } = await flows.readStatus(run)
  const [asked] = Object.keys(answers) as [string]
  await flows.waitForStep(run, asked, 'waiting')
  await settled()

  const requests = translator.requests.length
  const before = await everything()
  const rehearsal = await ask('POST', `${base}/${id}/rehearse`, { input, answers, outputs })
  expect(await everything()).toEqual(before)
  expect(translator.requests).toHaveLength(requests)
  expect(rehearsal.status, JSON.stringify(rehearsal)).toBe('COMPLETED')
  const kinds = rehearsal.effects.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(effects)

  const { waits_for } = findStep(await flows.readStatus(run), asked)
  await expectStatus(200, flows.answer(waits_for.id, answers[asked]))
  expect(await flows.waitForEnd(run)).toMatchObject({ status: 'COMPLETED' })
  const steps = await listSteps(run)
  expect(contentOfRehearsal(rehearsal.steps)).toEqual(contentOfRun(steps))
  await settled()
  expect(callsOfRehearsal(rehearsal.effects)).toEqual(callsOfRun(service, steps))
  const now = await textsSent(service, mia.workspaceId)
  for (const kind of ['notification', 'mail', 'chat'] as const) {
    const texts = now[kind].slice(sent[kind].length)
    expect([kind, texts]).toEqual([kind, listTexts(rehearsal.effects, kind)])
  }
  const requestsForetold = rehearsal.effects.filter(({ kind }: Effect) => kind === 'http')
  const requestBodies = requestsForetold.map(({ details }: Effect) => details.body)
  expect(bodies.splice(0).map((body) => JSON.parse(body))).toEqual(requestBodies)
})

test('every kind of question: assumed or given answers, wrong ones, and what the real run gets', async () => {
  const options = ['Mail', 'Print', 'Web']
  const fields = {
    type: 'object',
    properties: {
      euros: { type: 'integer', minimum: 10 },
      day: { type: 'string', format: 'date' },
    },
    required: ['euros'],
    additionalProperties: false,
  }
  const quorum = { needed: 1, of: [mia.userId] }
  const kinds: Record<string, object> = {
    form: { kind: 'form', fields },
    edit: { kind: 'edit', draft: 'Hello' },
    multi: { kind: 'multi_choice', options },
    rank: { kind: 'rank', options },
    quorum: { kind: 'approval', quorum },
  }
  const asks = Object.entries(kinds).map(([id, more]) => ({
    id,
    type: 'ask',
    question: 'So?',
    ...more,
  }))
  const value = (id: string) => [id, `\${steps.${id}.output.value}`]
  const output = Object.fromEntries(Object.keys(kinds).map(value))
  const sum = { id: 'sum', type: 'set', value: '${1 + 2}' }
  const id = await flows.define({ steps: [sum, ...asks], output })
  const answers = {
    form: { euros: 12 },
    edit: { decision: 'approved', text: 'Hello all' },
    multi: ['Web', 'Mail'],
    rank: ['Web', 'Mail', 'Print'],
    quorum: 'rejected',
  }
  await settled()
  const before = await checksumTables(service)
  const rehearse = (given: object) => ask('POST', `${base}/${id}/rehearse`, { answers: given })
  const assumed = await rehearse({})
  expect(assumed.output).toEqual({
    form: { euros: 10, day: '2026-01-01' },
    edit: { decision: 'approved', text: 'Hello', changed: false },
    multi: ['Mail'],
    rank: options,
    quorum: 'approved',
  })
  expect(assumed.steps[0]).toMatchObject({ path: 'sum', output: 3 })
  const rehearsal = await rehearse(answers)
  for (const [name, wrong] of [
    ['form', { euros: 1 }],
    ['form', { euros: 12, other: true }],
    ['edit', { decision: 'maybe' }],
    ['multi', ['Fax']],
    ['rank', ['Web']],
    ['quorum', 7],
  ] as const) {
    const failed = await rehearse({ ...answers, [name]: wrong })
    expect([name, failed.status]).toEqual([name, 'FAILED'])
    const { error } = failed.steps.find(({ path }: RunStep) => path === name)
    expect(error.code).toBe('answer_invalid')
  }
  expect(await checksumTables(service)).toEqual(before)

  const run = await flows.start(id)
  for (const [name, given] of Object.entries(answers)) {
    const { waits_for } = findStep(await flows.waitForStep(run, name, 'waiting'), name)
    await expectStatus(200, flows.answer(waits_for.id, given))
  }
  expect((await flows.waitForEnd(run)).output).toEqual(rehearsal.output)
  expect(rehearsal.output.edit).toEqual({ decision: 'approved', text: 'Hello all', changed: true })
})

/** All rows and files. */
async function everything() {
  const files = await readdir(service.deps.config.dataDir, { recursive: true })
  return { tables: await checksumTables(service), files: files.sort() }
}

const listSteps = async (run: { id: string; runId: string }) =>
  (await ask('GET', `${flows.runPath(run)}/steps`)).results

interface RunStep {
  path: string
  status: string
}

/** Until the messages of the question are delivered, so that nothing else changes meanwhile. */
async function settled() {
  await until('nothing to be under way', async () => {
    const [row] = await service.deps.db.system<{ count: number }>`
      select (select count(*) from jobs where due_at <= now() + interval '1 minute')
        + (select count(*) from events where seq is null)
        + (select count(*) from deliveries where status in ('queued', 'attempted')) as count`
    return Number(row?.count) === 0
  })
}
