import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useColleague, useTenant } from '../../server/test/harness.ts'
import { createBoard, waitForTitles } from './board-page.ts'
import { moveByKeyboard } from './move-by-keyboard.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const { service, open, baseUrl } = useConsole()
const mia = useTenant(service)
const jo = useColleague(service, mia, 'member')

const readRows = async (page: Page, name: string) =>
  (await page.getByRole('grid', { name }).getByRole('row').allInnerTexts()).map(
    (text) => text.split('\n')[0],
  )

describe('settings of a board', () => {
  test('columns are created, coloured, reordered by mouse and keyboard, emptied and deleted', async () => {
    const { slug, path, call } = await createBoard(service, mia, ['One', 'Two'])
    const page = await open(mia, { path: `${path}/settings?tab=columns` })
    const order = () =>
      call('GET', `/api/v1/pm/boards/${slug}/status`).then(({ results }) =>
        results.map(({ title }: { title: string }) => title),
      )
    await page.getByRole('button', { name: 'Add column' }).click()
    await page.getByLabel('Name').fill('Review')
    await page.getByRole('radio', { name: 'Violet' }).check({ force: true })
    await page.getByRole('dialog').getByRole('button', { name: 'Add column' }).click()
    await expect.poll(() => readRows(page, 'Columns')).toContain('Review')
    expect(await findViolations(page)).toEqual([])

    await moveByKeyboard(page, 'Columns', [
      'Insert after Review',
      'Insert between Completed and Review',
      'Insert between In Progress and Completed',
    ])
    const sorted = ['Draft', 'To Do', 'In Progress', 'Review', 'Completed']
    await expect.poll(order).toEqual(sorted)
    await expect.poll(() => readRows(page, 'Columns')).toEqual(sorted)

    const draft = page.getByRole('row', { name: 'Draft' })
    const completed = page.getByRole('row', { name: 'Completed' })
    await completed.dragTo(draft, {
      sourcePosition: { x: 16, y: 24 },
      targetPosition: { x: 60, y: 2 },
    })
    await expect.poll(order).toEqual(['Completed', 'Draft', 'To Do', 'In Progress', 'Review'])

    await page.getByRole('button', { name: 'Column To Do' }).click()
    await page.getByRole('menuitem', { name: /Move all tasks/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Move its 2 tasks to/ })
      .click()
    await page.getByRole('option', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Move tasks' }).click()
    await page.getByText('Moved 2 tasks to Review.').waitFor()
    await page.getByRole('button', { name: 'Column To Do' }).click()
    await page.getByRole('menuitem', { name: /Delete/ }).click()
    await page.getByText('There are no tasks in it.').waitFor()
    await page.getByRole('button', { name: 'Delete column' }).click()
    await expect.poll(order).not.toContain('To Do')
    await page.getByRole('link', { name: 'Back to the board' }).click()
    await waitForTitles(page, 'Review', ['One', 'Two'])
  })

  test('fields are created, renamed and deleted, and tasks have their values; tags are renamed', async () => {
    const { slug, path, tasks, call } = await createBoard(service, mia, ['One'])
    await call('PATCH', `/api/v1/pm/tasks/${tasks[0].id}`, { tags: [`leaf ${slug}`] })
    const page = await open(mia, { path: `${path}/settings?tab=fields` })
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByLabel('Name').fill('Channel')
    await page.getByRole('button', { name: /Type/ }).click()
    await page.getByRole('option', { name: 'Single choice' }).click()
    await page.getByLabel('Options').fill('Shop\nPress\nShop')
    await page.getByRole('dialog').getByRole('button', { name: 'Add field' }).click()
    await page.getByText('Single choice: Shop, Press').waitFor()
    await page.getByRole('button', { name: 'Edit Channel' }).click()
    await page.getByLabel('Name').fill('Outlet')
    await page.getByLabel('Options').fill('Shop\nPress\nRadio')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Single choice: Shop, Press, Radio').waitFor()
    expect(await findViolations(page)).toEqual([])

    await page.getByRole('link', { name: 'Tags' }).click()
    const row = page.getByRole('listitem').filter({ hasText: `leaf ${slug}` })
    await row.getByText('Used by 1 task on this board').waitFor()
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Delete tag' }).click()
    await page.getByRole('alert').getByText('The tag is in use').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await row.getByRole('button', { name: /^Edit/ }).click()
    await page.getByLabel('Name').fill(`bud ${slug}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: `bud ${slug}` })
      .waitFor()

    await page.goto(`${baseUrl()}${path}/${tasks[0].slug}`)
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: /Outlet/ }).click()
    await page.getByRole('option', { name: 'Radio' }).click()
    await drawer.getByText('set the outlet to Radio').waitFor()
    await drawer.getByText(`bud ${slug}`).first().waitFor()

    await call('PATCH', `/api/v1/pm/tasks/${tasks[0].id}`, { tags: [] })
    await page.goto(`${baseUrl()}${path}/settings?tab=tags`)
    const named = page
      .getByRole('list', { name: 'Tags' })
      .getByRole('listitem')
      .filter({ hasText: `bud ${slug}` })
    await named.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Delete tag' }).click()
    await page.getByText(`bud ${slug} is deleted.`).waitFor()
    await named.waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Fields' }).click()
    await page.getByRole('button', { name: 'Delete Outlet' }).click()
    await page.getByRole('button', { name: 'Delete field' }).click()
    await page.getByRole('heading', { name: 'No fields yet' }).waitFor()
  })

  test('a protected board is read-only for people who are not members, on a phone', async () => {
    const { path } = await createBoard(service, mia, ['One'])
    const page = await open(mia, {
      path: `${path}/settings?tab=access`,
      size: phone,
      theme: 'dark',
    })
    await page.getByRole('button', { name: /Who can see it/ }).click()
    await page.getByRole('option', { name: /Protected/ }).click()
    const other = await open(jo, { path })
    await other.getByText('One', { exact: true }).waitFor()
    await expect.poll(() => other.getByRole('button', { name: 'New task' }).count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Add member' }).click()
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: /^Remove/ }).waitFor()
    await other.getByRole('button', { name: 'New task' }).waitFor()
    await page.getByRole('button', { name: /^Remove/ }).click()
    await expect.poll(() => other.getByRole('button', { name: 'New task' }).count()).toBe(0)
  })

  test('a board is cloned with its tasks, renamed, and deleted after a warning', async () => {
    const { path, slug } = await createBoard(service, mia, ['One', 'Two'])
    const page = await open(mia, { path })
    await page.getByRole('button', { name: 'Board actions' }).click()
    await page.getByRole('menuitem', { name: /Clone/ }).click()
    await page.getByLabel('Title').fill(`Twin ${slug}`)
    await page.getByText('Also copy its 2 tasks').click()
    await page.getByRole('button', { name: 'Clone board' }).click()
    await page.getByRole('heading', { name: `Twin ${slug}` }).waitFor()
    await waitForTitles(page, 'To Do', ['One', 'Two'])
    await page.getByRole('button', { name: 'Board actions' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByLabel('Short name').fill(`z${slug}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(`${baseUrl()}/boards/z${slug}/settings`)
    await page.getByRole('link', { name: 'Back to the board' }).click()
    await page.getByText(`Z${slug}-1`.toUpperCase()).waitFor()
    await page.getByRole('button', { name: 'Board actions' }).click()
    await page.getByRole('menuitem', { name: /Delete/ }).click()
    await page
      .getByText('This also deletes 2 tasks with comments and activity and 4 columns.')
      .waitFor()
    await page.getByRole('button', { name: 'Delete board' }).click()
    await page.waitForURL(`${baseUrl()}/boards`)
    await page.getByRole('link', { name: `Board ${slug}` }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: `Twin ${slug}` }).count()).toBe(0)
  })
})
