import { beforeAll } from 'vitest'
import { demoBoard } from '../../server/src/features/boards/demo.ts'
import { demoPeople } from '../../server/src/features/members/demo.ts'
import { demoNotifications } from '../../server/src/features/notifications/demo.ts'
import { demoSocial } from '../../server/src/features/social/demo.ts'
import { demoTeamspaces } from '../../server/src/features/teamspaces/demo.ts'
import { workflowClient } from '../../server/src/features/workflows/test-workflows.ts'
import { operator } from '../../server/src/features/workspaces/operator.ts'
import { openService } from '../../server/src/service.ts'
import { createLinkedConnection } from '../../server/test/door-records.ts'
import type { Harness, Tenant } from '../../server/test/harness.ts'
import { callAs } from '../../server/test/harness.ts'
import { notify } from '../../server/test/notify.ts'
import { runTool } from '../../server/test/tool-runs.ts'
import { insertCutOut, insertReadText, insertTask, insertTranscription } from './insert-records.ts'
import { drawPng } from './png.ts'

export interface FilledTenant {
  owner: Tenant
  /** The path of one item of each kind. */
  notification: string
  /** A notification that asks for approval. */
  question: string
  /** Notifications with the other kinds of questions. */
  questions: Record<'form' | 'edit' | 'rank' | 'multi_choice' | 'quorum', string>
  thread: string
  board: string
  task: string
  project: string
  post: string
  workflow: string
  run: string
  picture: string
  /** The id of a folder of assets, with a folder inside. */
  assetFolder: string
  /** Studio tasks: one that created an image, one that failed, one in progress. */
  made: string
  failed: string
  underWay: string
  /** A cut-out, and a picture whose text was read. */
  cutOut: string
  readText: string
  transcription: string
}

/** Needs no models: a value, then an open question. */
const definition = {
  title: 'Ask and tell',
  description: 'Asks somebody, then tells.',
  inputs: {
    type: 'object',
    properties: { product: { type: 'string', default: 'The mug' } },
  },
  steps: [
    { id: 'one', type: 'set', value: 'The mug' },
    { id: 'approval', type: 'ask', kind: 'approval', question: 'Is it good?' },
  ],
}

const phrases = [
  {
    start: 0,
    end: 1000,
    text: 'Good morning.',
    speaker: 'Ada',
    words: [
      { text: 'Good', start: 0, end: 400, confidence: 0.9 },
      { text: 'morning.', start: 450, end: 1000, confidence: 0.3 },
    ],
  },
]

/** A filled tenant for all tests in a file. */
export function useFilledTenant(service: Harness): FilledTenant {
  const filled = {} as FilledTenant
  beforeAll(async () => void Object.assign(filled, await fillTenant(service)))
  return filled
}

/** A workspace with content on every screen: the demo data, except what needs models. */
async function fillTenant(service: Harness): Promise<FilledTenant> {
  const { deps } = service
  const owner = await service.tenant()
  const actor = await operator(deps, { workspace: owner.slug, user: owner.email })
  const people = await demoPeople(deps, actor)
  const remember = async () => {}
  const demo = { owner: actor, people, service: openService(deps), remember }
  await demoTeamspaces(deps, demo)
  await demoBoard(deps, demo)
  await demoNotifications(deps, demo)
  await demoSocial(deps, demo)
  const call = callAs(service, owner)
  const workflows = workflowClient(service, () => owner)
  const id = await workflows.define(definition)
  const run = await workflows.start(id)
  await workflows.waitForStep(run, 'approval', 'waiting')
  await fillTriggers(call, id)
  await createLinkedConnection(service, owner)
  const data = { budget: { currency: 'EUR', amount: 1200.5 }, channels: ['web', 'press'] }
  const project = await call('POST', '/api/v1/projects/campaign', { title: 'Spring', data })
  await call('PATCH', `/api/v1/projects/campaign/${project.id}`, { data: { goal: 'Be seen' } })
  await call('POST', '/api/v1/chat/channels/agent-alerts/messages', { text: 'I **look** at it.' })
  await call('POST', '/api/v1/webhooks/subscriptions', {
    url: 'https://example.invalid/hook',
    event_types: ['pm_task.created'],
  })
  await call('POST', '/api/v1/workspaces/invitations', { email: 'kim@example.com', role: 'guest' })
  const made = await createPicture(service, owner)
  const message = 'There is nothing in the picture that stands out.'
  const errors = [{ code: 'no_subject', message, field: 'image_url' }]
  const failed = await insertTask(service, owner, {
    status: 'FAILURE',
    errors: { errors, detail: { code: 'no_subject', message } },
  })
  const stage = 'finding the subject'
  const underWay = await insertTask(service, owner, { status: 'PROGRESS', stage, percent: 40 })
  const transcription = await insertTranscription(service, owner, { status: 'DONE', phrases })
  const notifications = await call('GET', '/api/v1/notifications?page_size=50')
  const titled = (words: string) =>
    notifications.results.find(({ title }: { title: string }) => title.includes(words)).id as string
  const { results: accounts } = await call('GET', '/api/v1/service/social-media/accounts')
  const ids = accounts.map((account: { id: number }) => account.id).join(',')
  const drafts = await call('GET', `/api/v1/service/social-media/get-drafts?account_ids=${ids}`)
  return {
    owner,
    notification: `/inbox/${titled('Mastodon failed')}`,
    question: `/inbox/${titled('Shall I start')}`,
    questions: await askEveryKind(service, owner),
    thread: '/threads/autumn-launch',
    board: '/boards/launch',
    task: '/boards/launch/LAUNCH-1',
    project: `/projects/campaign/${project.id}`,
    post: `/social/${drafts.results[0].id}`,
    workflow: `/workflows/${id}`,
    run: `/workflows/${id}/runs/${run.runId}`,
    picture: made.asset,
    assetFolder: await createFolder(service, owner),
    made: `/studio/${made.task}`,
    failed: `/studio/${failed}`,
    underWay: `/studio/${underWay}`,
    cutOut: `/studio/${await insertCutOut(service, owner, made.asset)}`,
    readText: `/studio/${await insertReadText(service, owner, made.asset)}`,
    transcription: `/speech/${transcription}`,
  }
}

