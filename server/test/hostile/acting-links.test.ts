import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hideActingLinks } from '../../src/http/gate/acting-links.ts'
import { openBrowserSession } from '../browser-session.ts'
import { useService } from '../harness.ts'
import { sendQuestionMail, useWatchedLinks } from '../link-secrets.ts'
import { createOAuthGrant } from '../oauth-grant.ts'
import { sample, seed } from '../soak.ts'

/**
 * Links that act in a person's name reach that person and nobody else. That no response, event or
 * log line of any operation contains the secret of one, `examples.slow.test.ts` shows.
 */
const service = useService()
const { secrets, lines } = useWatchedLinks(service)

const answerPath = /\/answer\/[\w-]+\.[\w-]+/

describe('an email', () => {
  test('shows its links to its recipient in the console, and to no key, token or program', async () => {
    const mia = await service.tenant()
    const id = await sendQuestionMail(service, mia)
    const browser = await openBrowserSession(service, mia)
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
    const { token } = await createOAuthGrant(service, mia, { scopes: [...reading] })
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
    'http/gate/acting-links.ts',
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
