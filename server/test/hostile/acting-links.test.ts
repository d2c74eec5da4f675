import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { symbols } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hideActingLinks, watchLinkSecrets } from '../../src/http/acting-links.ts'
import { inBrowser } from '../browser-session.ts'
import { type Tenant, useService } from '../harness.ts'
import { letProgramIn } from '../let-program-in.ts'
import { useHttp } from '../local-servers.ts'
import { notify } from '../notify.ts'
import { type PushService, startPushService } from '../push-service.ts'
import { rememberWork } from '../remember-work.ts'
import { sendExamples } from '../send-examples.ts'
import { sample, seed } from '../soak.ts'
import { tablesWith } from '../tables-with.ts'
import { until } from '../talking.ts'

/**
 * Links that act in a person's name reach that person and nobody else: no response, event, log line
 * or problem contains the secret of one.
 */
const service = useService()
const secrets = new Set<string>()
const lines: string[] = []
let stopWatching: () => void
const receiver = useHttp((_request, response) => void response.end('ok'))
let push: PushService

beforeAll(async () => {
  rememberWork(service.deps.engines, { seed: 0 })
  stopWatching = watchLinkSecrets((secret) => secrets.add(secret))
  // Every line of the service and its worker, at the most detailed level.
  service.deps.log.level = 'trace'
  Object.assign(service.deps.log, {
    [symbols.streamSym]: { write: (line: string) => void lines.push(line) },
  })
  push = await startPushService()
  service.advance((Date.parse('2026-11-15T09:30:00.000Z') - Date.now()) / 1000)
})
afterAll(async () => {
  stopWatching()
  await push.close()
})

/** A question to the person, whose email has a link to answer; returns the id of the email. */
async function mailWithQuestion(mia: Tenant): Promise<string> {
  const question = { category: 'agentNeedsInput', question: { kind: 'approval' } }
  const { body } = await notify(service, mia, { title: 'May I publish it?', ...question })
  const url = `/api/v1/notifications/${body.notification_id}/receipts`
  return until('the captured mail', async () => {
    const { receipts } = (await service.call('GET', url, { key: mia.key })).body
    type Receipt = { id: string; channel: string; status: string }
    const isCaptured = (one: Receipt) => one.channel === 'email' && one.status === 'captured'
    return (receipts as Receipt[]).find(isCaptured)?.id
  })
}

const answerPath = /\/answer\/[\w-]+\.[\w-]+/

