import { beforeAll, describe, expect, test } from 'vitest'
import { insertMembership } from '../../server/src/features/workspaces/queries.ts'
import { useTenant } from '../../server/test/harness.ts'
import { until } from '../../server/test/server-client.ts'
import { findViolations, useConsole } from './use-console.ts'

const { service, open, baseUrl } = useConsole()
const mia = useTenant(service)
/** Mia is also a member here; her open workspace is her own. */
const studio = useTenant(service)
/** The links in the email that she gets from there. */
let links: string[]

beforeAll(async () => {
  const { deps } = service
  await deps.db.transaction('system', (tx) =>
    insertMembership(tx, studio.workspaceId, mia.userId, 'member', deps.clock()),
  )
  const board = { title: 'Launch', slug: 'launch' }
  await service.call('POST', '/api/v1/pm/boards', { key: studio.key, body: board })
  await service.call('POST', '/api/v1/service/agent/notify', {
    key: studio.key,
    body: {
      userId: String(mia.userId),
      workspaceId: String(studio.workspaceId),
      title: 'The board is ready',
      message: 'Have a look.',
      body: 'It has four columns. [Write to us](/chat), or [read more](https://elsewhere.example/boards/1).',
      category: 'agentTaskCompleted',
      link: '/boards/launch?tags=blue',
      threadId: 'plan',
    },
  })
  const mails = () => deps.db.system<{ html: string }>`
    select html from mails where user_id = ${mia.userId} and status = 'captured'`
  const [mail] = await until('the mail', async () => (await mails()).length > 0 && mails())
  const found = [...(mail?.html.matchAll(/href="([^"]+)"/g) ?? [])].map(
    ([, href]) => href as string,
  )
  links = found.map((href) => href.replaceAll('&amp;', '&'))
})

describe('a link in an email from a workspace that is not open', () => {
  test('every link into the console names its workspace; other links are unchanged', () => {
    const word = `workspace=${studio.workspaceId}`
    const ours = links.filter((href) => !href.includes('/unsubscribe/'))
    expect(ours.map((href) => href.replace(baseUrl(), ''))).toEqual([
      `/chat?${word}`,
      'https://elsewhere.example/boards/1',
      `/boards/launch?tags=blue&${word}`,
      `/settings/notifications?${word}`,
    ])
  })

  test('opens in its workspace before anything else is loaded, and the tab stays there', async () => {
    const [, , link = ''] = links
    const page = await open(mia, { path: '/inbox' })
    await page.getByRole('button', { name: `Workspace ${mia.slug}` }).waitFor()
    // Ends what the inbox is still loading.
    await page.goto('about:blank')
    const asked = new Set<string | undefined>()
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) asked.add(request.headers().organization)
    })
    await page.goto(link)
    await page.getByRole('heading', { name: 'Launch' }).waitFor()
    await page.getByRole('button', { name: `Workspace ${studio.slug}` }).waitFor()
    expect([...asked]).toEqual([String(studio.workspaceId)])
    await expect.poll(() => page.url()).toBe(`${baseUrl()}/boards/launch?tags=blue`)
    await page.reload()
    await page.getByRole('heading', { name: 'Launch' }).waitFor()
  })

  test('continues after signing in', async () => {
    const body = { new_password: 'correct horse battery' }
    await service.call('POST', '/api/v1/auth/password', { key: mia.key, body })
    const page = await open(null, { path: (links[2] as string).slice(baseUrl().length) })
    await page.getByLabel('Email').fill(mia.email)
    await page.getByLabel('Password').fill(body.new_password)
    await page.getByLabel('Password').press('Enter')
    await page.getByRole('heading', { name: 'Launch' }).waitFor()
    await expect.poll(() => page.url()).toBe(`${baseUrl()}/boards/launch?tags=blue`)
  })

  test('also shows the email as it was sent', async () => {
    const page = await open(mia, { path: `/threads/plan?workspace=${studio.slug}` })
    await page.getByRole('heading', { name: 'The board is ready' }).first().waitFor()
    const { body } = await service.call('GET', '/api/v1/notifications', {
      headers: await asMia(studio.slug),
    })
    await page.goto(`${baseUrl()}/inbox/${body.results[0].id}`)
    await page.getByRole('button', { name: 'Show email' }).click()
    const mail = page.frameLocator('iframe')
    await mail.getByText('It has four columns.').waitFor()
  })

  test('a colleague who is not a member gets a message, and keeps the open workspace', async () => {
    const jo = await service.colleague(mia, 'member')
    const page = await open(jo, { path: (links[2] as string).slice(baseUrl().length) })
    await page.getByRole('heading', { name: 'This link is for another workspace' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Go to your own workspace' }).click()
    await page.getByRole('button', { name: `Workspace ${mia.slug}` }).waitFor()
    await page.goto(links[2] as string)
    await page.getByRole('button', { name: 'Sign in as someone else' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

test('a copied link works for people who have another workspace open', async () => {
  const page = await open(studio, { path: '/boards/launch' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Board actions' }).click()
  await page.getByRole('menuitem', { name: /link/i }).click()
  await page.getByText('Link copied').waitFor()
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toBe(`${baseUrl()}/boards/launch?workspace=${studio.workspaceId}`)
})

/** Mia's credentials for a workspace, as her programs send them. */
async function asMia(organization: string): Promise<Record<string, string>> {
  const { body } = await service.call('POST', '/api/v1/auth/login', {
    body: { email: mia.email, password: 'correct horse battery' },
  })
  return { authorization: `Bearer ${body.access_token}`, organization }
}