/** One trigger of each kind; the webhook has a history. */
async function fillTriggers(call: ReturnType<typeof callAs>, workflow: string): Promise<void> {
  const path = `/api/v1/service/workflows/${workflow}/triggers`
  await call('POST', path, { kind: 'schedule', title: 'Weekly', cron: '0 9 * * mon' })
  const event = { kind: 'event', event: 'pm_task.*', filter: "event.data.title == 'Launch'" }
  await call('POST', path, event)
  const { id } = await call('POST', path, { kind: 'webhook', title: 'Form on the website' })
  for (let times = 0; times < 2; times++) await call('POST', `${path}/${id}/fire`, {})
}

async function askEveryKind(service: Harness, owner: Tenant): Promise<FilledTenant['questions']> {
  const ask = async (title: string, question: object) => {
    const changes = { category: 'agentNeedsInput', title, message: 'Please decide.', question }
    const { body } = await notify(service, owner, changes)
    return `/inbox/${body.notification_id}`
  }
  const options = ['Mail', 'Print', 'Web']
  const fields = {
    type: 'object',
    properties: {
      budget: { type: 'integer', title: 'Budget', description: 'In euros' },
      tone: { type: 'string', enum: ['warm', 'cool'], title: 'Tone' },
      launch: { type: 'string', format: 'date', title: 'Launch day' },
      urgent: { type: 'boolean', title: 'Urgent' },
    },
    required: ['budget'],
  }
  const quorum = { needed: 1, of: [owner.userId], rule: 'first_rejection_ends' }
  return {
    form: await ask('How much?', { kind: 'form', fields }),
    edit: await ask('Is the text good?', { kind: 'edit', draft: 'Hello\nall\nfriends' }),
    rank: await ask('What comes first?', { kind: 'rank', options }),
    multi_choice: await ask('Which ones?', { kind: 'multi_choice', options }),
    quorum: await ask('Do we all agree?', { kind: 'approval', quorum }),
  }
}

async function createFolder(service: Harness, { key }: Tenant): Promise<string> {
  const path = '/api/v1/assets/folders'
  const { body } = await service.call('POST', path, { key, body: { name: 'Autumn' } })
  await service.call('POST', path, { key, body: { name: 'Drafts', parent_id: body.id } })
  return body.id
}

/** An image in the workspace, and a task that converted it, which needs no model. */
async function createPicture(service: Harness, { key }: Tenant) {
  const form = new FormData()
  const bytes = drawPng(96, 72, (x, y) => [x * 2, y * 3, 90])
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'cup.png')
  const baseUrl = service.deps.config.publicUrl
  const headers = { authorization: `Api-Key ${key}` }
  const upload = await fetch(`${baseUrl}/api/v1/assets/upload`, {
    method: 'POST',
    headers,
    body: form,
  })
  const asset = (await upload.json()) as { id: string }
  const body = { image_url: asset.id, output_format: 'webp' }
  const task = await runTool(service, key, 'convert-format', body)
  return { asset: asset.id, task: task.task_id as string }
}
