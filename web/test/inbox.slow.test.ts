import { describe, expect, test } from 'vitest'
import { expectStatus, type Tenant } from '../../server/test/harness.ts'
import { holdLock } from '../../server/test/locks.ts'
import { notify } from '../../server/test/notify.ts'
import { intercept } from './intercept.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const { service, open, baseUrl } = useConsole()

/** Sends a notification from an agent. */
async function sendNotification(whom: Tenant, changes: object, key = whom.key) {
  const extra = { message: 'Reach grew.', _extra: { agent: 'Scout' } }
  const body = await expectStatus(200, notify(service, whom, { ...extra, ...changes }, key))
  return body as { notification_id: string; question_id?: string }
}

const approval = (threadId: string) => ({
  category: 'agentNeedsInput',
  title: 'Shall we start on Monday?',
  message: 'Everything is in place.',
  threadId,
  question: { kind: 'approval', expires_at: new Date(Date.now() + 3_000_000).toISOString() },
})

describe('the inbox', () => {
  test('the keyboard opens, archives, undoes and marks unread; updates are live; the state is in the URL', async () => {
    const mia = await service.tenant()
    await sendNotification(mia, { title: 'First of the thread', threadId: 'launch' })
    const table = 'Hello,\n\n| | Clicks |\n|---|---|\n| Week 46 | 811 |\n\n<b>not bold</b>'
    await sendNotification(mia, {
      title: 'Numbers of the week',
      body: table,
      _extra: { agent: 'Scout', event_type: 'report_ready', pages: 12 },
    })
    await sendNotification(mia, { title: 'Second of the thread', threadId: 'launch' })
    const page = await open(mia, { path: '/inbox' })
    const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('link')
    await rows.nth(1).waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    await expect
      .poll(() => rows.nth(0).textContent())
      .toContain('Second of the thread2 in this thread')
    await page.getByRole('link', { name: 'Inbox 3 unread' }).first().waitFor()

    await sendNotification(mia, { category: 'agentError', title: 'It came while we looked' })
    await page.getByRole('link', { name: /It came while we looked/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Numbers of the week' }).waitFor()
    await page.getByRole('cell', { name: '811' }).waitFor()
    await page.getByText('<b>not bold</b>').waitFor()
    await page.getByText('Pages', { exact: true }).waitFor()
    await page
      .getByRole('region', { name: 'Delivery status' })
      .getByText('read', { exact: true })
      .waitFor()
    expect(await findViolations(page)).toEqual([])

    await page.keyboard.press('e')
    await page.getByRole('heading', { name: 'Second of the thread' }).waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: /Numbers of the week/ }).waitFor()
    await page.keyboard.press('r')
    await page.getByRole('button', { name: 'Mark as read' }).waitFor()
    await page.keyboard.press('e')
    await page.getByRole('link', { name: 'Archived', exact: true }).click()
    await page.waitForURL(`${baseUrl()}/inbox?filter=archived`)
    await page.getByRole('link', { name: /Second of the thread/ }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('link', { name: 'Questions', exact: true }).click()
    await page.getByRole('heading', { name: 'No open questions' }).waitFor()
  })

  test('a notification from a workflow links to its run and to its own target', async () => {
    const mia = await service.tenant()
    await sendNotification(mia, {
      title: 'A run has news',
      link: '/projects',
      _extra: { workflow_definition_id: 'the-workflow', workflow_run_id: 'the-run', step: 'tell' },
    })
    const page = await open(mia, { path: '/inbox' })
    await page.getByRole('link', { name: /A run has news/ }).click()
    const toRun = page.getByRole('link', { name: 'Open the run' })
    await expect.poll(() => toRun.getAttribute('href')).toBe('/workflows/the-workflow/runs/the-run')
    await page.getByText('tell', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('the-run').count()).toBe(0)
  })

  test.each(['inbox', 'threads'])('/%s says that an answer came too late', async (where) => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'admin')
    const { question_id, notification_id } = await sendNotification(mia, approval('start'))
    const path = where === 'inbox' ? `/inbox/${notification_id}` : '/threads/start'
    const hers = await open(mia, { path, theme: 'dark' })
    const his = await open(jo, { path: '/inbox?filter=questions' })
    await his.getByRole('link', { name: /Shall we start on Monday/ }).click()
    await his.waitForURL(`${baseUrl()}/threads/start?filter=questions`)
    await his.getByRole('button', { name: 'Approve' }).waitFor()
    await hers.getByRole('button', { name: 'Approve' }).waitFor()
    await hers.getByRole('timer').waitFor()
    expect(await findViolations(hers)).toEqual([])

    // Another person answers while her answer is on its way, and her page shows it before hers arrives.
    await intercept(hers, `**/api/v1/questions/${question_id}/answer`, async (route) => {
      await service.call('POST', `/api/v1/questions/${question_id}/answer`, {
        token: jo.token,
        body: { value: 'rejected', comment: 'Not before Tuesday.' },
      })
      await hers.getByText('Not before Tuesday.').first().waitFor()
      await route.continue()
    })
    await hers.keyboard.press('a')
    await hers.getByText('Your answer came too late and was not accepted.').waitFor()
    await hers.getByText('Not before Tuesday.').first().waitFor()
    await hers.getByText(/Answered by Test/).waitFor()
    await his.getByText('Rejected').first().waitFor()
  })

  test('an approval by key appears for everyone who is watching', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'admin')
    const { notification_id } = await sendNotification(mia, approval('one-key'))
    const his = await open(jo, { path: '/threads/one-key' })
    await his.getByRole('button', { name: 'Approve' }).waitFor()
    const hers = await open(mia, { path: `/inbox/${notification_id}` })
    await hers.getByRole('button', { name: 'Approve' }).waitFor()
    await hers.keyboard.press('a')
    await hers.getByText('Answered by Test Person').waitFor()
    await his.getByText('Approved').first().waitFor()
    await his.getByLabel('Write in this conversation').fill('Then I order the flowers.')
    await his.keyboard.press('Enter')
    await hers.getByText('Then I order the flowers.').waitFor()
  })

  test('on a phone: the list, the detail, an answer in place, and back', async () => {
    const mia = await service.tenant()
    await sendNotification(mia, {
      ...approval('pictures'),
      title: 'Which picture?',
      question: {
        kind: 'choice',
        options: [
          { value: 'b', label: 'The bench' },
          { value: 's', label: 'The shop' },
        ],
      },
    })
    const page = await open(mia, { path: '/inbox', size: phone, theme: 'dark' })
    await page.getByRole('link', { name: /Which picture/ }).tap()
    await page.getByText('The shop').tap()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Send answer' }).tap()
    await page.getByText('Answered by Test Person').waitFor()
    await page.getByRole('button', { name: 'Back to the list' }).tap()
    await page.waitForURL(`${baseUrl()}/inbox`)
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  test('the links of an email open their targets, and the email is shown as it was sent', async () => {
    const mia = await service.tenant()
    await sendNotification(mia, { title: 'About the launch', threadId: 'launch/ü 1' })
    await sendNotification(mia, { title: 'By itself' })
    const mails = async () => (await service.call('GET', '/api/v1/mails', { key: mia.key })).body
    await expect.poll(async () => (await mails()).count).toBe(2)
    const page = await open(mia, { path: '/inbox' })
    for (const { id, subject } of (await mails()).results) {
      const { body: mail } = await service.call('GET', `/api/v1/mails/${id}`, { key: mia.key })
      const links: string[] = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
      const ours = links.filter((link) => /\/(inbox|threads)\//.test(link))
      expect(ours).not.toEqual([])
      await page.goto(ours[0] as string)
      await page.getByRole('heading', { name: subject }).waitFor()
      const settings = links.find((link) => link.includes('/settings/notifications'))
      await page.goto(settings as string)
      await page.getByRole('heading', { name: 'Quiet hours' }).waitFor()
    }
    await page.goto(`${baseUrl()}/inbox`)
    await page.getByRole('link', { name: /By itself/ }).click()
    await page.getByRole('button', { name: 'Show email' }).click()
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'By itself' }).waitFor()
    await expect.poll(() => page.locator('iframe').getAttribute('sandbox')).toBe('')
  })

  test('snoozing, marking unread, shortcuts, and what an agent is working on', async () => {
    const mia = await service.tenant()
    await sendNotification(mia, { title: 'To be read' })
    await sendNotification(mia, { title: 'For tomorrow' })
    const page = await open(mia, { path: '/inbox?filter=unread' })
    await page.getByRole('link', { name: /For tomorrow/ }).click()
    await page.getByRole('button', { name: 'Mark as unread' }).waitFor()
    // It is read by now, but keeps its place in the list.
    await page
      .getByRole('link', { name: /^For tomorrow|For tomorrow/ })
      .first()
      .waitFor()
    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: 'Tomorrow at 9' }).click()
    await page.getByRole('heading', { name: 'To be read' }).waitFor()
    const count = () => service.call('GET', '/api/v1/notifications/count', { key: mia.key })
    await expect.poll(async () => (await count()).body.unread).toBe(0)
    await page.reload()
    await page.getByRole('heading', { name: 'To be read' }).waitFor()
    await page.getByRole('heading', { name: 'No unread notifications' }).waitFor()
    await page.getByRole('link', { name: 'Snoozed', exact: true }).click()
    await page.getByRole('link', { name: /For tomorrow/ }).waitFor()
    await page.goto(`${baseUrl()}/inbox`)
    await page.getByRole('link', { name: /To be read/ }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('nowhere')
    await page.getByRole('heading', { name: 'No results' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search the inbox' }).fill('be read')
    await page.getByRole('link', { name: /To be read/ }).click()
    await expect.poll(() => page.url()).toContain('search=be')
    const options = [
      { value: 'red', label: 'Red' },
      { value: 'blue', label: 'Blue' },
    ]
    const question = { kind: 'choice', options }
    const { notification_id } = await sendNotification(mia, {
      ...{ category: 'agentNeedsInput', title: 'Which glaze?', question },
    })
    await page.goto(`${baseUrl()}/inbox/${notification_id}`)
    await page.getByRole('radio', { name: 'Blue' }).waitFor()
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await page.getByText(/You answered|Answered by/).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sendNotification(mia, {
      category: 'agentProgress',
      title: 'Rendering',
      message: '3 of 8 pictures',
    })
    await page.getByText('3 of 8 pictures').waitFor()
  })

  test('a page that closes at once still sends a change, and the one that waits for it', async () => {
    const mia = await service.tenant()
    const { notification_id: id } = await sendNotification(mia, { title: 'Done with it' })
    const page = await open(mia, { path: '/inbox' })
    const lock = `select from notifications where id = '${id}' for update`
    const held = await holdLock(service.databaseUrl, lock)
    await page.getByRole('link', { name: /Done with it/ }).click()
    // That it was read is on its way, so that it is archived waits in the page.
    await held.waitForWaiters('update notifications')
    await page.keyboard.press('e')
    await page.getByText('Archived “Done with it”').waitFor()
    await page.goto('about:blank')
    await held.release()
    const item = () => service.call('GET', `/api/v1/notifications/${id}`, { key: mia.key })
    await expect.poll(async () => (await item()).body.archived_at).not.toBeNull()
  })

  test('a long list loads while scrolling, and the page holds only what is in view', async () => {
    const mia = await service.tenant()
    await service.deps.db.system`
      insert into notifications (id, workspace_id, user_id, category, title, message, extra, sender,
        in_app, created_at)
      select gen_random_uuid(), ${mia.workspaceId}, ${mia.userId}, 'agentNudge', 'Line ' || n || '.',
        'Of many.', '{}', '{"id": 1, "name": "Scout", "kind": "agent"}', true,
        now() - make_interval(mins => n::int)
      from generate_series(1, 260) as n`
    const page = await open(mia, { path: '/inbox' })
    const list = page.getByRole('list', { name: 'Notifications' })
    await list.getByText('Line 1.', { exact: true }).waitFor()
    await list.hover()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 3000)
        return list.getByText('Line 260.').count()
      })
      .toBe(1)
    await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(60)
    // New items above must not move the rows in view.
    const height = async () => (await list.getByText('Line 255.').boundingBox())?.y
    await page.mouse.wheel(0, -200)
    let before: number | undefined
    const isStill = async () => {
      const was = before
      before = await height()
      return before !== undefined && before === was
    }
    await expect.poll(isStill, { interval: 200 }).toBe(true)
    await sendNotification(mia, { title: 'The newest of all' })
    await list.locator('li[aria-setsize="261"]').first().waitFor()
    await expect.poll(height).toBe(before)
    await page.keyboard.press('j')
    await list.getByText('The newest of all').waitFor()
  })

  test('a list that fails to load says so, and a retry loads it', async () => {
    const mia = await service.tenant()
    await sendNotification(mia, { title: 'Still here' })
    const page = await open(mia, { path: '/chat' })
    await intercept(page, '**/api/v1/notifications?**', (route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }),
    )
    await page
      .getByRole('link', { name: /^Inbox/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor()
    await page.unroute('**/api/v1/notifications?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: /Still here/ }).waitFor()
  })
})