describe('every operation', () => {
  test('returns, publishes and logs no secret of a link', async () => {
    // Comes first, because the examples refer to workspace 1.
    const mia = await service.tenant()
    await mailWithQuestion(mia)
    const outputs: [string, string][] = []
    const invitations: string[] = []
    const outside = { receiver: receiver.url, push }
    for await (const { operation, answer } of sendExamples(service, mia, outside)) {
      outputs.push([operation.id, `${JSON.stringify(answer.headers)} ${answer.text}`])
      if (operation.id === 'createInvitation') invitations.push(answer.body.token)
    }
    const browser = await inBrowser(service, mia)
    const { body: mails } = await service.call('GET', '/api/v1/mails', browser)
    // The pages behind the links don't repeat them.
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
    // Tasks receive the URL that an engine calls.
    const tasks = await service.deps.db.system<{ id: string }>`
      select id from tasks where workspace_id = ${mia.workspaceId}`
    for (const { id } of tasks) {
      for (const path of [`/api/v1/tasks/${id}`, `/api/v1/tasks/${id}/input`]) {
        outputs.push([path, (await service.call('GET', path, { key: mia.key })).text])
      }
    }
    const published = await service.deps.db.system<{ text: string }>`
      select row_to_json(e)::text as text from events e
      union all select row_to_json(d)::text from webhook_deliveries d
      union all select row_to_json(d)::text from deliveries d`
    for (const { text } of published) outputs.push(['a row', text])
    expect(secrets.size).toBeGreaterThan(10)
    // Not even in the stored emails and in the input of tasks.
    expect(await tablesWith(service.deps.db.system, secrets)).toEqual([])
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

describe('an email', () => {
  test('shows its links to its recipient in the console, and to no key, token or program', async () => {
    const mia = await service.tenant()
    const id = await mailWithQuestion(mia)
    const browser = await inBrowser(service, mia)
    const { body: shown } = await service.call('GET', `/api/v1/mails/${id}`, browser)
    const link = answerPath.exec(shown.html)?.[0] as string
    expect(link).toBeDefined()
    expect(shown.text).toContain('/unsubscribe/')

    await service.call('POST', '/api/v1/auth/password', {
      key: mia.key,
      body: { new_password: 'correct horse battery' },
    })
    const { body: login } = await service.call('POST', '/api/v1/auth/login', {
      body: { email: mia.email, password: 'correct horse battery' },
    })
    const reading = ['notifications:read'] as const
    const { token } = await letProgramIn(service, mia, { scopes: [...reading] })
    const credentials = [
      { key: mia.key },
      { key: await service.keyWith(mia, [...reading]) },
      { token },
      { token: login.access_token },
    ]
    for (const credential of credentials) {
      for (const path of [`/api/v1/mails/${id}`, `/api/v1/mails/${id}/page`]) {
        const { status, text } = await service.call('GET', path, credential)
        expect([status, text.includes('May I publish it?')]).toEqual([200, true])
        expect(text).not.toMatch(answerPath)
        expect(text).not.toMatch(/\/unsubscribe\/[\w-]+\./)
        const leaked = [...secrets].filter((secret) => text.includes(secret))
        expect(leaked).toEqual([])
      }
    }
    // The link itself still works for the person who got the email.
    expect((await service.call('GET', link)).status).toBe(200)
  })
})

describe('the log', () => {
  test('contains only the route and ids of a URL, whatever the caller puts into it', async () => {
    const mia = await service.tenant()
    const canary = 'canary-5b1f0d7c'
    const paths = service.operations
      .filter(({ path, socket }) => path.includes('{') && !socket)
      .map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, canary)] as const)
    const others = [
      `/answer/${canary}`,
      `/api/v1/webhooks/deepgram/${canary}`,
      `/files/${canary}?signature=${canary}`,
      `/inbox/${canary}`,
      `/oauth/authorize?client_id=${canary}&state=${canary}`,
      `/nothing/${canary.repeat(4)}`,
      `/api/v1/%${canary}`,
    ]
    lines.length = 0
    for (const [method, path] of paths) await service.call(method, path, { key: mia.key })
    for (const path of others) await service.call('GET', path)
    expect(lines.length).toBeGreaterThanOrEqual(paths.length)
    expect(lines.filter((line) => line.includes(canary))).toEqual([])
    const id = '00000000-0000-4000-8000-000000000000'
    await service.call('GET', `/api/v1/mails/${id}`, { key: mia.key })
    expect(lines.join('')).toContain(`/api/v1/mails/${id}`)
  })

  test('does not contain the idempotency key that a caller looks up', async () => {
    const mia = await service.tenant()
    lines.length = 0
    const url = '/api/v1/idempotency/make-launch-space-7'
    const { body } = await service.call('GET', url, { key: mia.key })
    expect(body.instance).toBe('/api/v1/idempotency/{key}')
    expect(lines.join('')).toContain('/api/v1/idempotency/{key}')
    expect(lines.join('')).not.toContain('make-launch-space-7')
  })
})

test('no other module creates such links', async () => {
  const folder = join(import.meta.dirname, '../../src')
  const made =
    /\/(answer|unsubscribe|webhooks)\/\$\{|(welcome|join)#\$\{|\$\{\w*[uU]rl\}\/(welcome|join)/
  const makers: string[] = []
  for await (const file of glob('**/*.ts', { cwd: folder })) {
    if (!file.endsWith('.test.ts') && made.test(await readFile(join(folder, file), 'utf8'))) {
      makers.push(file)
    }
  }
  // the ids of webhook subscriptions and deliveries aren't secrets
  expect(makers.filter((file) => !file.startsWith('features/webhooks/'))).toEqual([
    'http/acting-links.ts',
  ])
})

test('links are hidden anywhere in a text, and nothing else is', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'abcXYZ019_-'),
    minLength: 43,
    maxLength: 43,
  })
  const around = fc.string({ unit: fc.constantFrom(...' <>"\n\'', 'word', 'href="') })
  const search = fc.property(letters, around, around, (signature, before, after) => {
    for (const path of ['answer', 'unsubscribe']) {
      const link = `https://atelier.example/${path}/WzEs.${signature}?value=approved`
      const text = hideActingLinks(`${before} ${link} ${after}`)
      expect(text).not.toContain(signature)
      expect(hideActingLinks(`${before} ${after}`)).toBe(`${before} ${after}`)
    }
  })
  fc.assert(search, { seed, numRuns: sample(200, 20_000) })
  // Would take minutes if the time grew with the square of the length.
  const long = 'http://answer/'.repeat(50_000)
  expect(hideActingLinks(long)).toBe(long)
})
