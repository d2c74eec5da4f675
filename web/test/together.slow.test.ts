import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callAs, useColleague, useTenant } from '../../server/test/harness.ts'
import { notify } from '../../server/test/notify.ts'
import { column } from './board-page.ts'
import { intercept } from './intercept.ts'
import { findViolations, useConsole } from './use-console.ts'

/** The demo workflows start at once; without models they also end at once. */
const nowhere = join(tmpdir(), 'no-models-here')
const models = { folder: nowhere, mirrors: [], offlineFolder: nowhere }
const { service, open } = useConsole({ models, logLevel: 'fatal' })
const mia = useTenant(service)
const jo = useColleague(service, mia, 'admin')

const call = callAs(service, mia)

describe('two people', () => {
  test('see what the other moves, and keep what they type', async () => {
    await call('POST', '/api/v1/pm/boards', { title: 'Launch', slug: 'launch' })
    const statuses = (await call('GET', '/api/v1/pm/boards/launch/status')).results
    const status = statuses.find(({ title }: { title: string }) => title === 'To Do').id
    const task = await call('POST', '/api/v1/pm/tasks', { board: 'launch', status, title: 'One' })
    const hers = await open(mia, { path: '/boards/launch' })
    const his = await open(jo, { path: `/boards/launch/${task.slug}` })
    const drawer = his.getByRole('dialog')
    const comment = drawer.getByRole('textbox', { name: 'Comment' })
    await comment.fill('Half a sen')
    const title = drawer.getByLabel('Title')
    await title.fill('One and a ha')

    await hers.getByRole('link', { name: /One/ }).press('Space')
    await hers.getByText(/is lifted/).waitFor({ state: 'attached' })
    await hers.keyboard.press('ArrowRight')
    await hers.keyboard.press('Space')
    await column(his, 'In Progress')
      .getByText('One', { exact: true })
      .waitFor({ state: 'attached' })
    await call('PATCH', `/api/v1/pm/tasks/${task.id}`, { title: 'Two', description: 'From afar' })
    await call('POST', '/api/v1/comments', {
      content_type: 'task',
      object_pk: task.id,
      comment: 'I was faster.',
    })
    await drawer.getByText('I was faster.', { exact: true }).waitFor()
    await drawer.getByText('From afar').first().waitFor()
    await column(hers, 'In Progress').getByText('Two', { exact: true }).waitFor()
    await expect.poll(() => comment.inputValue()).toBe('Half a sen')
    await expect.poll(() => title.inputValue()).toBe('One and a ha')
  })

  test('see what the other changed before they were connected', async () => {
    await call('POST', '/api/v1/pm/boards', { title: 'Fair', slug: 'fair' })
    const task = await call('POST', '/api/v1/pm/tasks', { board: 'fair', title: 'Before' })
    const page = await open(mia)
    const connecting = Promise.withResolvers<void>()
    const connect = Promise.withResolvers<void>()
    await intercept(page, '**/ws/tickets', async (route) => {
      connecting.resolve()
      await connect.promise
      await route.continue()
    })
    await page.goto(`${service.deps.config.publicUrl}/boards/fair`)
    await page.getByText('Before', { exact: true }).waitFor()
    await connecting.promise
    await call('PATCH', `/api/v1/pm/tasks/${task.id}`, { title: 'After' })
    connect.resolve()
    await page.getByText('After', { exact: true }).waitFor()
  })

  test('see what the other changed while their first read was under way', async () => {
    await call('POST', '/api/v1/pm/boards', { title: 'Slow', slug: 'slow' })
    const his = await open(jo, { path: '/inbox' })
    await his.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    const read = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    await intercept(
      his,
      '**/api/v1/pm/boards/slow?*',
      async (route) => {
        const response = await route.fetch()
        read.resolve()
        await changed.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await his.evaluate("__TSR_ROUTER__.navigate({ to: '/boards/slow' })")
    await read.promise
    await call('PATCH', '/api/v1/pm/boards/slow', { title: 'Quick' })
    // Events arrive in order: once the inbox counts this, the console knows of the change.
    await notify(service, jo)
    await his.getByText('1 unread').first().waitFor({ state: 'attached' })
    changed.resolve()
    await his.getByRole('heading', { level: 1, name: 'Quick' }).waitFor()
  })

  test('one answers, the other sees the answer; both write messages', async () => {
    const { notification_id: id, question_id } = await call(
      'POST',
      '/api/v1/service/agent/notify',
      {
        userId: String(mia.userId),
        workspaceId: String(mia.workspaceId),
        category: 'agentNeedsInput',
        title: 'Shall we start?',
        message: 'Everything is in place.',
        question: { kind: 'approval', answerable_by: 'anyone' },
      },
    )
    expect(question_id).toBeTruthy()
    const hers = await open(mia, { path: `/inbox/${id}` })
    const his = await open(jo, { path: '/inbox?filter=questions' })
    await hers.getByLabel(/Comment/).fill('I am not sure')
    await his.getByRole('link', { name: /Shall we start/ }).click()
    await his.getByRole('button', { name: /Approve/ }).click()
    await hers
      .getByText(/Approved/)
      .first()
      .waitFor()
    await hers.getByRole('button', { name: /Approve/ }).waitFor({ state: 'detached' })

    await hers.getByRole('link', { name: 'Chat' }).first().click()
    await his.getByRole('link', { name: 'Chat' }).first().click()
    const words = his.getByLabel('Write in agent-alerts')
    await words.fill('I am still wri')
    await hers.getByLabel('Write in agent-alerts').fill('Good morning.')
    await hers.keyboard.press('Enter')
    await his.getByRole('log').getByText('Good morning.').waitFor()
    await expect.poll(() => words.inputValue()).toBe('I am still wri')
  })
})

describe('the demo data', () => {
  test('is loaded once, however often it is requested, appears everywhere, and is removed', async () => {
    const kim = await service.tenant()
    const page = await open(kim, { path: '/settings/workspace' })
    const button = page.getByRole('button', { name: 'Load demo data' })
    const asked: string[] = []
    const isSeen = Promise.withResolvers<void>()
    await intercept(page, '**/api/v1/workspaces/current/demo', async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      asked.push(route.request().method())
      // A fast machine would finish before the loading state is visible.
      await isSeen.promise
      await route.continue()
    })
    await button.click()
    await page.getByRole('button', { name: 'Load', exact: true }).click()
    const loading = page.getByRole('button', { name: /Loading/ })
    await loading.waitFor()
    // A press while loading does nothing, and the next press after that counts.
    await loading.click({ force: true })
    isSeen.resolve()
    const isThere = page.getByText(/Demo data loaded/)
    await isThere.waitFor()
    expect(asked).toEqual(['POST'])
    const count = async () => {
      const of = async (path: string) =>
        ((await call('GET', path, undefined, kim)) as { count: number }).count
      return {
        boards: await of('/api/v1/pm/boards'),
        people: await of('/api/v1/workspaces/members'),
        workflows: await of('/api/v1/service/workflows'),
        accounts: (await call('GET', '/api/v1/service/social-media/accounts', undefined, kim))
          .results.length,
      }
    }
    const once = { boards: 1, people: 5, workflows: 3, accounts: 3 }
    expect(await count()).toEqual(once)
    await call('POST', '/api/v1/workspaces/current/demo', undefined, kim)
    expect(await count()).toEqual(once)
    const removal = page.getByRole('button', { name: 'Remove demo data' })
    await removal.waitFor()

    // Notifications are links too, and some mention boards and social posts.
    const screens = page.getByRole('navigation', { name: 'Screens', exact: true })
    const goTo = (name: string) => screens.getByRole('link', { name }).click()
    await goTo('Boards')
    await page.getByRole('link', { name: /Autumn launch/ }).waitFor()
    await goTo('Inbox')
    await page
      .getByRole('link', { name: /launch report is ready|Shall I start/ })
      .first()
      .waitFor()
    await goTo('Social')
    await page.getByRole('heading', { level: 1, name: 'Social' }).waitFor()
    await page.getByRole('link', { name: 'Drafts', exact: true }).click()
    await page
      .getByText(/The bench is back in the park/)
      .first()
      .waitFor()
    await page.goto(new URL('/settings/workspace', page.url()).href)
    await removal.click()
    await page.getByText('Your own records stay', { exact: false }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText(/Demo data removed/).waitFor()
    await button.waitFor()
    expect(await count()).toEqual({ boards: 0, people: 1, workflows: 0, accounts: 0 })
  })
})
