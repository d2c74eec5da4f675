import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useColleague, useTenant } from '../../server/test/harness.ts'
import { card, column, createBoard, dragTo, readTitles, waitForTitles } from './board-page.ts'
import { intercept } from './intercept.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const { service, open, baseUrl } = useConsole()
const mia = useTenant(service)
const jo = useColleague(service, mia, 'member')

const createBoardWith = (...titles: string[]) => createBoard(service, mia, titles)

describe('boards', () => {
  test('from an empty list to a board with tasks', async () => {
    const kim = await service.tenant()
    const page = await open(kim, { path: '/boards' })
    await page.getByRole('heading', { name: 'No boards yet' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'New board' }).click()
    await page.getByLabel('Title').fill('Autumn')
    await page.getByRole('button', { name: 'Create board' }).click()
    await page.waitForURL(`${baseUrl()}/boards/autumn`)
    await page.getByRole('button', { name: 'Add task to To Do' }).click()
    const line = page.getByLabel('New task in To Do')
    const isTyped = Promise.withResolvers<void>()
    const slowly = async (route: Route) => {
      await isTyped.promise
      await route.continue()
    }
    await intercept(page, '**/api/v1/pm/tasks', slowly, { times: 1 })
    await line.fill('Bake bread')
    await line.press('Enter')
    await line.fill('Sell bread')
    await line.press('Enter')
    await expect.poll(() => line.inputValue()).toBe('')
    // Later than the second task, if the page sent it without waiting for the first.
    await page.evaluate("fetch('/healthz').then(() => {})")
    isTyped.resolve()
    await waitForTitles(page, 'To Do', ['Bake bread', 'Sell bread'])
    await line.press('Escape')
    await page.keyboard.press('c')
    await page.getByLabel('Title').fill('Eat bread')
    await page.getByRole('button', { name: 'Create task' }).click()
    await waitForTitles(page, 'To Do', ['Bake bread', 'Sell bread', 'Eat bread'])
    await page.goto(`${baseUrl()}/boards`)
    await page
      .getByRole('link', { name: /Autumn/ })
      .getByText('3 tasks')
      .waitFor()
  })

  test('a card is dragged by mouse and by keyboard, and the other browser sees it', async () => {
    const { path, call, slug } = await createBoardWith('One', 'Two', 'Three')
    const page = await open(mia, { path })
    const other = await open(jo, { path })
    await waitForTitles(other, 'To Do', ['One', 'Two', 'Three'])

    await dragTo(page, card(page, 'Three'), card(page, 'One'))
    await waitForTitles(page, 'To Do', ['Three', 'One', 'Two'])
    await waitForTitles(other, 'To Do', ['Three', 'One', 'Two'])
    await dragTo(page, card(page, 'One'), column(page, 'In Progress').getByText('No tasks'))
    await waitForTitles(other, 'In Progress', ['One'])
    // The click that ends a drag opens nothing.
    expect(page.url()).toBe(baseUrl() + path)

    await card(other, 'Two').focus()
    await other.keyboard.press('Space')
    await other.getByText(/is lifted/).waitFor({ state: 'attached' })
    await other.keyboard.press('ArrowRight')
    await other.getByText(/In Progress, position 2/).waitFor({ state: 'attached' })
    await other.keyboard.press('ArrowUp')
    await waitForTitles(other, 'In Progress', ['Two', 'One'])
    // Nobody else sees the move before the drop.
    await expect.poll(() => readTitles(page, 'To Do')).toEqual(['Three', 'Two'])
    await other.keyboard.press('Space')
    await waitForTitles(page, 'In Progress', ['Two', 'One'])
    expect(await findViolations(page)).toEqual([])

    const { results } = await call('GET', `/api/v1/pm/tasks?board=${slug}&sort=order`)
    const order = results.map(({ title }: { title: string }) => title)
    expect(order.indexOf('Two')).toBeLessThan(order.indexOf('One'))

    await card(other, 'Two').press('Space')
    await other.keyboard.press('ArrowRight')
    await waitForTitles(other, 'Completed', ['Two'])
    await other.keyboard.press('Escape')
    await waitForTitles(other, 'In Progress', ['Two', 'One'])
  })

  test('a card ends at its target although its neighbour moves away at that moment', async () => {
    const { path, call, slug } = await createBoardWith('A', 'B', 'C', 'D')
    const page = await open(mia, { path })
    const other = await open(jo, { path })
    await waitForTitles(page, 'To Do', ['A', 'B', 'C', 'D'])
    await waitForTitles(other, 'To Do', ['A', 'B', 'C', 'D'])
    // A leaves the column at the moment B is moved before it.
    const a = (await call('GET', `/api/v1/pm/tasks?board=${slug}&search=A`)).results[0]
    const statuses = (await call('GET', `/api/v1/pm/boards/${slug}/status`)).results
    const last = statuses.at(-1).id
    await dragTo(page, card(page, 'D'), card(page, 'C'))
    await waitForTitles(other, 'To Do', ['A', 'B', 'D', 'C'])
    const leave = async (route: Route) => {
      await call('POST', `/api/v1/pm/tasks/${a.id}/move`, { status: last })
      await route.continue()
    }
    await intercept(other, '**/move', leave, { times: 1 })
    await dragTo(other, card(other, 'B'), card(other, 'A'))
    await waitForTitles(page, 'To Do', ['B', 'D', 'C'])
    await waitForTitles(other, 'To Do', ['B', 'D', 'C'])
  })

  test('a refused change is undone with a reason; agents are marked', async () => {
    const { path, tasks, call } = await createBoardWith('First', 'Second')
    const [first, second] = tasks
    await call('POST', `/api/v1/pm/tasks/${first.id}/add_dependency`, {
      target_task_id: second.id,
      relation_type: 'BLOCKS',
    })
    const page = await open(mia, { path })
    await dragTo(page, card(page, 'Second'), column(page, 'Completed').getByText('No tasks'))
    await page.getByText(/The task is blocked by .*First/).waitFor()
    await waitForTitles(page, 'To Do', ['First', 'Second'])

    await call('PATCH', `/api/v1/pm/tasks/${first.id}`, { title: 'First of all' })
    await card(page, 'First of all')
      .getByText(/The agent .* is at work/)
      .waitFor({ state: 'attached' })
    await page.reload()
    await card(page, 'First of all')
      .getByText('The agent Test key is at work.')
      .waitFor({ state: 'attached' })
    await card(page, 'First of all').click()
    const drawer = page.getByRole('dialog')
    const entry = drawer
      .getByRole('listitem')
      .filter({ hasText: 'renamed the task from “First” to “First of all”' })
    await entry.getByText('Agent', { exact: true }).waitFor()

    await drawer.getByRole('button', { name: 'Add a dependency' }).click()
    const dialog = page.getByRole('dialog', { name: /How is/ })
    await dialog.getByRole('button', { name: 'Choose a task' }).click()
    await page.getByRole('searchbox', { name: 'Find a task' }).fill('Second')
    await page.getByRole('option', { name: /Second/ }).click()
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/already blocks this one/)
      .waitFor()
  })

  test('the board is a grouped list too, and a saved view brings it back', async () => {
    const { path, call, tasks } = await createBoardWith('First', 'Second')
    const [first, second] = tasks
    const relation = { target_task_id: second.id, relation_type: 'BLOCKS' }
    await call('POST', `/api/v1/pm/tasks/${first.id}/add_dependency`, relation)
    const comment = { content_type: 'task', object_pk: first.id, comment: 'Hello' }
    await call('POST', '/api/v1/comments', comment)
    const page = await open(mia, { path })
    await card(page, 'Second').getByText('Blocked by 1 open task').waitFor()
    await card(page, 'First').getByTitle('Comments').getByText('1').waitFor()
    await page.getByRole('button', { name: 'Show as a list' }).click()
    const list = page.getByRole('list', { name: 'Tasks' })
    await list.getByRole('heading', { name: 'To Do 2' }).waitFor()
    await page.getByRole('button', { name: /Group the list/ }).click()
    await page.getByRole('option', { name: 'By assignee' }).click()
    await list.getByRole('heading', { name: 'Unassigned 2' }).waitFor()
    await list.getByRole('link', { name: /First/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Second').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view …' }).click()
    await page.getByLabel('Name').fill('Who does what')
    await page.keyboard.press('Enter')
    await page.getByText('View saved.').waitFor()
    await page.goto(baseUrl() + path)
    await card(page, 'First').waitFor()
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Who does what' }).click()
    await list.getByRole('heading', { name: 'Unassigned 2' }).waitFor()
  })

  test('filters are in the URL', async () => {
    const { path, tasks, call } = await createBoardWith('Red', 'Green', 'Blue')
    await call('PATCH', `/api/v1/pm/tasks/${tasks[1].id}`, { priority: 'urgent', tags: ['leaf'] })
    const page = await open(mia, { path })
    await page.getByRole('button', { name: 'Priority' }).click()
    await page.getByRole('option', { name: /Urgent/ }).click()
    await page.keyboard.press('Escape')
    await waitForTitles(page, 'To Do', ['Green'])
    await page.reload()
    await waitForTitles(page, 'To Do', ['Green'])
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await page.getByLabel('Search on this board').fill('blu')
    await waitForTitles(page, 'To Do', ['Blue'])
    await expect.poll(() => page.url()).toContain('search=blu')
  })
})

