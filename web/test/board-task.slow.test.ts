import { describe, expect, test } from 'vitest'
import { useColleague, useTenant } from '../../server/test/harness.ts'
import { createBoard } from './board-page.ts'
import { findViolations, useConsole } from './use-console.ts'

const { service, open } = useConsole()
const mia = useTenant(service)
const jo = useColleague(service, mia, 'member')

describe('a task', () => {
  test('two people edit its description: the second chooses a version, nothing is lost', async () => {
    const { path, tasks, call } = await createBoard(service, mia, ['Letter'])
    const [task] = tasks
    await call('PATCH', `/api/v1/pm/tasks/${task.id}`, { description: 'Dear all' })
    const page = await open(mia, { path: `${path}/${task.slug}` })
    const other = await open(jo, { path: `${path}/${task.slug}` })
    const write = async (where: typeof page, text: string) => {
      await where.getByRole('button', { name: 'Edit the description' }).click()
      await where.getByLabel('Description').fill(text)
    }
    const text = async () => (await call('GET', `/api/v1/pm/tasks/${task.id}`)).description
    await write(page, 'Dear all, mine')
    await write(other, 'Dear all, theirs')
    await other.getByLabel('Description').press('Control+Enter')
    await expect.poll(text).toBe('Dear all, theirs')
    await page.getByText(/Someone else changed it\./).waitFor()
    await page.getByLabel('Description').press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Someone else changed the description' })
    await expect
      .poll(() => dialog.getByRole('region', { name: 'Theirs' }).innerText())
      .toContain('theirs')
    await expect
      .poll(() => dialog.getByRole('region', { name: 'Mine' }).innerText())
      .toContain('mine')
    await expect.poll(text).toBe('Dear all, theirs')
    expect(await findViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Replace with mine' }).click()
    await expect.poll(text).toBe('Dear all, mine')

    // Another change of the task must not cause a conflict.
    await write(page, 'Dear all, again')
    await call('PATCH', `/api/v1/pm/tasks/${task.id}`, { priority: 'high' })
    await page.getByLabel('Description').press('Control+Enter')
    await expect.poll(text).toBe('Dear all, again')
    await expect.poll(() => dialog.count()).toBe(0)
  })

  test('its activity is written in sentences, without ids', async () => {
    const { path, tasks, call, statuses } = await createBoard(service, mia, ['Letter', 'Stamp'])
    const [task, stamp] = tasks
    const at = `/api/v1/pm/tasks/${task.id}`
    await call('PATCH', at, { description: 'one\ntwo' })
    await call('PATCH', at, { assignees: [mia.userId] })
    await call('PATCH', at, { assignees: [] })
    await call('POST', `${at}/move`, { status: statuses[2].id })
    const link = { target_task_id: stamp.id, relation_type: 'BLOCKS' }
    await call('POST', `${at}/add_dependency`, link)
    await call('POST', `${at}/remove_dependency`, { target_task_id: stamp.id })
    const about = { content_type: 'task', object_pk: task.id }
    const said = await call('POST', '/api/v1/comments', { ...about, comment: 'Who has a pen?' })
    await call('PATCH', `/api/v1/comments/${said.id}`, { comment: 'Who has ink?' })
    await call('PATCH', at, { complete: true })
    await call('PATCH', at, { complete: false })
    const page = await open(mia, { path: `${path}/${task.slug}` })
    const activity = page.getByRole('region', { name: 'Activity' })
    await activity.getByText(/created the task in To Do/).waitFor()
    const words = async () => (await activity.innerText()).replaceAll(/\s+/g, ' ')
    const sentences = [
      'reopened the task, moving it from Completed to',
      'completed the task, moving it from In Progress to Completed',
      'edited a comment',
      'commented: “Who has',
      `marked the task as no longer blocking ${stamp.slug} Stamp`,
      `marked the task as blocking ${stamp.slug} Stamp`,
      'moved the task from To Do to In Progress',
      'changed the description',
    ]
    for (const sentence of sentences) await expect.poll(words).toContain(sentence)
    await expect.poll(words).toMatch(/unassigned \w+/)
    expect(await words()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    await activity.getByText('Description: changes').click()
    await activity.locator('ins', { hasText: 'two' }).waitFor()
  })
})
