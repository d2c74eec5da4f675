import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Harness, Tenant } from '../../server/test/harness.ts'
import { callAs } from '../../server/test/harness.ts'

/** A board with these task titles in To Do; `Draft`, `In Progress`, `Completed` are empty. */
export async function createBoard(service: Harness, tenant: Tenant, titles: string[]) {
  const slug = `b${Math.random().toString(36).slice(2, 8)}`
  const call = callAs(service, tenant)
  const board = await call('POST', '/api/v1/pm/boards', { title: `Board ${slug}`, slug })
  const statuses = (await call('GET', `/api/v1/pm/boards/${slug}/status`)).results
  const todo = statuses.find(({ title }: { title: string }) => title === 'To Do').id
  const tasks = []
  for (const title of titles) {
    tasks.push(await call('POST', '/api/v1/pm/tasks', { board: slug, status: todo, title }))
  }
  return { board, slug, tasks, statuses, call, path: `/boards/${slug}` }
}

export const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const card = (page: Page, title: string) =>
  page.locator('a[data-card]').filter({ has: page.getByText(title, { exact: true }) })
export const readTitles = (page: Page, name: string) =>
  column(page, name).locator('[data-card] > [class*="_title_"]').allInnerTexts()

/** Waits until a column has these titles. */
export const waitForTitles = (page: Page, name: string, titles: string[]) =>
  expect.poll(() => readTitles(page, name)).toEqual(titles)

export async function dragTo(
  page: Page,
  from: Locator,
  to: Locator,
  isAbove = true,
): Promise<void> {
  // Waits until they have stopped moving.
  await from.hover({ trial: true })
  await to.hover({ trial: true })
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('Nothing to drag, or nowhere to')
  await page.mouse.move(start.x + 40, start.y + 20)
  await page.mouse.down()
  await page.mouse.move(start.x + 60, start.y + 40, { steps: 3 })
  await page.mouse.move(end.x + 60, end.y + (isAbove ? 8 : end.height - 8), { steps: 5 })
  await page.mouse.up()
}
