import { describe, expect, test } from 'vitest'
import { workflowClient } from '../../server/src/features/workflows/test-workflows.ts'
import { callAs } from '../../server/test/harness.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const { service, open } = useConsole()

describe('triggers', () => {
  test('of each kind are created, tested, seen in the history, paused and resumed', async () => {
    const anna = await service.tenant()
    const id = await workflowClient(service, () => anna).define({
      title: 'Tick',
      steps: [{ id: 'tick', type: 'set', value: 1 }],
    })
    const page = await open(anna, { path: `/workflows/${id}?view=triggers` })
    await page.getByText('No triggers').waitFor()
    const add = async (kind: string, fill: () => Promise<unknown>) => {
      await page.getByRole('button', { name: 'New trigger' }).click()
      await page.getByRole('dialog').getByText(kind, { exact: true }).click()
      await page.getByLabel('Name (optional)').fill(`By ${kind}`)
      await fill()
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Create trigger' }).click()
    }
    await add('Schedule', async () => {
      await page.getByRole('button', { name: /^When|Mondays/ }).click()
      await page.getByRole('option', { name: 'Custom' }).click()
      await page.getByLabel('Cron expression').fill('0 0 30 2 *')
      await page.getByText(/never happens/).waitFor()
      // Not due during the test.
      await page.getByLabel('Cron expression').fill('0 0 29 2 *')
      await page.getByText(/^Next: /).waitFor()
    })
    await add('Event', async () => {
      await page.getByRole('textbox', { name: 'Event' }).fill('pm_task.created')
      await page.getByRole('button', { name: 'More options' }).click()
      await page.getByLabel('Input').fill('{"broken"')
      await page.getByText('This must be a JSON object.').waitFor()
      await page.getByLabel('Input').fill('{}')
    })
    await add('Webhook', async () => {
      await page.getByRole('button', { name: /Verify requests by|Secret URL/ }).click()
      await page.getByRole('option', { name: 'GitHub' }).click()
    })
    await page
      .getByRole('dialog')
      .getByText(/\/api\/v1\/hooks\//)
      .waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    for (const kind of ['Schedule', 'Event', 'Webhook']) {
      const card = page.getByRole('region', { name: `By ${kind}` })
      await card.getByText('It has not fired yet.').waitFor()
      await card.getByRole('button', { name: 'Test now' }).click()
      const history = card.getByRole('list', { name: 'History' })
      await history.getByRole('link', { name: 'Open the run' }).waitFor()
      await history.getByText('started').waitFor()
      await card.getByRole('button', { name: 'Pause' }).click()
      await card.getByText('Paused').waitFor()
    }
    const first = page.getByRole('region', { name: 'By Schedule' })
    await first.getByRole('button', { name: 'Resume' }).click()
    await first.getByText(/^Next/).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  test('of a template are rehearsed, with the effects it would have', async () => {
    const anna = await service.tenant()
    const asAnna = callAs(service, anna)
    const { slug } = await asAnna('POST', '/api/v1/pm/boards', { title: 'Desk' })
    const template = { template: 'form-to-task', trigger_input: { board: slug } }
    const { id } = await asAnna('POST', '/api/v1/service/workflows', template)
    const page = await open(anna, { path: `/workflows/${id}`, size: phone, theme: 'dark' })
    await page.getByRole('button', { name: 'Rehearse' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Board/ }).tap()
    await page.getByRole('option', { name: /Desk/ }).tap()
    await dialog.getByLabel(/^Name/).fill('Ana')
    await dialog.getByLabel(/^Message/).fill('Please call.')
    await dialog.getByRole('button', { name: 'Rehearse' }).tap()
    const effects = dialog.getByRole('region', { name: 'Effects' })
    await effects.getByText('It would have 3 effects.').waitFor()
    await expect
      .poll(() => effects.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^notification/),
        expect.stringMatching(/^email/),
        expect.stringMatching(/^task/),
      ])
    expect(await findViolations(page)).toEqual([])
    expect((await asAnna('GET', `/api/v1/pm/tasks?board=${slug}`)).count).toBe(0)
  })
})
