import { expect, test } from 'vitest'
import { createBoard } from './board-page.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const { service, open } = useConsole()

test('the first steps notice by themselves that they are done', async () => {
  const mia = await service.tenant()
  const key = await service.keyWith(mia, ['boards:read'])
  const page = await open(mia, { path: '/inbox' })
  await page.getByRole('link', { name: 'Get started' }).click()
  await page.getByText('0 of 5 steps done').waitFor()
  expect(await findViolations(page)).toEqual([])
  await service.call('GET', '/api/v1/pm/boards', { key })
  await page.getByText('1 of 5 steps done').waitFor()
  await page.getByRole('button', { name: 'Ask me' }).click()
  await page.getByText('May I publish the launch post?').first().click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.keyboard.press('Escape')
  const again = await open(mia, { path: '/start', size: phone, theme: 'dark' })
  await again.getByText('2 of 5 steps done').waitFor()
  expect(await findViolations(again)).toEqual([])
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await page.getByRole('heading', { name: 'Boards', exact: true }).waitFor()
})

test('my tasks come from all boards, by due date, without those that are done', async () => {
  const mia = await service.tenant()
  const assignees = [mia.userId]
  for (const slug of ['one', 'two']) {
    const { call } = await createBoard(service, mia, [])
    const board = await call('POST', '/api/v1/pm/boards', { title: slug, slug })
    const due_date = slug === 'one' ? '2020-01-01' : null
    const body = { board: board.id, title: `Of ${slug}`, assignees, due_date }
    await call('POST', '/api/v1/pm/tasks', body)
    await call('POST', '/api/v1/pm/tasks', { ...body, title: 'Done', complete: true })
    await call('POST', '/api/v1/pm/tasks', { board: board.id, title: 'Someone else’s' })
  }
  const page = await open(mia, { path: '/boards' })
  await page.getByRole('link', { name: 'My tasks' }).click()
  await page.getByRole('list', { name: 'Overdue' }).getByText('Of one').waitFor()
  await page.getByRole('list', { name: 'No due date' }).getByText('Of two').waitFor()
  await expect.poll(() => page.getByText(/Done|Someone else/).count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
})
