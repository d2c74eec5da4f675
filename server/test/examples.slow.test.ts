import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTimeFormats } from '../src/http/body/time-formats.ts'
import { openBrowserSession } from './browser-session.ts'
import { findTablesContaining } from './find-tables.ts'
import { type Tenant, useService } from './harness.ts'
import { sendQuestionMail, useWatchedLinks } from './link-secrets.ts'
import { useHttpServer } from './local-servers.ts'
import { type PushService, startPushService } from './push-service.ts'
import { rememberWork } from './remember-work.ts'
import { type Sent, sendExamples, testedElsewhere } from './send-examples.ts'

/**
 * Sends every request example of the document. Creates the resources first; only replaces ids that
 * nobody can know beforehand.
 */
const service = useService()
const { secrets, lines } = useWatchedLinks(service)
const receiver = useHttpServer((_request, response) => void response.end('ok'))
const sent: Sent[] = []
let mia: Tenant
let push: PushService

beforeAll(async () => {
  rememberWork(service.deps.engines, { seed: 0 })
  push = await startPushService()
  // The dates in the examples are later than this one.
  service.advance((Date.parse('2026-11-15T09:30:00.000Z') - Date.now()) / 1000)
  // Comes first, because the examples refer to workspace 1.
  mia = await service.tenant()
  await sendQuestionMail(service, mia)
  const outside = { receiver: receiver.url, push }
  for await (const one of sendExamples(service, mia, outside)) sent.push(one)
})
afterAll(() => push.close())

describe('each request example', () => {
  test('gets the documented response', () => {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    useTimeFormats(ajv)
    const wrong: string[] = []
    for (const { operation, request, answer } of sent) {
      const { id, status, reply } = operation
      if (answer.status !== status) {
        wrong.push(`${id}: ${request} → ${answer.status} ${answer.text}`)
      } else if (answer.body && !ajv.validate(reply, answer.body)) {
        wrong.push(`${id}: the answer does not fit: ${ajv.errorsText(ajv.errors)}`)
      }
    }
    expect(wrong).toEqual([])
    expect(sent.length).toBeGreaterThan(300)
  })

  test('that is not sent here belongs to an existing operation', () => {
    const ids = service.operations.map(({ id }) => id)
    for (const id of Object.keys(testedElsewhere)) expect(ids).toContain(id)
  })
})

describe('the secret of a link that acts in a person’s name', () => {
  test('is in no response, event, log line or table', async () => {
    const outputs = [...sent.map(readOutput), ...(await textsOfMails()), ...(await textsOfTasks())]
    const published = await service.deps.db.system<{ text: string }>`
      select row_to_json(e)::text as text from events e
      union all select row_to_json(d)::text from webhook_deliveries d
      union all select row_to_json(d)::text from deliveries d`
    for (const { text } of published) outputs.push(['a row', text])
    const invitations = sent
      .filter(({ operation }) => operation.id === 'createInvitation')
      .map(({ answer }) => answer.body.token)
    expect(secrets.size).toBeGreaterThan(10)
    // Not even in the stored emails and in the input of tasks.
    expect(await findTablesContaining(service.deps.db.system, secrets)).toEqual([])
    expect(lines.length).toBeGreaterThan(100)
    const log = lines.join('')
    for (const secret of secrets) {
      const holders = outputs.filter(([, text]) => text.includes(secret)).map(([name]) => name)
      // Shown only once, to the person who invites.
      expect(holders).toEqual(invitations.includes(secret) ? ['createInvitation'] : [])
      expect(log.includes(secret)).toBe(false)
    }
  })
})

type Output = [name: string, text: string]

const readOutput = ({ operation, answer }: Sent): Output => [
  operation.id,
  `${JSON.stringify(answer.headers)} ${answer.text}`,
]

/** The pages behind the links of all emails, which must not repeat them. */
async function textsOfMails(): Promise<Output[]> {
  const browser = await openBrowserSession(service, mia)
  const { body: mails } = await service.call('GET', '/api/v1/mails', browser)
  const outputs: Output[] = []
  for (const { id } of mails.results) {
    const { body } = await service.call('GET', `/api/v1/mails/${id}`, browser)
    const paths: string[] = body.html.match(/\/(answer|unsubscribe)\/[\w-]+\.[\w-]+/g) ?? []
    for (const path of new Set(paths)) {
      for (const method of ['GET', 'POST', 'PUT']) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const answer = await service.call(method, path, { body: 'value=', headers })
        outputs.push([`${method} a page`, `${JSON.stringify(answer.headers)} ${answer.text}`])
      }
    }
  }
  expect(outputs.length).toBeGreaterThan(0)
  return outputs
}

/** Tasks receive the URL that an engine calls. */
async function textsOfTasks(): Promise<Output[]> {
  const tasks = await service.deps.db.system<{ id: string }>`
    select id from tasks where workspace_id = ${mia.workspaceId}`
  const paths = tasks.flatMap(({ id }) => [`/api/v1/tasks/${id}`, `/api/v1/tasks/${id}/input`])
  return Promise.all(
    paths.map(async (path): Promise<Output> => {
      const { text } = await service.call('GET', path, { key: mia.key })
      return [path, text]
    }),
  )
}