describe('on a phone', () => {
  test('a task gets a title and comments, and the other browser shows it', async () => {
    const { path, tasks, call } = await createBoardWith('Write the letter')
    const [task] = tasks
    await call('POST', `/api/v1/pm/tasks/${task.id}/checklist`, { title: 'Find the pen' })
    const page = await open(mia, { path, size: phone, theme: 'dark' })
    const other = await open(jo, { path: `/tasks/${task.slug}` })
    await page.getByRole('radio', { name: /To Do/ }).click()
    expect(await findViolations(page)).toEqual([])
    await card(page, 'Write the letter').click()
    await page.waitForURL(new RegExp(`${path}/${task.slug}`))
    const drawer = page.getByRole('dialog')
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(phone.width)

    await drawer.getByLabel('Title').fill('Write the long letter')
    await drawer.getByLabel('Title').press('Enter')
    await other.getByRole('dialog', { name: /Write the long letter/ }).waitFor()
    await drawer.getByRole('button', { name: 'Add a description' }).click()
    await drawer.getByLabel('Description').fill('To **whom** it may concern')
    await drawer.getByLabel('Description').press('Control+Enter')
    await other.locator('strong', { hasText: 'whom' }).waitFor()
    await drawer.getByText('Find the pen', { exact: true }).click()
    await other.getByRole('checkbox', { name: 'Find the pen', checked: true }).waitFor()
    await drawer.getByLabel('Add a subtask').fill('Buy a stamp')
    await drawer.getByLabel('Add a subtask').press('Enter')
    await other
      .getByRole('link', { name: /Buy a stamp/ })
      .first()
      .waitFor()

    const box = drawer.getByRole('textbox', { name: 'Comment' })
    await box.pressSequentially('Please read, @')
    await drawer.getByRole('listbox', { name: 'People' }).waitFor()
    const lines = (await drawer.getByRole('option').first().innerText()).trim().split('\n')
    const person = lines.at(-1)?.trim()
    await box.press('Enter')
    await drawer.getByRole('button', { name: 'Comment' }).click()
    await other.getByText(`@${person}`, { exact: true }).waitFor()
    await other.getByText('checked “Find the pen”').waitFor()
    await drawer.getByText('checked “Find the pen”').waitFor()
    expect(await findViolations(page)).toEqual([])
    const { results } = await call('GET', `/api/v1/comments?content_type=task&object_pk=${task.id}`)
    expect(results[0].comment).toMatch(/^Please read, @\[.+\]\(user:\d+\)$/)

    await drawer.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL((url) => url.pathname === path)
  })
})
